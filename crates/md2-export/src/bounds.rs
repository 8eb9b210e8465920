//! Bounding boxes of points.

use md2_mesh::Bounds;

/// Returns the axis-aligned bounding box of `points`; [`Bounds::ORIGIN`] if there are none.
pub(crate) fn bounds(points: &[[f32; 3]]) -> Bounds {
    let boxes = points.iter().map(|&point| Bounds { min: point, max: point });
    boxes.reduce(|all, one| all.union(&one)).unwrap_or(Bounds::ORIGIN)
}
