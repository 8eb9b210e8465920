//! Playbacks of many models that advance together.

use alloc::vec::Vec;
use core::time::Duration;

use md2_common::{Pose, saturate};

use crate::sequence::{LoopMode, Sequence};
use crate::time::playback::Playback;

/// The playbacks of a crowd's models, which advance together.
///
/// Each model repeats its own sequence at its own speed and starts at its own position. As for [`Playback`], time is exact, and the cost
/// of a step does not depend on its length. Advancing allocates no memory.
#[derive(Debug, Clone)]
pub struct Crowd {
    playbacks: Vec<Playback>,
    speeds: Vec<f32>,
    speed: f32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { playbacks: Vec::new(), speeds: Vec::new(), speed: 1.0 }
    }
}

impl Crowd {
    /// Adds a model that repeats `sequence` at `speed` times the normal speed. It starts at `phase`, a fraction (0..=1) of the sequence's
    /// [period](Playback::period).
    ///
    /// A sequence that plays once is looped. `phase` is clamped to 0..=1; NaN counts as 0. For invalid values of `speed`, see
    /// [`Playback::set_speed`].
    pub fn push(&mut self, sequence: &Sequence, phase: f32, speed: f32) {
        let mut playback = Playback::for_sequence(sequence);
        if playback.mode() == LoopMode::Once {
            playback.set_mode(LoopMode::Loop);
        }
        let period = playback.period().unwrap_or_default().as_secs_f64();
        playback.seek_seconds(f64::from(saturate(phase)) * period);
        playback.set_speed(speed * self.speed);
        self.playbacks.push(playback);
        self.speeds.push(speed);
    }

    /// Sets the factor by which the speed of each model is multiplied.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = speed;
        for (playback, own) in self.playbacks.iter_mut().zip(&self.speeds) {
            playback.set_speed(own * speed);
        }
    }

    /// Advances all playbacks by `time`.
    #[inline]
    pub fn advance(&mut self, time: Duration) {
        for playback in &mut self.playbacks {
            playback.advance(time);
        }
    }

    /// Moves all playbacks by `keys` whole keyframes, backward if `keys` is negative: see [`Playback::step`].
    pub fn step(&mut self, keys: i64) {
        for playback in &mut self.playbacks {
            playback.step(keys);
        }
    }

    /// Returns the current poses, in the order in which the models were added.
    #[inline]
    pub fn poses(&self) -> impl ExactSizeIterator<Item = Pose> + '_ {
        self.playbacks.iter().map(Playback::pose)
    }
}
