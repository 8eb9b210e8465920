//! Tests that two Vulkan drivers draw the same pictures: the default one, and the one of `cargo xtask test --driver FILE`.
//!
//! These tests have their own process, since `--driver` runs them without the tests that do not draw.

#![allow(clippy::cast_possible_truncation, reason = "the generated models are small")]

use std::env;
use std::f32::consts::TAU;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;

use md2_mesh::NORMALS;
use md2_testdata::random::Random;
use md2_testdata::{FrameSpec, Md2Spec, TempFolder, TriangleSpec, corpus};
use md2_tests::{Failure, Picture, drawing_folder, root, run_viewer, run_viewer_on_default_driver};

/// The number of models to compare. As many models are generated as the corpus lacks.
const MODELS: usize = 100;

/// The project's own models.
const OWN: [&str; 4] = ["wanderer/tris.md2", "wanderer/weapon.md2", "ball/ball.md2", "turn/turn.md2"];

/// Returns a ring with random thickness, a closed surface.
fn ring(seed: u64) -> Md2Spec {
    const SCALE: f32 = 0.25;
    let mut random = Random::new(seed);
    let [around, across] = [8 + random.below(24), 5 + random.below(12)];
    let angle = |step: usize, steps: usize| (TAU * step as f32 / steps as f32).sin_cos();
    let mut spec = Md2Spec { skin_size: [256, 256], ..Md2Spec::default() };
    let mut vertices = Vec::new();
    for i in 0..around {
        let (sin, cos) = angle(i, around);
        let thickness = random.within(4.0, 12.0);
        for j in 0..across {
            let (up, out) = angle(j, across);
            let normal = [out * cos, out * sin, up];
            let radius = 18.0 + thickness * out;
            let place = [radius * cos, radius * sin, thickness * up].map(|x| ((x + 32.0) / SCALE) as u8);
            vertices.push([place[0], place[1], place[2], nearest_normal(normal)]);
            spec.st.push([i * 255 / around, j * 255 / across].map(|x| i16::try_from(x).expect("below 256")));
            let corner = |i: usize, j: usize| (i % around * across + j % across) as u16;
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            spec.triangles.extend([[a, c, b], [a, d, c]].map(|xyz| TriangleSpec { xyz, st: xyz }));
        }
    }
    spec.vertices = vertices.len();
    spec.frames =
        vec![FrameSpec { name: b"ring".into(), scale: [SCALE; 3], translate: [-32.0; 3], vertices }];
    spec
}

fn nearest_normal(direction: [f32; 3]) -> u8 {
    let along = |normal: &[f32; 3]| normal.iter().zip(direction).map(|(a, b)| a * b).sum::<f32>();
    let best = NORMALS.iter().enumerate().max_by(|(_, a), (_, b)| along(a).total_cmp(&along(b)));
    best.map_or(0, |(index, _)| index as u8)
}

fn models(folder: &TempFolder) -> Vec<PathBuf> {
    let mut models: Vec<PathBuf> = OWN.iter().map(|name| root().join("assets").join(name)).collect();
    models.extend(["md2", "mdl", "md3"].iter().flat_map(|extension| corpus::paths(extension)));
    for seed in 0..(MODELS - models.len().min(MODELS)) as u64 {
        models.push(folder.file(&format!("ring{seed}.md2"), ring(seed).build().bytes()));
    }
    models
}

fn draw(
    run: impl Fn(Vec<&OsStr>) -> Result<Output, Failure>,
    model: &Path,
    out: &Path,
) -> Result<Picture, Failure> {
    let arguments = ["render", "--force", "--size", "320x240", "-o"].map(OsStr::new);
    let output = run([&arguments[..], &[out.as_os_str(), model.as_os_str()]].concat())?;
    // A message of the validation layer is a failure, too.
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {}: {errors}", model.display(), output.status);
    Picture::read(out)
}

#[test]
fn two_drivers_draw_the_same_pictures() {
    if env::var_os("MD2_SECOND_DRIVER").is_none() {
        return md2_testdata::skip("no second driver; `cargo xtask test --driver FILE` names one");
    }
    let Some(folder) = drawing_folder() else { return };
    let mut worst = (0.0, PathBuf::new());
    for model in models(&folder) {
        let name = model.display();
        let second = draw(|arguments| run_viewer(arguments), &model, &folder.join("second.png"))
            .expect("the second driver draws");
        let first =
            draw(|arguments| run_viewer_on_default_driver(arguments), &model, &folder.join("first.png"));
        let different = first.expect("the default driver draws").difference(&second, 24);
        // As in the test of the README's picture. Drivers differ along outlines.
        assert!(different < 0.01, "{name}: {:.2} % of the pixels differ", different * 100.0);
        if different >= worst.0 {
            worst = (different, model);
        }
    }
    println!("at most {:.2} % of the pixels differ, in {}", worst.0 * 100.0, worst.1.display());
}
