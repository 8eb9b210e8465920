//! The example without this project's libraries draws the pose that the libraries compute.

#![expect(clippy::cast_possible_truncation, reason = "places in the picture are small")]

use std::path::Path;

use md2_load::{LoadOptions, load};
use md2_mesh::{Pose, blend};

#[path = "../../examples/hundred_lines_gpu.rs"]
#[expect(dead_code, reason = "the test calls one function of the program")]
mod example;

/// Returns for each pixel whether a triangle covers its center.
fn silhouette(triangles: impl Iterator<Item = [[f32; 2]; 3]>, side: usize) -> Vec<bool> {
    let mut covered = vec![false; side * side];
    for [a, b, c] in triangles {
        let area = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let range = |axis: usize| {
            let [low, high] = [f32::min, f32::max].map(|pick| pick(pick(a[axis], b[axis]), c[axis]).max(0.0));
            low as usize..(high as usize + 1).min(side)
        };
        for (row, column) in range(1).flat_map(|row| range(0).map(move |column| (row, column))) {
            let center = [column, row].map(|place| place as f32 + 0.5);
            let sides = [area(a, b, center), area(b, c, center), area(c, a, center)];
            covered[row * side + column] |=
                sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
        }
    }
    covered
}

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
    let side = picture.len().isqrt() / 2;
    let on_screen = |vertex: u32| {
        let pose = Pose { frame_a: 40, frame_b: 44, blend: 0.25 };
        let [x, y, z] = blend::blend_vertex(&mesh, vertex as usize, pose).position;
        [x * sin + y * cos, -z].map(|c| (c / example::RADIUS + 1.0) / 2.0 * side as f32)
    };
    let expected = silhouette(mesh.indices().triangles().map(|corners| corners.map(on_screen)), side);
    let is_drawn = |pixel: &[u8]| pixel[0] != 41;
    let wrong =
        picture.chunks_exact(4).zip(&expected).filter(|(pixel, expected)| is_drawn(pixel) != **expected);
    let (wrong, drawn) = (wrong.count(), expected.iter().filter(|covered| **covered).count());
    assert!(drawn > 10_000, "{drawn} pixels");
    // Pixels whose center is at an edge may differ.
    assert!(wrong * 200 < drawn, "{wrong} of {drawn} pixels differ");
}
