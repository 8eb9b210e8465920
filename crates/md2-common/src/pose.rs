//! The pose of a model at one moment: two frames and a blend.

/// Two frames and the share of the second: the picture is `frame_a · (1 − blend) + frame_b · blend`, for positions and
/// normals alike.
///
/// A playback returns it, and a renderer needs nothing else: two vertex buffers to bind and one number to push. The blend
/// that a playback returns is in 0..=1. A pose from elsewhere may hold any numbers: [`Pose::clamped_to`] is the one place
/// that corrects them, and everything that poses a mesh calls it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pose {
    /// The frame at blend 0.
    pub frame_a: u32,
    /// The frame at blend 1; equal to `frame_a` where nothing moves.
    pub frame_b: u32,
    /// Share of `frame_b` in the picture, 0..=1.
    pub blend: f32,
}

impl Pose {
    /// One frame, unblended.
    #[must_use]
    pub const fn still(frame: u32) -> Self {
        Self { frame_a: frame, frame_b: frame, blend: 0.0 }
    }

    /// The same pose for a model with `frame_count` frames: frames past the end become the last frame, and the blend is
    /// [saturated](saturate).
    ///
    /// So a weapon follows the body that carries it: the caller passes the body's pose, and the weapon often has fewer
    /// frames. A model without frames counts as one with a single frame.
    ///
    /// ```
    /// use md2_common::Pose;
    ///
    /// let pose = Pose { frame_a: 1, frame_b: 7, blend: 1.5 };
    /// assert_eq!(pose.clamped_to(3), Pose { frame_a: 1, frame_b: 2, blend: 1.0 });
    /// ```
    #[must_use]
    pub fn clamped_to(self, frame_count: usize) -> Self {
        let last = u32::try_from(frame_count.saturating_sub(1)).unwrap_or(u32::MAX);
        let Self { frame_a, frame_b, blend } = self;
        Self { frame_a: frame_a.min(last), frame_b: frame_b.min(last), blend: saturate(blend) }
    }

    /// Both frames, as indices.
    #[must_use]
    pub const fn frames(&self) -> [usize; 2] {
        [self.frame_a as usize, self.frame_b as usize]
    }

    /// The frame with the larger share; `frame_b` at exactly one half.
    #[must_use]
    pub fn nearest(&self) -> u32 {
        if self.blend < 0.5 { self.frame_a } else { self.frame_b }
    }

    /// Share of `frame` in the picture, 0..=1; the shares of all frames add up to one.
    #[must_use]
    pub fn weight_of(&self, frame: u32) -> f32 {
        let from = if frame == self.frame_a { 1.0 - self.blend } else { 0.0 };
        let to = if frame == self.frame_b { self.blend } else { 0.0 };
        from + to
    }
}

/// Clamps `number` to 0..=1; NaN becomes 0.
#[must_use]
pub fn saturate(number: f32) -> f32 {
    // `f32::clamp` returns NaN for NaN; a comparison with NaN is false.
    if number > 0.0 { number.min(1.0) } else { 0.0 }
}
