//! Frame names from which programs can detect the sequences.
//!
//! An MD2 has no list of sequences, only frame names of 16 bytes: `run1` to `run6` are the sequence "run". If a sequence name ends in a
//! digit, the name and the frame number must be distinguishable: id's tools wrote `pain101` to `pain104` for "pain1". The sequence
//! detection checks the names.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::Name;

use crate::ranges::detect::detect;

type FrameName = Name<16>;

const LONGEST: usize = 15;
/// The start of the new name for a sequence whose own name contains no letters.
const NAMELESS: &str = "anim";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// The number follows directly, as with id's tools: `run1`, `stand01`, `pain101`.
    Plain,
    /// The number follows an underscore: `run_1`, `pain1_1`.
    Separate,
}

/// Names for the frames of several sequences, from [`name_frames`].
#[derive(Clone, Debug, PartialEq)]
pub struct FrameNames {
    /// The names of all frames.
    pub frames: Vec<Name<16>>,
    /// The names of the sequences, as they are in the frame names.
    pub sequences: Vec<String>,
    /// Whether [`detect`] finds exactly `sequences` from the frame names.
    pub are_read_back: bool,
}

/// Returns names for the frames of sequences, from which programs can detect the sequences: `run1` to `run6`, or `pain101` to `pain104`
/// for a sequence name that ends in a digit. Each sequence has a name and a range of frames; the ranges follow each other.
///
/// Characters other than ASCII letters and digits are replaced by underscores, and long names are cut.
pub fn name_frames(clips: &[(&str, Range<usize>)]) -> FrameNames {
    let digits = clips.iter().map(|(_, frames)| decimal_digits(frames.len())).max().unwrap_or(1);
    let mut taken = UsedNames::default();
    // Space for an underscore and the digits of the longest sequence; at least two digits, for names such as `pain101`.
    let room = LONGEST - 1 - digits.max(2);
    let sequences: Vec<String> =
        clips.iter().map(|(name, _)| unique(&plain(name), room, &mut taken)).collect();
    let named = |style| {
        let counts = clips.iter().map(|(_, frames)| frames.len());
        let frames = sequences.iter().zip(counts).flat_map(|(name, count)| numbered(name, count, style));
        frames.collect::<Vec<FrameName>>()
    };
    let is_read_back = |frames: &[FrameName]| {
        let found = detect(frames.iter().map(|name| name.as_bytes()));
        let found =
            found.sequences().iter().map(|s| (s.name.as_str(), s.first as usize..s.last as usize + 1));
        found.eq(sequences.iter().map(String::as_str).zip(clips.iter().map(|(_, frames)| frames.clone())))
    };
    for style in [Style::Plain, Style::Separate] {
        let frames = named(style);
        if is_read_back(&frames) {
            return FrameNames { frames, sequences, are_read_back: true };
        }
    }
    FrameNames { frames: named(Style::Plain), sequences, are_read_back: false }
}

fn numbered(name: &str, count: usize, style: Style) -> impl Iterator<Item = FrameName> {
    let ends_in_digit = name.ends_with(|c: char| c.is_ascii_digit());
    // In names such as `pain101`, the sequence name ends in one digit and the frame number has two. More digits would be ambiguous.
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_one_digit = name.len() == letters.len() + 1 && !name.ends_with('0');
    let is_like_pain = has_one_digit && letters.ends_with(|c: char| c.is_ascii_alphabetic()) && count < 100;
    let digits = decimal_digits(count);
    let (line, digits) = match style {
        Style::Plain if !ends_in_digit => ("", digits),
        Style::Plain if is_like_pain => ("", 2),
        _ => ("_", digits),
    };
    let texts = (1..=count).map(move |number| format!("{name}{line}{number:0digits$}"));
    // The names fit, since the sequence name was cut before.
    texts.collect::<Vec<_>>().into_iter().map(|text| FrameName::new(text).unwrap_or_default())
}

fn decimal_digits(count: usize) -> usize {
    count.max(1).ilog10() as usize + 1
}

/// Converts a sequence name for use in frame names. Only the part after the last `|`, `/`, `\` or `:` is used, such as
/// `run` of `Armature|run`. Consecutive characters other than ASCII letters and digits become one underscore.
fn plain(name: &str) -> String {
    let has_letters = |part: &&str| part.contains(|c: char| c.is_ascii_alphanumeric());
    let last = name.rsplit(['|', '/', '\\', ':']).find(has_letters).unwrap_or("");
    let mut plain = String::new();
    for c in last.chars() {
        if c.is_ascii_alphanumeric() {
            plain.push(c);
        } else if !plain.ends_with('_') && !plain.is_empty() {
            plain.push('_');
        }
    }
    let plain = plain.trim_end_matches('_');
    // A name without letters would be mistaken for a frame number.
    match plain.contains(|c: char| c.is_ascii_alphabetic()) {
        true => plain.to_owned(),
        false => format!("{NAMELESS}{plain}"),
    }
}

/// Cuts a name to `room` bytes. If the name is already used, in any letter case, replaces its end by a number.
fn unique(name: &str, room: usize, taken: &mut UsedNames) -> String {
    let cut = |room: usize| name[..name.len().min(room)].trim_end_matches('_');
    let mut candidate = cut(room).to_owned();
    // Without the stored next number, many sequences with equal names would take quadratic time.
    let next = taken.next.entry(candidate.to_ascii_lowercase()).or_insert(2);
    while !taken.names.insert(candidate.to_ascii_lowercase()) {
        let tail = format!("_{next}");
        candidate = format!("{}{tail}", cut(room.saturating_sub(tail.len())));
        *next += 1;
    }
    candidate
}

#[derive(Default)]
struct UsedNames {
    names: BTreeSet<String>,
    next: BTreeMap<String, u32>,
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;
    use alloc::vec::Vec;

    use super::*;

    fn check(clips: &[(&str, usize)], expected: &[&str]) -> FrameNames {
        let mut start = 0;
        let ranges: Vec<_> = clips
            .iter()
            .map(|&(name, count)| {
                start += count;
                (name, start - count..start)
            })
            .collect();
        let named = name_frames(&ranges);
        assert_eq!(named.frames.len(), start);
        let firsts: Vec<_> =
            ranges.iter().map(|(_, frames)| named.frames[frames.start].to_string()).collect();
        assert_eq!(firsts, expected);
        assert!(named.frames.iter().all(FrameName::is_terminated));
        named
    }

    #[test]
    fn sequences_are_read_back() {
        let named = check(
            &[("stand", 40), ("run", 6), ("pain1", 4), ("pain2", 4), ("death3", 120)],
            &["stand01", "run1", "pain101", "pain201", "death3_001"],
        );
        assert!(named.are_read_back);
        assert_eq!(named.sequences, ["stand", "run", "pain1", "pain2", "death3"]);
        assert!(check(&[("walk", 1)], &["walk1"]).are_read_back);
        assert!(check(&[("run", 500)], &["run001"]).are_read_back);
        assert!(check(&[("pain0", 3), ("pain12", 3)], &["pain0_1", "pain12_1"]).are_read_back);
    }

    #[test]
    fn converts_names_of_other_programs() {
        let named = check(
            &[("Armature|Walk Cycle", 3), ("mixamo.com", 4), ("é", 2), ("007", 3), ("", 2)],
            &["Walk_Cycle1", "mixamo_com1", "anim1", "anim007_1", "anim_2_1"],
        );
        assert!(named.are_read_back, "{:?}", detect(named.frames.iter().map(|n| n.as_bytes())).best);
    }

    #[test]
    fn cuts_long_names_and_keeps_them_distinct() {
        let named = check(
            &[
                ("a_very_long_name_to_the_left", 12),
                ("a_very_long_name_to_the_right", 12),
                ("Run", 3),
                ("run", 3),
            ],
            &["a_very_long01", "a_very_lon_2_01", "Run1", "run_2_1"],
        );
        assert!(named.are_read_back);
    }

    #[test]
    fn reports_names_that_are_detected_differently() {
        let clips: Vec<_> = (0..9).map(|i| (["wo", "xu"][i % 2], 1)).collect();
        let ranges: Vec<_> = clips.iter().enumerate().map(|(i, &(name, _))| (name, i..i + 1)).collect();
        assert!(!name_frames(&ranges).are_read_back, "single frames with unknown names");
    }
}
