//! The view: the eye, and the projection between world and window.

use glam::{Vec2, Vec3};
use md2_common::Projection;

use crate::viewport::Viewport;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub eye: [f32; 3],
    pub target: [f32; 3],
    pub projection: Projection,
    /// The distance of the near plane from the eye; above 0.
    pub near: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: [f32; 3],
    pub direction: [f32; 3],
}

impl View {
    pub fn ray(&self, pixel: [f32; 2], viewport: &Viewport) -> Ray {
        let Axes { eye, right, up, forward } = self.axes();
        let half = 0.5 * viewport.size();
        // In half window heights, from the middle.
        let point = (Vec2::from(pixel) - half) / half.y;
        let scale = self.half_height(1.0);
        let offset = right * (point.x * scale) - up * (point.y * scale);
        let (origin, direction) = match self.projection {
            Projection::Perspective { .. } => (eye, forward + offset),
            Projection::Orthographic { .. } => (eye + offset, forward),
        };
        Ray { origin: origin.to_array(), direction: direction.normalize_or(forward).to_array() }
    }

    /// Projects a point of the world to a pixel, which may be outside the window. Returns `None` for a point that is
    /// nearer than the near plane, or behind the eye.
    pub fn project(&self, point: [f32; 3], viewport: &Viewport) -> Option<[f32; 2]> {
        let Axes { eye, right, up, forward } = self.axes();
        let seen = Vec3::from(point) - eye;
        let distance = seen.dot(forward);
        let half = 0.5 * viewport.size();
        let pixel = half + Vec2::new(seen.dot(right), -seen.dot(up)) / self.half_height(distance) * half.y;
        (distance >= self.near).then(|| pixel.to_array())
    }

    pub(crate) fn half_height(&self, distance: f32) -> f32 {
        match self.projection {
            Projection::Perspective { fov_y } => distance * (0.5 * fov_y).tan(),
            Projection::Orthographic { height } => 0.5 * height,
        }
    }

    fn axes(&self) -> Axes {
        let eye = Vec3::from(self.eye);
        let forward = (Vec3::from(self.target) - eye).normalize_or(Vec3::NEG_X);
        let right = forward.cross(Vec3::Z).normalize_or(Vec3::Y);
        Axes { eye, right, up: right.cross(forward), forward }
    }
}

struct Axes {
    eye: Vec3,
    right: Vec3,
    up: Vec3,
    forward: Vec3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_and_projection_agree() {
        let viewport = Viewport::whole([640, 400]);
        let perspective = Projection::Perspective { fov_y: 0.7 };
        for projection in [perspective, Projection::Orthographic { height: 60.0 }] {
            let view = View { eye: [70.0, -40.0, 30.0], target: [2.0, 1.0, 3.0], projection, near: 1.0 };
            let middle = view.project(view.target, &viewport).expect("in front of the eye");
            assert!((Vec2::from(middle) - Vec2::new(320.0, 200.0)).length() < 1e-2, "{middle:?}");
            for pixel in [[0.0, 0.0], [640.0, 17.0], [100.5, 399.0]] {
                let Ray { origin, direction } = view.ray(pixel, &viewport);
                let (origin, direction) = (Vec3::from(origin), Vec3::from(direction));
                assert!((direction.length() - 1.0).abs() < 1e-5);
                for along in [20.0, 90.0] {
                    let seen = view.project((origin + direction * along).to_array(), &viewport);
                    let seen = Vec2::from(seen.expect("in front of the eye"));
                    assert!((seen - Vec2::from(pixel)).length() < 1e-2, "{seen}, not {pixel:?}");
                }
            }
            let behind = Vec3::from(view.eye) * 2.0;
            assert_eq!(view.project(behind.to_array(), &viewport), None);
        }
    }
}
