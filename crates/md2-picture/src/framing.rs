//! Finding views in which models fill the picture.

use glam::{Mat4, Vec3};
use md2_mesh::blend::blend_positions;

use crate::model::{PosedModel, SlotStyle, unit_or};

/// Vertical field of view in radians, as in the viewer.
const FOV_Y: f32 = 0.61;
/// The fraction of the picture's width or height that models fill.
const FILL: f32 = 0.94;

/// The direction from which models are viewed, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// The angle around +Z, from +X towards +Y: 0 views the front of the model, π/2 its left side.
    pub yaw: f32,
    /// The angle above the horizon in radians, less than π/2.
    pub pitch: f32,
}

impl Default for Direction {
    fn default() -> Self {
        Self { yaw: -0.6, pitch: 0.16 }
    }
}

/// A perspective view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The position of the eye in world space.
    pub eye: [f32; 3],
    /// The point at the center of the picture. It must differ from the eye. Up is +Z.
    pub target: [f32; 3],
    /// Vertical field of view in radians.
    pub fov_y: f32,
    /// Distance from the eye to the near plane; above 0.
    pub near: f32,
}

impl View {
    /// Returns the right, up and back directions, each of unit length.
    pub(crate) fn axes(&self) -> [Vec3; 3] {
        let back = unit_or(Vec3::from(self.eye) - Vec3::from(self.target), Vec3::X);
        let right = unit_or(Vec3::Z.cross(back), Vec3::Y);
        [right, back.cross(right), back]
    }
}

/// Finds the view in which all added models are as large as the picture allows.
///
/// To draw an animation, add all its poses: all pictures then have the same view, and the model does not jump between them.
#[derive(Clone, Debug)]
pub struct Framing {
    right: Vec3,
    up: Vec3,
    back: Vec3,
    /// Half the width and half the height of the area that models may fill, at distance 1 from the eye.
    tangent: [f32; 2],
    /// The distances from the origin to the right, left, top and bottom edges of the smallest view that contains all points. They are
    /// measured in the plane through the origin that is perpendicular to the view direction.
    reach: [f32; 4],
    /// The coordinates of the nearest and the farthest point along the axis `back`, which points towards the eye.
    depth: [f32; 2],
}

impl Framing {
    /// Creates a framing for pictures with the given size, viewed from `direction`.
    pub fn new(direction: Direction, [width, height]: [u32; 2]) -> Self {
        let Direction { yaw, pitch } = direction;
        let back = Vec3::new(pitch.cos() * yaw.cos(), pitch.cos() * yaw.sin(), pitch.sin());
        let right = Vec3::new(-yaw.sin(), yaw.cos(), 0.0);
        let tangent = (FOV_Y * 0.5).tan() * FILL;
        let aspect = width.max(1) as f32 / height.max(1) as f32;
        Self {
            right,
            up: back.cross(right),
            back,
            tangent: [tangent * aspect, tangent],
            reach: [f32::NEG_INFINITY; 4],
            depth: [f32::NEG_INFINITY, f32::INFINITY],
        }
    }

    /// Adds the visible vertices of a model.
    pub fn add(&mut self, model: &PosedModel<'_>) {
        let mut positions = vec![[0.0; 3]; model.mesh.vertex_count()];
        blend_positions(model.mesh, model.pose, &mut positions);
        let mut is_used = vec![false; positions.len()];
        for surface in model.mesh.surfaces() {
            if !matches!(model.slot_style(surface.skin_slot), SlotStyle::Hidden) {
                for vertex in model.mesh.indices().triangles_of(surface).flatten() {
                    is_used[vertex as usize] = true;
                }
            }
        }
        let transform = Mat4::from_cols_array_2d(&model.transform);
        for (position, _) in positions.iter().zip(is_used).filter(|(_, is_used)| *is_used) {
            self.add_point(transform.transform_point3(Vec3::from(*position)));
        }
    }

    fn add_point(&mut self, point: Vec3) {
        let [x, y, z] = [self.right, self.up, self.back].map(|axis| axis.dot(point));
        let [tx, ty] = self.tangent;
        for (reach, out) in self.reach.iter_mut().zip([x + z * tx, z * tx - x, y + z * ty, z * ty - y]) {
            *reach = reach.max(out);
        }
        self.depth = [self.depth[0].max(z), self.depth[1].min(z)];
    }

    /// Returns the view; `None` if fewer than two different points were added.
    pub fn view(&self) -> Option<View> {
        let [right, left, top, bottom] = self.reach;
        let [nearest, farthest] = self.depth;
        let [tx, ty] = self.tangent;
        let needed = ((right + left) / (2.0 * tx)).max((top + bottom) / (2.0 * ty));
        // A flat model that is viewed edge-on still needs some distance.
        let extent = (needed - nearest).max(nearest - farthest);
        // The extent of a single point is not zero because of rounding errors.
        let rounding = 1e-5 * (needed.abs() + nearest.abs() + farthest.abs());
        if !needed.is_finite() || extent <= rounding {
            return None;
        }
        let distance = needed.max(nearest + 0.05 * extent);
        let center = self.right * (right - left) * 0.5 + self.up * ((top - bottom) * 0.5);
        // A target in the middle of the depth gives the smallest rounding errors.
        let target = center + self.back * ((nearest + farthest) * 0.5);
        Some(View {
            eye: (center + self.back * distance).to_array(),
            target: target.to_array(),
            fov_y: FOV_Y,
            near: (distance - nearest) * 0.1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_visible_and_fills_the_picture() {
        for size in [[100, 100], [160, 90], [50, 200]] {
            let mut framing = Framing::new(Direction { yaw: 0.7, pitch: 0.3 }, size);
            let points = [
                [0.0, 0.0, 0.0],
                [10.0, 3.0, 50.0],
                [-7.0, 20.0, 30.0],
                [4.0, -9.0, -5.0],
                [900.0, 2.0, 1.0],
            ]
            .map(Vec3::from);
            points.into_iter().for_each(|point| framing.add_point(point));
            let view = framing.view().unwrap();
            let [right, up, back] = view.axes();
            let (mut most, tangent) = (0.0_f32, (view.fov_y * 0.5).tan());
            for point in points {
                let seen = point - Vec3::from(view.eye);
                let depth = -back.dot(seen);
                assert!(depth > view.near, "{point:?} is before the eye");
                let x = right.dot(seen) / depth / tangent / (size[0] as f32 / size[1] as f32);
                let y = up.dot(seen) / depth / tangent;
                most = most.max(x.abs()).max(y.abs());
            }
            assert!((most - FILL).abs() < 1e-3, "{size:?}: {most}");
        }
    }

    #[test]
    fn nothing_and_a_point_have_no_view() {
        let mut framing = Framing::new(Direction::default(), [10, 10]);
        assert_eq!(framing.view(), None);
        framing.add_point(Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(framing.view(), None);
        framing.add_point(Vec3::new(1.0, 2.0, 4.0));
        assert!(framing.view().is_some());
    }
}
