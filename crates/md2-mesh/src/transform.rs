//! The transform from packed coordinates to positions.

/// Converts the packed coordinates of one frame to positions: `packed * scale + translate`, per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTransform {
    /// Factor per axis. In a mesh it is finite, and may be negative or zero.
    pub scale: [f32; 3],
    /// Offset per axis. In a mesh it is finite.
    pub translate: [f32; 3],
}

impl FrameTransform {
    /// Leaves packed coordinates unchanged.
    pub const IDENTITY: Self = Self { scale: [1.0; 3], translate: [0.0; 3] };

    /// Returns the position of packed coordinates.
    #[must_use]
    pub fn position(&self, packed: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|i| packed[i] * self.scale[i] + self.translate[i])
    }
}
