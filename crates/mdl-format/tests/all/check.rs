//! The findings of a check.

use std::collections::BTreeSet;

use crate::invariants;
use md2_common::Verdict;
use md2_testdata::TaggedBytes;
use md2_testdata::codes::assert_valid;
use md2_testdata::mdl::{self, MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec};
use mdl_format::check::{Code, Report, check};
use mdl_format::verdict;

#[track_caller]
fn report(file: &[u8]) -> Report {
    invariants::check(file);
    check(file)
}

#[track_caller]
fn finds(spec: &MdlSpec, edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, lines: &[&str]) {
    let mut file = spec.build();
    edit(&mut file);
    let text = report(file.bytes()).to_string();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn errors_are_found_at_once_and_none_in_an_intact_model() {
    finds(&mdl::one_triangle(), |f| f, &[]);
    finds(
        &mdl::one_triangle(),
        |f| {
            f.set_f32("scale[2]", f32::NAN).set_f32("scale_origin[0]", f32::INFINITY);
            f.set_i32("tri[0].vertex[0]", 9).set_i32("tri[0].vertex[1]", -2).set_i32("numframes", 3)
        },
        &[
            "MDL-E005 error: header, scale: [0.125, 0.125, NaN], expected finite numbers (byte 0x8) [WinQuake, GLQuake, QuakeSpasm, Ironwail, DarkPlaces, format]",
            "MDL-E005 error: header, scale_origin: [inf, -16.0, -24.0], expected finite numbers (byte 0x14) [WinQuake, GLQuake, QuakeSpasm, Ironwail, DarkPlaces, format]",
            "MDL-E021 error: triangle 0, corner 0: vertex 9, expected below 3 (byte 0xc0) [WinQuake, GLQuake, QuakeSpasm, Ironwail, DarkPlaces, format]",
            "MDL-E021 error: triangle 0, corner 1: vertex -2, expected below 3 (byte 0xc4) [WinQuake, GLQuake, QuakeSpasm, Ironwail, DarkPlaces, format]",
            "MDL-N154 note: triangles: 2 of 3 vertices unused, the first is 0 (byte 0xbc)",
            "MDL-E006 error: frame 2: the file ends after 0 bytes of the type, expected 4 (byte 0x11c) [WinQuake, GLQuake, QuakeSpasm, Ironwail, DarkPlaces, format]",
        ],
    );
}

type Case = (&'static str, fn() -> MdlSpec, fn(&mut TaggedBytes) -> &mut TaggedBytes);

const CASES: &[Case] = &[
    ("MDL-E001", mdl::one_triangle, |f| f.set("ident", b"IDPX")),
    ("MDL-E003", mdl::one_triangle, |f| f.set_i32("version", 3)),
    ("MDL-E004", mdl::one_triangle, |f| f.set_i32("skinheight", -1)),
    ("MDL-E005", mdl::one_triangle, |f| f.set_f32("scale[0]", f32::INFINITY)),
    ("MDL-E006", mdl::one_triangle, |f| f.set_i32("numverts", 4000)),
    ("MDL-E007", mdl::frame_group, |f| f.set_i32("frame[1].count", 0)),
    ("MDL-E021", mdl::one_triangle, |f| f.set_i32("tri[0].vertex[1]", 3)),
    ("MDL-W101", mdl::one_triangle, |f| f.set_i32("numskins", 33)),
    ("MDL-W102", mdl::one_triangle, |f| f.set_i32("numtris", 0)),
    ("MDL-W103", mdl::one_triangle, |f| f.set_i32("skinwidth", 0)),
    ("MDL-W104", mdl::one_triangle, |f| f.set_i32("skinwidth", 7)),
    ("MDL-W105", mdl::one_triangle, |f| f.set_f32("scale_origin[1]", -40_000.0)),
    ("MDL-W121", mdl::frame_group, |f| f.set_f32("frame[1].interval[0]", 0.0)),
    ("MDL-W121", mdl::skin_group, |f| f.set_f32("skin[1].interval[2]", f32::NAN)),
    ("MDL-W122", mdl::frame_group, |f| f.set_f32("frame[1].interval[1]", 0.1)),
    ("MDL-W123", even_group, |f| f.set_f32("frame[0].interval[2]", 0.35)),
    ("MDL-W124", mdl::empty_skin, |f| f.set_i32("skin[1].count", 3)),
    ("MDL-W141", mdl::seamed_quad, |f| f.set_i32("st[1].onseam", 1)),
    ("MDL-W151", mdl::one_triangle, |f| f.set_i32("tri[0].vertex[1]", 0)),
    ("MDL-W155", tetrahedron, |f| f.set_i32("tri[0].vertex[1]", 2).set_i32("tri[0].vertex[2]", 1)),
    ("MDL-W161", mdl::one_triangle, |f| f.set_u8("frame[1].pose[0].vertex[0].normal", 162)),
    ("MDL-W162", mdl::one_triangle, |f| f.set("frame[0].pose[0].name", b"Extend Tentacles")),
    ("MDL-W163", many_frames, |f| f.set("frame[1].pose[0].min", &[9; 4])),
    ("MDL-W181", many_frames, |f| f.set_i32("numframes", 3)),
    ("MDL-N101", mdl::one_triangle, |f| f.set_i32("synctype", 2)),
    ("MDL-N102", mdl::one_triangle, |f| f.set_i32("flags", 0x100)),
    ("MDL-N103", mdl::one_triangle, |f| f.set_f32("scale[0]", -0.125)),
    ("MDL-N104", mdl::one_triangle, |f| f.set_f32("scale[0]", 0.0)),
    ("MDL-N105", mdl::one_triangle, |f| f.set_f32("eyeposition[1]", f32::NAN)),
    ("MDL-N106", mdl::one_triangle, |f| f.set_f32("boundingradius", 30.0)),
    ("MDL-N107", mdl::frame_group, |f| f.set_i32("frame[1].type", 2)),
    ("MDL-N108", mdl::one_triangle, |f| f.set_i32("skinheight", 201)),
    ("MDL-N131", mdl::one_triangle, |f| f.set("skin[0].pixels", &[224; 64])),
    ("MDL-N132", mdl::one_triangle, |f| f.set("skin[0].pixels", &[255; 64])),
    ("MDL-N133", wide_skin, |f| f.set("skin[0].pixels", &[&[7; 250][..], &[0; 90], &[7; 260]].concat())),
    ("MDL-N141", mdl::one_triangle, |f| f.set_i32("st[1].s", 8)),
    ("MDL-N142", mdl::seamed_quad, |f| f.set_i32("st[2].s", 8)),
    ("MDL-N143", mdl::one_triangle, |f| f.set_i32("st[0].onseam", 32)),
    ("MDL-N144", zeroed_st, |f| f.set_i32("st[0].t", 1)),
    ("MDL-N151", mdl::one_triangle, |f| f.set_i32("tri[0].front", 1_637_888)),
    ("MDL-N152", mdl::one_triangle, |f| f.set("frame[0].pose[0].vertex[1].xyz", &[128, 0, 0])),
    ("MDL-N153", tetrahedron, |f| {
        f.set_i32("tri[0].vertex[0]", 1).set_i32("tri[0].vertex[1]", 2).set_i32("tri[0].vertex[2]", 3)
    }),
    ("MDL-N154", mdl::one_triangle, |f| f.set_i32("tri[0].vertex[1]", 0)),
    ("MDL-N155", tetrahedron, |f| {
        for triangle in 0..4 {
            let [b, c] = [1, 2].map(|corner| f.get_i32(&format!("tri[{triangle}].vertex[{corner}]")));
            f.set_i32(&format!("tri[{triangle}].vertex[1]"), c);
            f.set_i32(&format!("tri[{triangle}].vertex[2]"), b);
        }
        f
    }),
    ("MDL-N155", tetrahedron, |f| f.set_f32("scale[1]", -0.125)),
    ("MDL-N161", mdl::one_triangle, |f| f.set_text("frame[0].pose[0].name", b"")),
    ("MDL-N162", mdl::one_triangle, |f| {
        f.set("frame[0].pose[0].name", b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd")
    }),
    ("MDL-N163", mdl::one_triangle, |f| f.set_text("frame[0].pose[0].name", b"\xff")),
    ("MDL-N164", mdl::one_triangle, |f| f.set("frame[1].pose[0].max", &[255, 255, 254, 0])),
    ("MDL-N164", mdl::frame_group, |f| f.set("frame[1].min", &[0, 0, 2, 0])),
    ("MDL-N165", mdl::one_triangle, |f| f.set("frame[1].pose[0].vertex[2].xyz", &[255, 0, 0])),
    ("MDL-N166", mdl::one_triangle, |f| {
        f.set_u8("frame[1].pose[0].vertex[1].normal", 5).set_u8("frame[1].pose[0].vertex[2].normal", 5)
    }),
    ("MDL-N181", mdl::one_triangle, |f| f.push("trailing", b"QMEX\x04\0\0\0")),
    ("MDL-N182", mdl::one_triangle, |f| f.push("trailing", b"x")),
];

fn many_frames() -> MdlSpec {
    mdl::with_frames(["run1", "run2", "run3", "run4"])
}

/// A skin with a black area, which is no damage.
fn wide_skin() -> MdlSpec {
    let skins = vec![SkinSpec::Single([[7; 200], [0; 200], [0; 200]].concat())];
    MdlSpec { skin_size: [200, 3], skins, ..mdl::one_triangle() }
}

/// A model of which a third of the skin coordinates are zero, and one more.
fn zeroed_st() -> MdlSpec {
    let st = |i| StSpec { onseam: 0, s: i32::from(!(9..15).contains(&i) && i > 0), t: 0 };
    let frames = vec![MdlFrameSpec::Single(PoseSpec::new("base", &[[1; 4]; 20]))];
    MdlSpec { st: (0..20).map(st).collect(), frames, ..mdl::one_triangle() }
}

fn even_group() -> MdlSpec {
    let pose = |height| PoseSpec::new("flame", &[[0, 0, height, 5], [0, 255, 0, 4], [255, 0, 0, 5]]);
    let group = MdlFrameSpec::group(vec![(0.1, pose(0)), (0.2, pose(1)), (0.3, pose(2))]);
    MdlSpec { frames: vec![group], ..mdl::one_triangle() }
}

/// Builds a tetrahedron of four corners of a box, clockwise seen from outside.
fn tetrahedron() -> MdlSpec {
    let [front, st] = [1, 0];
    let triangle = |vertices| MdlTriangleSpec { front, vertices };
    MdlSpec {
        st: vec![StSpec { onseam: 0, s: st, t: st }; 4],
        triangles: vec![triangle([0, 1, 2]), triangle([0, 3, 1]), triangle([0, 2, 3]), triangle([1, 3, 2])],
        frames: vec![MdlFrameSpec::Single(PoseSpec::new(
            "corners",
            &[[0, 0, 0, 1], [255, 0, 0, 2], [0, 255, 0, 3], [0, 0, 255, 4]],
        ))],
        ..mdl::one_triangle()
    }
}

#[test]
fn every_code_can_be_found() {
    // The unedited models or the next test produce these codes.
    let mut found = BTreeSet::from(["MDL-E002", "MDL-N121", "MDL-N122", "MDL-N123"]);
    for &(code, spec, edit) in CASES {
        let mut file = spec().build();
        let has = |report: &Report| report.findings.iter().any(|finding| finding.code.as_str() == code);
        let before = report(file.bytes());
        assert!(!has(&before), "{code} without the edit:\n{before}");
        edit(&mut file);
        let after = report(file.bytes());
        assert!(has(&after), "{code}:\n{after}");
        found.insert(code);
    }
    assert_eq!(found, Code::ALL.iter().map(|code| code.as_str()).collect());
    assert_valid(Code::ALL.iter().map(|code| (code.as_str(), code.severity(), code.explanation())));
    assert_eq!(check(b"IDPO").to_string().split(':').next(), Some("MDL-E002 error"));
}

#[test]
fn wrong_bounds_in_many_frames_are_no_damage() {
    let mut file = many_frames().build();
    file.set("frame[1].pose[0].min", &[9; 4]);
    assert!(matches!(verdict(file.bytes()), Verdict::Doubtful(_)));
    file.set("frame[2].pose[0].min", &[9; 4]);
    assert_eq!(verdict(file.bytes()), Verdict::Sound);
}

/// A dome of 49 vertices in one pose, with the vertex 24 at its top, whose height is given. The normals are those of the lower dome.
fn dome(height: u8, size: f32) -> Vec<u8> {
    let vertex = |i: u8| {
        let [x, y] = [i % 7, i / 7].map(|at| at * 20 + 60);
        let [dx, dy] = [x, y].map(|at| f32::from(at) - 120.0);
        let z = if i == 24 { height } else { 100 - (x.abs_diff(120) + y.abs_diff(120)) / 2 };
        [x, y, z, md2_common::nearest_normal([dx, dy, 120.0])]
    };
    let squares = (0..42).filter(|i| i % 7 < 6);
    let triangles = squares.flat_map(|i| [[i, i + 7, i + 1], [i + 1, i + 7, i + 8]]);
    let spec = MdlSpec {
        st: vec![StSpec { onseam: 0, s: 0, t: 0 }; 49],
        triangles: triangles.map(|vertices| MdlTriangleSpec { front: 1, vertices }).collect(),
        frames: vec![MdlFrameSpec::Single(PoseSpec::new("dome", &(0..49).map(vertex).collect::<Vec<_>>()))],
        size,
        ..mdl::one_triangle()
    };
    spec.build().into_bytes()
}

#[test]
fn a_vertex_far_from_its_neighbors_is_damage_if_the_size_does_not_include_it() {
    let size = |height: u8| {
        let mut model = mdl_format::Mdl::parse(&dome(height, 0.0)).unwrap().to_model();
        model.update_size();
        model.size
    };
    assert!(
        verdict(&dome(255, size(100))).reason().is_some_and(|reason| reason.found.starts_with("vertex 24 "))
    );
    // The height of the dome, a tip that the size includes, and sizes that are no area.
    for (height, size) in [(100, size(100)), (255, size(255)), (255, 0.0), (255, 10.0)] {
        assert_eq!(verdict(&dome(height, size)), Verdict::Sound, "{height} {size}");
    }
}

#[test]
fn models_are_far_away_beyond_32768() {
    for (origin, is_far) in [(128.0, false), (129.0, true), (-32_768.0, false), (-32_769.0, true)] {
        let mut file = mdl::one_triangle().build();
        file.set_f32("scale[1]", 128.0).set_f32("scale_origin[1]", origin);
        let report = report(file.bytes());
        let far = report.findings.iter().filter(|finding| finding.code == Code::FarAway).count();
        assert_eq!(far, usize::from(is_far), "{origin}");
    }
}

#[test]
fn reports_wrong_groups() {
    finds(
        &mdl::skin_group(),
        |f| f,
        &[
            "MDL-N121 note: skin 1: a group of 3 images (byte 0x98)",
            "MDL-W124 warning: skin 1: a group of 3 images, expected 1, 2 or 4 (byte 0x98) [GLQuake]",
            "MDL-W123 warning: skin 1, image 1: lasts 0.3 s, the first member 0.2 s (byte 0xa4) [GLQuake, QuakeSpasm, Ironwail, DarkPlaces]",
        ],
    );
    let one =
        MdlFrameSpec::group(vec![(0.0, PoseSpec::new("one", &[[0; 4], [0, 255, 0, 5], [255, 0, 0, 5]]))]);
    finds(
        &MdlSpec {
            frames: vec![one],
            skins: vec![SkinSpec::Group(vec![(1.0, vec![0; 64])])],
            ..mdl::one_triangle()
        },
        |f| f,
        &[
            "MDL-N121 note: skin 0: a group of 1 image (byte 0x54)",
            "MDL-N123 note: skin 0: a group of 1 image (byte 0x54)",
            "MDL-N123 note: frame 0: a group of one pose (byte 0xd4)",
            "MDL-W121 warning: frame 0, pose 0: ends at 0.0 s, expected above 0 (byte 0xe4) [WinQuake]",
        ],
    );
}

#[test]
fn findings_follow_the_limits_of_each_engine() {
    let limits = |field: &str, value: i32| {
        let mut file = mdl::one_triangle().build();
        file.set_i32(field, value);
        let mut limits = report(file.bytes()).findings;
        limits.retain(|finding| finding.code == Code::Limit);
        let limits = limits.iter().map(|finding| format!("{} [{}]", finding.expected, finding.engines));
        limits.collect::<Vec<_>>().join(", ").replace("at most ", "")
    };
    for (field, value, expected) in [
        ("numverts", 1024, ""),
        ("numverts", 1025, "1024 [GLQuake]"),
        ("numverts", 2001, "1024 [GLQuake], 2000 [WinQuake, QuakeSpasm]"),
        ("numverts", 32_768, "1024 [GLQuake], 2000 [WinQuake, QuakeSpasm], 32767 [Ironwail]"),
        ("numtris", 2048, ""),
        ("numtris", 4097, "2048 [GLQuake], 4096 [QuakeSpasm]"),
        ("numtris", 65_536, "2048 [GLQuake], 4096 [QuakeSpasm], 65535 [DarkPlaces]"),
        ("numskins", 32, ""),
        ("numskins", 33, "32 [GLQuake, QuakeSpasm, Ironwail]"),
        ("skinheight", 480, ""),
        ("skinheight", 481, "480 [WinQuake, GLQuake]"),
    ] {
        assert_eq!(limits(field, value), expected, "{field} = {value}");
    }
    // The limit counts poses, including those in groups.
    let spec = mdl::with_frames((0..257).map(|_| "pose"));
    assert!(report(spec.build().bytes()).to_string().contains("frames: 257 poses, expected at most 256"));
}
