//! What was done to a mesh.

use md2_mesh::Mesh;

use crate::rounding::Rounding;

/// A restored mesh, and what was done to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RestoredMesh {
    /// The same triangles, texture coordinates, surfaces, tags and frames, with vertices in
    /// [`Packing::Position16Normal16`](md2_mesh::Packing::Position16Normal16).
    pub mesh: Mesh,
    /// What was done.
    pub report: RestoreReport,
}

/// What was done to a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RestoreReport {
    /// Into how many overlapping neighborhoods the vertices were cut.
    pub neighborhoods: usize,
    /// How many independent motions were kept in the neighborhood that has most.
    pub rank: usize,
    /// The singular value, in steps, that rounding alone can reach in that neighborhood. Greater ones are motion.
    pub noise_edge: f64,
    /// The furthest that a coordinate is now from where the file's own arithmetic puts it, in steps of its frame and axis: up
    /// to a half, or up to 1 for an exporter that rounded down.
    pub largest_move_steps: f64,
    /// How the exporter rounded, as told by the caller or the file.
    pub rounding: Rounding,
}

/// How much of the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Vertices whose neighborhoods are done.
    pub done: usize,
    /// Vertices in all, those at the same place in every frame counted once.
    pub total: usize,
}
