//! Tests of picking with the pointer, and of marks over the models.

use glam::{Mat4, Vec2, Vec3};
use md2_mesh::blend;

use super::*;
use crate::{
    Comparison, GhostModel, LookSwitch, MarkPoint, MarkSink, Picker, Piece, PointerTarget, PosedScene,
    Selection, VertexDifference,
};

fn resting(yaw: f32, orthographic: bool) -> Workspace {
    let mut workspace = workspace();
    for command in [
        Command::SetPlaying(false),
        Command::SetYaw(yaw),
        Command::SetOrthographic(orthographic),
        Command::Seek { actor: workspace.lead(), to: Moment::Key(2.4) },
    ] {
        let _ = apply(&mut workspace, command);
    }
    assert!(workspace.document().study().is_some());
    workspace
}

fn posed(workspace: &Workspace) -> Vec<Vec3> {
    let drawn = workspace.drawn().next().unwrap();
    let mut positions = vec![[0.0; 3]; drawn.mesh().vertex_count()];
    blend::blend_positions(drawn.mesh(), drawn.pose, &mut positions);
    let transform = Mat4::from_cols_array_2d(&drawn.transform);
    positions.into_iter().map(|at| transform.transform_point3(at.into())).collect()
}

/// Returns the triangle that a simple rasterizer draws at a pixel: `Some(None)` for no triangle, `None` if an edge is too near to tell.
fn drawn_at(workspace: &Workspace, pixel: [f32; 2]) -> Option<Option<u32>> {
    let (view, viewport) = (workspace.view(), workspace.viewport());
    let (positions, pixel) = (posed(workspace), Vec2::from(pixel));
    let forward = (Vec3::from(view.target) - Vec3::from(view.eye)).normalize();
    let depth = |at: Vec3| (at - Vec3::from(view.eye)).dot(forward);
    let mut nearest: Option<(f32, u32)> = None;
    for (number, vertices) in (0..).zip(workspace.document().mesh().indices().triangles()) {
        let at = vertices.map(|vertex| positions[vertex as usize]);
        let [a, b, c] = at.map(|at| Vec2::from(view.project(at.to_array(), viewport).unwrap()));
        let area = (b - a).perp_dot(c - a);
        let weights = [(b, c), (c, a), (a, b)].map(|(p, q)| (p - pixel).perp_dot(q - pixel) / area);
        if weights.iter().any(|weight| weight.abs() < 0.02) && weights.iter().all(|weight| *weight > -0.1) {
            return None;
        }
        if weights.iter().all(|&weight| weight > 0.0) {
            // Perspective interpolates the reciprocals of depths.
            let far: f32 = match view.projection {
                crate::Projection::Perspective { .. } => {
                    1.0 / (0..3).map(|i| weights[i] / depth(at[i])).sum::<f32>()
                }
                crate::Projection::Orthographic { .. } => (0..3).map(|i| weights[i] * depth(at[i])).sum(),
            };
            if nearest.is_none_or(|(other, _)| far < other) {
                nearest = Some((far, number));
            }
        }
    }
    Some(nearest.map(|(_, number)| number))
}

#[test]
fn picks_the_triangle_drawn_at_the_pixel() {
    let mut picker = Picker::default();
    let (mut hits, mut misses) = (0, 0);
    for (yaw, orthographic) in [(0.3, false), (2.0, false), (4.0, true)] {
        let workspace = resting(yaw, orthographic);
        for step in 0..200_u16 {
            let pixel = [440.0 + f32::from(step % 20) * 20.0, 90.0 + f32::from(step / 20) * 60.0];
            let Some(drawn) = drawn_at(&workspace, pixel) else { continue };
            let hit = picker.pick(&workspace, pixel, 0.0);
            assert_eq!(hit.and_then(|hit| hit.triangle), drawn, "{pixel:?} from {yaw}");
            let at = hit.map(|hit| workspace.view().project(hit.position, workspace.viewport()).unwrap());
            if let Some(at) = at {
                assert!((Vec2::from(at) - Vec2::from(pixel)).length() < 0.05);
            }
            *if drawn.is_some() { &mut hits } else { &mut misses } += 1;
        }
    }
    assert!(hits > 50 && misses > 50, "{hits} hits, {misses} misses");
}

#[test]
fn picks_visible_vertices_only() {
    let mut picker = Picker::default();
    let workspace = resting(0.3, false);
    let (view, viewport) = (workspace.view(), workspace.viewport());
    let (positions, mesh) = (posed(&workspace), workspace.document().mesh());
    let (mut seen, mut hidden) = (0, 0);
    for (vertex, source) in mesh.source_vertices().iter().enumerate().step_by(3) {
        if source.st.is_none() {
            continue;
        }
        let pixel = view.project(positions[vertex].to_array(), viewport).unwrap();
        let Some(hit) = picker.pick(&workspace, pixel, 6.0) else { continue };
        if hit.vertex == Some(source.xyz) {
            seen += 1;
            assert_eq!(hit.position, positions[vertex].to_array());
        } else {
            hidden += 1;
        }
        let Some(found) = hit.vertex else { continue };
        let at = view.project(hit.position, viewport).unwrap();
        assert!((Vec2::from(at) - Vec2::from(pixel)).length() < 6.1, "vertex {found}");
    }
    assert!(seen > 20 && hidden > 20, "{seen} seen, {hidden} behind others");
    assert_eq!(picker.pick(&workspace, [3.0, 3.0], 10.0), None);
}

#[test]
fn picks_back_faces_only_if_they_are_drawn() {
    let mut workspace = shown(read("one", md2_testdata::one_triangle().build().bytes()));
    let middle = posed(&workspace).iter().sum::<Vec3>() / 3.0;
    let mut picker = Picker::default();
    // The triangle is horizontal and faces up.
    let mut is_hit = |two_sided: bool, pitch: f32| {
        if workspace.look().two_sided != two_sided {
            let _ = apply(&mut workspace, Command::Toggle(LookSwitch::TwoSided));
        }
        let _ = apply(&mut workspace, Command::SetPitch(pitch));
        let pixel = workspace.view().project(middle.to_array(), workspace.viewport()).unwrap();
        picker.pick(&workspace, pixel, 0.0).is_some()
    };
    assert!(is_hit(true, 0.8) && is_hit(true, -0.8));
    assert!(is_hit(false, 0.8) && !is_hit(false, -0.8));
}

#[derive(Debug, Default)]
pub(super) struct MarkList {
    triangles: Vec<[MarkPoint; 3]>,
    pub(super) lines: Vec<[MarkPoint; 2]>,
    points: Vec<MarkPoint>,
}

impl MarkSink for MarkList {
    fn triangle(&mut self, corners: [MarkPoint; 3]) {
        self.triangles.push(corners);
    }
    fn line(&mut self, ends: [MarkPoint; 2]) {
        self.lines.push(ends);
    }
    fn point(&mut self, point: MarkPoint) {
        self.points.push(point);
    }
}

fn marked(workspace: &Workspace) -> MarkList {
    let mut marked = MarkList::default();
    workspace.mark(&mut PosedScene::default(), true, &mut marked);
    marked
}

#[test]
fn marks_hover_and_selection() {
    let mut workspace = resting(0.3, false);
    let actor = workspace.lead();
    assert!(!workspace.has_marks());
    let nothing = marked(&workspace);
    assert!(nothing.lines.is_empty() && nothing.points.is_empty());

    let pointed = PointerTarget { actor, triangle: Some(2), vertex: Some(40) };
    let _ = apply(&mut workspace, Command::Hover(Some(pointed)));
    let hover = marked(&workspace);
    let at = posed(&workspace)[40].to_array();
    // The vertex's disc follows the discs of the keyframes.
    assert_eq!(hover.points.len(), 3);
    assert_eq!(hover.points[2].position, at);
    let [before, after] = [hover.points[0].position, hover.points[1].position].map(Vec3::from);
    let pose = workspace.drawn().next().unwrap().pose;
    assert!((before.lerp(after, pose.blend) - Vec3::from(at)).length() < 1e-4);
    let around = workspace.document().study().unwrap().anatomy.triangles();
    let around = around.filter(|triangle| triangle.vertices().contains(&40)).count();
    assert_eq!(hover.lines.len(), 3 * around + 1);
    let mut without = MarkList::default();
    workspace.mark(&mut PosedScene::default(), false, &mut without);
    assert!(without.points.is_empty(), "pictures have no hover marks");

    let _ = apply(&mut workspace, Command::Hover(None));
    let selection = pointed.selection().unwrap();
    assert_eq!(selection.piece, Piece::Vertex(40));
    let triangle = Selection { actor, piece: Piece::Triangle(2) };
    let _ = apply(&mut workspace, Command::Select(Some(triangle)));
    let selected = marked(&workspace);
    assert_eq!((selected.triangles.len(), selected.lines.len()), (1, 3));
    let vertices = workspace.document().study().unwrap().anatomy.triangle(2).unwrap().vertices();
    let corners = vertices.map(|vertex| posed(&workspace)[vertex as usize].to_array());
    assert_eq!(selected.triangles[0].map(|corner| corner.position), corners);
}

#[test]
fn draws_normals_boxes_and_ghosts_on_request() {
    let mut workspace = resting(0.3, false);
    let _ = apply(&mut workspace, Command::Toggle(LookSwitch::Normals));
    let used = workspace.document().mesh().source_vertices().iter().filter(|source| source.st.is_some());
    assert_eq!(marked(&workspace).lines.len(), used.count());
    act(&mut workspace, [Command::Toggle(LookSwitch::Normals), Command::Toggle(LookSwitch::Boxes)]);
    let boxes = marked(&workspace).lines;
    assert_eq!(boxes.len(), 24);
    for at in posed(&workspace) {
        let around = |lines: &[[MarkPoint; 2]]| {
            let ends = || lines.iter().flatten().map(|end| Vec3::from(end.position));
            let (min, max) = (ends().reduce(Vec3::min).unwrap(), ends().reduce(Vec3::max).unwrap());
            at.cmpge(min - 1e-3).all() && at.cmple(max + 1e-3).all()
        };
        assert!(around(&boxes[..12]) && around(&boxes[12..]));
    }

    let frames = |workspace: &Workspace| -> Vec<u32> {
        workspace.ghosts().map(|GhostModel { pose, .. }| pose.frame_a).collect()
    };
    assert!(frames(&workspace).is_empty());
    let _ = apply(&mut workspace, Command::Toggle(LookSwitch::Onion));
    let first = workspace.player().sequence().first;
    assert_eq!(frames(&workspace), [first + 2, first + 3], "the keyframes around the pose");
    let actor = workspace.lead();
    let _ = apply(&mut workspace, Command::Seek { actor, to: Moment::Key(2.0) });
    assert_eq!(frames(&workspace), [first + 1, first + 3], "the neighbors of a keyframe");
    let _ = apply(&mut workspace, Command::Seek { actor, to: Moment::First });
    assert_eq!(frames(&workspace), [first + 1]);
}

fn compared(workspace: &Workspace) -> Vec<VertexDifference> {
    let mut comparison = Comparison::default();
    comparison.measure(workspace);
    comparison.compared.to_vec()
}

#[test]
fn a_pose_is_compared_with_a_frame_vertex_by_vertex() {
    let mut workspace = resting(0.3, false);
    assert_eq!(compared(&workspace).len(), 0);
    let reference = workspace.nearest_keyframe();
    let _ = apply(&mut workspace, Command::Compare(Some(reference)));
    let mesh = Arc::clone(workspace.document().mesh());
    let used: std::collections::BTreeSet<u32> =
        mesh.source_vertices().iter().filter(|source| source.st.is_some()).map(|source| source.xyz).collect();
    assert_eq!(compared(&workspace).len(), used.len());
    let positions = posed(&workspace);
    for compared in compared(&workspace) {
        let place = compared.vertex as usize;
        assert_eq!(Vec3::from(compared.position), positions[place]);
        assert_eq!(compared.other_position, mesh.position(reference.frame as usize, place));
    }
    assert!(compared(&workspace).iter().any(|compared| compared.distance() > 0.1));
    assert!(marked(&workspace).lines.len() > 100);
    assert_eq!(workspace.ghosts().map(|ghost| ghost.pose.frame_a).collect::<Vec<_>>(), [reference.frame]);
    let actor = workspace.lead();
    // In the frame itself no vertex is marked.
    let _ = apply(
        &mut workspace,
        Command::Select(Some(Selection { actor, piece: Piece::Frame(reference.frame) })),
    );
    assert!(compared(&workspace).iter().all(|compared| compared.distance() < 1e-3));
    assert!(marked(&workspace).lines.is_empty());
    assert!(workspace.apply(Command::Compare(Some(crate::Reference { actor, frame: 9999 }))).is_err());
    let _ = apply(&mut workspace, Command::Open(figure().into()));
    assert_eq!(workspace.reference(), None);
}
