//! Tests that drive a workspace through commands, without a device.

mod counterpart;
mod crossfades;
mod every_command;
mod figures;
mod game;
mod history;
mod invisible_models;
mod mistakes;
mod pause;
mod picking;
mod preview;
mod restored;
mod skin_requests;
mod timed_skins;
mod weapon_view;

use std::f32::consts::{FRAC_PI_2, PI};

use md2_anim::LoopMode;
use md2_mesh::Fade;

use super::*;
use crate::{Choice, Command, Companions, Moment, Skin, SkinImage, Weapon, builtin};

const KEY: Duration = Duration::from_millis(100);
const WINDOW: [u32; 2] = [1280, 800];

const MOSS: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");
const WEAPON: &[u8] = include_bytes!("../../../../assets/wanderer/weapon.md2");

fn figure() -> Document {
    Document::clone(&builtin::figure().unwrap().parts()[0].document)
}

fn weapon() -> Document {
    read("weapon.md2", WEAPON)
}

fn workspace() -> Workspace {
    let (workspace, outcome) = Workspace::new(figure(), Viewport::whole(WINDOW));
    assert!(outcome.warnings.is_empty());
    workspace
}

fn shown(figure: impl Into<crate::Figure>) -> Workspace {
    Workspace::new(figure, Viewport::whole(WINDOW)).0
}

fn read(name: &str, bytes: &[u8]) -> Document {
    Document::from_bytes(name, bytes, Companions::default()).unwrap()
}

fn act(workspace: &mut Workspace, commands: impl IntoIterator<Item = Command>) {
    for command in commands {
        let _ = apply(workspace, command);
    }
}

fn apply(workspace: &mut Workspace, command: Command) -> Outcome {
    workspace.apply(command).unwrap()
}

fn arm(workspace: &mut Workspace) -> ActorId {
    let weapon = Weapon::from_document("weapon", Arc::new(weapon()));
    let _ = apply(workspace, Command::AddWeapon(weapon));
    workspace.weapon_actors().next().unwrap().id
}

fn choose(workspace: &mut Workspace, name: &str) {
    let (actor, sequence) = (workspace.lead(), Choice::Named(name.to_owned()));
    let _ = apply(workspace, Command::ChooseSequence { actor, sequence });
}

fn position(workspace: &Workspace) -> f32 {
    workspace.player().position_in_keys()
}

fn pose(workspace: &Workspace, actor: ActorId) -> (u32, u32, f32) {
    let drawn = workspace.drawn().find(|drawn| drawn.actor == actor).unwrap();
    (drawn.pose.frame_a, drawn.pose.frame_b, drawn.pose.blend)
}

#[test]
fn a_figure_walks_over_its_floor_at_its_own_speed() {
    let mut workspace = workspace();
    assert_eq!(workspace.player().sequence().name, "walk");
    assert_eq!(workspace.floor().unwrap().scroll, [0.0, 0.0]);
    workspace.advance(KEY * 2);
    let scroll = workspace.floor().unwrap().scroll;
    assert!((scroll[0] + 4.375).abs() < 1e-3 && scroll[1] == 0.0, "{scroll:?}");
    assert!((position(&workspace) - 2.0).abs() < 1e-4);
}

#[test]
fn the_ground_is_the_lowest_point_of_a_sequence() {
    // Without hands, the weapon is in the air; dropped, it is on the ground.
    let mut workspace = shown(weapon());
    let document = Arc::clone(workspace.document());
    let lowest = |first, last| document.bounds_of(first, last).min[2];
    let mut floor_of = |name: &str| {
        choose(&mut workspace, name);
        (workspace.player().sequence().clone(), workspace.floor().unwrap().height)
    };
    let (stand, height) = floor_of("stand");
    assert_eq!(height, lowest(stand.first, stand.last));
    let (attack, height) = floor_of("attack");
    assert!(lowest(attack.first, attack.last) > lowest(stand.first, stand.first) + 10.0);
    assert_eq!(height, lowest(stand.first, stand.first), "in the air");
    let (death, height) = floor_of("death2");
    assert_eq!(height, lowest(death.last, death.last), "at rest");
    assert!(height != lowest(death.first, death.last));
    let actor = workspace.lead();
    act(&mut workspace, [Command::SetMode { actor, mode: LoopMode::Loop }]);
    assert_eq!(workspace.floor().unwrap().height, lowest(death.first, death.last));
}

#[test]
fn a_reload_keeps_view_position_and_skin() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    choose(&mut workspace, "run");
    let commands = [
        Command::Frame,
        Command::SetSpeed(0.5),
        Command::Seek { actor, to: Moment::Key(2.5) },
        Command::AddSkin { actor, skin: Skin::built_in("mine.png", MOSS) },
        Command::SelectSkin { actor, skin: Choice::Named(String::from("ember")) },
        Command::Orbit([40.0, 10.0]),
        Command::TogglePlaying,
    ];
    act(&mut workspace, commands);
    let before = workspace.clone();
    let outcome = apply(&mut workspace, Command::Reload { actor, document: Arc::new(figure()) });
    assert!(outcome.warnings.is_empty());
    assert_eq!((workspace.view(), workspace.floor()), (before.view(), before.floor()));
    assert_eq!(pose(&workspace, actor), pose(&before, actor));
    assert_eq!((workspace.transport(), workspace.is_playing()), (before.transport(), false));
    assert_eq!(workspace.actors()[0].current_skin().unwrap().label(), "ember.png");
    assert!(!Arc::ptr_eq(workspace.document(), before.document()));
    let mine = workspace.actors()[0].skins().filter(|skin| skin.label() == "mine.png").count();
    assert_eq!(mine, 1, "the added skin stays");
}

#[test]
fn a_command_that_fails_changes_nothing() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    let follower = arm(&mut workspace);
    let missing = ActorId(999);
    let broken = Skin::built_in("broken.png", b"no picture");
    let before = format!("{workspace:?}");
    let mut check = |command: Command, expected: &str| {
        let error = workspace.apply(command.clone()).expect_err("it cannot be carried out");
        assert!(error.to_string().contains(expected), "{command:?}: {error}");
        assert!(format!("{workspace:?}") == before, "{command:?} changed something");
    };
    check(Command::Reload { actor: missing, document: Arc::new(weapon()) }, "no actor 999");
    check(Command::Show { actor: missing, shown: true }, "no actor 999");
    check(Command::ChooseRanges { actor, index: 99 }, "no list of sequences 99, expected below");
    check(Command::SetMode { actor: follower, mode: LoopMode::Loop }, "no sequences of its own");
    let sequence = Choice::Named(String::from("swim"));
    check(Command::ChooseSequence { actor, sequence }, "wanderer has no sequence \"swim\"; it has: stand, ");
    check(Command::ChooseSequence { actor, sequence: Choice::Index(999) }, "no sequence \"999\"");
    check(Command::Seek { actor, to: Moment::Key(f32::NAN) }, "NaN");
    check(Command::SetSpeed(f32::INFINITY), "inf");
    let skin = Choice::Named(String::from("purple"));
    check(
        Command::SelectSkin { actor, skin },
        "no skin \"purple\"; it has: wanderer.png, ember.png, moss.png",
    );
    let skin = Choice::Index(0);
    check(Command::SelectSkin { actor: follower, skin }, "weapon.md2 has no skin \"0\"; it has: none");
    check(Command::AddSkin { actor, skin: broken }, "skin broken.png");
    check(Command::Orbit([0.0, f32::NAN]), "NaN");
    check(Command::SetDistance(f32::NEG_INFINITY), "inf");
}

fn weapon_with(skins: Vec<Skin>) -> Workspace {
    let companions = Companions { skins, ..Companions::default() };
    let document = Document::from_bytes("weapon.md2", WEAPON, companions).unwrap();
    shown(document)
}

#[test]
fn a_guessed_skin_is_applied_only_when_selected() {
    let moss = || Skin::built_in("moss.png", MOSS);
    let guess = || moss().guessed(true);
    let current = |workspace: &Workspace| workspace.actors()[0].skin_index();
    let mut alone = weapon_with(vec![guess()]);
    assert_eq!(current(&alone), None, "the checker, because a wrong image is worse than none");
    let actor = alone.lead();
    let _ = apply(&mut alone, Command::SelectSkin { actor, skin: Choice::Index(0) });
    assert_eq!(current(&alone), Some(0));
    let broken = Skin::built_in("broken.png", b"no image");
    assert_eq!(current(&weapon_with(vec![broken, guess()])), None, "a guess does not replace a broken skin");
    assert_eq!(current(&weapon_with(vec![guess(), moss()])), Some(1));
}
