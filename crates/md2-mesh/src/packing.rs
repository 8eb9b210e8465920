//! The layouts of a packed vertex.

use md2_common::{NORMALS, decode_normal, encode_normal, nearest_normal};

/// The layout of a vertex in [`Mesh::packed_bytes`](crate::Mesh::packed_bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// Four bytes: x, y and z, then an index into [`NORMALS`]. The layout of MD2 and of Quake's MDL.
    Position8Normal8,
    /// Eight bytes: x, y and z as little-endian `i16`, then two angles of the normal in 256ths of a circle: from +Z, and
    /// around Z from +X towards +Y. The layout of Quake III's MD3.
    Position16Normal16,
}

impl Packing {
    /// Bytes per vertex, a multiple of 4.
    #[must_use]
    pub const fn vertex_bytes(self) -> usize {
        match self {
            Self::Position8Normal8 => size_of::<Vertex8>(),
            Self::Position16Normal16 => size_of::<Vertex16>(),
        }
    }

    /// The least and the greatest packed coordinate.
    #[must_use]
    pub const fn coordinate_range(self) -> [f32; 2] {
        match self {
            Self::Position8Normal8 => [0.0, 255.0],
            Self::Position16Normal16 => [-32768.0, 32767.0],
        }
    }

    /// Returns the packed coordinates of a vertex.
    ///
    /// # Panics
    /// If `vertex` does not have [`vertex_bytes`](Self::vertex_bytes).
    #[must_use]
    pub fn coordinates(self, vertex: &[u8]) -> [f32; 3] {
        match self {
            Self::Position8Normal8 => only::<Vertex8>(vertex).coordinates(),
            Self::Position16Normal16 => only::<Vertex16>(vertex).coordinates(),
        }
    }

    /// Returns the normal of a vertex, of unit length.
    ///
    /// # Panics
    /// If `vertex` does not have [`vertex_bytes`](Self::vertex_bytes), or its normal index is out of range.
    #[must_use]
    pub fn direction(self, vertex: &[u8]) -> [f32; 3] {
        match self {
            Self::Position8Normal8 => only::<Vertex8>(vertex).direction(),
            Self::Position16Normal16 => only::<Vertex16>(vertex).direction(),
        }
    }

    /// Stores the normal nearest to `direction`, which may have any length; +Z if it has none.
    ///
    /// # Panics
    /// If `vertex` does not have [`vertex_bytes`](Self::vertex_bytes).
    pub fn set_direction(self, vertex: &mut [u8], direction: [f32; 3]) {
        assert_eq!(vertex.len(), self.vertex_bytes(), "one vertex");
        match self {
            Self::Position8Normal8 => vertex[3] = nearest_normal(direction),
            Self::Position16Normal16 => vertex[6..].copy_from_slice(&encode_normal(direction)),
        }
    }

    /// Copies the normal of `from` to `vertex`, byte for byte.
    pub(crate) fn copy_direction(self, vertex: &mut [u8], from: &[u8]) {
        let start = match self {
            Self::Position8Normal8 => 3,
            Self::Position16Normal16 => 6,
        };
        vertex[start..].copy_from_slice(&from[start..]);
    }

    /// Whether two vertices have the same normal, byte for byte.
    pub(crate) fn is_same_direction(self, a: &[u8], b: &[u8]) -> bool {
        match self {
            Self::Position8Normal8 => a[3] == b[3],
            Self::Position16Normal16 => a[6..8] == b[6..8],
        }
    }
}

/// A packed vertex of a known layout.
pub(crate) trait PackedVertex: Copy {
    /// Returns the whole vertices in `bytes`.
    fn all(bytes: &[u8]) -> &[Self];

    /// Returns the packed position.
    fn coordinates(self) -> [f32; 3];

    /// Returns the normal. The normal index must be in range.
    fn direction(self) -> [f32; 3];

    /// Returns the normal and a zero, to fill four lanes.
    fn direction_row(self) -> [f32; 4];
}

/// A row for each byte value, aligned so that no row crosses a cache line.
#[repr(align(64))]
struct Rows([[f32; 4]; 256]);

/// [`NORMALS`] with a zero after each, and zeros for indices out of range.
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

/// The bytes of a vertex of [`Packing::Position8Normal8`]: x, y, z, index of the normal.
pub type Vertex8 = [u8; 4];

impl PackedVertex for Vertex8 {
    fn all(bytes: &[u8]) -> &[Self] {
        bytes.as_chunks().0
    }

    /// Extracts the bytes from one word. Compilers vectorize this, which makes posing twice as fast.
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

/// The bytes of a vertex of [`Packing::Position16Normal16`]: x, y, z in two each, two angles of the normal.
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

/// Reads `bytes` as a single vertex.
fn only<V: PackedVertex>(bytes: &[u8]) -> V {
    assert_eq!(bytes.len(), size_of::<V>(), "one vertex");
    V::all(bytes)[0]
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;

    #[test]
    fn decodes_angles_as_directions() {
        let check = |angles: [u8; 2], expected: [f32; 3]| {
            let vertex = [0, 0, 0, 0, 0, 0, angles[0], angles[1]];
            let found = Packing::Position16Normal16.direction(&vertex);
            assert!((0..3).all(|i| (found[i] - expected[i]).abs() < 1e-6), "{angles:?}: {found:?}");
        };
        check([0, 0], [0.0, 0.0, 1.0]);
        check([128, 0], [0.0, 0.0, -1.0]);
        check([64, 0], [1.0, 0.0, 0.0]);
        check([64, 64], [0.0, 1.0, 0.0]);
        check([64, 192], [0.0, -1.0, 0.0]);
        check([192, 0], [-1.0, 0.0, 0.0]);
        let (sin, cos) = 0.125_f32.mul_add(TAU, 0.0).sin_cos();
        check([32, 32], [cos * sin, sin * sin, cos]);
    }

    #[test]
    fn reads_coordinates_as_signed_words_or_bytes() {
        let words = [-32768_i16, 32767, -1].map(i16::to_le_bytes).concat();
        let vertex = [words, vec![0, 0]].concat();
        assert_eq!(Packing::Position16Normal16.coordinates(&vertex), [-32768.0, 32767.0, -1.0]);
        assert_eq!(Packing::Position8Normal8.coordinates(&[255, 0, 128, 5]), [255.0, 0.0, 128.0]);
    }
}
