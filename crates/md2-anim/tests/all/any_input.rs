//! Properties of detection and scripts for arbitrary names.

use md2_anim::{Detection, Script, Sequence, detect, find_sequence, readable_name};
use proptest::prelude::*;

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

proptest! {
    #[test]
    fn ignores_bytes_after_a_nul(names in names(), junk in any::<[u8; 3]>()) {
        let with_junk: Vec<Vec<u8>> = names.iter().map(|name| [&name[..], b"\0", &junk].concat()).collect();
        prop_assert_eq!(detect_in(&names), detect_in(&with_junk));
    }

    #[test]
    fn reads_written_rows(
        rows in prop::collection::vec(("[a-z_]{1,9}", 0..900_u32, 0..90_u32, 0..100_u16), 1..20),
    ) {
        let text: String =
            rows.iter().map(|(name, first, more, fps)| format!("{name}\t{first} {} {fps} // x\n", first + more)).collect();
        let script = Script::parse(text.as_bytes()).expect("valid rows");
        prop_assert_eq!(script.sequences.len(), rows.len());
        for (sequence, (name, first, more, fps)) in script.sequences.iter().zip(&rows) {
            prop_assert_eq!(&sequence.name, name);
            prop_assert_eq!((sequence.first, sequence.last, sequence.fps), (*first, first + more, f32::from(*fps)));
        }
    }

    #[test]
    fn accepts_any_text_in_searches(name in ".{0,9}", wanted in ".{0,9}") {
        let list = [Sequence::new(name.as_str(), 0, 1)];
        prop_assert!(find_sequence(&list, &name).is_some());
        let _ = (find_sequence(&list, &wanted), readable_name(&wanted));
    }
}
