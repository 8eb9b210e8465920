//! The pose of a model at one moment: two frames and a blend factor.

/// Two frames and a blend factor. Positions and normals are `frame_a · (1 − blend) + frame_b · blend`.
///
/// During playback, frames are valid and the blend is in 0..=1. A pose from another source may have any values;
/// functions that apply a pose to a mesh first call [`Pose::clamped_to`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pose {
    /// Index of the frame that is shown at blend 0.
    pub frame_a: u32,
    /// Index of the frame that is shown at blend 1. Equal to `frame_a` in a pose of a single frame.
    pub frame_b: u32,
    /// Share of `frame_b` in the pose, 0..=1.
    pub blend: f32,
}

impl Pose {
    /// Creates the pose of a single frame.
    pub const fn still(frame: u32) -> Self {
        Self { frame_a: frame, frame_b: frame, blend: 0.0 }
    }

    /// Returns this pose for a model with `frame_count` frames: frames past the end become the last frame, and the blend
    /// is [clamped](saturate) to 0..=1.
    ///
    /// A weapon uses the pose of its player, although the weapon often has fewer frames. A model without frames is
    /// handled like a model with one frame.
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

    /// `frame_a` and `frame_b` as indices into a slice.
    pub const fn frames(&self) -> [usize; 2] {
        [self.frame_a as usize, self.frame_b as usize]
    }

    /// The frame with the larger share; `frame_b` if both shares are equal.
    pub fn nearest(&self) -> u32 {
        if self.blend < 0.5 { self.frame_a } else { self.frame_b }
    }

    /// Share of `frame` in the pose, 0..=1. The shares of all frames add up to 1.
    pub fn weight_of(&self, frame: u32) -> f32 {
        let from = if frame == self.frame_a { 1.0 - self.blend } else { 0.0 };
        let to = if frame == self.frame_b { self.blend } else { 0.0 };
        from + to
    }
}

/// Clamps `number` to 0..=1; NaN becomes 0.
pub fn saturate(number: f32) -> f32 {
    // `f32::clamp` returns NaN for NaN; a comparison with NaN is false.
    if number > 0.0 { number.min(1.0) } else { 0.0 }
}
