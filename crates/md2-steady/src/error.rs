//! Errors of restoring.

use md2_mesh::{MeshError, Packing};

/// The error of [`restore`](crate::restore) and [`fill_between`](crate::fill_between).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SteadyError {
    /// Only meshes with 8-bit coordinates can be restored.
    #[error("the mesh is packed as {found:?}, expected {:?}", Packing::Position8Normal8)]
    NotEightBit {
        /// The packing of the mesh.
        found: Packing,
    },
    /// In-between frames need 16-bit coordinates.
    #[error("the mesh is packed as {found:?}, expected {:?}", Packing::Position16Normal16)]
    NotSixteenBit {
        /// The packing of the mesh.
        found: Packing,
    },
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The result would need more memory than the caller allows.
    #[error("{frames} frames of {vertices} vertices need {bytes} bytes, the limit is {allowed}")]
    TooLarge {
        /// Number of frames of the result.
        frames: usize,
        /// Number of vertices.
        vertices: usize,
        /// Bytes of the packed vertices.
        bytes: usize,
        /// The limit in bytes.
        allowed: usize,
    },
    /// The result has coordinates out of range: the given mesh is within a step of the limit.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
