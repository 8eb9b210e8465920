//! Tests of the looks for learners: mistakes on purpose, with the meshes, poses and times that they change, and drawing by OpenGL commands.

use super::*;
use crate::{DrawnActor, Geometry, Look, Mistake};

/// A workspace with the sequences `run` (frames 0 to 2) and `stand` (frames 3 and 4). Frame `i` is `i` units higher than frame 0.
fn runner() -> Workspace {
    let file = md2_testdata::with_frames(["run1", "run2", "run3", "stand1", "stand2"]).build();
    let mut workspace = shown(read("m.md2", file.bytes()));
    choose(&mut workspace, "run");
    workspace
}

fn make(workspace: &mut Workspace, mistake: Option<Mistake>) {
    let _ = apply(workspace, Command::SetLook(Look { mistake, ..Look::default() }));
}

fn first(workspace: &Workspace) -> DrawnActor<'_> {
    workspace.drawn().next().unwrap()
}

#[test]
fn a_mistake_alters_the_drawn_mesh_until_it_is_switched_off() {
    let mut workspace = workspace();
    let document = Arc::clone(workspace.document());
    let file = document.mesh();
    let check = |workspace: &mut Workspace, mistake, is_altered: &dyn Fn(&md2_mesh::Mesh) -> bool| {
        make(workspace, Some(mistake));
        let drawn = first(workspace).mesh();
        assert!(is_altered(drawn), "{mistake:?}");
        assert_eq!(drawn.vertex_count(), file.vertex_count());
    };
    check(&mut workspace, Mistake::FlippedT, &|mesh| {
        mesh.uvs().iter().zip(file.uvs()).all(|(new, old)| *new == [old[0], 1.0 - old[1]])
    });
    check(&mut workspace, Mistake::WrongWinding, &|mesh| {
        mesh.indices().triangles().zip(file.indices().triangles()).all(|(new, [a, b, c])| new == [a, c, b])
    });
    check(&mut workspace, Mistake::NoTranslate, &|mesh| {
        let (at, old, new) = (100, file.position(100, 7), mesh.position(100, 7));
        let translate = file.frames()[at].transform.translate;
        (0..3).all(|axis| (old[axis] - new[axis] - translate[axis]).abs() < 1e-3) && translate != [0.0; 3]
    });
    check(&mut workspace, Mistake::FirstNormals, &|mesh| {
        let vertices = 0..file.vertex_count();
        let normals = vertices.clone().all(|at| mesh.vertex_bytes(100, at)[3] == file.vertex_bytes(0, at)[3]);
        normals && vertices.into_iter().all(|at| mesh.position(100, at) == file.position(100, at))
    });
    make(&mut workspace, None);
    assert!(Arc::ptr_eq(first(&workspace).mesh(), document.mesh()));
    make(&mut workspace, Some(Mistake::UnturnedZ));
    let [_, left, up, _] = first(&workspace).transform;
    assert_eq!((left, up), ([0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]), "the left side is up");
}

#[test]
fn the_end_of_a_loop_blends_into_another_sequence_or_into_no_frame() {
    let mut workspace = runner();
    let actor = workspace.lead();
    let _ = apply(&mut workspace, Command::Seek { actor, to: Moment::Key(2.5) });
    let frames = |workspace: &Workspace| {
        let pose = first(workspace).pose;
        (pose.frame_a, pose.frame_b, pose.blend)
    };
    assert_eq!(frames(&workspace), (2, 0, 0.5));
    make(&mut workspace, Some(Mistake::UnwrappedLoop));
    assert_eq!(frames(&workspace), (2, 3, 0.5), "frame 3 is the first of `stand`");
    make(&mut workspace, Some(Mistake::FramePastEnd));
    assert_eq!(frames(&workspace), (2, 5, 0.5), "the file has 5 frames");
    assert_eq!(first(&workspace).mesh().frame_count(), 6);
    let _ = apply(&mut workspace, Command::Seek { actor, to: Moment::Key(1.5) });
    assert_eq!(frames(&workspace), (1, 2, 0.5), "inside the loop, the pose is right");
}

#[test]
fn the_best_moment_shows_the_largest_error() {
    let file = md2_testdata::with_frames(["run1", "run2", "stand1", "fly1", "fly2"]).build();
    let workspace = shown(read("m.md2", file.bytes()));
    let (player, document) = (workspace.player(), workspace.document());
    let best = |mistake: Mistake| mistake.best_moment(document.mesh(), player.sequences().iter().enumerate());
    // The frame after the run is 2 units above its first frame; the frame after the stand is only 1 unit higher.
    let names: Vec<_> = player.sequences().iter().map(|sequence| sequence.name.as_str()).collect();
    assert_eq!((names, best(Mistake::UnwrappedLoop)), (vec!["run", "stand", "fly"], Some((0, 1.7))));
    assert_eq!(best(Mistake::FramePastEnd), Some((0, 1.6)));
    assert_eq!(best(Mistake::FlippedT), None);
    let mut workspace = workspace;
    for command in workspace.mistake_commands(Mistake::UnwrappedLoop) {
        let _ = apply(&mut workspace, command);
    }
    assert_eq!((workspace.player().sequence().name.as_str(), workspace.transport().playing), ("run", false));
    assert!((position(&workspace) - 1.7).abs() < 1e-4, "where the mistake is largest");
}

#[test]
fn speed_by_pictures_does_not_depend_on_time() {
    let mut workspace = runner();
    make(&mut workspace, Some(Mistake::PictureSpeed));
    for (time, expected) in [(1, 1.0), (900, 2.0), (0, 2.0)] {
        workspace.advance(Duration::from_millis(time));
        assert!((position(&workspace) - expected).abs() < 1e-4, "{time} ms: {}", position(&workspace));
    }
}

#[test]
fn commands_replace_the_triangle_list_and_have_colors_on_request() {
    let mut workspace = workspace();
    let document = Arc::clone(workspace.document());
    let draw = |workspace: &mut Workspace, geometry| {
        let _ = apply(workspace, Command::SetLook(Look { geometry, ..Look::default() }));
    };
    let own = |workspace: &Workspace| {
        let outfit = first(workspace).outfit.unwrap();
        Arc::ptr_eq(outfit, workspace.actors()[0].outfit().unwrap())
    };
    assert_eq!(workspace.drawn_commands(&document), None);
    draw(&mut workspace, Geometry::Commands);
    let counts = workspace.drawn_commands(&document).expect("the figure has commands");
    // Each command draws two triangles less than it has vertices.
    assert_eq!(counts.triangles, counts.vertices - 2 * (counts.strips + counts.fans));
    assert_eq!(counts.vertices_saved(), 3 * counts.triangles - counts.vertices);
    assert_eq!(first(&workspace).mesh().triangle_count(), document.mesh().triangle_count());
    assert!(own(&workspace));
    draw(&mut workspace, Geometry::ColoredCommands);
    assert!(!own(&workspace), "a skin with the colors of the commands");
    draw(&mut workspace, Geometry::Triangles);
    assert!(own(&workspace) && Arc::ptr_eq(first(&workspace).mesh(), document.mesh()));

    let mut without = runner();
    draw(&mut without, Geometry::Commands);
    let document = Arc::clone(without.document());
    assert_eq!(without.drawn_commands(&document), None, "the file has no commands");
    assert!(Arc::ptr_eq(first(&without).mesh(), document.mesh()));
}
