//! How far the vertices of two models are from each other.

use md2_mesh::Mesh;
use serde::Serialize;

/// Distances of vertices in units, over a frame or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Distances {
    pub(crate) largest: f32,
    pub(crate) mean: f64,
    /// Of how many vertices of how many frames.
    #[serde(skip)]
    count: usize,
}

impl Distances {
    /// These, if there was anything to measure.
    pub(crate) fn measured(self) -> Option<Self> {
        (self.count > 0).then_some(self)
    }

    pub(crate) fn add(&mut self, distance: f32) {
        self.largest = self.largest.max(distance);
        self.count += 1;
        // Two numbers of 53 bits.
        #[allow(clippy::cast_precision_loss, reason = "a mean of less than 2^53 numbers")]
        let count = self.count as f64;
        self.mean += (f64::from(distance) - self.mean) / count;
    }
}

/// The vertices that triangles use, in the numbers of the file.
#[derive(Debug)]
pub(super) struct Used<'a> {
    mesh: &'a Mesh,
    /// For each of the file's vertices one of the mesh's; `None` for one that no triangle uses.
    vertices: Vec<Option<usize>>,
}

impl<'a> Used<'a> {
    pub(super) fn of(mesh: &'a Mesh, file_vertices: usize) -> Self {
        let mut vertices = vec![None; file_vertices];
        for (index, source) in
            mesh.source_vertices().iter().enumerate().filter(|(_, source)| source.st.is_some())
        {
            if let Some(vertex) = usize::try_from(source.xyz).ok().and_then(|xyz| vertices.get_mut(xyz)) {
                let _ = vertex.get_or_insert(index);
            }
        }
        Self { mesh, vertices }
    }

    fn positions(&self, frame: usize) -> Vec<[f32; 3]> {
        self.vertices.iter().flatten().map(|&vertex| self.mesh.position(frame, vertex)).collect()
    }

    /// Adds the distances of the vertices with the same numbers.
    pub(super) fn by_number(&self, frame: usize, other: &Used<'_>, other_frame: usize, to: &mut Distances) {
        for (a, b) in self.vertices.iter().zip(&other.vertices) {
            if let (Some(a), Some(b)) = (*a, *b) {
                to.add(distance(self.mesh.position(frame, a), other.mesh.position(other_frame, b)));
            }
        }
    }

    /// Adds the distances from each vertex of both to the nearest of the other.
    pub(super) fn to_nearest(&self, frame: usize, other: &Used<'_>, other_frame: usize, to: &mut Distances) {
        let (mut a, mut b) = (self.positions(frame), other.positions(other_frame));
        for points in [&mut a, &mut b] {
            points.sort_by(|p, q| p[0].total_cmp(&q[0]));
        }
        if !a.is_empty() && !b.is_empty() {
            a.iter().for_each(|point| to.add(nearest(*point, &b)));
            b.iter().for_each(|point| to.add(nearest(*point, &a)));
        }
    }

    /// How many vertices of this frame have another normal than those with the same numbers.
    pub(super) fn other_normals(&self, other: &Used<'_>, frame: usize) -> usize {
        let direction =
            |used: &Used<'_>, vertex| used.mesh.packing().direction(used.mesh.vertex_bytes(frame, vertex));
        let differ = |(a, b): &(&Option<usize>, &Option<usize>)| match (**a, **b) {
            (Some(a), Some(b)) => distance(direction(self, a), direction(other, b)) > 1e-3,
            _ => false,
        };
        self.vertices.iter().zip(&other.vertices).filter(differ).count()
    }
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    let squares = (0..3).map(|axis| (a[axis] - b[axis]).powi(2));
    squares.sum::<f32>().sqrt()
}

/// The distance to the nearest of `points`, which are sorted by x: those further away along x alone are not looked at.
fn nearest(point: [f32; 3], points: &[[f32; 3]]) -> f32 {
    let start = points.partition_point(|other| other[0] < point[0]);
    let (below, above) = points.split_at(start);
    let mut best = f32::INFINITY;
    for side in [&mut below.iter().rev() as &mut dyn Iterator<Item = &[f32; 3]>, &mut above.iter()] {
        for other in side {
            if (other[0] - point[0]).abs() > best {
                break;
            }
            best = best.min(distance(point, *other));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_found_wherever_it_lies() {
        let mut points: Vec<[f32; 3]> = (0..300_u16)
            .map(|i| [f32::from(i * 7 % 31), f32::from(i * 13 % 37), f32::from(i * 5 % 29)])
            .collect();
        points.sort_by(|p, q| p[0].total_cmp(&q[0]));
        for i in 0..200_u16 {
            let point =
                [f32::from(i) * 0.37 - 5.0, f32::from(i * 3 % 41) - 2.0, f32::from(i * 11 % 43) * 0.7];
            let slow = points.iter().map(|other| distance(point, *other)).fold(f32::INFINITY, f32::min);
            assert_eq!(nearest(point, &points), slow, "{point:?}");
        }
    }

    #[test]
    fn distances_have_a_mean_and_an_end() {
        let mut distances = Distances::default();
        assert_eq!(distances.measured(), None);
        [0.0, 1.0, 5.0].into_iter().for_each(|distance| distances.add(distance));
        assert_eq!((distances.largest, distances.mean), (5.0, 2.0));
        assert_eq!(distances.measured(), Some(distances));
    }
}
