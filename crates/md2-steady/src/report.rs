//! The result of restoring.

use md2_mesh::Mesh;

use crate::rounding::Rounding;

/// A restored mesh and a report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RestoredMesh {
    /// The mesh, which differs from the given one only in its vertices: they are in
    /// [`Packing::Position16Normal16`](md2_mesh::Packing::Position16Normal16).
    pub mesh: Mesh,
    /// Statistics of the work.
    pub report: RestoreReport,
}

/// Statistics of restoring a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RestoreReport {
    /// Number of overlapping neighborhoods of vertices.
    pub neighborhoods: usize,
    /// Number of independent motions in the neighborhood that has most.
    pub rank: usize,
    /// The largest singular value, in steps, that rounding alone can cause in that neighborhood.
    pub noise_edge: f64,
    /// The largest distance of a coordinate from its position in the file, in steps of its frame and axis: up to 0.5, or up
    /// to 1 for an exporter that rounded down.
    pub largest_move_steps: f64,
    /// The rounding of the exporter, as given or detected.
    pub rounding: Rounding,
}

/// The progress of restoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Number of finished vertices.
    pub done: usize,
    /// Number of all vertices. Vertices that share their position in every frame count once.
    pub total: usize,
}
