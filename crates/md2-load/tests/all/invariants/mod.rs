//! Properties that hold for arbitrary input. The fuzz targets and the stable fuzzer share this folder.

#![allow(dead_code, reason = "each program uses only a part")]

pub(crate) mod seeds;

use md2_load::{
    LoadError, LoadOptions, LoadedModel, ModelSkin, NormalSource, UvSource, Verdict, anatomy, load, salvage,
};
use md2_mesh::{Pose, blend};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// The maximum number of bytes of vertices that these tests allow, which is far less than the default.
const MAX_PACKED_BYTES: usize = 1 << 20;

pub(crate) fn strict(file: &[u8]) {
    for options in options(file) {
        match bounded(file, || load(file, &options)) {
            Ok(model) => check_model(&model, file),
            Err(error) => explain(&error),
        }
    }
}

pub(crate) fn salvaged(file: &[u8]) {
    let options = LoadOptions { max_packed_bytes: MAX_PACKED_BYTES, ..LoadOptions::default() };
    let strict = load(file, &options);
    let loaded = bounded(file, || {
        let salvaged = salvage(file)?;
        let model = salvaged.load(&options)?;
        Ok((model, salvaged.verdict, salvaged.repairs))
    });
    match loaded {
        Ok((model, verdict, repairs)) => {
            assert_eq!(repairs.is_empty(), strict.is_ok(), "{repairs:?}");
            match verdict {
                Verdict::Sound => assert!(repairs.is_empty()),
                Verdict::Doubtful(_) => {}
                Verdict::Refused(_) => assert!(!repairs.is_empty()),
            }
            assert!(repairs.iter().all(|repair| !repair.is_empty()));
            check_model(&model, file);
            described(&model, file, !repairs.is_empty());
        }
        Err(error) => {
            // Records that are found may make no mesh.
            let is_found = matches!(error, LoadError::Mesh(_) | LoadError::TooLarge { .. });
            assert!(is_found && strict.is_err() || strict.err().as_ref() == Some(&error), "{error}");
            explain(&error);
        }
    }
}

fn options(file: &[u8]) -> [LoadOptions; 2] {
    let uv_source = [UvSource::St, UvSource::GlCommands][file.len() % 2];
    let normals = [NormalSource::Auto, NormalSource::FromFile, NormalSource::Recomputed][file.len() / 2 % 3];
    let stem = ["dog", "v_axe", "\u{e4}"][file.len() / 6 % 3];
    let usual = LoadOptions { max_packed_bytes: MAX_PACKED_BYTES, ..LoadOptions::default() };
    let other = LoadOptions {
        uv_source,
        normals,
        optimize_vertex_cache: false,
        stem: Some(stem.to_owned()),
        ..usual.clone()
    };
    [usual, other]
}

fn bounded<T>(file: &[u8], run: impl FnOnce() -> T) -> T {
    let (result, peak) = heap::peak(run);
    let allowed = BYTES_A_BYTE * file.len() + 3 * MAX_PACKED_BYTES + (1 << 20);
    assert!(peak <= allowed, "{peak} bytes of memory for a file of {} bytes", file.len());
    result
}

/// The maximum number of bytes of memory per byte of a file. Frames without vertices need the most, because their names are in each list of sequences.
const BYTES_A_BYTE: usize = 64;

fn explain(error: &LoadError) {
    assert!(!error.to_string().is_empty());
}

fn described(model: &LoadedModel, file: &[u8], is_repaired: bool) {
    let mesh = &model.mesh;
    let anatomy = heap::within_bounds(file, || anatomy(file)).expect("every salvaged model has an anatomy");
    assert_eq!((anatomy.frames().len(), anatomy.is_repaired()), (mesh.frame_count(), is_repaired));
    let triangles =
        heap::within_bounds(file, || anatomy.triangles_of(mesh)).expect("the mesh is from this file");
    for (vertices, triangle) in mesh.indices().triangles().zip(triangles).take(100) {
        let triangle = anatomy.triangle(triangle).expect("the file has it");
        assert_eq!(vertices.map(|vertex| mesh.source_vertices()[vertex as usize].xyz), triangle.vertices());
    }
    for frame in [0, mesh.frame_count() - 1] {
        for (vertex, source) in mesh.source_vertices().iter().enumerate().take(100) {
            let stored = anatomy.vertex(frame, source.xyz).expect("the file has it");
            assert_eq!(stored.position, mesh.position(frame, vertex));
        }
    }
}

fn check_model(model: &LoadedModel, file: &[u8]) {
    let mesh = &model.mesh;
    let frames = mesh.frame_count();
    assert!(frames > 0 && mesh.packed_bytes().len() <= MAX_PACKED_BYTES);
    assert_eq!((model.frame_names.len(), model.facts.file_bytes), (frames, file.len()));
    assert!(mesh.skin_slot_count() <= model.skins.slots.len().max(1));
    assert!(mesh.tags().iter().all(|tag| tag.frames.len() == frames));
    assert!(mesh.indices().iter().all(|index| (index as usize) < mesh.vertex_count()));
    assert!(mesh.bounds().radius().is_finite());
    for sequence in model.detection.candidates().flat_map(|list| &list.sequences) {
        assert!(sequence.first <= sequence.last, "{sequence:?}");
    }
    for sequence in model.detection.sequences() {
        assert!((sequence.last as usize) < frames, "{sequence:?}");
    }
    for skin in &model.skins.alternatives {
        match skin {
            ModelSkin::Embedded(skin) => {
                let [width, height] = skin.size();
                assert!(skin.paint(skin.image_count()).is_none());
                let has_texels = width > 0 && height > 0 && skin.image_count() > 0;
                assert_eq!(skin.paint(0).is_some(), has_texels);
            }
            ModelSkin::Named(name) => assert!(name.len() <= file.len()),
            _ => panic!("an unknown kind of skin"),
        }
    }
    let last = u32::try_from(frames - 1).expect("a small model");
    for vertex in (0..mesh.vertex_count()).take(100) {
        let pose = Pose { frame_a: 0, frame_b: last, blend: 0.3 };
        let blended = blend::blend_vertex(mesh, vertex, pose);
        assert!(blended.position.iter().chain(&blended.normal).all(|c| c.is_finite()), "{blended:?}");
    }
}
