//! The byte layouts of a quantized vertex.

use std::ops::Range;

use md2_common::{NORMALS, decode_normal, encode_normal, nearest_normal};

/// The layout of a vertex in [`Mesh::packed_bytes`](crate::Mesh::packed_bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// Four bytes: x, y, z, and an index into [`NORMALS`]. MD2 and Quake's MDL use this layout.
    Position8Normal8,
    /// Eight bytes: x, y and z as little-endian `i16`, then two angles of the normal in units of 1/256 circle: the angle from +Z, and the
    /// angle around Z from +X towards +Y. Quake III's MD3 uses this layout.
    Position16Normal16,
}

impl Packing {
    /// Number of bytes per vertex, a multiple of 4.
    pub const fn vertex_bytes(self) -> usize {
        match self {
            Self::Position8Normal8 => size_of::<Vertex8>(),
            Self::Position16Normal16 => size_of::<Vertex16>(),
        }
    }

    /// Returns the smallest and the largest quantized coordinate that the layout can store.
    pub const fn coordinate_range(self) -> [f32; 2] {
        match self {
            Self::Position8Normal8 => [0.0, 255.0],
            Self::Position16Normal16 => [-32768.0, 32767.0],
        }
    }

    /// Returns the quantized coordinates of a vertex.
    ///
    /// # Panics
    /// If the length of `vertex` is not [`vertex_bytes`](Self::vertex_bytes).
    pub fn coordinates(self, vertex: &[u8]) -> [f32; 3] {
        match self {
            Self::Position8Normal8 => only::<Vertex8>(vertex).coordinates(),
            Self::Position16Normal16 => only::<Vertex16>(vertex).coordinates(),
        }
    }

    /// Returns the normal of a vertex as a unit vector.
    ///
    /// # Panics
    /// If the length of `vertex` is not [`vertex_bytes`](Self::vertex_bytes), or if its normal index is out of range.
    pub fn direction(self, vertex: &[u8]) -> [f32; 3] {
        match self {
            Self::Position8Normal8 => only::<Vertex8>(vertex).direction(),
            Self::Position16Normal16 => only::<Vertex16>(vertex).direction(),
        }
    }

    /// Stores the normal that is nearest to `direction`. `direction` may have any length; if it is zero, the normal is +Z.
    ///
    /// # Panics
    /// If the length of `vertex` is not [`vertex_bytes`](Self::vertex_bytes).
    pub fn set_direction(self, vertex: &mut [u8], direction: [f32; 3]) {
        assert_eq!(vertex.len(), self.vertex_bytes(), "one vertex");
        match self {
            Self::Position8Normal8 => vertex[3] = nearest_normal(direction),
            Self::Position16Normal16 => vertex[6..].copy_from_slice(&encode_normal(direction)),
        }
    }

    /// Returns the bytes of a vertex that store its normal.
    pub const fn normal_bytes(self) -> Range<usize> {
        match self {
            Self::Position8Normal8 => 3..4,
            Self::Position16Normal16 => 6..8,
        }
    }
}

pub(crate) trait PackedVertex: Copy {
    fn all(bytes: &[u8]) -> &[Self];

    fn coordinates(self) -> [f32; 3];

    fn direction(self) -> [f32; 3];

    /// Returns the normal as a unit vector, followed by a zero so that it fills a SIMD vector of four numbers.
    fn direction_row(self) -> [f32; 4];
}

/// A table with a row of four numbers for each value of a byte. It is aligned so that no row crosses the border of a cache line.
#[repr(align(64))]
struct Rows([[f32; 4]; 256]);

/// The vectors of [`NORMALS`], each followed by a zero. The rows of indices that are out of range contain only zeros.
static NORMAL_ROWS: Rows = {
    let mut rows = [[0.0; 4]; 256];
    let mut i = 0;
    while i < NORMALS.len() {
        let [x, y, z] = NORMALS[i];
        rows[i] = [x, y, z, 0.0];
        i += 1;
    }
    Rows(rows)
};

/// The bytes of a vertex in [`Packing::Position8Normal8`]: x, y, z, normal index.
pub type Vertex8 = [u8; 4];

impl PackedVertex for Vertex8 {
    fn all(bytes: &[u8]) -> &[Self] {
        bytes.as_chunks().0
    }

    /// Reads the vertex as one 32-bit word. Compilers vectorize this form, which makes posing twice as fast.
    #[inline(always)]
    fn coordinates(self) -> [f32; 3] {
        let word = u32::from_le_bytes(self).cast_signed();
        [(word & 0xff) as f32, ((word >> 8) & 0xff) as f32, ((word >> 16) & 0xff) as f32]
    }

    fn direction(self) -> [f32; 3] {
        let [.., normal] = self;
        NORMALS[usize::from(normal)]
    }

    #[inline(always)]
    fn direction_row(self) -> [f32; 4] {
        let [.., normal] = self;
        NORMAL_ROWS.0[usize::from(normal)]
    }
}

/// The bytes of a vertex in [`Packing::Position16Normal16`]: two each for x, y and z, then the two angles of the normal.
pub type Vertex16 = [u8; 8];

impl PackedVertex for Vertex16 {
    fn all(bytes: &[u8]) -> &[Self] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn coordinates(self) -> [f32; 3] {
        let [x0, x1, y0, y1, z0, z1, ..] = self;
        [[x0, x1], [y0, y1], [z0, z1]].map(|bytes| f32::from(i16::from_le_bytes(bytes)))
    }

    #[inline(always)]
    fn direction(self) -> [f32; 3] {
        let [.., zenith, azimuth] = self;
        decode_normal([zenith, azimuth])
    }

    #[inline(always)]
    fn direction_row(self) -> [f32; 4] {
        let [x, y, z] = self.direction();
        [x, y, z, 0.0]
    }
}

fn only<V: PackedVertex>(bytes: &[u8]) -> V {
    assert_eq!(bytes.len(), size_of::<V>(), "one vertex");
    V::all(bytes)[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_coordinates_as_signed_words_or_bytes() {
        let words = [-32768_i16, 32767, -1].map(i16::to_le_bytes).concat();
        let vertex = [words, vec![0, 0]].concat();
        assert_eq!(Packing::Position16Normal16.coordinates(&vertex), [-32768.0, 32767.0, -1.0]);
        assert_eq!(Packing::Position8Normal8.coordinates(&[255, 0, 128, 5]), [255.0, 0.0, 128.0]);
    }
}
