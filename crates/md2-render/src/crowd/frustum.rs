//! The view frustum, for culling members.

use glam::{Mat4, Vec3, Vec4};
use md2_mesh::Bounds;

use super::member::Placement;

/// The rounding of all sums here and in the vertex shader, relative to the sum of all terms; generous, since few boxes are
/// near a plane. In shaders/crowd_test.comp.glsl, too.
const ROUNDING: f32 = 64.0 * f32::EPSILON;

pub(super) struct Frustum {
    /// The left, right, top, bottom and near planes; there is no far plane. A point is inside if its dot product with
    /// each plane is not negative.
    planes: [Vec4; 5],
}

impl Frustum {
    pub(super) fn new(view_projection: Mat4) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| view_projection.row(row));
        Self { planes: [w + x, w - x, w + y, w - y, w - z] }
    }

    /// Whether a box may be visible. A box for which this is `false` is certainly invisible; some invisible boxes near
    /// the frustum's corners and edges also give `true`.
    pub(super) fn may_show(&self, placement: &Placement, bounds: Bounds) -> bool {
        let (center, half) = (Vec3::from(bounds.center()), Vec3::from(bounds.size()) * 0.5);
        let Placement { position, axes, scale } = placement;
        let middle = *position + *axes * center;
        let reach = scale.abs() * (center.length() + half.length());
        self.planes.iter().all(|plane| {
            let normal = plane.truncate();
            let inside = normal.dot(middle) + plane.w + (axes.transpose() * normal).abs().dot(half);
            let terms = normal.abs().dot(position.abs() + reach) + plane.w.abs();
            // NaN compares false, so such a box may be visible.
            let is_outside = inside < -ROUNDING * terms;
            !is_outside
        })
    }
}
