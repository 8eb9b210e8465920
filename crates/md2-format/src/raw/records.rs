//! The fixed-size records after the header.

use core::mem::offset_of;

use md2_common::{Name, skin_uv};
use zerocopy::little_endian::{F32, I16, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The name of a frame.
pub type FrameName = Name<16>;

/// The path of a skin image, relative to the game's folder.
pub type SkinName = Name<64>;

/// The path of a skin image, 64 bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Skin {
    /// The whole field, 64 bytes.
    pub field: SkinName,
}

impl Skin {
    /// The path up to the first NUL, at most 64 bytes; it need not be UTF-8.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.field.as_bytes()
    }
}

/// Returns the path, as [`name`](Skin::name) does, so that functions for names accept skins.
impl AsRef<[u8]> for Skin {
    fn as_ref(&self) -> &[u8] {
        self.name()
    }
}

/// A skin coordinate in texels, origin at the top left, 4 bytes.
///
/// Coordinates may be outside the skin, which then repeats. [`uv`](Self::uv) returns normalized texture coordinates.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct St {
    s: I16,
    t: I16,
}

impl St {
    /// Creates a skin coordinate.
    #[must_use]
    pub const fn new(s: i16, t: i16) -> Self {
        Self { s: I16::new(s), t: I16::new(t) }
    }

    /// Texels from the left edge.
    #[must_use]
    pub fn s(&self) -> i16 {
        self.s.get()
    }

    /// Texels from the top edge.
    #[must_use]
    pub fn t(&self) -> i16 {
        self.t.get()
    }

    /// Returns the texture coordinates on a skin of `skin_size` (width and height in texels), see [`skin_uv`].
    ///
    /// ```
    /// use md2_format::raw::St;
    ///
    /// assert_eq!(St::new(0, 3).uv([2, 4]), [0.25, 0.875]);
    /// ```
    #[must_use]
    pub fn uv(&self, skin_size: [i32; 2]) -> [f32; 2] {
        skin_uv([self.s().into(), self.t().into()], skin_size.map(i64::from))
    }
}

/// Three corners, 12 bytes. Each corner has the index of a position and the index of a skin coordinate.
///
/// The corners are clockwise seen from outside.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Triangle {
    xyz: [U16; 3],
    st: [U16; 3],
}

impl Triangle {
    /// Creates a triangle from the indices of its positions and skin coordinates.
    pub fn new(xyz: [u16; 3], st: [u16; 3]) -> Self {
        Self { xyz: xyz.map(U16::new), st: st.map(U16::new) }
    }

    /// Indices of the three positions in a frame's vertices.
    pub fn xyz(&self) -> [u16; 3] {
        self.xyz.map(U16::get)
    }

    /// Indices of the three skin coordinates.
    pub fn st(&self) -> [u16; 3] {
        self.st.map(U16::get)
    }

    /// Byte offset of a corner's position index from the start of the triangle.
    pub(crate) const fn xyz_offset(corner: usize) -> usize {
        offset_of!(Self, xyz).saturating_add(corner.saturating_mul(size_of::<U16>()))
    }

    /// Byte offset of a corner's skin coordinate index from the start of the triangle.
    pub(crate) const fn st_offset(corner: usize) -> usize {
        offset_of!(Self, st).saturating_add(corner.saturating_mul(size_of::<U16>()))
    }
}

/// The header of a frame, before its vertices, 40 bytes.
#[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct FrameHeader {
    scale: [F32; 3],
    translate: [F32; 3],
    /// The frame's name.
    pub name: FrameName,
}

impl FrameHeader {
    pub(crate) const SCALE_OFFSET: usize = offset_of!(Self, scale);
    pub(crate) const TRANSLATE_OFFSET: usize = offset_of!(Self, translate);
    pub(crate) const NAME_OFFSET: usize = offset_of!(Self, name);

    /// Creates the header of a frame.
    pub fn new(name: FrameName, scale: [f32; 3], translate: [f32; 3]) -> Self {
        Self { scale: scale.map(F32::new), translate: translate.map(F32::new), name }
    }

    /// Size of a quantization step in Quake units, per axis. Negative in some files.
    pub fn scale(&self) -> [f32; 3] {
        self.scale.map(F32::get)
    }

    /// Offset in Quake units that is added after scaling, per axis.
    pub fn translate(&self) -> [f32; 3] {
        self.translate.map(F32::get)
    }
}

/// A 32-bit word of the OpenGL commands: a count, a vertex index, or a texture coordinate.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(transparent)]
pub struct Word(U32);

impl Word {
    /// Creates a word from a count or an index.
    #[must_use]
    pub const fn from_i32(value: i32) -> Self {
        Self(U32::new(value.cast_unsigned()))
    }

    /// Creates a word from a texture coordinate.
    #[must_use]
    pub fn from_f32(value: f32) -> Self {
        Self(U32::new(value.to_bits()))
    }

    /// Returns the word as a count or an index.
    #[must_use]
    pub fn to_i32(self) -> i32 {
        self.0.get().cast_signed()
    }
}
