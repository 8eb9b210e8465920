//! The conversion of quantized coordinates to positions.

/// The conversion of a frame's quantized coordinates to positions: `packed * scale + translate`, per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTransform {
    /// The factor on each axis, which may be negative or zero. In a [`Mesh`](crate::Mesh), all factors are finite.
    pub scale: [f32; 3],
    /// The offset on each axis. In a [`Mesh`](crate::Mesh), all offsets are finite.
    pub translate: [f32; 3],
}

impl FrameTransform {
    /// The transform that does not change coordinates.
    pub const IDENTITY: Self = Self { scale: [1.0; 3], translate: [0.0; 3] };

    /// Returns the position for quantized coordinates.
    pub fn position(&self, packed: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|i| packed[i] * self.scale[i] + self.translate[i])
    }
}
