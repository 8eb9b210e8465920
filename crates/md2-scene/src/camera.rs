//! The orbit camera: angles, distance and target, and how far away a model fits the window.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Vec2, Vec3};
use md2_common::Projection;
use md2_mesh::Bounds;

use crate::view::View;
use crate::viewport::Viewport;

/// Vertical opening angle. Narrow enough that a figure is not distorted, wide enough to feel near.
const FOV_Y: f32 = 0.61;
/// A little to the side of the model's face, which looks along +X, and a little above it.
const START_YAW: f32 = -0.6;
const START_PITCH: f32 = 0.16;
/// Straight up or down would leave the view without an up direction.
const PITCH_LIMIT: f32 = FRAC_PI_2 - 0.01;
/// Radians for one pixel of dragging.
const DRAG_SPEED: f32 = 0.0075;
/// Radians a second while nobody has touched the camera: a turn in 36 seconds.
const AUTO_ORBIT_SPEED: f32 = TAU / 36.0;
/// Distance factor for one notch of the wheel.
const ZOOM_STEP: f32 = 0.88;
/// The ends of zooming, in radii: near enough for a face, and the whole still more than a dot.
const ZOOM_RANGE: [f32; 2] = [0.01, 30.0];
/// The same of a distance that is asked for by its number.
const DISTANCE_RANGE: [f32; 2] = [0.01, 100.0];
/// Part of the window's half extent that a framed model may fill.
const FRAME_FILL: f32 = 0.92;
/// How far a model may move out of its frame, in its radii, before it is framed anew.
const HOLD_MARGIN: f32 = 0.1;
/// How far the eye is from the target at least without perspective, in radii: what is before the eye is not seen, and
/// the distance does not show.
const ORTHOGRAPHIC_DISTANCE: f32 = 24.0;
/// The smallest radius a model is taken to have.
const MIN_RADIUS: f32 = 1e-3;

/// Where a scene is looked at from; left and right are the model's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum Side {
    Front,
    Right,
    Back,
    Left,
    Top,
    /// As a model is seen when it is opened: from the front, a little aside and above.
    Start,
}

/// A camera that circles a target, with Z up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    target: Vec3,
    distance: f32,
    /// Direction of the eye seen from the target, around +Z from +X towards +Y, in radians.
    yaw: f32,
    /// Height of the eye above the horizon of the target, in radians.
    pitch: f32,
    /// What was framed last: the measure for zoom limits and the near plane.
    subject: Bounds,
    /// Whether target and distance are still those that fit the subject.
    fitted: bool,
    auto_orbit: bool,
    orthographic: bool,
}

impl OrbitCamera {
    /// The start view of a model: upright, from the front and a little to the side.
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

    /// Keeps the angles and moves to where the subject fits the free part of the window from
    /// every side.
    pub(crate) fn frame(&mut self, subject: &Bounds, viewport: &Viewport) {
        self.subject = *subject;
        self.fitted = true;
        self.refit(viewport);
    }

    /// Takes another subject for the one framed, as when a model was edited, without turning.
    pub(crate) fn replace_subject(&mut self, subject: &Bounds, viewport: &Viewport) {
        self.subject = *subject;
        self.refit(viewport);
    }

    /// Frames the subject if it is not in what was framed last, unless the user has chosen a distance or a
    /// target since.
    pub(crate) fn keep_in_sight(&mut self, subject: &Bounds, viewport: &Viewport) {
        if self.fitted && !contains(&self.subject, subject) {
            self.frame(subject, viewport);
        }
    }

    /// Fits the subject to another size of the window, unless the user has chosen a distance or a
    /// target since it was framed.
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

    /// Direction of the eye seen from the target, around +Z from +X towards +Y, in radians, 0 to 2π.
    #[must_use]
    pub fn yaw(&self) -> f32 {
        self.yaw
    }

    /// Height of the eye above the horizon of the target, in radians, short of straight up and down.
    #[must_use]
    pub fn pitch(&self) -> f32 {
        self.pitch
    }

    /// Distance of the eye from the target, in units. Without perspective that from which an eye in perspective sees the
    /// target as large.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.distance
    }

    /// Whether it circles by itself.
    #[must_use]
    pub fn auto_orbit(&self) -> bool {
        self.auto_orbit
    }

    pub(crate) fn set_auto_orbit(&mut self, on: bool) {
        self.auto_orbit = on;
    }

    /// Whether it sees without perspective.
    #[must_use]
    pub fn is_orthographic(&self) -> bool {
        self.orthographic
    }

    /// Sees with perspective or without, the target as large as before.
    pub(crate) fn set_orthographic(&mut self, on: bool, viewport: &Viewport) {
        self.orthographic = on;
        self.refit(viewport);
    }

    /// Lets time pass: an untouched camera circles slowly.
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

    /// Turns by a drag in pixels of a display without scaling, as if the model were taken by the hand.
    pub(crate) fn orbit(&mut self, drag: Vec2) {
        self.set_yaw(self.yaw - drag.x * DRAG_SPEED);
        self.set_pitch(self.pitch + drag.y * DRAG_SPEED);
    }

    /// Shifts by a drag in pixels so that the target stays under the pointer.
    pub(crate) fn pan(&mut self, drag: Vec2, viewport: &Viewport) {
        let units_per_pixel = self.half_height() / (0.5 * viewport.size().y);
        let shift = drag * units_per_pixel;
        self.target += self.up() * shift.y - self.right() * shift.x;
        self.fitted = false;
        self.auto_orbit = false;
    }

    /// Goes nearer to a point by positive wheel notches, and away by negative ones: the point stays where it is seen.
    ///
    /// All is shrunk or stretched around the point, eye and target. So the eye never comes to the point, and no pixel of
    /// what lies in one depth with it slips from under the pointer.
    pub(crate) fn zoom_to(&mut self, point: Vec3, notches: f32) {
        let [least, most] = ZOOM_RANGE.map(|radii| radii * radius(&self.subject));
        // Who is beyond an end already is not thrown back to it.
        let (least, most) = (least.min(self.distance), most.max(self.distance));
        let wanted = self.distance * ZOOM_STEP.powf(notches.clamp(-20.0, 20.0));
        let factor = wanted.clamp(least, most) / self.distance;
        self.target = point + (self.target - point) * factor;
        self.distance *= factor;
        self.fitted = false;
        self.auto_orbit = false;
    }

    /// The same, to the target.
    pub(crate) fn zoom(&mut self, notches: f32) {
        self.zoom_to(self.target, notches);
    }

    /// The point that is seen at a place of the window, in physical pixels, and lies as deep as the target.
    pub(crate) fn beside_target(&self, pixel: Vec2, viewport: &Viewport) -> Vec3 {
        let half = 0.5 * viewport.size();
        // In half window heights, from where the target is seen.
        let at = (pixel - half) / half.y * Vec2::new(1.0, -1.0) - viewport.center_offset();
        let at = at * self.half_height();
        self.target + self.right() * at.x + self.up() * at.y
    }

    /// The view with the target in the middle of the window's free part.
    #[must_use]
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

    /// Half the height of the picture at the target's distance, in model units.
    fn half_height(&self) -> f32 {
        self.distance * (0.5 * FOV_Y).tan()
    }

    /// Unit vector from the target to the eye.
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

/// Whether another box lies in this one, but for what the room around a framed model takes up.
fn contains(framed: &Bounds, other: &Bounds) -> bool {
    let room = Vec3::splat(HOLD_MARGIN * radius(framed));
    Vec3::from(other.min).cmpge(Vec3::from(framed.min) - room).all()
        && Vec3::from(other.max).cmple(Vec3::from(framed.max) + room).all()
}

/// Half the diagonal, and never so small that a camera could not stand before it.
pub(crate) fn radius(subject: &Bounds) -> f32 {
    subject.radius().max(MIN_RADIUS)
}

/// Distance from which the subject, turned about its vertical axis, stays inside the picture.
///
/// The turning box sweeps a cylinder. A point at `(x right, y up, z towards the eye)` from the
/// target is inside while `|x| <= (d - z) * tan(half width angle)`, and likewise for `y`, so each
/// point of the rims gives a smallest distance `d`, and the largest of them holds for all. Without perspective `z` counts
/// for nothing.
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
