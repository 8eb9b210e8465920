//! Triangles in a grid, so that finding those under the pointer does not visit all of them.

use super::Corners;

/// The maximum number of cells along a side.
const MAX_SIDE: usize = 64;
/// The maximum number of cells of one triangle. A larger triangle is visited for every place.
const MAX_CELLS: usize = 64;

/// The triangles of each cell of a grid over all of them.
#[derive(Debug, Default)]
pub(super) struct Grid {
    origin: [f32; 2],
    /// The number of cells along the skin.
    scale: [f32; 2],
    side: usize,
    /// The index of the first triangle of each cell, and the end of the last cell.
    starts: Vec<u32>,
    triangles: Vec<u32>,
    /// The triangles in many cells.
    wide: Vec<u32>,
}

impl Grid {
    /// Makes the grid of `count` triangles. A triangle without corners is in no cell.
    pub(super) fn new(count: u32, corners: impl Fn(u32) -> Option<Corners>) -> Self {
        let placed = || (0..count).filter_map(|triangle| Some((triangle, corners(triangle)?)));
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for corner in placed().flat_map(|(_, corners)| corners) {
            for axis in 0..2 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
        let side = (1..MAX_SIDE).find(|side| side * side >= count as usize).unwrap_or(MAX_SIDE);
        let scale = [0, 1].map(|axis| side as f32 / (high[axis] - low[axis]));
        let mut grid = Self { origin: low, scale, side, ..Self::default() };
        let mut counts = vec![0_u32; side * side + 1];
        for (triangle, corners) in placed() {
            match grid.cells_of(corners) {
                Some(cells) => cells.for_each(|cell| counts[cell] += 1),
                None => grid.wide.push(triangle),
            }
        }
        let mut end = 0;
        for count in &mut counts {
            let start = end;
            end += *count;
            *count = start;
        }
        grid.triangles = vec![0; end as usize];
        grid.starts = counts.clone();
        for (triangle, corners) in placed() {
            for cell in grid.cells_of(corners).into_iter().flatten() {
                grid.triangles[counts[cell] as usize] = triangle;
                counts[cell] += 1;
            }
        }
        grid
    }

    /// The triangles that may contain a place, in the order of their numbers.
    pub(super) fn near(&self, place: [f32; 2]) -> Vec<u32> {
        let [x, y] = self.cell(place);
        let cell = y * self.side + x;
        let ends = self.starts.get(cell).zip(self.starts.get(cell + 1));
        let here = ends.and_then(|(&start, &end)| self.triangles.get(start as usize..end as usize));
        let mut near = [here.unwrap_or_default(), &self.wide].concat();
        near.sort_unstable();
        near
    }

    /// The cell of a place, or the one at the edge next to it. It grows with the place.
    fn cell(&self, place: [f32; 2]) -> [usize; 2] {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it saturates, and is cut"
        )]
        [0, 1].map(|axis| {
            let cell = ((place[axis] - self.origin[axis]) * self.scale[axis]) as usize;
            cell.min(self.side.saturating_sub(1))
        })
    }

    /// The cells that a triangle may cover, if they are not many.
    fn cells_of(&self, corners: Corners) -> Option<impl Iterator<Item = usize> + use<>> {
        let cells = corners.map(|corner| self.cell(corner));
        let range = |axis: usize| {
            let along = cells.map(|cell| cell[axis]);
            along.into_iter().min().unwrap_or(0)..=along.into_iter().max().unwrap_or(0)
        };
        let (columns, rows, side) = (range(0), range(1), self.side);
        let count = (columns.end() - columns.start() + 1) * (rows.end() - rows.start() + 1);
        (count <= MAX_CELLS)
            .then(|| rows.flat_map(move |row| columns.clone().map(move |column| row * side + column)))
    }
}

#[cfg(test)]
mod tests {
    use md2_testdata::random::Random;

    use super::super::is_inside;
    use super::*;

    #[test]
    fn what_lies_at_a_place_is_near_it() {
        let mut random = Random::new(7);
        let mut part = |most: usize| random.below(most) as f32 / 1000.0 - 0.2;
        // Small ones, some that reach over much of the skin, and some without area or place.
        let triangles: Vec<Option<Corners>> = (0..3000)
            .map(|number| {
                let at = [part(1400), part(1400)];
                let size = if number % 50 == 0 { 1400 } else { 60 };
                let mut corner = || [at[0] + part(size), at[1] + part(size)];
                (number % 31 != 0).then(|| [corner(), corner(), corner()])
            })
            .collect();
        let corners = |triangle: u32| triangles[triangle as usize];
        let grid = Grid::new(3000, corners);
        assert!(!grid.wide.is_empty() && grid.wide.len() < 100, "{}", grid.wide.len());
        let (mut found, mut looked_at) = (0, 0);
        for _ in 0..2000 {
            let place = [part(1500), part(1500)];
            let is_here =
                |&triangle: &u32| corners(triangle).is_some_and(|corners| is_inside(place, corners));
            let near = grid.near(place);
            let here: Vec<u32> = near.iter().copied().filter(is_here).collect();
            assert_eq!(here, (0..3000).filter(is_here).collect::<Vec<u32>>());
            found += here.len();
            looked_at += near.len();
        }
        assert!(found > 1000 && looked_at < 2000 * 150, "{found} of {looked_at}");
    }

    #[test]
    fn nothing_and_one_place_are_grids_too() {
        assert_eq!(Grid::new(0, |_| None).near([0.5, 0.5]), [0; 0]);
        let point = Grid::new(2, |_| Some([[0.5; 2]; 3]));
        assert_eq!(point.near([0.5, 0.5]), [0, 1]);
        let far = Grid::new(1, |_| Some([[f32::MIN; 2], [f32::MAX; 2], [0.0, f32::MAX]]));
        assert_eq!(far.near([0.5, 0.5]), [0]);
    }
}
