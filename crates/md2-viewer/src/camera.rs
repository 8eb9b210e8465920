//! The orbit camera: angles, distance and target, and how far away a model fits the window.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Vec2, Vec3};

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
/// Part of the window's half extent that a framed model may fill.
const FRAME_FILL: f32 = 0.92;
/// How far a model may move out of its frame, in its radii, before it is framed anew.
const HOLD_MARGIN: f32 = 0.1;

/// The box a camera is asked to show, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Subject {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
}

impl Subject {
    pub(crate) fn center(&self) -> Vec3 {
        0.5 * (self.min + self.max)
    }

    /// Whether another box lies in this one, but for what the room around a framed model takes up.
    fn holds(&self, other: &Self) -> bool {
        let room = Vec3::splat(HOLD_MARGIN * self.radius());
        other.min.cmpge(self.min - room).all() && other.max.cmple(self.max + room).all()
    }

    /// Half the diagonal, and never so small that a camera could not stand before it.
    pub(crate) fn radius(&self) -> f32 {
        (0.5 * (self.max - self.min)).length().max(1e-3)
    }
}

/// The part of the window that panels leave free, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    /// Size of the whole window.
    pub(crate) size: Vec2,
    /// Top left corner of the free part.
    pub(crate) free_min: Vec2,
    /// Bottom right corner of the free part.
    pub(crate) free_max: Vec2,
}

impl Viewport {
    /// A window without panels.
    pub(crate) fn whole(size: [u32; 2]) -> Self {
        let size = Vec2::new(size[0].max(1) as f32, size[1].max(1) as f32);
        Self { size, free_min: Vec2::ZERO, free_max: size }
    }

    /// Center of the free part relative to the window's center, in half window heights,
    /// X right and Y up.
    fn center_offset(&self) -> Vec2 {
        let from_center = 0.5 * (self.free_min + self.free_max) - 0.5 * self.size;
        Vec2::new(from_center.x, -from_center.y) / (0.5 * self.size.y)
    }

    /// Extent of the free part, in window heights.
    fn free_extent(&self) -> Vec2 {
        (self.free_max - self.free_min).max(Vec2::ONE) / self.size.y
    }
}

/// Where the picture is taken from: what the renderer's camera is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) eye: Vec3,
    pub(crate) target: Vec3,
    pub(crate) fov_y: f32,
    /// Nothing nearer is seen. There is no far end: the renderer's depth reaches to infinity.
    pub(crate) near: f32,
}

/// A camera that circles a target, with Z up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrbitCamera {
    target: Vec3,
    distance: f32,
    /// Direction of the eye seen from the target, around +Z from +X towards +Y, in radians.
    yaw: f32,
    /// Height of the eye above the horizon of the target, in radians.
    pitch: f32,
    /// What was framed last: the measure for zoom limits and the near plane.
    subject: Subject,
    /// Whether target and distance are still those that fit the subject.
    fitted: bool,
    auto_orbit: bool,
}

impl OrbitCamera {
    /// The start view of a model: upright, from the front and a little to the side.
    pub(crate) fn framing(subject: &Subject, viewport: &Viewport) -> Self {
        let mut camera = Self {
            target: Vec3::ZERO,
            distance: 1.0,
            yaw: START_YAW,
            pitch: START_PITCH,
            subject: *subject,
            fitted: true,
            auto_orbit: true,
        };
        camera.refit(viewport);
        camera
    }

    /// Keeps the angles and moves to where the subject fits the free part of the window from
    /// every side.
    pub(crate) fn frame(&mut self, subject: &Subject, viewport: &Viewport) {
        self.subject = *subject;
        self.fitted = true;
        self.refit(viewport);
    }

    /// Takes another subject for the one framed, as when a model was edited, without turning.
    pub(crate) fn replace_subject(&mut self, subject: &Subject, viewport: &Viewport) {
        self.subject = *subject;
        self.refit(viewport);
    }

    /// Frames the subject if it is not in what was framed last, unless the user has chosen a distance or a
    /// target since.
    pub(crate) fn keep_in_sight(&mut self, subject: &Subject, viewport: &Viewport) {
        if self.fitted && !self.subject.holds(subject) {
            self.frame(subject, viewport);
        }
    }

    /// Fits the subject to another size of the window, unless the user has chosen a distance or a
    /// target since it was framed.
    pub(crate) fn refit(&mut self, viewport: &Viewport) {
        if self.fitted {
            self.target = self.subject.center();
            self.distance = fitting_distance(&self.subject, self.pitch, viewport.free_extent());
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
        let radius = self.subject.radius();
        self.distance = units.clamp(radius * 0.02, radius * 100.0);
        self.fitted = false;
        self.auto_orbit = false;
    }

    pub(crate) fn auto_orbit(&self) -> bool {
        self.auto_orbit
    }

    pub(crate) fn set_auto_orbit(&mut self, on: bool) {
        self.auto_orbit = on;
    }

    /// Lets time pass: an untouched camera circles slowly.
    pub(crate) fn advance(&mut self, seconds: f32) {
        if self.auto_orbit {
            self.yaw = (self.yaw + AUTO_ORBIT_SPEED * seconds).rem_euclid(TAU);
        }
    }

    /// Turns by a drag in pixels, as if the model were taken by the hand.
    pub(crate) fn orbit(&mut self, drag: Vec2) {
        self.set_yaw(self.yaw - drag.x * DRAG_SPEED);
        self.set_pitch(self.pitch + drag.y * DRAG_SPEED);
    }

    /// Shifts by a drag in pixels so that the target stays under the pointer.
    pub(crate) fn pan(&mut self, drag: Vec2, viewport: &Viewport) {
        let units_per_pixel = self.half_height() / (0.5 * viewport.size.y);
        let shift = drag * units_per_pixel;
        self.target += self.up() * shift.y - self.right() * shift.x;
        self.fitted = false;
        self.auto_orbit = false;
    }

    /// Goes nearer by positive wheel notches and away by negative ones.
    pub(crate) fn zoom(&mut self, notches: f32) {
        self.set_distance(self.distance * ZOOM_STEP.powf(notches.clamp(-20.0, 20.0)));
    }

    /// The view with the target in the middle of the window's free part.
    pub(crate) fn view(&self, viewport: &Viewport) -> View {
        let offset = viewport.center_offset() * self.half_height();
        let target = self.target - self.right() * offset.x - self.up() * offset.y;
        View {
            eye: target + self.backward() * self.distance,
            target,
            fov_y: FOV_Y,
            near: self.distance.min(self.subject.radius()) * 0.02,
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

/// Distance from which the subject, turned about its vertical axis, stays inside the picture.
///
/// The turning box sweeps a cylinder. A point at `(x right, y up, z towards the eye)` from the
/// target is inside while `|x| <= (d - z) * tan(half width angle)`, and likewise for `y`, so each
/// point of the rims gives a smallest distance `d`, and the largest of them holds for all.
fn fitting_distance(subject: &Subject, pitch: f32, free_extent: Vec2) -> f32 {
    let half = 0.5 * (subject.max - subject.min);
    let (height, rim) = (half.z, half.truncate().length());
    let tangent = (0.5 * FOV_Y).tan() * free_extent * FRAME_FILL;
    let (sin, cos) = pitch.sin_cos();

    let mut distance = 0.0_f32;
    for step in 0..32_u8 {
        let (across, toward) = (f32::from(step) * TAU / 32.0).sin_cos();
        for end in [-height, height] {
            let x = rim * across;
            let y = end * cos - rim * toward * sin;
            let z = end * sin + rim * toward * cos;
            distance = distance.max(x.abs() / tangent.x + z).max(y.abs() / tangent.y + z);
        }
    }
    distance.max(subject.radius() * 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [u32; 2] = [1280, 800];

    fn person() -> Subject {
        Subject { min: Vec3::new(-16.0, -12.0, -24.0), max: Vec3::new(16.0, 12.0, 30.0) }
    }

    /// Pixel of a point, from the top left corner, as the renderer's perspective places it.
    fn project(view: &View, viewport: &Viewport, point: Vec3) -> Vec2 {
        let backward = (view.eye - view.target).normalize();
        let right = Vec3::Z.cross(backward).normalize();
        let up = backward.cross(right);
        let relative = point - view.eye;
        let depth = -relative.dot(backward) * (0.5 * view.fov_y).tan();
        let half = 0.5 * viewport.size;
        half + Vec2::new(relative.dot(right), -relative.dot(up)) / depth * half.y
    }

    fn corners(subject: &Subject) -> impl Iterator<Item = Vec3> {
        let (min, max) = (subject.min, subject.max);
        (0..8).map(move |i| {
            Vec3::new(
                if i & 1 == 0 { min.x } else { max.x },
                if i & 2 == 0 { min.y } else { max.y },
                if i & 4 == 0 { min.z } else { max.z },
            )
        })
    }

    #[test]
    fn start_view_is_from_the_front_a_little_aside_and_above() {
        let viewport = Viewport::whole(WINDOW);
        let view = OrbitCamera::framing(&person(), &viewport).view(&viewport);
        let direction = (view.eye - view.target).normalize();
        assert!(direction.x > 0.7, "in front: {direction}");
        assert!(direction.y.abs() > 0.2, "to the side: {direction}");
        assert!(direction.z > 0.05 && direction.z < 0.4, "above: {direction}");
    }

    #[test]
    fn up_is_up_and_left_is_right_when_seen_from_the_front() {
        let viewport = Viewport::whole(WINDOW);
        let mut camera = OrbitCamera::framing(&person(), &viewport);
        camera.set_yaw(0.0);
        let view = camera.view(&viewport);
        let center = person().center();
        let middle = project(&view, &viewport, center);
        assert!(project(&view, &viewport, center + 5.0 * Vec3::Z).y < middle.y);
        // The model looks at us, so its left hand (+Y) is on our right.
        assert!(project(&view, &viewport, center + 5.0 * Vec3::Y).x > middle.x);
    }

    #[test]
    fn every_size_and_shape_fits_the_window_from_all_sides() {
        let shapes = [
            Vec3::new(32.0, 24.0, 54.0),
            Vec3::new(0.02, 0.03, 0.01),
            Vec3::new(4000.0, 10.0, 10.0),
            Vec3::new(1.0, 1.0, 900.0),
            Vec3::ZERO,
        ];
        for extent in shapes {
            for window in [[1280, 800], [300, 900], [900, 300]] {
                let subject = Subject { min: -0.3 * extent, max: 0.7 * extent };
                let viewport = Viewport::whole(window);
                let mut camera = OrbitCamera::framing(&subject, &viewport);
                for quarter in 0..16_u8 {
                    camera.set_yaw(f32::from(quarter) * TAU / 16.0);
                    let view = camera.view(&viewport);
                    for corner in corners(&subject) {
                        let depth = (view.eye - corner).length();
                        assert!(view.near < depth);
                        let pixel = project(&view, &viewport, corner);
                        assert!(
                            pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(viewport.size).all(),
                            "{extent} in {window:?}: {corner} at {pixel}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_framed_model_fills_most_of_the_window() {
        let viewport = Viewport::whole(WINDOW);
        let view = OrbitCamera::framing(&person(), &viewport).view(&viewport);
        let rows: Vec<f32> = corners(&person()).map(|corner| project(&view, &viewport, corner).y).collect();
        let top = rows.iter().copied().fold(f32::INFINITY, f32::min);
        let bottom = rows.iter().copied().fold(0.0, f32::max);
        assert!((bottom - top) / viewport.size.y > 0.55, "{top}..{bottom}");
    }

    #[test]
    fn the_target_is_in_the_middle_of_the_free_part() {
        let viewport = Viewport {
            size: Vec2::new(1280.0, 800.0),
            free_min: Vec2::ZERO,
            free_max: Vec2::new(980.0, 700.0),
        };
        let camera = OrbitCamera::framing(&person(), &viewport);
        let pixel = project(&camera.view(&viewport), &viewport, person().center());
        assert!((pixel - Vec2::new(490.0, 350.0)).length() < 0.1, "{pixel}");
    }

    #[test]
    fn another_window_size_fits_the_model_again_until_it_is_zoomed() {
        let (wide, narrow) = (Viewport::whole([1280, 800]), Viewport::whole([400, 800]));
        let mut camera = OrbitCamera::framing(&person(), &wide);
        let before = camera.distance;
        camera.orbit(Vec2::new(30.0, 0.0));
        camera.refit(&narrow);
        assert!(camera.distance > before);
        camera.zoom(1.0);
        let chosen = camera.distance;
        camera.refit(&wide);
        assert!(camera.distance == chosen);
    }

    #[test]
    fn a_model_that_leaves_its_frame_is_framed_anew_until_the_camera_is_moved() {
        let viewport = Viewport::whole(WINDOW);
        let mut camera = OrbitCamera::framing(&person(), &viewport);
        let start = camera.view(&viewport);
        let moved = |by: Vec3| Subject { min: person().min + by, max: person().max + by };
        camera.keep_in_sight(&moved(Vec3::Z), &viewport);
        assert_eq!(camera.view(&viewport), start, "still in sight");
        let above = moved(40.0 * Vec3::Z);
        camera.keep_in_sight(&above, &viewport);
        assert_eq!(camera.view(&viewport).target, above.center());
        camera.zoom(1.0);
        camera.keep_in_sight(&person(), &viewport);
        assert_eq!(camera.view(&viewport).target, above.center(), "the user's choice");
    }

    #[test]
    fn panning_keeps_the_target_under_the_pointer() {
        let viewport = Viewport::whole(WINDOW);
        let mut camera = OrbitCamera::framing(&person(), &viewport);
        let center = person().center();
        let before = project(&camera.view(&viewport), &viewport, center);
        camera.pan(Vec2::new(70.0, -40.0), &viewport);
        let after = project(&camera.view(&viewport), &viewport, center);
        assert!((after - before - Vec2::new(70.0, -40.0)).length() < 0.5);
    }

    #[test]
    fn dragging_right_turns_the_near_side_right() {
        let viewport = Viewport::whole(WINDOW);
        let mut camera = OrbitCamera::framing(&person(), &viewport);
        let near = person().center() + camera.backward() * 5.0;
        camera.orbit(Vec2::new(20.0, 0.0));
        let middle = project(&camera.view(&viewport), &viewport, person().center());
        assert!(project(&camera.view(&viewport), &viewport, near).x > middle.x);
    }

    #[test]
    fn orbits_by_itself_until_touched() {
        let viewport = Viewport::whole(WINDOW);
        let fresh = OrbitCamera::framing(&person(), &viewport);
        let touches: [fn(&mut OrbitCamera); 3] = [
            |camera| camera.orbit(Vec2::ONE),
            |camera| camera.zoom(1.0),
            |camera| camera.pan(Vec2::ONE, &Viewport::whole(WINDOW)),
        ];
        for touch in touches {
            let mut camera = fresh;
            camera.advance(1.0);
            assert!(camera.yaw != fresh.yaw, "turns alone");
            touch(&mut camera);
            let touched = camera.yaw;
            camera.advance(1.0);
            assert!(camera.yaw == touched, "rests once touched");
        }
    }

    #[test]
    fn pitch_and_zoom_stay_within_limits() {
        let viewport = Viewport::whole(WINDOW);
        let mut camera = OrbitCamera::framing(&person(), &viewport);
        camera.orbit(Vec2::new(0.0, 1e6));
        assert!(camera.pitch < FRAC_PI_2);
        camera.orbit(Vec2::new(0.0, -1e6));
        assert!(camera.pitch > -FRAC_PI_2);
        for notches in [1e9, -1e9] {
            for _ in 0..50 {
                camera.zoom(notches);
            }
            let view = camera.view(&viewport);
            assert!(view.near > 0.0 && view.eye.is_finite() && view.eye != view.target);
        }
    }
}
