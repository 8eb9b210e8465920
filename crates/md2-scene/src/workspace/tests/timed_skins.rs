//! Tests of timed skins, whose images change with time.

use super::*;
use crate::SlotContent;

fn torch() -> Workspace {
    let document = read("torch.mdl", md2_testdata::mdl::skin_group().build().bytes());
    let labels: Vec<_> =
        document.skins().iter().map(|skin| (skin.label().to_owned(), skin.place())).collect();
    let inside = |label: &str| (label.to_owned(), String::from("inside the model"));
    assert_eq!(labels, [inside("skin 1"), inside("skin 2")]);
    let (mut workspace, outcome) = Workspace::new(document, Viewport::whole(WINDOW));
    assert!(outcome.warnings.is_empty());
    act(&mut workspace, [Command::SetAutoOrbit(false), Command::SelectFigureSkin(Choice::Index(1))]);
    workspace
}

fn seen(workspace: &Workspace) -> usize {
    match workspace.drawn().next().unwrap().shown(0) {
        SlotContent::Image { index, .. } => index,
        other => panic!("{other:?}"),
    }
}

#[test]
fn timed_images_change_with_time() {
    let mut workspace = torch();
    let outfit = Arc::clone(workspace.drawn().next().unwrap().outfit.unwrap());
    assert_eq!(outfit.images().len(), 3);
    let mut seen_at = Vec::new();
    for _ in 0..11 {
        seen_at.push(seen(&workspace));
        workspace.advance(KEY);
    }
    assert_eq!(seen_at, [0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 0], "by tenths of a second");
    let current = workspace.drawn().next().unwrap().outfit.unwrap();
    assert!(Arc::ptr_eq(current, &outfit), "nothing is decoded again");
}

#[test]
fn a_timed_skin_changes_the_picture_of_a_still_model() {
    let mut file = md2_testdata::mdl::skin_group();
    file.frames.truncate(1);
    let mut workspace = shown(read("a.mdl", file.build().bytes()));
    let (actor, mode) = (workspace.lead(), LoopMode::Once);
    for command in [Command::SetAutoOrbit(false), Command::SetMode { actor, mode }] {
        let _ = apply(&mut workspace, command);
    }
    workspace.advance(KEY);
    assert!(!workspace.moves(), "a still skin does not change");
    let _ = apply(&mut workspace, Command::SelectSkin { actor, skin: Choice::Index(1) });
    assert!(workspace.moves() && !workspace.is_playing());
    workspace.advance(KEY * 2);
    assert_eq!(seen(&workspace), 1);
}
