//! Recognition of a player set by frame names.
//!
//! The frame names of real player models do not give the exact ranges: some models number pain1..pain12 without a break, some
//! contain a misnamed frame, and spellings differ. But the game plays fixed frame numbers. If the names match at the frames where
//! the game's sequences begin, the ranges of the game are right even where other names differ.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::ranges::evidence::{Evidence, EvidenceKind, SequenceList, extra_note};
use crate::ranges::names::FrameName;
use crate::ranges::runs::{self, Run, index, sequences};
use crate::sequence::Sequence;
use crate::sequence::vocabulary::{NameMeaning, classify};
use crate::tables::{PlayerSet, StandardSequence};

/// The minimum number of standard sequences (rows of the standard table) that a model must have to count as a standard player.
const MIN_ROWS: usize = 6;
/// The minimum number of clear sequences (see [`is_clear`]) that can contradict a standard set with the same frame count.
const MIN_CLEAR: usize = 3;
/// The minimum number of frames with the same name that clearly form a sequence. If the frame names spell a message, each word of the
/// message is on fewer frames.
const LONG_RUN: usize = 6;
/// The maximum number of extra frames before or between the frames of the standard set.
const MOST_INSERTED: u32 = 32;

pub(crate) enum PlayerFit {
    Match(SequenceList),
    /// Frame names or frame count match, but the frame names mark sequences with other boundaries.
    Contradicted(String),
    None,
}

/// Compares the frames with a set. `marked` states whether the frame names show where sequences begin.
pub(crate) fn fit(set: &'static PlayerSet, names: &[FrameName], runs: &[Run], marked: bool) -> PlayerFit {
    let clues = Clues::new(set, names, runs);
    match clues.fit_names() {
        PlayerFit::Match(split) => PlayerFit::Match(split),
        by_names => match clues.fit_count(marked) {
            PlayerFit::None => by_names,
            by_count => by_count,
        },
    }
}

struct Clues<'a> {
    set: &'static PlayerSet,
    names: &'a [FrameName],
    words: Vec<Option<NameMeaning>>,
    /// For each frame, whether a run (consecutive frames whose names belong to the same sequence) begins there.
    begins: Vec<bool>,
    runs: usize,
    has_clear_runs: bool,
}

fn classify_all<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Option<NameMeaning>> {
    // The result for the previous name is cached, because most consecutive names differ only in their number.
    let mut last: Option<(&str, Option<NameMeaning>)> = None;
    let meaning = |name: &'a str| {
        // Digits do not change the meaning of a name.
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = match last {
            Some((before, word)) if before == stem => word,
            _ => classify(stem),
        };
        last = Some((stem, word));
        word
    };
    names.map(meaning).collect()
}

/// An assignment of frames to the rows of the standard table: `inserted` extra frames come before the row with the index `before`.
#[derive(Debug, Clone, Copy)]
struct Layout {
    before: usize,
    inserted: u32,
}

impl Layout {
    fn shift(self, row: usize) -> u32 {
        if row >= self.before { self.inserted } else { 0 }
    }
}

impl<'a> Clues<'a> {
    fn new(set: &'static PlayerSet, names: &'a [FrameName], runs: &[Run]) -> Self {
        let mut begins = alloc::vec![false; names.len()];
        runs.iter().for_each(|run| begins[run.frames.start] = true);
        // A prefix that all names share might contain a known word: deathguard_run1, deathguard_stand1.
        let shared = shared_prefix(names);
        Self {
            set,
            names,
            words: classify_all(names.iter().map(|name| &name.key[shared..])),
            begins,
            runs: runs.len(),
            has_clear_runs: has_clear_runs(names, runs),
        }
    }

    fn frame_count(&self) -> u32 {
        index(self.names.len())
    }

    fn rows(&self, layout: Layout) -> impl Iterator<Item = (usize, &'static StandardSequence, usize)> {
        let rows = self.set.rows.iter().enumerate();
        rows.map(move |(i, row)| (i, row, (row.first + layout.shift(i)) as usize))
    }

    /// For each row of the standard table, compares its action with the name of its first frame in the model. At least
    /// three quarters must match, or nine tenths if the model contains only a part of the set.
    ///
    /// No other condition is checked if the model has exactly as many frames as a standard player or carried weapon. In any other
    /// model, names must also change at most places where rows begin, and at few other places. In addition, names may contradict
    /// at most one row. Without these rules, a long model with other sequences in the same order would match by chance. A model
    /// that lacks an early frame would also match: every later row begins one frame too late, at a frame with the same name.
    fn fit_names(&self) -> PlayerFit {
        let (rows, set_frames) = (self.set.rows.len(), self.set.frame_count());
        let plain = Layout { before: rows, inserted: 0 };
        let spare = self.frame_count().saturating_sub(set_frames).min(MOST_INSERTED);
        let inserted =
            (1..=spare).flat_map(|inserted| (0..rows).map(move |before| Layout { before, inserted }));
        let layout = [plain].into_iter().chain(inserted).max_by_key(|layout| {
            // Of equally good layouts, the simplest is used.
            (self.matches(*layout), Reverse(layout.inserted), Reverse(layout.before))
        });
        let layout = layout.unwrap_or(plain);
        let total = self.rows(layout).filter(|&(_, _, at)| at < self.names.len()).count();
        let (matched, begun) = self.matches(layout);
        let counted = self.set.anchors.iter().any(|anchor| anchor.frames == self.frame_count());
        let is_whole = counted || self.frame_count() > set_frames;
        let enough = if is_whole { matched * 4 >= total * 3 } else { matched * 10 >= total * 9 };
        if total < MIN_ROWS || !enough {
            return PlayerFit::None;
        }
        let shares_boundaries = begun * 2 > total && self.begun_elsewhere(layout) * 2 <= begun;
        let contradicted = self.contradicted_rows(layout);
        if counted || (shares_boundaries && contradicted <= 1) {
            PlayerFit::Match(self.split_by_table(layout, matched, total))
        } else {
            let shared = index(begun.min(total - contradicted));
            self.contradicted(shared, total)
        }
    }

    /// Number of rows that the names contradict: the first frame of the row has the name of another action, or belongs to a run of frames
    /// that began in the previous row.
    fn contradicted_rows(&self, layout: Layout) -> usize {
        let is_contradicted = |&(i, row, at): &(usize, &StandardSequence, usize)| {
            let Some(&Some(word)) = self.words.get(at) else { return false };
            let follows_other = i > 0 && self.set.rows[i - 1].meaning != row.meaning;
            word != row.meaning || (follows_other && !self.begins[at])
        };
        self.rows(layout).filter(is_contradicted).count()
    }

    /// Number of frames at which the names begin a new sequence inside a row of the standard table, not at its first frame.
    fn begun_elsewhere(&self, layout: Layout) -> usize {
        let inside = self.rows(layout).flat_map(|(_, row, at)| at + 1..at + row.frame_count() as usize);
        inside.filter(|&at| self.begins.get(at) == Some(&true)).count()
    }

    /// Number of rows whose first frame has a matching name, and number of rows at whose first frame the names begin a sequence.
    fn matches(&self, layout: Layout) -> (usize, usize) {
        let fits = |&(_, row, at): &(usize, &StandardSequence, usize)| {
            self.words.get(at) == Some(&Some(row.meaning))
        };
        let begins = |&(_, _, at): &(usize, &StandardSequence, usize)| self.begins.get(at) == Some(&true);
        (self.rows(layout).filter(fits).count(), self.rows(layout).filter(begins).count())
    }

    fn split_by_table(&self, layout: Layout, matched: usize, total: usize) -> SequenceList {
        let mut split = Vec::new();
        for (i, row, at) in self.rows(layout) {
            if i == layout.before {
                self.add_inserted(layout, &mut split);
            }
            // A row that is cut by the end of the model counts only if its name matches.
            let is_whole = at + row.frame_count() as usize <= self.names.len();
            if is_whole || self.words.get(at) == Some(&Some(row.meaning)) {
                split.extend(row.to_sequence(layout.shift(i)).clipped_to(self.frame_count()));
            }
        }
        let further = self.add_rest(&mut split);
        let text = format!(
            "{} player set: {matched} of {total} names match{}{}",
            self.set.label,
            extra_note(layout.inserted, "before or inside the set"),
            extra_note(further, "after the set")
        );
        SequenceList { sequences: split, evidence: Evidence::new(EvidenceKind::PlayerSet, text) }
    }

    /// Adds the extra frames of `layout` to `split`. Frames with the name of the previous row extend its sequence. The
    /// other frames become sequences by their own names.
    fn add_inserted(&self, layout: Layout, split: &mut Vec<Sequence>) {
        let start = split.last().map_or(0, |row| row.last + 1);
        let mut extra = start..start + layout.inserted;
        if let Some((row, word)) =
            split.last_mut().zip(layout.before.checked_sub(1).map(|i| self.set.rows[i].meaning))
        {
            while extra.clone().next().is_some_and(|frame| self.words[frame as usize] == Some(word)) {
                row.last = extra.start;
                extra.start += 1;
            }
        }
        self.add_by_name(extra, split);
    }

    /// Splits the frames after the last sequence of `split` by their names, and adds their sequences. Returns the number of these frames.
    fn add_rest(&self, split: &mut Vec<Sequence>) -> u32 {
        let start = split.last().map_or(0, |row| row.last + 1);
        self.add_by_name(start..self.frame_count(), split);
        self.frame_count() - start
    }

    fn add_by_name(&self, frames: core::ops::Range<u32>, split: &mut Vec<Sequence>) {
        let names = &self.names[frames.start as usize..frames.end as usize];
        split.extend(sequences(runs::split(names), frames.start));
    }

    /// Accepts a model with the frame count of an anchor of the set, unless its names clearly contradict the set. A player may have one
    /// extra frame at the end, which the game never plays.
    fn fit_count(&self, marked: bool) -> PlayerFit {
        let count = self.frame_count();
        let has_extra = |frames: u32| frames == self.set.frame_count() && frames + 1 == count;
        let mut anchors = self.set.anchors.iter();
        let Some(anchor) = anchors.find(|anchor| anchor.frames == count || has_extra(anchor.frames)) else {
            return PlayerFit::None;
        };
        let rows = || self.set.rows.iter().filter(|row| row.last < anchor.frames);
        let fitting = rows()
            .map(|row| {
                (row.first..=row.last)
                    .filter(|&frame| self.words[frame as usize] == Some(row.meaning))
                    .count()
            })
            .sum::<usize>();
        let begun = rows().filter(|row| self.begins[row.first as usize]).count();

        let is_unclear = !marked || !self.has_clear_runs || runs::one_stem_prevails(self.names);
        // A missing or extra frame shifts all later names, but most frames still have the name of their sequence.
        let mostly_fits = fitting * 5 >= anchor.frames as usize * 3;
        // The names differ from the standard names, but change where rows begin: at more than half of the rows, or only where rows begin.
        let same_boundaries =
            (begun * 2 > rows().count() && self.runs <= 2 * self.set.rows.len()) || begun == self.runs;
        let names = if mostly_fits {
            format!("{fitting} names match")
        } else if same_boundaries && self.runs > 1 {
            format!("names change at {begun} of {} boundaries between sequences", rows().count())
        } else if is_unclear {
            String::from("names mark no sequences")
        } else {
            return self.contradicted(index(begun), rows().count());
        };
        let mut split: Vec<Sequence> = rows().map(|row| row.to_sequence(0)).collect();
        let further = self.add_rest(&mut split);
        let extra = extra_note(further, "after the set");
        let (set, model, frames) = (self.set.label, anchor.model, anchor.frames);
        let text = format!("{set} {model} set: {frames} frames, {names}{extra}");
        PlayerFit::Match(SequenceList {
            sequences: split,
            evidence: Evidence::new(EvidenceKind::PlayerSet, text),
        })
    }

    fn contradicted(&self, shared: u32, total: usize) -> PlayerFit {
        let set = self.set.label;
        PlayerFit::Contradicted(format!(
            "; not the {set} player set (names change at {shared} of {total} boundaries between sequences)"
        ))
    }
}

/// Whether the names clearly mark at least three sequences that together contain at least half of the frames.
fn has_clear_runs(names: &[FrameName], runs: &[Run]) -> bool {
    let clear = || runs.iter().filter(|run| is_clear(&names[run.frames.clone()]));
    let frames = clear().map(|run| run.frames.len()).sum::<usize>();
    clear().count() >= MIN_CLEAR && frames * 2 >= names.len()
}

/// Whether a run is clearly a sequence: several frames with a known word or increasing numbers, or many frames with the same name.
///
/// Some authors spell a message with the frame names. The words of a message rarely meet this condition.
fn is_clear(run: &[FrameName]) -> bool {
    let number = |name: &FrameName| name.number.map(|number| number.value);
    let rises = |pair: &[FrameName]| number(&pair[0]).zip(number(&pair[1])).is_some_and(|(a, b)| a < b);
    let counts = run.windows(2).filter(|pair| rises(pair)).count() * 2 >= run.len() - 1;
    let is_long = run.len() >= LONG_RUN && !run[0].stem.is_empty();
    run.len() > 1 && (counts || is_long || classify(&run[0].stem).is_some())
}

/// Length in bytes of the prefix that all frame names share, not counting the numbers at their ends.
fn shared_prefix(names: &[FrameName]) -> usize {
    let Some((first, rest)) = names.split_first() else { return 0 };
    let shared = |a: &str, b: &str| a.char_indices().zip(b.chars()).take_while(|((_, a), b)| a == b).count();
    let chars = rest.iter().map(|name| shared(&first.key, &name.key)).min().unwrap_or(0);
    first.key.char_indices().nth(chars).map_or(first.key.len(), |(at, _)| at)
}
