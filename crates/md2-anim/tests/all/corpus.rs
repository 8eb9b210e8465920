//! Tests with real models from the folder `../shared/corpus` next to the repository. Without this folder, the tests print a note and
//! pass.

use std::fs;
use std::path::Path;

use md2_anim::quake3::{AnimationConfig, START_SEQUENCES};
use md2_anim::{
    Detection, Evidence, LoopMode, Playback, Script, SequenceList, detect, find_sequence, player_sequences,
};
use md2_testdata::corpus;

/// Reads the frame names of a valid MD2: 16 bytes at offset 24 of each frame.
fn frame_names(model: &[u8]) -> Vec<[u8; 16]> {
    let word =
        |i: usize| u32::from_le_bytes(model[4 * i..4 * i + 4].try_into().expect("four bytes")) as usize;
    let (frame_bytes, frame_count, frames_offset) = (word(4), word(10), word(14));
    let name = |i: usize| frames_offset + i * frame_bytes + 24;
    (0..frame_count).map(|i| model[name(i)..name(i) + 16].try_into().expect("sixteen bytes")).collect()
}

fn detect_in(path: &Path) -> Detection {
    let names = frame_names(&fs::read(path).expect("a model of the corpus"));
    detect(names.iter().map(|name| &name[..]))
}

fn rows(found: &Detection) -> Vec<(&str, u32, u32)> {
    found.sequences().iter().map(|s| (s.name.as_str(), s.first, s.last)).collect()
}

#[test]
fn finds_the_ranges_of_real_models() {
    let Some(corpus) = corpus::root() else { return };

    let debris = detect_in(&corpus.join("debris/tris.md2"));
    assert_eq!(debris.sequences(), player_sequences(198), "a player with names such as pain1_1");
    let expected = Evidence::StandardNames { matched: 20, total: 20, inserted: 0, further: 0 };
    assert_eq!(debris.evidence(), &expected);

    let warrior = detect_in(&corpus.join("warrior/warrior.md2"));
    let expected = [("idle", 0, 0), ("run", 1, 8), ("attack", 9, 15), ("pain", 16, 19), ("die", 20, 25)];
    assert_eq!(rows(&warrior), expected);

    let spider = detect_in(&corpus.join("bloodspider/bloodspider.md2"));
    let expected = [("walk", 0, 33), ("shoot_melee", 34, 55), ("death", 56, 83), ("death1", 84, 95)];
    assert_eq!(rows(&spider), expected, "its script has the same two deaths");

    let druid = detect_in(&corpus.join("druid.obj/tris.md2"));
    assert_eq!(druid.evidence(), &Evidence::ActionCodes { sequences: 21 });
    assert_eq!(rows(&druid)[..4], [("DA", 0, 8), ("WB", 9, 24), ("KA", 25, 35), ("MA", 36, 38)]);

    let tank = detect_in(&corpus.join("alientank/alientank.md2"));
    assert_eq!(rows(&tank), [("stand", 0, 78)], "all frames share one name; its script has the ranges");

    let arch = detect_in(&corpus.join("archway.obj/arch.MD2"));
    assert_eq!((rows(&arch).len(), arch.evidence()), (1, &Evidence::OneFrame));
}

#[test]
fn reads_real_scripts() {
    let Some(corpus) = corpus::root() else { return };
    for name in ["bloodspider", "alientank"] {
        let folder = corpus.join(name);
        let mut found = detect_in(&folder.join(format!("{name}.md2")));
        let by_name = found.best.clone();
        let script =
            Script::parse(&fs::read(folder.join(format!("{name}.anm"))).expect("a script")).expect(name);
        found.prefer_script(&script);
        assert_eq!(found.evidence(), &Evidence::Script { ranges: 27, cut: 0 });
        assert_eq!(found.sequences().len(), 27);
        assert_eq!(found.alternatives[0], by_name);
        found.prefer_script(&script);
        assert_eq!(found.alternatives[0], by_name, "the script is read again");

        let walk = md2_anim::find_sequence(found.sequences(), "walk").expect("`walk0` is a walk");
        assert_eq!(walk.name, "walk0");
        let dead = md2_anim::find_sequence(found.sequences(), "dead1").expect("a pose");
        assert_eq!((dead.fps, dead.first), (0.0, dead.last));
        assert_eq!(Playback::for_sequence(dead).pose().frame_a, dead.first);
    }
}

#[test]
fn reads_real_player_configurations() {
    let Some(corpus) = corpus::root() else { return };
    // The offset that is added to the frame numbers of the legs.
    for (name, offset) in [("sarge", 63), ("tony", 1)] {
        let folder = corpus.join("md3/openarena/models/players").join(name);
        let frames = |part: &str| {
            let model = fs::read(folder.join(part)).expect("a model of the corpus");
            u32::from_le_bytes(model[76..80].try_into().expect("four bytes"))
        };
        let config =
            AnimationConfig::parse(&fs::read(folder.join("animation.cfg")).expect("a file")).expect(name);
        assert_eq!((config.rows.len(), &config.notes[..]), (25, &[][..]));
        let (lower, upper) = (config.lower(frames("lower.md3")), config.upper(frames("upper.md3")));
        assert_eq!(lower.evidence, Evidence::PlayerConfig { rows: 20, cut: 0 }, "{name}");
        assert_eq!(upper.evidence, Evidence::PlayerConfig { rows: 13, cut: 0 });

        let find =
            |list: &SequenceList, name: &str| find_sequence(&list.sequences, name).expect("a row").clone();
        let run = find(&lower, "LEGS_RUN");
        assert_eq!(i64::from(run.first), i64::from(config.rows[15].first) - offset);
        assert_eq!(find(&lower, "LEGS_WALKCR").first, find(&upper, "TORSO_GESTURE").first);
        let has = |list: &SequenceList, name: &str| find_sequence(&list.sequences, name).is_some();
        assert!(START_SEQUENCES.iter().all(|name| has(&lower, name) || has(&upper, name)));

        let death = find(&upper, "BOTH_DEATH1");
        assert_eq!((death.mode, &death), (LoopMode::Once, &find(&lower, "BOTH_DEATH1")));
        let back = Playback::for_sequence(&find(&lower, "LEGS_BACKWALK"));
        assert_eq!(back.pose().frame_a, find(&lower, "LEGS_WALK").last);

        // Read as the script of a single model, the rows have the names in their comments.
        let script = Script::parse(&fs::read(folder.join("animation.cfg")).expect("a file")).expect(name);
        assert_eq!((script.sequences.len(), script.sequences[15].name.as_str()), (25, "LEGS_RUN"));
    }
}
