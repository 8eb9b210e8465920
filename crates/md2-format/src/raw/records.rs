//! The fixed-size records after the header.

use md2_common::{Name, skin_uv};

/// The name of a frame.
pub type FrameName = Name<16>;

/// The path of a skin image, relative to the game's folder, 64 bytes. It need not be UTF-8.
pub type SkinName = Name<64>;

md2_common::records! {
    /// A skin coordinate in texels, origin at the top left, 4 bytes.
    ///
    /// Coordinates may be outside the skin, which then repeats. [`uv`](Self::uv) returns normalized texture coordinates.
    #[derive(Eq, Hash)]
    pub struct St {
        /// Texels from the left edge.
        pub s: i16,
        /// Texels from the top edge.
        pub t: i16,
    }

    /// Three corners, 12 bytes. Each corner has the index of a position and the index of a skin coordinate.
    ///
    /// The corners are clockwise seen from outside.
    #[derive(Eq, Hash)]
    pub struct Triangle {
        /// Indices of the three positions in a frame's vertices.
        pub xyz: [u16; 3],
        /// Indices of the three skin coordinates.
        pub st: [u16; 3],
    }

    /// The header of a frame, before its vertices, 40 bytes.
    pub struct FrameHeader {
        /// Size of a quantization step in Quake units, per axis. Negative in some files.
        pub scale: [f32; 3],
        /// Offset in Quake units that is added after scaling, per axis.
        pub translate: [f32; 3],
        /// The frame's name.
        pub name: FrameName,
    }
}

impl St {
    /// Creates a skin coordinate.
    pub const fn new(s: i16, t: i16) -> Self {
        Self { s, t }
    }

    /// Returns the texture coordinates on a skin of `skin_size` (width and height in texels), see [`skin_uv`].
    ///
    /// ```
    /// use md2_format::raw::St;
    ///
    /// assert_eq!(St::new(0, 3).uv([2, 4]), [0.25, 0.875]);
    /// ```
    pub fn uv(&self, skin_size: [i32; 2]) -> [f32; 2] {
        skin_uv([self.s.into(), self.t.into()], skin_size.map(i64::from))
    }
}

impl Triangle {
    /// Creates a triangle from the indices of its positions and skin coordinates.
    pub const fn new(xyz: [u16; 3], st: [u16; 3]) -> Self {
        Self { xyz, st }
    }
}

/// A 32-bit word of the OpenGL commands in little-endian bytes: a count, a vertex index, or a texture coordinate.
pub type Word = [u8; 4];
