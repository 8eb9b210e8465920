//! Tests with real models from the folder `../shared/corpus` next to the repository. Without this folder, the tests print a note and
//! pass.

use std::fs;
use std::path::Path;

use md2_anim::quake3::{AnimationConfig, START_SEQUENCES};
use md2_anim::{Detection, LoopMode, Playback, Script, SequenceList, detect, find_sequence};
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
        assert_eq!(found.evidence().to_string(), "script: 27 ranges");
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
        assert_eq!((config.rows.len(), &config.notes[..]), (25, &[][..] as &[String]));
        assert_eq!(AnimationConfig::parse(config.to_text().as_bytes()).as_ref(), Ok(&config));
        let (lower, upper) = (config.lower(frames("lower.md3")), config.upper(frames("upper.md3")));
        assert_eq!(lower.evidence.to_string(), "animation.cfg: 20 animations", "{name}");
        assert_eq!(upper.evidence.to_string(), "animation.cfg: 13 animations");

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
