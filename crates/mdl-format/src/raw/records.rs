//! The fixed-size records after the header.

use md2_common::Name;

/// The name of a pose, 16 bytes.
pub type PoseName = Name<16>;

md2_common::records! {
    /// The skin coordinate of a vertex in texels, origin at the top left, 12 bytes.
    #[derive(Eq, Hash)]
    pub struct St {
        /// The field `onseam`, as the file stores it: 32 for a vertex on the seam, 0 for others.
        pub onseam: i32,
        /// Texels from the left edge.
        pub s: i32,
        /// Texels from the top edge.
        pub t: i32,
    }

    /// A triangle, 16 bytes: three vertices, and the half of the skin that the triangle uses.
    ///
    /// The corners are clockwise seen from outside.
    #[derive(Eq, Hash)]
    pub struct Triangle {
        /// The field `facesfront`, as the file stores it: 0 or 1. In a few files it is uninitialized memory.
        pub facesfront: i32,
        pub(crate) vertindex: [u32; 3],
    }

    /// Bounds in quantized coordinates, 8 bytes. They are often too large, and later engines do not read them.
    #[derive(Eq, Hash)]
    pub struct Bounds {
        /// The least x, y, z, and an unused fourth byte.
        pub bboxmin: [u8; 4],
        /// The greatest x, y, z, and an unused fourth byte.
        pub bboxmax: [u8; 4],
    }

    /// The header of a pose, before its vertices, 24 bytes.
    #[derive(Eq, Hash)]
    pub struct PoseHeader {
        /// The bounds of the pose's vertices.
        pub bounds: Bounds,
        /// The pose's name.
        pub name: PoseName,
    }
}

impl St {
    /// The value of `onseam` that id Software's modelgen writes for a vertex on the seam. WinQuake tests only this
    /// bit; all other engines test for any value except 0.
    pub(crate) const ON_SEAM: i32 = 0x20;

    /// Creates the skin coordinate of a vertex that is not on the seam.
    pub const fn new(s: i32, t: i32) -> Self {
        Self { onseam: 0, s, t }
    }

    /// Whether the vertex is on the seam between the two halves of the skin. If so, `s` is in the left half.
    pub fn is_on_seam(&self) -> bool {
        self.onseam != 0
    }
}

impl Triangle {
    /// Creates a triangle from the indices of its vertices.
    pub const fn new(facesfront: i32, vertices: [u32; 3]) -> Self {
        Self { facesfront, vertindex: vertices }
    }

    /// Whether the triangle is on the model's front and uses the left half of the skin.
    pub fn is_front(&self) -> bool {
        self.facesfront != 0
    }

    /// Vertex indices, the same in all poses. A negative index, which parsing rejects, is read as 2³¹ or more.
    pub fn vertices(&self) -> [u32; 3] {
        self.vertindex
    }
}
