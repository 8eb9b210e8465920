//! Neighborhoods: groups of vertices that stay near each other in all frames.

use crate::cells::Cells;

/// The maximum number of vertex tracks in a neighborhood.
///
/// Measurements with the project's model show no difference between 64 and 128. In larger neighborhoods, motion is hard to distinguish
/// from noise. Smaller neighborhoods average less noise. The time of the decomposition is cubic in this number.
pub(crate) const SIZE: usize = 96;

/// The minimum number of neighborhoods to which each vertex track belongs. A higher number did not improve the result.
const COVER: u32 = 3;

/// The maximum number of frames in which distances between vertex tracks are measured.
const LOOKS: usize = 16;

const MIN_WEIGHT: f32 = 0.05;

#[derive(Debug)]
pub(crate) struct Neighborhood {
    pub(crate) tracks: Vec<u32>,
    /// The weight of each vertex track, from [`MIN_WEIGHT`] at the edge to 1 at the center. The result is most precise at the center.
    /// Because the weights decrease gradually, no edges are visible.
    pub(crate) weights: Vec<f32>,
}

pub(crate) struct Neighborhoods<'a> {
    cells: &'a Cells<'a>,
    covered: Vec<u32>,
    distances: Vec<f64>,
    order: Vec<u32>,
}

impl<'a> Neighborhoods<'a> {
    pub(crate) fn new(cells: &'a Cells<'a>) -> Self {
        let count = cells.track_count();
        Self { cells, covered: vec![0; count], distances: vec![0.0; count], order: Vec::new() }
    }

    /// Number of vertex tracks in enough neighborhoods: [`COVER`], or 1 if the mesh is so small that a neighborhood contains all tracks.
    pub(crate) fn done(&self) -> usize {
        let enough = if self.covered.len() <= SIZE { 1 } else { COVER };
        self.covered.iter().filter(|&&covered| covered >= enough).count()
    }

    fn measure(&mut self, center: u32) {
        let frames = self.cells.mesh.frame_count();
        let looks = frames.min(LOOKS);
        self.distances.fill(0.0);
        for look in 0..looks {
            let frame = look * (frames - 1) / (looks - 1).max(1);
            let step = [0, 1, 2].map(|axis| self.cells.step(frame, axis));
            let middle = self.cells.packed(frame, center);
            for (track, distance) in (0_u32..).zip(&mut self.distances) {
                let at = self.cells.packed(frame, track);
                *distance += (0..3)
                    .map(|axis| (step[axis] * (f64::from(at[axis]) - f64::from(middle[axis]))).powi(2))
                    .sum::<f64>();
            }
        }
        // The center must come before other tracks at the same position, so that its own neighborhood contains it.
        self.distances[center as usize] = -1.0;
    }
}

impl Iterator for Neighborhoods<'_> {
    type Item = Neighborhood;

    /// Returns a neighborhood whose center is one of the vertex tracks that are in the fewest neighborhoods so far;
    /// `None` if every track is in enough neighborhoods. In a small mesh, the only neighborhood contains all tracks.
    fn next(&mut self) -> Option<Neighborhood> {
        let count = self.covered.len();
        let (center, &least) =
            (0_u32..).zip(&self.covered).min_by_key(|&(track, &covered)| (covered, track))?;
        if count <= SIZE {
            let all: Vec<u32> = (0_u32..).zip(&self.covered).map(|(track, _)| track).collect();
            self.covered.fill(1);
            return (least == 0).then(|| Neighborhood { tracks: all, weights: vec![1.0; count] });
        }
        if least >= COVER {
            return None;
        }
        self.measure(center);
        self.order.clear();
        self.order.extend((0_u32..).zip(&self.covered).map(|(track, _)| track));
        let distances = &self.distances;
        let nearer =
            |a: &u32, b: &u32| distances[*a as usize].total_cmp(&distances[*b as usize]).then(a.cmp(b));
        self.order.select_nth_unstable_by(SIZE - 1, nearer);
        let mut tracks = self.order[..SIZE].to_vec();
        tracks.sort_unstable_by(nearer);

        let distance = |track: u32| distances[track as usize].max(0.0).sqrt();
        let furthest = distance(tracks[SIZE - 1]);
        let weight = |&track: &u32| {
            #[allow(clippy::cast_possible_truncation, reason = "a number from 0 to 1")]
            let near = if furthest > 0.0 { 1.0 - (distance(track) / furthest) as f32 } else { 1.0 };
            near.max(MIN_WEIGHT)
        };
        let weights = tracks.iter().map(weight).collect();
        tracks.iter().for_each(|&track| self.covered[track as usize] += 1);
        Some(Neighborhood { tracks, weights })
    }
}
