//! The orbit camera: angles, distance, target, and the distance at which a model fits the window.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Vec2, Vec3};
use md2_common::Projection;
use md2_mesh::Bounds;

use crate::view::View;
use crate::viewport::Viewport;

/// Vertical field of view in radians: narrow enough that figures look undistorted, and wide enough that they look near.
const FOV_Y: f32 = 0.61;
const START_YAW: f32 = -0.6;
const START_PITCH: f32 = 0.16;
/// The largest pitch. Looking straight up or down would leave no up direction.
const PITCH_LIMIT: f32 = FRAC_PI_2 - 0.01;
/// Rotation in radians per pixel of dragging.
const DRAG_SPEED: f32 = 0.0075;
/// Radians per second of the automatic orbit: a turn in 36 seconds.
const AUTO_ORBIT_SPEED: f32 = TAU / 36.0;
/// The factor by which one notch of the wheel changes the distance.
const ZOOM_STEP: f32 = 0.88;
/// The least and the greatest distance after zooming, in radii of the model. From the least one, a few texels of a skin fill the window.
const ZOOM_RANGE: [f32; 2] = [0.06, 30.0];
const DISTANCE_RANGE: [f32; 2] = [0.01, 100.0];
/// The fraction of the window's half width and half height that a framed model may fill.
const FRAME_FILL: f32 = 0.92;
/// The distance by which a model may leave the framed box before the camera frames it again, in radii of the model.
const HOLD_MARGIN: f32 = 0.1;
/// The least distance of the eye from the target in orthographic projection, in radii of the model. It is large,
/// because geometry behind the eye is not drawn. It does not affect the size of the picture.
const ORTHOGRAPHIC_DISTANCE: f32 = 24.0;
const MIN_RADIUS: f32 = 1e-3;

/// A direction to look from. Left and right are the sides of the model, not of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Front,
    Right,
    Back,
    Left,
    Top,
    /// The view of a newly opened model: from the front, a little to the side and above.
    Start,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    target: Vec3,
    /// Distance of the eye from the target, in units. Without perspective, the distance at which a perspective camera would show
    /// the target at the same size.
    pub distance: f32,
    /// Direction of the eye seen from the target, around +Z from +X towards +Y, in radians.
    pub yaw: f32,
    /// Angle of the eye above the target's horizon, in radians.
    pub pitch: f32,
    subject: Bounds,
    /// Whether distance and target are still those set by framing. If so, the subject is fitted again to a new window size.
    fitted: bool,
    pub auto_orbit: bool,
    pub orthographic: bool,
}

impl OrbitCamera {
    pub(crate) fn framing(subject: &Bounds, viewport: &Viewport) -> Self {
        let mut camera = Self {
            target: Vec3::ZERO,
            distance: 1.0,
            yaw: START_YAW,
            pitch: START_PITCH,
            subject: *subject,
            fitted: true,
            auto_orbit: true,
            orthographic: false,
        };
        camera.refit(viewport);
        camera
    }

    pub(crate) fn frame(&mut self, subject: &Bounds, viewport: &Viewport) {
        self.fitted = true;
        self.replace_subject(subject, viewport);
    }

    pub(crate) fn replace_subject(&mut self, subject: &Bounds, viewport: &Viewport) {
        self.subject = *subject;
        self.refit(viewport);
    }

    /// Frames the box `subject` if it has left the framed box. Does nothing once the user has changed the camera's
    /// distance or target.
    pub(crate) fn keep_in_sight(&mut self, subject: &Bounds, viewport: &Viewport) {
        if self.fitted && !contains(&self.subject, subject) {
            self.frame(subject, viewport);
        }
    }

    /// Fits the framed box to the window. Does nothing once the user has changed the camera's distance or target.
    pub(crate) fn refit(&mut self, viewport: &Viewport) {
        if self.fitted {
            self.target = self.subject.center().into();
            self.distance =
                fitting_distance(&self.subject, self.pitch, viewport.free_extent(), self.orthographic);
        }
    }

    pub(crate) fn set_yaw(&mut self, radians: f32) {
        self.yaw = radians.rem_euclid(TAU);
        self.auto_orbit = false;
    }

    pub(crate) fn set_pitch(&mut self, radians: f32) {
        self.pitch = radians.clamp(-PITCH_LIMIT, PITCH_LIMIT);
        self.auto_orbit = false;
    }

    pub(crate) fn set_distance(&mut self, units: f32) {
        let [least, most] = DISTANCE_RANGE.map(|radii| radii * radius(&self.subject));
        self.distance = units.clamp(least, most);
        self.fitted = false;
        self.auto_orbit = false;
    }

    pub(crate) fn set_auto_orbit(&mut self, on: bool) {
        self.auto_orbit = on;
    }

    pub(crate) fn set_orthographic(&mut self, on: bool, viewport: &Viewport) {
        self.orthographic = on;
        self.refit(viewport);
    }

    pub(crate) fn advance(&mut self, seconds: f32) {
        if self.auto_orbit {
            self.yaw = (self.yaw + AUTO_ORBIT_SPEED * seconds).rem_euclid(TAU);
        }
    }

    pub(crate) fn look_from(&mut self, side: Side, viewport: &Viewport) {
        let (yaw, pitch) = match side {
            Side::Front => (0.0, 0.0),
            Side::Right => (-FRAC_PI_2, 0.0),
            Side::Back => (PI, 0.0),
            Side::Left => (FRAC_PI_2, 0.0),
            Side::Top => (0.0, PITCH_LIMIT),
            Side::Start => (START_YAW, START_PITCH),
        };
        self.set_yaw(yaw);
        self.set_pitch(pitch);
        self.refit(viewport);
    }

    pub(crate) fn orbit(&mut self, drag: Vec2) {
        self.set_yaw(self.yaw - drag.x * DRAG_SPEED);
        self.set_pitch(self.pitch + drag.y * DRAG_SPEED);
    }

    pub(crate) fn pan(&mut self, drag: Vec2, viewport: &Viewport) {
        let units_per_pixel = self.half_height() / (0.5 * viewport.size().y);
        let shift = drag * units_per_pixel;
        self.target += self.up() * shift.y - self.right() * shift.x;
        self.fitted = false;
        self.auto_orbit = false;
    }

    /// Moves eye and target towards a point for positive notches of the wheel, and away from the point for negative notches.
    ///
    /// The eye never reaches the point, and the point stays at its pixel.
    pub(crate) fn zoom_to(&mut self, point: Vec3, notches: f32) {
        let [least, most] = ZOOM_RANGE.map(|radii| radii * radius(&self.subject));
        // A distance already outside the range stays.
        let (least, most) = (least.min(self.distance), most.max(self.distance));
        let wanted = self.distance * ZOOM_STEP.powf(notches.clamp(-20.0, 20.0));
        let factor = wanted.clamp(least, most) / self.distance;
        self.target = point + (self.target - point) * factor;
        self.distance *= factor;
        self.fitted = false;
        self.auto_orbit = false;
    }

    pub(crate) fn zoom(&mut self, notches: f32) {
        self.zoom_to(self.target, notches);
    }

    pub(crate) fn point_at_target_depth(&self, pixel: Vec2, viewport: &Viewport) -> Vec3 {
        let half = 0.5 * viewport.size();
        // In half window heights, relative to the target.
        let offset = (pixel - half) / half.y * Vec2::new(1.0, -1.0) - viewport.center_offset();
        let offset = offset * self.half_height();
        self.target + self.right() * offset.x + self.up() * offset.y
    }

    pub fn view(&self, viewport: &Viewport) -> View {
        let offset = viewport.center_offset() * self.half_height();
        let target = self.target - self.right() * offset.x - self.up() * offset.y;
        let radius = radius(&self.subject);
        let (distance, projection) = if self.orthographic {
            let projection = Projection::Orthographic { height: 2.0 * self.half_height() };
            (self.distance.max(ORTHOGRAPHIC_DISTANCE * radius), projection)
        } else {
            (self.distance, Projection::Perspective { fov_y: FOV_Y })
        };
        View {
            eye: (target + self.backward() * distance).to_array(),
            target: target.to_array(),
            projection,
            near: self.distance.min(radius) * 0.02,
        }
    }

    fn half_height(&self) -> f32 {
        self.distance * (0.5 * FOV_Y).tan()
    }

    fn backward(&self) -> Vec3 {
        Vec3::new(self.pitch.cos() * self.yaw.cos(), self.pitch.cos() * self.yaw.sin(), self.pitch.sin())
    }

    fn right(&self) -> Vec3 {
        Vec3::new(-self.yaw.sin(), self.yaw.cos(), 0.0)
    }

    fn up(&self) -> Vec3 {
        self.backward().cross(self.right())
    }
}

fn contains(framed: &Bounds, other: &Bounds) -> bool {
    let room = Vec3::splat(HOLD_MARGIN * radius(framed));
    Vec3::from(other.min).cmpge(Vec3::from(framed.min) - room).all()
        && Vec3::from(other.max).cmple(Vec3::from(framed.max) + room).all()
}

pub(crate) fn radius(subject: &Bounds) -> f32 {
    subject.radius().max(MIN_RADIUS)
}

/// Distance at which the subject stays inside the picture from all directions around the vertical axis.
///
/// The turning box sweeps a cylinder. A point at `(x right, y up, z towards the eye)` from the target is visible while
/// `|x| <= (d - z) * tan(half angle)`, and the same for `y`. So each point on the cylinder's rims gives a smallest
/// distance `d`; the result is the largest of them. Without perspective `z` is 0.
fn fitting_distance(subject: &Bounds, pitch: f32, free_extent: Vec2, orthographic: bool) -> f32 {
    let half = 0.5 * Vec3::from(subject.size());
    let (height, rim) = (half.z, half.truncate().length());
    let tangent = (0.5 * FOV_Y).tan() * free_extent * FRAME_FILL;
    let (sin, cos) = pitch.sin_cos();

    let mut distance = 0.0_f32;
    for step in 0..32_u8 {
        let (across, toward) = (f32::from(step) * TAU / 32.0).sin_cos();
        for end in [-height, height] {
            let x = rim * across;
            let y = end * cos - rim * toward * sin;
            let z = if orthographic { 0.0 } else { end * sin + rim * toward * cos };
            distance = distance.max(x.abs() / tangent.x + z).max(y.abs() / tangent.y + z);
        }
    }
    distance.max(radius(subject) * 0.1)
}

#[cfg(test)]
mod tests;
