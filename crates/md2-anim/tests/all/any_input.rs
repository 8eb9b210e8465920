//! What holds whatever the names and scripts are.

use md2_anim::{Detection, Script, Sequence, detect, find_sequence, readable_name};
use proptest::prelude::*;

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
    #[test]
    fn no_model_that_lives_opens_dead(names in names()) {
        let found = detect_in(&names);
        for split in found.splits() {
            let opening_sequence = split.opening_sequence();
            prop_assert_eq!(opening_sequence.is_none(), split.sequences.is_empty());
            let name = |at: usize| split.sequences[at].name.as_str();
            let lives = (0..split.sequences.len()).any(|at| name(at).starts_with("run"));
            let is_dead = |at: usize| name(at).starts_with("death") || name(at).starts_with("pain");
            prop_assert!(!lives || !opening_sequence.is_some_and(is_dead), "{:?}", split);
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
    fn what_stands_after_a_nul_changes_nothing(names in names(), junk in any::<[u8; 3]>()) {
        let with_junk: Vec<Vec<u8>> = names.iter().map(|name| [&name[..], b"\0", &junk].concat()).collect();
        prop_assert_eq!(detect_in(&names), detect_in(&with_junk));
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
