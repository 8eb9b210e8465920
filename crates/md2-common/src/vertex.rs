//! A vertex of a pose, as MDL and MD2 have it.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::normals::{NORMAL_COUNT, NORMALS, UP_NORMAL};

/// A packed position and a normal, 4 bytes: what a GPU can read as `R8G8B8A8_UINT`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Vertex {
    /// Packed x, y, z. The position in Quake units is `position * scale + translate`, with the values of the frame in
    /// MD2, of the header in MDL.
    pub position: [u8; 3],
    /// Index into [`NORMALS`], 0..162. Real files hold 162 and above now and then.
    pub normal_index: u8,
}

impl Vertex {
    /// The vertex of a packed position and a normal index.
    #[must_use]
    pub const fn new(position: [u8; 3], normal_index: u8) -> Self {
        Self { position, normal_index }
    }

    /// Whether the normal index is in the table, below 162.
    #[must_use]
    pub fn has_normal(&self) -> bool {
        usize::from(self.normal_index) < NORMAL_COUNT
    }

    /// The direction that the normal index names: X forward, Y left, Z up, unit length. An index of 162 or above is
    /// read as straight up, as the engine Q2PRO does.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        let index = if self.has_normal() { self.normal_index } else { UP_NORMAL };
        NORMALS[usize::from(index)]
    }

    /// The position in model space, in Quake units, given the `scale` and `translate` of the frame, or in MDL the
    /// `scale` and `scale_origin` of the model.
    #[must_use]
    pub fn dequantize(&self, scale: [f32; 3], translate: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.position.map(f32::from);
        let [sx, sy, sz] = scale;
        let [tx, ty, tz] = translate;
        [x * sx + tx, y * sy + ty, z * sz + tz]
    }
}
