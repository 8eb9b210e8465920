//! What holds whatever the names and scripts are.

use md2_anim::quake3::{ANIMATIONS, Animation, AnimationConfig, FILE_ROWS};
use md2_anim::{
    Detection, Evidence, MdlFrame, Playback, Script, Sequence, detect, detect_md3, detect_mdl, find_sequence,
    readable_name,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Names of the kinds that models have, so that rules meet each other.
fn names() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let word = prop::sample::select(vec![
        "stand", "run", "pain", "death", "frame", "x", "", "WA", "KA003F", "\"run\"_", "a/b", "\u{e4}",
        "\u{e4}-x",
    ]);
    let numbered =
        (word, 0..330_u32, 0..5_usize).prop_map(|(word, n, width)| format!("{word}{n:0width$}").into_bytes());
    let name = prop_oneof![8 => numbered, 1 => prop::collection::vec(any::<u8>(), 0..20)];
    let repeated = (name, 1..30_usize).prop_map(|(name, count)| vec![name; count]);
    prop::collection::vec(repeated, 0..20).prop_map(|runs| runs.concat())
}

/// Words of the kinds that configurations have, and others.
fn configs() -> impl Strategy<Value = String> {
    let words = [
        "0",
        "25",
        "-7",
        "2147483647",
        "-2147483648",
        "4294967296",
        "1.5",
        "inf",
        "x",
        "sex f ",
        "headoffset",
        "/*",
        "*/",
        "//",
        "\"",
        "\n",
        "md3anim",
        "\u{e4}",
    ];
    let row = (-99..300_i32, -40..40_i32, -2..40_i32, 0..99_u32)
        .prop_map(|(first, count, looping, fps)| format!("{first} {count} {looping} {fps}\n"));
    let word = prop_oneof![
        20 => row,
        2 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => ".{0,5}",
    ];
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

fn detect_in(names: &[Vec<u8>]) -> Detection {
    detect(names.iter().map(Vec::as_slice))
}

/// Whether the sequences follow one another without gaps from the first frame to the last.
fn cover(sequences: &[Sequence], frame_count: usize) -> bool {
    let mut next = 0;
    let in_order =
        sequences.iter().all(|s| s.first == std::mem::replace(&mut next, s.last + 1) && s.first <= s.last);
    in_order && next as usize == frame_count
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_model_that_lives_opens_dead(names in names()) {
        let found = detect_in(&names);
        for split in found.splits() {
            let opens_with = split.opens_with();
            prop_assert_eq!(opens_with.is_none(), split.sequences.is_empty());
            let name = |at: usize| split.sequences[at].name.as_str();
            let lives = (0..split.sequences.len()).any(|at| name(at).starts_with("run"));
            let is_dead = |at: usize| name(at).starts_with("death") || name(at).starts_with("pain");
            prop_assert!(!lives || !opens_with.is_some_and(is_dead), "{:?}", split);
        }
    }

    #[test]
    fn a_carried_model_keeps_all_its_frames(body in names(), frames in 0..400_usize) {
        let body = detect_in(&body);
        let mut carried = detect_in(&vec![b"gun".to_vec(); frames]);
        let before = carried.clone();
        if carried.follow_body(&body) {
            prop_assert!(cover(carried.sequences(), frames), "{:?}", carried);
            prop_assert_eq!(&carried.alternatives[0], &before.best);
        } else {
            prop_assert_eq!(carried, before);
        }
    }

    #[test]
    fn every_frame_belongs_to_one_sequence(names in names()) {
        let found = detect_in(&names);
        prop_assert!(!found.evidence().to_string().is_empty());
        for split in found.splits() {
            // The bare table knows nothing of frames after its own.
            if split.evidence != Evidence::StandardTable {
                prop_assert!(cover(&split.sequences, names.len()), "{:?}", split);
            }
            prop_assert!(split.sequences.iter().all(|s| !s.name.is_empty() && !s.readable_name().is_empty()));
        }
    }

    #[test]
    fn what_stands_after_a_nul_changes_nothing(names in names(), junk in any::<[u8; 3]>()) {
        let with_junk: Vec<Vec<u8>> = names.iter().map(|name| [&name[..], b"\0", &junk].concat()).collect();
        prop_assert_eq!(detect_in(&names), detect_in(&with_junk));
    }

    #[test]
    fn any_script_is_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200), frame_count in any::<u32>()) {
        match Script::parse(&text) {
            Ok(script) => prop_assert!(script.split(frame_count).sequences.iter().all(|s| s.last < frame_count)),
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
    }

    #[test]
    fn any_mdl_and_md3_is_split(
        names in names(),
        groups in prop::collection::vec((0..200_usize, prop::collection::vec(any::<f32>(), 0..6)), 0..4),
        stem in prop::sample::select(vec!["", "v_axe", "dog", "tarbaby", "\u{e4}\u{e4}"]),
    ) {
        let mut frames: Vec<MdlFrame<'_>> = names.iter().map(|name| MdlFrame::single(name)).collect();
        for (at, ends) in &groups {
            frames.insert(at % (frames.len() + 1), MdlFrame::group(b"group", ends));
        }
        let poses = frames.iter().map(|frame| frame.poses as usize).sum();
        let found = detect_mdl(stem, frames);
        prop_assert_eq!(found.frame_count as usize, poses);
        let md3 = detect_md3(names.iter().map(Vec::as_slice));
        for (split, count) in found.splits().map(|split| (split, poses)).chain(md3.splits().map(|split| (split, names.len()))) {
            prop_assert!(cover(&split.sequences, count), "{:?}", split);
            prop_assert!(split.sequences.iter().all(|s| !s.name.is_empty()));
        }
    }

    #[test]
    fn any_config_is_read_or_refused(text in configs(), frame_count in any::<u32>()) {
        match AnimationConfig::parse(text.as_bytes()) {
            Ok(config) => {
                prop_assert!((1..=FILE_ROWS).contains(&config.rows.len()));
                prop_assert!(config.notes.iter().all(|note| !note.to_string().is_empty()));
                for split in [config.lower(frame_count), config.upper(frame_count)] {
                    prop_assert!(split.sequences.iter().all(|s| s.first <= s.last && s.last < frame_count));
                    prop_assert!(split.sequences.iter().all(|s| Playback::for_sequence(s).last() <= s.last));
                    prop_assert!(split.sequences.iter().all(|s| s.fps > 0.0 && s.fps.is_finite()));
                }
                let has_row = |animation: &Animation| config.row(animation).is_some();
                prop_assert!(ANIMATIONS.iter().all(|a| has_row(a) || a.row >= config.rows.len()));
            }
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
        if let Ok(script) = Script::parse_cube(text.as_bytes()) {
            prop_assert!(script.split(frame_count).sequences.iter().all(|s| s.last < frame_count));
        }
    }

    #[test]
    fn rows_that_are_written_are_read(
        rows in prop::collection::vec(("[a-z_]{1,9}", 0..900_u32, 0..90_u32, 0..100_u16), 1..20),
    ) {
        let text: String =
            rows.iter().map(|(name, first, more, fps)| format!("{name}\t{first} {} {fps} // x\n", first + more)).collect();
        let script = Script::parse(text.as_bytes()).expect("rows of the form");
        prop_assert_eq!(script.sequences.len(), rows.len());
        for (sequence, (name, first, more, fps)) in script.sequences.iter().zip(&rows) {
            prop_assert_eq!(&sequence.name, name);
            prop_assert_eq!((sequence.first, sequence.last, sequence.fps), (*first, first + more, f32::from(*fps)));
        }
    }

    #[test]
    fn lookups_take_any_text(name in ".{0,9}", wanted in ".{0,9}") {
        let list = [Sequence::new(name.as_str(), 0, 1)];
        prop_assert!(find_sequence(&list, &name).is_some());
        let _ = (find_sequence(&list, &wanted), readable_name(&wanted));
    }
}
