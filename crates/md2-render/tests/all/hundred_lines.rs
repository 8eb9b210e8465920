//! The example without this project's libraries draws the pose that the libraries compute.

use std::path::Path;

use md2_load::{LoadOptions, load};
use md2_mesh::{Pose, blend};

#[path = "../../examples/hundred_lines_gpu.rs"]
#[expect(dead_code, reason = "the test calls one function of the program")]
mod example;

#[test]
fn the_example_draws_the_pose_of_the_libraries() {
    let file =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2")).unwrap();
    let picture = match example::draw(&file, [40, 44], 0.25) {
        Ok(picture) => picture,
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    let mesh = load(&file, &LoadOptions::default()).unwrap().mesh;
    let (sin, cos) = 40_f32.to_radians().sin_cos();
    let width = picture.len().isqrt() / 2;
    let on_screen = |vertex: u32| {
        let pose = Pose { frame_a: 40, frame_b: 44, blend: 0.25 };
        let [x, y, z] = blend::blend_vertex(&mesh, vertex as usize, pose).position;
        [x * sin + y * cos, -z].map(|c| (c / example::RADIUS + 1.0) / 2.0 * width as f32)
    };
    let corners: Vec<_> = mesh.indices().triangles().flatten().map(on_screen).collect();
    let drawn = |at: &usize| picture[4 * at] != 41;
    let pixels = (0..picture.len() / 4).filter(drawn);
    let pixels: Vec<_> = pixels.map(|at| [at % width, at / width].map(|place| place as f32 + 0.5)).collect();
    assert!(pixels.len() > 10_000, "{} pixels", pixels.len());
    for axis in [0, 1] {
        for pick in [f32::min, f32::max] {
            let edge = |places: &[[f32; 2]]| places.iter().map(|place| place[axis]).reduce(pick).unwrap();
            let (found, expected) = (edge(&pixels), edge(&corners));
            assert!((found - expected).abs() < 2.0, "{found}, not {expected}, on axis {axis}");
        }
    }
}
