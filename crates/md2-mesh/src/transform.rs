//! From packed coordinates to positions.

/// What turns the packed coordinates of one frame into positions: `packed * scale + translate`, per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTransform {
    /// Factor per axis. In a mesh it is finite, and may be negative or zero.
    pub scale: [f32; 3],
    /// Offset per axis. In a mesh it is finite.
    pub translate: [f32; 3],
}

impl FrameTransform {
    /// Packed coordinates are positions.
    pub const IDENTITY: Self = Self { scale: [1.0; 3], translate: [0.0; 3] };

    /// The position that packed coordinates stand for.
    #[must_use]
    pub fn position(&self, packed: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|i| packed[i] * self.scale[i] + self.translate[i])
    }
}
