//! The grid of MD3 positions, with steps of 1/64 unit.

use std::ops::Range;

use md2_mesh::Mesh;
use md3_format::MAX_COORDINATE;
use md3_format::raw::POSITION_SCALE;

use crate::import::convert_error::ConvertError;
use crate::import::report::ErrorSum;

/// Moves positions to multiples of 1/64 unit, and measures the distances.
#[derive(Debug)]
pub(super) struct PositionGrid<'a> {
    /// A mesh with 8-bit positions. Each coordinate stays in its quantization cell, if the cell contains a multiple of 1/64 unit.
    pub(super) cells: Option<&'a Mesh>,
    /// The sequences, as ranges of the frames that are written, and whether they loop.
    pub(super) sequences: &'a [(Range<usize>, bool)],
    pub(super) scale: f32,
    /// Number of coordinates whose cell contains no multiple of 1/64 unit.
    pub(super) outside_cells: usize,
    pub(super) errors: ErrorSum,
}

impl<'a> PositionGrid<'a> {
    pub(super) fn new(cells: Option<&'a Mesh>, sequences: &'a [(Range<usize>, bool)], scale: f32) -> Self {
        Self { cells, sequences, scale, outside_cells: 0, errors: ErrorSum::default() }
    }

    /// Returns the stored coordinates of a vertex in all frames, given their numbers and positions. If a coordinate is outside the range of the format,
    /// returns the place of its frame in the list.
    pub(super) fn quantize(
        &mut self,
        vertex: usize,
        frames: &[usize],
        positions: &[[f32; 3]],
    ) -> Result<Vec<[i16; 3]>, usize> {
        let scale = f64::from(self.scale);
        let mut course = vec![[0; 3]; frames.len()];
        for axis in 0..3 {
            let cells: Option<Vec<Cell>> = self.cells.map(|file| {
                frames.iter().map(|&frame| Cell::new(file, frame, vertex, axis, scale)).collect()
            });
            let mut steps = Vec::with_capacity(frames.len());
            for (place, position) in positions.iter().enumerate() {
                let cell = cells.as_ref().map(|cells| cells[place]);
                let (nearest, is_inside) = nearest_step(f64::from(position[axis]) * scale, cell);
                self.outside_cells += usize::from(!is_inside);
                steps.push(i16::try_from(nearest).map_err(|_| place)?);
            }
            let sequences = self.sequences.iter().filter(|(sequence, _)| sequence.end <= frames.len());
            for (sequence, loops) in sequences.filter(|(sequence, _)| sequence.len() > 2) {
                if let Some(cells) = &cells {
                    smooth(&mut steps[sequence.clone()], &cells[sequence.clone()], *loops);
                }
            }
            course.iter_mut().zip(steps).for_each(|(xyz, steps)| xyz[axis] = steps);
        }
        for (xyz, position) in course.iter().zip(positions) {
            let off = |axis: usize| {
                f64::from(xyz[axis]) * f64::from(POSITION_SCALE) - f64::from(position[axis]) * scale
            };
            self.errors.add([0, 1, 2].map(|axis| off(axis).powi(2)).iter().sum::<f64>().sqrt());
        }
        Ok(course)
    }

    pub(super) fn range_error(
        &self,
        [frame, vertex]: [usize; 2],
        position: [f32; 3],
        positions: impl Iterator<Item = [f32; 3]>,
    ) -> ConvertError {
        let largest = |position: [f32; 3]| {
            position.into_iter().fold(0.0, |a: f32, b| if b.abs() > a.abs() { b } else { a })
        };
        let most = positions.map(|position| largest(position).abs()).fold(1.0, f32::max);
        let scale = (f64::from(MAX_COORDINATE) / f64::from(most) * 100.0).floor() / 100.0;
        let found = f64::from(largest(position)) * f64::from(self.scale);
        ConvertError::Range { frame, vertex, found, scale }
    }
}

/// The range of coordinates for which a quantized coordinate stands, in units.
#[derive(Clone, Copy, Debug)]
struct Cell {
    center: f64,
    width: f64,
}

impl Cell {
    fn new(file: &Mesh, frame: usize, vertex: usize, axis: usize, scale: f64) -> Self {
        let transform = file.frames()[frame].transform;
        let stored = file.packing().coordinates(file.vertex_bytes(frame, vertex))[axis];
        let step = f64::from(transform.scale[axis]);
        let center = f64::from(stored) * step + f64::from(transform.translate[axis]);
        Self { center: center * scale, width: (step * scale).abs() }
    }

    /// Returns the least and the greatest multiple of 1/64 in the cell, as numbers of steps. The first is greater if there is none.
    fn ends(self) -> [f64; 2] {
        /// The share of a cell at its ends that is avoided, because the quantization of a coordinate there depends on rounding errors.
        const MARGIN: f64 = 1e-4;
        let half = self.width * (0.5 - MARGIN);
        let [least, greatest] =
            [self.center - half, self.center + half].map(|end| end / f64::from(POSITION_SCALE));
        [least.ceil(), greatest.floor()]
    }
}

/// Returns the multiple of 1/64 nearest to `value` in the cell, and whether the cell contains a multiple. If it does not, returns the
/// multiple nearest to `value`.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and the caller checks the range")]
fn nearest_step(value: f64, cell: Option<Cell>) -> (i64, bool) {
    let nearest = (value / f64::from(POSITION_SCALE)).round();
    match cell.map(Cell::ends) {
        Some([least, greatest]) if least <= greatest => (nearest.clamp(least, greatest) as i64, true),
        cell => (nearest as i64, cell.is_none()),
    }
}

/// Moves a coordinate inside its cells in the frames of a sequence, until it moves as smoothly as in the source or no step makes it
/// smoother. Rounding to the grid adds small steps to slow motion.
fn smooth(steps: &mut [i16], cells: &[Cell], loops: bool) {
    /// The maximum number of steps that a coordinate is moved in a frame.
    const PASSES: usize = 32;
    let source: Vec<f64> = cells.iter().map(|cell| cell.center / f64::from(POSITION_SCALE)).collect();
    let mut now: Vec<f64> = steps.iter().map(|&steps| f64::from(steps)).collect();
    let all = if loops { now.len() } else { now.len().saturating_sub(2) };
    let most = bends(&source, 0..all);
    let shared = cells.iter().fold([f64::MIN, f64::MAX], |[a, b], cell| {
        let [least, greatest] = cell.ends();
        [a.max(least), b.min(greatest)]
    });
    if bends(&now, 0..all) > most && shared[0] <= shared[1] {
        // The coordinate may be at rest.
        let mean = now.iter().sum::<f64>() / now.len() as f64;
        now.fill(mean.round().clamp(shared[0], shared[1]));
    }
    for _ in 0..PASSES {
        let before = bends(&now, 0..all);
        for (place, cell) in cells.iter().enumerate().filter(|_| before > most) {
            let [least, greatest] = cell.ends();
            // The second differences that contain this place, of which the first may wrap around.
            let first = if loops { place + now.len() - 2.min(now.len()) } else { place.saturating_sub(2) };
            let near = first..if loops { first + 3 } else { (place + 1).min(all) };
            let found = now[place];
            let change = |to: f64, now: &mut Vec<f64>| {
                now[place] = to;
                bends(now, near.clone())
            };
            let unchanged = change(found, &mut now);
            let better = [found - 1.0, found + 1.0]
                .into_iter()
                .find(|to| (least..=greatest).contains(to) && change(*to, &mut now) < unchanged);
            now[place] = better.unwrap_or(found);
        }
        if bends(&now, 0..all) >= before {
            break;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "the values are between those of 16 bits")]
    steps.iter_mut().zip(now).for_each(|(steps, now)| *steps = now as i16);
}

/// Returns the sum of the squares of some second differences. The values repeat.
fn bends(values: &[f64], places: Range<usize>) -> f64 {
    let at = |place: usize| values[place % values.len()];
    places.map(|place| (at(place) - 2.0 * at(place + 1) + at(place + 2)).powi(2)).sum()
}
