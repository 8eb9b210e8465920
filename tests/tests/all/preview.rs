//! Tests that the picture at the top of the README equals the picture that the viewer draws.
//!
//! `MD2_BLESS=1 cargo test -p md2-tests --test all preview` updates the picture in the README.

use std::env;
use std::ffi::OsStr;

use md2_tests::{Picture, drawing_folder, root, run_viewer};

const SIZE: &str = "880x480";
/// The arguments for the picture: the longest step in the sequence "walk", seen from the front and slightly from the side.
const SCENE: [&str; 10] =
    ["--sequence", "walk", "--time", "0.1", "--yaw", "-32", "--pitch", "7", "--distance", "108"];

#[test]
fn the_readme_shows_the_current_figure() {
    let Some(folder) = drawing_folder() else { return };
    let drawn = folder.join("preview.png");
    let arguments = ["render", "--size", SIZE, "-o"].map(OsStr::new);
    let output = run_viewer(arguments.into_iter().chain([drawn.as_os_str()]).chain(SCENE.map(OsStr::new)));
    let output = output.expect("the viewer starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let preview = root().join("assets/preview.jpg");
    if env::var_os("MD2_BLESS").is_some() {
        image::open(&drawn)
            .expect("a picture is written")
            .to_rgb8()
            .save(&preview)
            .expect("assets can be written");
    }
    let committed = Picture::read(&preview).expect("the README's picture exists");
    let drawn = Picture::read(&drawn).expect("a picture is written");
    // Because of JPEG compression, 0.02 % of the pixels differ by more than the tolerance (lavapipe, Mesa 22.3.6). Drivers also differ
    // along outlines. The pose two keyframes later differs in 8 % of the pixels.
    let different = committed.difference(&drawn, 24);
    assert!(
        different < 0.01,
        "{:.2} % of the pixels differ; if the new picture is correct, update the file with MD2_BLESS=1",
        different * 100.0
    );
}
