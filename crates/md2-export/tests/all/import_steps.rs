//! Checks that the time of an import is proportional to the size of the file, not to the square of the size.

use std::sync::mpsc;
use std::time::Duration;

use crate::invariants::build::{Builder, CORNERS, SIDES, attributes, tetrahedron};
use crate::invariants::greedy::{of_uri, with_materials};
use crate::invariants::import_gltf;
use md2_common::RgbaImage;
use md2_export::ConvertError;
use md2_export::gltf::schema::{AccessorKind, Interpolation, Node, Primitive};
use md2_export::import::{ImportOptions, ImportedModel, Sources};

struct Gray;

impl Sources for Gray {
    fn file(&self, _: &str) -> Result<Vec<u8>, String> {
        Ok(vec![0])
    }

    fn decode(&self, _: &[u8]) -> Result<RgbaImage, String> {
        Ok(RgbaImage::filled(2, 2, [128; 4]))
    }
}

/// Imports a file, and panics if this takes more than one minute. An import in quadratic time would take many minutes.
fn imported_soon(file: Vec<u8>) -> Result<ImportedModel, ConvertError> {
    let (sender, receiver) = mpsc::channel();
    let import = move || sender.send(import_gltf(&file, &Gray, &ImportOptions::default())).is_ok();
    let _detached = std::thread::spawn(import);
    receiver.recv_timeout(Duration::from_secs(60)).expect("an import in linear time")
}

#[test]
fn many_frames_in_extras() {
    const MANY: usize = 150_000;
    let mut file = tetrahedron();
    file.gltf.meshes[0].primitives[0].targets = vec![attributes([]); MANY];
    let frames: Vec<_> =
        (0..MANY).rev().map(|target| serde_json::json!({ "name": "a", "target": target })).collect();
    file.gltf.meshes[0].extras =
        Some(serde_json::json!({ "md2": { "scale": 1.0, "frames": frames, "sequences": [] } }));
    let error = imported_soon(file.glb()).unwrap_err();
    let expected = "the frames of an MD2: found 150000 frames so far, the limit is 16384";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn many_materials_with_one_image() {
    const MANY: u16 = 40_000;
    let mut file = tetrahedron();
    file.gltf.images = vec![of_uri("a.png")];
    let file = with_materials(file, MANY, |nth| (0, f32::from(nth) / f32::from(MANY)));
    let error = imported_soon(file.glb()).map(|imported| imported.report).unwrap_err();
    assert!(error.to_string().contains("skin coordinates"), "{error}");
}

fn with_nodes(count: usize, primitives: impl FnOnce(&mut Builder) -> Vec<Primitive>) -> Vec<u8> {
    let mut file = tetrahedron();
    let primitives = primitives(&mut file);
    let mesh = file.mesh(Primitive::default());
    file.gltf.meshes[mesh].primitives = primitives;
    for _ in 0..count {
        let node = file.node(Node { mesh: Some(mesh), ..Node::default() });
        file.gltf.scenes[0].nodes.push(node);
    }
    file.glb()
}

#[test]
fn many_nodes_with_meshes() {
    let point = |file: &mut Builder| {
        let attributes = attributes([("POSITION", file.vectors(&CORNERS[..1]))]);
        vec![Primitive { attributes, indices: Some(file.indices(&[])), ..Primitive::default() }]
    };
    let nothing = |file: &mut Builder| {
        let attributes = attributes([("POSITION", file.floats(&[], AccessorKind::Vec3))]);
        vec![Primitive { attributes, ..Primitive::default() }; 100_000]
    };
    for file in [with_nodes(100_000, point), with_nodes(100_000, nothing)] {
        let imported = imported_soon(file).expect("a tetrahedron");
        assert_eq!(imported.report.triangles, SIDES.len());
    }
}

fn repeat_animation(file: &mut Builder, count: usize) {
    file.curve("run", (0, "translation"), Interpolation::Linear, &[0.0], &[0.0; 3]);
    file.gltf.animations = vec![file.gltf.animations[0].clone(); count];
}

#[test]
fn many_sequences_with_one_name() {
    const MANY: usize = 16_000;
    let mut file = tetrahedron();
    repeat_animation(&mut file, MANY);
    let imported = imported_soon(file.glb()).expect("a frame each");
    assert_eq!(imported.report.frames, MANY);
}

#[test]
fn many_triangles_in_many_frames() {
    const FRAMES: usize = 16_000;
    let mut file = tetrahedron();
    let indices = Some(file.indices(&SIDES.repeat(100_000)));
    file.gltf.meshes[0].primitives[0].indices = indices;
    repeat_animation(&mut file, FRAMES);
    let error = imported_soon(file.glb()).map(|imported| imported.report).unwrap_err();
    assert!(error.to_string().contains("in all frames so far"), "{error}");
}
