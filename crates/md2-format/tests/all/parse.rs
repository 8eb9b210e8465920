//! Tests of parsing: files that it accepts or rejects, and the texts of errors.

use crate::invariants::{self, read_everything};
use md2_format::raw::HeaderField;
use md2_format::{FileKind, Md2};
use md2_testdata::{TaggedBytes, one_triangle};

#[track_caller]
fn rejected(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, text: &str) {
    let mut file = one_triangle().build();
    edit(&mut file);
    match Md2::parse(file.bytes()) {
        Ok(_) => panic!("accepted, expected: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
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
    for field in HeaderField::ALL.map(HeaderField::name) {
        let found = [0, -1, i32::MAX, i32::MIN].map(|value| {
            let mut file = one_triangle().build();
            file.set_i32(field, value);
            invariants::parse(file.bytes());
            invariants::check(file.bytes());
            Md2::parse(file.bytes()).is_ok()
        });
        assert_eq!(found, expected(field), "{field}");
    }
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
fn names_the_format_of_other_files() {
    let error = Md2::parse(b"IDP3\x0f\0\0\0").unwrap_err();
    assert_eq!(error.to_string(), format!("file: this is {}, not MD2 (byte 0x0)", FileKind::Md3));
}
