//! A vertex that was torn away from its neighbors, in a model of a single pose.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec;
use alloc::vec::Vec;

use md2_common::triangle::facing;

use crate::view::Mdl;

/// A direction of any length.
type Direction = [f32; 3];

impl Mdl<'_> {
    /// Returns a vertex that is far from its place in the only pose. Two signs must agree: the triangles are larger than the header
    /// states, and the stored normals of the vertices around it fit their triangles only without those of the vertex.
    pub(crate) fn torn_vertex(&self) -> Option<usize> {
        /// The least and the greatest ratio between the area of the triangles and that in the header. Exporters round both.
        const EXCESS: [f32; 2] = [1.0075, 2.0];
        /// The least agreement of all normals with the triangles, and of those around the vertex without its triangles.
        const AGREEMENT: [f32; 2] = [0.8, 0.6];
        /// The least difference that the triangles of the vertex make.
        const DIFFERENCE: f32 = 0.3;
        let [pose] = self.poses() else { return None };
        let positions: Vec<Direction> = self.positions(0).collect();
        let index = |vertex: u32| usize::try_from(vertex).unwrap_or(usize::MAX);
        let corner = |vertex: u32| positions.get(index(vertex)).copied().unwrap_or_default();
        let triangles: Vec<[u32; 3]> = self.triangles().iter().map(|triangle| triangle.vertices()).collect();
        let facings: Vec<Direction> = triangles.iter().map(|triangle| facing(triangle.map(corner))).collect();
        let area = mean(facings.iter().map(|facing| length(*facing) / 2.0))?;
        let stated = self.header().size;
        if !(area >= EXCESS[0] * stated && area <= EXCESS[1] * stated) {
            return None;
        }
        let mut sums = vec![Direction::default(); positions.len()];
        // A vertex, another one, and a triangle of both.
        let mut pairs: Vec<(u32, u32, u32)> = Vec::with_capacity(triangles.len().saturating_mul(6));
        for ((triangle, facing), number) in triangles.iter().zip(&facings).zip(0..) {
            for &vertex in triangle {
                let sum = sums.get_mut(index(vertex))?;
                *sum = added(*sum, *facing, 1.0);
                let others = triangle.iter().filter(|&&other| other != vertex);
                pairs.extend(others.map(|&other| (vertex, other, number)));
            }
        }
        let normals: Vec<Direction> = pose.vertices().iter().map(|vertex| vertex.normal()).collect();
        let agreement = |vertex: usize, sum| cosine(*normals.get(vertex)?, sum);
        let all = mean((0..).zip(&sums).filter_map(|(vertex, &sum)| agreement(vertex, sum)))?;
        pairs.sort_unstable();
        let is_torn = |around: &&[(u32, u32, u32)]| {
            let differences = around.chunk_by(|a, b| a.1 == b.1).filter_map(|shared| {
                let other = index(shared.first()?.1);
                let sum = *sums.get(other)?;
                let own = shared.iter().filter_map(|&(_, _, number)| facings.get(index(number)));
                let rest = own.fold(sum, |rest, facing| added(rest, *facing, -1.0));
                agreement(other, sum).zip(agreement(other, rest))
            });
            let differences: Vec<(f32, f32)> = differences.collect();
            let without = mean(differences.iter().map(|&(_, rest)| rest)).unwrap_or(0.0);
            let difference = mean(differences.iter().map(|&(with, rest)| rest - with)).unwrap_or(0.0);
            differences.len() > 1 && without >= AGREEMENT[1] && difference >= DIFFERENCE
        };
        let torn = pairs.chunk_by(|a, b| a.0 == b.0).find(is_torn)?;
        torn.first().map(|&(vertex, ..)| index(vertex)).filter(|_| all >= AGREEMENT[0])
    }
}

fn added(a: Direction, b: Direction, times: f32) -> Direction {
    let [x, y, z] = b;
    let [a, b, c] = a;
    [a + times * x, b + times * y, c + times * z]
}

fn length([x, y, z]: Direction) -> f32 {
    libm::sqrtf(x * x + y * y + z * z)
}

/// Returns the cosine of the angle between a unit vector and a direction; `None` if the direction has no length.
fn cosine([a, b, c]: Direction, direction: Direction) -> Option<f32> {
    let [x, y, z] = direction;
    let length = length(direction);
    (length > f32::MIN_POSITIVE).then(|| (a * x + b * y + c * z) / length)
}

fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}
