//! The result and the progress of restoring.

use md2_mesh::Mesh;

use crate::rounding::Rounding;

/// A restored mesh and statistics.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RestoredMesh {
    /// The restored mesh. It differs from the input only in its vertices, which are in
    /// [`Packing::Position16Normal16`](md2_mesh::Packing::Position16Normal16).
    pub mesh: Mesh,
    /// Statistics about the restored motion.
    pub report: RestoreReport,
}

/// Statistics about the restored motion of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RestoreReport {
    /// Number of overlapping neighborhoods of vertices.
    pub neighborhoods: usize,
    /// The largest distance between a restored coordinate and its value in the file, in quantization steps of its frame and axis. At most
    /// 0.5, or at most 1 if the exporter rounded down.
    pub largest_move_steps: f64,
    /// The rounding of the exporter, taken from the options or detected.
    pub rounding: Rounding,
}

/// The progress of restoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Number of vertices that are finished so far.
    pub done: usize,
    /// Number of all vertices. Vertices that coincide in every frame count once.
    pub total: usize,
}
