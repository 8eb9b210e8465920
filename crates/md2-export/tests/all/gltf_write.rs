//! Checks of written glTF files: after reading, all frames agree with the mesh, and all animations agree with the playback of the
//! sequences.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use crate::models::every_model;
use crate::models::gltf_file::GltfFile;
use md2_anim::{LoopMode, Playback, Sequence};
use md2_common::RgbaImage;
use md2_export::gltf::extras::MeshExtras;
use md2_export::gltf::schema::AlphaMode;
use md2_export::gltf::{
    self, Attachment, GltfError, GltfOptions, GltfPart, METERS_PER_UNIT, to_gltf, write, write_player,
};
use md2_export::{ExportModel, ImageData, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin};
use md2_load::{LoadOptions, LoadedModel, load};
use md2_mesh::{Mesh, Pose, Surface, blend};

fn loaded(file: &md2_testdata::TaggedBytes) -> LoadedModel {
    load(file.bytes(), &LoadOptions::default()).unwrap()
}

fn written(subject: &ExportModel<'_>, options: &GltfOptions) -> GltfFile {
    GltfFile::read(&write(subject, options).unwrap().to_glb().unwrap())
}

fn extras(file: &GltfFile, mesh: usize) -> MeshExtras {
    serde_json::from_value(file.gltf.meshes[mesh].extras.clone().unwrap()).unwrap()
}

fn posed(mesh: &Mesh, pose: Pose, scale: f32) -> (Vec<[f32; 3]>, Vec<[f32; 3]>) {
    let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
    let mut normals = positions.clone();
    blend::blend_frames(mesh, pose, &mut positions, &mut normals);
    let positions = positions.iter().map(|p| to_gltf(p.map(|c| c * scale))).collect();
    (positions, normals.into_iter().map(to_gltf).collect())
}

/// Returns the vertices that the triangles of a surface use, in increasing order. A file contains only these.
fn used(mesh: &Mesh, surface: &Surface) -> Vec<usize> {
    let used: BTreeSet<u32> = mesh.indices().triangles_of(surface).flatten().collect();
    used.into_iter().map(|vertex| vertex as usize).collect()
}

fn pick<T: Copy>(all: &[T], used: &[usize]) -> Vec<T> {
    used.iter().map(|&vertex| all[vertex]).collect()
}

fn weighed(base: &[[f32; 3]], targets: &[Vec<[f32; 3]>], weights: &[f32]) -> Vec<[f32; 3]> {
    let mut sum = base.to_vec();
    for (target, weight) in targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
        for (sum, delta) in sum.iter_mut().zip(target) {
            (0..3).for_each(|i| sum[i] += delta[i] * weight);
        }
    }
    sum
}

fn assert_near(found: &[[f32; 3]], expected: &[[f32; 3]], tolerance: f32, what: &dyn Fn() -> String) {
    assert_eq!(found.len(), expected.len(), "{}", what());
    for (vertex, (found, expected)) in found.iter().zip(expected).enumerate() {
        let near = (0..3).all(|i| (found[i] - expected[i]).abs() <= tolerance);
        assert!(near, "{}, vertex {vertex}: {found:?}, expected {expected:?} within {tolerance}", what());
    }
}

/// Returns a tolerance for coordinates of the mesh: twice their rounding error in single precision.
fn rounding(mesh: &Mesh, scale: f32) -> f32 {
    let bounds = mesh.bounds();
    let largest = bounds.min.iter().chain(&bounds.max).fold(0.0_f32, |most, c| most.max(c.abs()));
    largest * scale * 4.0 * f32::EPSILON
}

#[test]
fn frames_of_every_model_are_exact_after_rounding() {
    for (name, model) in every_model() {
        let subject = ExportModel::new(&*name, &model);
        let file = written(&subject, &GltfOptions::default());
        let mesh = &model.mesh;
        if mesh.triangle_count() == 0 {
            // The hand of a weapon has only tags.
            assert!(file.gltf.meshes.is_empty() && file.gltf.nodes.len() == 1 + mesh.tags().len(), "{name}");
            continue;
        }
        let again = written(&subject, &GltfOptions::default());
        assert!(
            again.bin == file.bin && again.gltf == file.gltf,
            "{name}: the same model gives the same bytes"
        );
        let extras = extras(&file, 0);
        let names: HashSet<_> = extras.target_names.iter().collect();
        assert_eq!(
            (names.len(), extras.target_names.len()),
            (file.gltf.meshes[0].weights.len(), names.len()),
            "{name}"
        );
        let frames = &extras.md2.as_ref().unwrap().frames;
        assert_eq!(frames.len(), mesh.frame_count(), "{name}");
        let tolerance = rounding(mesh, METERS_PER_UNIT);
        let surfaces = mesh.surfaces().iter().filter(|surface| !surface.indices.is_empty());
        let primitives = &file.gltf.meshes[0].primitives;
        assert_eq!(surfaces.clone().count(), primitives.len(), "{name}");
        for (surface, primitive) in surfaces.zip(primitives) {
            let (positions, deltas) = file.vectors(primitive, "POSITION");
            let (normals, normal_deltas) = file.vectors(primitive, "NORMAL");
            let used = used(mesh, surface);
            assert_eq!(file.floats::<2>(primitive.attributes["TEXCOORD_0"]), pick(mesh.uvs(), &used));
            assert!(
                normals.iter().all(|n| (n.iter().map(|c| c * c).sum::<f32>() - 1.0).abs() < 1e-5),
                "{name}"
            );
            for (number, frame) in frames.iter().enumerate() {
                assert_eq!(frame.name, subject.frame_name(number));
                let pose = Pose::still(u32::try_from(number).unwrap());
                let (expected, expected_normals) = posed(mesh, pose, METERS_PER_UNIT);
                let mut weights = vec![0.0; deltas.len()];
                frame.target.into_iter().for_each(|target| weights[target] = 1.0);
                let what = || format!("{name}, frame {number}");
                let found = weighed(&positions, &deltas, &weights);
                assert_near(&found, &pick(&expected, &used), tolerance, &what);
                let found = weighed(&normals, &normal_deltas, &weights);
                assert_near(&found, &pick(&expected_normals, &used), 4.0 * f32::EPSILON, &what);
            }
            // Triangles have the opposite winding.
            let mut found: Vec<[u32; 3]> = file
                .indices(primitive.indices.unwrap())
                .chunks(3)
                .map(|t| [t[0], t[2], t[1]].map(|i| u32::try_from(used[i as usize]).unwrap()))
                .collect();
            let mut expected: Vec<[u32; 3]> = mesh.indices().triangles_of(surface).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn every_animation_agrees_with_playback() {
    for (name, model) in every_model() {
        let subject = ExportModel::new(&*name, &model);
        let file = written(&subject, &GltfOptions::default());
        let mesh = &model.mesh;
        if mesh.triangle_count() == 0 {
            continue;
        }
        let primitive = &file.gltf.meshes[0].primitives[0];
        let used = used(mesh, mesh.surfaces().iter().find(|surface| !surface.indices.is_empty()).unwrap());
        let (positions, deltas) = file.vectors(primitive, "POSITION");
        // The rounding error of a key's time in single precision, times the speed of the fastest vertex.
        let extent = mesh.bounds().size().into_iter().fold(0.0, f32::max) * METERS_PER_UNIT;
        let tolerance = rounding(mesh, METERS_PER_UNIT) + 2e-5 * extent;
        let names: HashSet<_> = file.gltf.animations.iter().map(|animation| animation.name.clone()).collect();
        assert_eq!(names.len(), file.gltf.animations.len(), "{name}: names are unique");
        if mesh.frame_count() == 1 {
            assert!(file.gltf.animations.is_empty() && deltas.is_empty(), "{name}");
            continue;
        }
        if deltas.is_empty() {
            continue;
        }
        assert_eq!(file.gltf.animations.len(), subject.sequences.len(), "{name}");
        for (sequence, animation) in subject.sequences.iter().zip(&file.gltf.animations) {
            let (times, weights) = file.keys(animation, 0, "weights").unwrap();
            assert!(
                weights
                    .chunks(deltas.len())
                    .all(|key| key.iter().sum::<f32>() <= 1.0 && key.iter().all(|w| *w == 0.0 || *w == 1.0))
            );
            let end = times[times.len() - 1];
            for sample in 0..=7 {
                let time_s = end * sample as f32 / 7.0;
                let mut playback = Playback::for_sequence(sequence);
                playback.advance(Duration::from_secs_f32(time_s));
                let pose = playback.pose();
                let (expected, _) = posed(mesh, pose, METERS_PER_UNIT);
                let found = weighed(&positions, &deltas, &file.weights(animation, 0, time_s));
                let what = || format!("{name}, {sequence:?} at {time_s} s");
                assert_near(&found, &pick(&expected, &used), tolerance, &what);
            }
        }
    }
}

#[test]
fn every_target_has_a_unique_name() {
    let names = ["FRAME", "FRAME", "", "FRAME #4", "FRAME", "", "a\u{e9}"];
    let mut spec = md2_testdata::with_frames(names);
    for (number, frame) in spec.frames.iter_mut().enumerate() {
        frame.translate = [number as f32, 0.0, 0.0];
    }
    let model = loaded(&spec.build());
    let file = written(&ExportModel::new("names", &model), &GltfOptions::default());
    let extras = extras(&file, 0);
    assert_eq!(extras.target_names, ["FRAME", "frame 2", "FRAME #4", "FRAME #5", "frame 5", "a\u{e9}"]);
    assert_eq!(file.gltf.meshes[0].weights.len(), 6);
    let kept: Vec<String> = extras.md2.unwrap().frames.into_iter().map(|frame| frame.name).collect();
    assert_eq!(kept, names);
}

#[test]
fn equal_frames_share_bytes_but_not_a_morph_target() {
    let mut spec = md2_testdata::with_frames(["a1", "a2", "a3", "a4", "a5"]);
    for (frame, x) in spec.frames.iter_mut().zip([0.0, 1.0, 0.0, 1.0, 2.0]) {
        frame.translate = [x, 0.0, 0.0];
    }
    let model = loaded(&spec.build());
    let subject = ExportModel::new("shared", &model);
    let file = written(&subject, &GltfOptions::default());
    let targets: Vec<_> = extras(&file, 0).md2.unwrap().frames.iter().map(|frame| frame.target).collect();
    assert_eq!(targets, [None, Some(0), Some(1), Some(2), Some(3)]);
    let offset = |target: usize| {
        let accessor = file.gltf.meshes[0].primitives[0].targets[target]["POSITION"];
        file.gltf.accessors[accessor].byte_offset
    };
    assert!(offset(0) == offset(2) && offset(0) != offset(1) && offset(0) != offset(3));
}

#[test]
fn glb_and_gltf_have_the_same_content() {
    let model = loaded(&md2_testdata::seamed_quad().build());
    let written = write(&ExportModel::new("quad", &model), &GltfOptions::default()).unwrap();
    let glb = GltfFile::read(&written.to_glb().unwrap());
    let beside: gltf::schema::Gltf =
        serde_json::from_slice(&written.to_gltf_with_buffer("my quad.bin")).unwrap();
    assert_eq!(beside.buffers[0].uri.as_deref(), Some("my%20quad.bin"));
    assert_eq!(written.buffer(), glb.bin);
    let embedded: gltf::schema::Gltf = serde_json::from_slice(&written.to_gltf_embedded()).unwrap();
    let uri = embedded.buffers[0].uri.as_ref().unwrap();
    assert!(uri.starts_with("data:application/octet-stream;base64,"));
    for text in [beside, embedded] {
        assert_eq!(gltf::schema::Gltf { buffers: glb.gltf.buffers.clone(), ..text }, glb.gltf);
    }
}

#[test]
fn tags_are_nodes_with_the_motion_of_the_tags() {
    let model = loaded(&md2_testdata::md3::turning_tag().build());
    let sequences = [Sequence {
        mode: LoopMode::PingPong,
        ..Sequence::new("turn", 0, u32::try_from(model.mesh.frame_count() - 1).unwrap())
    }];
    let subject = ExportModel { sequences: &sequences, ..ExportModel::new("hand", &model) };
    let held = loaded(&md2_testdata::md3::one_triangle().build());
    let held = ExportModel { sequences: &[], ..ExportModel::new("held", &held) };
    let tag = &model.mesh.tags()[0];
    let attachment = Some(Attachment { part: 0, tag: Some(tag.name.to_uppercase()) });
    let parts = [GltfPart::new(&subject), GltfPart { subject: &held, attachment, fixed_frame: Some(0) }];
    let written = write_player(&parts, &GltfOptions { scale: 2.0, ..GltfOptions::default() }).unwrap();
    let file = GltfFile::read(&written.to_glb().unwrap());

    assert_eq!(file.gltf.scenes[0].nodes, [0]);
    assert_eq!(file.gltf.nodes[0].children.len(), model.mesh.tags().len());
    let node = file.gltf.nodes[0].children[0];
    assert_eq!(file.gltf.nodes[node].name.as_deref(), Some(&*tag.name));
    let hung = file.gltf.nodes[node].children[0];
    assert_eq!(file.gltf.nodes[hung].name.as_deref(), Some("held"));
    assert_eq!(file.gltf.meshes[file.gltf.nodes[hung].mesh.unwrap()].weights.len(), 0);

    // A unit test of the writer checks the rotations.
    let animation = file.animation("turn");
    let (times, translations) = file.keys(animation, node, "translation").unwrap();
    assert_eq!(times.len(), 2 * tag.frames.len() - 1);
    assert_eq!(file.keys(animation, node, "rotation").unwrap().0, times);
    for (key, at) in translations.chunks(3).enumerate() {
        let frame = if key < tag.frames.len() { key } else { 2 * (tag.frames.len() - 1) - key };
        assert_eq!(at, to_gltf(tag.frames[frame].origin.map(|c| c * 2.0)));
    }
}

#[test]
fn sequences_with_equal_names_of_a_players_parts_are_one_animation() {
    let sequences = |names: [&str; 2]| names.map(|name| Sequence::new(name, 0, 1));
    let (legs, torso) = (sequences(["BOTH_DEATH1", "LEGS_RUN"]), sequences(["TORSO_ATTACK", "BOTH_DEATH1"]));
    let mut spec = md2_testdata::with_frames(["a1", "a2"]);
    spec.frames[1].translate = [1.0; 3];
    let moved = loaded(&spec.build());
    let legs = ExportModel { sequences: &legs, ..ExportModel::new("legs", &moved) };
    let torso = ExportModel { sequences: &torso, ..ExportModel::new("torso", &moved) };
    let attachment = Some(Attachment { part: 0, tag: None });
    let parts = [GltfPart::new(&legs), GltfPart { subject: &torso, attachment, fixed_frame: None }];
    let file = GltfFile::read(&write_player(&parts, &GltfOptions::default()).unwrap().to_glb().unwrap());
    let names: Vec<_> =
        file.gltf.animations.iter().map(|animation| animation.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["BOTH_DEATH1", "LEGS_RUN", "TORSO_ATTACK"]);
    let nodes =
        |name: &str| file.animation(name).channels.iter().map(|c| c.target.node.unwrap()).collect::<Vec<_>>();
    assert_eq!(
        (nodes("BOTH_DEATH1"), nodes("LEGS_RUN"), nodes("TORSO_ATTACK")),
        (vec![0, 1], vec![0], vec![1])
    );
    assert_eq!(file.gltf.nodes[0].children, [1], "without the tag, the parent is the model");
}

fn texture(name: &str, alpha: SkinAlphaMode) -> Arc<SkinTexture> {
    let pixels = ImageData::Rgba(RgbaImage::new(1, 2, vec![255, 0, 0, 255, 0, 0, 255, 0]).unwrap());
    Arc::new(SkinTexture { name: name.to_owned(), pixels, glow: None, alpha })
}

#[test]
fn several_skins_are_variants() {
    let model = loaded(&md2_testdata::md3::two_surfaces().build());
    let (body, red, glass) = (
        texture("body", SkinAlphaMode::Opaque),
        texture("red", SkinAlphaMode::Holes),
        texture("glass", SkinAlphaMode::Added),
    );
    let slot = |texture: &Arc<SkinTexture>| SlotSkin::Texture(Arc::clone(texture));
    let set = |name: &str, slots: Vec<SlotSkin>| SkinSet { name: name.to_owned(), slots };
    let skins = vec![
        set("default", vec![slot(&body), slot(&glass)]),
        set("red", vec![slot(&red), slot(&glass)]),
        set("bare", vec![SlotSkin::Hidden]),
    ];
    let subject = ExportModel { skins, ..ExportModel::new("two", &model) };
    let options = GltfOptions { unlit: true, pixelated: true, ..GltfOptions::default() };
    let file = written(&subject, &options);
    let gltf = &file.gltf;
    assert_eq!(gltf.extensions_used, ["KHR_materials_unlit", "KHR_materials_variants"]);
    assert!(gltf.extensions_required.is_empty());
    let variants = &gltf.extensions.as_ref().unwrap().variants.as_ref().unwrap().variants;
    assert_eq!(variants.iter().map(|variant| &*variant.name).collect::<Vec<_>>(), ["default", "red", "bare"]);
    let name = |material: usize| gltf.materials[material].name.as_deref().unwrap();
    let choices: Vec<Vec<(&str, Vec<usize>)>> = gltf.meshes[0]
        .primitives
        .iter()
        .map(|primitive| {
            let mappings = &primitive.extensions.as_ref().unwrap().variants.as_ref().unwrap().mappings;
            mappings.iter().map(|mapping| (name(mapping.material), mapping.variants.clone())).collect()
        })
        .collect();
    // The default materials have the names of the surfaces.
    let [floor, wall] = ["Floor (textures/floor)", "wall_1 (textures/wall.jpg)"];
    assert_eq!(choices[0], [(floor, vec![0]), ("red", vec![1]), ("hidden", vec![2])]);
    assert_eq!(choices[1], [(wall, vec![0, 1]), ("no skin", vec![2])]);
    let defaults = gltf.meshes[0].primitives.iter().map(|p| name(p.material.unwrap()));
    assert_eq!(defaults.collect::<Vec<_>>(), [floor, wall]);
    let modes: Vec<_> = gltf.materials.iter().map(|m| (m.name.as_deref().unwrap(), m.alpha_mode)).collect();
    let (mask, blend) = (Some(AlphaMode::Mask), Some(AlphaMode::Blend));
    assert_eq!(modes, [(floor, None), ("red", mask), ("hidden", mask), (wall, blend), ("no skin", None)]);
    assert!(gltf.materials.iter().all(|m| m.double_sided && m.extensions.as_ref().unwrap().unlit.is_some()));
    assert_eq!((gltf.images.len(), gltf.textures.len(), gltf.samplers.len()), (3, 3, 1), "each image once");
    assert_eq!(gltf.samplers[0].mag_filter, Some(gltf::schema::Sampler::NEAREST));
    for image in &gltf.images {
        let view = &gltf.buffer_views[image.buffer_view.unwrap()];
        assert!(file.bin[usize::try_from(view.byte_offset).unwrap()..].starts_with(b"\x89PNG"));
    }
}

#[test]
fn glow_of_a_skin_is_an_emissive_texture() {
    let model = loaded(&md2_testdata::mdl::fullbright().build());
    let file = written(&ExportModel::new("lamp", &model), &GltfOptions::default());
    let material = &file.gltf.materials[0];
    assert_eq!(material.emissive_factor, Some([1.0; 3]));
    assert_ne!(material.emissive_texture.as_ref().unwrap().index, 0);
}

#[test]
fn rejects_invisible_and_large_models() {
    let mut spec = md2_testdata::one_triangle();
    spec.triangles.clear();
    let nothing = loaded(&spec.build());
    let error = write(&ExportModel::new("nothing", &nothing), &GltfOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "nothing has no triangles, glTF requires at least one");

    let model = loaded(&md2_testdata::one_triangle().build());
    let subject = ExportModel::new("one", &model);
    let limited = |max_bytes| write(&subject, &GltfOptions { max_bytes, ..GltfOptions::default() });
    let error = limited(143).unwrap_err().to_string();
    assert_eq!(
        error,
        "3 vertices in 2 frames need 144 bytes, the limit is 143".replace("frames", "frames of one")
    );
    // The number of weights grows with the square of the frames.
    let many: Vec<Sequence> = (0..100_000).map(|i| Sequence::new(i.to_string(), 0, 1)).collect();
    let subject = ExportModel { sequences: &many, ..ExportModel::new("one", &model) };
    let options = GltfOptions { max_bytes: 1 << 20, ..GltfOptions::default() };
    assert!(matches!(write(&subject, &options), Err(GltfError::TooLarge { .. })));

    let subject = ExportModel::new("one", &model);
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30, 1e-30] {
        let error = write(&subject, &GltfOptions { scale, ..GltfOptions::default() });
        assert!(matches!(error, Err(GltfError::Scale { .. })), "{scale}: {error:?}");
    }

    let skins = vec![SkinSet { name: String::from("none"), slots: vec![SlotSkin::Hidden] }];
    let subject = ExportModel { skins, ..ExportModel::new("ghost", &model) };
    let error = write(&subject, &GltfOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "the skin of ghost hides all surfaces");
}
