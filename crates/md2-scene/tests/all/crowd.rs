//! Tests that crowds are reproducible, mixed and evenly spread, and allocate nothing while time advances.

use std::sync::Arc;
use std::time::Duration;

use md2_mesh::Pose;
use md2_scene::{
    Choice, Command, Companions, CrowdError, CrowdPlan, Document, Figure, MountPoint, Part, PartMotion,
    Placement, Viewport, Workspace, builtin,
};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

fn wanderer() -> Arc<Document> {
    Arc::clone(&builtin::figure().unwrap().parts()[0].document)
}

fn triangle() -> Arc<Document> {
    let file = md2_testdata::one_triangle().build();
    Arc::new(Document::from_bytes("triangle.md2", file.bytes(), Companions::default()).unwrap())
}

fn crowd(documents: &[Arc<Document>], count: usize) -> Workspace {
    let figures: Vec<Figure> = documents.iter().map(|document| Arc::clone(document).into()).collect();
    let (mut workspace, _) = Workspace::new(figures[0].clone(), Viewport::whole([640, 480]));
    let plan = CrowdPlan::new(&figures, count).unwrap();
    let outcome = workspace.apply(Command::OpenCrowd(plan)).unwrap();
    assert!(outcome.warnings.is_empty());
    workspace
}

fn members(workspace: &Workspace) -> Vec<(Placement, Pose)> {
    let groups = workspace.crowd().unwrap().groups.iter();
    groups.flat_map(|group| group.placements.iter().copied().zip(group.poses())).collect()
}

#[test]
fn a_crowd_is_the_same_each_time() {
    let documents = [wanderer(), triangle()];
    let mut crowds = [crowd(&documents, 300), crowd(&documents, 300)];
    assert_eq!(members(&crowds[0]), members(&crowds[1]));
    // The length of time steps makes no difference.
    crowds[0].advance(Duration::from_millis(1200));
    (0..100).for_each(|_| crowds[1].advance(Duration::from_millis(12)));
    assert_eq!(members(&crowds[0]), members(&crowds[1]));
    assert_eq!(crowds[0].floor(), crowds[1].floor());
}

#[test]
fn members_are_mixed_and_out_of_step() {
    let workspace = crowd(&[wanderer(), triangle()], 400);
    let groups = &workspace.crowd().unwrap().groups;
    let sizes: Vec<usize> = groups.iter().map(|group| group.placements.len()).collect();
    assert_eq!(sizes, [67, 67, 66, 200], "three skins of one model, and the other model");
    let skins: Vec<_> = workspace.actors().iter().map(md2_scene::Actor::skin_index).collect();
    assert_eq!(skins, [Some(0), Some(1), Some(2), None]);

    let poses: Vec<Pose> = groups[0].poses().collect();
    let alike = |pose: &Pose| poses.iter().filter(|other| *other == pose).count();
    assert!(poses.iter().map(alike).max() <= Some(2), "phases differ");
    let dead = |frame: u32| workspace.document().frame_name(frame).starts_with("death");
    assert!(poses.iter().all(|pose| !dead(pose.frame_a) && !dead(pose.frame_b)));
    let kinds = |pose: &Pose| {
        workspace.document().frame_name(pose.frame_a).trim_end_matches(char::is_numeric).to_owned()
    };
    let mut names: Vec<String> = poses.iter().map(kinds).collect();
    names.sort();
    names.dedup();
    assert!(names.len() > 8, "many sequences: {names:?}");
}

#[test]
fn members_stand_on_the_field_without_overlap() {
    let workspace = crowd(&[wanderer()], 100);
    let bounds = workspace.crowd().unwrap().bounds;
    assert_eq!(workspace.floor().unwrap().height, bounds.min[2]);
    let standing =
        workspace.document().bounds_of(workspace.document().standing, workspace.document().standing);
    let feet: Vec<[f32; 3]> = members(&workspace)
        .iter()
        .map(|(Placement { position, rotation: [.., sin, cos], scale }, _)| {
            // The sine and cosine of the whole angle.
            let (sin, cos) = (2.0 * sin * cos, cos * cos - sin * sin);
            let [a, b, _] = standing.center();
            let foot = [cos * a - sin * b, sin * a + cos * b, standing.min[2]];
            [0, 1, 2].map(|i| position[i] + scale * foot[i])
        })
        .collect();
    for (index, [x, y, z]) in feet.iter().enumerate() {
        assert!((z - bounds.min[2]).abs() < 1e-3, "on the ground: {z}");
        assert!((bounds.min[0]..bounds.max[0]).contains(x) && (bounds.min[1]..bounds.max[1]).contains(y));
        for [other_x, other_y, _] in &feet[..index] {
            let apart = (x - other_x).hypot(y - other_y);
            assert!(apart > 0.4 * standing.size()[0], "{apart} apart");
        }
    }
}

#[test]
fn advancing_time_allocates_nothing() {
    let mut workspace = crowd(&[wanderer()], 1000);
    let before = members(&workspace);
    let (_, made) = heap::allocations(|| {
        workspace.advance(Duration::from_millis(16));
        workspace.crowd().map(|crowd| crowd.groups.iter().map(|group| group.poses().count()).sum::<usize>())
    });
    assert_eq!(made, 0);
    let moved = before.iter().zip(&members(&workspace)).filter(|(before, after)| before != after).count();
    assert_eq!(moved, 1000, "all of them play");

    let _ = workspace.apply(Command::SetAutoOrbit(false)).unwrap();
    assert!(workspace.moves());
    let _ = workspace.apply(Command::TogglePlaying).unwrap();
    assert!(!workspace.moves());
    let before = members(&workspace);
    workspace.advance(Duration::from_millis(16));
    assert_eq!(members(&workspace), before, "stopped");
    let _ = workspace.apply(Command::Step { forward: true }).unwrap();
    assert!(
        members(&workspace).iter().all(|(_, pose)| pose.blend == 0.0 || pose.blend == 1.0),
        "at keyframes"
    );
}

#[test]
fn a_newer_version_of_a_model_replaces_it() {
    let mut workspace = crowd(&[wanderer(), triangle()], 40);
    let actor = workspace.actors()[3].id;
    let newer = triangle();
    let _ = workspace.apply(Command::Reload { actor, document: Arc::clone(&newer) }).unwrap();
    let crowd = workspace.crowd().unwrap();
    assert_eq!((crowd.count(), crowd.group(actor).unwrap().poses().len()), (40, 20));
    let _ = workspace.apply(Command::Play(String::from("run"))).unwrap();
    let select = Command::SelectSkin { actor: workspace.lead(), skin: Choice::Next };
    let _ = workspace.apply(select).unwrap();
    assert_eq!(workspace.crowd().unwrap().count(), 40);
}

#[test]
fn rejects_invalid_crowds() {
    let check = |figures: &[Figure], count: usize, expected: &str| {
        assert_eq!(CrowdPlan::new(figures, count).unwrap_err().to_string(), expected);
    };
    let one = [Figure::from(wanderer())];
    check(&[], 1, "a crowd needs at least one model");
    check(&one, 0, "a crowd needs 1 to 100000 members, found 0");
    check(&one, 100_001, "a crowd needs 1 to 100000 members, found 100001");
    let hat = Part::mounted("hat", triangle(), PartMotion::Still(0), 0, MountPoint::Origin);
    let two = Figure::new("sarge", vec![Part::first("body", wanderer()), hat]);
    let [one] = one;
    check(&[one, two.clone()], 2, "sarge has 2 models; a crowd needs figures with a single model");
    assert!(matches!(CrowdPlan::new(&[two], 2), Err(CrowdError::Parts { parts: 2, .. })));
}
