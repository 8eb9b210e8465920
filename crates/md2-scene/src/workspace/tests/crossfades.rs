//! Sequences that fade into one another.

use super::*;
use crate::{CROSSFADE, LookSwitch};

/// The figure with its weapon in step, and cross-fade on.
fn armed() -> Workspace {
    let mut workspace = workspace();
    let lead = workspace.lead();
    act(&mut workspace, [add(Cue::Follow(lead)), Command::Toggle(LookSwitch::Crossfade)]);
    act(&mut workspace, [Command::Seek { actor: lead, to: Moment::Key(2.5) }]);
    workspace
}

fn fades(workspace: &Workspace) -> Vec<Option<Fade>> {
    workspace.drawn().map(|drawn| drawn.fade).collect()
}

fn choose(workspace: &mut Workspace, name: &str) {
    act(workspace, [Command::Play(name.to_owned())]);
}

#[test]
fn what_was_left_stands_while_what_was_chosen_plays() {
    let mut workspace = armed();
    let before = workspace.drawn().next().unwrap().pose;
    choose(&mut workspace, "run");
    assert_eq!(fades(&workspace), [Some(Fade { from: before, weight: 0.0 }); 2]);
    workspace.advance(CROSSFADE / 4);
    assert_eq!(fades(&workspace), [Some(Fade { from: before, weight: 0.25 }); 2], "the weapon as its bearer");
    assert!(workspace.player().position_in_keys() > 0.3, "it runs already");
    workspace.advance(CROSSFADE * 3 / 4);
    assert_eq!(fades(&workspace), [None; 2]);
}

#[test]
fn pauses_hold_a_fade_and_slow_motion_slows_it() {
    let mut workspace = armed();
    choose(&mut workspace, "run");
    workspace.advance(CROSSFADE / 2);
    let half = fades(&workspace);
    for command in [Command::SetPlaying(false), Command::Hold(true)] {
        act(&mut workspace, [command]);
        workspace.advance(CROSSFADE);
        assert_eq!(fades(&workspace), half);
        act(&mut workspace, [Command::SetPlaying(true), Command::Hold(false)]);
    }
    act(&mut workspace, [Command::SetSpeed(0.5)]);
    workspace.advance(CROSSFADE / 2);
    assert_eq!(fades(&workspace)[0].unwrap().weight, 0.75);
}

#[test]
fn whoever_goes_to_a_place_sees_it_and_nothing_else() {
    let actor = workspace().lead();
    for command in [
        Command::Seek { actor, to: Moment::Key(1.0) },
        Command::Step { forward: true },
        Command::Toggle(LookSwitch::Crossfade),
        Command::SetLook(Look::default()),
    ] {
        let mut workspace = armed();
        choose(&mut workspace, "run");
        assert!(workspace.fades());
        act(&mut workspace, [command.clone()]);
        assert!(!workspace.fades(), "{command:?}");
    }
}

#[test]
fn a_fade_that_is_cut_short_goes_on_from_what_has_the_larger_share() {
    let mut workspace = armed();
    choose(&mut workspace, "run");
    workspace.advance(CROSSFADE * 2 / 3);
    let running = workspace.drawn().next().unwrap().pose;
    choose(&mut workspace, "walk");
    assert_eq!(fades(&workspace)[0], Some(Fade { from: running, weight: 0.0 }));
}

#[test]
fn nothing_fades_unasked_and_where_nothing_changes() {
    let mut workspace = armed();
    let actor = workspace.lead();
    act(&mut workspace, [Command::SetMode { actor, mode: LoopMode::Once }, Command::SetSpeed(2.0)]);
    assert!(!workspace.fades());
    act(&mut workspace, [Command::Toggle(LookSwitch::Crossfade)]);
    choose(&mut workspace, "run");
    assert!(!workspace.fades());
}

#[test]
fn a_fade_moves_the_picture_also_where_no_sequence_does() {
    let mut workspace = armed();
    act(&mut workspace, [Command::SetAutoOrbit(false)]);
    choose(&mut workspace, "run");
    let actor = workspace.lead();
    act(&mut workspace, [Command::SetMode { actor, mode: LoopMode::Once }]);
    workspace.advance(CROSSFADE / 2);
    assert!(workspace.is_playing() && workspace.moves());
}
