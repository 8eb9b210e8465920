//! Errors that occur when a mesh is built.

use std::ops::Range;

/// The largest allowed absolute value of a coordinate.
///
/// No real model has coordinates near this limit. The squared distance between two such points is still finite in `f32`, so the
/// computation of bounds, radii and normals needs no special case.
pub const MAX_COORDINATE: f32 = 1.0e18;

/// The error of [`Mesh::from_parts`](crate::Mesh::from_parts).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// The model has no frames.
    #[error("the model has no frames")]
    NoFrames,
    /// The scale or translation of a frame is not finite or too large, for example in a file that a text-mode transfer damaged.
    #[error(
        "frame {frame}: {axis} coordinates are {from:e} to {to:e}, expected finite values up to {limit:e}",
        limit = MAX_COORDINATE
    )]
    Coordinate {
        /// Index of the frame, counted from 0.
        frame: usize,
        /// The axis: `x`, `y` or `z`.
        axis: char,
        /// The position for the smallest quantized coordinate on this axis.
        from: f32,
        /// The position for the largest quantized coordinate on this axis.
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
        /// Name of the array's field in [`MeshParts`](crate::MeshParts).
        what: &'static str,
        /// Number of elements in the array.
        found: usize,
        /// Number of elements that the array must have.
        expected: usize,
    },
    /// The number of indices is not a multiple of 3.
    #[error("indices: found {found} elements, expected a multiple of 3")]
    PartialTriangle {
        /// Number of indices.
        found: usize,
    },
    /// The indices of a surface do not begin where those of the previous surface end, or they end past the last index or inside a
    /// triangle.
    #[error(
        "surfaces[{surface}]: found indices {}..{}, expected whole triangles from {} up to {}",
        found.start, found.end, available.start, available.end
    )]
    SurfaceIndices {
        /// Index of the surface, counted from 0.
        surface: usize,
        /// The range of the surface's indices.
        found: Range<usize>,
        /// The range from the end of the previous surface to the end of all indices.
        available: Range<usize>,
    },
    /// The vertices of a surface end past the last vertex.
    #[error("surfaces[{surface}]: found vertices {}..{}, expected within 0..{vertex_count}", found.start, found.end)]
    SurfaceVertices {
        /// Index of the surface, counted from 0.
        surface: usize,
        /// The range of the surface's vertices.
        found: Range<usize>,
        /// Number of vertices of the mesh.
        vertex_count: usize,
    },
    /// A vertex index is outside the vertices of its surface.
    #[error("indices[{position}]: found vertex {found}, expected {}..{}", allowed.start, allowed.end)]
    Index {
        /// Position in the array `indices`, counted from 0.
        position: usize,
        /// The vertex index.
        found: u32,
        /// The range of the surface's vertices.
        allowed: Range<usize>,
    },
    /// The number of poses of a tag differs from the number of frames of the mesh.
    #[error("tag {tag:?}: found {found} frames, expected {expected}")]
    TagFrames {
        /// Name of the tag.
        tag: String,
        /// Number of poses of the tag.
        found: usize,
        /// Number of frames of the mesh.
        expected: usize,
    },
    /// The position or the axes of a tag are not finite.
    #[error("tag {tag:?}, frame {frame}: position or axes are not finite")]
    Tag {
        /// Name of the tag.
        tag: String,
        /// Index of the frame, counted from 0.
        frame: usize,
    },
    /// The normal index of a vertex is outside the table of normals.
    #[error("frame {frame}, vertex {vertex}: found normal index {found}, expected 0..{count}", count = md2_common::NORMALS.len())]
    Normal {
        /// Index of the frame, counted from 0.
        frame: usize,
        /// Index of the vertex in the frame, counted from 0.
        vertex: usize,
        /// The normal index.
        found: u8,
    },
    /// The index of a vertex in the model file is out of range. The file never has more vertices than the mesh.
    #[error("source_vertices[{vertex}]: found source vertex {found}, expected 0..{vertex_count}")]
    Source {
        /// Index of the vertex in the mesh, counted from 0.
        vertex: usize,
        /// Index of the vertex in the model file.
        found: u32,
        /// Number of vertices of the mesh.
        vertex_count: usize,
    },
    /// A texture coordinate is not finite.
    #[error("uvs[{vertex}]: ({}, {}) is not finite", found[0], found[1])]
    Uv {
        /// Index of the vertex, counted from 0.
        vertex: usize,
        /// The texture coordinates of the vertex.
        found: [f32; 2],
    },
}
