//! Loading damaged files.

use md2_load::{LoadError, LoadOptions, LoadedModel, Verdict, load, salvage, verdict};
use md2_testdata::{TaggedBytes, corpus, one_triangle, with_frames};

fn salvaged(file: &[u8]) -> Result<(LoadedModel, Vec<String>), LoadError> {
    let salvaged = salvage(file)?;
    Ok((salvaged.load(&LoadOptions::default())?, salvaged.repairs))
}

#[test]
fn a_valid_file_is_loaded_without_repairs() {
    let file = one_triangle().build();
    let (loaded, repairs) = salvaged(file.bytes()).expect("the fixture is valid");
    let plain = load(file.bytes(), &LoadOptions::default()).expect("the fixture is valid");
    assert!(repairs.is_empty());
    assert_eq!(loaded.mesh.packed_bytes(), plain.mesh.packed_bytes());
    assert_eq!(loaded.facts, plain.facts);
    for (path, bytes) in corpus::files("md2") {
        assert!(salvaged(&bytes).is_ok_and(|(_, repairs)| repairs.is_empty()), "{}", path.display());
        assert_eq!(verdict(&bytes), Verdict::Sound, "{}", path.display());
    }
}

#[test]
fn a_corner_without_a_skin_coordinate_is_drawn_at_the_origin() {
    let mut file = one_triangle().build();
    file.set_u16("tri[0].st[1]", 65535);
    assert!(matches!(load(file.bytes(), &LoadOptions::default()), Err(LoadError::Md2(_))));
    let (loaded, repairs) = salvaged(file.bytes()).expect("one corner can be repaired");
    assert_eq!(repairs, ["triangles: set corners without a skin coordinate to (0, 0) (byte 0x130)"]);
    // (0 + 0.5) / 64.
    assert_eq!(loaded.mesh.uvs()[1], [0.0078125; 2]);
}

#[test]
fn lost_frames_are_listed() {
    let mut file: TaggedBytes = with_frames(["run1", "run2", "run3", "run4"]).build();
    file.set_i32("version", 7).set_f32("frame[2].translate[0]", 1.0e35);
    let (loaded, repairs) = salvaged(file.bytes()).expect("three frames are left");
    assert_eq!(loaded.frame_names, [b"run1", b"run2", b"run2", b"run4"]);
    assert_eq!((loaded.mesh.frame_count(), loaded.facts.file_bytes), (4, file.len()));
    assert_eq!(
        repairs,
        ["header, version: read 7 as 8 (byte 0x4)", "frame 2: lost, replaced by frame 1 (byte 0x104)",]
    );
}

#[test]
fn rejects_files_that_cannot_be_salvaged() {
    for file in [&b"IDP2"[..], b"IDP3\x0f\0\0\0", b"hello", b""] {
        let plain = load(file, &LoadOptions::default()).expect_err("the file is not a model");
        assert_eq!(salvaged(file).expect_err("the file is not a model"), plain);
    }
}

#[test]
fn the_error_of_a_file_that_cannot_be_salvaged_names_its_conversion() {
    let mut file = one_triangle().build();
    file.set_text("skin[0]", &[0xff; 64]).set_i32("num_tris", i32::MAX);
    let converted = String::from_utf8_lossy(file.bytes()).into_owned();
    let error = salvaged(converted.as_bytes()).expect_err("the bytes are lost");
    assert!(error.is_text_conversion(), "{error}");
    assert!(error.to_string().contains("the file was converted to UTF-8"), "{error}");
    assert_eq!(load(converted.as_bytes(), &LoadOptions::default()).unwrap_err(), error);
}

#[test]
fn a_repaired_file_can_be_loaded_or_is_refused() {
    // A model without frames can be written as a file, but no program can show such a model.
    let mut file = md2_testdata::Md2Spec::default().build();
    file.set_i32("version", 9);
    let error = salvaged(file.bytes()).expect_err("there are no frames").to_string();
    assert_eq!(error, load(&repaired_version(file), &LoadOptions::default()).unwrap_err().to_string());
}

fn repaired_version(mut file: TaggedBytes) -> Vec<u8> {
    file.set_i32("version", 8);
    file.into_bytes()
}

#[test]
fn one_bad_frame_is_replaced_and_overlaps_are_undone() {
    let names = ["run1", "run2", "run3", "run4"];
    // Parsing accepts these files: the numbers are finite, and all sections are inside the file.
    for value in [1.0e25, 1.0e12, 1.0e5] {
        let mut file = with_frames(names).build();
        file.set_f32("frame[1].scale[2]", value);
        assert!(matches!(load(file.bytes(), &LoadOptions::default()), Err(LoadError::Md2(_))));
        let (loaded, repairs) = salvaged(file.bytes()).expect("three frames are left");
        assert_eq!((loaded.frame_names.len(), repairs.len()), (4, 1), "{value}");
    }
    let mut file = with_frames(names).build();
    file.set_i32("num_skins", 2);
    let (loaded, repairs) = salvaged(file.bytes()).expect("only the count is wrong");
    assert_eq!(repairs, ["header, num_skins: read 2 as 1 (byte 0x14)"]);
    assert_eq!((loaded.skins.alternatives.len(), loaded.frame_names.len()), (1, 4));
    assert!(!salvage(file.bytes()).expect("it loads").is_restored, "no conversion was undone");
}

#[test]
fn one_bad_frame_of_an_mdl_is_replaced_and_reported() {
    let mut file = md2_testdata::mdl::with_frames(["run1", "run2", "run3", "run4"]).build();
    file.set_i32("frame[1].type", 77).set_text("frame[1].pose[0].name", b"\x01\x02");
    assert!(matches!(load(file.bytes(), &LoadOptions::default()), Err(LoadError::Mdl(_))));
    let (loaded, repairs) = salvaged(file.bytes()).expect("three frames are left");
    assert_eq!(loaded.frame_names, [b"run1", b"run1", b"run3", b"run4"]);
    assert_eq!(repairs, ["frame 1: lost, replaced by frame 0 (byte 0xf4)"]);
}

#[test]
fn an_implausible_tag_of_an_md3_is_replaced() {
    let frame = |name: &str| md2_testdata::md3::Md3FrameSpec {
        max: [32.0; 3],
        name: name.as_bytes().to_vec(),
        ..md2_testdata::md3::Md3FrameSpec::default()
    };
    let mut spec = md2_testdata::md3::one_triangle();
    let (tags, vertices) = (spec.tags[0].clone(), spec.surfaces[0].vertices[0].clone());
    spec.frames = ["run1", "run2", "run3", "run4"].map(frame).into();
    spec.tags = vec![tags; 4];
    spec.surfaces[0].vertices = vec![vertices; 4];
    for value in [f32::NAN, 1.0e25, 1.0e12, 1.0e5] {
        let mut file = spec.build();
        file.set_f32("tag[1][0].origin[2]", value);
        assert!(matches!(load(file.bytes(), &LoadOptions::default()), Err(LoadError::Md3(_))), "{value}");
        let (loaded, repairs) = salvaged(file.bytes()).expect("the other tags are whole");
        assert_eq!(loaded.frame_names, [b"run1", b"run2", b"run3", b"run4"]);
        assert!(repairs[0].starts_with("tags of frame 1: lost, replaced by tags of frame 0"), "{repairs:?}");
        assert_eq!(repairs.len(), 1, "{repairs:?}");
    }
}
