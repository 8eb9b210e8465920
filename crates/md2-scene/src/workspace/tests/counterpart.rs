//! Tests of the comparison with another model.

use md2_testdata::TriangleSpec;

use super::*;
use crate::{Comparison, Figure, Matching, Outfit, Part, PosedScene, Reference, VertexDifference};

fn triangle(frames: &[(&str, u8)]) -> Document {
    let mut spec = md2_testdata::with_frames(frames.iter().map(|(name, _)| *name));
    for (frame, (_, out)) in spec.frames.iter_mut().zip(frames) {
        frame.translate = [0.0; 3];
        frame.vertices = vec![[0, 0, 0, 5], [*out, 0, 0, 5], [0, *out, 0, 5]];
    }
    read("triangle.md2", spec.build().bytes())
}

fn measured(workspace: &Workspace) -> (Vec<VertexDifference>, Matching) {
    let mut comparison = Comparison::default();
    comparison.measure(workspace);
    (comparison.compared.to_vec(), comparison.matching)
}

fn ghost(workspace: &Workspace) -> (u32, u32, f32) {
    let ghosts: Vec<_> = workspace.ghosts().collect();
    let [ghost] = &ghosts[..] else { panic!("{ghosts:?}") };
    (ghost.pose.frame_a, ghost.pose.frame_b, ghost.pose.blend)
}

fn playing(document: Document, sequence: &str) -> Workspace {
    let mut workspace = shown(document);
    let _ = apply(&mut workspace, Command::Play(sequence.to_owned()));
    workspace
}

#[test]
fn compares_the_sequences_of_the_same_name() {
    let own =
        triangle(&[("run1", 10), ("run2", 20), ("run3", 30), ("stand1", 4), ("stand2", 6), ("dive1", 7)]);
    let other = triangle(&[("stand1", 5), ("stand2", 9), ("run1", 14), ("run2", 20)]);
    let mut workspace = playing(own, "run");
    let _ = apply(&mut workspace, Command::CompareWith(other.into()));
    assert_eq!(ghost(&workspace), (2, 3, 0.0));
    let (compared, matching) = measured(&workspace);
    assert_eq!((compared.len(), matching), (3, Matching::Number));
    let mesh = workspace.document().mesh();
    let one = mesh.position(0, 1)[0] / 10.0;
    let distances: Vec<f32> = compared.iter().map(|compared| compared.distance() / one).collect();
    assert!(distances[0] < 1e-3 && (distances[1] - 4.0).abs() < 1e-3, "{distances:?}");
    assert_eq!((compared[1].vertex, compared[1].other), (1, 1));

    workspace.advance(KEY / 2);
    assert_eq!(ghost(&workspace), (2, 3, 0.5), "at the same time");
    workspace.advance(KEY);
    let (a, b, _) = ghost(&workspace);
    assert_eq!((a, b), (3, 3), "it has no third keyframe");
    let _ = apply(&mut workspace, Command::Play(String::from("stand")));
    assert_eq!((ghost(&workspace).0, ghost(&workspace).1), (0, 1));
    let _ = apply(&mut workspace, Command::Play(String::from("dive")));
    assert_eq!(ghost(&workspace).0, 3, "no dive: the frame of the same number, or the last");
}

#[test]
fn different_vertex_counts_pair_the_nearest_both_ways() {
    let quad = md2_testdata::seamed_quad().build();
    let quad = read("quad.md2", quad.bytes());
    let mut workspace = shown(quad);
    let _ = apply(&mut workspace, Command::CompareWith(triangle(&[("stand1", 10)]).into()));
    let (compared, matching) = measured(&workspace);
    assert_eq!((compared.len(), matching), (4 + 3, Matching::Nearest));
    for one in &compared {
        let of_vertex = compared.iter().filter(|other| other.vertex == one.vertex);
        let shortest = of_vertex.map(VertexDifference::distance).fold(f32::INFINITY, f32::min);
        let first = compared[..4].iter().find(|other| other.vertex == one.vertex).unwrap();
        assert_eq!(first.distance(), shortest, "the vertex is paired with the nearest");
    }
    let mut marked = super::picking::MarkList::default();
    workspace.mark(&mut PosedScene::default(), true, &mut marked);
    assert!(!marked.lines.is_empty());
}

fn triangles(count: u16) -> Document {
    let mut spec = md2_testdata::with_frames(["run1", "run2"]);
    spec.vertices = 3 * usize::from(count);
    spec.triangles =
        (0..count).map(|n| TriangleSpec { xyz: [3 * n, 3 * n + 1, 3 * n + 2], st: [0, 1, 2] }).collect();
    for (frame, high) in spec.frames.iter_mut().zip([0, 9]) {
        let corner = |n: u16, x: u8, y: u8| {
            let [low, row] = n.to_le_bytes();
            [low / 2 + x, row * 8 + y, high, 5]
        };
        let of_one = |n| [corner(n, 0, 0), corner(n, 1, 0), corner(n, 0, 1)];
        frame.vertices = (0..count).flat_map(of_one).collect();
    }
    read("triangles.md2", spec.build().bytes())
}

#[test]
fn measures_changes_only_and_large_models_while_paused() {
    let mut workspace = playing(triangle(&[("run1", 10), ("run2", 20)]), "run");
    let _ = apply(&mut workspace, Command::CompareWith(triangle(&[("run1", 14), ("run2", 20)]).into()));
    let mut comparison = Comparison::default();
    assert!(comparison.measure(&workspace));
    assert!(!comparison.measure(&workspace), "nothing has changed");
    let before = comparison.compared.to_vec();
    workspace.advance(KEY / 2);
    assert!(comparison.measure(&workspace));
    assert_ne!(comparison.compared, before);
    let _ = apply(&mut workspace, Command::Compare(None));
    assert!(comparison.measure(&workspace));
    assert!(comparison.compared.is_empty() && !workspace.has_marks());

    let mut workspace = playing(triangles(1500), "run");
    let _ = apply(&mut workspace, Command::CompareWith(triangles(400).into()));
    assert_eq!(measured(&workspace).1, Matching::Nearest, "5,700 vertices");
    let _ = apply(&mut workspace, Command::CompareWith(triangles(600).into()));
    let mut comparison = Comparison::default();
    comparison.measure(&workspace);
    assert_eq!((comparison.compared.len(), comparison.matching), (0, Matching::Postponed), "6,300");
    let _ = apply(&mut workspace, Command::SetPlaying(false));
    assert!(comparison.measure(&workspace));
    assert_eq!((comparison.compared.len(), comparison.matching), (6300, Matching::Nearest));
}

#[test]
fn a_model_does_not_differ_from_itself_while_a_sequence_fades_in() {
    let frames = [("run1", 10), ("run2", 20), ("stand1", 4), ("stand2", 90)];
    let mut workspace = playing(triangle(&frames), "run");
    let _ = apply(&mut workspace, Command::CompareWith(triangle(&frames).into()));
    act(
        &mut workspace,
        [Command::Toggle(crate::LookSwitch::Crossfade), Command::Play(String::from("stand"))],
    );
    assert_eq!(workspace.ghosts().count(), 1, "both still show the old pose");
    workspace.advance(crate::CROSSFADE / 3);
    assert!(workspace.drawn().all(|drawn| drawn.fade.is_some()));
    assert!(measured(&workspace).0.iter().all(|compared| compared.distance() < 1e-4));
    assert_eq!(workspace.ghosts().count(), 0, "no ghost during a cross-fade");
    // The other model also fades from the sequence of the same name.
    let other = [("stand1", 4), ("stand2", 90), ("run1", 10), ("run2", 20)];
    let _ = apply(&mut workspace, Command::CompareWith(triangle(&other).into()));
    assert!(measured(&workspace).0.iter().all(|compared| compared.distance() < 1e-4));
    workspace.advance(crate::CROSSFADE);
    assert_eq!(workspace.ghosts().count(), 1);
}

#[test]
fn a_comparison_continues_with_the_next_model_until_a_frame_replaces_it() {
    let mut workspace = workspace();
    let _ = apply(&mut workspace, Command::CompareWith(figure().into()));
    assert!(workspace.is_comparing() && workspace.has_marks());
    assert!(measured(&workspace).0.iter().all(|compared| compared.distance() < 1e-4), "it is the same model");
    let reference = Some(Reference { actor: workspace.lead(), frame: 1 });
    let _ = apply(&mut workspace, Command::Compare(reference));
    assert!(workspace.counterpart().is_none());
    let _ = apply(&mut workspace, Command::CompareWith(figure().into()));
    assert!(workspace.reference().is_none());
    let lead = workspace.lead();
    let _ = apply(&mut workspace, Command::Reload { actor: lead, document: Arc::new(figure()) });
    assert!(workspace.is_comparing(), "the newer version is compared with the same model");
    let _ = apply(&mut workspace, Command::Open(figure().into()));
    let counterpart = workspace.counterpart().expect("the comparison continues");
    assert!(counterpart.document(workspace.lead()).is_some() && workspace.ghosts().count() == 1);
    let reference = Some(Reference { actor: workspace.lead(), frame: 1 });
    act(&mut workspace, [Command::Compare(reference), Command::Open(figure().into())]);
    assert!(!workspace.is_comparing(), "the frame belonged to the previous model");
}

#[test]
fn parts_are_paired_by_role() {
    use md2_testdata::md3;
    let player = || figures::player_of(&md3::player_lower(), &md3::player_upper());
    let mut workspace = shown(player());
    let _ = apply(&mut workspace, Command::CompareWith(player()));
    let ids: Vec<ActorId> = workspace.body().map(|actor| actor.id).collect();
    let counterpart = workspace.counterpart().unwrap();
    for (id, part) in ids.iter().zip(counterpart.figure().parts()) {
        assert!(Arc::ptr_eq(counterpart.document(*id).unwrap(), &part.document));
    }
    // The torso is paired with the torso, and the legs have no counterpart.
    let torso = Figure::new("torso", vec![Part { mount: None, ..player().parts()[1].clone() }]);
    let _ = apply(&mut workspace, Command::CompareWith(torso));
    let counterpart = workspace.counterpart().unwrap();
    assert!(counterpart.document(ids[0]).is_none() && counterpart.document(ids[1]).is_some());
    // A single model is paired with the first part.
    let _ = apply(&mut workspace, Command::CompareWith(figure().into()));
    let counterpart = workspace.counterpart().unwrap();
    assert!(counterpart.document(ids[0]).is_some() && counterpart.document(ids[1]).is_none());
    assert_eq!(workspace.ghosts().count(), 1);
}

#[test]
fn the_original_has_the_skin_that_an_edit_has_replaced() {
    let folder = md2_testdata::TempFolder::new();
    let mut spec = md2_testdata::one_triangle();
    for (model, skin) in [("a.md2", "new.png"), ("b.md2", "old.png")] {
        folder.write(skin, MOSS);
        spec.skins = vec![skin.as_bytes().to_vec()];
        folder.write(model, spec.build().bytes());
    }
    let mut workspace = shown(crate::open(&folder.path("a.md2")).unwrap());
    let original = crate::open(&folder.path("b.md2")).unwrap();
    let view = Command::ViewCounterpart(crate::CounterpartView::Split(0.5));
    act(&mut workspace, [Command::CompareWith(original), view]);
    let file = |outfit: Option<&Arc<Outfit>>| Some(folder.name_of(outfit?.files().next()?.0));
    let shown: Vec<_> = workspace.drawn_on_both_sides().map(|drawn| file(drawn.outfit)).collect();
    assert_eq!(shown, [Some("new.png".into()), Some("old.png".into())], "the other image is a guess");
    // A model in memory has the skin of the open model.
    let in_memory = read("b.md2", spec.build().bytes());
    act(&mut workspace, [Command::CompareWith(in_memory.into())]);
    assert!(workspace.drawn_on_both_sides().all(|drawn| file(drawn.outfit) == Some("new.png".into())));
}
