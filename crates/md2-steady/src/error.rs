//! Errors that occur when motion is restored.

use md2_mesh::{MeshError, Packing};

/// The reason why [`restore`](crate::restore) cannot process a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SteadyError {
    /// The mesh does not have 8-bit coordinates, which [`restore`](crate::restore) needs.
    #[error("the mesh has the layout {found:?}, expected {:?}", Packing::Position8Normal8)]
    NotEightBit {
        /// The byte layout of the mesh.
        found: Packing,
    },
    /// The caller cancelled the operation.
    #[error("cancelled")]
    Cancelled,
    /// The result has coordinates out of range, because the input mesh has coordinates within one quantization step of the limit.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
