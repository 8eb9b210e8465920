//! Frame names in the styles of real files, and the sequences that must be found.
//!
//! Each case states why its ranges are right. Rows have the form `name first..last`.

use md2_anim::{EvidenceKind, detect};

use crate::names::{check, check_evidence, detect_in, id_names, named, player_and};

#[test]
fn ignores_two_alternating_names() {
    let turns = |count: usize, each: usize| -> Vec<String> {
        (0..count).map(|i| ["stand", "run"][i / each % 2].into()).collect()
    };
    check(&turns(20, 1), "frames 0..19", "known names, but no model changes sequences at every frame");
    check(&turns(24, 2), "frames 0..23", "or every second frame");
    check_evidence(&turns(24, 2), "one sequence: frame names mark no boundaries");
    let expected = "stand 0..5, run 6..11, stand 12..17, run 18..23, stand 24..29, run 30..35";
    check(&turns(36, 6), expected, "six frames are a sequence, even if it occurs repeatedly");
    check(&named("stand, run, stand, die"), "stand 0..0, run 1..1, stand 2..2, die 3..3", "known poses");
}

#[test]
fn keeps_the_name_of_a_repeated_sequence() {
    let again = named("stand 1..12, run 1..6, stand 1..20");
    check(
        &again,
        "stand 0..11, run 12..17, stand 18..37",
        "both keep the name in the model, without an added number",
    );
    let found = detect_in(&again);
    assert_eq!(found.opening_sequence(), Some(0), "a search by name finds the first");
    assert_eq!(md2_anim::find_sequence(found.sequences(), "stand").map(|s| s.first), Some(0));

    let player = [id_names(), named("stand 1..30")].concat();
    check(&player, &player_and("stand 198..227"), "after the table it is another sequence");
}

#[test]
fn distinguishes_counts_from_digits_of_the_name() {
    for (names, expected, reason) in [
        ("stand 01..40, run 1..6", "stand 0..39, run 40..45", "one sequence per name"),
        (
            "pain 101..104, pain 201..205",
            "pain1 0..3, pain2 4..8",
            "the next hundred: one digit of the name and two digits of the number",
        ),
        (
            "stand 101..130, stand 301..339",
            "stand1 0..29, stand3 30..68",
            "id Software's soldier skips a hundred",
        ),
        (
            "recln 201..240, recln 101..140",
            "recln2 0..39, recln1 40..79",
            "id Software's maiden returns to a lower hundred",
        ),
        ("attak 101..128", "attak1 0..27", "a single sequence keeps its digit"),
        ("frame 90..250", "frame 0..160", "plain counting past a hundred is one sequence"),
        (
            "death 057..84, death 185..196",
            "death 0..27, death1 28..39",
            "a digit before a count of all frames; the model's script has the same two deaths",
        ),
        ("pain1 1..4, pain2 1..4", "pain1 0..3, pain2 4..7", "digit and number without zeros: 11…, 21…"),
        ("a00, a10, a20, a30, a40", "a 0..4", "tens, as a tool samples a timeline"),
        ("a080, a090, a100, a110", "a 0..3", "equal steps past a hundred"),
        ("a1, a101, a201, a301", "a 0..3", "equal steps of a hundred"),
        ("a10, a20, a30", "a 0..2", "equal steps of ten, so the last digit is not a count"),
        ("a 198..202", "a 0..4", "steps of one past a hundred"),
        ("a001, a002, a101, a102", "a 0..1, a1 2..3", "the hundreds digit 1 is part of the name, 0 is not"),
        ("a 90..92, a201, a202", "a 0..2, a2 3..4", "the first run has no hundreds digit, the second has 2"),
        ("a 190..192", "a 0..2", "a count that does not begin at 0 or 1 has no hundreds digit"),
        ("a100", "a1 0..0", "100 is frame 0 after the hundreds digit 1"),
        ("a102, a101, a102", "a 0..2", "a step back within a hundred"),
        ("a101, a102, a001, a002", "a 0..3", "after the hundreds digit 0, the count restarts"),
        ("a09, a010, a011", "a 0..2", "three digits with a leading zero"),
        ("b2_101, b2_201, b2_202", "b2_1 0..0, b2_2 1..2", "a separator between two digits of the name"),
        ("d1 1..11, d2 1..2", "d1 0..10, d2 11..12", "a digit before a count past nine"),
        ("a 10..18, a 20..22", "a 0..11", "frame 19 is missing, so the tens digit is not part of the name"),
        ("a11, a12, a13, a20, a21", "a 0..4", "counts after different digits must begin at the same number"),
    ] {
        check(&named(names), expected, reason);
    }
    let cut: Vec<String> = (1..40).map(|i| format!("Armature|stand_{i:02}")[..16].to_owned()).collect();
    check(&cut, "Armature|stand 0..38", "the last digit is cut off at sixteen bytes");
}

#[test]
fn tolerates_missing_repeated_and_misnamed_frames() {
    for (names, expected, reason) in [
        ("jump 1..4, jump 1..4", "jump 0..7", "a restarted count stays one sequence"),
        ("fly 1..9, fly 12..14", "fly 0..11", "a gap: removed frames"),
        ("fly 05..9, fly 03..6", "fly 0..8", "a step back: moved frames"),
        ("hit1*3, hit2*4", "hit1 0..2, hit2 3..6", "each number is on many frames"),
        ("a1, a1, a2, a2", "a 0..3", "repeated frames slow a sequence down"),
        ("a1*3, a2*3, a3*3, a4*3", "a 0..11", "each number is on fewer frames than there are numbers"),
        ("a1*3", "a 0..2", "a single number"),
        ("a1*3, a2", "a 0..3", "the second number is on a single frame"),
        (
            "idle 1..3, run 1..2, idle 1..2",
            "idle 0..2, run 3..4, idle 5..6",
            "a name can occur in two sequences",
        ),
        ("walk1, walk2, wlak3, walk4", "walk 0..3", "the numbers count the misnamed frame"),
        ("run1, run2, x, run3", "run 0..1, x 2..2, run 3..3", "the numbers continue after the other frame"),
        ("run1, run2, x, run1", "run 0..1, x 2..2, run 3..3", "the count restarts after the other frame"),
        ("idle, run1, run2, die1", "idle 0..0, run 1..2, die 3..3", "a single frame is a sequence"),
    ] {
        check(&named(names), expected, reason);
    }
}

#[test]
fn splits_names_in_other_styles() {
    for (names, expected, reason) in [
        ("\"stand\"_ 1..79", "stand 0..78", "quotes are ignored"),
        ("death1_ 1..3, death2_ 1..3", "death1 0..2, death2 3..5", "a digit inside the name"),
        ("Run1, RUN2, run3, Walk1", "Run 0..2, Walk 3..3", "case is ignored; the first spelling counts"),
        ("Frame  1..12", "Frame 0..11", "a plain count of frames"),
        ("Mesh 1..5", "Mesh 0..4", "a plain count of meshes"),
        ("FRAME 000......*7", "FRAME 0..6", "one name on all frames"),
        ("c:\\quake2\\baseq*3", "baseq 0..2", "part of a path on all frames"),
        ("x/run1, x/run2, x/die1", "run 0..1, die 2..2", "the text after the slash is the name"),
        ("this, model, was, made, by, a, friend", "frames 0..6", "words of a text"),
        ("open, closed", "frames 0..1", "two keys of one movement"),
        ("stand, jump, die", "stand 0..0, jump 1..1, die 2..2", "known poses"),
        ("run, run, run, die, die", "run 0..2, die 3..4", "names without numbers"),
        ("runa, runb, runc, die_a, die_b", "run 0..2, die 3..4", "counting letters"),
        ("hita, hita, hitb, hitb", "hita 0..1, hitb 2..3", "letters on several frames each are names"),
        ("*3", "frames 0..2", "no names"),
        (" 1..3", "frames 0..2", "numbers alone"),
        ("tris", "tris 0..0", "a single frame"),
        ("run01.tri, run02.tri, die01.tri", "run 0..1, die 2..2", "extensions are ignored"),
    ] {
        check(&named(names), expected, reason);
    }
    check(&[], "", "no frames, no sequences");
    check_evidence(&[], "no frames");
    check_evidence(&named("a, bc, def"), "one sequence: frame names mark no boundaries");
    check_evidence(&named("FRAME 000......*7"), "all frames share one name: \"FRAME\"");
}

#[test]
fn splits_action_codes_with_flags() {
    let names = named("DA00, DA01, WB09, WB010, WB011, KA01DL, KA02, KA03DR, PA01IS, PC01IS, UA00S, ZA03ALS");
    let expected = "DA 0..1, WB 2..4, KA 5..7, PA 8..8, PC 9..9, UA 10..10, ZA 11..11";
    check(&names, expected, "two letters are the action; letters after the number are flags");
    check_evidence(&names, "frame names: 7 two-letter action codes");
    let gap = named("DA00, DA01, DA10, DA11, WA00");
    check(&gap, "DA 0..3, WA 4..4", "a code is one sequence despite a gap in its count");
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

    let poses = named("DA0, JA0, JB0, JC0, WA0, KA0");
    let expected = "DA 0..0, JA 1..1, JB 2..2, JC 3..3, WA 4..4, KA 5..5";
    check(&poses, expected, "a code begins a sequence even on a single frame");
    let bare = named("DA, DA01, JA, JB, JC, WA, WA01, WA02, KA, KA01, KA02, KA03");
    let expected = "DA 0..1, JA 2..2, JB 3..3, JC 4..4, WA 5..7, KA 8..11";
    check(&bare, expected, "the second letter is a variant, not a count");

    check(&named("GO, ON, IF, YOU, CAN"), "frames 0..4", "short words without numbers are not codes");
    check(&named("RUN01, RUN02, HIT01, HIT02"), "RUN 0..1, HIT 2..3", "three letters are not a code");
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
