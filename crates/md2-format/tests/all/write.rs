//! Tests of writing: an unedited model gives the same file, and parsing a written file gives the same model.

use md2_format::Md2;
use md2_format::model::{Layout, Model, ModelFrame};
use md2_format::raw::{FrameName, SkinName, St, Triangle, Vertex};
use md2_testdata::{TaggedBytes, one_triangle};

fn model(file: &TaggedBytes) -> Model {
    Md2::parse(file.bytes()).unwrap().to_model()
}

#[test]
fn an_edit_changes_only_its_bytes() {
    let mut file = one_triangle().build();
    file.set("frame[0].name", b"run1\0leftovers!!").set_i32("ofs_end", 3).push("trailing", b"(c)");
    let mut edited = model(&file);
    edited.frames[1].name = FrameName::new("walk").unwrap();
    edited.frames[0].vertices[2].position = [1, 2, 3];
    (edited.skin_width, edited.skin_height) = (128, 96);
    edited.triangles[0] = Triangle::new([0, 2, 1], [0, 2, 1]);
    let written = edited.to_bytes().unwrap();

    file.set("frame[1].name", b"walk\0\0\0\0\0\0\0\0\0\0\0\0")
        .set_i32("skinwidth", 128)
        .set_i32("skinheight", 96);
    file.set("frame[0].vertex[2].xyz", &[1, 2, 3]);
    file.set_u16("tri[0].xyz[1]", 2).set_u16("tri[0].xyz[2]", 1);
    file.set_u16("tri[0].st[1]", 2).set_u16("tri[0].st[2]", 1);
    assert!(written == file.bytes());
}

#[test]
fn a_changed_count_keeps_the_trailing_bytes() {
    let mut file = one_triangle().build();
    file.push("trailing", b"(c) somebody");
    let mut edited = model(&file);
    assert!(!edited.layout.is_canonical());
    edited.skins.push(SkinName::new("second.pcx").unwrap());
    let written = edited.to_bytes().unwrap();

    assert_eq!(written.len(), file.len() + 64);
    assert!(written.ends_with(b"(c) somebody"));
    let read = Md2::parse(&written).unwrap();
    assert_eq!(read.skins().record(1).as_bytes(), b"second.pcx");
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
        assert_eq!((&*error.found, &*error.expected), ("65537", "at most 65536"));
    }
}

#[test]
fn a_new_model_is_written_canonically() {
    let file = one_triangle().build();
    let gl_commands = [3]
        .map(i32::to_le_bytes)
        .into_iter()
        .chain([(0, 0.5, 0.5), (1, 63.5, 0.5), (2, 0.5, 63.5)].into_iter().flat_map(|(vertex, s, t)| {
            [f32::to_le_bytes(s / 64.0), f32::to_le_bytes(t / 64.0), i32::to_le_bytes(vertex)]
        }))
        .chain([i32::to_le_bytes(0)]);
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
