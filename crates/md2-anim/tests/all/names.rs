//! Lists of frame names, and what is expected of them. Rows are `name first..last`.

use md2_anim::{PLAYER, detect};

/// Checks the ranges of the best reading.
#[track_caller]
pub(crate) fn check(names: &[String], expected: &[&str], reason: &str) {
    let found = detect(names.iter().map(|name| name.as_bytes()));
    let rows: Vec<String> =
        found.sequences().iter().map(|s| format!("{} {}..{}", s.name, s.first, s.last)).collect();
    assert_eq!(rows, expected, "{reason} (evidence: {})", found.evidence());
    for split in found.splits() {
        assert!(split.sequences.iter().all(|s| s.first <= s.last && (s.last as usize) < names.len()));
    }
}

#[track_caller]
pub(crate) fn check_evidence(names: &[String], evidence: &str) {
    let found = detect(names.iter().map(|name| name.as_bytes()));
    assert_eq!(found.evidence().to_string(), evidence);
}

/// The rows of the standard set, and further ones.
pub(crate) fn player_and<'a>(rows: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    rows.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

pub(crate) fn player_rows() -> Vec<String> {
    PLAYER.iter().map(|row| format!("{} {}..{}", row.name, row.first, row.last)).collect()
}

/// Frame names of a standard model, from the row's name and the frame's number in it.
pub(crate) fn player(name: impl Fn(&str, u32) -> String) -> Vec<String> {
    PLAYER
        .iter()
        .flat_map(|row| (1..=row.frame_count()).map(move |i| (row.name, i)))
        .map(|(n, i)| name(n, i))
        .collect()
}

/// id's own names: pain101, stand01, run1.
pub(crate) fn id_names() -> Vec<String> {
    player(|row, i| match row {
        "run" | "attack" | "jump" | "crwalk" | "crattak" | "crpain" | "crdeath" => format!("{row}{i}"),
        _ => format!("{row}{i:02}"),
    })
}

/// pain1..pain12 and death1..death20 counted straight through.
pub(crate) fn straight_names() -> Vec<String> {
    let offset = |row: &str| match row {
        "pain2" => 4,
        "pain3" => 8,
        "death2" => 6,
        "death3" => 12,
        _ => 0,
    };
    player(|row, i| format!("{}{}", row.trim_end_matches(|c: char| c.is_ascii_digit()), i + offset(row)))
}

/// `stem`, then numbers from `first` to `last`, as wide as `first` is written.
pub(crate) fn run(stem: &str, first: &str, last: u32) -> Vec<String> {
    let start: u32 = first.parse().expect("a number");
    (start..=last).map(|i| format!("{stem}{i:0width$}", width = first.len())).collect()
}

pub(crate) fn numbered(stem: &str, count: u32) -> Vec<String> {
    run(stem, "1", count)
}

pub(crate) fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}
