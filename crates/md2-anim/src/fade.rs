//! From one sequence to another without a jump.

use core::time::Duration;

use md2_common::Pose;

use crate::playback::Playback;
use crate::step::PlaybackEvents;

/// Two poses and the share of the second: what a fade looks like at a moment.
///
/// The picture is `from · (1 − weight) + to · weight`, each pose blended from its two frames first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseMix {
    /// The pose that is left behind.
    pub from: Pose,
    /// The pose of the sequence that plays.
    pub to: Pose,
    /// Share of `to`, 0..=1.
    pub weight: f32,
}

impl PoseMix {
    /// A pose by itself.
    #[must_use]
    pub const fn from_pose(pose: Pose) -> Self {
        Self { from: pose, to: pose, weight: 1.0 }
    }

    /// The four frames of the mix with their shares, which add up to one. A frame may come twice.
    #[must_use]
    pub fn shares(&self) -> [(u32, f32); 4] {
        let (Pose { frame_a: a, frame_b: b, blend: s }, Pose { frame_a: c, frame_b: d, blend: t }) =
            (self.from, self.to);
        let (old, new) = (1.0 - self.weight, self.weight);
        [(a, old * (1.0 - s)), (b, old * s), (c, new * (1.0 - t)), (d, new * t)]
    }
}

/// A playback that blends from the pose at hand whenever it is given another sequence.
///
/// ```
/// use core::time::Duration;
/// use md2_anim::{Fader, LoopMode, Playback};
///
/// let mut figure = Fader::new(Playback::new(0, 39, 10.0, LoopMode::Loop));
/// figure.advance(Duration::from_millis(1230));
/// let before = figure.mix().to;
///
/// figure.switch_to(Playback::new(40, 45, 10.0, LoopMode::Loop), Duration::from_millis(200));
/// figure.advance(Duration::from_millis(50));
/// let mix = figure.mix();
/// assert_eq!((mix.from, mix.weight), (before, 0.25), "a quarter of the way to the run, which already runs");
/// assert_eq!((mix.to.frame_a, mix.to.blend), (40, 0.5));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fader {
    playback: Playback,
    fading: CrossFade,
}

/// A pose that stands still while another one takes its place: the clock of a fade, for whoever keeps the playback
/// elsewhere than in a [`Fader`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossFade {
    from: Pose,
    elapsed: Duration,
    duration: Duration,
}

impl CrossFade {
    /// Leaves `from` behind in the time `over`; at once if that is zero.
    #[must_use]
    pub const fn new(from: Pose, over: Duration) -> Self {
        Self { from, elapsed: Duration::ZERO, duration: over }
    }

    /// Leaves what is seen at this moment. Of a fade that is still under way that is the pose that has the larger share of it,
    /// since a mix of four frames is more than a pose holds.
    #[must_use]
    pub fn from_mix(mix: &PoseMix, over: Duration) -> Self {
        Self::new(if mix.weight < 0.5 { mix.from } else { mix.to }, over)
    }

    /// Lets `time` pass.
    pub fn advance(&mut self, time: Duration) {
        self.elapsed = self.elapsed.saturating_add(time).min(self.duration);
    }

    /// Whether nothing is left of the old pose.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.elapsed >= self.duration
    }

    /// The picture at this moment, while `to` takes the place of the old pose.
    #[must_use]
    pub fn mix(&self, to: Pose) -> PoseMix {
        if self.is_over() {
            return PoseMix::from_pose(to);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a share in 0..=1")]
        let weight = self.elapsed.div_duration_f64(self.duration) as f32;
        PoseMix { from: self.from, to, weight }
    }
}

impl Fader {
    /// Plays `playback`, with nothing to fade from.
    #[must_use]
    pub fn new(playback: Playback) -> Self {
        let fading = CrossFade::new(playback.pose(), Duration::ZERO);
        Self { playback, fading }
    }

    /// Goes over to `next` in the time `over`; at once if that is zero.
    ///
    /// The pose at hand stands still while it fades away, as [`CrossFade::from_mix`] says.
    pub fn switch_to(&mut self, next: Playback, over: Duration) {
        *self = Self { fading: CrossFade::from_mix(&self.mix(), over), playback: next };
    }

    /// Lets `time` pass for the sequence and the fade, and tells what happened in the sequence.
    pub fn advance(&mut self, time: Duration) -> PlaybackEvents {
        self.fading.advance(time);
        self.playback.advance(time)
    }

    /// The picture at this moment.
    #[must_use]
    pub fn mix(&self) -> PoseMix {
        self.fading.mix(self.playback.pose())
    }

    /// The sequence that plays, to be sped up, turned around or sought in without a fade.
    pub const fn playback_mut(&mut self) -> &mut Playback {
        &mut self.playback
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoopMode;

    #[test]
    fn shares_add_up_and_the_ends_are_exact() {
        let from = Pose { frame_a: 3, frame_b: 4, blend: 0.25 };
        let to = Pose { frame_a: 9, frame_b: 0, blend: 0.75 };
        for weight in [0.0, 0.1, 0.5, 0.9, 1.0] {
            let mix = PoseMix { from, to, weight };
            let sum: f32 = mix.shares().iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-6);
        }
        let kept = |weight| PoseMix { from, to, weight }.shares().map(|(_, share)| share);
        assert_eq!((kept(0.0), kept(1.0)), ([0.75, 0.25, 0.0, 0.0], [0.0, 0.0, 0.25, 0.75]));
    }

    #[test]
    fn a_fade_ends_and_never_overshoots() {
        let mut fader = Fader::new(Playback::still(1));
        assert_eq!(fader.mix(), PoseMix::from_pose(Pose::still(1)));
        fader.switch_to(Playback::still(2), Duration::from_secs(1));
        assert_eq!((fader.mix().from, fader.mix().weight), (Pose::still(1), 0.0));
        fader.advance(Duration::MAX);
        assert_eq!(fader.mix(), PoseMix::from_pose(Pose::still(2)));
    }

    #[test]
    fn a_fade_cut_short_goes_on_from_the_larger_share() {
        let mut fader = Fader::new(Playback::still(1));
        fader.switch_to(Playback::still(2), Duration::from_secs(10));
        fader.advance(Duration::from_secs(6));
        fader.switch_to(Playback::new(5, 9, 10.0, LoopMode::Once), Duration::from_secs(10));
        assert_eq!(fader.mix().from, Pose::still(2));
        fader.switch_to(Playback::still(7), Duration::ZERO);
        assert_eq!(fader.mix(), PoseMix::from_pose(Pose::still(7)));
    }
}
