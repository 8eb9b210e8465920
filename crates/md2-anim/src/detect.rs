//! Sequences from frame names.

use alloc::vec;
use alloc::vec::Vec;

use crate::evidence::Evidence;
use crate::names::parse_all;
use crate::player_fit::{self, Fit};
use crate::runs::{self, NAMELESS, Run, index, sequences};
use crate::script::Script;
use crate::sequence::Sequence;
use crate::split::SequenceList;
use crate::standard::{PLAYER, player_sequences};
use crate::view_weapons::VIEW_WEAPONS;

/// What the names of a model's frames say about its sequences: the best reading first, and others to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// The reading that the evidence speaks for.
    pub best: SequenceList,
    /// Other readings, the likelier first. None has the same ranges as the best one or another.
    pub alternatives: Vec<SequenceList>,
    /// Frames of the model.
    pub frame_count: u32,
}

impl Detection {
    /// All readings, the best first.
    pub fn splits(&self) -> impl Iterator<Item = &SequenceList> {
        core::iter::once(&self.best).chain(&self.alternatives)
    }

    /// Makes a script that lies beside the model the best reading, and what was the best the first alternative.
    pub fn prefer_script(&mut self, script: &Script) {
        self.prefer(script.split(self.frame_count));
    }

    /// Makes what a text file tells the best reading, and what was the best the first alternative. An earlier reading of a text
    /// file goes.
    pub fn prefer(&mut self, by_file: SequenceList) {
        self.alternatives.retain(|split| !split.evidence.has_rates());
        let before = core::mem::replace(&mut self.best, by_file);
        if !before.evidence.has_rates() {
            self.alternatives.insert(0, before);
        }
    }

    /// Takes the ranges of the body that carries this model, such as a player its weapon, and returns whether it did: only
    /// where this one's own names mark nothing, and it has as many frames or more.
    ///
    /// A carried model shows the frame of the same number as its body, so that the body's ranges are its own whatever comes
    /// after them. The names of a model alone cannot tell that: 200 frames of one name are one sequence.
    ///
    /// ```
    /// use md2_anim::detect;
    ///
    /// let body = detect(["stand1", "stand2", "run1", "run2"].map(str::as_bytes));
    /// let mut weapon = detect([&b"w_gun"[..]; 5]);
    /// assert!(weapon.follow_body(&body));
    /// let rows: Vec<_> = weapon.sequences().iter().map(|s| (s.name.as_str(), s.first, s.last)).collect();
    /// assert_eq!(rows, [("stand", 0, 1), ("run", 2, 3), ("frames", 4, 4)]);
    /// assert_eq!(weapon.evidence().to_string(), "the ranges of the body that carries it: 4 frames; 1 further frame after");
    /// ```
    pub fn follow_body(&mut self, body: &Self) -> bool {
        let has_ranges = body.sequences().len() > 1;
        let Some(further) = self.frame_count.checked_sub(body.frame_count) else { return false };
        if !self.is_unmarked() || !has_ranges {
            return false;
        }
        let mut sequences = body.sequences().to_vec();
        if further > 0 {
            sequences.push(Sequence::new(NAMELESS, body.frame_count, self.frame_count - 1));
        }
        let evidence = Evidence::Body { frames: body.frame_count, further };
        let own = core::mem::replace(&mut self.best, SequenceList { sequences, evidence });
        self.alternatives.retain(|split| !same_ranges(&split.sequences, &self.best.sequences));
        self.alternatives.insert(0, own);
        true
    }

    /// Whether the names of the frames tell no sequences: they are all one, or none, or mark no ranges.
    #[must_use]
    pub fn is_unmarked(&self) -> bool {
        matches!(self.evidence(), Evidence::OneName { .. } | Evidence::NoMarks | Evidence::Whole)
    }

    /// The sequence of the best reading to open with, as a place in [`sequences`](Self::sequences): see
    /// [`opening_sequence`](crate::opening_sequence). `None` for a model without frames.
    #[must_use]
    pub fn opening_sequence(&self) -> Option<usize> {
        self.best.opening_sequence()
    }

    /// The sequences of the best reading.
    #[must_use]
    pub fn sequences(&self) -> &[Sequence] {
        &self.best.sequences
    }

    /// The evidence for the best reading.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.best.evidence
    }
}

/// Finds the sequences of a model from the names of its frames, in order, as bytes up to a NUL.
///
/// Names decide, except where the game does: a model whose names stand where the standard player set has them *is* such a
/// set, and is split by the game's table even if its names disagree in places (many models number the deaths straight through).
///
/// ```
/// let names = ["stand1", "stand2", "pain101", "pain102", "pain201"];
/// let found = md2_anim::detect(names.iter().map(|name| name.as_bytes()));
/// let ranges: Vec<_> = found.sequences().iter().map(|s| (s.name.as_str(), s.first, s.last)).collect();
/// assert_eq!(ranges, [("stand", 0, 1), ("pain1", 2, 3), ("pain2", 4, 4)]);
/// assert_eq!(found.evidence().to_string(), "frame names: 3 sequences");
/// ```
///
/// Any bytes are fine. More than `u32::MAX` names are not looked at.
#[must_use]
pub fn detect<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Detection {
    let names: Vec<&[u8]> = names.into_iter().take(u32::MAX as usize).collect();
    let frame_count = index(names.len());
    if frame_count == 0 {
        return Detection::without_frames();
    }
    let (names, are_codes) = parse_all(&names);
    let runs = runs::split(&names);
    let marked = are_codes || !runs::mark_nothing(&names, &runs);

    let mut splits: Vec<SequenceList> = Vec::new();
    let mut against_set = None;
    match player_fit::fit(&names, &runs, marked) {
        Fit::Set(split) => splits.push(split),
        Fit::Against(borders) => against_set = Some(borders),
        Fit::None => {}
    }
    if !marked {
        splits.push(whole(frame_count, Evidence::NoMarks));
    }
    let mut evidence = name_evidence(&runs, are_codes);
    if let Evidence::Names { against_set: told, .. } = &mut evidence {
        *told = against_set;
    }
    splits.push(SequenceList { evidence, sequences: sequences(runs, 0) });
    for weapon in VIEW_WEAPONS.iter().filter(|weapon| weapon.frame_count() == frame_count) {
        let evidence = Evidence::ViewWeapon { name: weapon.name };
        splits.push(SequenceList { sequences: weapon.sequences().into(), evidence });
    }
    if frame_count > PLAYER[0].last {
        splits.push(SequenceList {
            sequences: player_sequences(frame_count),
            evidence: Evidence::StandardTable,
        });
    }
    splits.push(whole(frame_count, Evidence::Whole));
    Detection::from_splits(splits, frame_count)
}

impl Detection {
    pub(crate) fn without_frames() -> Self {
        let best = SequenceList { sequences: vec![], evidence: Evidence::NoFrames };
        Self { best, alternatives: vec![], frame_count: 0 }
    }

    /// Takes readings, at least one, the best first, and drops those that repeat an earlier one's ranges.
    pub(crate) fn from_splits(splits: Vec<SequenceList>, frame_count: u32) -> Self {
        let mut distinct: Vec<SequenceList> = Vec::with_capacity(splits.len());
        for split in splits {
            if !distinct.iter().any(|earlier| same_ranges(&earlier.sequences, &split.sequences)) {
                distinct.push(split);
            }
        }
        let best = distinct.remove(0);
        Self { best, alternatives: distinct, frame_count }
    }
}

fn same_ranges(a: &[Sequence], b: &[Sequence]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.first, a.last) == (b.first, b.last))
}

/// All frames, at least one, as one sequence.
pub(crate) fn whole(frame_count: u32, evidence: Evidence) -> SequenceList {
    SequenceList { sequences: vec![Sequence::new(NAMELESS, 0, frame_count - 1)], evidence }
}

/// What the runs rest on.
pub(crate) fn name_evidence(runs: &[Run], are_codes: bool) -> Evidence {
    match runs {
        [run] if run.frames.len() == 1 => Evidence::OneFrame,
        [run] => Evidence::OneName { name: run.name.clone() },
        _ if are_codes => Evidence::ActionCodes { sequences: runs.len() },
        _ => Evidence::Names { sequences: runs.len(), against_set: None },
    }
}
