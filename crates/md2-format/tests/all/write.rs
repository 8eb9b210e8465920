//! Tests of writing: an unedited model gives the same file, and parsing a written file gives the same model.

use md2_format::model::{Layout, Model, ModelFrame};
use md2_format::raw::{FrameName, SkinName, St, Triangle, Vertex, Word};
use md2_format::{Md2, WriteErrorKind};
use md2_testdata::{Md2Spec, TaggedBytes, corpus, one_triangle, seamed_quad};

#[track_caller]
fn round_trips(file: &[u8]) {
    let model = Md2::parse(file).unwrap().to_model();
    assert!(model.to_bytes().unwrap() == file, "the bytes differ");
}

fn model(file: &TaggedBytes) -> Model {
    Md2::parse(file.bytes()).unwrap().to_model()
}

#[test]
fn fixtures_round_trip_canonically() {
    for spec in [one_triangle(), seamed_quad(), Md2Spec::default()] {
        let file = spec.build();
        round_trips(file.bytes());
        assert!(model(&file).layout.is_canonical());
    }
}

#[test]
fn the_corpus_round_trips() {
    for (path, bytes) in corpus::files("md2") {
        let model = Md2::parse(&bytes).unwrap().to_model();
        assert!(model.to_bytes().unwrap() == bytes, "{}", path.display());

        let canonical = Model { layout: Layout::default(), ..model };
        let written = canonical.to_bytes().unwrap();
        assert!(Md2::parse(&written).unwrap().to_model() == canonical, "{}", path.display());
    }
}

#[test]
fn unusual_files_round_trip() {
    let edits: [fn(&mut TaggedBytes) -> &mut TaggedBytes; 12] = [
        |f| f.set("frame[0].name", b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd"),
        |f| f.set("skin[0]", &[b'x'; 64]),
        |f| f.push("trailing", b"\0(c) somebody"),
        |f| f.set_i32("ofs_end", 1481),
        |f| f.set_i32("num_glcmds", 0).set_i32("ofs_glcmds", 64),
        |f| f.set_i32("num_glcmds", 12),
        |f| f.set_i32("ofs_glcmds", -4),
        |f| f.set_i32("num_skins", 0).set_i32("ofs_skins", -1),
        |f| f.set_i32("num_tris", 0),
        |f| f.set_i32("num_frames", 0).set_i32("framesize", 1),
        |f| f.set_i32("skinwidth", -1).set_i32("skinheight", 0),
        |f| f.set_f32("frame[0].scale[0]", -0.0).set_u8("frame[0].vertex[0].normal", 255),
    ];
    for edit in edits {
        let mut file = one_triangle().build();
        edit(&mut file);
        round_trips(file.bytes());
    }
}

#[test]
fn sections_may_be_shuffled_padded_and_shared() {
    // The frames come first, each followed by four unused bytes. The other sections follow after a gap.
    let plain = one_triangle().build();
    let section = |from: &str, to: &str| plain.bytes()[plain.offset_of(from)..plain.offset_of(to)].to_vec();
    let mut file = plain.bytes()[..68].to_vec();
    let mut place = |field: usize, bytes: &[u8], gap: usize| {
        let offset = i32::try_from(file.len()).unwrap();
        file.extend_from_slice(bytes);
        file.extend(std::iter::repeat_n(0xee, gap));
        file[field * 4..][..4].copy_from_slice(&offset.to_le_bytes());
    };
    place(14, &section("frame[0].scale[0]", "frame[1].scale[0]"), 4);
    place(16, &section("frame[1].scale[0]", "gl[0]"), 4);
    place(13, &section("tri[0].xyz[0]", "frame[0].scale[0]"), 3);
    place(11, &section("skin[0]", "st[0].s"), 0);
    place(12, &section("st[0].s", "tri[0].xyz[0]"), 1);
    place(15, &plain.bytes()[plain.offset_of("gl[0]")..], 0);
    file[16..20].copy_from_slice(&56_i32.to_le_bytes());
    round_trips(&file);
    assert_eq!(Md2::parse(&file).unwrap().frame(1).name(), b"stand02");

    // The skin coordinates overlap first the skin path, then the header.
    for offset in [68, 0] {
        let mut file = one_triangle().build();
        file.set_i32("ofs_st", offset);
        round_trips(file.bytes());

        // If an edit makes the shared bytes different, the sections can no longer overlap.
        let mut model = model(&file);
        model.st[0] = St::new(1, 2);
        let written = model.to_bytes().unwrap();
        assert_eq!(Md2::parse(&written).unwrap().st(), model.st);
    }
}

#[test]
fn an_edit_changes_only_its_bytes() {
    let mut file = one_triangle().build();
    file.set("frame[0].name", b"run1\0leftovers!!").set_i32("ofs_end", 3).push("trailing", b"(c)");
    let mut edited = model(&file);
    edited.frames[1].name = FrameName::new("walk").unwrap();
    edited.skin_width = 128;
    edited.triangles[0] = Triangle::new([0, 2, 1], [0, 2, 1]);
    let written = edited.to_bytes().unwrap();

    file.set("frame[1].name", b"walk\0\0\0\0\0\0\0\0\0\0\0\0").set_i32("skinwidth", 128);
    file.set_u16("tri[0].xyz[1]", 2).set_u16("tri[0].xyz[2]", 1);
    file.set_u16("tri[0].st[1]", 2).set_u16("tri[0].st[2]", 1);
    assert!(written == file.bytes());
}

#[test]
fn a_changed_count_keeps_the_trailing_bytes() {
    let mut file = one_triangle().build();
    file.push("trailing", b"(c) somebody");
    let mut edited = model(&file);
    edited.skins.push(SkinName::new("second.pcx").unwrap());
    let written = edited.to_bytes().unwrap();

    assert_eq!(written.len(), file.len() + 64);
    assert!(written.ends_with(b"(c) somebody"));
    let read = Md2::parse(&written).unwrap();
    assert_eq!(read.skins()[1].name(), b"second.pcx");
    assert_eq!(usize::try_from(read.header().ofs_end), Ok(written.len() - 12));
}

#[test]
fn rejects_models_that_the_format_cannot_hold() {
    #[track_caller]
    fn rejected(edit: impl FnOnce(&mut Model), text: &str) {
        let mut model = model(&one_triangle().build());
        edit(&mut model);
        assert_eq!(model.to_bytes().unwrap_err().to_string(), text);
    }
    rejected(
        |m| _ = m.frames[1].vertices.to_mut().pop(),
        r#"frame 1 ("stand02"): 2 vertices, expected 3 as in frame 0"#,
    );
    rejected(
        |m| m.triangles.push(Triangle::new([0, 3, 0], [0; 3])),
        "triangle 1, corner 1: position index 3, expected below 3",
    );
    rejected(|m| m.st.truncate(1), "triangle 0, corner 1: st index 1, expected below 1");
    rejected(
        |m| m.frames[0].scale[1] = f32::INFINITY,
        r#"frame 0 ("stand01"): scale [0.125, inf, 0.125], translation [0.0, 0.0, 0.0], expected finite numbers"#,
    );
}

#[test]
fn without_frames_the_triangles_give_the_number_of_vertices() {
    let mut model = model(&one_triangle().build());
    model.frames.clear();
    let written = model.to_bytes().unwrap();
    assert_eq!(Md2::parse(&written).unwrap().vertex_count(), 3);
}

#[test]
fn limits_hold_exactly() {
    let with = |vertices: usize, st: usize| Model {
        st: vec![St::default(); st],
        triangles: vec![Triangle::new([0, 0, 0], [0, 0, 0])],
        frames: vec![ModelFrame {
            vertices: vec![Vertex::default(); vertices].into(),
            ..ModelFrame::default()
        }],
        ..Model::default()
    };
    for (vertices, st) in [(1, 1), (2048, 2048), (65_536, 65_536)] {
        let model = with(vertices, st);
        assert!(Md2::parse(&model.to_bytes().unwrap()).unwrap().to_model() == model);
    }
    for (vertices, st) in [(65_537, 1), (1, 65_537)] {
        let error = with(vertices, st).to_bytes().unwrap_err();
        assert_eq!(error.kind, WriteErrorKind::Count { found: 65_537, allowed: 65_536 });
    }
}

#[test]
fn a_new_model_is_written_canonically() {
    let file = one_triangle().build();
    let gl_commands = [3]
        .map(Word::from_i32)
        .into_iter()
        .chain([(0, 0.5, 0.5), (1, 63.5, 0.5), (2, 0.5, 63.5)].into_iter().flat_map(|(vertex, s, t)| {
            [Word::from_f32(s / 64.0), Word::from_f32(t / 64.0), Word::from_i32(vertex)]
        }))
        .chain([Word::from_i32(0)]);
    let frame = |name: &str, height: f32, vertices: [[u8; 4]; 3]| ModelFrame {
        name: FrameName::new(name).unwrap(),
        scale: [0.125; 3],
        translate: [0.0, 0.0, height],
        vertices: vertices.map(|[x, y, z, normal]| Vertex::new([x, y, z], normal)).into_iter().collect(),
    };
    let model = Model {
        skin_width: 64,
        skin_height: 64,
        skins: vec![SkinName::new("models/test/skin.pcx").unwrap()],
        st: vec![St::new(0, 0), St::new(63, 0), St::new(0, 63)],
        triangles: vec![Triangle::new([0, 1, 2], [0, 1, 2])],
        frames: vec![
            frame("stand01", 0.0, [[0, 0, 0, 5], [0, 255, 0, 5], [255, 0, 0, 5]]),
            frame("stand02", 8.0, [[0, 0, 0, 5], [0, 255, 0, 0], [255, 0, 255, 161]]),
        ],
        gl_commands: gl_commands.collect(),
        layout: Layout::default(),
    };
    assert!(model.to_bytes().unwrap() == file.bytes());
}
