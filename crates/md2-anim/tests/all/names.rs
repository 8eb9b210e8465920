//! Builds lists of frame names and checks the detected sequences. Rows have the form `name first..last`.

use md2_anim::quake2::PLAYER;
use md2_anim::{Detection, EvidenceKind, Sequence, StandardSequence, detect};

pub(crate) fn detect_in(names: &[String]) -> Detection {
    detect(names.iter().map(|name| name.as_bytes()))
}

pub(crate) fn offers_table(found: &Detection) -> bool {
    found.alternatives.iter().any(|split| split.evidence.kind == EvidenceKind::PlayerTable)
}

pub(crate) fn rows(sequences: &[Sequence]) -> Vec<String> {
    sequences.iter().map(|s| format!("{} {}..{}", s.name, s.first, s.last)).collect()
}

#[track_caller]
pub(crate) fn check(names: &[String], expected: &str, reason: &str) {
    let found = detect_in(names);
    assert_eq!(rows(found.sequences()).join(", "), expected, "{reason} (evidence: {})", found.evidence());
    for list in found.candidates() {
        assert!(list.sequences.iter().all(|s| s.first <= s.last && (s.last as usize) < names.len()));
    }
}

#[track_caller]
pub(crate) fn check_evidence(names: &[String], evidence: &str) {
    assert_eq!(detect_in(names).evidence().to_string(), evidence);
}

pub(crate) fn player_and(more: &str) -> String {
    format!("{}, {more}", player_rows(20))
}

pub(crate) fn player_rows(count: usize) -> String {
    let row = |row: &StandardSequence| format!("{} {}..{}", row.name, row.first, row.last);
    PLAYER[..count].iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Returns the frame names of a standard player. `name` makes each frame name from the name of the row and the number of the frame in this
/// row.
pub(crate) fn player(name: impl Fn(&str, u32) -> String) -> Vec<String> {
    PLAYER
        .iter()
        .flat_map(|row| (1..=row.frame_count()).map(move |i| (row.name, i)))
        .map(|(n, i)| name(n, i))
        .collect()
}

pub(crate) fn id_names() -> Vec<String> {
    player(|row, i| match row {
        "run" | "attack" | "jump" | "crwalk" | "crattak" | "crpain" | "crdeath" => format!("{row}{i}"),
        _ => format!("{row}{i:02}"),
    })
}

/// Returns frame names that number all pains and all deaths without a break: pain1..pain12 and death1..death20.
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

/// Expands a list of names: `run 01..12` to twelve names with two digits, `base*3` to three equal names.
pub(crate) fn named(list: &str) -> Vec<String> {
    list.split(", ").flat_map(names_of).collect()
}

fn names_of(item: &str) -> Vec<String> {
    if let Some((stem, numbers)) = item.rsplit_once(' ')
        && let Some((first, last)) = numbers.split_once("..")
        && let (Ok(start), Ok(last)) = (first.parse::<u32>(), last.parse())
    {
        return (start..=last).map(|i| format!("{stem}{i:0width$}", width = first.len())).collect();
    }
    let (name, count) = item.split_once('*').unwrap_or((item, "1"));
    vec![name.into(); count.parse().expect("a frame count")]
}
