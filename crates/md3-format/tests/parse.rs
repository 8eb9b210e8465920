//! What parsing accepts, refuses, and says about it.

use md2_common::FileKind;
use md2_testdata::md3::{HEADER_FIELDS, SURFACE_FIELDS, Spec, one_triangle, player_upper, two_surfaces};
use md2_testdata::{Tagged, corpus};
use md3_format::{Location, Md3, ParseErrorKind, ParseOptions, Part, Surface};

/// Expects that `file` is refused with exactly `text` after `edit`.
#[track_caller]
fn refuses(mut file: Tagged, edit: impl FnOnce(&mut Tagged) -> &mut Tagged, text: &str) {
    edit(&mut file);
    match Md3::parse(file.bytes()) {
        Ok(_) => panic!("accepted, expected: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
}

/// Expects that `one_triangle` is refused with exactly `text` after `edit`.
#[track_caller]
fn refused(edit: Edit, text: &str) {
    refuses(one_triangle().build(), edit, text);
}

/// Expects that `one_triangle` is accepted after `edit`.
#[track_caller]
fn accepted(edit: impl FnOnce(&mut Tagged) -> &mut Tagged) {
    let mut file = one_triangle().build();
    edit(&mut file);
    match Md3::parse(file.bytes()) {
        Ok(md3) => walk(&md3),
        Err(error) => panic!("{error}"),
    }
}

/// Touches everything a view offers.
fn walk(md3: &Md3<'_>) {
    assert_eq!(md3.frames().len(), md3.frame_count());
    for frame in 0..md3.frame_count() {
        assert!(md3.frame(frame).name().len() <= 16);
        assert_eq!(md3.tags(frame).len(), md3.tag_count());
        for (i, tag) in md3.tags(frame).iter().enumerate() {
            assert_eq!(md3.tag(frame, i), tag);
            assert!(md3.find_tag(frame, tag.name()).is_some());
            assert!(tag.origin().into_iter().chain(tag.axes().into_iter().flatten()).all(f32::is_finite));
        }
    }
    for name in md3.tag_names() {
        assert!(md3.tag_track(name).flatten().count() > 0);
    }
    for surface in md3.surfaces() {
        assert_eq!(surface.st().len(), surface.vertex_count());
        assert_eq!(surface.all_vertices().len(), md3.frame_count() * surface.vertex_count());
        assert_eq!(surface.vertex_bytes().len(), 8 * surface.all_vertices().len());
        for frame in 0..md3.frame_count() {
            let positions: Vec<_> = surface.positions(frame).collect();
            for triangle in surface.triangles() {
                let _ = triangle.indices().map(|i| positions[usize::try_from(i).unwrap()]);
            }
        }
        assert!(surface.st().iter().all(|st| st.s().is_finite() && st.t().is_finite()));
        assert!(surface.shaders().iter().all(|shader| shader.name().len() <= 64));
    }
}

#[test]
fn a_view_shows_every_field() {
    let mut spec = one_triangle();
    spec.flags = 8;
    spec.surfaces[0].flags = 3;
    spec.surfaces[0].vertices[1][2].zenith = 128;
    spec.tags[1][0].axes = [[0.0, 2.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
    let mut file = spec.build();
    file.set_f32("frame[1].origin[2]", 5.0).set_i32("surface[0].shader[0].index", 7);
    let md3 = Md3::parse(file.bytes()).unwrap();
    walk(&md3);

    let header = md3.header();
    assert_eq!((header.ident, header.version, header.flags), (*b"IDP3", 15, 8));
    assert_eq!((header.num_frames, header.num_tags, header.num_surfaces, header.num_skins), (2, 1, 1, 0));
    assert_eq!((header.ofs_frames, header.ofs_tags, header.ofs_surfaces), (108, 220, 444));
    assert_eq!((md3.name(), md3.file()), (&b"models/test/blade.md3"[..], file.bytes()));

    let frame = md3.frame(1);
    assert_eq!((frame.name(), frame.min(), frame.max()), (&b"rise"[..], [0.0, 0.0, 8.0], [32.0, 32.0, 8.0]));
    assert_eq!((frame.local_origin(), frame.radius()), ([0.0, 0.0, 5.0], 2112_f32.sqrt()));

    let tag = md3.tag(1, 0);
    assert_eq!((tag.name(), tag.origin()), (&b"tag_tip"[..], [32.0, 0.0, 8.0]));
    assert_eq!(tag.axes(), [[0.0, 2.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 2.0]]);

    let [surface] = md3.surfaces() else { panic!("one surface") };
    assert_eq!((surface.name(), surface.header().flags, surface.vertex_count()), (&b"blade"[..], 3, 3));
    assert_eq!(surface.triangles()[0].indices(), [0, 1, 2]);
    assert_eq!(surface.st().iter().map(|st| [st.s(), st.t()]).collect::<Vec<_>>(), spec.surfaces[0].st);
    let [shader] = surface.shaders() else { panic!("one shader") };
    assert_eq!((shader.name(), shader.index()), (&b"models/test/blade.tga"[..], 7));
    let vertex = surface.vertices(1)[2];
    assert_eq!((vertex.packed(), vertex.zenith, vertex.azimuth), ([2048, 0, 512], 128, 0));
    assert_eq!((vertex.position(), vertex.normal()), ([32.0, 0.0, 8.0], [0.0, 0.0, -1.0]));
    let at = file.offset_of("surface[0].vertex[0][0].xyz[0]");
    assert_eq!(surface.vertex_bytes(), &file.bytes()[at..]);
}

#[test]
fn surfaces_are_a_chain() {
    let file = two_surfaces().build();
    let md3 = Md3::parse(file.bytes()).unwrap();
    walk(&md3);
    let names: Vec<_> = md3.surfaces().iter().map(|surface| surface.name()).collect();
    assert_eq!(names, [&b"Floor"[..], b"wall_1"]);
    let tops: Vec<_> =
        md3.surfaces().iter().map(|surface| surface.positions(2).map(|[.., z]| z).reduce(f32::max)).collect();
    assert_eq!(tops, [Some(8.0), Some(40.0)]);
}

#[test]
fn tags_are_found_by_name_in_each_frame() {
    let mut spec = player_upper();
    spec.tags[2].reverse();
    spec.tags[3][0].name = b"tag_hat".to_vec();
    let file = spec.build();
    let md3 = Md3::parse(file.bytes()).unwrap();
    let heights: Vec<_> = md3.tag_track(b"tag_head").map(|tag| tag.map(|tag| tag.origin()[2])).collect();
    assert_eq!(heights, [Some(24.0), Some(25.0), Some(26.0), None]);
    assert_eq!(md3.find_tag(0, b"TAG_HEAD"), None);
    assert_eq!(md3.tag_names(), [&b"tag_head"[..], b"tag_weapon", b"tag_torso", b"tag_hat"]);
}

#[test]
fn of_two_tags_of_one_name_the_first_counts() {
    let mut spec = player_upper();
    for tags in &mut spec.tags {
        tags[2].name = b"tag_head".to_vec();
    }
    let file = spec.build();
    let md3 = Md3::parse(file.bytes()).unwrap();
    assert_eq!(md3.find_tag(1, b"tag_head"), Some(md3.tag(1, 0)));
    assert_eq!(md3.tag_names(), [&b"tag_head"[..], b"tag_weapon"]);
}

/// A change that keeps a file from being sound, or does not.
type Edit = fn(&mut Tagged) -> &mut Tagged;

#[test]
fn errors_name_the_place() {
    let cases: [(Edit, &str); 13] = [
        (
            |f| f.set("ident", b"BLO\xb0"),
            r#"file: not an MD3 file: starts with "BLO\xb0", expected "IDP3" (byte 0x0)"#,
        ),
        (|f| f.set_i32("version", 14), "header, version: version 14, expected 15 (byte 0x4)"),
        (|f| f.set_i32("num_tags", -3), "header, num_tags: -3, expected 0 or more (byte 0x50)"),
        (
            |f| f.set_i32("ofs_tags", 745),
            "header, ofs_tags: 2 tags of 112 bytes from byte 745 on would end at byte 969, expected at most 704, the end of the file (byte 0x60)",
        ),
        (|f| f.set_i32("ofs_frames", -1), "header, ofs_frames: -1, expected 0 or more (byte 0x5c)"),
        (
            |f| f.set_i32("ofs_surfaces", 597),
            "header, ofs_surfaces: the header of surface 0 from byte 597 on would end at byte 705, expected at most 704, the end of the file (byte 0x64)",
        ),
        (
            |f| f.set_i32("surface[0].num_frames", 1),
            r#"surface 0 ("blade"), num_frames: 1 frames, expected 2 as in the model (byte 0x204)"#,
        ),
        (
            |f| f.set_i32("surface[0].ofs_st", 237),
            r#"surface 0 ("blade"), ofs_st: 3 st of 8 bytes from byte 681 on would end at byte 705, expected at most 704, the end of the file (byte 0x21c)"#,
        ),
        (
            |f| f.set_i32("surface[0].tri[0][2]", 300),
            r#"surface 0 ("blade"), triangle 0, corner 2: vertex index 300, expected below 3 (byte 0x230)"#,
        ),
        (
            |f| f.set_i32("surface[0].tri[0][0]", -1),
            r#"surface 0 ("blade"), triangle 0, corner 0: vertex index -1, expected below 3 (byte 0x228)"#,
        ),
        (
            |f| f.set_f32("surface[0].st[2][1]", f32::NAN),
            r#"surface 0 ("blade"), st 2: st [0.0, NaN], expected finite numbers (byte 0x288)"#,
        ),
        (
            |f| f.set_f32("tag[1][0].origin[1]", f32::INFINITY),
            r#"frame 1, tag 0 ("tag_tip"): origin [32.0, inf, 8.0], expected finite numbers (byte 0x18c)"#,
        ),
        (
            |f| f.set_f32("tag[1][0].axis[2][0]", f32::NAN),
            r#"frame 1, tag 0 ("tag_tip"): axis [NaN, 0.0, 1.0], expected finite numbers (byte 0x1b0)"#,
        ),
    ];
    for (edit, text) in cases {
        refused(edit, text);
    }
}

#[test]
fn the_chain_must_not_turn_back() {
    for (end, shown) in [(107, "107"), (0, "0"), (-108, "-108"), (i32::MIN, "-2147483648")] {
        let text = format!(
            "surface 0 (\"Floor\"), ofs_end: {shown}, expected at least 108, since another surface follows (byte 0x17c)"
        );
        refuses(two_surfaces().build(), |f| f.set_i32("surface[0].ofs_end", end), &text);
    }
    let file = two_surfaces().build();
    let last = file.offset_of("surface[1].ident");
    let text = format!(
        "surface 0 (\"Floor\"), ofs_end: the header of surface 1 from byte {} on would end at byte {}, expected at most {}, the end of the file (byte 0x17c)",
        276 + 600,
        276 + 600 + 108,
        file.len()
    );
    assert!(last < 276 + 600);
    refuses(file, |f| f.set_i32("surface[0].ofs_end", 600), &text);
    // Where the last one ends is nobody's business.
    for end in [0, -1, 107, i32::MAX, i32::MIN] {
        accepted(|f| f.set_i32("surface[0].ofs_end", end));
    }
}

#[test]
fn what_is_not_md3_is_named() {
    for (file, kind) in [
        (&b"IDP2\x08\0\0\0"[..], Some(FileKind::Md2)),
        (b"IDPO\x06\0\0\0", Some(FileKind::Mdl)),
        (b"PK\x03\x04\x14\0\0\0", Some(FileKind::Zip)),
        (b"\x89PNG\r\n\x1a\n", None),
    ] {
        let error = Md3::parse(file).unwrap_err();
        let ParseErrorKind::NotMd3 { foreign, .. } = error.kind else { panic!("{error}") };
        assert_eq!((foreign, error.offset), (kind, 0));
    }
    let text = Md3::parse(b"IDP2\x08\0\0\0").unwrap_err().to_string();
    assert_eq!(text, "file: this is a Quake II model (MD2), not MD3 (byte 0x0)");
    for (length, file) in [(0, &b""[..]), (3, b"IDP"), (107, &[0; 107])] {
        let file = [&b"IDP3"[..length.min(4)], file.get(4..).unwrap_or_default()].concat();
        let error = Md3::parse(&file).unwrap_err();
        assert_eq!(error.kind, ParseErrorKind::HeaderTruncated { length });
    }
}

#[test]
fn what_does_not_matter_is_accepted() {
    let edits: [Edit; 16] = [
        |f| f.set_i32("ofs_end", 7),
        |f| f.set_i32("num_skins", -5),
        |f| f.set_i32("flags", -1),
        |f| f.push("trailing", b"\n"),
        |f| f.set("surface[0].ident", b"IDPX"),
        |f| f.set("surface[0].name", &[0xff; 64]),
        |f| f.set("name", &[b'n'; 64]),
        |f| f.set("tag[0][0].name", &[0; 64]),
        |f| f.set_f32("frame[0].min[0]", f32::NAN).set_f32("frame[1].radius", f32::INFINITY),
        |f| f.set_f32("tag[0][0].axis[0][0]", 0.0),
        |f| f.set_f32("surface[0].st[0][0]", -1.0e30),
        |f| f.set_i32("surface[0].tri[0][1]", 0),
        |f| f.set_i32("num_tags", 0).set_i32("ofs_tags", -1),
        |f| f.set_i32("num_surfaces", 0).set_i32("ofs_surfaces", i32::MIN),
        |f| f.set_i32("surface[0].num_shaders", 0).set_i32("surface[0].ofs_shaders", -1),
        |f| f.set_i32("surface[0].num_triangles", 0).set_i32("surface[0].ofs_triangles", i32::MAX),
    ];
    for edit in edits {
        accepted(edit);
    }
}

#[test]
fn every_header_field_is_swept() {
    // Whether the file is still accepted with the field at 0, -1, i32::MAX and i32::MIN.
    let expected = |field: &str| match field {
        "flags" | "num_skins" | "ofs_end" | "surface[0].flags" | "surface[0].ofs_end" => [true; 4],
        "num_tags" | "num_surfaces" | "surface[0].num_shaders" | "surface[0].num_triangles" => {
            [true, false, false, false]
        }
        // The header then reads as frames, as shaders, as coordinates, as vertices or as tags; not as a surface.
        "ofs_frames"
        | "ofs_tags"
        | "surface[0].ofs_shaders"
        | "surface[0].ofs_st"
        | "surface[0].ofs_xyznormal" => [true, false, false, false],
        _ => [false; 4],
    };
    let of_surface = SURFACE_FIELDS.map(|field| format!("surface[0].{field}"));
    for field in HEADER_FIELDS.into_iter().chain(of_surface.iter().map(String::as_str)).chain(["version"]) {
        let found = [0, -1, i32::MAX, i32::MIN].map(|value| {
            let mut file = one_triangle().build();
            file.set_i32(field, value);
            match Md3::parse(file.bytes()) {
                Ok(md3) => {
                    walk(&md3);
                    true
                }
                Err(error) => {
                    assert!(error.offset <= file.len(), "{error}");
                    false
                }
            }
        });
        assert_eq!(found, expected(field), "{field}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for file in [one_triangle().build(), two_surfaces().build(), player_upper().build()] {
        for length in 0..file.len() {
            let error = Md3::parse(&file.bytes()[..length]).expect_err("something is missing");
            assert!(error.offset <= file.len(), "{error}");
        }
        walk(&Md3::parse(file.bytes()).unwrap());
    }
}

#[test]
fn a_model_may_have_no_frames_and_no_surfaces() {
    let file = Spec::default().build();
    let md3 = Md3::parse(file.bytes()).unwrap();
    assert_eq!((md3.frame_count(), md3.tag_count(), md3.surfaces().len()), (0, 0, 0));
    walk(&md3);

    // Without frames there is not one tag, however many are announced.
    let mut file = Spec::default().build();
    file.set_i32("num_tags", i32::MAX);
    assert_eq!(Md3::parse(file.bytes()).unwrap().tag_count(), 0);
}

#[test]
fn lists_may_lie_anywhere_and_share_bytes() {
    // The coordinates of both surfaces are those of the first.
    let mut file = two_surfaces().build();
    let st = file.offset_of("surface[1].st[0][0]") - file.offset_of("surface[0].ident");
    file.set_i32("surface[0].ofs_st", i32::try_from(st).unwrap());
    let md3 = Md3::parse(file.bytes()).unwrap();
    walk(&md3);
    assert_eq!(md3.surfaces()[0].st()[..3], *md3.surfaces()[1].st());
}

/// A file of `surfaces` headers in a row, each of which claims all bytes as shaders.
fn shared(surfaces: i32) -> Tagged {
    let mut spec = Spec::default();
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
    walk(&Md3::parse(file.bytes()).unwrap());

    let file = shared(100);
    let error = Md3::parse(file.bytes()).unwrap_err();
    let ParseErrorKind::Claim { found, allowed } = error.kind else { panic!("{error}") };
    assert_eq!(allowed, 2 * file.len() as u64);
    assert!((allowed..=allowed + file.len() as u64).contains(&found));
    let text = r#"surface 2 (""): with this surface lists take "#;
    assert!(error.to_string().starts_with(text), "{error}");
}

#[test]
fn frames_of_104_bytes_are_stepped_through() {
    // As one exporter wrote them, with names of 64 bytes: behind each frame 48 bytes more.
    let spec = one_triangle();
    let plain = spec.build();
    let mut bytes = plain.bytes()[..108].to_vec();
    for frame in 0..2 {
        let start = plain.offset_of(&format!("frame[{frame}].min[0]"));
        bytes.extend(&plain.bytes()[start..start + 56]);
        bytes.extend([0; 48]);
    }
    bytes.extend(&plain.bytes()[plain.offset_of("tag[0][0].name")..]);
    for field in ["ofs_tags", "ofs_surfaces", "ofs_end"] {
        let moved = plain.get_i32(field) + 96;
        let at = plain.offset_of(field);
        bytes[at..at + 4].copy_from_slice(&moved.to_le_bytes());
    }
    let md3 = Md3::parse(&bytes).unwrap();
    walk(&md3);
    assert_eq!(md3.frames().map(|frame| frame.name()).collect::<Vec<_>>(), [&b"lie"[..], b"rise"]);
    assert_eq!(md3.frame(1).max(), [32.0, 32.0, 8.0]);
    // Bytes of another number between frames and tags belong to nobody.
    bytes.splice(108 + 208..108 + 208, [0; 4]);
    for field in ["ofs_tags", "ofs_surfaces", "ofs_end"] {
        let moved = plain.get_i32(field) + 100;
        let at = plain.offset_of(field);
        bytes[at..at + 4].copy_from_slice(&moved.to_le_bytes());
    }
    let md3 = Md3::parse(&bytes).unwrap();
    assert_eq!(md3.frames().map(|frame| frame.name()).collect::<Vec<_>>(), [&b"lie"[..], b""]);
}

#[test]
fn limits_are_the_callers() {
    let file = player_upper().build();
    let exact = ParseOptions {
        max_frames: 4,
        max_tags: 3,
        max_surfaces: 1,
        max_shaders: 1,
        max_vertices: 3,
        max_triangles: 1,
        allow_non_finite: false,
    };
    assert!(Md3::parse_with(file.bytes(), &exact).is_ok());
    assert!(Md3::parse_with(file.bytes(), &ParseOptions::QUAKE3).is_ok());
    for (options, text) in [
        (
            ParseOptions { max_frames: 3, ..exact.clone() },
            "header, num_frames: 4, expected at most 3 (byte 0x4c)",
        ),
        (
            ParseOptions { max_tags: 2, ..exact.clone() },
            "header, num_tags: 3, expected at most 2 (byte 0x50)",
        ),
        (
            ParseOptions { max_surfaces: 0, ..exact.clone() },
            "header, num_surfaces: 1, expected at most 0 (byte 0x54)",
        ),
        (
            ParseOptions { max_shaders: 0, ..exact.clone() },
            r#"surface 0 ("u_torso"), num_shaders: 1, expected at most 0 (byte 0x6d8)"#,
        ),
        (
            ParseOptions { max_vertices: 2, ..exact.clone() },
            r#"surface 0 ("u_torso"), num_verts: 3, expected at most 2 (byte 0x6dc)"#,
        ),
        (
            ParseOptions { max_triangles: 0, ..exact.clone() },
            r#"surface 0 ("u_torso"), num_triangles: 1, expected at most 0 (byte 0x6e0)"#,
        ),
    ] {
        assert_eq!(Md3::parse_with(file.bytes(), &options).unwrap_err().to_string(), text);
    }
}

#[test]
fn numbers_need_not_be_finite_if_the_caller_says_so() {
    let mut file = one_triangle().build();
    file.set_f32("surface[0].st[2][1]", f32::NAN).set_f32("tag[1][0].axis[2][0]", f32::INFINITY);
    let options = ParseOptions { allow_non_finite: true, ..ParseOptions::default() };
    let md3 = Md3::parse_with(file.bytes(), &options).unwrap();
    assert!(md3.surfaces()[0].st()[2].t().is_nan());
    assert_eq!(md3.tag(1, 0).axes()[2][0], f32::INFINITY);
}

#[test]
fn errors_are_values() {
    let mut file = one_triangle().build();
    file.set_i32("surface[0].tri[0][1]", 77);
    let error = Md3::parse(file.bytes()).unwrap_err();
    assert_eq!(error.kind, ParseErrorKind::VertexIndex { found: 77, count: 3 });
    assert_eq!(error.offset, file.offset_of("surface[0].tri[0][1]"));
    let Location::Surface { surface: 0, name, part: Part::Corner { triangle: 0, corner: 1 } } =
        *error.location
    else {
        panic!("{error}");
    };
    assert_eq!(name.as_bytes(), b"blade");
}

#[test]
#[should_panic(expected = "frame 2 of 2")]
fn a_frame_beyond_the_last_panics() {
    let file = one_triangle().build();
    let _ = Md3::parse(file.bytes()).unwrap().frame(2);
}

/// Frames, tags, surfaces, vertices and triangles of the real models, counted by another program.
const REAL: [(&str, [usize; 5]); 17] = [
    ("cube2/armor/tris.md3", [1, 0, 1, 333, 380]),
    ("nexuiz/models/turrets/walker_head_minigun.md3", [26, 5, 2, 442, 302]),
    ("openarena/models/players/sarge/head.md3", [1, 0, 1, 140, 276]),
    ("openarena/models/players/sarge/head_1.md3", [1, 0, 1, 88, 172]),
    ("openarena/models/players/sarge/head_2.md3", [1, 0, 1, 34, 64]),
    ("openarena/models/players/sarge/lower.md3", [213, 1, 1, 278, 506]),
    ("openarena/models/players/sarge/lower_2.md3", [213, 1, 1, 122, 206]),
    ("openarena/models/players/sarge/upper.md3", [155, 2, 1, 435, 742]),
    ("openarena/models/players/sarge/upper_2.md3", [155, 2, 1, 244, 366]),
    ("openarena/models/players/tony/head.md3", [1, 0, 1, 217, 298]),
    ("openarena/models/players/tony/lower.md3", [261, 1, 2, 250, 386]),
    ("openarena/models/players/tony/upper.md3", [191, 2, 2, 362, 506]),
    ("openarena/models/weapons2/machinegun/machinegun.md3", [1, 2, 2, 270, 286]),
    ("openarena/models/weapons2/machinegun/machinegun_barrel.md3", [1, 0, 1, 61, 56]),
    ("openarena/models/weapons2/machinegun/machinegun_flash.md3", [1, 0, 2, 21, 18]),
    ("openarena/models/weapons2/machinegun/machinegun_flash_1.md3", [1, 0, 1, 4, 2]),
    ("openarena/models/weapons2/machinegun/machinegun_hand.md3", [30, 1, 0, 0, 0]),
];

#[test]
fn real_models_are_read() {
    let files = corpus::files("md3");
    for (path, bytes) in &files {
        let md3 = Md3::parse(bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        walk(&md3);
        let sum = |count: fn(&Surface<'_>) -> usize| md3.surfaces().iter().map(count).sum::<usize>();
        let found = [
            md3.frame_count(),
            md3.tag_count(),
            md3.surfaces().len(),
            sum(|surface| surface.vertex_count()),
            sum(|surface| surface.triangles().len()),
        ];
        let row = REAL.iter().find(|(name, _)| path.ends_with(name));
        let (_, expected) = row.unwrap_or_else(|| panic!("{} has no row", path.display()));
        assert_eq!(found, *expected, "{}", path.display());
    }
    assert!(files.is_empty() || files.len() == REAL.len());
}
