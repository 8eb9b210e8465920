//! Which frame names make a model a standard player or its weapon, and which do not.
//!
//! Each case says why its ranges are the right ones. Rows are `name first..last`.

use md2_anim::{Detection, Evidence, PLAYER, StandardSequence};

use crate::names::{
    check, check_evidence, detect_in, id_names, named, offers_table, player, player_and, player_rows,
    straight_names,
};

/// Frame names that call the rows of the table by letters.
fn lettered() -> Vec<String> {
    player(|row, i| {
        let at = PLAYER.iter().position(|r| r.name == row).expect("a row");
        format!("{}{i:02}", ('a'..='z').nth(at).expect("a letter"))
    })
}

#[test]
fn standard_sets_in_the_spellings_of_real_models() {
    let rows = player_rows(20);
    let spelled = |row: &str, i: u32| {
        let row = row.replace("crstnd", "crtstnd").replace("crattak", "crattck").replace("crdeath", "crdeth");
        format!("{}{i}", row.replace("attack", "attak"))
    };
    for (reason, names) in [
        ("id's own names", id_names()),
        ("a digit inside the name, the number behind a separator", player(|row, i| format!("{row}_{i}"))),
        ("dashes separate", player(|row, i| format!("{row}-{i:03}"))),
        ("names in quotes, the number behind them", player(|row, i| format!("\"{row}\"_{i}"))),
        ("three digits throughout", player(|row, i| format!("{row}{i:03}"))),
        ("capitals", player(|row, i| format!("{}{i:02}", row.to_uppercase()))),
        ("pains and deaths counted straight through", straight_names()),
        ("spellings of several tools", player(spelled)),
        ("spelled out", player(|row, i| format!("{}{i}", row.replace("cr", "crouch_")))),
        ("a name of its own before each", player(|row, i| format!("ogre_{row}_{i}"))),
        ("even one that is a word", player(|row, i| format!("deathguard-{row}_{i}"))),
        ("the same number on all frames", player(|row, _| format!("{row}01"))),
        ("no numbers but the row's", player(|row, _| row.to_owned())),
        ("a piece of a path before each", player(|row, i| format!("m\\o\\{row}{i}"))),
    ] {
        check(&names, &rows, reason);
    }
    check_evidence(&id_names(), "standard player set: 20 of 20 names stand at their places");
}

#[test]
fn standard_sets_with_wrong_names() {
    let rows = player_rows(20);

    let mut names = id_names();
    for first_frame in [40, 72, 95, 123, 190] {
        names[first_frame] = "oops".into();
    }
    check(&names, &rows, "15 of the 20 first frames still have their names");
    check_evidence(&names, "standard player set: 15 of 20 names stand at their places");

    let mut names = id_names();
    names.insert(0, "stand00".into());
    names.truncate(198);
    check(&names, &rows, "a name too many at the front moves all others, but the count is a player's");
    check_evidence(&names, "standard player set: 198 frames, 183 of them with a name that fits");

    check(&lettered(), &rows, "names of nothing known, but they change where the table does");
    let few = player(|row, i| match row {
        "stand" | "run" => format!("{row}{i}"),
        "attack" => format!("shoot{i}"),
        _ => format!("misc{i}"),
    });
    check(&few, &rows, "few names, but each begins where a row of the table does");

    for (reason, names) in [
        ("numbers alone say nothing against a player's count", named("Frame 1..198")),
        ("one name on all frames says nothing", named("FRAME 000......*198")),
        ("no names at all", named("*198")),
        ("a sentence, a word on each frame", (0..198).map(|i| format!("word{}", "x".repeat(i))).collect()),
        ("one stray among numbers", named("frame 1..100, x, frame 1..97")),
    ] {
        check(&names, &rows, reason);
        check_evidence(&names, "standard player set: 198 frames, and names that say nothing else");
    }
}

#[test]
fn standard_sets_with_frames_too_many() {
    let with_stray = |at: usize| {
        let mut names = id_names();
        names.insert(at, "oops".into());
        names
    };
    // The rows from `from` on begin a frame later; `row` comes before them, in place of the last `replaced` rows there.
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
        (after("walk 01..16"), player_and("walk 198..213"), "further sequences follow by name"),
        (swim, player_and("walk 198..213, swim 214..221"), "counted straight through and with two more"),
        (after("base"), player_and("base 198..198"), "a stray frame at the end"),
        (after("death309"), player_and("death 198..198"), "the game never plays frame 198"),
        (front, shifted(0, "base 0..0", 0), "a stray frame at the front moves all others"),
        (with_stray(95), shifted(9, "oops 95..95", 0), "a stray frame between salute and taunt"),
        (with_stray(45), shifted(2, "run 40..46", 1), "the run goes on after a stray frame within it"),
        (named("frame 1..199"), player_and("frame 198..198"), "199 frames are a player with one too many"),
    ] {
        check(&names, &expected, reason);
    }
    let evidence = |further| format!("standard player set: 20 of 20 names stand at their places; {further}");
    check_evidence(&after("walk 01..16"), &evidence("16 further frames after"));
    check_evidence(&with_stray(95), &evidence("1 further frame before or between"));
}

#[test]
fn parts_of_the_standard_set() {
    let weapon = &player_rows(16);
    check(&id_names()[..173], weapon, "a carried weapon follows the body and needs no deaths");
    check(&straight_names()[..173], weapon, "pain counted straight through, in a weapon");
    let counted = named("Frame 1..173");
    check(&counted, weapon, "173 frames are a weapon's count");
    check_evidence(&counted, "standard carried weapon set: 173 frames, and names that say nothing else");

    let stray = [id_names()[..173].to_vec(), named("base")].concat();
    check(&stray, &format!("{weapon}, base 173..173"), "a weapon with a stray frame at the end");

    check(&straight_names()[..190], &player_rows(19), "all names there are stand at their places");

    let mut names = id_names();
    names.remove(10);
    let row =
        |row: &StandardSequence| format!("{} {}..{}", row.name, row.first.saturating_sub(1), row.last - 1);
    let earlier: Vec<String> = PLAYER.iter().map(row).collect();
    check(&names, &earlier.join(", "), "197 frames are no set of the game's; the names count");
}

#[test]
fn counts_of_players_with_names_of_others() {
    let names = named("idle 1..30, walk 1..24, bite 001..60, fly 1..44, die 1..40");
    let expected = "idle 0..29, walk 30..53, bite 54..113, fly 114..157, die 158..197";
    check(&names, expected, "198 frames, but names that plainly tell of a monster");
    assert!(offers_table(&detect_in(&names)));
}

#[test]
fn a_players_names_off_the_tables_borders() {
    // Names of the standard set with fewer frames in one row, and further names up to 258 frames.
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
    let shares = |found: &Detection| match found.evidence() {
        Evidence::Names { against_set: Some(borders), .. } => borders.shared,
        other => panic!("{other}"),
    };
    for (reason, names) in [
        ("a frame of standing is missing: each name is at its place, as the second one", lacking(0, 1)),
        ("two frames of standing are missing", lacking(0, 2)),
        ("a row in the middle lacks a frame: the later half of the borders is off", lacking(8, 1)),
    ] {
        let expected = own_rows(&names);
        check(&names, &expected, reason);
        let found = detect_in(&names);
        assert!(shares(&found) < 16 && offers_table(&found), "{reason}");
    }
    let evidence =
        "frame names: 21 sequences; not the standard player set, at 3 of 20 of whose borders they change";
    check_evidence(&lacking(0, 1), evidence);

    check(&lacking(0, 0), &player_and("swim 198..257"), "as many frames, and the borders are the table's");
    let straight = [straight_names(), named("swim 1..60")].concat();
    check(&straight, &player_and("swim 198..257"), "counted straight through they change at 16 borders only");

    // Each row in parts: the words fit at all places, but the model has sequences of its own inside the rows.
    let mut parts = Vec::new();
    for row in PLAYER {
        let part = |i: u32| ["a", "b", "c"][(i * 3 / row.frame_count()) as usize];
        parts.extend((0..row.frame_count()).map(|i| format!("{}_{}_{i}", row.name, part(i))));
    }
    parts.extend(named("swim 1..60"));
    let found = detect_in(&parts);
    assert_eq!((found.sequences().len(), shares(&found)), (61, 20), "most names change inside the rows");
}

#[test]
fn the_count_of_a_player_with_names_that_do_not_contradict() {
    let sentence = "this model was made by a friend of mine to run and jump as others do please do not point at its stand or \
                    wave when it has to die alone in the dark of some level far away from home good bye";
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let of =
        |frames: usize, name: &dyn Fn(usize) -> String| -> Vec<String> { (0..frames).map(name).collect() };
    let word = |i: usize| words[i % words.len()].to_owned();
    for frames in [173, 198] {
        let expected = player_rows(if frames == 198 { 20 } else { 16 });
        for (reason, names) in [
            ("a sentence again and again, some of whose words one knows", of(frames, &word)),
            ("a sentence, each word on two frames", of(frames, &|i| word(i / 2))),
            ("a sentence, each word on five frames", of(frames, &|i| format!("w{}", "o".repeat(1 + i / 5)))),
            ("a sentence, then no names", of(frames, &|i| words.get(i).copied().unwrap_or("").into())),
            (
                "a sentence, then a name that counts",
                of(frames, &|i| match words.get(i) {
                    Some(word) => (*word).to_owned(),
                    None => format!("frame{i}"),
                }),
            ),
            ("no names, then a sentence", of(frames, &|i| if i < 120 { String::new() } else { word(i) })),
            ("one word", of(frames, &|_| "gun".into())),
            ("one word that one knows: it stands on the attack too", of(frames, &|_| "stand".into())),
            ("one word and numbers", of(frames, &|i| format!("idle{i:03}"))),
            ("two words", of(frames, &|i| format!("{}{i}", if i < 100 { "upper" } else { "lower" }))),
            ("two names that take turns", of(frames, &|i| ["run", "stand"][i % 2].into())),
        ] {
            check(&names, &expected, reason);
            let set = if frames == 198 { "player" } else { "carried weapon" };
            let evidence = format!("standard {set} set: {frames} frames, and names that say nothing else");
            check_evidence(&names, &evidence);
        }
    }
    let evidence = "standard player set: 198 frames, and names that change at 20 of 20 of its borders";
    check_evidence(&lettered(), evidence);

    for (names, reason) in [
        ("rear 1..70, bite 1..58, spit 1..70", "unknown words, but their numbers count, not as a player's"),
        ("rear*70, bite*58, spit*70", "each name stands on more frames than a word of a sentence"),
    ] {
        check(&named(names), "rear 0..69, bite 70..127, spit 128..197", reason);
        let evidence =
            "frame names: 3 sequences; not the standard player set, at 1 of 20 of whose borders they change";
        check_evidence(&named(names), evidence);
    }
}

#[test]
fn a_weapon_without_names_beside_its_body() {
    let body = detect_in(&id_names());
    let gun = |frames: usize| detect_in(&vec!["w_gun".into(); frames]);

    let alone = gun(200);
    assert_eq!(alone.sequences().len(), 1, "200 frames are no set of the game's, and one name tells nothing");
    assert!(offers_table(&alone));

    let mut carried = gun(200);
    assert!(carried.follow_body(&body), "it is drawn in the body's frame, so the body's ranges are its own");
    assert_eq!(carried.sequences()[..20], *body.sequences());
    assert_eq!((carried.sequences()[20].first, carried.sequences()[20].last), (198, 199));
    assert_eq!(carried.alternatives[0], alone.best, "its own reading can be chosen");

    for (reason, mut weapon) in [
        ("names of its own tell more", detect_in(&named("stand 1..100, fire 1..100"))),
        ("it ends before the body does, so it is not this body's", gun(150)),
        ("the table is known already", gun(198)),
    ] {
        let before = weapon.clone();
        assert!(!weapon.follow_body(&body), "{reason}");
        assert_eq!(weapon, before, "{reason}");
    }
    assert!(!gun(200).follow_body(&gun(60)), "the body has no ranges either");
}

#[test]
fn models_that_begin_like_a_player() {
    let names = [id_names()[..66].to_vec(), named("death 1..13")].concat();
    let expected =
        "stand 0..39, run 40..45, attack 46..53, pain1 54..57, pain2 58..61, pain3 62..65, death 66..78";
    check(&names, expected, "six rows stand at their places, but where a player jumps, this one dies");
}
