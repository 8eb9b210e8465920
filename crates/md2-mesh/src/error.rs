//! Why a mesh cannot be built.

use std::fmt;
use std::ops::Range;

/// The furthest a coordinate may lie from the origin.
///
/// Far beyond any model, and small enough that the square of a distance between two such points is
/// still finite in `f32`: bounds, radii and normals can be computed without a special case.
pub const MAX_COORDINATE: f32 = 1.0e18;

/// What keeps arrays from becoming a [`Mesh`](crate::Mesh). Each says what was found and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// The model has no frames, so there is no pose to show.
    #[error("the model has no frames")]
    NoFrames,
    /// A frame's scale or translation puts points so far away (or nowhere) that nothing can be computed
    /// from them. Seen in files whose bytes were shifted by a text-mode transfer.
    #[error(
        "frame {frame}: {axis} runs from {from:e} to {to:e}, allowed are finite values up to {limit:e}",
        limit = MAX_COORDINATE
    )]
    Coordinate {
        /// The frame, from 0.
        frame: usize,
        /// The axis.
        axis: Axis,
        /// Where the least packed coordinate lies.
        from: f32,
        /// Where the greatest packed coordinate lies.
        to: f32,
    },
    /// The arrays handed to [`Mesh::from_parts`](crate::Mesh::from_parts) do not fit together.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

/// How the arrays of a [`MeshParts`](crate::MeshParts) contradict each other.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// An array has another length than the others ask for.
    #[error("{what}: {found} given, expected {expected}")]
    Length {
        /// The array, as its field is called.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// The indices do not come in threes.
    #[error("indices: {found} given, expected a multiple of 3")]
    PartialTriangle {
        /// The number of indices.
        found: usize,
    },
    /// A surface does not begin where the one before it ends, ends behind the indices, or within a triangle.
    #[error(
        "surfaces[{surface}]: indices {}..{}, expected triangles from {} on, up to {}",
        found.start, found.end, available.start, available.end
    )]
    SurfaceIndices {
        /// Which surface.
        surface: usize,
        /// Its indices.
        found: Range<usize>,
        /// The indices that the surfaces before it leave.
        available: Range<usize>,
    },
    /// A surface claims vertices that are not there.
    #[error("surfaces[{surface}]: vertices {}..{}, expected within 0..{vertex_count}", found.start, found.end)]
    SurfaceVertices {
        /// Which surface.
        surface: usize,
        /// Its vertices.
        found: Range<usize>,
        /// The number of vertices.
        vertex_count: usize,
    },
    /// An index names no vertex of its surface.
    #[error("indices[{position}]: vertex {found}, expected {}..{}", allowed.start, allowed.end)]
    Index {
        /// Where in the index list.
        position: usize,
        /// The index.
        found: u32,
        /// The vertices of the surface.
        allowed: Range<usize>,
    },
    /// A tag has more or fewer poses than the mesh has frames.
    #[error("tag {tag:?}: {found} frames, expected {expected}")]
    TagFrames {
        /// Its name.
        tag: String,
        /// Its poses.
        found: usize,
        /// The frames of the mesh.
        expected: usize,
    },
    /// A tag's place or axes are infinite or not a number.
    #[error("tag {tag:?}, frame {frame}: not finite")]
    Tag {
        /// Its name.
        tag: String,
        /// The frame, from 0.
        frame: usize,
    },
    /// A packed vertex names no direction of the normal table.
    #[error("frame {frame}, vertex {vertex}: normal index {found}, expected 0..{count}", count = md2_common::NORMALS.len())]
    Normal {
        /// The frame, from 0.
        frame: usize,
        /// The vertex.
        vertex: usize,
        /// The normal index.
        found: u8,
    },
    /// A vertex comes from one that the source cannot have: it has no more than the mesh.
    #[error("source_vertices[{vertex}]: vertex {found} of the source, expected 0..{vertex_count}")]
    Source {
        /// The vertex.
        vertex: usize,
        /// The vertex of the source.
        found: u32,
        /// The number of vertices of the mesh.
        vertex_count: usize,
    },
    /// A texture coordinate is infinite or not a number.
    #[error("uvs[{vertex}]: ({}, {}) is not finite", found[0], found[1])]
    Uv {
        /// The vertex.
        vertex: usize,
        /// Its texture coordinates.
        found: [f32; 2],
    },
}

/// An axis of model space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Forward.
    X,
    /// Left.
    Y,
    /// Up.
    Z,
}

impl Axis {
    /// The three axes in the order of a coordinate triple.
    pub(crate) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        })
    }
}
