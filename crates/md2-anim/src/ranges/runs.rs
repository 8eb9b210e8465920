//! Runs: consecutive frames whose names belong to the same sequence.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::ranges::names::{FrameName, Number};
use crate::sequence::Sequence;
use crate::sequence::vocabulary::{classify, is_action_code};

pub(crate) const NAMELESS: &str = "frames";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) frames: Range<usize>,
}

/// Splits the frames into runs. A run begins where the name changes, and where the number enters another hundred, as from 104 to 201.
///
/// Each run is a sequence. If a name occurs again after other names, a second run begins.
pub(crate) fn split(names: &[FrameName]) -> Vec<Run> {
    let mut runs = Vec::new();
    for block in blocks(names) {
        let pieces = pieces(&names[block.clone()]);
        let ends = pieces.iter().skip(1).map(|piece| piece.start).chain([block.len()]);
        for (piece, end) in pieces.iter().zip(ends) {
            let frames = block.start + piece.start..block.start + end;
            let name = piece_name(&names[frames.clone()], piece.lead);
            runs.push(Run { name, frames });
        }
    }
    runs
}

/// Whether the names do not mark sequences: more than half of the frames have unique names that are not known poses (such as the words of
/// a text written over the frames), or two names alternate.
pub(crate) fn are_unmarked(names: &[FrameName], runs: &[Run]) -> bool {
    let single = runs.iter().filter(|run| run.frames.len() == 1);
    let known = single.clone().filter(|run| classify(&names[run.frames.start].stem).is_some()).count();
    let single = single.count();
    (names.len() > 1 && single * 2 > names.len() && known * 2 < single) || alternate(names, runs)
}

/// Whether the names are the words of a text that the author wrote into the frame names. This is assumed if there are
/// at least ten runs of frames with the same name, if the runs are shorter than ten frames on average, and if in three
/// quarters of the runs the name has no number and is not a known pose.
pub(crate) fn are_words_of_text(names: &[FrameName], runs: &[Run]) -> bool {
    const MIN_RUNS: usize = 10;
    const LONG_RUN: usize = 10;
    let is_word = |run: &&Run| {
        let name = &names[run.frames.start];
        name.number.is_none() && !name.stem.is_empty() && classify(&name.stem).is_none()
    };
    let is_short = runs.len() >= MIN_RUNS && names.len() < LONG_RUN * runs.len();
    is_short && runs.iter().filter(is_word).count() * 4 >= runs.len() * 3
}

/// Whether two names alternate through the whole model, each on one or two frames. No real model changes its sequence that often.
fn alternate(names: &[FrameName], runs: &[Run]) -> bool {
    const MIN_RUNS: usize = 6;
    let key = |run: &Run| &names[run.frames.start].key;
    let alternates = runs.windows(3).all(|three| key(&three[0]) == key(&three[2]));
    runs.len() >= MIN_RUNS && names.len() <= 2 * runs.len() && alternates
}

/// Whether at least four names in five differ only in their numbers, so that the other names may be accidental.
pub(crate) fn one_stem_prevails(names: &[FrameName]) -> bool {
    let mut frames_by_stem = BTreeMap::new();
    names.iter().for_each(|name| *frames_by_stem.entry(&name.key).or_insert(0_usize) += 1);
    frames_by_stem.into_values().any(|frames| frames * 5 >= names.len() * 4)
}

/// Splits the frames into blocks, each as long as possible. The names in a block differ only in their numbers or end in
/// consecutive letters. A block may contain one misnamed frame.
fn blocks(names: &[FrameName]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for i in 0..names.len() {
        match blocks.last_mut() {
            Some(block) if names[block.start].key == names[i].key => block.end = i + 1,
            Some(block) if counts_by_letter(names, block, i) => block.end = i + 1,
            _ => blocks.push(i..i + 1),
        }
    }
    join_around_strays(names, blocks)
}

/// Whether frame `i` continues `block` with the next letter, as `runb` follows `runa`. Each letter must be on a single frame.
fn counts_by_letter(names: &[FrameName], block: &Range<usize>, i: usize) -> bool {
    let is_alone = |i: usize| names.get(i + 1).is_none_or(|next| next.key != names[i].key);
    let (before, here) = (&names[i - 1], &names[i]);
    let counts = match (before.letter(), here.letter()) {
        (Some((stem, a)), Some((other, b))) => stem == other && !stem.is_empty() && a as u32 + 1 == b as u32,
        _ => false,
    };
    counts && is_alone(i) && block.clone().all(is_alone)
}

/// Joins the blocks before and after a misnamed frame if their numbers leave a gap for it, as in `run1 run2 xyz run4`.
fn join_around_strays(names: &[FrameName], blocks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let counts_on = |before: &Range<usize>, after: &Range<usize>| {
        let (last, next) = (&names[before.end - 1], &names[after.start]);
        let counted =
            last.number.zip(next.number).is_some_and(|(a, b)| a.value.checked_add(2) == Some(b.value));
        counted && names[before.start].key == next.key
    };
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        match &mut joined[..] {
            [.., before, stray] if stray.len() == 1 && counts_on(before, &block) => {
                before.end = block.end;
                joined.pop();
            }
            _ => joined.push(block),
        }
    }
    joined
}

struct Piece {
    start: usize,
    /// The number that distinguishes the piece from its neighbors, such as 2 in `pain201`; 0 without such a number.
    lead: u64,
}

/// Splits a block of frames into pieces, each of which is one sequence. Returns at least one piece.
fn pieces(block: &[FrameName]) -> Vec<Piece> {
    // Egoboo identifies a sequence only by the two letters of an action code, and ignores the numbers and flags after them.
    if block[0].is_code {
        return vec![Piece { start: 0, lead: 0 }];
    }
    if let Some(marks) = leads(block).or_else(|| plateaus(block)) {
        let starts = (0..block.len()).filter(|&i| i == 0 || marks[i] != marks[i - 1]);
        return starts.map(|start| Piece { start, lead: marks[start] }).collect();
    }
    let hundred = |i: usize| block[i].number.map_or(0, |number| number.value / 100);
    let starts = (0..block.len()).filter(|&i| i == 0 || is_next_hundred(block, i));
    let mut pieces: Vec<Piece> = starts.map(|start| Piece { start, lead: hundred(start) }).collect();
    // The hundred of pain101..pain104 means the first pain, but 100..250 and 190..199 only count frames.
    if let [whole] = &mut pieces[..] {
        let is_first = block[0].number.is_some_and(|number| number.value % 100 <= 1);
        if !is_first || hundred(block.len() - 1) != whole.lead {
            whole.lead = 0;
        }
    }
    pieces
}

/// Whether a new sequence begins at frame `i`, as at pain201 after pain104: the number enters another hundred and starts there at 0 or 1.
/// The new hundred may be lower, as at recln101 after recln240, but not zero: numbers below 100 only restart the count of the same
/// sequence.
///
/// A new sequence also begins at death185 after death084: the first digit counts the deaths, the other digits count all frames. Numbers at
/// equal distances, such as 90, 100, 110, begin no sequence.
fn is_next_hundred(block: &[FrameName], i: usize) -> bool {
    let number = |i: Option<usize>| i.and_then(|i| block.get(i)?.number).map(|n| n.value);
    let (Some(a), Some(b)) = (number(Some(i - 1)), number(Some(i))) else { return false };
    let step = b.checked_sub(a);
    let step_before = number(i.checked_sub(2)).and_then(|before| a.checked_sub(before));
    let step_after = number(Some(i + 1)).and_then(|after| after.checked_sub(b));
    let is_even = step.is_some() && (step == step_before || step == step_after);
    let begins = b >= 100 && b / 100 != a / 100 && b % 100 <= 1;
    let continues = step == Some(101);
    (begins || continues) && step != Some(1) && !is_even
}

/// Returns the first digit of each frame's number if the whole block is numbered like 11, 12, 13, 21, 22 or 19, 110, 111, 21: a digit, then
/// a count without leading zeros. `None` if the numbers simply count all frames.
fn leads(block: &[FrameName]) -> Option<Vec<u64>> {
    let numbers: Vec<Number> = block.iter().map(|name| name.number).collect::<Option<_>>()?;
    let steps = || numbers.windows(2).map(|pair| pair[1].value.checked_sub(pair[0].value));
    let is_even = steps().all(|step| step.is_some() && step == steps().next().flatten());
    // `is_next_hundred` handles three digits with a leading zero. After an action code, all digits are a count.
    if is_even || numbers.iter().all(|n| n.width > 2) || is_action_code(&block[0].stem) {
        return None;
    }
    let parts: Vec<(u64, u64)> = numbers.iter().map(|number| number.split_lead()).collect::<Option<_>>()?;
    let first_count = parts[0].1;
    let is_follower = |pair: &[(u64, u64)]| {
        let ((lead, count), (next_lead, next_count)) = (pair[0], pair[1]);
        let continues = next_lead == lead && next_count == count + 1;
        // Between 18 and 20 a frame is missing; no piece ends there.
        let begins = next_lead == lead + 1
            && next_count == first_count
            && (count < 8 || numbers.iter().any(|n| n.width > 2));
        continues || begins
    };
    let explained = first_count <= 1 && parts.windows(2).all(is_follower);
    explained.then(|| parts.into_iter().map(|(lead, _)| lead).collect())
}

/// Returns the number of each frame if numbers distinguish sequences instead of frames: four frames `pain1`, then four `pain2`.
///
/// `None` unless each number is on at least three frames, and on at least as many frames as there are different numbers. With fewer
/// repetitions, the frames are one slowed-down sequence. Also `None` if names may be cut off, because then the last digit may be missing.
fn plateaus(block: &[FrameName]) -> Option<Vec<u64>> {
    let numbers: Vec<u64> = block.iter().map(|name| name.number.map(|n| n.value)).collect::<Option<_>>()?;
    let plateaus = || numbers.chunk_by(|a, b| a == b);
    let count = plateaus().count();
    let mark_pieces = count > 1
        && plateaus().all(|plateau| plateau.len() >= count.max(3))
        && !block.iter().any(|name| name.may_be_cut);
    mark_pieces.then_some(numbers)
}

fn piece_name(piece: &[FrameName], lead: u64) -> String {
    let stem = match (&piece[0].stem, piece) {
        (stem, _) if stem.is_empty() => NAMELESS,
        (stem, [first, second, ..]) if first.number.is_none() && first.key != second.key => {
            stem_before_letter(stem)
        }
        (stem, _) => stem,
    };
    match lead {
        0 => stem.into(),
        lead if stem.ends_with(|c: char| c.is_ascii_digit()) => format!("{stem}_{lead}"),
        lead => format!("{stem}{lead}"),
    }
}

/// Removes a letter that counts frames: `runa` and `run_a` become `run`.
fn stem_before_letter(stem: &str) -> &str {
    let end = stem.char_indices().next_back().map_or(0, |(at, _)| at);
    stem[..end].trim_end_matches(|c: char| !c.is_alphanumeric())
}

pub(crate) fn sequences(runs: Vec<Run>, shift: u32) -> Vec<Sequence> {
    runs.into_iter()
        .map(|run| {
            Sequence::new(run.name, shift + index(run.frames.start), shift + index(run.frames.end - 1))
        })
        .collect()
}

pub(crate) fn index(i: usize) -> u32 {
    u32::try_from(i).expect("at most u32::MAX frames")
}
