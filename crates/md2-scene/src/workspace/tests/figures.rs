//! Tests of figures of several models: positions of the parts, common sequences and skins.

use md2_anim::SequenceList;
use md2_anim::quake3::AnimationConfig;
use md2_testdata::md3;

use super::*;
use crate::{DrawnActor, Figure, MountPoint, Part, PartMotion, Weapon};

/// The rows of an `animation.cfg` for legs and a torso with four frames each. A row has the first frame, the number
/// of frames, the number of looping frames, and the frame rate.
const ROWS: &str = "0 4 0 10  0 1 0 10  0 4 0 10  0 1 0 10  0 4 0 10  0 1 0 10
    0 4 0 10  0 4 4 10  0 4 4 10  0 4 0 10  0 4 0 10  1 2 2 10  0 4 4 10
    0 4 4 10  0 4 4 10  0 4 4 10  0 4 4 10  0 4 4 10  0 4 0 10  0 4 0 10  0 4 0 10  0 4 0 10  2 2 2 10  0 4 4 10
    0 4 4 10";

fn skins(labels: &[&str]) -> Vec<Skin> {
    labels.iter().map(|label| Skin::built_in(label, MOSS)).collect()
}

fn part(name: &str, spec: &md3::Md3Spec, labels: &[&str], split: SequenceList, start: &str) -> Document {
    let companions = Companions { split: Some(split), skins: skins(labels), ..Companions::default() };
    Document::from_bytes(name, spec.build().bytes(), companions).unwrap().starting_with(start)
}

fn legs(spec: &md3::Md3Spec, labels: &[&str]) -> Document {
    part("lower.md3", spec, labels, rows().lower(4), "LEGS_IDLE")
}

fn torso(spec: &md3::Md3Spec, labels: &[&str]) -> Document {
    part("upper.md3", spec, labels, rows().upper(4), "TORSO_STAND")
}

fn rows() -> AnimationConfig {
    AnimationConfig::parse(ROWS.as_bytes()).unwrap()
}

pub(super) fn model(name: &str, spec: &md3::Md3Spec, labels: &[&str]) -> Arc<Document> {
    let companions = Companions { skins: skins(labels), ..Companions::default() };
    Arc::new(Document::from_bytes(name, spec.build().bytes(), companions).unwrap())
}

pub(super) fn player_of(lower: &md3::Md3Spec, upper: &md3::Md3Spec) -> Figure {
    let parts = vec![
        Part::first("legs", Arc::new(legs(lower, &["default", "blue", "red"]))),
        Part::mounted(
            "torso",
            Arc::new(torso(upper, &["default", "red", "green"])),
            PartMotion::Plays,
            0,
            MountPoint::tag("tag_torso"),
        ),
        Part::mounted(
            "head",
            model("head.md3", &md3::player_head(), &["red", "DEFAULT"]),
            PartMotion::Still(0),
            1,
            MountPoint::tag("tag_head"),
        ),
    ];
    let gun = Weapon::from_document("gun", model("gun.md3", &md3::player_weapon(), &[]));
    Figure::new("test", parts).with_weapons(vec![gun], Some(0))
}

pub(super) fn player() -> Workspace {
    let figure = player_of(&md3::player_lower(), &md3::player_upper());
    let (workspace, outcome) = Workspace::new(figure, Viewport::whole(WINDOW));
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
    workspace
}

fn drawn<'a>(workspace: &'a Workspace, name: &str) -> DrawnActor<'a> {
    workspace.drawn().find(|drawn| drawn.document.name() == name).unwrap()
}

fn point_of(drawn: &DrawnActor<'_>, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let m = drawn.transform;
    [0, 1, 2].map(|i| m[0][i] * x + m[1][i] * y + m[2][i] * z + m[3][i])
}

fn origin(workspace: &Workspace, name: &str) -> [f32; 3] {
    point_of(&drawn(workspace, name), [0.0; 3])
}

pub(super) fn playing(workspace: &Workspace) -> Vec<String> {
    workspace.body().filter_map(Actor::player).map(|player| player.sequence().name.clone()).collect()
}

fn play(workspace: &mut Workspace, name: &str) {
    let _ = apply(workspace, Command::Play(name.to_owned()));
}

#[test]
fn parts_are_mounted_on_tags() {
    let mut workspace = player();
    let names: Vec<_> = workspace.drawn().map(|drawn| drawn.document.name().to_owned()).collect();
    assert_eq!(names, ["lower.md3", "upper.md3", "head.md3", "gun.md3"]);
    // LEGS_IDLE begins in frame 2, TORSO_STAND in frame 1; tag_torso is at 8 + frame, tag_head at 24 + frame.
    assert_eq!(origin(&workspace, "lower.md3"), [0.0; 3]);
    assert_eq!(origin(&workspace, "upper.md3"), [0.0, 0.0, 10.0]);
    assert_eq!(origin(&workspace, "head.md3"), [0.0, 0.0, 35.0]);
    assert_eq!(origin(&workspace, "gun.md3"), [12.0, -8.0, 26.0]);
    workspace.advance(KEY / 2);
    assert_eq!(origin(&workspace, "head.md3"), [0.0, 0.0, 36.0], "both half a unit higher");
    assert_eq!(pose(&workspace, workspace.body().nth(2).unwrap().id), (0, 0, 0.0), "the head is still");
}

#[test]
fn a_mirrored_tag_mirrors_the_mounted_part() {
    let mut upper = md3::player_upper();
    upper.tags.iter_mut().for_each(|tags| tags[1].axes[1] = [0.0, -1.0, 0.0]);
    let workspace = shown(player_of(&md3::player_lower(), &upper));
    assert_eq!(drawn(&workspace, "gun.md3").transform[1], [0.0, -1.0, 0.0, 0.0]);
}

#[test]
fn legs_and_torso_play_separately_or_together() {
    let mut workspace = player();
    assert_eq!(playing(&workspace), ["LEGS_IDLE", "TORSO_STAND"]);
    let [legs, torso] = [0, 1].map(|index| workspace.body().nth(index).unwrap().id);
    let choose = |workspace: &mut Workspace, actor, name: &str| {
        let sequence = Choice::Named(name.to_owned());
        let _ = apply(workspace, Command::ChooseSequence { actor, sequence });
    };
    choose(&mut workspace, legs, "LEGS_RUN");
    assert_eq!(playing(&workspace), ["LEGS_RUN", "TORSO_STAND"], "the torso is left alone");
    workspace.advance(KEY);
    choose(&mut workspace, torso, "TORSO_ATTACK");
    assert_eq!(playing(&workspace), ["LEGS_RUN", "TORSO_ATTACK"]);
    assert_eq!(position(&workspace), 1.0, "the legs continue");
    choose(&mut workspace, torso, "BOTH_DEATH1");
    assert_eq!(playing(&workspace), ["BOTH_DEATH1", "BOTH_DEATH1"]);
    workspace.advance(KEY * 3 / 2);
    assert_eq!(pose(&workspace, legs), pose(&workspace, torso), "at the same time");
    let _ = apply(&mut workspace, Command::Seek { actor: torso, to: Moment::Last });
    assert_eq!(position(&workspace), 3.0, "both seek");
    choose(&mut workspace, legs, "LEGS_WALK");
    assert_eq!(playing(&workspace), ["LEGS_WALK", "TORSO_STAND"], "a torso does not stay dead alone");
}

#[test]
fn a_sequence_plays_in_the_part_that_has_it() {
    let mut workspace = player();
    for (name, expected) in [
        ("LEGS_RUN", ["LEGS_RUN", "TORSO_STAND"]),
        ("torso_attack", ["LEGS_RUN", "TORSO_ATTACK"]),
        ("both_death2", ["BOTH_DEATH2", "BOTH_DEATH2"]),
        ("walk", ["LEGS_WALK", "TORSO_STAND"]),
        ("gesture", ["LEGS_WALK", "TORSO_GESTURE"]),
        ("Crouch idle", ["LEGS_IDLECR", "TORSO_GESTURE"]),
        ("stand 2", ["LEGS_IDLECR", "TORSO_STAND2"]),
        ("2", ["BOTH_DEATH2", "BOTH_DEATH2"]),
    ] {
        play(&mut workspace, name);
        assert_eq!(playing(&workspace), expected, "{name}");
        let each_once: Vec<_> = workspace.playing().iter().map(|sequence| sequence.name.as_str()).collect();
        assert_eq!(each_once, &expected[..if expected[0] == expected[1] { 1 } else { 2 }]);
    }
    assert!(workspace.apply(Command::Play(String::from("99"))).is_err(), "past the end");
    let error = workspace.apply(Command::Play(String::from("LEGS_FLY"))).unwrap_err().to_string();
    assert!(error.contains("test has no sequence \"LEGS_FLY\"; it has: BOTH_DEATH1, "), "{error}");
    assert!(error.contains("LEGS_TURN") && error.contains("TORSO_STAND2"), "{error}");
}

#[test]
fn a_figure_has_the_skins_of_all_its_parts() {
    let mut workspace = player();
    let labels: Vec<_> = workspace.skins().map(|skin| skin.label().to_owned()).collect();
    assert_eq!(labels, ["default", "red"]);
    let current = |workspace: &Workspace| -> Vec<_> {
        workspace.body().map(|actor| actor.current_skin().unwrap().label().to_lowercase()).collect()
    };
    let _ = apply(&mut workspace, Command::SelectFigureSkin(Choice::Named(String::from("red"))));
    assert_eq!((current(&workspace), workspace.skin_index()), (vec![String::from("red"); 3], Some(1)));
    let _ = apply(&mut workspace, Command::SelectFigureSkin(Choice::Next));
    assert_eq!(current(&workspace), ["default", "default", "default"]);
    let error = workspace.apply(Command::SelectFigureSkin(Choice::Named(String::from("blue")))).unwrap_err();
    assert_eq!(error.to_string(), "test has no skin \"blue\"; it has: default, red");
}
