//! Tests of playing as in the games.

use md2_anim::Script;
use md2_testdata::mdl;

use super::*;

const TICK: Duration = KEY;

fn in_game(mut workspace: Workspace) -> Workspace {
    let _ = apply(&mut workspace, Command::SetGame(true));
    workspace
}

fn scripted(script: &[u8]) -> Workspace {
    let script = Some(Script::parse(script).unwrap());
    let companions = Companions { script, ..Companions::default() };
    in_game(shown(Document::from_bytes("a.md2", crate::builtin::MODEL, companions).unwrap()))
}

fn name(workspace: &Workspace) -> &str {
    &workspace.player().sequence().name
}

fn frames(workspace: &mut Workspace, ticks: usize) -> Vec<u32> {
    let mut shown = Vec::with_capacity(ticks);
    for _ in 0..ticks {
        workspace.advance(TICK / 4);
        let pose = workspace.player().pose();
        workspace.advance(TICK / 2);
        assert_eq!(workspace.player().pose(), pose, "the pose changes only at ticks");
        assert_eq!((pose.frame_a, pose.blend), (pose.frame_b, 0.0));
        workspace.advance(TICK / 4);
        shown.push(pose.frame_a);
    }
    shown
}

#[test]
fn frames_step_ten_times_a_second() {
    let mut workspace = in_game(workspace());
    choose(&mut workspace, "run");
    assert_eq!(frames(&mut workspace, 8), [40, 41, 42, 43, 44, 45, 40, 41]);
    assert_eq!(position(&workspace).fract(), 0.0);
    let _ = apply(&mut workspace, Command::SetSpeed(0.5));
    assert_eq!(frames(&mut workspace, 4), [42, 42, 43, 43]);
}

#[test]
fn the_game_ignores_the_rates_of_scripts() {
    let mut workspace = scripted(b"run 40 45 25\n");
    assert_eq!(frames(&mut workspace, 3), [40, 41, 42]);
    let _ = apply(&mut workspace, Command::SetGame(false));
    workspace.advance(TICK);
    assert!((position(&workspace) - 5.5).abs() < 1e-3, "25 a second again");
}

#[test]
fn pain_and_attack_lead_back_to_the_sequence_before() {
    let mut workspace = in_game(workspace());
    for before in ["stand", "run", "walk"] {
        choose(&mut workspace, before);
        let first = workspace.player().sequence().first;
        choose(&mut workspace, "pain1");
        assert_eq!(frames(&mut workspace, 6), [54, 55, 56, 57, first, first + 1]);
        assert_eq!(name(&workspace), before);
        choose(&mut workspace, "attack");
        choose(&mut workspace, "pain3");
        assert_eq!(frames(&mut workspace, 5), [62, 63, 64, 65, first], "also after another action");
    }
    assert!(workspace.is_playing());
}

#[test]
fn a_grenade_is_thrown_by_waving_backwards() {
    let mut workspace = in_game(workspace());
    choose(&mut workspace, "stand");
    let actor = workspace.lead();
    let _ = apply(&mut workspace, Command::SetReversed { actor, reversed: true });
    choose(&mut workspace, "wave");
    assert_eq!(frames(&mut workspace, 9), [119, 118, 117, 116, 115, 114, 113, 112, 0]);
    choose(&mut workspace, "pain3");
    assert_eq!(frames(&mut workspace, 4), [65, 64, 63, 62], "only the wave changes");
}

#[test]
fn the_length_of_time_steps_makes_no_difference() {
    for sequence in ["jump", "pain1", "death1", "stand"] {
        let [mut one, mut other] = [in_game(workspace()), in_game(workspace())];
        choose(&mut one, sequence);
        choose(&mut other, sequence);
        for _ in 0..200 {
            one.advance(Duration::from_millis(13));
        }
        one.advance(Duration::from_millis(25));
        other.advance(Duration::from_millis(1300));
        other.advance(Duration::from_millis(1325));
        assert_eq!(one.player().pose(), other.player().pose(), "{sequence}");
        assert_eq!(name(&one), name(&other));
        let actor = other.lead();
        choose(&mut other, sequence);
        let _ = apply(&mut other, Command::Seek { actor, to: Moment::Seconds(2.625) });
        assert_eq!(one.player().pose(), other.player().pose(), "{sequence}, by seeking");
    }
    let mut workspace = in_game(workspace());
    choose(&mut workspace, "jump");
    workspace.advance(Duration::MAX);
    assert_eq!(name(&workspace), "walk", "however long");
}

#[test]
fn setting_a_loop_mode_leaves_the_game() {
    let mut workspace = in_game(workspace());
    choose(&mut workspace, "pain1");
    let actor = workspace.lead();
    let _ = apply(&mut workspace, Command::SetMode { actor, mode: LoopMode::PingPong });
    assert!(!workspace.transport().game && workspace.player().mode() == LoopMode::PingPong);
    workspace.advance(TICK * 99);
    assert_eq!(name(&workspace), "pain1");
}

#[test]
fn leaving_the_game_restores_the_chosen_sequence() {
    let mut workspace = workspace();
    choose(&mut workspace, "attack");
    let actor = workspace.lead();
    let _ = apply(&mut workspace, Command::SetMode { actor, mode: LoopMode::PingPong });
    for _ in 0..2 {
        workspace = in_game(workspace);
        workspace.advance(TICK * 20);
        assert_ne!(name(&workspace), "attack", "the game has gone on");
        let _ = apply(&mut workspace, Command::Reload { actor, document: Arc::new(figure()) });
        let _ = apply(&mut workspace, Command::SetGame(false));
        assert_eq!((name(&workspace), position(&workspace)), ("attack", 0.0));
        assert_eq!(workspace.player().mode(), LoopMode::PingPong, "the mode set before");
        workspace.advance(TICK * 99);
        assert_eq!(name(&workspace), "attack");
    }
    workspace = in_game(workspace);
    choose(&mut workspace, "run");
    workspace.advance(TICK * 5 / 2);
    let _ = apply(&mut workspace, Command::SetGame(false));
    assert_eq!((name(&workspace), position(&workspace)), ("run", 2.5), "what plays still goes on");
}

#[test]
fn frame_groups_keep_their_own_times() {
    let mut free = shown(read("flame.mdl", mdl::frame_group().build().bytes()));
    let mut workspace = in_game(free.clone());
    for _ in 0..40 {
        assert_eq!(workspace.player().pose().frame_a, free.player().pose().frame_a);
        assert_eq!(workspace.player().pose().blend, 0.0);
        workspace.advance(Duration::from_millis(37));
        free.advance(Duration::from_millis(37));
    }
}

#[test]
fn a_quake_iii_player_blends_and_chains_sequences() {
    let mut workspace = in_game(figures::player());
    let _ = apply(&mut workspace, Command::Play(String::from("LEGS_RUN")));
    let _ = apply(&mut workspace, Command::Play(String::from("TORSO_ATTACK")));
    workspace.advance(TICK / 2);
    assert_eq!(workspace.player().pose().blend, 0.5, "Quake III interpolates");
    // Three frame intervals, and half of the transition to standing.
    workspace.advance(TICK * 3);
    assert_eq!(figures::playing(&workspace), ["LEGS_RUN", "TORSO_STAND"]);
    let torso = workspace.body().nth(1).unwrap().player().unwrap().pose();
    assert_eq!(
        (torso.frame_a, torso.frame_b),
        (3, 1),
        "from the last of the attack to the first of standing"
    );
    assert!((torso.blend - 0.5).abs() < 1e-3);

    let _ = apply(&mut workspace, Command::Play(String::from("BOTH_DEATH1")));
    workspace.advance(TICK * 9);
    assert_eq!(figures::playing(&workspace), ["BOTH_DEAD1", "BOTH_DEAD1"]);
    assert!(!workspace.is_playing(), "dead");

    act(&mut workspace, [Command::Play(String::from("LEGS_RUN")), Command::Play(String::from("LEGS_JUMP"))]);
    let mut passed = Vec::new();
    for _ in 0..14 {
        workspace.advance(TICK);
        passed.push(figures::playing(&workspace)[0].clone());
    }
    let count = |name: &str| passed.iter().filter(|other| *other == name).count();
    assert_eq!((count("LEGS_JUMP"), count("LEGS_LAND")), (6, 4), "{passed:?}");
    assert_eq!(passed.last().unwrap(), "LEGS_RUN");
}
