//! Salvage of damaged files.

use crate::invariants::seeds::{with_returns, without_returns};
use md2_format::check::Code;
use md2_format::raw::St;
use md2_format::{
    FileKind, Md2, Repair, SalvagedModel, TextDamage, Verdict, check, salvage, text_damage, verdict,
};
use md2_testdata::{FrameSpec, GlWord, TaggedBytes, corpus, one_triangle, seamed_quad};

#[track_caller]
fn opens(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, expected: &[&str]) -> SalvagedModel {
    let mut file = one_triangle().build();
    edit(&mut file);
    let salvaged = salvage(file.bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(salvaged.repairs.iter().map(Repair::to_string).collect::<Vec<_>>(), expected);
    assert_intact(&salvaged);
    salvaged
}

#[track_caller]
fn assert_intact(salvaged: &SalvagedModel) {
    let written = salvaged.model.to_bytes().unwrap();
    assert!(Md2::parse(&written).unwrap().to_model() == salvaged.model);
    assert!(salvage(&written).unwrap().repairs.is_empty());
}

#[test]
fn an_intact_file_needs_no_repair() {
    opens(|f| f, &[]);
    opens(|f| f.set_i32("ofs_end", 9).push("trailing", b"x"), &[]);
    opens(|f| f.set_u8("frame[0].vertex[0].normal", 162).set_i32("gl[0]", 99), &[]);
    for (path, bytes) in corpus::files("md2") {
        let salvaged = salvage(&bytes).unwrap();
        assert!(salvaged.repairs.is_empty(), "{}", path.display());
        assert!(salvaged.model.to_bytes().unwrap() == bytes);
    }
}

#[test]
fn each_kind_of_damage_is_repaired() {
    opens(|f| f.set_i32("version", 6), &["header, version: read 6 as 8"]);
    opens(|f| f.set_i32("num_skins", -1), &["header, num_skins: read -1 as 1"]);
    opens(|f| f.set_i32("framesize", 0), &["header, framesize: read 0 as 52"]);
    opens(|f| f.set_i32("num_skins", 5), &["header, num_skins: read 5 as 1"]);
    opens(|f| f.set_i32("num_frames", i32::MAX), &["header, num_frames: read 2147483647 as 2"]);
    opens(|f| f.set_i32("ofs_skins", -1), &["header, ofs_skins: read -1 as 68"]);
    let salvaged = opens(
        |f| f.set_f32("frame[0].scale[1]", f32::NAN),
        &["frame 0: scale or translation is not finite, copied from a neighbor"],
    );
    assert_eq!(
        (salvaged.model.frames[0].scale, salvaged.model.frames[0].translate),
        ([0.125; 3], [0.0, 0.0, 8.0])
    );
}

#[test]
fn several_repairs_combine() {
    opens(
        |f| f.set_i32("version", 0).set_u8("frame[1].vertex[0].normal", 200).set_i32("gl[0]", 4),
        &[
            "header, version: read 0 as 8",
            "frames: replaced 1 invalid normals by (0, 0, 1)",
            "glcmds: rebuilt because of command 0: count 4, but only 10 words follow (word 0)",
        ],
    );
}

#[test]
fn repairs_name_frames_by_their_place_in_the_file() {
    let mut file = md2_testdata::with_frames(["a1", "a2", "a3", "a4", "a5"]).build();
    file.set_f32("frame[1].scale[0]", 1.0e35).set_f32("frame[3].translate[2]", f32::NAN);
    let salvaged = salvage(file.bytes()).unwrap();
    assert_eq!(salvaged.repairs, [Repair::Senseless { frame: 1 }, Repair::NotFinite { frame: 3 }]);
    assert_intact(&salvaged);
}

#[test]
fn geometry_is_read_although_most_other_numbers_are_wrong() {
    let intact = seamed_quad().build();
    let mut file = seamed_quad().build();
    for (field, wrong) in [
        ("ofs_skins", 1),
        ("num_skins", 9999),
        ("ofs_glcmds", 2),
        ("num_glcmds", 9999),
        ("ofs_end", 3),
        ("num_frames", 9999),
        ("num_st", 9999),
    ] {
        file.set_i32(field, wrong);
    }
    let (salvaged, expected) =
        (salvage(file.bytes()).unwrap().model, Md2::parse(intact.bytes()).unwrap().to_model());
    assert!(salvaged.triangles == expected.triangles && salvaged.st == expected.st);
    assert_eq!(salvaged.frames.len(), expected.frames.len());
}

#[test]
fn vertices_beyond_the_range_of_an_index_are_dropped() {
    // An index has 16 bits, so it can refer to 65,536 vertices.
    for (vertices, expected) in [(65_536, &["version"][..]), (65_537, &["version", "num_xyz"])] {
        let mut spec = one_triangle();
        spec.vertices = vertices;
        for frame in &mut spec.frames {
            frame.vertices.resize(vertices, frame.vertices[0]);
        }
        let mut file = spec.build();
        file.set_i32("version", 6);
        let salvaged = salvage(file.bytes()).unwrap();
        let repairs: Vec<String> = salvaged.repairs.iter().map(Repair::to_string).collect();
        assert!(repairs.len() == expected.len(), "{repairs:?}");
        assert!(repairs.iter().zip(expected).all(|(repair, field)| repair.contains(field)), "{repairs:?}");
        assert!(salvaged.model.frames.iter().all(|frame| frame.vertices.len() == 65_536));
    }
}

#[test]
fn bad_triangles_are_dropped() {
    let mut file = seamed_quad().build();
    file.set_u16("tri[1].st[0]", 65534);
    let salvaged = salvage(file.bytes()).unwrap();
    let dropped = Repair::Triangles { first: 1, dropped: 1 };
    assert_eq!((salvaged.model.triangles.len(), salvaged.repairs.as_slice()), (1, &[dropped][..]));
    assert_intact(&salvaged);
}

#[test]
fn corners_without_a_skin_coordinate_are_drawn_at_the_origin() {
    // The index -1 means no skin coordinate. In real files the commands draw such a corner at (0, 0). This model
    // already has that coordinate.
    let mut file = seamed_quad().build();
    file.set_u16("tri[1].st[0]", 65535);
    let salvaged = salvage(file.bytes()).unwrap();
    assert_eq!(salvaged.repairs, [Repair::NoSt { first: 1, corners: 1 }]);
    assert_eq!(
        salvaged.repairs[0].to_string(),
        "triangle 1: set a corner without a skin coordinate to (0, 0); such corners: 1"
    );
    assert_eq!(salvaged.model.triangles[1].st, [0, 5, 4]);
    assert_eq!(salvaged.model.st.len(), 6);
    assert_intact(&salvaged);

    // If a model lacks the coordinate (0, 0), it is appended.
    file.set_i16("st[0].s", 7).set_u16("tri[0].st[1]", 65535);
    let salvaged = salvage(file.bytes()).unwrap();
    assert_eq!(salvaged.repairs, [Repair::NoSt { first: 0, corners: 2 }]);
    assert_eq!((salvaged.model.st.len(), salvaged.model.st[6]), (7, St::new(0, 0)));
    assert_eq!(salvaged.model.triangles[0].st, [0, 6, 2]);
    assert_intact(&salvaged);

    // If the same triangle has another fault, it is dropped.
    file.set_u16("tri[0].xyz[0]", 4);
    let salvaged = salvage(file.bytes()).unwrap();
    let expected = [Repair::NoSt { first: 1, corners: 1 }, Repair::Triangles { first: 0, dropped: 1 }];
    assert_eq!(salvaged.repairs, expected);
}

#[test]
fn a_file_cut_anywhere_is_repaired_or_explained() {
    let file = one_triangle().build();
    let first_frame_ends = file.offset_of("frame[1].scale[0]");
    let frames_end = file.offset_of("gl[0]");
    for length in 0..=file.len() {
        match salvage(&file.bytes()[..length]) {
            Ok(salvaged) => {
                assert!(length >= first_frame_ends, "{length}");
                assert_eq!(salvaged.repairs.is_empty(), length >= frames_end, "{length}");
                let rebuilt = salvaged.repairs.contains(&Repair::GlCommands { defect: None });
                assert_eq!(
                    rebuilt,
                    length < frames_end,
                    "{length}: lost commands must be listed as a repair"
                );
                assert!(!rebuilt || !salvaged.model.gl_commands.is_empty(), "{length}");
                assert_intact(&salvaged);
            }
            Err(error) => assert!(length < first_frame_ends, "{length}: {error}"),
        }
    }
}

#[test]
fn line_ends_are_restored() {
    // A transfer in text mode converts every LF to CR LF.
    let mut file = seamed_quad().build();
    file.set("skin[0]", &[b'\n'; 64]).set("frame[0].name", b"new\nline\0\0\0\0\0\0\0\0");
    file.set_u8("frame[0].vertex[1].normal", b'\n');
    let damaged = with_returns(file.bytes());
    refused_after(&damaged, "; LF in the file was converted to CR LF as if it were text (byte ");

    let salvaged = salvage(&damaged).unwrap();
    assert_eq!(salvaged.repairs, [Repair::LineEnds { removed: 66 }]);
    assert!(salvaged.model.to_bytes().unwrap() == file.bytes());
}

#[test]
fn lost_carriage_returns_are_recognized() {
    let mut file = one_triangle().build();
    file.set("skin[0]", &[&b"new\r\nline"[..], &[0; 55]].concat());
    let damaged = without_returns(file.bytes());
    refused_after(&damaged, "; CR LF in the file was probably converted to LF as if it were text (byte ");
}

/// Asserts that the reason for which a file is refused names a conversion.
#[track_caller]
fn refused_after(file: &[u8], conversion: &str) {
    let Verdict::Refused(reason) = verdict(file) else { panic!("the file can be read") };
    assert!(reason.to_string().contains(conversion), "{reason}");
}

#[test]
fn files_converted_to_utf_8_are_rejected() {
    let mut file = one_triangle().build();
    for (vertex, byte) in [(0, 0x80), (1, 0xfe), (2, 0xff)] {
        file.set(&format!("frame[0].vertex[{vertex}].xyz"), &[byte; 3]);
    }
    let damaged = String::from_utf8_lossy(file.bytes()).into_owned();
    assert!(salvage(damaged.as_bytes()).is_err());
    let conversion = "; the file was converted to UTF-8 as if it were text and cannot be restored (byte ";
    refused_after(damaged.as_bytes(), conversion);
}

#[test]
fn names_the_format_of_other_files_that_cannot_be_salvaged() {
    let text = salvage(b"IDP3\x0f\0\0\0 and so on").unwrap_err().to_string();
    assert_eq!(text, format!("file: this is {}, not MD2 (byte 0x0)", FileKind::Md3));
}

#[test]
fn a_header_alone_is_not_a_model() {
    let file = one_triangle().build();
    assert!(salvage(&file.bytes()[..68]).is_err());
    // A file whose counts are all 0 is a complete model, even with a wrong version.
    let mut empty = md2_testdata::Md2Spec::default().build();
    empty.set_i32("version", 9);
    assert_intact(&salvage(empty.bytes()).unwrap());
}

#[test]
fn real_files_survive_text_mode_or_are_recognized() {
    for (path, bytes) in corpus::files("md2") {
        let path = path.display();
        let line_feeds = bytes.iter().filter(|&&byte| byte == b'\n').count();
        let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();

        // Each LF is converted to CR LF. Salvage restores the file byte for byte.
        let with_cr = with_returns(&bytes);
        assert_eq!(check(&with_cr).count(Code::TextLfToCrLf), 1, "{path}");
        let salvaged = salvage(&with_cr).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(salvaged.repairs, [Repair::LineEnds { removed: line_feeds }], "{path}");
        assert!(salvaged.model.to_bytes().unwrap() == bytes, "{path}");

        // Each CR LF is converted to LF. This is recognized if the file contains CR LF.
        let without_cr = without_returns(&bytes);
        assert_eq!(without_cr.len() + pairs, bytes.len());
        let named = check(&without_cr).count(Code::TextCrLfToLf) == 1;
        assert_eq!(named, pairs > 0, "{path}: {pairs} pairs\n{}", check(&without_cr));

        // A truncated file is not mistaken for a converted one.
        let cut = &bytes[..bytes.len() - 1 - bytes.len() / 1000];
        assert_eq!(check(cut).count(Code::TextCrLfToLf), 0, "{path}");

        // The file is converted to UTF-8.
        let transcoded = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(check(transcoded.as_bytes()).count(Code::TextUtf8), 1, "{path}");
    }
}

/// If a CR is lost in the vertices of the last frame, parsing still accepts the file.
#[test]
fn a_conversion_that_parse_accepts_is_undone() {
    let mut spec = seamed_quad();
    let pose = spec.frames[0].clone();
    spec.frames =
        (0..40_u8).map(|n| FrameSpec { name: format!("run{n:02}").into_bytes(), ..pose.clone() }).collect();
    let last = spec.frames.last_mut().expect("there are 40");
    last.vertices[1] = [b'\r', b'\n', 7, 5];
    spec.gl_words.clear();
    spec.gl_words.push(GlWord::I(0));
    let intact = spec.build();
    let whole = Md2::parse(intact.bytes()).expect("the fixture is intact").to_model();
    assert_eq!(text_damage(intact.bytes()), None);

    let bytes = intact.bytes();
    let shorter = without_returns(bytes);
    assert_eq!(shorter.len() + 1, bytes.len(), "there is one pair");
    assert!(
        Md2::parse(&shorter).is_ok_and(|view| view.to_model() != whole),
        "the shortened file must parse as a different model"
    );
    assert_eq!(text_damage(&shorter), Some(TextDamage::CrLfToLf));
    let restored = salvage(&shorter).expect("there is one possible place for the CR");
    assert!(restored.keeps_all() && !restored.is_restored(), "{:?}", restored.repairs);
    assert!(restored.model == whole);
    assert_intact(&restored);

    // The opposite conversion: each LF becomes CR LF.
    let longer = with_returns(bytes);
    assert!(salvage(&longer).expect("without the CRs the file has the length in its header").model == whole);
}
