//! The fixed-size records after the header.

use md2_common::Name;
use zerocopy::little_endian::{I32, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The name of a pose, 16 bytes.
pub type PoseName = Name<16>;

/// The skin coordinate of a vertex in texels, origin at the top left, 12 bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct St {
    onseam: I32,
    s: I32,
    t: I32,
}

impl St {
    /// The value of `onseam` that id Software's modelgen writes for a vertex on the seam. WinQuake tests only this
    /// bit; all other engines test for any value except 0.
    pub const ON_SEAM: i32 = 0x20;

    /// Creates a skin coordinate.
    #[must_use]
    pub const fn new(onseam: i32, s: i32, t: i32) -> Self {
        Self { onseam: I32::new(onseam), s: I32::new(s), t: I32::new(t) }
    }

    /// The field `onseam`, as the file stores it.
    #[must_use]
    pub fn onseam(&self) -> i32 {
        self.onseam.get()
    }

    /// Whether the vertex is on the seam between the two halves of the skin. If so, `s` is in the left half.
    #[must_use]
    pub fn is_on_seam(&self) -> bool {
        self.onseam.get() != 0
    }

    /// Texels from the left edge.
    #[must_use]
    pub fn s(&self) -> i32 {
        self.s.get()
    }

    /// Texels from the top edge.
    #[must_use]
    pub fn t(&self) -> i32 {
        self.t.get()
    }
}

/// A triangle, 16 bytes: three vertices, and the half of the skin that the triangle uses.
///
/// The corners are clockwise seen from outside.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Triangle {
    facesfront: I32,
    vertindex: [U32; 3],
}

impl Triangle {
    /// Creates a triangle from the indices of its vertices.
    #[must_use]
    pub fn new(facesfront: i32, vertices: [u32; 3]) -> Self {
        Self { facesfront: I32::new(facesfront), vertindex: vertices.map(U32::new) }
    }

    /// The field `facesfront`, as the file stores it: 0 or 1. In a few files it is uninitialized memory.
    #[must_use]
    pub fn facesfront(&self) -> i32 {
        self.facesfront.get()
    }

    /// Whether the triangle is on the model's front and uses the left half of the skin.
    #[must_use]
    pub fn is_front(&self) -> bool {
        self.facesfront.get() != 0
    }

    /// Vertex indices, the same in all poses. A negative index, which parsing rejects, is read as 2³¹ or more.
    #[must_use]
    pub fn vertices(&self) -> [u32; 3] {
        self.vertindex.map(U32::get)
    }

    pub(crate) const fn corner_offset(corner: usize) -> usize {
        core::mem::offset_of!(Self, vertindex).saturating_add(corner.saturating_mul(size_of::<U32>()))
    }
}

/// Bounds in quantized coordinates, 8 bytes. They are often too large, and later engines do not read them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Bounds {
    /// The least x, y, z, and an unused fourth byte.
    pub bboxmin: [u8; 4],
    /// The greatest x, y, z, and an unused fourth byte.
    pub bboxmax: [u8; 4],
}

/// The header of a pose, before its vertices, 24 bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct PoseHeader {
    /// The bounds of the pose's vertices.
    pub bounds: Bounds,
    /// The pose's name.
    pub name: PoseName,
}
