//! What a moment of an animation looks like: two frames and a blend, and the curves that shape the blend.

/// Two frames and how far the picture has gone from the first to the second.
///
/// The picture is `frame_a · (1 − blend) + frame_b · blend`, for positions and normals alike.
/// It is all a renderer needs: two vertex buffers to bind and one number to push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Index of the frame the picture comes from.
    pub frame_a: u32,
    /// Index of the frame the picture goes to; equal to `frame_a` where nothing moves.
    pub frame_b: u32,
    /// Share of `frame_b` in the picture, 0..=1, never NaN.
    pub blend: f32,
}

impl Pose {
    /// The frame itself, blended with nothing.
    #[must_use]
    pub const fn still(frame: u32) -> Self {
        Self { frame_a: frame, frame_b: frame, blend: 0.0 }
    }

    /// The frame that has the larger share; `frame_b` at exactly one half.
    #[must_use]
    pub fn nearest(&self) -> u32 {
        if self.blend < 0.5 { self.frame_a } else { self.frame_b }
    }

    /// The same picture of a model that has `frame_count` frames: frames past its end are its last one.
    ///
    /// So a weapon follows the body that carries it. It is given the body's pose, not a time, and often has fewer frames, since
    /// nobody dies with it in hand. A model without frames counts as one of one frame.
    #[must_use]
    pub const fn within(self, frame_count: u32) -> Self {
        let last = frame_count.saturating_sub(1);
        let frame_a = if self.frame_a < last { self.frame_a } else { last };
        let frame_b = if self.frame_b < last { self.frame_b } else { last };
        Self { frame_a, frame_b, blend: self.blend }
    }

    /// Share of `frame` in the picture, 0..=1; the shares of all frames add up to one.
    #[must_use]
    pub fn weight_of(&self, frame: u32) -> f32 {
        let from = if frame == self.frame_a { 1.0 - self.blend } else { 0.0 };
        let to = if frame == self.frame_b { self.blend } else { 0.0 };
        from + to
    }
}

/// Both frames and the blend: what those take who show a pose, and need not know this crate for it.
///
/// ```
/// use md2_anim::Pose;
///
/// struct Renderer;
/// impl Renderer {
///     fn draw(&self, pose: impl Into<(u32, u32, f32)>) {
///         let (old, new, blend) = pose.into();
///         assert_eq!((old, new, blend), (4, 5, 0.25));
///     }
/// }
/// Renderer.draw(Pose { frame_a: 4, frame_b: 5, blend: 0.25 });
/// ```
impl From<Pose> for (u32, u32, f32) {
    fn from(pose: Pose) -> Self {
        (pose.frame_a, pose.frame_b, pose.blend)
    }
}

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
    pub fn apply(self, t: f32) -> f32 {
        let t = share(t);
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

/// `number` clamped to 0..=1; NaN is 0.
pub(crate) fn share(number: f32) -> f32 {
    // Not `clamp`, which passes NaN on; a comparison with NaN is false.
    if number > 0.0 { number.min(1.0) } else { 0.0 }
}
