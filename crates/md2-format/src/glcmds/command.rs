//! One OpenGL command: a strip or a fan and its vertices.

use crate::raw::Records;

/// A strip or a fan of vertices, borrowed from the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlCommand<'a> {
    /// The kind of command: a strip or a fan.
    pub primitive: GlPrimitive,
    /// The vertices. Fewer than three draw nothing.
    pub vertices: Records<'a, GlVertex>,
}

/// The rule by which the vertices of a [`GlCommand`] form triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlPrimitive {
    /// Each vertex forms a triangle with the two vertices before it. In every second triangle the first two corners
    /// are swapped, so that all triangles have the same winding.
    Strip,
    /// Each vertex forms a triangle with the first vertex and the vertex before it.
    Fan,
}

md2_common::records! {
    /// A vertex of a [`GlCommand`], 12 bytes of the file.
    pub struct GlVertex {
        /// Horizontal texture coordinate: 0 at the left edge of the skin, 1 at the right edge.
        pub s: f32,
        /// Vertical texture coordinate: 0 at the top of the skin, 1 at the bottom.
        pub t: f32,
        /// Index of the position in a frame's vertices.
        pub xyz: u32,
    }
}

impl<'a> GlCommand<'a> {
    /// Creates a command from its number of vertices, negative for a fan, and the bytes of the vertices.
    pub(super) const fn new(count: i32, vertices: &'a [u8]) -> Self {
        let primitive = if count > 0 { GlPrimitive::Strip } else { GlPrimitive::Fan };
        Self { primitive, vertices: Records::new(vertices) }
    }

    /// Returns the triangles of the strip or fan, all with the same winding.
    pub fn triangles(self) -> impl Iterator<Item = [GlVertex; 3]> + Clone + use<'a> {
        self.corners().map(move |corners| corners.map(|corner| self.vertices.record(corner)))
    }

    /// Returns the corners of the triangles as indices of [`vertices`](Self::vertices), in the order of
    /// [`triangles`](Self::triangles).
    pub fn corners(self) -> impl Iterator<Item = [usize; 3]> + Clone + use<'a> {
        (2..self.vertices.len()).map(move |last| match self.primitive {
            GlPrimitive::Fan => [0, last - 1, last],
            GlPrimitive::Strip if last.is_multiple_of(2) => [last - 2, last - 1, last],
            GlPrimitive::Strip => [last - 1, last - 2, last],
        })
    }

    /// Number of words of the command in the file: one for the count, and three for each vertex.
    pub const fn word_count(&self) -> usize {
        1 + GlVertex::WORDS * self.vertices.len()
    }

    /// Whether every vertex has finite coordinates and an index below `vertex_count`, which is at most 2³¹.
    pub(super) fn is_valid(&self, vertex_count: u32) -> bool {
        let wrongness = self.vertices.iter().fold(0, |all, vertex| all | vertex.wrongness(vertex_count));
        wrongness & SIGN == 0
    }
}

impl GlVertex {
    /// Number of words of a vertex in the file.
    pub const WORDS: usize = 3;

    /// Bytes of a vertex in the file.
    pub const BYTES: usize = 12;

    pub(super) fn is_valid(&self, vertex_count: u32) -> bool {
        self.wrongness(vertex_count) & SIGN == 0
    }

    pub(super) fn read_index_first(&self) -> Self {
        let Self { s, t, xyz } = *self;
        Self { s: t, t: f32::from_bits(xyz), xyz: s.to_bits() }
    }

    /// Returns a number whose sign bit is set if the vertex is not [valid](Self::is_valid). Computed without branches,
    /// so that loops over many vertices are fast.
    fn wrongness(&self, vertex_count: u32) -> u32 {
        let past_end = vertex_count.wrapping_sub(1).wrapping_sub(self.xyz);
        // The difference is only meaningful if the index is not negative as a signed integer.
        let negative = self.xyz;
        negative | past_end | not_finite(self.s) | not_finite(self.t)
    }
}

const SIGN: u32 = 1 << 31;

/// Returns a number whose sign bit is set if all bits of the exponent are set, as in infinities and NaNs.
fn not_finite(value: f32) -> u32 {
    let magnitude = value.to_bits() & !SIGN;
    magnitude.wrapping_add(1 << 23)
}
