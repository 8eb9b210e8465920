//! Tests of cross-fades between sequences.

use super::*;
use crate::{CROSSFADE, LookSwitch};

fn with_weapon() -> Workspace {
    let mut workspace = workspace();
    let lead = workspace.lead();
    arm(&mut workspace);
    act(&mut workspace, [Command::Toggle(LookSwitch::Crossfade)]);
    act(&mut workspace, [Command::Seek { actor: lead, to: Moment::Key(2.5) }]);
    workspace
}

fn fades(workspace: &Workspace) -> Vec<Option<Fade>> {
    workspace.drawn().map(|drawn| drawn.fade).collect()
}

#[test]
fn the_old_pose_stays_while_the_new_sequence_plays() {
    let mut workspace = with_weapon();
    let before = workspace.drawn().next().unwrap().pose;
    choose(&mut workspace, "run");
    assert_eq!(fades(&workspace), [Some(Fade { from: before, weight: 0.0 }); 2]);
    workspace.advance(CROSSFADE / 4);
    assert_eq!(
        fades(&workspace),
        [Some(Fade { from: before, weight: 0.25 }); 2],
        "the weapon fades with the figure"
    );
    assert!(workspace.player().position_in_keys() > 0.3, "the new sequence plays");
    workspace.advance(CROSSFADE * 3 / 4);
    assert_eq!(fades(&workspace), [None; 2]);
}

#[test]
fn seeking_ends_a_cross_fade() {
    let actor = workspace().lead();
    for command in [
        Command::Seek { actor, to: Moment::Key(1.0) },
        Command::Step { forward: true },
        Command::Toggle(LookSwitch::Crossfade),
        Command::SetLook(Look::default()),
    ] {
        let mut workspace = with_weapon();
        choose(&mut workspace, "run");
        assert!(workspace.fades());
        act(&mut workspace, [command.clone()]);
        assert!(!workspace.fades(), "{command:?}");
    }
}

#[test]
fn only_a_new_sequence_starts_a_cross_fade() {
    let mut workspace = with_weapon();
    let actor = workspace.lead();
    act(&mut workspace, [Command::SetMode { actor, mode: LoopMode::Once }, Command::SetSpeed(2.0)]);
    assert!(!workspace.fades());
    act(&mut workspace, [Command::Toggle(LookSwitch::Crossfade)]);
    choose(&mut workspace, "run");
    assert!(!workspace.fades());
}
