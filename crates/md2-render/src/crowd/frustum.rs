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

#[cfg(test)]
mod tests {
    use glam::camera::rh;

    use super::*;
    use crate::scene::CrowdMember;

    #[test]
    fn culls_boxes_outside_the_planes() {
        let view = rh::view::look_at_mat4(Vec3::new(100.0, 0.0, 0.0), Vec3::ZERO, Vec3::Z);
        let quarter = std::f32::consts::FRAC_PI_2;
        let projection = rh::proj::vulkan::perspective_infinite_reverse(quarter, 1.0, 4.0);
        let view = Frustum::new(projection * view);
        let bounds = Bounds { min: [-1.0; 3], max: [1.0; 3] };
        let at = |x: f32, y: f32, z: f32| {
            view.may_show(&Placement::new(&CrowdMember::new([x, y, z], 0.0)), bounds)
        };
        assert!(at(0.0, 0.0, 0.0) && at(0.0, 100.5, 0.0) && at(0.0, 0.0, -100.5) && at(-1.0e6, 0.0, 0.0));
        assert!(
            !at(0.0, 103.0, 0.0) && !at(0.0, -103.0, 0.0) && !at(0.0, 0.0, 103.0) && !at(0.0, 0.0, -103.0)
        );
        assert!(at(96.5, 0.0, 0.0) && !at(97.5, 0.0, 0.0), "the near plane is at 96");
        assert!(!at(200.0, 0.0, 0.0), "behind the eye");
        assert!(at(f32::NAN, 0.0, 0.0), "NaN may be anywhere");
    }
}
