//! Tests of writing: an unedited model gives the same file, and an edit changes only its bytes.

use crate::check::long_frames;
use md2_testdata::md3::{Md3Spec, SurfaceSpec, VertexSpec, one_triangle, two_surfaces};
use md3_format::model::{FrameBounds, Layout, Model};
use md3_format::raw::{SurfaceName, Triangle};
use md3_format::{Md3, check};

fn model(file: &[u8]) -> Model {
    Md3::parse(file).unwrap().to_model()
}

#[test]
fn an_edit_changes_only_its_bytes() {
    let mut file = two_surfaces().build();
    file.set_i32("num_skins", 7).set_i32("surface[1].ofs_end", -3).push("trailing", b"(c)");
    file.set_text("surface[0].name", b"a\0leftovers");
    let mut edited = model(file.bytes());
    edited.surfaces[1].name = SurfaceName::new("blade").unwrap();
    edited.surfaces[0].frame_vertices_mut(0)[2].xyz = [1, -2, 3];
    edited.flags = 8;
    let [a, b, c] = edited.surfaces[0].triangles[0].indices;
    edited.surfaces[0].triangles[0] = Triangle { indices: [a, c, b] };
    let written = edited.to_bytes().unwrap();

    file.set_text("surface[1].name", b"blade").set_i32("flags", 8);
    for (axis, value) in [1, -2, 3].into_iter().enumerate() {
        file.set_i16(&format!("surface[0].vertex[0][2].xyz[{axis}]"), value);
    }
    let corner = |corner: u32| i32::try_from(corner).unwrap();
    file.set_i32("surface[0].tri[0][1]", corner(c)).set_i32("surface[0].tri[0][2]", corner(b));
    assert!(written == file.bytes());
}

#[test]
fn frames_of_104_bytes_stay() {
    let file = long_frames();
    let long = model(&file);
    assert!(long.to_bytes().unwrap() == file);
    assert_eq!(long.frames, model(one_triangle().build().bytes()).frames);
}

#[test]
fn an_edit_of_shared_bytes_separates_them() {
    let mut spec = one_triangle();
    spec.surfaces.push(spec.surfaces[0].clone());
    let mut file = spec.build();
    let shared = file.offset_of("surface[1].st[0][0]") - file.offset_of("surface[0].ident");
    file.set_i32("surface[0].ofs_st", i32::try_from(shared).unwrap());
    let mut edited = model(file.bytes());
    assert!(edited.to_bytes().unwrap() == file.bytes());
    edited.surfaces[1].st[0].s = 0.5;
    let read = model(&edited.to_bytes().unwrap());
    assert_eq!(read.surfaces, edited.surfaces);
    assert_ne!(read.surfaces[0].st, read.surfaces[1].st);
}

#[test]
fn a_changed_count_keeps_the_trailing_bytes() {
    let mut file = one_triangle().build();
    file.push("trailing", b"(c) somebody");
    let mut edited = model(file.bytes());
    let frame = edited.frames[1].clone();
    let vertices = edited.surfaces[0].frame_vertices(1).to_vec();
    edited.frames.push(frame);
    edited.surfaces[0].vertices.extend(vertices);
    let written = edited.to_bytes().unwrap();

    assert_eq!(written.len(), file.len() + 56 + 112 + 3 * 8);
    assert!(written.ends_with(b"(c) somebody"));
    let read = Md3::parse(&written).unwrap();
    assert!(read.surfaces()[0].positions(2).eq(read.surfaces()[0].positions(1)));
    assert_eq!(usize::try_from(read.header().ofs_end), Ok(written.len() - 12));
}

/// Without tags, the number of tags is the same for any number of frames.
#[test]
fn the_stored_layout_is_not_used_for_another_number_of_frames() {
    let mut spec = two_surfaces();
    spec.tags.clear();
    let mut edited = model(spec.build().push("trailing", b"x").bytes());
    assert!(edited.frames.len() > 1);
    edited.frames.pop();
    for surface in &mut edited.surfaces {
        let kept = surface.vertices.len() - surface.st.len();
        surface.vertices.truncate(kept);
    }
    let written = edited.to_bytes().unwrap();
    assert!(model(&written).frames == edited.frames);
}

#[test]
fn rejects_models_that_the_format_cannot_hold() {
    #[track_caller]
    fn rejected(edit: impl FnOnce(&mut Model), text: &str) {
        let mut model = model(one_triangle().build().bytes());
        edit(&mut model);
        assert_eq!(model.to_bytes().unwrap_err().to_string(), text);
    }
    rejected(|m| m.frames[1].tags.clear(), r#"frame 1 ("rise"): 0 tags, expected 1 as in frame 0"#);
    rejected(
        |m| _ = m.surfaces[0].vertices.pop(),
        r#"surface 0 ("blade"), vertices: 5 vertices, expected 3 texture coordinates times 2 frames"#,
    );
    rejected(
        |m| m.surfaces[0].triangles.push(Triangle { indices: [0, 3, 0] }),
        r#"surface 0 ("blade"), triangle 1, corner 1: vertex index 3, expected below 3"#,
    );
    rejected(
        |m| m.surfaces[0].st[1].t = f32::NAN,
        r#"surface 0 ("blade"), st 1: [1.0, NaN], expected finite numbers"#,
    );
    let mut model = model(one_triangle().build().bytes());
    model.frames[1].tags[0].axes[2][0] = f32::INFINITY;
    let error = model.to_bytes().unwrap_err().to_string();
    assert!(error.starts_with(r#"frame 1, tag 0 ("tag_tip"): origin "#), "{error}");
}

#[test]
fn a_new_model_is_written_canonically() {
    let file = two_surfaces().build();
    let mut model = model(file.bytes());
    assert_eq!(model.layout, Layout::default());
    assert!(model.to_bytes().unwrap() == file.bytes());
    model.surfaces.clear();
    model.frames.clear();
    assert!(!check(&model.to_bytes().unwrap()).has_errors());
}

#[test]
fn bounds_contain_all_vertices_of_a_frame() {
    let vertex = |xyz| VertexSpec { xyz, ..VertexSpec::default() };
    let surface = |vertices: Vec<Vec<VertexSpec>>| SurfaceSpec {
        st: vec![[0.0; 2]; vertices[0].len()],
        vertices,
        ..SurfaceSpec::default()
    };
    let spec = Md3Spec {
        frames: vec![Default::default(); 2],
        surfaces: vec![
            surface(vec![vec![vertex([-64, 0, 0]), vertex([0, 192, 0])], vec![vertex([0; 3]); 2]]),
            surface(vec![vec![vertex([0, 0, -256])], vec![vertex([1, 1, 1])]]),
        ],
        ..Md3Spec::default()
    };
    let mut model = model(spec.build().bytes());
    model.update_bounds();
    let [first, second] = [0, 1].map(|frame: usize| model.frames[frame].bounds);
    let expected =
        FrameBounds { min: [-1.0, 0.0, -4.0], max: [0.0, 3.0, 0.0], local_origin: [0.0; 3], radius: 4.0 };
    assert_eq!(first, expected);
    // The distance is √3 steps.
    assert_eq!((second.max, second.radius), ([1.0 / 64.0; 3], 2.0 / 64.0));
}
