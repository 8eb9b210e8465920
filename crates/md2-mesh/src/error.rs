//! Errors of building a mesh.

use std::fmt;
use std::ops::Range;

/// The largest allowed coordinate.
///
/// No real model comes near it. The square of the distance between two such points is still finite in `f32`, so bounds,
/// radii and normals need no special case.
pub const MAX_COORDINATE: f32 = 1.0e18;

/// The error of [`Mesh::from_parts`](crate::Mesh::from_parts).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// The model has no frames.
    #[error("the model has no frames")]
    NoFrames,
    /// A frame's scale or translation is not finite or too large. Seen in files that a text-mode transfer shifted.
    #[error(
        "frame {frame}: {axis} coordinates are {from:e} to {to:e}, expected finite values up to {limit:e}",
        limit = MAX_COORDINATE
    )]
    Coordinate {
        /// The frame, from 0.
        frame: usize,
        /// The axis.
        axis: Axis,
        /// The position of the least packed coordinate.
        from: f32,
        /// The position of the greatest packed coordinate.
        to: f32,
    },
    /// The arrays contradict each other.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

/// A contradiction between the arrays of a [`MeshParts`](crate::MeshParts).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// An array has the wrong length.
    #[error("{what}: found {found} elements, expected {expected}")]
    Length {
        /// The name of the array's field.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// The number of indices is not a multiple of 3.
    #[error("indices: found {found} elements, expected a multiple of 3")]
    PartialTriangle {
        /// The number of indices.
        found: usize,
    },
    /// A surface does not begin at the end of the previous one, or ends past the indices or within a triangle.
    #[error(
        "surfaces[{surface}]: found indices {}..{}, expected whole triangles from {} up to {}",
        found.start, found.end, available.start, available.end
    )]
    SurfaceIndices {
        /// The number of the surface.
        surface: usize,
        /// Its indices.
        found: Range<usize>,
        /// The indices after the previous surface.
        available: Range<usize>,
    },
    /// A surface has vertices past the last one.
    #[error("surfaces[{surface}]: found vertices {}..{}, expected within 0..{vertex_count}", found.start, found.end)]
    SurfaceVertices {
        /// The number of the surface.
        surface: usize,
        /// Its vertices.
        found: Range<usize>,
        /// The number of vertices.
        vertex_count: usize,
    },
    /// An index names no vertex of its surface.
    #[error("indices[{position}]: found vertex {found}, expected {}..{}", allowed.start, allowed.end)]
    Index {
        /// The position in the index list.
        position: usize,
        /// The index.
        found: u32,
        /// The vertices of the surface.
        allowed: Range<usize>,
    },
    /// A tag has more or fewer poses than the mesh has frames.
    #[error("tag {tag:?}: found {found} frames, expected {expected}")]
    TagFrames {
        /// The name of the tag.
        tag: String,
        /// The number of its poses.
        found: usize,
        /// The number of frames of the mesh.
        expected: usize,
    },
    /// A tag's position or axes are not finite.
    #[error("tag {tag:?}, frame {frame}: position or axes are not finite")]
    Tag {
        /// The name of the tag.
        tag: String,
        /// The frame, from 0.
        frame: usize,
    },
    /// A packed vertex names no direction of the normal table.
    #[error("frame {frame}, vertex {vertex}: found normal index {found}, expected 0..{count}", count = md2_common::NORMALS.len())]
    Normal {
        /// The frame, from 0.
        frame: usize,
        /// The vertex.
        vertex: usize,
        /// The normal index.
        found: u8,
    },
    /// A source vertex is out of range: a source has no more vertices than the mesh.
    #[error("source_vertices[{vertex}]: found source vertex {found}, expected 0..{vertex_count}")]
    Source {
        /// The vertex.
        vertex: usize,
        /// The vertex of the source.
        found: u32,
        /// The number of vertices of the mesh.
        vertex_count: usize,
    },
    /// A texture coordinate is not finite.
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
