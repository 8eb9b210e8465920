//! Many figures that play at once, each at a moment of its own.

use alloc::vec::Vec;
use core::time::Duration;

use md2_common::Pose;

use crate::playback::Playback;
use crate::sequence::{LoopMode, Sequence};

/// Playbacks that advance together: one for each figure of a crowd.
///
/// Each plays its own sequence, over and over, from its own place in it and at its own speed, with all that
/// [`Playback`] promises: time is exact, and a year costs what a millisecond does. Advancing allocates nothing.
///
/// ```
/// use core::time::Duration;
/// use md2_anim::{Crowd, Pose, Sequence};
///
/// let (run, wave) = (Sequence::new("run", 40, 45), Sequence::new("wave", 112, 122));
/// let mut crowd = Crowd::default();
/// crowd.push(&run, 0.5, 1.0);
/// crowd.push(&wave, 0.0, 2.0);
/// crowd.advance(Duration::from_millis(150));
///
/// let poses: Vec<Pose> = crowd.poses().collect();
/// assert_eq!(poses[0], Pose { frame_a: 44, frame_b: 45, blend: 0.5 });
/// assert_eq!((poses[1].nearest(), poses[1].blend), (115, 0.0));
/// ```
#[derive(Debug, Clone)]
pub struct Crowd {
    playbacks: Vec<Playback>,
    /// The speed of each by itself.
    speeds: Vec<f32>,
    /// The factor on all of them.
    speed: f32,
}

impl Default for Crowd {
    /// Nobody, at normal speed.
    fn default() -> Self {
        Self { playbacks: Vec::new(), speeds: Vec::new(), speed: 1.0 }
    }
}

impl Crowd {
    /// Adds a figure that plays `sequence` from `phase`, a share of the time it takes, at `speed`, a factor.
    ///
    /// A sequence that plays once is played over and over all the same. A phase that is NaN or negative is the start, from
    /// 1 on the end; speeds are those of [`Playback::set_speed`].
    pub fn push(&mut self, sequence: &Sequence, phase: f32, speed: f32) {
        let mut playback = Playback::for_sequence(sequence);
        if playback.mode() == LoopMode::Once {
            playback.set_mode(LoopMode::Loop);
        }
        playback.set_speed(speed * self.speed);
        playback.set_position(phase);
        self.playbacks.push(playback);
        self.speeds.push(speed);
    }

    /// What each plays, in the order in which they were added.
    #[must_use]
    pub fn playbacks(&self) -> &[Playback] {
        &self.playbacks
    }

    /// Sets the factor on everybody's speed.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = speed;
        for (playback, own) in self.playbacks.iter_mut().zip(&self.speeds) {
            playback.set_speed(own * speed);
        }
    }

    /// Lets time pass for everybody.
    #[inline]
    pub fn advance(&mut self, time: Duration) {
        for playback in &mut self.playbacks {
            playback.advance(time);
        }
    }

    /// Moves everybody by whole keys, back if negative: see [`Playback::step`].
    pub fn step(&mut self, keys: i64) {
        for playback in &mut self.playbacks {
            playback.step(keys);
        }
    }

    /// What each shows at this moment, in the order in which they were added.
    #[inline]
    pub fn poses(&self) -> impl ExactSizeIterator<Item = Pose> + '_ {
        self.playbacks.iter().map(Playback::pose)
    }
}
