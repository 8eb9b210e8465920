//! Whether a member may be in the picture.

use glam::{Mat4, Vec2, Vec3, Vec4};
use md2_mesh::Bounds;

/// What may be in the picture lies on the inner side of these planes, in the space that the matrix is from.
pub(super) struct Frustum {
    /// Left, right, top, bottom, near: the sum of a plane times a point is not negative inside. Depth has no end.
    planes: [Vec4; 5],
}

impl Frustum {
    /// `matrix` takes a space to clip space, where depth is reversed: 1 at the near plane.
    pub(super) fn new(matrix: Mat4) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| matrix.row(row));
        Self { planes: [w + x, w - x, w + y, w - y, w - z] }
    }

    /// Whether a box may be seen. What is not is certainly outside: boxes beside a corner of the picture may be taken for
    /// seen, and so may what is a hair outside.
    pub(super) fn may_show(&self, bounds: Bounds) -> bool {
        let (center, half) = (Vec3::from(bounds.center()), Vec3::from(bounds.size()) * 0.5);
        self.planes.iter().all(|plane| {
            let normal = plane.truncate();
            let reach = normal.abs().dot(half);
            let distance = normal.dot(center) + plane.w;
            // Sums are rounded, and so are those of the shader: a few parts in 2^24 of the largest of their terms.
            const ROUNDING: f32 = 32.0 * f32::EPSILON;
            let terms = normal.abs().dot(center.abs() + half) + plane.w.abs();
            // What is no number may be anywhere.
            let is_outside = distance + reach < -ROUNDING * terms;
            !is_outside
        })
    }

    /// Likewise for a flat rectangle.
    pub(super) fn may_show_area(&self, [min, max]: [Vec2; 2], height: f32) -> bool {
        self.may_show(Bounds { min: min.extend(height).into(), max: max.extend(height).into() })
    }
}

#[cfg(test)]
mod tests {
    use glam::camera::rh;

    use super::*;

    #[test]
    fn boxes_are_seen_unless_they_are_beyond_an_edge() {
        let view = rh::view::look_at_mat4(Vec3::new(100.0, 0.0, 0.0), Vec3::ZERO, Vec3::Z);
        let quarter = std::f32::consts::FRAC_PI_2;
        let projection = rh::proj::vulkan::perspective_infinite_reverse(quarter, 1.0, 4.0);
        let view = Frustum::new(projection * view);
        let at = |x: f32, y: f32, z: f32| {
            let center = Vec3::new(x, y, z);
            view.may_show(Bounds { min: (center - 1.0).into(), max: (center + 1.0).into() })
        };
        assert!(at(0.0, 0.0, 0.0) && at(0.0, 100.5, 0.0) && at(0.0, 0.0, -100.5) && at(-1.0e6, 0.0, 0.0));
        assert!(
            !at(0.0, 103.0, 0.0) && !at(0.0, -103.0, 0.0) && !at(0.0, 0.0, 103.0) && !at(0.0, 0.0, -103.0)
        );
        assert!(at(96.5, 0.0, 0.0) && !at(97.5, 0.0, 0.0), "the near plane is at 96");
        assert!(!at(200.0, 0.0, 0.0), "behind the eye");
        assert!(at(f32::NAN, 0.0, 0.0), "what is no number may be anywhere");
    }
}
