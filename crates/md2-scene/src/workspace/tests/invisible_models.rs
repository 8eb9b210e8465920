//! Tests of models of which nothing is visible.

use md2_mesh::Bounds;
use md2_testdata::{Md2Spec, one_triangle};

use super::*;

fn points(frames: &[f32]) -> Md2Spec {
    let mut spec = one_triangle();
    let pose = spec.frames.swap_remove(0);
    spec.frames = frames
        .iter()
        .map(|&z| {
            let mut pose = pose.clone();
            pose.translate = [100.0, -20.0, z];
            pose.vertices.iter_mut().for_each(|vertex| *vertex = [0, 0, 0, 5]);
            pose
        })
        .collect();
    spec
}

fn on_stage(spec: &Md2Spec) -> Workspace {
    let document = read("nothing.md2", spec.build().bytes());
    shown(Arc::new(document))
}

fn check(spec: &Md2Spec, [x, y, z]: [f32; 3], why: &str) {
    let workspace = on_stage(spec);
    let notes = workspace.document().notes();
    assert!(notes.iter().any(|note| note.contains(why) && note.contains("nothing to see")), "{notes:?}");
    let floor = workspace.floor().unwrap();
    assert_eq!((floor.height, floor.tile, floor.center), (z, 64.0, [x, y]));
    assert!((50.0..80.0).contains(&floor.fade[0]), "{floor:?}");
    let player = Bounds { min: [x - 16.0, y - 16.0, z], max: [x + 16.0, y + 16.0, z + 56.0] };
    let (camera, view) = (workspace.camera(), workspace.view());
    assert!((100.0..200.0).contains(&camera.distance), "{}", camera.distance);
    assert!((0..3).all(|i| (view.target[i] - player.center()[i]).abs() < 0.01), "{view:?}");
    assert!(view.eye[2] > z && view.near > 0.1, "{view:?}");
}

#[test]
fn invisible_models_are_framed_like_a_player() {
    let origin = [0.0; 3];
    let nothing = Md2Spec { triangles: vec![], st: vec![], vertices: 0, gl_words: vec![], ..one_triangle() };
    let frames =
        nothing.frames.iter().map(|frame| md2_testdata::FrameSpec { vertices: vec![], ..frame.clone() });
    check(&Md2Spec { frames: frames.collect(), ..nothing }, origin, "No vertices");
    check(&points(&[7.0]), [100.0, -20.0, 7.0], "one point");
    // The triangle uses a vertex twice: a line, which is never drawn.
    let mut lines = points(&[7.0]);
    lines.triangles[0].xyz = [0, 1, 1];
    check(&lines, [100.0, -20.0, 7.0], "three different corners");
}

#[test]
fn vertices_without_triangles_are_framed_and_noted() {
    let vertices = Md2Spec { triangles: vec![], gl_words: vec![], ..one_triangle() };
    let workspace = on_stage(&vertices);
    assert!(workspace.document().notes()[0].contains("No triangles"));
    let size = workspace.document().bounds().radius();
    assert!(size > 1.0 && workspace.camera().distance > size, "the vertices are framed");
}

#[test]
fn an_invisible_sequence_is_framed_like_the_others() {
    // The first sequence is a single point, the second is visible.
    let mut spec = one_triangle();
    let gone = points(&[0.0]).frames.swap_remove(0);
    spec.frames[1].name = b"shown01".to_vec();
    spec.frames[0] = md2_testdata::FrameSpec { translate: [0.0; 3], name: b"stand01".to_vec(), ..gone };
    let mut workspace = on_stage(&spec);
    assert!(workspace.document().notes().is_empty(), "there is something to see");
    assert_eq!(workspace.player().sequence().name, "shown", "the model opens with something visible");
    let _outcome = workspace.apply(Command::Play(String::from("stand"))).unwrap();
    let _outcome = workspace.apply(Command::Frame).unwrap();
    let all = workspace.document().mesh().bounds();
    assert!(workspace.camera().distance > all.radius());
    let target = workspace.view().target;
    assert!((0..3).all(|i| (target[i] - all.center()[i]).abs() < 0.01), "{target:?}, {all:?}");
}

#[test]
fn a_picture_of_an_effect_shows_its_first_visible_frame() {
    // A flash that grows from a point and a line.
    let mut spec = points(&[0.0, 0.0]);
    spec.frames.extend(one_triangle().frames);
    let line = [[0, 0, 0, 5], [100, 0, 0, 5], [255, 0, 0, 5]];
    spec.frames[1].vertices.copy_from_slice(&line);
    for (number, frame) in (1..).zip(&mut spec.frames) {
        frame.name = format!("flash{number}").into_bytes();
    }
    let mut workspace = on_stage(&spec);
    assert_eq!(workspace.player().position_in_keys(), 2.0);
    act(&mut workspace, [Command::Play(String::from("flash"))]);
    assert_eq!(workspace.player().position_in_keys(), 0.0);
    crate::sketch::show_visible_frame(&mut workspace);
    assert_eq!(workspace.player().position_in_keys(), 2.0);
}

#[test]
fn the_floor_is_below_what_plays_and_not_below_another_pose() {
    // Frame 0 is a pose for painting, far below the others.
    let run = one_triangle().frames.swap_remove(1);
    let frame = |name: &str, z: f32| md2_testdata::FrameSpec {
        name: name.into(),
        translate: [0.0, 0.0, z],
        ..run.clone()
    };
    let frames = vec![frame("base", -500.0), frame("run1", 10.0), frame("run2", 12.0)];
    let workspace = on_stage(&Md2Spec { frames, ..one_triangle() });
    assert_eq!(workspace.player().sequence().name, "run");
    assert_eq!(workspace.floor().unwrap().height, 10.0);
}
