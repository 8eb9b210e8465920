//! Frame names in the styles of real files, and the sequences that must be found.
//!
//! Each case states why its ranges are right. Rows have the form `name first..last`.

use md2_anim::{EvidenceKind, detect};

use crate::names::{check, check_evidence, detect_in, id_names, named, player_and};

#[test]
fn keeps_the_name_of_a_repeated_sequence() {
    let again = named("stand 1..12, run 1..6, stand 1..20");
    let found = detect_in(&again);
    assert_eq!(found.opening_sequence(), Some(0), "a search by name finds the first");
    assert_eq!(md2_anim::find_sequence(found.sequences(), "stand").map(|s| s.first), Some(0));

    let player = [id_names(), named("stand 1..30")].concat();
    check(&player, &player_and("stand 198..227"), "after the table it is another sequence");
}

#[test]
fn finds_the_sequences_of_the_table() {
    for case in
        include_str!("frame_names.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (names, rest) = case.split_once(" => ").expect(case);
        let (expected, reason) = rest.split_once(" // ").expect(case);
        check(&named(names), expected, reason);
    }
    let cut: Vec<String> = (1..40).map(|i| format!("Armature|stand_{i:02}")[..16].to_owned()).collect();
    check(&cut, "Armature|stand 0..38", "the last digit is cut off at sixteen bytes");
}

#[test]
fn states_the_evidence_of_unmarked_frames() {
    check(&[], "", "no frames, no sequences");
    check_evidence(&[], "no frames");
    check_evidence(&named("a, bc, def"), "one sequence: frame names mark no boundaries");
    check_evidence(&named("FRAME 000......*7"), "all frames share one name: \"FRAME\"");
}

#[test]
fn splits_action_codes_in_all_forms() {
    let coded = |code: &str, count: u32, name: fn(&str, u32) -> String| -> Vec<String> {
        (0..count).map(|i| name(code, i)).collect()
    };
    type Form = fn(&str, u32) -> String;
    let forms: [(&str, Form); 6] =
        [
            ("one digit", |code, i| format!("{code}{i}")),
            ("flags, then a counter of all frames", |code, i| format!("{code}003F{i:03}")),
            ("the first digits count, not the last ones", |code, i| format!("{code}{i:03}F000")),
            ("flags on a single frame", |code, i| format!("{code}{i:02}{}", if i == 1 { "AL" } else { "" })),
            ("numbers in different hundreds", |code, i| format!("{code}{}01", i + 1)),
            ("a number on every second frame", |code, i| {
                if i % 2 == 0 { format!("{code}{i}") } else { code.to_owned() }
            }),
        ];
    for (reason, name) in forms {
        let names = [coded("DA", 4, name), coded("WA", 6, name), coded("WB", 4, name), coded("KA", 8, name)];
        check(&names.concat(), "DA 0..3, WA 4..9, WB 10..13, KA 14..21", reason);
        check_evidence(&names.concat(), "frame names: 4 two-letter action codes");
    }
}

#[test]
fn accepts_bytes_that_are_not_text() {
    let names: [&[u8]; 4] = [b"run1\0\xcc\xcc\xcc9", b"run2\0walk7", b"\xff\xfe1", b"\xff\xfe2"];
    let found = detect(names);
    let rows: Vec<_> = found.sequences().iter().map(|s| (s.name.as_str(), s.first, s.last)).collect();
    assert_eq!(rows, [("run", 0, 1), ("frames", 2, 3)], "names end at the NUL; invalid bytes give no name");
}

#[test]
fn offers_view_weapons_by_their_frame_count() {
    let found = detect_in(&named("frame 1..56"));
    let blaster = "view weapon: same frame count as the blaster";
    let mut lists = found.alternatives.iter();
    let list = lists.find(|list| list.evidence.to_string() == blaster).expect("56 frames");
    assert_eq!(list.sequences[2].name, "idle");
    assert_eq!((list.sequences[2].first, list.sequences[2].last), (9, 52));
}

#[test]
fn offers_all_frames_as_one_sequence() {
    let found = detect_in(&id_names());
    let whole = found.alternatives.last().expect("alternatives");
    assert_eq!(whole.evidence.kind, EvidenceKind::Whole);
    assert_eq!((whole.sequences[0].first, whole.sequences[0].last), (0, 197));
}
