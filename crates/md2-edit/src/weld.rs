//! Combining vertices at the same place.

use std::collections::HashMap;

use crate::error::EditError;
use crate::model::Model;
use crate::shape::{EditedTriangle, Shape};

impl Model {
    /// Combines vertices that are at most `distance` units apart in every frame. Then removes unused vertices, repeated skin coordinates,
    /// and triangles that have lost their area.
    ///
    /// Of the combined vertices, the first remains, with its normal. Vertices of an MDL or MD3 are combined only if their skin coordinates
    /// are equal.
    ///
    /// Returns the numbers of vertices and triangles that were removed.
    ///
    /// # Errors
    /// If the distance is negative or not finite, or so large that no triangle remains.
    pub fn weld(&mut self, distance: f32) -> Result<[usize; 2], EditError> {
        if !(0.0..f32::INFINITY).contains(&distance) {
            return Err(EditError::invalid(format!("weld distance {distance}, expected 0 or more units")));
        }
        let shape = self.edited().shape();
        let first = if distance > 0.0 { near(&shape, distance) } else { equal(&shape) };
        let is_flat = |corners: &[u32; 3]| {
            let [a, b, c] = corners;
            a == b || b == c || c == a
        };
        let welded = shape.triangles.iter().enumerate().filter_map(|(source, corners)| {
            let corners = corners.map(|mut corner| {
                corner.vertex = first[corner.vertex as usize];
                corner
            });
            let was_flat = is_flat(&shape.triangles[source].map(|corner| corner.vertex));
            let is_kept = was_flat || !is_flat(&corners.map(|corner| corner.vertex));
            is_kept.then_some(EditedTriangle { corners, source })
        });
        let welded: Vec<EditedTriangle> = welded.collect();
        if welded.is_empty() && !shape.triangles.is_empty() {
            let text = format!("weld distance {distance} would remove all triangles, expected a shorter one");
            return Err(EditError::invalid(text));
        }
        let triangles = shape.triangles.len() - welded.len();
        let is_changed = welded.iter().any(|triangle| triangle.corners != shape.triangles[triangle.source]);
        if is_changed || triangles > 0 || first.iter().zip(0..).any(|(&first, vertex)| first != vertex) {
            self.edited_mut().set_triangles(&welded);
        }
        let [vertices, _] = self.edited_mut().remove_unused();
        Ok([vertices, triangles])
    }
}

fn equal(shape: &Shape) -> Vec<u32> {
    let mut first = HashMap::new();
    let places = shape.places();
    (0..)
        .zip(places.iter().zip(&shape.keys))
        .map(|(vertex, key)| *first.entry(key).or_insert(vertex))
        .collect()
}

/// Returns, for each vertex, the first remaining vertex within a distance in every pose.
fn near(shape: &Shape, distance: f32) -> Vec<u32> {
    let Some(base) = shape.poses.first() else { return equal(shape) };
    #[expect(clippy::cast_possible_truncation, reason = "saturates; vertices so far out share a cell")]
    let cell = |position: [f32; 3]| position.map(|c| (c / distance).floor() as i64);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let is_near = |a: u32, b: usize| {
        shape.keys[a as usize] == shape.keys[b]
            && shape.poses.iter().all(|pose| {
                let squared: f32 = (0..3).map(|axis| (pose[a as usize][axis] - pose[b][axis]).powi(2)).sum();
                squared <= distance * distance
            })
    };
    let mut first = Vec::with_capacity(base.len());
    for (vertex, position) in (0..).zip(base) {
        let [x, y, z] = cell(*position);
        let around = (-1..=1).flat_map(|i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [i, j, k])));
        let cells_around =
            around.map(|[i, j, k]| [x.saturating_add(i), y.saturating_add(j), z.saturating_add(k)]);
        let mut others = cells_around.filter_map(|cell| cells.get(&cell)).flatten().copied();
        let found = others.find(|&other| is_near(other, vertex as usize));
        if found.is_none() {
            cells.entry([x, y, z]).or_default().push(vertex);
        }
        first.push(found.unwrap_or(vertex));
    }
    first
}
