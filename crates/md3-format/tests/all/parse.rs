//! Tests of parsing: files that it accepts or rejects, and the texts of errors.

use crate::invariants::read_everything;
use md2_testdata::TaggedBytes;
use md2_testdata::md3::{Md3Spec, one_triangle, player_upper, two_surfaces};
use md3_format::Md3;
use md3_format::check::Code;

#[track_caller]
fn rejects(mut file: TaggedBytes, edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, text: &str) {
    edit(&mut file);
    match Md3::parse(file.bytes()) {
        Ok(_) => panic!("accepted, expected: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
}

#[track_caller]
fn rejected(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, text: &str) {
    rejects(one_triangle().build(), edit, text);
}

#[test]
fn errors_name_the_place() {
    let text = |text: &str| {
        let limit = "expected at most 704, the end of the file";
        text.replace("BLADE", r#"surface 0 ("blade")"#)
            .replace("TIP", r#"frame 1, tag 0 ("tag_tip")"#)
            .replace("LIMIT", limit)
    };
    let ident = r#"file: not an MD3 file: starts with "BLO\xb0", expected "IDP3" (byte 0x0)"#;
    rejected(|f| f.set("ident", b"BLO\xb0"), ident);
    for (tag, value, expected) in [
        ("version", 14, "header, version: version 14, expected 15 (byte 0x4)"),
        ("num_tags", -3, "header, num_tags: -3, expected 0 or more (byte 0x50)"),
        (
            "ofs_tags",
            745,
            "header, ofs_tags: 2 tags of 112 bytes at byte 745 end at byte 969, LIMIT (byte 0x60)",
        ),
        ("ofs_frames", -1, "header, ofs_frames: -1, expected 0 or more (byte 0x5c)"),
        (
            "ofs_surfaces",
            597,
            "header, ofs_surfaces: the header of surface 0 at byte 597 ends at byte 705, LIMIT (byte 0x64)",
        ),
        ("surface[0].num_frames", 1, "BLADE, num_frames: 1 frames, expected 2 as in the model (byte 0x204)"),
        (
            "surface[0].ofs_st",
            237,
            "BLADE, ofs_st: 3 st of 8 bytes at byte 681 end at byte 705, LIMIT (byte 0x21c)",
        ),
        (
            "surface[0].tri[0][2]",
            300,
            "BLADE, triangle 0, corner 2: vertex index 300, expected below 3 (byte 0x230)",
        ),
        (
            "surface[0].tri[0][0]",
            -1,
            "BLADE, triangle 0, corner 0: vertex index -1, expected below 3 (byte 0x228)",
        ),
    ] {
        rejected(|f| f.set_i32(tag, value), &text(expected));
    }
    for (tag, value, expected) in [
        ("surface[0].st[2][1]", f32::NAN, "BLADE, st 2: st [0.0, NaN], expected finite numbers (byte 0x288)"),
        (
            "tag[1][0].origin[1]",
            f32::INFINITY,
            "TIP: origin [32.0, inf, 8.0], expected finite numbers (byte 0x18c)",
        ),
        ("tag[1][0].axis[2][0]", f32::NAN, "TIP: axis [NaN, 0.0, 1.0], expected finite numbers (byte 0x1b0)"),
    ] {
        rejected(|f| f.set_f32(tag, value), &text(expected));
    }
}

#[test]
fn the_chain_of_surfaces_must_not_go_backward() {
    for (end, shown) in [(107, "107"), (0, "0"), (-108, "-108"), (i32::MIN, "-2147483648")] {
        let text = format!(
            "surface 0 (\"Floor\"), ofs_end: {shown}, expected at least 108, since another surface follows (byte 0x17c)"
        );
        rejects(two_surfaces().build(), |f| f.set_i32("surface[0].ofs_end", end), &text);
    }
    let file = two_surfaces().build();
    let last = file.offset_of("surface[1].ident");
    let text = format!(
        "surface 0 (\"Floor\"), ofs_end: the header of surface 1 at byte {} ends at byte {}, expected at most {}, the end of the file (byte 0x17c)",
        276 + 600,
        276 + 600 + 108,
        file.len()
    );
    assert!(last < 276 + 600);
    rejects(file, |f| f.set_i32("surface[0].ofs_end", 600), &text);
    // The end of the last surface is not checked.
    for end in [0, -1, 107, i32::MAX, i32::MIN] {
        let mut file = one_triangle().build();
        file.set_i32("surface[0].ofs_end", end);
        assert!(Md3::parse(file.bytes()).is_ok(), "{end}");
    }
}

#[test]
fn names_the_format_of_other_files() {
    let text = Md3::parse(b"IDP2\x08\0\0\0").unwrap_err().to_string();
    assert_eq!(text, "file: this is a Quake II model (MD2), not MD3 (byte 0x0)");
    for (length, file) in [(0, &b""[..]), (3, b"IDP"), (107, &[0; 107])] {
        let file = [&b"IDP3"[..length.min(4)], file.get(4..).unwrap_or_default()].concat();
        let error = Md3::parse(&file).unwrap_err();
        assert_eq!((error.code, error.found), (Code::HeaderTruncated, format!("{length} bytes")));
    }
}

#[test]
fn a_file_cut_anywhere_is_rejected() {
    for file in [one_triangle().build(), two_surfaces().build(), player_upper().build()] {
        for length in 0..file.len() {
            let error = Md3::parse(&file.bytes()[..length]).expect_err("a truncated file is rejected");
            assert!(error.offset <= file.len(), "{error}");
        }
        read_everything(&Md3::parse(file.bytes()).unwrap());
    }
}

/// Builds a file of `surfaces` surface headers. Each shader list extends from the header to the end of the file.
fn shared(surfaces: i32) -> TaggedBytes {
    let mut spec = Md3Spec::default();
    spec.surfaces.resize_with(usize::try_from(surfaces).unwrap(), Default::default);
    let mut file = spec.build();
    let length = file.len();
    for s in 0..surfaces {
        let start = file.offset_of(&format!("surface[{s}].ident"));
        let shaders = i32::try_from((length - start) / 68).unwrap();
        file.set_i32(&format!("surface[{s}].num_shaders"), shaders);
        file.set_i32(&format!("surface[{s}].ofs_shaders"), 0);
    }
    file
}

#[test]
fn surfaces_must_not_claim_the_file_many_times() {
    let file = shared(2);
    read_everything(&Md3::parse(file.bytes()).unwrap());

    let file = shared(100);
    let error = Md3::parse(file.bytes()).unwrap_err();
    assert_eq!((error.code, error.location.to_string()), (Code::Claim, r#"surface 2 ("")"#.to_owned()));
    let allowed = 2 * file.len();
    assert_eq!(error.expected, format!("at most {allowed}, twice the file size"));
    let found = error.found.strip_prefix("the lists up to this surface take ").unwrap();
    let found: usize = found.strip_suffix(" bytes").unwrap().parse().unwrap();
    assert!((allowed..=allowed + file.len()).contains(&found), "{error}");
}
