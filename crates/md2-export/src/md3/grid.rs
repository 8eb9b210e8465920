//! The grid of MD3 positions, with steps of 1/64 unit.

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
    pub(super) scale: f32,
    /// Number of coordinates whose cell contains no multiple of 1/64 unit.
    pub(super) outside_cells: usize,
    pub(super) errors: ErrorSum,
}

impl<'a> PositionGrid<'a> {
    pub(super) fn new(cells: Option<&'a Mesh>, scale: f32) -> Self {
        Self { cells, scale, outside_cells: 0, errors: ErrorSum::default() }
    }

    /// Returns the stored coordinates of a vertex; `None` if a coordinate is outside the range of the format.
    pub(super) fn quantize(&mut self, position: [f32; 3], frame: usize, vertex: usize) -> Option<[i16; 3]> {
        let scale = f64::from(self.scale);
        let (mut xyz, mut squared) = ([0; 3], 0.0);
        for (axis, stored) in xyz.iter_mut().enumerate() {
            let cell = self.cells.map(|file| Cell::new(file, frame, vertex, axis, scale));
            let exact = f64::from(position[axis]) * scale;
            let (steps, is_inside) = nearest_step(exact, cell);
            self.outside_cells += usize::from(!is_inside);
            *stored = i16::try_from(steps).ok()?;
            squared += (f64::from(*stored) * f64::from(POSITION_SCALE) - exact).powi(2);
        }
        self.errors.add(squared.sqrt());
        Some(xyz)
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
}

/// Returns the multiple of 1/64 nearest to `value` in the cell, and whether the cell contains a multiple. If it does not, returns the
/// multiple nearest to `value`.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and the caller checks the range")]
fn nearest_step(value: f64, cell: Option<Cell>) -> (i64, bool) {
    /// The share of a cell at its ends that is avoided, because the quantization of a coordinate there depends on rounding errors.
    const MARGIN: f64 = 1e-4;
    let steps = f64::from(POSITION_SCALE).recip();
    let nearest = (value * steps).round() as i64;
    let Some(Cell { center, width }) = cell else { return (nearest, true) };
    let half = width * (0.5 - MARGIN);
    let [least, greatest] =
        [((center - half) * steps).ceil() as i64, ((center + half) * steps).floor() as i64];
    if least <= greatest { (nearest.clamp(least, greatest), true) } else { (nearest, false) }
}
