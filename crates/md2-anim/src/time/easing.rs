//! Easing curves between two keyframes.

use md2_common::saturate;

/// The curve along which the blend between two keyframes changes over time.
///
/// In reversed playback, the same poses appear in the opposite order. A ball that slows down on its way up (`Out`) therefore speeds up on
/// its way down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Easing {
    /// Constant speed, as in the games.
    #[default]
    Linear,
    /// Accelerating from rest: `t²`.
    In,
    /// Decelerating to rest: `1 − (1 − t)²`.
    Out,
    /// Accelerating in the first half, decelerating in the second: two half parabolas.
    InOut,
    /// No blending: the pose of the last keyframe passed until the next keyframe.
    Step,
}

impl Easing {
    /// Evaluates the curve at `t`, which is clamped to 0..=1. NaN counts as 0.
    pub fn apply(self, t: f32) -> f32 {
        let t = saturate(t);
        let rest = 1.0 - t;
        match self {
            Self::Linear => t,
            Self::In => t * t,
            Self::Out => 1.0 - rest * rest,
            Self::InOut if t < 0.5 => 2.0 * t * t,
            Self::InOut => 1.0 - 2.0 * rest * rest,
            Self::Step if t < 1.0 => 0.0,
            Self::Step => 1.0,
        }
    }
}
