//! Why a mesh cannot be built.

use std::fmt;

/// What keeps a model from becoming a [`Mesh`](crate::Mesh). Each says what was found and what is allowed.
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
        limit = crate::MAX_COORDINATE
    )]
    Coordinate {
        /// The frame, from 0.
        frame: usize,
        /// The axis.
        axis: Axis,
        /// Where packed coordinate 0 lies.
        from: f32,
        /// Where packed coordinate 255 lies.
        to: f32,
    },
    /// The frames together would take more bytes than the caller allows.
    #[error("{vertices} vertices (seams split) in {frames} frames take {bytes} bytes, allowed are {allowed}")]
    TooLarge {
        /// Vertices after splitting at seams.
        vertices: usize,
        /// Frames.
        frames: usize,
        /// Bytes that all frames together would take.
        bytes: usize,
        /// [`MeshOptions::max_packed_bytes`](crate::MeshOptions::max_packed_bytes).
        allowed: usize,
    },
    /// The model has so many triangles that 32 bits cannot number their corners and the vertices.
    #[error("{found} triangles, allowed are {allowed}")]
    TooManyTriangles {
        /// Triangles in the model.
        found: usize,
        /// The most there may be.
        allowed: usize,
    },
    /// There is no memory for the frames.
    #[error("no memory for the {bytes} bytes that the frames take")]
    OutOfMemory {
        /// Bytes that all frames together would take.
        bytes: usize,
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
    /// An index names no vertex.
    #[error("indices[{position}]: vertex {found}, expected 0..{vertex_count}")]
    Index {
        /// Where in the index list.
        position: usize,
        /// The index.
        found: u32,
        /// The number of vertices.
        vertex_count: usize,
    },
    /// A packed vertex names no direction of the normal table.
    #[error("frame {frame}, vertex {vertex}: normal index {found}, expected 0..{count}", count = md2_format::NORMALS.len())]
    Normal {
        /// The frame, from 0.
        frame: usize,
        /// The vertex.
        vertex: usize,
        /// The normal index.
        found: u8,
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
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];
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
