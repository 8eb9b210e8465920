//! The way from a mesh of 8 bits to a restored one of 16.

use std::ops::ControlFlow;

use md2_mesh::{Mesh, MeshParts, Packing, Vertex16};

use crate::cells::Cells;
use crate::error::SteadyError;
use crate::low_rank::LowRank;
use crate::neighborhood::{Neighborhood, Neighborhoods};
use crate::options::RestoreOptions;
use crate::report::{Progress, RestoreReport, RestoredMesh};
use crate::rounding::Rounding;
use crate::sequence::{Run, disjoint};
use crate::smooth::Smoother;
use crate::{normals, rest, subdivide};

/// Restores all frames of a mesh. The same mesh and options give the same result on the same machine.
///
/// # Errors
/// [`SteadyError::NotEightBit`] for a mesh of another packing, and [`SteadyError::Mesh`] for one so far out that half a
/// step more is out of reach.
pub fn restore(mesh: &Mesh, options: &RestoreOptions) -> Result<RestoredMesh, SteadyError> {
    restore_watched(mesh, options, |_| ControlFlow::Continue(()))
}

/// Like [`restore`], telling `watch` how far it has come, a few times a second or more often. The watcher ends it by
/// returning [`ControlFlow::Break`].
///
/// # Errors
/// As [`restore`], and [`SteadyError::Cancelled`].
pub fn restore_watched(
    mesh: &Mesh,
    options: &RestoreOptions,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<RestoredMesh, SteadyError> {
    if mesh.packing() != Packing::Position8Normal8 {
        return Err(SteadyError::NotEightBit { found: mesh.packing() });
    }
    let rounding = options.rounding.unwrap_or_else(|| Rounding::detect(mesh));
    let cells = Cells::new(mesh, rounding);
    let mut report =
        RestoreReport { neighborhoods: 0, rank: 0, noise_edge: 0.0, largest_move_steps: 0.0, rounding };

    let mut moves = Moves::new(&cells);
    // A single frame says nothing about what moves together.
    if mesh.frame_count() > 1 {
        let runs = disjoint(&options.sequences, mesh.frame_count());
        let mut smoother = Smoother::default();
        let mut neighborhoods = Neighborhoods::new(&cells);
        while let Some(neighborhood) = neighborhoods.next() {
            let (rank, edge) = moves.add(&cells, &neighborhood, &runs, &mut smoother);
            if rank >= report.rank {
                (report.rank, report.noise_edge) = (rank, edge);
            }
            report.neighborhoods += 1;
            let progress = Progress { done: neighborhoods.done(), total: cells.track_count() };
            if watch(progress).is_break() {
                return Err(SteadyError::Cancelled);
            }
        }
        rest::hold(&cells, &mut moves.sums);
    }

    let mut parts = same_shape(mesh);
    report.largest_move_steps = moves.write(&cells, &mut parts);
    drop(moves);
    normals::restore(&cells, &mut parts);
    Ok(RestoredMesh { mesh: Mesh::from_parts(parts)?, report })
}

/// How far every coordinate is to be moved.
struct Moves {
    /// For each frame and track, the sum of what its neighborhoods say, in steps from the middle of the cell.
    sums: Vec<[f32; 3]>,
    /// For each track, the sum of the weights in that.
    weights: Vec<f32>,
}

impl Moves {
    fn new(cells: &Cells<'_>) -> Self {
        let (frames, tracks) = (cells.mesh.frame_count(), cells.track_count());
        Self { sums: vec![[0.0; 3]; frames * tracks], weights: vec![0.0; tracks] }
    }

    /// Adds what a neighborhood says; returns its rank and the edge of its noise.
    fn add(
        &mut self,
        cells: &Cells<'_>,
        neighborhood: &Neighborhood,
        runs: &[Run],
        smoother: &mut Smoother,
    ) -> (usize, f64) {
        let Neighborhood { tracks, weights } = neighborhood;
        let mut motion = LowRank::new(cells, neighborhood);
        for &run in runs {
            smoother.smooth(cells, run, &mut motion.courses, tracks.len());
        }
        for (&track, weight) in tracks.iter().zip(weights) {
            self.weights[track as usize] += weight;
        }
        let count = self.weights.len();
        motion.for_each_row(|row, restored| {
            let (frame, axis) = (row / 3, row % 3);
            let sums = &mut self.sums[frame * count..][..count];
            for ((&track, weight), restored) in tracks.iter().zip(weights).zip(restored) {
                let middle = f64::from(cells.packed(frame, track)[axis]) + cells.rounding.middle();
                #[allow(clippy::cast_possible_truncation, reason = "hundredths of a step are fine enough")]
                let off = (restored - middle) as f32;
                sums[track as usize][axis] += off * weight;
            }
        });
        (motion.rank(), motion.noise_edge)
    }

    /// Writes the moved coordinates and returns the furthest move in steps.
    fn write(&self, cells: &Cells<'_>, parts: &mut MeshParts) -> f64 {
        let count = self.weights.len();
        let mut furthest = 0.0_f64;
        let (mut vertices, _): (&mut [Vertex16], _) = parts.packed.as_chunks_mut();
        for (frame, transform) in parts.frames.iter_mut().enumerate() {
            let (fine, axes) = subdivide::axes(transform, cells.rounding);
            *transform = fine;
            let (now, later) = vertices.split_at_mut(cells.tracks().len());
            vertices = later;
            for (vertex, &track) in now.iter_mut().zip(cells.tracks()) {
                let weight = self.weights[track as usize];
                let sums = self.sums[frame * count + track as usize];
                let packed = cells.packed(frame, track);
                for axis in 0..3 {
                    let off = if weight > 0.0 { f64::from(sums[axis] / weight) } else { 0.0 };
                    let (coordinate, moved) = axes[axis].coordinate(packed[axis], off, cells.rounding);
                    vertex[2 * axis..][..2].copy_from_slice(&coordinate.to_le_bytes());
                    furthest = furthest.max(moved);
                }
            }
        }
        furthest
    }
}

/// All that stays as it is, with room for vertices of 16 bits.
fn same_shape(mesh: &Mesh) -> MeshParts {
    let packing = Packing::Position16Normal16;
    MeshParts {
        packing,
        frames: mesh.frames().iter().map(|frame| frame.transform).collect(),
        packed: vec![0; mesh.frame_count() * mesh.vertex_count() * packing.vertex_bytes()],
        uvs: mesh.uvs().to_vec(),
        indices: mesh.indices().iter().collect(),
        surfaces: mesh.surfaces().to_vec(),
        tags: mesh.tags().to_vec(),
        source_vertices: mesh.source_vertices().to_vec(),
    }
}
