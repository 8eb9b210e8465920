//! Tests of writing: an unedited model gives the same file, and parsing a written file gives the same model.

use md2_testdata::TaggedBytes;
use md2_testdata::mdl::{MdlSpec, frame_group, one_triangle, skin_group};
use mdl_format::model::{FrameGroup, Layout, Model, ModelFrame, ModelPose, ModelSkin, SkinGroup};
use mdl_format::raw::{Bounds, PoseName, St, Triangle, Vertex};
use mdl_format::{Effects, Mdl, SyncType};

fn model(file: &TaggedBytes) -> Model {
    Mdl::parse(file.bytes()).unwrap().to_model()
}

fn group(frame: &mut ModelFrame) -> &mut FrameGroup {
    match frame {
        ModelFrame::Group(group) => group,
        ModelFrame::Single(_) => panic!("not a group"),
    }
}

#[test]
fn an_edit_changes_only_its_bytes() {
    let spec = MdlSpec { skins: skin_group().skins, trailing: b"QMEX data".to_vec(), ..frame_group() };
    let mut file = spec.build();
    file.set("frame[0].pose[0].name", b"run1\0leftovers!!").set_i32("synctype", 7);
    file.set_i32("frame[1].type", -1).set_i32("tri[0].front", 1_637_888).set("frame[1].min", &[9, 8, 7, 6]);
    let mut edited = model(&file);
    assert_ne!(edited.layout, Layout::default());
    let flames = group(&mut edited.frames[1]);
    flames.poses[2].end_s = 0.75;
    flames.poses[1].value.name = PoseName::new("walk").unwrap();
    flames.poses[0].value.vertices[2].position = [1, 2, 3];
    edited.skins[1].images_mut().nth(1).unwrap()[5] = 77;
    edited.effects = Effects::ROTATE;
    edited.eye_position[2] = 8.0;
    let written = edited.to_bytes().unwrap();

    file.set_f32("frame[1].interval[2]", 0.75).set("frame[1].pose[1].name", b"walk\0\0\0\0\0\0\0\0\0\0\0\0");
    file.set("frame[1].pose[0].vertex[2].xyz", &[1, 2, 3]);
    let mut image = vec![2; 64];
    image[5] = 77;
    file.set("skin[1].pixels[1]", &image).set_i32("flags", 8).set_f32("eyeposition[2]", 8.0);
    assert!(written == file.bytes());

    // The value 7 means the same as 0. It is written only if the synchronization was not changed.
    edited.sync_type = SyncType::Random;
    file.set_i32("synctype", 1);
    assert!(edited.to_bytes().unwrap() == file.bytes());
    edited.layout = Layout::default();
    assert!(edited.to_bytes().unwrap() == file.bytes()[..file.len() - 9]);
}

#[test]
fn rejects_models_that_the_format_cannot_hold() {
    #[track_caller]
    fn rejected(edit: impl FnOnce(&mut Model), text: &str) {
        let spec = MdlSpec { skins: skin_group().skins, ..frame_group() };
        let mut model = model(&spec.build());
        edit(&mut model);
        assert_eq!(model.to_bytes().unwrap_err().to_string(), text);
    }
    rejected(
        |m| _ = group(&mut m.frames[1]).poses[2].value.vertices.to_mut().pop(),
        r#"frame 1, pose 2 ("flame3"): 2 vertices, expected 3, the number of skin coordinates"#,
    );
    rejected(
        |m| m.st.push(St::new(0, 0)),
        r#"frame 0 ("stand1"): 3 vertices, expected 4, the number of skin coordinates"#,
    );
    rejected(
        |m| m.triangles.push(Triangle::new(1, [0, 3, 0])),
        "triangle 1, corner 1: vertex 3, expected below 3",
    );
    rejected(
        |m| _ = m.skins[0].images_mut().next().unwrap().pop(),
        "skin 0: 63 texels, expected 64, the width times the height of the skins",
    );
    rejected(
        |m| m.skins[1].images_mut().last().unwrap().push(0),
        "skin 1, image 2: 65 texels, expected 64, the width times the height of the skins",
    );
    rejected(|m| m.skin_width = 1 << 31, "header, skinwidth: 2147483648, expected at most 2147483647");
    rejected(|m| group(&mut m.frames[1]).poses.clear(), "frame 1: 0 members, expected 1 or more");
    rejected(
        |m| m.skins[1] = ModelSkin::Group(SkinGroup::new(Vec::new())),
        "skin 1: 0 members, expected 1 or more",
    );
    rejected(
        |m| m.origin[1] = f32::INFINITY,
        "header, scale: scale [0.125, 0.125, 0.125], origin [-16.0, inf, -24.0], expected finite numbers",
    );
}

#[test]
fn bounds_and_size_follow_from_the_vertices() {
    let mut model = model(&frame_group().build());
    let frames = model.frames.clone();
    model.poses_mut().for_each(|pose| pose.bounds = Bounds::default());
    group(&mut model.frames[1]).bounds = Bounds::default();
    model.update_bounds();
    model.update_size();
    // Both legs of the triangle are 255 / 8 units long.
    assert_eq!(model.size, 31.875 * 31.875 / 2.0);
    // The farthest corner is at (-16, 15.875, -24) or its mirror image, at height 0.
    let radius = (16.0_f64 * 16.0 + 16.0 * 16.0 + 24.0 * 24.0).sqrt();
    assert!((f64::from(model.bounding_radius) - radius).abs() < 1.0e-5);
    assert!(f64::from(model.bounding_radius) >= radius);
    assert_eq!(model.frames, frames);
    // The coordinates and the area exceed the range of `f32`, but the size never becomes NaN.
    model.scale = [f32::MAX; 3];
    model.update_size();
    assert_eq!(model.size, f32::INFINITY);
}

/// Two sides of the triangle are (1, 2, 2) and (2, 1, -2). Their cross product is (-6, 6, -3), which has the length 9.
#[test]
fn the_size_is_the_mean_area_of_all_triangles() {
    let mut model = model(&one_triangle().build());
    model.scale = [1.0; 3];
    model.origin = [-3.0, 40.0, 7.0];
    let corners = [[5, 5, 5], [6, 7, 7], [7, 6, 3]].map(|position| Vertex::new(position, 0));
    let pose = ModelPose::new(PoseName::new("stand1").unwrap(), corners.into_iter().collect());
    model.frames = vec![ModelFrame::Single(pose)];
    model.triangles = vec![Triangle::new(1, [0, 1, 2]), Triangle::new(1, [0, 0, 0])];
    model.update_size();
    assert_eq!(model.size, 4.5 / 2.0);
}

#[test]
fn bounds_cover_vertices_and_stay_zero_without_vertices() {
    let vertices = [[3, 200, 9], [7, 1, 0], [5, 5, 255]].map(|position| Vertex::new(position, 0));
    let bounds = Bounds::covering(vertices);
    assert_eq!((bounds.bboxmin, bounds.bboxmax), ([3, 1, 0, 0], [7, 200, 255, 0]));
    assert_eq!(Bounds::covering(&vertices[..0]), Bounds::default());

    let mut empty = Model::default();
    empty.update_bounds();
    empty.update_size();
    assert_eq!(empty, Model::default());
    assert_eq!(Mdl::parse(&empty.to_bytes().unwrap()).unwrap().to_model(), empty);
}
