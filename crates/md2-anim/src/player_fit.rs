//! Recognizing the standard player set in a model's frame names.
//!
//! No rule about names alone finds the true ranges of real player models: some count pain1..pain12 straight through,
//! some carry a stray name, spellings differ. But the game plays them by fixed frame numbers, so the names at
//! those places are enough to tell that a model follows the table, and then the table is right where the names are not.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::evidence::{Evidence, NameAgreement, SharedBorders};
use crate::names::FrameName;
use crate::runs::{self, Run, index, sequences};
use crate::sequence::Sequence;
use crate::split::SequenceList;
use crate::standard::{CARRIED_WEAPON_FRAMES, PLAYER, PLAYER_FRAMES, StandardSequence};
use crate::vocabulary::{Word, classify};

/// The table needs this many of its rows inside the model before names can speak for it.
const FEWEST_ROWS: usize = 6;
/// Fewer plain sequences than this do not speak against a set of the right number of frames.
const FEWEST_TELLING: usize = 3;
/// More frames than a word of a sentence stands on.
const MANY_FRAMES: usize = 6;
/// Most frames looked for that somebody put before or between the standard ones.
const MOST_INSERTED: u32 = 32;

/// What comes of holding the standard set against the frames.
pub(crate) enum Fit {
    /// They are one.
    Set(SequenceList),
    /// They have what speaks for one, their names or their number, but the names change elsewhere.
    Against(SharedBorders),
    /// Nothing speaks for it.
    None,
}

/// Holds the standard set against the frames. `marked` tells whether the runs mean anything at all.
pub(crate) fn fit(names: &[FrameName], runs: &[Run], marked: bool) -> Fit {
    let clues = Clues::new(names, runs);
    match clues.fit_names() {
        Fit::Set(split) => Fit::Set(split),
        by_names => match clues.fit_count(marked) {
            Fit::None => by_names,
            by_count => by_count,
        },
    }
}

/// What is known about each frame.
struct Clues<'a> {
    names: &'a [FrameName],
    words: Vec<Option<Word>>,
    /// Whether a run begins here.
    begins: Vec<bool>,
    runs: usize,
    /// Whether enough runs plainly are sequences, whatever they are called: three, and most of the frames.
    plain: bool,
}

/// What each of the names says. Most say what their neighbor does, since only their numbers differ.
fn words<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Option<Word>> {
    let mut last: Option<(&str, Option<Word>)> = None;
    let word = |name: &'a str| {
        // Digits do not matter to what a name says.
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = match last {
            Some((before, word)) if before == stem => word,
            _ => classify(stem),
        };
        last = Some((stem, word));
        word
    };
    names.map(word).collect()
}

/// How the table lies over the frames: `inserted` extra frames before row `before`, all other rows in place.
#[derive(Debug, Clone, Copy)]
struct Layout {
    before: usize,
    inserted: u32,
}

impl Layout {
    const PLAIN: Self = Self { before: PLAYER.len(), inserted: 0 };

    fn shift(self, row: usize) -> u32 {
        if row >= self.before { self.inserted } else { 0 }
    }

    /// The rows with the number of each and the frame it begins at.
    fn rows(self) -> impl Iterator<Item = (usize, &'static StandardSequence, usize)> {
        PLAYER.iter().enumerate().map(move |(i, row)| (i, row, (row.first + self.shift(i)) as usize))
    }
}

impl<'a> Clues<'a> {
    fn new(names: &'a [FrameName], runs: &[Run]) -> Self {
        let mut begins = alloc::vec![false; names.len()];
        runs.iter().for_each(|run| begins[run.frames.start] = true);
        // What all names begin with tells nothing, and might be a word: deathguard_run1, deathguard_stand1.
        let shared = shared_prefix(names);
        Self {
            names,
            words: words(names.iter().map(|name| &name.key[shared..])),
            begins,
            runs: runs.len(),
            plain: are_plain(names, runs),
        }
    }

    fn frame_count(&self) -> u32 {
        index(self.names.len())
    }

    /// The set whose first frames bear the right names: at least three in four, 15 of the 20.
    ///
    /// A model with the very frames of a set is one then. In any other, the names must also change where the rows do, and
    /// seldom elsewhere: a long model with its own sequences in the order of the set has fitting names at many places
    /// by chance, and one that lacks a frame early on has them at all places, but as second ones. Of a part of the set nine
    /// in ten must fit: a model that ends early has other sequences more often than other names.
    fn fit_names(&self) -> Fit {
        let spare = self.frame_count().saturating_sub(PLAYER_FRAMES).min(MOST_INSERTED);
        let inserted =
            (1..=spare).flat_map(|inserted| (0..PLAYER.len()).map(move |before| Layout { before, inserted }));
        let layout = [Layout::PLAIN].into_iter().chain(inserted).max_by_key(|layout| {
            // Among layouts that fit alike the one with the fewest liberties; `max_by_key` takes the last of equals.
            (self.matches(*layout), Reverse(layout.inserted), Reverse(layout.before))
        });
        let layout = layout.unwrap_or(Layout::PLAIN);
        let of = layout.rows().filter(|&(_, _, at)| at < self.names.len()).count();
        let (matched, begun) = self.matches(layout);
        let counted = matches!(self.frame_count(), PLAYER_FRAMES | CARRIED_WEAPON_FRAMES);
        let is_whole = counted || self.frame_count() > PLAYER_FRAMES;
        let enough = if is_whole { matched * 4 >= of * 3 } else { matched * 10 >= of * 9 };
        if of < FEWEST_ROWS || !enough {
            return Fit::None;
        }
        let shares_borders = begun * 2 > of && self.begun_elsewhere(layout) * 2 <= begun;
        if counted || shares_borders {
            Fit::Set(self.split_by_table(layout, matched, of))
        } else {
            Fit::Against(SharedBorders { shared: index(begun), of: index(of) })
        }
    }

    /// How many runs begin inside a row.
    fn begun_elsewhere(&self, layout: Layout) -> usize {
        let inside = layout.rows().flat_map(|(_, row, at)| at + 1..at + row.frame_count() as usize);
        inside.filter(|&at| self.begins.get(at) == Some(&true)).count()
    }

    /// How many rows begin with a name that fits, and how many begin where a run does.
    fn matches(&self, layout: Layout) -> (usize, usize) {
        let fits =
            |&(_, row, at): &(usize, &StandardSequence, usize)| self.words.get(at) == Some(&Some(row.word));
        let begins = |&(_, _, at): &(usize, &StandardSequence, usize)| self.begins.get(at) == Some(&true);
        (layout.rows().filter(fits).count(), layout.rows().filter(begins).count())
    }

    fn split_by_table(&self, layout: Layout, matched: usize, of: usize) -> SequenceList {
        let mut split = Vec::new();
        for (i, row, at) in layout.rows() {
            if i == layout.before {
                self.place_inserted(layout, &mut split);
            }
            // A model that ends before its row does keeps the row if the frames there bear its name.
            let is_whole = at + row.frame_count() as usize <= self.names.len();
            if is_whole || self.words.get(at) == Some(&Some(row.word)) {
                split.extend(row.to_sequence(layout.shift(i)).clipped_to(self.frame_count()));
            }
        }
        let further = self.add_rest(&mut split);
        let evidence = Evidence::StandardNames {
            matched: index(matched),
            of: index(of),
            inserted: layout.inserted,
            further,
        };
        SequenceList { sequences: split, evidence }
    }

    /// Places the extra frames of `layout`: as the end of the row before if they bear its name, else by their own names.
    fn place_inserted(&self, layout: Layout, split: &mut Vec<Sequence>) {
        let start = split.last().map_or(0, |row| row.last + 1);
        let mut extra = start..start + layout.inserted;
        if let Some((row, word)) = split.last_mut().zip(layout.before.checked_sub(1).map(|i| PLAYER[i].word))
        {
            while extra.clone().next().is_some_and(|frame| self.words[frame as usize] == Some(word)) {
                row.last = extra.start;
                extra.start += 1;
            }
        }
        self.add_by_name(extra, split);
    }

    /// Adds the frames behind the last sequence by their names, and tells how many there are.
    fn add_rest(&self, split: &mut Vec<Sequence>) -> u32 {
        let start = split.last().map_or(0, |row| row.last + 1);
        self.add_by_name(start..self.frame_count(), split);
        self.frame_count() - start
    }

    fn add_by_name(&self, frames: core::ops::Range<u32>, split: &mut Vec<Sequence>) {
        let names = &self.names[frames.start as usize..frames.end as usize];
        split.extend(sequences(runs::split(names), frames.start));
    }

    /// The set by the number of frames alone, unless the names plainly tell of something else.
    ///
    /// 199 is a player with one frame too many at the end, where the game never looks.
    fn fit_count(&self, marked: bool) -> Fit {
        let set = match self.frame_count() {
            count @ (PLAYER_FRAMES | CARRIED_WEAPON_FRAMES) => count,
            count if count == PLAYER_FRAMES + 1 => PLAYER_FRAMES,
            _ => return Fit::None,
        };
        let rows = || PLAYER.iter().filter(move |row| row.last < set);
        let fitting = rows()
            .map(|row| {
                (row.first..=row.last).filter(|&frame| self.words[frame as usize] == Some(row.word)).count()
            })
            .sum::<usize>();
        let begun = rows().filter(|row| self.begins[row.first as usize]).count();
        let borders = SharedBorders { shared: index(begun), of: index(rows().count()) };

        let says_nothing = !marked || !self.plain || runs::one_stem_prevails(self.names);
        // One frame too few or too many early on moves every name off its place, but most stay inside their sequence.
        let mostly_fits = fitting * 5 >= set as usize * 3;
        // Other words, but they change where the sequences do: at most of these places, or nowhere else.
        let same_borders =
            (begun * 2 > rows().count() && self.runs <= 2 * PLAYER.len()) || begun == self.runs;
        let names = if mostly_fits {
            NameAgreement::Fit { frames: index(fitting) }
        } else if same_borders && self.runs > 1 {
            NameAgreement::ShareBorders(borders)
        } else if says_nothing {
            NameAgreement::SayNothing
        } else {
            return Fit::Against(borders);
        };
        let mut split: Vec<Sequence> = rows().map(|row| row.to_sequence(0)).collect();
        let further = self.add_rest(&mut split);
        Fit::Set(SequenceList { sequences: split, evidence: Evidence::StandardCount { set, names, further } })
    }
}

/// Whether runs that plainly are sequences are three or more, and make up half of the frames.
fn are_plain(names: &[FrameName], runs: &[Run]) -> bool {
    let telling = || runs.iter().filter(|run| tells(&names[run.frames.clone()]));
    let frames = telling().map(|run| run.frames.len()).sum::<usize>();
    telling().count() >= FEWEST_TELLING && frames * 2 >= names.len()
}

/// Whether a run is plainly a sequence: several frames of a word one knows, or whose numbers rise, or many of one name.
///
/// A word of a sentence is none: it may be one that one knows, or stand on a few frames, but seldom both.
fn tells(run: &[FrameName]) -> bool {
    let number = |name: &FrameName| name.number.map(|number| number.value);
    let rises = |pair: &[FrameName]| number(&pair[0]).zip(number(&pair[1])).is_some_and(|(a, b)| a < b);
    let counts = run.windows(2).filter(|pair| rises(pair)).count() * 2 >= run.len() - 1;
    let is_long = run.len() >= MANY_FRAMES && !run[0].stem.is_empty();
    run.len() > 1 && (counts || is_long || classify(&run[0].stem).is_some())
}

/// Length of what the stems of all frames begin with.
fn shared_prefix(names: &[FrameName]) -> usize {
    let Some((first, rest)) = names.split_first() else { return 0 };
    let shared = |a: &str, b: &str| a.char_indices().zip(b.chars()).take_while(|((_, a), b)| a == b).count();
    let chars = rest.iter().map(|name| shared(&first.key, &name.key)).min().unwrap_or(0);
    first.key.char_indices().nth(chars).map_or(first.key.len(), |(at, _)| at)
}
