//! Tests of previews of sequences.

use super::*;
use crate::Preview;

fn start_preview(workspace: &mut Workspace, name: &str) {
    let preview = Preview { actor: workspace.lead(), sequence: workspace.player().find(name).unwrap() };
    let _ = apply(workspace, Command::Preview(Some(preview)));
    assert_eq!(workspace.preview(), Some(preview));
    assert_eq!(workspace.player().sequence_index(), preview.sequence);
}

fn playback_state(workspace: &Workspace) -> String {
    let players: Vec<_> = workspace.players().collect();
    format!("{players:?} {:?} {:?}", workspace.floor(), workspace.transport())
}

#[test]
fn ending_a_preview_restores_the_exact_position() {
    for figure in [workspace(), figures::player()] {
        for playing in [true, false] {
            let mut workspace = figure.clone();
            workspace.advance(KEY * 5 / 2);
            let _ = apply(&mut workspace, Command::SetPlaying(playing));
            let (before, camera) = (playback_state(&workspace), *workspace.camera());
            let names: Vec<String> =
                workspace.player().sequences().iter().map(|sequence| sequence.name.clone()).collect();
            let mut poses = 0;
            for name in &names {
                start_preview(&mut workspace, name);
                let first = workspace.player().pose();
                assert!(workspace.moves() || workspace.player().is_finished());
                workspace.advance(KEY / 3);
                let lead = workspace.lead();
                let settled = workspace.player_without_preview(lead).unwrap();
                assert!(!std::ptr::eq(workspace.player(), settled), "saved");
                poses += usize::from(workspace.player().pose() != first);
            }
            assert!(poses > 0, "the preview moves also while paused");
            assert!(!playing || workspace.camera().yaw != camera.yaw);
            let _ = apply(&mut workspace, Command::Preview(None));
            assert_eq!(playback_state(&workspace), before);
            assert_eq!(workspace.camera().distance, camera.distance);
            assert_eq!(workspace.moves(), playing);
        }
    }
}

#[test]
fn other_commands_end_the_preview_first() {
    let mut workspace = workspace();
    workspace.advance(KEY * 3 / 2);
    let actor = workspace.lead();
    start_preview(&mut workspace, "death1");
    act(&mut workspace, [Command::SetSpeed(2.0), Command::Orbit([4.0, 0.0])]);
    let _ = apply(&mut workspace, Command::Toggle(crate::LookSwitch::Smooth));
    assert!(workspace.preview().is_some(), "commands that do not change playback keep the preview");
    let _ = apply(&mut workspace, Command::TogglePlaying);
    assert_eq!((workspace.preview(), workspace.player().sequence().name.as_str()), (None, "walk"));
    assert!((position(&workspace) - 1.5).abs() < 1e-4 && !workspace.moves());
    let _ = apply(&mut workspace, Command::TogglePlaying);
    workspace.advance(KEY);
    assert!((position(&workspace) - 3.5).abs() < 1e-4, "at the new speed");

    start_preview(&mut workspace, "death1");
    let _ = apply(&mut workspace, Command::ChooseSequence { actor, sequence: Choice::Next });
    assert!(workspace.player().sequence().name != "death2", "the next is counted from what played");
    start_preview(&mut workspace, "death1");
    let _ = apply(&mut workspace, Command::Open(figure().into()));
    assert_eq!((workspace.preview(), workspace.player().sequence().name.as_str()), (None, "walk"));
}
