//! Tests of marks: lines, triangles and points in the scene, measured in pixels.

use crate::common::{
    BACKGROUND, add_plain_model, camera, count, difference, draw, gpu, gpus, middle_square, scene,
};
use md2_render::{Camera, MarkVertex, Marks, Projection, Scene, Shading};

const RED: [u8; 4] = [255, 0, 0, 255];

/// Returns a vertex that is `before` units in front of the plane of the models, with offsets to the right and
/// up. In that plane, a unit is a pixel.
fn vertex(before: f32, right: f32, up: f32) -> MarkVertex {
    MarkVertex { position: [before, right, up], color: RED }
}

fn cameras() -> [Camera; 2] {
    let projection = Projection::Orthographic { height: 100.0 };
    [camera(), Camera { projection, ..camera() }]
}

#[test]
fn lines_have_the_same_width_at_any_distance() {
    for mut gpu in gpus() {
        for shading in [Shading::Smooth, Shading::Classic] {
            for camera in cameras() {
                for before in [-150.0, 0.0, 20.0] {
                    let lines = [[vertex(before, -10.0, 0.0), vertex(before, 10.0, 0.0)]];
                    let marks = Marks { lines: &lines, line_width: 4.0, ..Marks::default() };
                    let image = draw(&mut gpu, &Scene { camera, shading, marks, ..scene() });
                    let rows: Vec<u32> = (0..100).filter(|&y| image.pixel(50, y) == RED).collect();
                    assert_eq!(rows, [48, 49, 50, 51], "{camera:?} {before}");
                    assert_eq!(count(&image, BACKGROUND) % 2, 0, "symmetric");
                }
            }
        }
    }
}

#[test]
fn marks_behind_a_face_are_faint_and_marks_on_it_are_in_front() {
    for mut gpu in gpus() {
        let square = add_plain_model(&mut gpu, &middle_square(), [0, 128, 0]);
        for (camera, shading) in cameras().into_iter().zip([Shading::Smooth, Shading::Classic]) {
            let line = |before: f32| [[vertex(before, -45.0, 0.5), vertex(before, 45.0, 0.5)]];
            let triangle = |before| {
                [[vertex(before, -20.0, -20.0), vertex(before, 0.0, -5.0), vertex(before, 20.0, -20.0)]]
            };
            let mut seen = |before: f32| {
                let (lines, triangles) = (line(before), triangle(before));
                let marks = Marks { lines: &lines, triangles: &triangles, ..Marks::default() };
                let image = draw(&mut gpu, &Scene { camera, shading, models: &[square], marks, ..scene() });
                let beside = image.pixel(20, 49);
                (image.pixel(50, 49), image.pixel(50, 60), beside)
            };
            for before in [0.0, 10.0] {
                assert_eq!(seen(before), (RED, RED, RED), "{before} before");
            }
            let (line, triangle, beside) = seen(-10.0);
            assert_eq!(beside, RED, "beside the face");
            for [r, g, b, _] in [line, triangle] {
                assert!((30..140).contains(&r) && (90..128).contains(&g) && b == 0, "{r} {g} {b}");
            }
        }
    }
}

#[test]
fn points_are_discs_and_alpha_is_blended() {
    for mut gpu in gpus() {
        let points = [vertex(0.0, 0.0, 0.0), vertex(-400.0, 0.0, 180.0)];
        let marks = Marks { points: &points, point_size: 12.0, ..Marks::default() };
        let image = draw(&mut gpu, &Scene { camera: cameras()[0], marks, ..scene() });
        let red = count(&image, RED);
        // Two discs, without their partly covered pixels.
        assert!((2 * 80..2 * 114).contains(&red), "{red}");
        let clear = [MarkVertex { color: [255, 255, 255, 0], ..points[0] }; 1];
        let image = draw(&mut gpu, &Scene { marks: Marks { points: &clear, ..marks }, ..scene() });
        assert_eq!(count(&image, BACKGROUND), 10_000);
        let half = [MarkVertex { color: [51, 102, 153, 128], ..points[0] }; 1];
        let image = draw(&mut gpu, &Scene { marks: Marks { points: &half, ..marks }, ..scene() });
        assert!(difference(&image, &draw(&mut gpu, &scene())) <= 1, "the same color on top");
    }
}

#[test]
fn a_line_through_the_eye_is_clipped_and_nan_is_skipped() {
    let Some(mut gpu) = gpu() else { return };
    // From behind the eye, which is at 50, to far away.
    let lines = [[vertex(300.0, 0.0, -40.0), vertex(-1000.0, 0.0, -40.0)]];
    let marks = Marks { lines: &lines, ..Marks::default() };
    let image = draw(&mut gpu, &Scene { marks, ..scene() });
    let rows = (0..100).filter(|&y| image.pixel(50, y) != BACKGROUND).count();
    assert!((44..56).contains(&rows), "from the lower edge towards the middle: {rows}");

    let nothing = draw(&mut gpu, &scene());
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let lines = odd.map(|odd| [vertex(0.0, odd, 0.0), vertex(0.0, 10.0, 10.0)]);
    let triangles = odd.map(|odd| [vertex(0.0, 0.0, 0.0), vertex(odd, 10.0, 10.0), vertex(0.0, 20.0, 0.0)]);
    let points = odd.map(|odd| vertex(0.0, 0.0, odd));
    let marks = Marks { lines: &lines, triangles: &triangles, points: &points, ..Marks::default() };
    assert_eq!(difference(&draw(&mut gpu, &Scene { marks, ..scene() }), &nothing), 0);
    let (lines, points) = ([[vertex(0.0, -9.0, 0.0), vertex(0.0, 9.0, 0.0)]], [vertex(0.0, 0.0, 0.0)]);
    for none in [0.0, -3.0, f32::NAN] {
        let marks =
            Marks { lines: &lines, points: &points, line_width: none, point_size: none, triangles: &[] };
        assert_eq!(difference(&draw(&mut gpu, &Scene { marks, ..scene() }), &nothing), 0, "{none} wide");
    }
    let marks = Marks { lines: &lines, line_width: f32::INFINITY, ..Marks::default() };
    assert_eq!(count(&draw(&mut gpu, &Scene { marks, ..scene() }), RED), 10_000, "wider than the picture");
}
