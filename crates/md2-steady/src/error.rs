//! Why a mesh cannot be restored.

use md2_mesh::{MeshError, Packing};

/// What keeps a mesh from being restored or filled with in-betweens.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SteadyError {
    /// Only what 8 bits have rounded can be restored.
    #[error("the mesh is packed as {found:?}, expected {:?}", Packing::Position8Normal8)]
    NotEightBit {
        /// How its vertices are packed.
        found: Packing,
    },
    /// In-betweens need the resolution of 16 bits.
    #[error("the mesh is packed as {found:?}, expected {:?}", Packing::Position16Normal16)]
    NotSixteenBit {
        /// How its vertices are packed.
        found: Packing,
    },
    /// The caller's `watch` asked for an end.
    #[error("cancelled")]
    Cancelled,
    /// The result would take more memory than the caller allows.
    #[error("{frames} frames of {vertices} vertices take {bytes} bytes, allowed are {allowed}")]
    TooLarge {
        /// Frames of the result.
        frames: usize,
        /// Vertices of each.
        vertices: usize,
        /// Bytes of its packed vertices.
        bytes: usize,
        /// Bytes allowed.
        allowed: usize,
    },
    /// The result lies too far away to compute with: the mesh itself comes within a step of the furthest allowed.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
