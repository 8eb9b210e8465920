//! Tests of parsing: files that it accepts or rejects, and the texts of errors.

use md2_testdata::TaggedBytes;
use md2_testdata::mdl::{self, MdlSpec};
use mdl_format::Mdl;

#[track_caller]
fn rejected(spec: &MdlSpec, edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, text: &str) {
    let mut file = spec.build();
    edit(&mut file);
    match Mdl::parse(file.bytes()) {
        Ok(_) => panic!("accepted, expected: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
}

#[test]
fn errors_name_the_place() {
    let (triangle, group, skins) = (mdl::one_triangle(), mdl::frame_group(), mdl::skin_group());
    rejected(
        &triangle,
        |f| f.set("ident", b"BLOB").set_i32("version", 0),
        r#"file: not an MDL file: starts with "BLOB", expected "IDPO" (byte 0x0)"#,
    );
    for (tag, value, text) in [
        ("scale[1]", f32::NAN, "scale: [0.125, NaN, 0.125], expected finite numbers (byte 0x8)"),
        (
            "scale_origin[0]",
            -f32::INFINITY,
            "scale_origin: [-inf, -16.0, -24.0], expected finite numbers (byte 0x14)",
        ),
    ] {
        rejected(&triangle, |f| f.set_f32(tag, value), &format!("header, {text}"));
    }
    rejected(
        &triangle,
        |f| f.set_i32("skinwidth", i32::MAX).set_i32("skinheight", i32::MAX),
        "skin 0: the file ends after 196 bytes of the texels, expected 4611686014132420609 (byte 0x58)",
    );
    const END: &str = "the file ends after";
    for (spec, tag, value, text) in [
        (&triangle, "version", 3, "header, version: MDL version 3, expected 6 (byte 0x4)"),
        (&triangle, "numskins", -1, "header, numskins: -1, expected 0 or more (byte 0x30)"),
        (&triangle, "skinheight", 100, "skin 0: END 196 bytes of the texels, expected 800 (byte 0x58)"),
        (&triangle, "numverts", 20, "st: END 132 bytes of the skin coordinates, expected 240 (byte 0x98)"),
        (&triangle, "numtris", 9, "triangles: END 96 bytes of the triangles, expected 144 (byte 0xbc)"),
        (&triangle, "tri[0].vertex[2]", 3, "triangle 0, corner 2: vertex 3, expected below 3 (byte 0xc8)"),
        (&triangle, "tri[0].vertex[0]", -1, "triangle 0, corner 0: vertex -1, expected below 3 (byte 0xc0)"),
        (&triangle, "numframes", 3, "frame 2: END 0 bytes of the type, expected 4 (byte 0x11c)"),
        (&group, "frame[1].count", 0, "frame 1: 0 members, expected 1 or more (byte 0xf8)"),
        (
            &group,
            "frame[1].count",
            i32::MAX,
            "frame 1: END 160 bytes of the intervals, expected 8589934588 (byte 0x104)",
        ),
        (&group, "frame[1].count", 5, "frame 1: END 140 bytes of the poses, expected 180 (byte 0x118)"),
        (&skins, "skin[1].count", -7, "skin 1: -7 members, expected 1 or more (byte 0x9c)"),
        (
            &skins,
            "skin[1].count",
            i32::MAX,
            "skin 1: END 336 bytes of the intervals, expected 8589934588 (byte 0xa0)",
        ),
    ] {
        rejected(spec, |f| f.set_i32(tag, value), &text.replace("END", END));
    }
}

#[test]
fn a_file_cut_anywhere_is_rejected() {
    for spec in [mdl::one_triangle(), mdl::frame_group(), mdl::skin_group(), mdl::seamed_quad()] {
        let file = spec.build();
        for length in 0..file.len() {
            let error = Mdl::parse(&file.bytes()[..length]).unwrap_err();
            assert!(error.offset <= length, "{length}: {error}");
        }
    }
}

#[test]
fn names_the_format_of_other_files() {
    let error = Mdl::parse(b"IDST\x0a\0\0\0").unwrap_err();
    let text = "file: this is a Half-Life model (MDL variant), not MDL (byte 0x0)";
    assert_eq!(error.to_string(), text);
    let empty = Mdl::parse(b"").unwrap_err().to_string();
    assert_eq!(empty, "file: 0 bytes, expected at least 84, the size of the header (byte 0x0)");
}
