//! The example without this project's libraries computes the same pose as the libraries.

use std::path::Path;

use md2_kit::Model;
use md2_kit::mesh::Pose;

#[path = "../../examples/hundred_lines.rs"]
#[expect(dead_code, reason = "the test calls one function of the program")]
mod example;

#[test]
fn the_example_blends_like_the_libraries() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2");
    let file = match std::fs::read(path) {
        Ok(file) => file,
        // The package of this crate does not contain the figure.
        Err(error) => return md2_testdata::skip(format!("assets/wanderer/tris.md2: {error}")),
    };
    let model = Model::from_bytes(&file).unwrap();
    for (frame_a, frame_b, blend) in [(0, 0, 0.0), (40, 41, 0.5), (45, 40, 0.9), (196, 197, 0.25)] {
        let expected = model.blended(Pose { frame_a, frame_b, blend });
        let found = example::blended(&file, frame_a as usize, frame_b as usize, blend).unwrap();
        // The mesh repeats the vertices at skin seams, and lists them after those of the file.
        for (vertex, expected) in found.iter().zip(&expected) {
            let near = vertex.iter().zip(expected.position).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(near, "frames {frame_a} and {frame_b}: {vertex:?}, expected {:?}", expected.position);
        }
    }
    assert!(example::blended(&file[..file.len() / 2], 196, 197, 0.5).is_none(), "the file ends too early");
    assert!(example::blended(&file, 213, 214, 0.5).is_none(), "other records follow the last frame");
}
