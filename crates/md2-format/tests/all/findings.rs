//! Findings that need more than one wrong field, such as the shape of a model or duplicate entries.

use md2_format::check::{Code, check};
use md2_format::{Md2, TriangleOrder};
use md2_testdata::{FrameSpec, Md2Spec, TaggedBytes, TriangleSpec, corpus, one_triangle, with_frames};

fn found(file: &TaggedBytes, codes: &[Code]) -> Vec<String> {
    let findings = check(file.bytes()).findings.into_iter();
    findings.filter(|finding| codes.contains(&finding.code)).map(|finding| finding.to_string()).collect()
}

/// Returns a tetrahedron: one corner of a cube and the three corners next to it. Each edge of the cube is 255
/// quantization steps of 1/8 unit. The faces are clockwise, seen from outside.
fn tetrahedron() -> Md2Spec {
    let triangle = |xyz| TriangleSpec { xyz, st: [0, 1, 2] };
    Md2Spec {
        skin_size: [64, 64],
        st: vec![[0, 0], [63, 0], [0, 63]],
        triangles: [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].map(triangle).to_vec(),
        vertices: 4,
        frames: vec![FrameSpec {
            name: b"base".to_vec(),
            scale: [0.125; 3],
            translate: [1000.0, 0.0, 0.0],
            // The normals are arbitrary, and some point inward, as in many files.
            vertices: vec![[0, 0, 0, 5], [255, 0, 0, 143], [0, 255, 0, 104], [0, 0, 255, 84]],
        }],
        ..Md2Spec::default()
    }
}

const WINDING: [Code; 3] = [Code::InsideOut, Code::PartInsideOut, Code::OpenOrFlat];

#[test]
fn winding_follows_the_volume_not_the_normals() {
    let mut spec = tetrahedron();
    let file = spec.build();
    let winding = Md2::parse(file.bytes()).unwrap().winding(0);
    assert_eq!(winding.order(), TriangleOrder::Clockwise);
    // The tetrahedron fills a sixth of the cube.
    let sixth = (255.0_f64 / 8.0).powi(3) / 6.0;
    assert!((winding.enclosed + sixth).abs() < 0.01 && (winding.spanned - sixth).abs() < 0.01, "{winding:?}");
    assert_eq!(found(&file, &WINDING), [""; 0]);

    // The faces are inverted.
    spec.triangles.iter_mut().for_each(|triangle| triangle.xyz.swap(1, 2));
    let text = "MD2-N154 note: triangles: counterclockwise: 5397.6 of 5397.6 cubic units enclosed in frame 0, expected clockwise (byte 0x50)";
    assert_eq!(found(&spec.build(), &WINDING), [text]);

    // One face is right, so the three others are named.
    spec.triangles[1].xyz.swap(1, 2);
    let part = "MD2-W154 warning: triangle 0: 3 of 4 triangles of the closed part around 1008.0, 8.0, 8.0 face inwards in frame 0, expected clockwise (byte 0x50)";
    assert_eq!(found(&spec.build(), &WINDING), [part]);
    spec.triangles[1].xyz.swap(1, 2);

    // A mirrored axis inverts the faces again.
    spec.frames[0].scale[1] = -0.125;
    assert_eq!(found(&spec.build(), &WINDING), [""; 0]);
}

#[test]
fn flat_models_have_no_winding() {
    // The model consists of both sides of a square far from the origin.
    let mut spec = tetrahedron();
    spec.triangles =
        [[0, 1, 2], [0, 2, 1], [3, 1, 2], [3, 2, 1]].map(|xyz| TriangleSpec { xyz, st: [0, 1, 2] }).to_vec();
    spec.frames[0].vertices[3] = [255, 255, 0, 5];
    let text = "MD2-N155 note: triangles: open or flat: 0.0 of 0.0 cubic units enclosed in frame 0, expected clockwise (byte 0x50)";
    assert_eq!(found(&spec.build(), &WINDING), [text]);
    // A frame without finite positions must not be reported as inside out.
    let mut nowhere = tetrahedron().build();
    nowhere.set_f32("frame[0].scale[0]", f32::NAN);
    assert_eq!(found(&nowhere, &WINDING), [""; 0]);
    // One triangle cannot enclose a volume.
    assert_eq!(found(&one_triangle().build(), &WINDING), [""; 0]);
}

#[test]
fn real_models_are_clockwise() {
    for (path, bytes) in corpus::files("md2") {
        let report = check(&bytes);
        assert_eq!(report.count(Code::InsideOut), 0, "{}", path.display());
    }
}

#[test]
fn duplicate_triangles_may_start_at_any_corner() {
    let mut spec = tetrahedron();
    spec.triangles.push(TriangleSpec { xyz: [2, 0, 1], st: [2, 0, 1] });
    // The same triangle with opposite winding is not a duplicate.
    spec.triangles.push(TriangleSpec { xyz: [2, 1, 0], st: [2, 1, 0] });
    let text = "MD2-N156 note: triangle 4: the same positions as triangle 0 (byte 0x80)";
    assert_eq!(found(&spec.build(), &[Code::TriangleDoubled]), [text]);
}

#[test]
fn duplicate_paths_may_differ_in_case() {
    let mut spec = one_triangle();
    spec.skins = ["a/b.pcx", "", "A/B.PCX", ""].map(|path| path.as_bytes().to_vec()).to_vec();
    let text = "MD2-N137 note: skin 2: \"A/B.PCX\", expected another path than skin 0 (byte 0xc4)";
    assert_eq!(found(&spec.build(), &[Code::SkinDoubled]), [text]);
}

#[test]
fn frames_are_far_away_beyond_32768() {
    // The coordinates of the frame are from the translation to 32,640 above it.
    for (translate, is_far) in [(128.0, false), (129.0, true), (-32_768.0, false), (-32_769.0, true)] {
        let mut file = one_triangle().build();
        file.set_f32("frame[1].scale[2]", 128.0).set_f32("frame[1].translate[2]", translate);
        assert_eq!(found(&file, &[Code::FarAway]).len(), usize::from(is_far), "{translate}");
    }
}

#[test]
fn a_flat_frame_has_no_negative_scale() {
    let mut file = one_triangle().build();
    file.set_f32("frame[1].scale[2]", 0.0);
    assert!(found(&file, &[Code::ScaleNegative]).is_empty());
}

#[test]
fn records_within_the_file_are_checked_although_others_are_missing() {
    let mut file = one_triangle().build();
    file.set_i32("num_tris", 1000).set_u16("tri[0].xyz[1]", 3);
    assert_eq!(found(&file, &[Code::PositionIndex]).len(), 1);
}

const NAMES: [Code; 5] =
    [Code::NameDoubled, Code::NameAllDigits, Code::NameWithoutDigits, Code::NameJump, Code::SequenceSplit];

fn about(names: &[&str]) -> Vec<String> {
    let findings = found(&with_frames(names).build(), &NAMES).into_iter();
    findings
        .map(|text| text[text.find("frame ").unwrap()..].split(" (byte").next().unwrap().to_owned())
        .collect()
}

#[test]
fn reports_unusual_names_of_frames() {
    let nothing: [&str; 0] = [];
    assert_eq!(about(&["stand01", "stand02", "run1", "run2", "pain104", "pain201", "pain202"]), nothing);
    // A single frame needs no number. If all names are equal, only another finding reports this.
    assert_eq!(about(&["base"]), nothing);
    assert_eq!(about(&["FRAME 000......"; 3]), nothing);

    assert_eq!(about(&["run1", "run2", "run4"]), [r#"frame 2 ("run4"): "run4", expected 3 after 2"#]);
    assert_eq!(
        about(&["run1", "run2", "run2", "run3"]),
        [
            r#"frame 2 ("run2"): "run2", expected another name than frame 1"#,
            r#"frame 2 ("run2"): "run2", expected 3 after 2"#,
        ]
    );
    assert_eq!(
        about(&["run1", "run2", "jump1", "run3"]),
        [r#"frame 3 ("run3"): "run3", expected directly after frame 1"#]
    );
    assert_eq!(
        about(&["1", "2", "base"]),
        [
            r#"frame 0 ("1"): "1", expected a word before the number"#,
            r#"frame 1 ("2"): "2", expected a word before the number"#,
            r#"frame 2 ("base"): "base", expected a number at the end"#,
        ]
    );
}

#[test]
fn reports_of_equal_frames_name_the_first() {
    let mut spec = with_frames(["a1", "a2", "a3", "a4"]);
    spec.frames[2].translate = spec.frames[0].translate;
    spec.frames[3].translate = spec.frames[0].translate;
    let file = spec.build();
    assert_eq!(
        found(&file, &[Code::FramesEqual]),
        [
            r#"MD2-N168 note: frame 2 ("a3"): the same pose as frame 0 (byte 0x104)"#,
            r#"MD2-N168 note: frame 3 ("a4"): the same pose as frame 0 (byte 0x138)"#,
        ]
    );
}

#[test]
fn reports_a_block_of_skin_coordinates_that_are_zero() {
    let mut spec = one_triangle();
    for (zeros, expected) in [(9..24, 0), (9..25, 1), (9..90, 0)] {
        spec.st = (0..90).map(|i| [i16::from(!zeros.contains(&i)), 0]).collect();
        assert_eq!(found(&spec.build(), &[Code::StZeros]).len(), expected, "{zeros:?}");
    }
}

#[test]
fn reports_a_block_of_zeros_in_one_frame() {
    let mut spec = one_triangle();
    spec.vertices = 24;
    spec.frames.iter_mut().for_each(|frame| frame.vertices.resize(24, [9; 4]));
    assert_eq!(found(&spec.build(), &[Code::ZeroBlock]), [""; 0]);
    spec.frames[1].vertices[6..].fill([0; 4]);
    let text = "MD2-W163 warning: frame 1 (\"stand02\"): a block of vertices is zero, unlike in the frames next to it (byte 0x124)";
    assert_eq!(found(&spec.build(), &[Code::ZeroBlock]), [text]);
    // A block that is zero in each frame is no damage.
    spec.frames[0].vertices[6..].fill([0; 4]);
    assert_eq!(found(&spec.build(), &[Code::ZeroBlock]), [""; 0]);
}
