//! The vertex type of MDL and MD2.

use crate::normals::{NORMAL_COUNT, NORMALS, UP_NORMAL};

records! {
    /// A quantized position and a normal index, 4 bytes. A GPU can read a vertex as `R8G8B8A8_UINT`.
    #[derive(Eq, Hash)]
    pub struct Vertex {
        /// Quantized x, y, z; see [`dequantize`](Self::dequantize).
        pub position: [u8; 3],
        /// Index into [`NORMALS`], 0..162. Some real files contain greater values.
        pub normal_index: u8,
    }
}

impl Vertex {
    /// Creates a vertex.
    pub const fn new(position: [u8; 3], normal_index: u8) -> Self {
        Self { position, normal_index }
    }

    /// Whether the normal index is in the table, below 162.
    #[inline]
    pub fn has_normal(&self) -> bool {
        usize::from(self.normal_index) < NORMAL_COUNT
    }

    /// The normal that `normal_index` selects: X forward, Y left, Z up, unit length. Indices of 162 and above give (0,
    /// 0, 1), as in the engine Q2PRO.
    #[inline]
    pub fn normal(&self) -> [f32; 3] {
        let index = if self.has_normal() { self.normal_index } else { UP_NORMAL };
        NORMALS[usize::from(index)]
    }

    /// The position in model space, in Quake units: `position * scale + translate`. MD2 stores `scale` and `translate` in
    /// the frame; MDL stores `scale` and `scale_origin` in the header.
    #[inline]
    pub fn dequantize(&self, scale: [f32; 3], translate: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.position.map(f32::from);
        let [sx, sy, sz] = scale;
        let [tx, ty, tz] = translate;
        [x * sx + tx, y * sy + ty, z * sz + tz]
    }
}
