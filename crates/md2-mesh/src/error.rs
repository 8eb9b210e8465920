//! Errors that occur when a mesh is built.

/// The largest allowed absolute value of a coordinate.
///
/// No real model has coordinates near this limit. The squared distance between two such points is still finite in `f32`, so the
/// computation of bounds, radii and normals needs no special case.
pub const MAX_COORDINATE: f32 = 1.0e18;

/// The error of [`Mesh::from_parts`](crate::Mesh::from_parts).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum MeshError {
    /// The model has no frames.
    #[error("the model has no frames")]
    NoFrames,
    /// The scale or translation of a frame is not finite or too large, for example in a file that a text-mode transfer damaged.
    #[error(
        "frame {frame}: {axis} coordinates are {from:e} to {to:e}, expected finite values up to {limit:e}",
        limit = MAX_COORDINATE
    )]
    Coordinate { frame: usize, axis: char, from: f32, to: f32 },
    /// The arrays of a [`MeshParts`](crate::MeshParts) contradict each other. The text names the array, the value found and the values
    /// expected, for example `indices[3]: found vertex 1, expected 2..3`.
    #[error("{0}")]
    Parts(String),
}
