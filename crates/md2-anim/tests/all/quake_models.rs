//! Sequence detection for MDL and MD3.

use std::time::Duration;

use md2_anim::quake::MODELS;
use md2_anim::{
    Detection, EvidenceKind, GameModel, LoopMode, MdlFrame, Playback, Sequence, detect_md3, detect_mdl,
};

use crate::names::rows;

fn detect_named(stem: &str, names: &[String]) -> Detection {
    detect_mdl(stem, names.iter().map(|name| MdlFrame::single(name.as_bytes())))
}

fn numbered(stem: &str, count: u32) -> Vec<String> {
    (1..=count).map(|i| format!("{stem}{i}")).collect()
}

fn own_names(sequences: &[Sequence]) -> Vec<String> {
    let count = |s: &Sequence| u32::try_from(s.frame_count()).expect("few");
    sequences.iter().flat_map(|s| numbered(&s.name, count(s))).collect()
}

#[test]
fn uses_the_games_table_if_names_are_numbered_or_agree() {
    for model in MODELS {
        let (stem, frames, sequences) = (model.name, model.frame_count(), model.sequences());
        for names in [numbered("frame", frames), own_names(&sequences)] {
            let found = detect_named(&stem.to_uppercase(), &names);
            assert_eq!(found.sequences(), sequences, "{stem}");
            assert_eq!(found.evidence().to_string(), format!("Quake's {stem}: {frames} frames"));
            let whole = found.alternatives.last().expect("all frames as one");
            assert_eq!((whole.sequences[0].first, whole.sequences[0].last), (0, frames - 1), "{stem}");
        }
    }
}

#[test]
fn prefers_names_that_mark_other_boundaries() {
    // The model has as many frames as the game's shalrath, but shows another monster.
    let names = [numbered("idle", 13), numbered("fly", 12), numbered("bite", 10)].concat();
    let found = detect_named("shalrath", &names);
    assert_eq!(rows(found.sequences()), ["idle 0..12", "fly 13..24", "bite 25..34"]);
    assert!(found.alternatives.iter().any(|split| split.evidence.kind == EvidenceKind::GameTable));
}

#[test]
fn splits_other_models_by_names() {
    let names = [numbered("stand", 4), numbered("attack", 6), vec!["base".into()]].concat();
    let found = detect_named("mummy", &names);
    assert_eq!(rows(found.sequences()), ["stand 0..3", "attack 4..9", "base 10..10"]);
    assert_eq!(found.evidence().to_string(), "frame names: 3 sequences");
    let one = detect_named("box", &["frame1".into()]);
    assert_eq!((one.evidence().kind, one.frame_count), (EvidenceKind::OneFrame, 1));
    let words = ["to", "be", "or", "not"].map(String::from);
    assert_eq!(detect_named("x", &words).evidence().kind, EvidenceKind::NoMarks);
}

#[test]
fn does_not_find_the_standard_player_set_in_an_mdl() {
    let found = detect_named("newmonster", &numbered("frame", md2_anim::quake2::PLAYER_SET.frame_count()));
    assert_eq!(rows(found.sequences()), ["frame 0..197"]);
    assert_eq!(found.alternatives, []);
}

#[test]
fn splits_view_weapons_into_rest_and_shot() {
    for count in 5..=9 {
        let found = detect_named("v_shot", &numbered("shot", count));
        assert_eq!(rows(found.sequences()), ["rest 0..0".into(), format!("shot 1..{}", count - 1)]);
        assert!(found.sequences().iter().all(|s| s.mode == LoopMode::Once));
        assert_eq!(found.evidence().to_string(), "view weapon: rest frame, then one shot");
    }
    assert_eq!(rows(detect_named("v_long", &numbered("frame", 10)).sequences()), ["frame 0..9"]);
    assert_eq!(rows(detect_named("g_shot", &numbered("frame", 6)).sequences()), ["frame 0..5"]);
}

#[test]
fn makes_a_sequence_of_each_group() {
    // A group of ten, single frames, another group, and a group with invalid times.
    let ends: Vec<f32> = (1..=10).map(|i| i as f32 * 0.1).collect();
    let names = [numbered("walk", 5), numbered("die", 3)].concat();
    let singles = || names.iter().map(|name| MdlFrame::single(name.as_bytes()));
    let frames = [MdlFrame::group(b"idle01\0junk", &ends)]
        .into_iter()
        .chain(singles())
        .chain([MdlFrame::group(b"glow1", &[0.1, 0.4]), MdlFrame::group(b"", &[0.2, 0.2, 0.1])]);
    let found = detect_mdl("knight", frames);
    let expected = "idle 0..9, walk 10..14, die 15..17, glow 18..19, frames 20..22";
    assert_eq!(rows(found.sequences()).join(", "), expected);
    assert_eq!(found.frame_count, 23);
    assert_eq!(found.evidence().to_string(), "3 frame groups, 2 sequences by frame names");
    let [idle, walk, die, glow, odd] = found.sequences() else { panic!("five") };
    assert!([idle, glow, odd].iter().all(|s| s.mode == LoopMode::Loop && s.times.is_some()));
    assert_eq!((walk.times.is_none(), die.mode), (true, LoopMode::Once));
    assert_eq!((idle.fps, odd.fps), (10.0, 10.0), "invalid times become tenths of a second");

    let mut playback = Playback::for_sequence(glow);
    playback.advance(Duration::from_millis(250));
    assert_eq!((playback.pose().frame_a, playback.pose().frame_b, playback.pose().blend), (19, 18, 0.5));
}

#[test]
fn ignores_frames_without_poses_and_excess_frames() {
    let frame = |poses| MdlFrame { name: b"x", poses, times: None };
    assert_eq!(detect_mdl("x", []).evidence().kind, EvidenceKind::NoFrames);
    assert_eq!(detect_mdl("x", [frame(0)]).evidence().kind, EvidenceKind::NoFrames);
    let found = detect_mdl("x", [frame(2), frame(0), frame(u32::MAX - 2), frame(1)]);
    assert_eq!((found.frame_count, found.sequences().len()), (u32::MAX, 2));
}

#[test]
fn makes_one_loop_of_an_md3_unless_its_names_are_words() {
    let detect_in = |names: &[String]| detect_md3(names.iter().map(|name| name.as_bytes()));
    let repeated = |name: &str| vec![name.to_owned(); 30];
    for names in [repeated("(from 3DSMax)"), repeated("MilkShape 3D"), numbered("frame_", 30), repeated("")] {
        let found = detect_in(&names);
        assert_eq!(rows(found.sequences()), ["frames 0..29"]);
        assert_eq!(found.evidence().kind, EvidenceKind::Whole);
        assert_eq!((found.sequences()[0].mode, found.sequences()[0].fps), (LoopMode::Loop, 10.0));
        assert_eq!(found.alternatives, []);
    }
    let found = detect_in(&[numbered("stand", 5), numbered("run", 6), numbered("death", 4)].concat());
    assert_eq!(rows(found.sequences()), ["stand 0..4", "run 5..10", "death 11..14"]);
    assert_eq!(rows(&found.alternatives[0].sequences), ["frames 0..14"]);
    let found = detect_in(&[numbered("part", 5), numbered("bone", 6)].concat());
    assert_eq!(rows(found.sequences()), ["frames 0..10"]);
    assert_eq!(rows(&found.alternatives[0].sequences), ["part 0..4", "bone 5..10"]);
    assert_eq!(detect_in(&numbered("frame", 1)).evidence().kind, EvidenceKind::OneFrame);
    assert_eq!(detect_in(&[]).evidence().kind, EvidenceKind::NoFrames);
}

#[test]
fn opens_quake_models_with_a_living_sequence() {
    let opening = |model: &GameModel| {
        let found = detect_named(model.name, &numbered("frame", model.frame_count()));
        let at = found.opening_sequence().expect("it has sequences");
        format!("{} {}", model.name, found.sequences()[at].name)
    };
    let found: Vec<_> = MODELS.iter().map(opening).collect();
    // In several models the first sequence is an attack, a death or a run.
    let expected = "player stand, soldier stand, dog stand, ogre stand, knight stand, hknight stand, zombie stand, \
                    demon stand, wizard hover, enforcer stand, shambler stand, shalrath walk, tarbaby walk, fish swim, \
                    boss walk, oldone old";
    assert_eq!(found.join(", "), expected);
    assert_eq!(detect_named("v_shot", &numbered("shot", 7)).opening_sequence(), Some(0), "at rest");
}
