//! Cross-fades between poses.

use core::time::Duration;

use md2_common::Pose;

/// Two poses and the weight of the second: the state of a cross-fade at one moment.
///
/// The result is `from · (1 − weight) + to · weight`, where each pose is first blended from its two frames. For drawing, `md2_mesh::Fade` takes `from` and `weight`, and the model's pose is `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseMix {
    /// The pose from which the cross-fade started.
    pub from: Pose,
    /// The pose of the current sequence.
    pub to: Pose,
    /// Weight of `to`, 0..=1.
    pub weight: f32,
}

impl PoseMix {
    /// Creates a mix that shows a single pose.
    pub const fn from_pose(pose: Pose) -> Self {
        Self { from: pose, to: pose, weight: 1.0 }
    }
}

/// A cross-fade from a fixed pose to the pose of a playback.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossFade {
    from: Pose,
    elapsed: Duration,
    duration: Duration,
}

impl CrossFade {
    /// Creates a fade that starts at `from` and takes `duration`. A fade of zero duration ends immediately.
    pub const fn new(from: Pose, duration: Duration) -> Self {
        Self { from, elapsed: Duration::ZERO, duration }
    }

    /// Creates a fade that interrupts another fade, whose current state is `mix`. The new fade starts at the pose of `mix` with the larger
    /// weight, because `mix` blends four frames and a pose has only two.
    pub fn from_mix(mix: &PoseMix, duration: Duration) -> Self {
        Self::new(if mix.weight < 0.5 { mix.from } else { mix.to }, duration)
    }

    /// Advances the fade by `time`.
    pub fn advance(&mut self, time: Duration) {
        self.elapsed = self.elapsed.saturating_add(time).min(self.duration);
    }

    /// Whether the old pose is no longer visible.
    pub fn is_over(&self) -> bool {
        self.elapsed >= self.duration
    }

    /// Returns the current mix of the old pose and the new pose `to`.
    pub fn mix(&self, to: Pose) -> PoseMix {
        if self.is_over() {
            return PoseMix::from_pose(to);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a share in 0..=1")]
        let weight = self.elapsed.div_duration_f64(self.duration) as f32;
        PoseMix { from: self.from, to, weight }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_at_the_new_pose_and_never_overshoots() {
        let [from, to] = [1, 2].map(Pose::still);
        let mut fade = CrossFade::new(from, Duration::from_secs(1));
        assert_eq!(fade.mix(to), PoseMix { from, to, weight: 0.0 });
        fade.advance(Duration::MAX);
        assert!(fade.is_over());
        assert_eq!(fade.mix(to), PoseMix::from_pose(to));
        assert_eq!(CrossFade::new(from, Duration::ZERO).mix(to), PoseMix::from_pose(to));
    }

    #[test]
    fn continues_from_the_pose_with_the_larger_share() {
        let [from, to, next] = [1, 2, 3].map(Pose::still);
        let mut fade = CrossFade::new(from, Duration::from_secs(10));
        for (seconds, expected) in [(4, from), (2, to)] {
            fade.advance(Duration::from_secs(seconds));
            let later = CrossFade::from_mix(&fade.mix(to), Duration::from_secs(10));
            assert_eq!(later.mix(next).from, expected);
        }
    }
}
