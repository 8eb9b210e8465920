//! A search tree that finds the nearest of many points.

use crate::bounds::Bounds;

/// A search tree that finds the nearest of many points. Building it takes as long as sorting the points. A search among the vertices of a
/// model takes a few dozen steps, even if many points are equal or in one plane.
///
/// ```
/// use md2_mesh::NearestPoints;
///
/// let mut points = NearestPoints::default();
/// points.rebuild([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 0.0]]);
/// assert_eq!(points.nearest([4.0, 5.0, 0.0]), Some((2, 2.0)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct NearestPoints {
    /// Each point with its index in the input of [`rebuild`](Self::rebuild). The points are split recursively into
    /// halves along the longest side of their box.
    points: Vec<([f32; 3], u32)>,
    /// The bounding boxes of the tree's nodes. The children of box `i` are `2 i + 1` and `2 i + 2`.
    boxes: Vec<Bounds>,
}

const LEAF: usize = 8;

impl NearestPoints {
    /// Replaces all points. Reuses the memory.
    pub fn rebuild(&mut self, points: impl IntoIterator<Item = [f32; 3]>) {
        self.points.clear();
        self.boxes.clear();
        self.points.extend(points.into_iter().zip(0..));
        let (mut count, mut longest) = (1, self.points.len());
        while longest > LEAF {
            longest = longest.div_ceil(2);
            count = 2 * count + 1;
        }
        self.boxes.resize(count, Bounds::ORIGIN);
        halve(&mut self.points, &mut self.boxes, 0);
    }

    /// Returns the index of the point that is nearest to `to`, and its distance. `None` if there are no points.
    pub fn nearest(&self, to: [f32; 3]) -> Option<(usize, f32)> {
        let mut best = (self.points.first()?.1, f32::INFINITY);
        self.search(0, 0..self.points.len(), to, &mut best);
        let (place, square) = best;
        Some((place as usize, square.sqrt()))
    }

    fn search(&self, at: usize, range: std::ops::Range<usize>, to: [f32; 3], best: &mut (u32, f32)) {
        let points = &self.points[range.clone()];
        if points.len() <= LEAF {
            for &(point, place) in points {
                let square = square(to, point);
                if square < best.1 {
                    *best = (place, square);
                }
            }
            return;
        }
        let middle = range.start + points.len() / 2;
        let halves = [(2 * at + 1, range.start..middle), (2 * at + 2, middle..range.end)];
        let [first, second] = halves.map(|(at, range)| (outside(&self.boxes[at], to), at, range));
        let order = if second.0 < first.0 { [second, first] } else { [first, second] };
        for (square, at, range) in order {
            if square < best.1 {
                self.search(at, range, to, best);
            }
        }
    }
}

/// Stores the bounding box of `points` as box `at`, and recursively its child boxes. Reorders the points, so that each
/// child contains half.
fn halve(points: &mut [([f32; 3], u32)], boxes: &mut [Bounds], at: usize) {
    let around = Bounds::around(points.iter().map(|(point, _)| *point));
    if let Some(place) = boxes.get_mut(at) {
        *place = around;
    }
    if points.len() <= LEAF {
        return;
    }
    let size = around.size();
    let axis = (1..3).fold(0, |longest, axis| if size[axis] > size[longest] { axis } else { longest });
    let middle = points.len() / 2;
    points.select_nth_unstable_by(middle, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
    let (first, second) = points.split_at_mut(middle);
    halve(first, boxes, 2 * at + 1);
    halve(second, boxes, 2 * at + 2);
}

fn square(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum()
}

fn outside(around: &Bounds, place: [f32; 3]) -> f32 {
    (0..3).map(|axis| (place[axis] - place[axis].clamp(around.min[axis], around.max[axis])).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn slow(points: &[[f32; 3]], to: [f32; 3]) -> f32 {
        points.iter().map(|point| square(to, *point)).fold(f32::INFINITY, f32::min).sqrt()
    }

    #[test]
    fn agrees_with_a_linear_search() {
        let mut sorted = NearestPoints::default();
        assert_eq!(sorted.nearest([0.0; 3]), None);
        for count in [1, 2, LEAF, LEAF + 1, 17, 300, 1000] {
            let points: Vec<[f32; 3]> = (0..count)
                .map(|i| [(i * 7 % 31) as f32, (i * 13 % 37) as f32 * 0.5, (i * 5 % 29) as f32])
                .collect();
            sorted.rebuild(points.iter().copied());
            for i in 0..200_u16 {
                let to =
                    [f32::from(i) * 0.37 - 5.0, f32::from(i * 3 % 41) - 2.0, f32::from(i * 11 % 43) * 0.7];
                let (place, distance) = sorted.nearest(to).unwrap();
                assert_eq!(distance, slow(&points, to), "{to:?} of {count}");
                assert_eq!(distance, square(to, points[place]).sqrt());
            }
        }
    }

    #[test]
    fn equal_and_coplanar_points_take_no_longer() {
        let count = 60_000;
        let planes: [&dyn Fn(usize) -> [f32; 3]; 2] =
            [&|i| [7.0, (i % 251) as f32, (i / 251) as f32], &|_| [7.0, 1.0, 2.0]];
        for place in planes {
            let start = Instant::now();
            let mut sorted = NearestPoints::default();
            sorted.rebuild((0..count).map(place));
            for i in 0..count {
                let [x, y, z] = place(i);
                let (_, distance) = sorted.nearest([x + 0.25, y, z]).unwrap();
                assert_eq!(distance, 0.25);
            }
            // A search in quadratic time would take billions of steps.
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        }
    }

    #[test]
    fn accepts_the_largest_coordinates() {
        let end = crate::error::MAX_COORDINATE;
        let mut sorted = NearestPoints::default();
        sorted.rebuild([[end; 3], [-end; 3]]);
        assert_eq!(sorted.nearest([end, end, 0.0]).unwrap().0, 0);
    }
}
