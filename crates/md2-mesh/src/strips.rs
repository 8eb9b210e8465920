//! Triangle strips and fans over the vertices of a mesh.

use std::ops::Range;

/// The triangles of a mesh a second time, as strips and fans, such as the OpenGL commands of an MD2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strips {
    /// The vertices of all strips and fans, one after the other.
    pub indices: Vec<u32>,
    /// The strips and fans, in drawing order.
    pub runs: Vec<StripRun>,
}

/// A strip or a fan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripRun {
    /// Whether it is a fan: each triangle has the first vertex of the fan. Otherwise it is a strip: each vertex from the third on forms a
    /// triangle with the two before it, and every second triangle has the opposite winding.
    pub is_fan: bool,
    /// The range in [`Strips::indices`].
    pub indices: Range<usize>,
}
