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
fn the_default_layout_is_that_of_a_new_file() {
    let file = one_triangle().build();
    let model = model(&file);
    assert_eq!(model.layout, Layout::default());
    assert!(model.to_bytes().unwrap() == file.bytes());
}
