//! Restoring: the conversion of a mesh with 8-bit coordinates to a mesh with 16-bit coordinates and smooth motion.

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

/// Restores the motion of a mesh.
///
/// # Errors
/// Returns [`SteadyError::NotEightBit`] if the mesh does not have 8-bit coordinates, and [`SteadyError::Mesh`] if a coordinate is within
/// one quantization step of the largest coordinate that a mesh allows.
pub fn restore(mesh: &Mesh, options: &RestoreOptions) -> Result<RestoredMesh, SteadyError> {
    restore_watched(mesh, options, |_| ControlFlow::Continue(()))
}

/// Restores the motion of a mesh like [`restore`], and calls `watch` with the progress several times per second. If `watch` returns
/// [`ControlFlow::Break`], the operation is cancelled.
///
/// # Errors
/// Returns the errors of [`restore`], and [`SteadyError::Cancelled`].
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
    let mut report = RestoreReport { neighborhoods: 0, largest_move_steps: 0.0, rounding };

    let mut moves = Moves::new(&cells);
    // With a single frame there is no motion.
    if mesh.frame_count() > 1 {
        let runs = disjoint(&options.sequences, mesh.frame_count());
        let mut smoother = Smoother::default();
        let mut neighborhoods = Neighborhoods::new(&cells);
        while let Some(neighborhood) = neighborhoods.next() {
            moves.add(&cells, &neighborhood, &runs, &mut smoother);
            report.neighborhoods += 1;
            let progress = Progress { done: neighborhoods.done(), total: cells.track_count() };
            if watch(progress).is_break() {
                return Err(SteadyError::Cancelled);
            }
        }
        rest::hold_resting(&cells, &mut moves.sums);
        runs.iter().for_each(|&run| moves.calm(&cells, run));
    }

    let packing = Packing::Position16Normal16;
    let packed = vec![0; mesh.frame_count() * mesh.vertex_count() * packing.vertex_bytes()];
    let mut parts = MeshParts { packing, packed, ..mesh.to_parts() };
    report.largest_move_steps = moves.write(&cells, &mut parts);
    drop(moves);
    normals::restore(&cells, &mut parts);
    Ok(RestoredMesh { mesh: Mesh::from_parts(parts)?, report })
}

/// The offset of each restored coordinate from the center of its cell: the range of coordinates that round to the same byte.
struct Moves {
    /// For each frame and track, the weighted sum of its offsets in all neighborhoods that contain the track, in quantization steps.
    sums: Vec<[f32; 3]>,
    weights: Vec<f32>,
}

impl Moves {
    fn new(cells: &Cells<'_>) -> Self {
        let (frames, tracks) = (cells.mesh.frame_count(), cells.track_count());
        Self { sums: vec![[0.0; 3]; frames * tracks], weights: vec![0.0; tracks] }
    }

    fn add(&mut self, cells: &Cells<'_>, neighborhood: &Neighborhood, runs: &[Run], smoother: &mut Smoother) {
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
    }

    /// Scales the offsets of each coordinate down until its second differences over time are not larger than those in the file.
    fn calm(&mut self, cells: &Cells<'_>, run: Run) {
        let count = self.weights.len();
        let bends = if run.closed { run.len } else { run.len.saturating_sub(2) };
        let frame_at = |place: usize| run.first + place % run.len;
        for (track, number) in (0..count).zip(0_u32..).filter(|&(track, _)| self.weights[track] > 0.0) {
            let most = self.weights[track] / 2.0;
            for axis in 0..3 {
                let (mut product, mut square) = (0.0, 0.0);
                for bend in 0..bends {
                    let (mut file, mut off) = (0.0, 0.0);
                    for (place, factor) in [(bend, 1.0), (bend + 1, -2.0), (bend + 2, 1.0)] {
                        let frame = frame_at(place);
                        let sum = &mut self.sums[frame * count + track][axis];
                        // Offsets do not leave the cell.
                        *sum = sum.clamp(-most, most);
                        let middle = f64::from(cells.packed(frame, number)[axis]) + cells.rounding.middle();
                        file += factor * cells.coordinate(frame, axis, middle);
                        off += factor * cells.step(frame, axis) * f64::from(*sum / self.weights[track]);
                    }
                    product += file * off;
                    square += off * off;
                }
                // The sum of (file + part * off)^2 is least at -product / square, and not less than in the file at twice this part.
                let part = -1.5 * product / square;
                if part < 1.0 {
                    #[allow(clippy::cast_possible_truncation, reason = "a part needs few digits")]
                    let part = part.max(0.0) as f32;
                    (0..run.len).for_each(|place| self.sums[frame_at(place) * count + track][axis] *= part);
                }
            }
        }
    }

    /// Writes the restored coordinates. Returns the largest distance of a coordinate from its value in the file, in quantization steps.
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
