//! Recognition of standard players and carried weapons by frame names.
//!
//! Each case states why its ranges are right. Rows have the form `name first..last`.

use md2_anim::quake2::PLAYER;
use md2_anim::{Detection, Script, StandardSequence};

use crate::names::{
    check, check_evidence, detect_in, id_names, named, offers_table, player, player_and, player_rows,
    straight_names,
};

fn lettered() -> Vec<String> {
    player(|row, i| {
        let at = PLAYER.iter().position(|r| r.name == row).expect("a row");
        format!("{}{i:02}", ('a'..='z').nth(at).expect("a letter"))
    })
}

#[test]
fn recognizes_the_spellings_of_real_models() {
    let rows = player_rows(20);
    let spelled = |row: &str, i: u32| {
        let row = row.replace("crstnd", "crtstnd").replace("crattak", "crattck").replace("crdeath", "crdeth");
        format!("{}{i}", row.replace("attack", "attak"))
    };
    for (reason, names) in [
        ("the names of id Software", id_names()),
        ("a digit inside the name, the number behind a separator", player(|row, i| format!("{row}_{i}"))),
        ("dashes separate", player(|row, i| format!("{row}-{i:03}"))),
        ("names in quotes, the number behind them", player(|row, i| format!("\"{row}\"_{i}"))),
        ("three digits throughout", player(|row, i| format!("{row}{i:03}"))),
        ("capitals", player(|row, i| format!("{}{i:02}", row.to_uppercase()))),
        ("pains and deaths with consecutive numbers", straight_names()),
        ("spellings of several tools", player(spelled)),
        ("spelled out", player(|row, i| format!("{}{i}", row.replace("cr", "crouch_")))),
        ("a prefix before each name", player(|row, i| format!("ogre_{row}_{i}"))),
        ("a prefix that contains a known word", player(|row, i| format!("deathguard-{row}_{i}"))),
        ("the same number on all frames", player(|row, _| format!("{row}01"))),
        ("only the numbers of the rows", player(|row, _| row.to_owned())),
        ("part of a path before each name", player(|row, i| format!("m\\o\\{row}{i}"))),
    ] {
        check(&names, &rows, reason);
    }
    check_evidence(&id_names(), "standard player set: 20 of 20 names match");
}

#[test]
fn recognizes_players_with_wrong_names() {
    let rows = player_rows(20);

    let mut names = id_names();
    for first_frame in [40, 72, 95, 123, 190] {
        names[first_frame] = "oops".into();
    }
    check(&names, &rows, "15 of the 20 first frames have their names");
    check_evidence(&names, "standard player set: 15 of 20 names match");

    let mut names = id_names();
    names.insert(0, "stand00".into());
    names.truncate(198);
    check(&names, &rows, "an extra first name moves all others, but the frame count matches");
    check_evidence(&names, "standard player set: 198 frames, 183 names match");

    check(&lettered(), &rows, "unknown names that change at the boundaries of the table");
    let few = player(|row, i| match row {
        "stand" | "run" => format!("{row}{i}"),
        "attack" => format!("shoot{i}"),
        _ => format!("misc{i}"),
    });
    check(&few, &rows, "few names, but all begin with a row of the table");
}

#[test]
fn recognizes_players_with_extra_frames() {
    let with_stray = |at: usize| {
        let mut names = id_names();
        names.insert(at, "oops".into());
        names
    };
    // Moves the rows from index `from` on by one frame, and replaces the `replaced` rows before them by `row`.
    let shifted = |from: usize, row: &str, replaced: usize| {
        let mut rows = Vec::new();
        for (i, row) in PLAYER.iter().enumerate() {
            let by = u32::from(i >= from);
            rows.push(format!("{} {}..{}", row.name, row.first + by, row.last + by));
        }
        rows.splice(from - replaced..from, [row.to_owned()]);
        rows.join(", ")
    };
    let after = |more: &str| [id_names(), named(more)].concat();
    let swim = [straight_names(), named("walk 01..16, swim 1..8")].concat();
    let front = [named("base"), id_names()].concat();
    for (names, expected, reason) in [
        (after("walk 01..16"), player_and("walk 198..213"), "more sequences follow by name"),
        (swim, player_and("walk 198..213, swim 214..221"), "consecutive numbers and two more sequences"),
        (after("base"), player_and("base 198..198"), "a stray frame at the end"),
        (after("death309"), player_and("death 198..198"), "the game never plays frame 198"),
        (front, shifted(0, "base 0..0", 0), "a stray first frame moves all others"),
        (with_stray(95), shifted(9, "oops 95..95", 0), "a stray frame between salute and taunt"),
        (with_stray(45), shifted(2, "run 40..46", 1), "a stray frame within the run"),
        (named("frame 1..199"), player_and("frame 198..198"), "a player with one extra frame"),
    ] {
        check(&names, &expected, reason);
    }
    let evidence = |further| format!("standard player set: 20 of 20 names match; {further}");
    check_evidence(&after("walk 01..16"), &evidence("16 extra frames after the set"));
    check_evidence(&with_stray(95), &evidence("1 extra frame before or inside the set"));
}

#[test]
fn recognizes_parts_of_the_set() {
    let weapon = &player_rows(16);
    check(&id_names()[..173], weapon, "a carried weapon has no deaths");
    check(&straight_names()[..173], weapon, "a weapon with consecutive numbers of pains");

    let stray = [id_names()[..173].to_vec(), named("base")].concat();
    check(&stray, &format!("{weapon}, base 173..173"), "a weapon with a stray frame at the end");

    check(&straight_names()[..190], &player_rows(19), "all names match");

    let mut names = id_names();
    names.remove(10);
    let row =
        |row: &StandardSequence| format!("{} {}..{}", row.name, row.first.saturating_sub(1), row.last - 1);
    let earlier: Vec<String> = PLAYER.iter().map(row).collect();
    check(&names, &earlier.join(", "), "no set has 197 frames; the names decide");
}

#[test]
fn rejects_players_with_other_boundaries() {
    // Returns the names of the standard set with `missing` fewer frames in row `short`, filled up to 258 frames with `swim`.
    let lacking = |short: usize, missing: u32| -> Vec<String> {
        let count = |i: usize| PLAYER[i].frame_count() - if i == short { missing } else { 0 };
        let row = |i: usize| named(&format!("{}_ 1..{}", PLAYER[i].name, count(i)));
        let mut names: Vec<String> = (0..PLAYER.len()).flat_map(row).collect();
        names.extend(named(&format!("swim 1..{}", 258 - names.len())));
        names
    };
    let own_rows = |names: &[String]| -> String {
        let stem = |i: usize| names[i].trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let starts: Vec<usize> = (0..names.len()).filter(|&i| i == 0 || stem(i) != stem(i - 1)).collect();
        let ends = starts.iter().skip(1).copied().chain([names.len()]);
        let row = |(&start, end): (&usize, usize)| format!("{} {start}..{}", stem(start), end - 1);
        starts.iter().zip(ends).map(row).collect::<Vec<_>>().join(", ")
    };
    let shares = |found: &Detection| -> u32 {
        let evidence = found.evidence().to_string();
        let (_, rejected) =
            evidence.split_once("not the standard player set (names change at ").expect("rejected");
        rejected.split(' ').next().expect("a number").parse().expect("a number")
    };
    for (reason, names) in [
        ("one frame is missing in the first row: all later rows are moved by one", lacking(0, 1)),
        ("two frames are missing in the first row", lacking(0, 2)),
        ("a frame is missing in the middle: half of the boundaries differ", lacking(8, 1)),
    ] {
        let expected = own_rows(&names);
        check(&names, &expected, reason);
        let found = detect_in(&names);
        assert!(shares(&found) < 16 && offers_table(&found), "{reason}");
    }
    let evidence = "frame names: 21 sequences; not the standard player set (names change at 3 of 20 boundaries between sequences)";
    check_evidence(&lacking(0, 1), evidence);

    check(&lacking(0, 0), &player_and("swim 198..257"), "the boundaries of the table");

    // The names of wave (11 frames) and point (12 frames) are swapped: two rows have wrong names, and the second begins one frame
    // later.
    let mut swapped = lacking(0, 0);
    swapped[112..135].rotate_left(11);
    let expected = own_rows(&swapped);
    assert!(expected.contains("point 112..123, wave 124..134"), "{expected}");
    check(&swapped, &expected, "the names contradict two rows of the table");
    assert_eq!(shares(&detect_in(&swapped)), 18);
    let mut moved = lacking(0, 0);
    moved[122] = moved[123].clone();
    check(&moved, &player_and("swim 198..257"), "one row begins a frame later, so its name may be wrong");
    let straight = [straight_names(), named("swim 1..60")].concat();
    check(
        &straight,
        &player_and("swim 198..257"),
        "consecutive numbers: names change at 16 boundaries between sequences",
    );

    // Each row is split into parts: all words match, but the model has sequences inside the rows.
    let mut parts = Vec::new();
    for row in PLAYER {
        let part = |i: u32| ["a", "b", "c"][(i * 3 / row.frame_count()) as usize];
        parts.extend((0..row.frame_count()).map(|i| format!("{}_{}_{i}", row.name, part(i))));
    }
    parts.extend(named("swim 1..60"));
    let found = detect_in(&parts);
    assert_eq!((found.sequences().len(), shares(&found)), (61, 20), "most names change inside rows");
}

#[test]
fn recognizes_the_frame_count_if_names_do_not_contradict() {
    let text = "this model was made by a friend of mine to run and jump as others do please do not point at its stand or \
                    wave when it has to die alone in the dark of some level far away from home good bye";
    let words: Vec<&str> = text.split_whitespace().collect();
    let names_of =
        |frames: usize, name: &dyn Fn(usize) -> String| -> Vec<String> { (0..frames).map(name).collect() };
    let word = |i: usize| words[i % words.len()].to_owned();
    for frames in [173, 198] {
        let expected = player_rows(if frames == 198 { 20 } else { 16 });
        for (reason, names) in [
            ("a repeated text with some known words", names_of(frames, &word)),
            ("a text, each word on two frames", names_of(frames, &|i| word(i / 2))),
            (
                "a text, each word on five frames",
                names_of(frames, &|i| format!("w{}", "o".repeat(1 + i / 5))),
            ),
            ("a text, then no names", names_of(frames, &|i| words.get(i).copied().unwrap_or("").into())),
            (
                "a text, then numbered names",
                names_of(frames, &|i| match words.get(i) {
                    Some(word) => (*word).to_owned(),
                    None => format!("frame{i}"),
                }),
            ),
            ("no names, then a text", names_of(frames, &|i| if i < 120 { String::new() } else { word(i) })),
            ("one word", names_of(frames, &|_| "gun".into())),
            ("no names", names_of(frames, &|_| String::new())),
            ("numbers", names_of(frames, &|i| format!("Frame{}", i + 1))),
            (
                "numbers with a stray name",
                names_of(frames, &|i| if i == 100 { "x".into() } else { format!("f{i}") }),
            ),
            ("one known word, also on the attack", names_of(frames, &|_| "stand".into())),
            ("one word and numbers", names_of(frames, &|i| format!("idle{i:03}"))),
            ("two words", names_of(frames, &|i| format!("{}{i}", if i < 100 { "upper" } else { "lower" }))),
            ("two alternating names", names_of(frames, &|i| ["run", "stand"][i % 2].into())),
        ] {
            check(&names, &expected, reason);
            let set = if frames == 198 { "player" } else { "carried weapon" };
            let evidence = format!("standard {set} set: {frames} frames, names mark no sequences");
            check_evidence(&names, &evidence);
        }
    }
    let evidence = "standard player set: 198 frames, names change at 20 of 20 boundaries between sequences";
    check_evidence(&lettered(), evidence);

    for (names, reason) in [
        ("rear 1..70, bite 1..58, spit 1..70", "unknown words with increasing numbers"),
        ("rear*70, bite*58, spit*70", "each name is on more frames than a word of a text"),
    ] {
        check(&named(names), "rear 0..69, bite 70..127, spit 128..197", reason);
        let evidence = "frame names: 3 sequences; not the standard player set (names change at 1 of 20 boundaries between sequences)";
        check_evidence(&named(names), evidence);
    }
}

#[test]
fn a_weapon_takes_the_sequences_of_its_player() {
    let body = detect_in(&id_names());
    let gun = |frames: usize| detect_in(&vec!["w_gun".into(); frames]);

    let alone = gun(200);
    assert_eq!(alone.sequences().len(), 1, "no set has 200 frames, and one name marks nothing");
    assert!(offers_table(&alone));

    let mut carried = gun(200);
    assert!(carried.follow_body(&body), "it shows the frames of the player");
    let evidence = "sequences of the player that carries the weapon: 198 frames; 2 extra frames at the end";
    assert_eq!(carried.evidence().to_string(), evidence);
    assert_eq!(carried.sequences()[..20], *body.sequences());
    assert_eq!((carried.sequences()[20].first, carried.sequences()[20].last), (198, 199));
    assert_eq!(carried.alternatives[0], alone.best, "its own sequence is an alternative");

    // Each of 23 words is on seven or eight frames. None of the words is the name of an action. The weapon has frames for all
    // sequences of the player except the deaths.
    let text: Vec<String> =
        (0..173).map(|i| "abcdefghijklmnopqrstuvw"[i * 23 / 173..][..1].repeat(9)).collect();
    check(&text, "frames 0..172", "frame names that are words of a text mark no sequences");
    let mut weapon = detect_in(&text);
    assert!(weapon.follow_body(&body));
    assert_eq!(weapon.sequences(), &body.sequences()[..16], "all sequences up to the crouched pain");

    for (reason, mut weapon) in [
        ("its own names mark sequences", detect_in(&named("stand 1..100, fire 1..100"))),
        ("it has fewer frames than the player and ends within a sequence", gun(150)),
        ("the table matches already", gun(198)),
    ] {
        let before = weapon.clone();
        assert!(!weapon.follow_body(&body), "{reason}");
        assert_eq!(weapon, before, "{reason}");
    }
    assert!(!gun(200).follow_body(&gun(60)), "the player has a single sequence");
}

#[test]
fn rejects_models_that_only_begin_like_a_player() {
    let names = [id_names()[..66].to_vec(), named("death 1..13")].concat();
    let expected =
        "stand 0..39, run 40..45, attack 46..53, pain1 54..57, pain2 58..61, pain3 62..65, death 66..78";
    check(&names, expected, "six rows match, but then the model dies instead of jumping");
}

#[test]
fn a_script_is_preferred_to_names() {
    let script = |text: &str| Script::parse(text.as_bytes()).expect("a script");
    let mut found = detect_in(&named("stand 1..4, run 1..4"));
    let by_name = found.best.clone();
    for (text, evidence) in
        [("walk 0 3 9", "script: 1 range"), ("a 0 3 9\nb 4 9 9", "script: 2 ranges, 1 past the last frame")]
    {
        found.prefer_script(&script(text));
        assert_eq!(found.evidence().to_string(), evidence);
        assert_eq!(found.alternatives[0], by_name, "an earlier script is no alternative");
    }
}
