//! Tests of pausing, and of settings that stay when another model is opened.

use md2_anim::{Easing, Rates};

use super::*;

fn torch() -> Document {
    read("torch.mdl", md2_testdata::mdl::skin_group().build().bytes())
}

fn seen(workspace: &Workspace) -> (String, View, Duration) {
    (format!("{:?}", workspace.player().pose()), workspace.view(), workspace.clock())
}

#[test]
fn pause_stops_everything_and_play_continues() {
    let figures = [shown(figure()), {
        let mut workspace = shown(torch());
        let _ = apply(&mut workspace, Command::SelectFigureSkin(Choice::Index(1)));
        workspace
    }];
    for mut workspace in figures {
        workspace.advance(KEY * 3);
        assert!(workspace.moves() && workspace.can_pause());
        let _ = apply(&mut workspace, Command::TogglePlaying);
        let before = seen(&workspace);
        assert!(!workspace.moves() && !workspace.can_pause());
        workspace.advance(KEY * 7);
        assert_eq!(seen(&workspace), before, "nothing moves");
        assert!(workspace.camera().auto_orbit, "the orbit is only paused");
        let _ = apply(&mut workspace, Command::TogglePlaying);
        assert!(workspace.moves());
        workspace.advance(KEY);
        assert!(workspace.view() != before.1, "the orbit continues");
    }
}

#[test]
fn opening_a_model_keeps_the_transport() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    for command in [
        Command::SetSpeed(0.5),
        Command::SetRates { actor, rates: Rates::Tutorial },
        Command::SetEasing { actor, easing: Easing::InOut },
        Command::SetReversed { actor, reversed: true },
        Command::SetMode { actor, mode: LoopMode::Once },
        Command::SetGame(true),
        Command::SetLook(Look { floor: crate::FloorKind::None, ..Look::default() }),
        Command::SetAutoOrbit(false),
        Command::SetPlaying(false),
    ] {
        let _ = apply(&mut workspace, command);
    }
    let (transport, look) = (workspace.transport(), *workspace.look());
    let _ = apply(&mut workspace, Command::Open(figure().into()));
    assert_eq!((workspace.transport(), *workspace.look()), (transport, look));
    assert!(!workspace.camera().auto_orbit && !workspace.moves());
    let player = workspace.player();
    assert_eq!((player.rates, player.easing()), (Rates::Tutorial, Easing::InOut));
    assert!(player.is_in_game() && !player.reversed);
    assert_eq!(position(&workspace), 0.0, "the new sequence starts");
    let _ = apply(&mut workspace, Command::SetGame(false));
    assert_eq!(workspace.player().mode(), LoopMode::Loop, "the loop mode belongs to a sequence");
}
