//! Tests of parsing: files that it accepts or rejects, and the texts of errors.

use crate::invariants::{self, read_everything};
use md2_format::{FileKind, Md2, NORMALS, ParseErrorKind, ParseOptions, Section};
use md2_testdata::{HEADER_FIELDS, TaggedBytes, corpus, one_triangle, seamed_quad};

/// Asserts that `one_triangle` is rejected after `edit`, with exactly `text`.
#[track_caller]
fn rejected(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, text: &str) {
    let mut file = one_triangle().build();
    edit(&mut file);
    match Md2::parse(file.bytes()) {
        Ok(_) => panic!("accepted, expected: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
}

/// Asserts that `one_triangle` is accepted after `edit`.
#[track_caller]
fn accepted(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes) {
    let mut file = one_triangle().build();
    edit(&mut file);
    if let Err(error) = Md2::parse(file.bytes()) {
        panic!("{error}");
    }
}

#[test]
fn a_view_shows_every_field() {
    let file = one_triangle().build();
    let md2 = Md2::parse(file.bytes()).unwrap();

    assert_eq!((md2.skin_width(), md2.skin_height()), (64, 64));
    assert_eq!(md2.header().to_bytes(), file.bytes()[..68]);
    assert_eq!(md2.skins().iter().map(|skin| skin.name()).collect::<Vec<_>>(), [b"models/test/skin.pcx"]);
    assert_eq!(md2.st().iter().map(|st| (st.s(), st.t())).collect::<Vec<_>>(), [(0, 0), (63, 0), (0, 63)]);
    let triangle = md2.triangles()[0];
    assert_eq!((triangle.xyz(), triangle.st()), ([0, 1, 2], [0, 1, 2]));
    let frame = md2.frame(1);
    assert_eq!(
        (frame.name(), frame.scale(), frame.translate()),
        (&b"stand02"[..], [0.125; 3], [0.0, 0.0, 8.0])
    );
    assert_eq!(frame.vertex_bytes(), [0, 0, 0, 5, 0, 255, 0, 0, 255, 0, 255, 161]);
    assert_eq!(
        frame.positions().collect::<Vec<_>>(),
        [[0.0, 0.0, 8.0], [0.0, 31.875, 8.0], [31.875, 0.0, 39.875]]
    );
    assert_eq!(frame.vertices()[2].normal(), NORMALS[161]);
    assert_eq!(md2.frames().rev().map(|frame| frame.name()).collect::<Vec<_>>(), [b"stand02", b"stand01"]);
    assert_eq!(md2.gl_words().len(), 11);
    assert_eq!(md2.out_of_range_normals(), 0);
}

#[test]
fn errors_name_the_place() {
    rejected(
        |f| f.set("ident", b"BLOB"),
        r#"file: not an MD2 file: starts with "BLOB", expected "IDP2" (byte 0x0)"#,
    );
    rejected(|f| f.set_i32("version", 7), "header, version: version 7, expected 8 (byte 0x4)");
    rejected(|f| f.set_i32("num_xyz", -3), "header, num_xyz: -3, expected 0 or more (byte 0x18)");
    rejected(|f| f.set_i32("framesize", 51), "header, framesize: 51, expected at least 52 (byte 0x10)");
    rejected(
        |f| f.set_i32("ofs_st", 305),
        "header, ofs_st: 3 st of 4 bytes at byte 305 end at byte 317, expected at most 304, the end of the file (byte 0x30)",
    );
    rejected(
        |f| f.set_u16("tri[0].xyz[2]", 3),
        "triangle 0, corner 2: position index 3, expected below 3 (byte 0x94)",
    );
    rejected(
        |f| f.set_u16("tri[0].st[1]", 65535),
        "triangle 0, corner 1: st index 65535, expected below 3 (byte 0x98)",
    );
    rejected(
        |f| f.set_f32("frame[1].scale[2]", f32::NAN),
        r#"frame 1 ("stand02"): scale [0.125, 0.125, NaN], expected finite numbers (byte 0xd0)"#,
    );
    rejected(
        |f| f.set_f32("frame[1].translate[0]", f32::NEG_INFINITY),
        r#"frame 1 ("stand02"): translation [-inf, 0.0, 8.0], expected finite numbers (byte 0xdc)"#,
    );
}

#[test]
fn any_header_field_is_accepted_or_rejected() {
    // Whether the file is accepted with the field at 0, -1, i32::MAX and i32::MIN.
    let expected = |field: &str| match field {
        "skinwidth" | "skinheight" | "num_glcmds" | "ofs_glcmds" | "ofs_end" => [true; 4],
        "num_skins" | "num_tris" | "num_frames" => [true, false, false, false],
        // With an offset of 0, the header is read as records. This is possible for skin paths, skin coordinates and
        // frames, but not for triangles.
        "ofs_skins" | "ofs_st" | "ofs_frames" => [true, false, false, false],
        _ => [false; 4],
    };
    for field in HEADER_FIELDS {
        let found = [0, -1, i32::MAX, i32::MIN].map(|value| {
            let mut file = one_triangle().build();
            file.set_i32(field, value);
            invariants::parse(file.bytes());
            Md2::parse(file.bytes()).is_ok()
        });
        assert_eq!(found, expected(field), "{field}");
    }
}

#[test]
fn a_file_cut_anywhere_is_rejected_or_whole() {
    let file = one_triangle().build();
    let needed = file.offset_of("gl[0]");
    for length in 0..=file.len() {
        let cut = &file.bytes()[..length];
        invariants::parse(cut);
        assert_eq!(Md2::parse(cut).is_ok(), length >= needed, "{length}");
    }
}

#[test]
fn accepts_irrelevant_defects() {
    accepted(|f| f.set_i32("ofs_end", 7));
    accepted(|f| f.push("trailing", b"(c) somebody"));
    accepted(|f| f.set_i32("num_skins", 0).set_i32("ofs_skins", -1));
    accepted(|f| f.set_i32("ofs_glcmds", 0));
    accepted(|f| f.set_i32("num_glcmds", i32::MAX));
    accepted(|f| f.set_i32("ofs_glcmds", i32::MAX));
    accepted(|f| f.set_f32("frame[0].scale[0]", -1.0e30));
    accepted(|f| f.set_i16("st[0].s", i16::MIN));
    accepted(|f| f.set("frame[0].name", b"no NUL, 16 bytes"));
    accepted(|f| f.set("skin[0]", &[0xff; 64]));
}

#[test]
fn a_model_may_have_no_frames_or_no_vertices() {
    let file = md2_testdata::Md2Spec::default().build();
    let md2 = Md2::parse(file.bytes()).unwrap();
    assert_eq!((md2.frame_count(), md2.vertex_count()), (0, 0));
    read_everything(&md2);

    // Without frames, any frame size is accepted, but at most as many vertices as 16-bit indices can address.
    let mut file = md2_testdata::Md2Spec::default().build();
    file.set_i32("framesize", 0).set_i32("num_xyz", 65_536);
    assert_eq!(Md2::parse(file.bytes()).unwrap().vertex_count(), 65_536);
    file.set_i32("num_xyz", 65_537);
    assert!(Md2::parse(file.bytes()).is_err());
}

#[test]
fn frames_are_framesize_bytes_apart() {
    // The first four bytes of the second frame become padding of the first frame.
    let mut file = one_triangle().build();
    let shifted = file.bytes()[file.offset_of("frame[1].scale[0]")..].to_vec();
    file.push("gap and frame 1", &[&[0xee; 4][..], &shifted[..52]].concat());
    let start = i32::try_from(file.offset_of("gap and frame 1") - 52).unwrap();
    file.set_i32("framesize", 56).set_i32("ofs_frames", start).push("padding", &[0xee; 4]);
    let md2 = Md2::parse(file.bytes()).unwrap();
    assert_eq!(md2.frame(1).name(), b"stand02");
    assert_eq!(md2.frame(1).vertices().len(), 3);
}

#[test]
fn normals_out_of_range_are_counted_and_read_as_up() {
    let mut file = one_triangle().build();
    file.set_u8("frame[0].vertex[1].normal", 162).set_u8("frame[1].vertex[2].normal", 255);
    let md2 = Md2::parse(file.bytes()).unwrap();
    assert_eq!(md2.out_of_range_normals(), 2);
    assert_eq!(md2.frame(1).vertices()[2].normal(), [0.0, 0.0, 1.0]);
}

#[test]
fn options_limit_the_size_of_models() {
    let file = seamed_quad().build();
    let none = ParseOptions::default();
    for (options, allowed) in [
        (ParseOptions { max_vertices: 3, ..none.clone() }, 3),
        (ParseOptions { max_st: 5, ..none.clone() }, 5),
        (ParseOptions { max_triangles: 1, ..none.clone() }, 1),
        (ParseOptions { max_frames: 0, ..none.clone() }, 0),
        (ParseOptions { max_skins: 0, ..none.clone() }, 0),
    ] {
        let error = Md2::parse_with(file.bytes(), &options).unwrap_err();
        assert_eq!(error.kind, ParseErrorKind::Limit { found: allowed + 1, allowed });
    }
    assert!(Md2::parse_with(file.bytes(), &ParseOptions::QUAKE2).is_ok());
}

#[test]
fn options_permit_positions_that_are_not_finite() {
    let mut file = one_triangle().build();
    file.set_f32("frame[1].scale[2]", f32::INFINITY);
    let options = ParseOptions { allow_non_finite: true, ..ParseOptions::default() };
    assert!(Md2::parse_with(file.bytes(), &options).is_ok());
}

#[test]
fn names_the_format_of_other_files() {
    let error = Md2::parse(b"IDP3\x0f\0\0\0").unwrap_err();
    assert_eq!(error.to_string(), format!("file: this is {}, not MD2 (byte 0x0)", FileKind::Md3));
}

#[test]
fn a_section_may_not_wrap_around() {
    for section in Section::ALL {
        let mut file = one_triangle().build();
        file.set_i32(section.count_field().name(), i32::MAX).set_i32(section.offset_field().name(), i32::MAX);
        assert_eq!(Md2::parse(file.bytes()).is_ok(), section == Section::GlCommands, "{section}");
    }
}

#[test]
fn the_corpus_is_accepted() {
    for (path, bytes) in corpus::files("md2") {
        match Md2::parse(&bytes) {
            Ok(md2) => read_everything(&md2),
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
}
