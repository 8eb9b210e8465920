//! Errors that occur when motion is restored.

use md2_mesh::{MeshError, Packing};

/// The error of [`restore`](crate::restore) and [`fill_between`](crate::fill_between).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SteadyError {
    /// The mesh does not have 8-bit coordinates, which [`restore`](crate::restore) needs.
    #[error("the mesh has the layout {found:?}, expected {:?}", Packing::Position8Normal8)]
    NotEightBit {
        /// The byte layout of the mesh.
        found: Packing,
    },
    /// The mesh does not have 16-bit coordinates, which [`fill_between`](crate::fill_between) needs.
    #[error("the mesh has the layout {found:?}, expected {:?}", Packing::Position16Normal16)]
    NotSixteenBit {
        /// The byte layout of the mesh.
        found: Packing,
    },
    /// The caller cancelled the operation.
    #[error("cancelled")]
    Cancelled,
    /// The result would need more memory than the caller allows.
    #[error("{frames} frames of {vertices} vertices need {bytes} bytes, the limit is {allowed}")]
    TooLarge {
        /// Number of frames of the result.
        frames: usize,
        /// Number of vertices.
        vertices: usize,
        /// Number of bytes of all vertices in the result.
        bytes: usize,
        /// The largest allowed number of bytes.
        allowed: usize,
    },
    /// The result has coordinates out of range, because the input mesh is within one quantization step of the limit.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
