//! Tests of the camera by the pixels at which points appear.

use glam::BVec3;

use super::*;

const WINDOW: [u32; 2] = [1280, 800];

fn person() -> Bounds {
    Bounds { min: [-16.0, -12.0, -24.0], max: [16.0, 12.0, 30.0] }
}

fn framed() -> (Viewport, OrbitCamera) {
    let viewport = Viewport::whole(WINDOW);
    (viewport, OrbitCamera::framing(&person(), &viewport))
}

fn middle_of_person() -> Vec3 {
    person().center().into()
}

fn project(view: &View, viewport: &Viewport, point: Vec3) -> Vec2 {
    view.project(point.to_array(), viewport).expect("in front of the eye").into()
}

fn corners(subject: &Bounds) -> impl Iterator<Item = Vec3> {
    let (min, max) = (Vec3::from(subject.min), Vec3::from(subject.max));
    (0..8).map(move |i| Vec3::select(BVec3::new(i & 1 == 0, i & 2 == 0, i & 4 == 0), min, max))
}

#[test]
fn start_view_is_from_the_front_a_little_aside_and_above() {
    let (viewport, camera) = framed();
    let view = camera.view(&viewport);
    let direction = (Vec3::from(view.eye) - Vec3::from(view.target)).normalize();
    assert!(direction.x > 0.7, "in front: {direction}");
    assert!(direction.y.abs() > 0.2, "to the side: {direction}");
    assert!(direction.z > 0.05 && direction.z < 0.4, "above: {direction}");
}

#[test]
fn up_is_up_and_left_is_right_when_seen_from_the_front() {
    let (viewport, mut camera) = framed();
    camera.set_yaw(0.0);
    let view = camera.view(&viewport);
    let center = middle_of_person();
    let middle = project(&view, &viewport, center);
    assert!(project(&view, &viewport, center + 5.0 * Vec3::Z).y < middle.y);
    // The model faces the camera, so its left hand (+Y) is on the right.
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
            let subject = Bounds { min: (-0.3 * extent).to_array(), max: (0.7 * extent).to_array() };
            let viewport = Viewport::whole(window);
            let mut camera = OrbitCamera::framing(&subject, &viewport);
            for quarter in 0..32_u8 {
                camera.set_orthographic(quarter >= 16, &viewport);
                camera.set_yaw(f32::from(quarter) * TAU / 16.0);
                let view = camera.view(&viewport);
                for corner in corners(&subject) {
                    let depth = (Vec3::from(view.eye) - corner).length();
                    assert!(view.near < depth);
                    let pixel = project(&view, &viewport, corner);
                    assert!(
                        pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(viewport.size()).all(),
                        "{extent} in {window:?}: {corner} at {pixel}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_framed_model_fills_most_of_the_window() {
    let (viewport, camera) = framed();
    let view = camera.view(&viewport);
    let rows: Vec<f32> = corners(&person()).map(|corner| project(&view, &viewport, corner).y).collect();
    let top = rows.iter().copied().fold(f32::INFINITY, f32::min);
    let bottom = rows.iter().copied().fold(0.0, f32::max);
    assert!((bottom - top) / viewport.size().y > 0.55, "{top}..{bottom}");
}

#[test]
fn the_target_is_in_the_middle_of_the_free_part() {
    let viewport = Viewport::whole(WINDOW).with_free([0.0; 2], [980.0, 700.0]);
    let camera = OrbitCamera::framing(&person(), &viewport);
    let pixel = project(&camera.view(&viewport), &viewport, middle_of_person());
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
fn a_model_that_leaves_its_frame_is_framed_again_until_the_camera_moves() {
    let (viewport, mut camera) = framed();
    let start = camera.view(&viewport);
    let moved = |by: Vec3| Bounds {
        min: (Vec3::from(person().min) + by).to_array(),
        max: (Vec3::from(person().max) + by).to_array(),
    };
    camera.keep_in_sight(&moved(Vec3::Z), &viewport);
    assert_eq!(camera.view(&viewport), start, "the model is still inside the frame");
    let above = moved(40.0 * Vec3::Z);
    camera.keep_in_sight(&above, &viewport);
    assert_eq!(camera.view(&viewport).target, above.center());
    camera.zoom(1.0);
    camera.keep_in_sight(&person(), &viewport);
    assert_eq!(camera.view(&viewport).target, above.center(), "the user's choice");
}

#[test]
fn panning_keeps_the_target_under_the_pointer() {
    let (viewport, mut camera) = framed();
    let center = middle_of_person();
    let before = project(&camera.view(&viewport), &viewport, center);
    camera.pan(Vec2::new(70.0, -40.0), &viewport);
    let after = project(&camera.view(&viewport), &viewport, center);
    assert!((after - before - Vec2::new(70.0, -40.0)).length() < 0.5);
}

#[test]
fn dragging_right_turns_the_near_side_right() {
    let (viewport, mut camera) = framed();
    let near = middle_of_person() + camera.backward() * 5.0;
    camera.orbit(Vec2::new(20.0, 0.0));
    let middle = project(&camera.view(&viewport), &viewport, middle_of_person());
    assert!(project(&camera.view(&viewport), &viewport, near).x > middle.x);
}

#[test]
fn orbits_by_itself_until_the_user_moves_it() {
    let (_, fresh) = framed();
    let touches: [fn(&mut OrbitCamera); 3] = [
        |camera| camera.orbit(Vec2::ONE),
        |camera| camera.zoom(1.0),
        |camera| camera.pan(Vec2::ONE, &Viewport::whole(WINDOW)),
    ];
    for touch in touches {
        let mut camera = fresh;
        camera.advance(1.0);
        assert!(camera.yaw != fresh.yaw, "orbits by itself");
        touch(&mut camera);
        let touched = camera.yaw;
        camera.advance(1.0);
        assert!(camera.yaw == touched, "stops once moved");
    }
}

#[test]
fn the_point_under_the_pointer_stays_there_while_zooming() {
    for viewport in
        [Viewport::whole(WINDOW), Viewport::whole(WINDOW).with_free([240.0, 40.0], [980.0, 700.0])]
    {
        for orthographic in [false, true] {
            let mut camera = OrbitCamera::framing(&person(), &viewport);
            camera.set_orthographic(orthographic, &viewport);
            camera.orbit(Vec2::new(50.0, 30.0));
            let pixel = Vec2::new(500.0, 210.0);
            let point = camera.point_at_target_depth(pixel, &viewport);
            for notches in [1.0, 5.0, -2.0, 9.0, -13.0] {
                camera.zoom_to(point, notches);
                let seen = project(&camera.view(&viewport), &viewport, point);
                assert!((seen - pixel).length() < 0.1, "{seen}");
            }
            assert!((camera.target - middle_of_person()).length() < 1e-3, "there and back");
        }
    }
}

#[test]
fn zooming_stops_before_the_surface_and_before_a_dot() {
    let (viewport, mut camera) = framed();
    // A point on the chest, in front of the middle.
    let chest = middle_of_person() + camera.backward() * 12.0;
    (0..60).for_each(|_| camera.zoom_to(chest, 3.0));
    let view = camera.view(&viewport);
    let before = (chest - Vec3::from(view.eye)).dot(-camera.backward());
    assert!(before > view.near, "{before} of {}", view.near);
    (0..60).for_each(|_| camera.zoom(-3.0));
    let view = camera.view(&viewport);
    let [top, bottom] = [30.0, -24.0].map(|z| project(&view, &viewport, Vec3::new(0.0, 0.0, z)).y);
    assert!((40.0..200.0).contains(&(bottom - top)), "{top} to {bottom}");
    // Zooming out from a distance beyond the range must not move the camera nearer.
    camera.set_distance(radius(&person()) * 60.0);
    let far = camera.distance;
    camera.zoom(-1.0);
    assert_eq!(camera.distance, far);
    camera.zoom(1.0);
    assert!(camera.distance < far);
}
