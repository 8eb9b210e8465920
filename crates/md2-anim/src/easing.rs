//! The curves that shape the blend between two keys.

use md2_common::saturate;

/// How the picture moves between one key and the next.
///
/// A curve belongs to the interval between two neighboring keys, not to the direction of time:
/// played backwards, or on the way back of a ping-pong, the same pictures come in mirrored order.
/// A ball that slows down on its way up (`Out`) therefore gains speed on its way down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Easing {
    /// Constant speed: what the game does.
    #[default]
    Linear,
    /// From rest, gaining speed: `t²`.
    In,
    /// Losing speed, to rest: `1 − (1 − t)²`.
    Out,
    /// From rest to rest, two half parabolas.
    InOut,
}

impl Easing {
    /// The curve at `t`. Inputs outside 0..=1 are clamped and NaN counts as 0, so the result is in 0..=1.
    #[must_use]
    pub(crate) fn apply(self, t: f32) -> f32 {
        let t = saturate(t);
        let rest = 1.0 - t;
        match self {
            Self::Linear => t,
            Self::In => t * t,
            Self::Out => 1.0 - rest * rest,
            Self::InOut if t < 0.5 => 2.0 * t * t,
            Self::InOut => 1.0 - 2.0 * rest * rest,
        }
    }
}
