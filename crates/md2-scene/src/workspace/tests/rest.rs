//! Pausing rests everything, and another model opened keeps how time passes.

use md2_anim::{Easing, Rates};

use super::*;
use crate::CrowdPlan;

fn torch() -> Document {
    read("torch.mdl", md2_testdata::mdl::skin_group().build().bytes())
}

/// All that time moves.
fn seen(workspace: &Workspace) -> (String, View, Duration) {
    (format!("{:?}", workspace.player().pose()), workspace.view(), workspace.clock())
}

#[test]
fn pause_rests_everything_and_playing_goes_on_with_it() {
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
        assert!(workspace.camera().auto_orbit(), "it will circle again");
        let _ = apply(&mut workspace, Command::TogglePlaying);
        assert!(workspace.moves());
        workspace.advance(KEY);
        assert!(workspace.view() != before.1, "and does");
    }
}

#[test]
fn stepping_rests_the_camera_too() {
    let mut workspace = workspace();
    let _ = apply(&mut workspace, Command::Step { forward: true });
    assert!(!workspace.moves());
    let _ = apply(&mut workspace, Command::SetAutoOrbit(true));
    assert!(workspace.moves(), "who asks for it while all rests sees it");
    act(&mut workspace, [Command::TogglePlaying, Command::TogglePlaying]);
    assert!(!workspace.moves(), "until the next pause");
}

#[test]
fn what_cannot_start_again_can_be_paused() {
    // A single frame, and a camera that circles.
    let mut workspace = shown(read("still.md2", md2_testdata::seamed_quad().build().bytes()));
    for mode in [LoopMode::Loop, LoopMode::Once] {
        let actor = workspace.lead();
        let _ = apply(&mut workspace, Command::SetMode { actor, mode });
        assert!(workspace.moves() && workspace.can_pause(), "{mode}");
        let _ = apply(&mut workspace, Command::TogglePlaying);
        assert!(!workspace.moves(), "{mode}");
        let _ = apply(&mut workspace, Command::TogglePlaying);
    }
}

#[test]
fn a_crowd_rests_too() {
    let mut workspace = workspace();
    let plan = CrowdPlan::new(&[figure().into()], 9).unwrap();
    let _ = apply(&mut workspace, Command::OpenCrowd(plan));
    assert!(workspace.moves());
    let _ = apply(&mut workspace, Command::TogglePlaying);
    assert!(!workspace.moves());
}

#[test]
fn another_model_keeps_how_time_passes() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    for command in [
        Command::SetSpeed(0.5),
        Command::SetRates { actor, rates: Rates::Tutorial },
        Command::SetEasing { actor, easing: Easing::InOut },
        Command::SetReversed { actor, reversed: true },
        Command::SetMode { actor, mode: LoopMode::Once },
        Command::SetGame(true),
        Command::SetFloor(crate::FloorKind::None),
        Command::SetAutoOrbit(false),
        Command::SetPlaying(false),
    ] {
        let _ = apply(&mut workspace, command);
    }
    let (transport, look) = (workspace.transport(), *workspace.look());
    let _ = apply(&mut workspace, Command::Open(figure().into()));
    assert_eq!((workspace.transport(), *workspace.look()), (transport, look));
    assert!(!workspace.camera().auto_orbit() && !workspace.moves());
    let player = workspace.player();
    assert_eq!((player.rates(), player.easing()), (Rates::Tutorial, Easing::InOut));
    assert!(player.is_in_game() && !player.is_reversed());
    assert_eq!(position(&workspace), 0.0, "from its start");
    let _ = apply(&mut workspace, Command::SetGame(false));
    assert_eq!(workspace.player().mode(), LoopMode::Loop, "a mode is a sequence's");
}

#[test]
fn a_ball_bounces_unless_it_is_told_otherwise() {
    let bytes = include_bytes!("../../../../../assets/ball/ball.md2");
    let open = || read("ball.md2", bytes);
    let mut workspace = shown(open());
    let actor = workspace.lead();
    assert_eq!((workspace.player().mode(), workspace.player().easing()), (LoopMode::PingPong, Easing::Out));
    workspace.advance(KEY / 2);
    assert_eq!(pose(&workspace, actor), (0, 1, 0.75), "fast where it leaves the ground");
    workspace.advance(KEY);
    assert_eq!(pose(&workspace, actor), (0, 1, 0.75), "and where it comes down");
    let _ = apply(&mut workspace, Command::SetEasing { actor, easing: Easing::Linear });
    assert_eq!(pose(&workspace, actor), (0, 1, 0.5));
    let _ = apply(&mut workspace, Command::Open(open().into()));
    assert_eq!(workspace.player().easing(), Easing::Linear, "what was chosen stays");
}
