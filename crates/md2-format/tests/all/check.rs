//! The findings of a check.

use std::collections::BTreeSet;

use md2_format::check::{CheckOptions, Code, Report, check, check_with};
use md2_format::{Location, Md2};
use md2_testdata::codes::assert_valid;
use md2_testdata::{GlWord, Md2Spec, TaggedBytes, one_triangle};

#[track_caller]
fn report(file: &[u8]) -> Report {
    let report = check(file);
    assert_eq!(report.has_errors(), Md2::parse(file).is_err(), "{report}");
    report
}

#[track_caller]
fn finds(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, lines: &[&str]) {
    let mut file = one_triangle().build();
    edit(&mut file);
    let text = report(file.bytes()).to_string();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn errors_are_found_at_once_and_none_in_an_intact_model() {
    finds(|f| f, &[]);
    finds(
        |f| {
            f.set_i32("version", 7).set_u16("tri[0].xyz[0]", 9).set_u16("tri[0].st[2]", 3);
            f.set_f32("frame[0].scale[0]", f32::NAN).set_f32("frame[1].translate[2]", f32::INFINITY);
            f.set_i32("num_glcmds", 0)
        },
        &[
            "MD2-E003 error: header, version: 7, expected 8 (byte 0x4) [vanilla, yquake2, Q2PRO, format]",
            "MD2-N115 note: file: 44 extra bytes at the end (byte 0x104)",
            "MD2-E021 error: triangle 0, corner 0: position index 9, expected below 3 (byte 0x90) [vanilla, yquake2, Q2PRO, format]",
            "MD2-E022 error: triangle 0, corner 2: st index 3, expected below 3 (byte 0x9a) [vanilla, yquake2, Q2PRO, format]",
            "MD2-N153 note: triangles: 1 of 3 vertices unused, the first is 0 (byte 0x90)",
            "MD2-N142 note: st 2: 1 of 3 skin coordinates unused, the first is 2 (byte 0x8c)",
            r#"MD2-E041 error: frame 0 ("stand01"): scale [NaN, 0.125, 0.125], expected finite numbers (byte 0x9c) [vanilla, yquake2, Q2PRO, format]"#,
            r#"MD2-E041 error: frame 1 ("stand02"): translation [0.0, 0.0, inf], expected finite numbers (byte 0xdc) [vanilla, yquake2, Q2PRO, format]"#,
            "MD2-W181 warning: header, num_glcmds: no OpenGL commands (byte 0x24) [vanilla, yquake2]",
        ],
    );
}

/// The 480 rows of a texture that the original renderers accept, and the records that an index of 16 bits can address.
#[test]
fn limits_of_all_engines_hold_exactly() {
    for (field, most, code) in
        [("skinheight", 480, "MD2-W104"), ("num_xyz", 65_536, "MD2-E008"), ("num_st", 65_536, "MD2-E008")]
    {
        for (value, is_found) in [(most, false), (most + 1, true)] {
            let mut file = one_triangle().build();
            file.set_i32(field, value);
            let text = check(file.bytes()).to_string();
            let finding = format!("header, {field}: {value}, expected at most {most} ");
            let is_finding = |line: &str| line.starts_with(code) && line.contains(&finding);
            assert_eq!(text.lines().any(is_finding), is_found, "{field} {value}\n{text}");
        }
    }
    // The offset of an empty section is not read.
    let mut file = one_triangle().build();
    file.set_i32("num_st", 0).set_i32("ofs_st", 133);
    let text = check(file.bytes()).to_string();
    assert!(!text.contains("MD2-W105"), "{text}");
    // Nor is the size of frames that do not exist.
    let mut file = one_triangle().build();
    file.set_i32("num_frames", 0).set_i32("framesize", 8236);
    let text = check(file.bytes()).to_string();
    assert!(!text.contains("header, framesize: 8236"), "{text}");
}

type Edit = (&'static str, fn(&mut TaggedBytes) -> &mut TaggedBytes);

const EDITS: &[Edit] = &[
    ("MD2-E001", |f| f.set("ident", b"IDPX")),
    ("MD2-E003", |f| f.set_i32("version", 0)),
    ("MD2-E004", |f| f.set_i32("num_skins", -1)),
    ("MD2-E005", |f| f.set_i32("ofs_skins", -1)),
    ("MD2-E006", |f| f.set_i32("ofs_frames", 10_000)),
    ("MD2-E007", |f| f.set_i32("framesize", 48)),
    ("MD2-E008", |f| f.set_i32("num_st", 65_537)),
    ("MD2-E021", |f| f.set_u16("tri[0].xyz[1]", 3)),
    ("MD2-E022", |f| f.set_u16("tri[0].st[1]", 65_535)),
    ("MD2-E041", |f| f.set_f32("frame[0].scale[0]", f32::INFINITY)),
    ("MD2-W101", |f| f.set_i32("num_skins", 33)),
    ("MD2-N101", |f| f.set_i32("num_frames", 513)),
    ("MD2-W102", |f| f.set_i32("num_tris", 0)),
    ("MD2-W103", |f| f.set_i32("skinwidth", 0)),
    ("MD2-W104", |f| f.set_i32("skinheight", 481)),
    ("MD2-W105", |f| f.set_i32("ofs_st", 133)),
    ("MD2-W111", |f| f.set_i32("ofs_end", 303)),
    ("MD2-W112", |f| f.set_i32("ofs_end", 305)),
    ("MD2-W113", |f| f.set_i32("ofs_st", 100)),
    ("MD2-W114", |f| f.set("skin[0]", &[1; 64]).push("trailing", b"x")),
    ("MD2-W131", |f| f.set("skin[0]", &[b'x'; 64])),
    ("MD2-W132", |f| f.set_text("skin[0]", b"C:\\quake2\\skin.pcx")),
    ("MD2-W133", |f| f.set_text("skin[0]", b"models/skin")),
    ("MD2-W161", |f| f.set_u8("frame[1].vertex[0].normal", 162)),
    ("MD2-W162", |f| f.set_f32("frame[1].scale[2]", 1.0e35)),
    ("MD2-W181", |f| f.set_i32("num_glcmds", 0)),
    ("MD2-W182", |f| f.set_i32("num_glcmds", 12)),
    ("MD2-W183", |f| f.set_i32("gl[0]", 4)),
    ("MD2-W184", |f| f.set_i32("gl[3]", 3)),
    ("MD2-W185", |f| f.set_f32("gl[1]", f32::NAN)),
    ("MD2-W186", |f| {
        for (vertex, index) in [(0, 0), (1, 1), (2, 2)] {
            f.set_i32(&format!("gl[{}]", 1 + 3 * vertex), index);
            f.set_f32(&format!("gl[{}]", 3 + 3 * vertex), 0.5);
        }
        f
    }),
    ("MD2-W187", |f| f.set_i32("num_glcmds", 10)),
    ("MD2-W188", |f| f.set_i32("gl[0]", -3).set_i32("gl[6]", 2).set_i32("gl[9]", 1)),
    ("MD2-N111", |f| f.set_i32("num_frames", 1).set_i32("framesize", 104)),
    ("MD2-N112", |f| f.set_i32("num_skins", 0).set_i32("ofs_skins", -1)),
    ("MD2-N113", |f| f.set_i32("ofs_skins", 240)),
    ("MD2-N114", |f| f.set_i32("num_skins", 0).set_i32("ofs_skins", 0)),
    ("MD2-N115", |f| f.push("trailing", b"x")),
    ("MD2-N131", |f| f.set_i32("num_skins", 0)),
    ("MD2-N132", |f| f.set_text("skin[0]", b"")),
    ("MD2-W135", |f| f.set_text("skin[0]", b"skin.pcx")),
    ("MD2-N134", |f| f.set_text("skin[0]", b"models\\skin.pcx")),
    ("MD2-N135", |f| f.set_text("skin[0]", b"models/../skin.pcx")),
    ("MD2-N136", |f| f.set_text("skin[0]", b"models/skin.pcx\0x")),
    ("MD2-N138", |f| f.set_text("skin[0]", b"models/\xe4.pcx")),
    ("MD2-N142", |f| f.set_u16("tri[0].st[2]", 0)),
    ("MD2-N168", |f| {
        f.set_f32("frame[1].translate[2]", 0.0);
        f.set("frame[1].vertex[2].xyz", &[255, 0, 0]);
        f.set_u8("frame[1].vertex[1].normal", 5).set_u8("frame[1].vertex[2].normal", 5)
    }),
    ("MD2-N169", |f| {
        for axis in 0..3 {
            f.set_f32(&format!("frame[0].scale[{axis}]"), 0.0);
        }
        f
    }),
    ("MD2-N172", |f| f.set_text("frame[0].name", b"0001")),
    ("MD2-N173", |f| f.set_text("frame[0].name", b"base")),
    ("MD2-N183", |f| f.set_f32("gl[1]", 1.25)),
    ("MD2-N141", |f| f.set_i16("st[1].s", 64)),
    ("MD2-N151", |f| f.set_u16("tri[0].xyz[1]", 0)),
    ("MD2-N152", |f| f.set("frame[0].vertex[1].xyz", &[0; 3])),
    ("MD2-N153", |f| f.set_u16("tri[0].xyz[1]", 0)),
    ("MD2-N161", |f| f.set_text("frame[0].name", b"")),
    ("MD2-N162", |f| f.set("frame[0].name", b"sixteen letters.")),
    ("MD2-N163", |f| f.set("frame[0].name", b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd")),
    ("MD2-N164", |f| f.set_text("frame[0].name", b"\xff")),
    ("MD2-N165", |f| f.set_text("frame[0].name", b"stand02")),
    ("MD2-N166", |f| f.set_f32("frame[0].scale[0]", -0.125)),
    ("MD2-N167", |f| f.set_u8("frame[1].vertex[1].normal", 5).set_u8("frame[1].vertex[2].normal", 5)),
    ("MD2-N181", |f| f.set_f32("gl[1]", 0.25)),
    ("MD2-N182", |f| f.set_i32("gl[0]", 0)),
];

#[test]
fn every_code_can_be_found() {
    let mut found = BTreeSet::from(["MD2-E002", "MD2-W121", "MD2-W122", "MD2-W123"]);
    // These need more than a change to one triangle. The module `findings` tests them.
    found.extend([
        "MD2-N137", "MD2-N143", "MD2-W154", "MD2-N154", "MD2-N155", "MD2-N156", "MD2-N171", "MD2-N174",
        "MD2-N175", "MD2-W163",
    ]);
    for &(code, edit) in EDITS {
        let mut file = one_triangle().build();
        edit(&mut file);
        let report = report(file.bytes());
        assert!(report.findings.iter().any(|finding| finding.code.as_str() == code), "{code}:\n{report}");
        found.insert(code);
    }
    assert_eq!(found, Code::ALL.iter().map(|code| code.as_str()).collect());
    assert_valid(Code::ALL.iter().map(|code| (code.as_str(), code.severity(), code.explanation())));
    assert_eq!(check(b"IDP2").to_string().split(':').next(), Some("MD2-E002 error"));
}

/// If the header counts too many frames, the check does not read the bytes after the frames as frames.
#[test]
fn missing_records_have_no_findings() {
    let frames = md2_testdata::with_frames((1..=9).map(|number| format!("run{number}")));
    // The section after the frames is long enough to be read as more frames.
    let spec = Md2Spec { gl_words: vec![GlWord::I(-1); 1000], ..frames };
    for (field, count, real) in [("num_frames", 9999, 9), ("num_tris", 9999, 1), ("num_st", 9999, 3)] {
        let mut file = spec.build();
        file.set_i32(field, count);
        let report = check_with(file.bytes(), &CheckOptions { max_per_code: 100 });
        assert!(report.has_errors(), "{field}: {report}");
        let number = |location: &Location| match *location {
            Location::Frame { frame, .. } | Location::Vertex { frame, .. } => {
                (field == "num_frames").then_some(frame)
            }
            Location::Triangle(triangle) | Location::Corner { triangle, .. } => {
                (field == "num_tris").then_some(triangle)
            }
            Location::St(st) => (field == "num_st").then_some(st),
            _ => None,
        };
        let numbers = report.findings.iter().filter_map(|finding| number(&finding.location));
        assert!(numbers.clone().all(|number| number < real), "{field}: {report}");
    }
}

#[test]
fn findings_follow_the_limits_of_each_engine() {
    let limit = |field: &str, value: i32| {
        let mut file = one_triangle().build();
        file.set_i32(field, value);
        let mut limits = report(file.bytes()).findings;
        limits.retain(|finding| matches!(finding.code, Code::Limit | Code::LimitOnPaper));
        // Values that every engine accepts give only notes.
        assert!(
            limits.iter().all(|finding| finding.engines.is_empty() == (finding.code == Code::LimitOnPaper))
        );
        limits.pop().map(|finding| format!("{} [{}]", finding.expected, finding.engines))
    };
    for (field, value, expected) in [
        ("num_xyz", 2048, None),
        ("num_xyz", 2049, Some("at most 2048 [vanilla, yquake2, Q2PRO]")),
        ("num_skins", 32, None),
        ("num_skins", 33, Some("at most 32 [vanilla, yquake2, Q2PRO]")),
        ("num_st", 2048, None),
        ("num_st", 2049, Some("at most 2048 []")),
        ("num_tris", 4096, None),
        ("num_tris", 4097, Some("at most 4096 []")),
        ("num_tris", 6144, Some("at most 4096 []")),
        ("num_tris", 6145, Some("at most 6144 [Q2PRO]")),
        ("num_frames", 512, None),
        ("num_frames", 1024, Some("at most 512 []")),
        ("num_frames", 1025, Some("at most 1024 [Q2PRO]")),
        ("framesize", 8232, None),
        ("framesize", 8236, Some("at most 8232 [Q2PRO]")),
    ] {
        assert_eq!(limit(field, value).as_deref(), expected, "{field} = {value}");
    }
}

#[test]
fn options_limit_the_listed_findings() {
    let counted = check_with(b"IDP2", &CheckOptions { max_per_code: 0 });
    assert!(counted.findings.is_empty() && counted.has_errors() && !counted.is_empty());
}
