//! The findings of a check.

use std::collections::BTreeSet;

use crate::invariants;
use md2_testdata::TaggedBytes;
use md2_testdata::codes::assert_valid;
use md2_testdata::md3::{Md3Spec, VertexSpec, one_triangle, player_upper, turning_tag, two_surfaces};
use md3_format::check::{Code, Report, check};

#[track_caller]
fn report(file: &[u8]) -> Report {
    invariants::check(file);
    check(file)
}

fn intact() -> TaggedBytes {
    let mut spec = one_triangle();
    spec.surfaces[0].shaders = vec![b"models/test/blade".to_vec()];
    spec.build()
}

#[track_caller]
fn finds(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, lines: &[&str]) {
    let mut file = intact();
    edit(&mut file);
    let text = report(file.bytes()).to_string();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn errors_are_found_at_once_and_none_in_an_intact_model() {
    finds(|f| f, &[]);
    finds(
        |f| {
            f.set_i32("version", 14).set_i32("surface[0].tri[0][0]", 9).set_i32("surface[0].tri[0][2]", -1);
            f.set_f32("surface[0].st[1][0]", f32::NAN).set_f32("tag[1][0].axis[1][0]", f32::INFINITY);
            f.set_f32("tag[1][0].origin[2]", f32::NAN).set_i32("num_skins", 3)
        },
        &[
            "MD3-E003 error: header, version: version 14, expected 15 (byte 0x4) [quake3, ioquake3, darkplaces, format]",
            r#"MD3-E071 error: frame 1, tag 0 ("tag_tip"): origin [32.0, 0.0, NaN], expected finite numbers (byte 0x18c) [quake3, ioquake3, darkplaces, format]"#,
            r#"MD3-E071 error: frame 1, tag 0 ("tag_tip"): axis [inf, 1.0, 0.0], expected finite numbers (byte 0x1a4) [quake3, ioquake3, darkplaces, format]"#,
            r#"MD3-E021 error: surface 0 ("blade"), triangle 0, corner 0: vertex index 9, expected below 3 (byte 0x228) [quake3, ioquake3, darkplaces, format]"#,
            r#"MD3-E021 error: surface 0 ("blade"), triangle 0, corner 2: vertex index -1, expected below 3 (byte 0x230) [quake3, ioquake3, darkplaces, format]"#,
            r#"MD3-E041 error: surface 0 ("blade"), st 1: st [NaN, 0.0], expected finite numbers (byte 0x280) [quake3, ioquake3, darkplaces, format]"#,
            "MD3-N102 note: header, num_skins: 3, expected 0 (byte 0x58)",
            r#"MD3-N152 note: surface 0 ("blade"), num_verts: 2 of 3 vertices unused, the first is 0 (byte 0x20c)"#,
        ],
    );
    let text = report(b"IDP2\x08\0\0\0").to_string();
    let line = "MD3-E001 error: file: this is a Quake II model (MD2), not MD3 (byte 0x0) [quake3, ioquake3, darkplaces, format]\n";
    assert_eq!(text, line);
}

type Edit = fn(&mut TaggedBytes) -> &mut TaggedBytes;

const EDITS: &[(&str, Edit)] = &[
    ("MD3-E001", |f| f.set("ident", b"IDPX")),
    ("MD3-E003", |f| f.set_i32("version", 0)),
    ("MD3-E004", |f| f.set_i32("surface[0].num_shaders", -1)),
    ("MD3-E005", |f| f.set_i32("surface[0].ofs_st", -1)),
    ("MD3-E006", |f| f.set_i32("ofs_tags", 10_000)),
    ("MD3-E007", |f| f.set_i32("ofs_surfaces", 10_000)),
    ("MD3-E009", |f| f.set_i32("surface[0].num_frames", 1)),
    ("MD3-E021", |f| f.set_i32("surface[0].tri[0][1]", 3)),
    ("MD3-E041", |f| f.set_f32("surface[0].st[0][0]", f32::INFINITY)),
    ("MD3-E071", |f| f.set_f32("tag[0][0].axis[0][0]", f32::NAN)),
    ("MD3-W101", |f| f.set_i32("num_surfaces", 33)),
    ("MD3-W102", |f| f.set_i32("num_frames", 0)),
    ("MD3-W111", |f| f.set_i32("ofs_end", 705)),
    ("MD3-W112", |f| f.set_i32("ofs_end", 703)),
    ("MD3-W113", |f| f.set_i32("ofs_tags", 150)),
    ("MD3-W114", |f| f.set_i32("surface[0].ofs_end", 0)),
    ("MD3-W115", |f| f.push("trailing", b"\n")),
    ("MD3-W131", |f| f.set_text("surface[0].shader[0].name", b"C:/q3/blade")),
    ("MD3-W132", |f| f.set_text("surface[0].shader[0].name", b"models/../blade")),
    ("MD3-W133", |f| f.set("surface[0].shader[0].name", &[b'/'; 64])),
    ("MD3-W141", |f| f.set_f32("surface[0].st[2][1]", 1.5)),
    ("MD3-W151", |f| f.set_i32("surface[0].tri[0][1]", 0)),
    ("MD3-W161", |f| f.set_f32("frame[0].min[1]", 33.0)),
    ("MD3-W162", |f| f.set_f32("frame[0].radius", f32::NAN)),
    ("MD3-W171", |f| f.set_f32("tag[1][0].axis[0][0]", 2.0)),
    ("MD3-W172", |f| f.set_f32("tag[1][0].axis[0][0]", -1.0)),
    ("MD3-W174", |f| f.set_f32("tag[1][0].axis[0][0]", 0.0)),
    ("MD3-W175", |f| f.set_f32("tag[1][0].axis[0][1]", 0.5)),
    ("MD3-W176", |f| f.set_text("tag[1][0].name", b"tag_top")),
    ("MD3-W181", |f| f.set_text("surface[0].name", b"")),
    ("MD3-W182", |f| f.set("surface[0].ident", b"IDP2")),
    ("MD3-W183", |f| f.set("surface[0].name", &[b'n'; 64])),
    ("MD3-W190", |f| f.set_f32("tag[1][0].origin[0]", 1.0e12)),
    ("MD3-N101", |f| f.set_i32("flags", 8)),
    ("MD3-N102", |f| f.set_i32("num_skins", 1)),
    ("MD3-N103", |f| f.set_text("name", b"blade\0x")),
    ("MD3-N104", |f| f.set_i32("num_surfaces", 0)),
    ("MD3-N111", |f| f.set_i32("num_tags", 0).set_i32("ofs_tags", -1)),
    ("MD3-N112", |f| f.set_i32("num_tags", 0)),
    ("MD3-N113", |f| f.set_i32("surface[0].num_shaders", 0)),
    ("MD3-N131", |f| f.set_text("surface[0].shader[0].name", b"models/blade.tga")),
    ("MD3-N132", |f| f.set_text("surface[0].shader[0].name", b"blade")),
    ("MD3-N133", |f| f.set_text("surface[0].shader[0].name", b"models\\blade")),
    ("MD3-N134", |f| f.set_text("surface[0].shader[0].name", b"")),
    ("MD3-N135", |f| f.set_text("surface[0].shader[0].name", b"models/long blade")),
    ("MD3-N136", |f| f.set_text("surface[0].shader[0].name", b"models/blade\0x")),
    ("MD3-N137", |f| f.set_i32("surface[0].num_shaders", 0)),
    ("MD3-N138", |f| f.set_i32("surface[0].num_shaders", 2)),
    ("MD3-N139", |f| f.set_i32("surface[0].shader[0].index", 1)),
    ("MD3-N151", |f| f.set("surface[0].vertex[0][1].xyz[1]", &[0; 2])),
    ("MD3-N152", |f| f.set_i32("surface[0].tri[0][1]", 0)),
    ("MD3-N161", |f| f.set_text("frame[0].name", b"a b")),
    ("MD3-N162", |f| f.set_text("frame[0].name", b"a\0b")),
    ("MD3-N163", |f| f.set_text("frame[0].name", b"")),
    ("MD3-N164", |f| f.set_text("frame[0].name", b"sixteen_letters.")),
    ("MD3-N165", |f| f.set_f32("frame[0].origin[2]", 1.0)),
    ("MD3-N166", |f| f.set_f32("frame[0].radius", 31.0)),
    ("MD3-N167", |f| f.set_f32("frame[0].max[0]", 31.0)),
    ("MD3-N168", |f| {
        for vertex in 0..3 {
            f.set_i16(&format!("surface[0].vertex[1][{vertex}].xyz[2]"), 0);
        }
        f
    }),
    ("MD3-N171", |f| f.set_f32("tag[1][0].origin[2]", 0.0)),
    ("MD3-N172", |f| f.set_text("tag[0][0].name", b"tag_tip\0x")),
    ("MD3-N173", |f| f.set_text("tag[0][0].name", b"")),
    ("MD3-N174", |f| f.set("tag[0][0].name", &[b't'; 64])),
    ("MD3-N181", |f| f.set_text("surface[0].name", b"Blade")),
    ("MD3-N182", |f| f.set_text("surface[0].name", b"blade\0x")),
    ("MD3-N183", |f| f.set_text("surface[0].name", b"blade_1")),
    ("MD3-N185", |f| f.set_i32("surface[0].num_triangles", 0)),
];

fn others() -> Vec<(&'static str, Vec<u8>)> {
    let mut turns_back = two_surfaces().build();
    turns_back.set_i32("surface[0].ofs_end", 0);

    let mut spec = Md3Spec::default();
    spec.surfaces.resize_with(50, Default::default);
    let mut greedy = spec.build();
    for s in 0..50 {
        greedy.set_i32(&format!("surface[{s}].num_shaders"), 79 - 3 * s / 2);
        greedy.set_i32(&format!("surface[{s}].ofs_shaders"), 0);
    }

    let mut tags = player_upper();
    tags.tags[0][2].name = b"tag_head".to_vec();

    let mut zeroed = two_surfaces();
    zeroed.surfaces[0].st = (0..40_u8).map(|i| [f32::from(u8::from(!(9..17).contains(&i))); 2]).collect();
    zeroed.surfaces[0].vertices.iter_mut().for_each(|vertices| vertices.resize(40, VertexSpec::default()));

    let mut twins = two_surfaces();
    twins.surfaces[1].name = b"floor".to_vec();

    let mut partly_turned = inside_out().build();
    let [b, c] = [1, 2].map(|corner| partly_turned.get_i32(&format!("surface[0].tri[0][{corner}]")));
    partly_turned.set_i32("surface[0].tri[0][1]", c).set_i32("surface[0].tri[0][2]", b);

    // A square that is folded along its middle. All its vertices have the same normal.
    let mut bent = two_surfaces();
    bent.surfaces[0].vertices[0][3].xyz[2] = 640;

    vec![
        ("MD3-E002", b"IDP3\x0f\0\0\0".to_vec()),
        ("MD3-E008", turns_back.into_bytes()),
        ("MD3-E010", greedy.into_bytes()),
        ("MD3-W116", long_frames()),
        ("MD3-W173", tags.build().into_bytes()),
        ("MD3-N153", inside_out().build().into_bytes()),
        ("MD3-W153", partly_turned.into_bytes()),
        ("MD3-N154", bent.build().into_bytes()),
        ("MD3-W184", twins.build().into_bytes()),
        ("MD3-N141", zeroed.build().into_bytes()),
    ]
}

/// Builds a model whose frames have names of 64 bytes.
pub(crate) fn long_frames() -> Vec<u8> {
    let mut file = intact();
    for field in ["ofs_tags", "ofs_surfaces", "ofs_end"] {
        let moved = file.get_i32(field) + 96;
        file.set_i32(field, moved);
    }
    let mut bytes = file.bytes().to_vec();
    bytes.splice(220..220, [0xbb; 48]);
    bytes.splice(164..164, [0xaa; 48]);
    bytes
}

/// Returns a tetrahedron with one corner at the origin and one on each axis. All faces have the wrong winding: seen
/// from outside, their corners are counterclockwise.
fn inside_out() -> Md3Spec {
    let mut spec = one_triangle();
    let surface = &mut spec.surfaces[0];
    surface.triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    surface.st.push([0.5, 0.5]);
    let corners = [[0, 0, 0], [2048, 0, 0], [0, 2048, 0], [0, 0, 2048]];
    for vertices in &mut surface.vertices {
        vertices.push(vertices[0]);
        for (vertex, xyz) in vertices.iter_mut().zip(corners) {
            vertex.xyz = xyz;
        }
    }
    spec
}

#[test]
fn every_code_can_be_found() {
    let mut files = others();
    for &(code, edit) in EDITS {
        let mut file = intact();
        edit(&mut file);
        files.push((code, file.into_bytes()));
    }
    let mut found = BTreeSet::new();
    for (code, file) in files {
        let report = report(&file);
        assert!(report.findings.iter().any(|finding| finding.code.as_str() == code), "{code}:\n{report}");
        found.insert(code);
    }
    assert_eq!(found, Code::ALL.iter().map(|code| code.as_str()).collect());
    assert_valid(Code::ALL.iter().map(|code| (code.as_str(), code.severity(), code.explanation())));
}

#[test]
fn findings_follow_the_limits_of_each_engine() {
    let limit = |field: &str, value: i32| {
        let mut file = intact();
        file.set_i32(field, value);
        let mut limits = report(file.bytes()).findings;
        limits.retain(|finding| finding.code == Code::Limit);
        limits.pop().map(|finding| format!("{} [{}]", finding.expected, finding.engines))
    };
    for (field, value, expected) in [
        ("num_frames", 1024, None),
        ("num_frames", 1025, Some("at most 1024 []")),
        ("num_tags", 17, Some("at most 16 []")),
        ("num_surfaces", 32, None),
        ("num_surfaces", 33, Some("at most 32 []")),
        ("surface[0].num_shaders", 257, Some("at most 256 []")),
        ("surface[0].num_verts", 999, None),
        ("surface[0].num_verts", 1000, Some("at most 999 [ioquake3]")),
        ("surface[0].num_verts", 1001, Some("at most 999 [quake3, ioquake3]")),
        ("surface[0].num_verts", 4097, Some("at most 999 [quake3, ioquake3]")),
        ("surface[0].num_triangles", 2000, Some("at most 1999 [ioquake3]")),
        ("surface[0].num_triangles", 2001, Some("at most 1999 [quake3, ioquake3]")),
    ] {
        assert_eq!(limit(field, value).as_deref(), expected, "{field} = {value}");
    }
}

#[test]
fn bounds_and_radius_are_those_of_the_vertices() {
    // The farthest corner is at (32, 0, 8), at a distance of 32.98.
    for (radius, expected) in
        [(33.0, None), (32.98, None), (32.95, Some("at least 32.984375")), (0.0, Some("at least 32.984375"))]
    {
        let mut file = intact();
        file.set_f32("frame[1].radius", radius);
        let findings = report(file.bytes()).findings;
        assert_eq!(findings.first().map(|finding| finding.expected.as_str()), expected, "{radius}");
    }
    let line = r#"MD3-N167 note: frame 1 ("rise"): bounds [0.0, 0.0, 8.0] to [32.0, 31.0, 8.0], expected [0.0, 0.0, 8.0] to [32.0, 32.0, 8.0] (byte 0xa4)"#;
    finds(|f| f.set_f32("frame[1].max[1]", 31.0), &[line]);
    // Bounds that are larger than necessary, and rounding errors, are accepted.
    finds(|f| f.set_f32("frame[1].max[1]", 99.0), &[]);
    finds(|f| f.set_f32("frame[1].max[1]", 31.99), &[]);
}

#[test]
fn reports_gaps_and_overlaps_of_one_byte() {
    let lines = |offset: i32| {
        let mut file = intact();
        file.set_i32("ofs_tags", offset);
        let report = report(file.bytes());
        let codes = [Code::Overlap, Code::Gap];
        let found = report.findings.iter().filter(|finding| codes.contains(&finding.code));
        found.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines(220), [""; 0]);
    assert_eq!(
        lines(219),
        [
            "MD3-W113 warning: header, ofs_tags: tags at byte 219, inside the previous list, expected byte 220 or later (byte 0xdb)",
            r#"MD3-N112 note: surface 0 ("blade"): 1 unused bytes before the header (byte 0x1bb)"#,
        ]
    );
    assert_eq!(
        lines(221),
        [
            "MD3-N112 note: header, ofs_tags: 1 unused bytes before the tags (byte 0xdc)",
            r#"MD3-W113 warning: surface 0 ("blade"): header at byte 444, inside the previous list, expected byte 445 or later (byte 0x1bc)"#,
        ]
    );
}

/// Each set of axes is turned around two axes by angles that make all nine numbers different from 0 and 1.
#[test]
fn axes_have_unit_length_right_angles_and_the_right_hand() {
    let turned = |[x, y, z]: [f32; 3]| {
        let ((s, c), (t, d)) = (0.7_f32.sin_cos(), 1.1_f32.sin_cos());
        let (x, y) = (c * x - s * y, s * x + c * y);
        [x, d * y - t * z, t * y + d * z]
    };
    for (axes, expected) in [
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], &[][..]),
        ([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], &["MD3-W172"]),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]], &["MD3-W172"]),
        ([[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], &["MD3-W171"]),
        ([[1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 1.0]], &["MD3-W171"]),
        ([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]], &["MD3-W175"]),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.6, 0.8]], &["MD3-W175"]),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]], &["MD3-W175"]),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.8, 0.0]], &["MD3-W174"]),
        ([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]], &["MD3-W174"]),
    ] {
        let mut spec = turning_tag();
        spec.tags[3][0].axes = axes.map(turned);
        let file = spec.build();
        let mut findings = report(file.bytes()).findings;
        findings.retain(|finding| finding.code.as_str().starts_with("MD3-W17"));
        let codes: Vec<_> = findings.iter().map(|finding| finding.code.as_str()).collect();
        assert_eq!(codes, expected, "{axes:?}");
        // A tag has 112 bytes.
        let tag = file.offset_of("tag[3][0].name");
        assert!(findings.iter().all(|finding| (tag..tag + 112).contains(&finding.offset)), "{findings:?}");
    }
}

#[test]
fn a_single_frame_cannot_move_tags() {
    let report = report(md2_testdata::md3::player_head().build().bytes());
    assert_eq!(report.count(Code::TagsStill), 0, "{report}");
}

/// A shader has 68 bytes. Only between the lists of a surface does a gap of this size suggest unused shaders.
#[test]
fn gaps_are_unused_shaders_only_in_surfaces() {
    let tags = &["ofs_tags", "ofs_surfaces", "ofs_end"][..];
    let st = &["surface[0].ofs_end", "ofs_end", "surface[0].ofs_st", "surface[0].ofs_xyznormal"];
    for (gap, list, moved) in [(68, "tag[0][0].name", tags), (67, "surface[0].st[0][0]", st)] {
        let mut file = intact();
        for field in moved {
            file.set_i32(field, file.get_i32(field) + gap);
        }
        let at = file.offset_of(list);
        // A wrong version does not hide the gap.
        file.set_i32("version", 14);
        let mut bytes = file.into_bytes();
        bytes.splice(at..at, vec![0; usize::try_from(gap).unwrap()]);
        let report = report(&bytes);
        assert_eq!((report.count(Code::Version), report.count(Code::Gap)), (1, 1), "{list}\n{report}");
        assert_eq!(report.count(Code::ShadersLeftOut), 0, "{list}\n{report}");
    }
}
