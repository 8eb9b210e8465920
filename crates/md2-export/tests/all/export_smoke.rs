//! Export of randomly changed models. Each model that loads is written or rejected, and every written file is valid.

use crate::models::gltf_file::GltfFile;
use md2_export::gltf::{GltfOptions, write};
use md2_export::{ExportModel, FrameSelection, ObjOptions, UpAxis, write_obj, write_ply, write_stl};
use md2_load::{LoadOptions, load};
use md2_testdata::fuzz::{Mutants, Seed};
use md2_testdata::{md3, mdl};

fn seeds() -> Vec<Seed> {
    let names = ["run1", "run2", "stand1", "stand2", "stand3"];
    vec![
        ("md2", md2_testdata::with_frames(names).build().into_bytes()),
        ("seamed.md2", md2_testdata::seamed_quad().build().into_bytes()),
        ("group.mdl", mdl::frame_group().build().into_bytes()),
        ("frames.mdl", mdl::with_frames(names).build().into_bytes()),
        ("tags.md3", md3::turning_tag().build().into_bytes()),
        ("surfaces.md3", md3::two_surfaces().build().into_bytes()),
    ]
}

/// Whether the file loads. Asserts that all files exported from the model are valid.
fn is_exported(file: &[u8]) -> bool {
    let Ok(model) = load(file, &LoadOptions { max_packed_bytes: 1 << 20, ..LoadOptions::default() }) else {
        return false;
    };
    let subject = ExportModel::new("any", &model);
    for selection in [FrameSelection::default(), FrameSelection { sequences: None, frames: Some(1..=2) }] {
        let options = GltfOptions { selection, max_bytes: 4 << 20, ..GltfOptions::default() };
        let Ok(written) = write(&subject, &options) else { continue };
        let glb = GltfFile::read(&written.to_glb().expect("a small file"));
        for primitive in glb.gltf.meshes.iter().flat_map(|mesh| &mesh.primitives) {
            let (positions, targets) = glb.vectors(primitive, "POSITION");
            let numbers = positions.iter().chain(targets.iter().flatten()).flatten();
            assert!(numbers.into_iter().all(|number| number.is_finite()));
            let indices = glb.indices(primitive.indices.expect("always written"));
            assert!(indices.iter().all(|&index| (index as usize) < positions.len()));
        }
        for animation in &glb.gltf.animations {
            for channel in &animation.channels {
                let node = channel.target.node.expect("always written");
                assert!(glb.keys(animation, node, &channel.target.path).is_some());
            }
        }
    }
    let obj = write_obj(&subject, 0, &ObjOptions::default());
    assert!(!obj.contains("NaN") && !obj.contains("inf"));
    assert!(write_stl(&subject, 0, UpAxis::Y, 1.0).len() >= 84);
    assert!(write_ply(&subject, 9, UpAxis::Y, 1.0).starts_with(b"ply\n"));
    true
}

#[test]
fn changed_models_are_exported_or_rejected() {
    Mutants::ANYWHERE.uphold_reader(is_exported, &seeds());
}
