//! Sequences from frame names.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::names::{FrameName, parse_all};
use crate::runs::{self, NAMELESS, Run};
use crate::standard::{PLAYER, player_sequences};
use crate::{Evidence, Sequence, player_fit};

/// Sequences, and why they are these.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The sequences in the order of their frames; a script's are in the order of the script and may overlap.
    pub sequences: Vec<Sequence>,
    /// Why the frames were split so.
    pub evidence: Evidence,
}

/// What the names of a model's frames say about its sequences: the best reading first, and others to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// The reading that the evidence speaks for.
    pub best: Split,
    /// Other readings, the likelier first. None equals the best one or another.
    pub alternatives: Vec<Split>,
}

impl Detection {
    /// All readings, the best first.
    pub fn splits(&self) -> impl Iterator<Item = &Split> {
        core::iter::once(&self.best).chain(&self.alternatives)
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
        return Detection {
            best: Split { sequences: vec![], evidence: Evidence::NoFrames },
            alternatives: vec![],
        };
    }
    let (names, are_codes) = parse_all(&names);
    let by_name = split_by_name(&names, are_codes);
    let standard = player_fit::fit(&names, &by_name);

    let mut splits: Vec<Split> = Vec::new();
    splits.extend(standard);
    splits.push(by_name);
    let runs = runs::split(&names);
    splits.push(Split { evidence: Evidence::Names { sequences: runs.len() }, sequences: sequences(runs, 0) });
    if frame_count > PLAYER[0].last {
        splits.push(Split { sequences: player_sequences(frame_count), evidence: Evidence::StandardTable });
    }
    splits.push(Split {
        sequences: vec![Sequence::new(NAMELESS, 0, frame_count - 1)],
        evidence: Evidence::Whole,
    });
    Detection::from_splits(splits)
}

impl Detection {
    /// Takes readings, at least one, the best first, and drops those that repeat an earlier one's ranges.
    fn from_splits(splits: Vec<Split>) -> Self {
        let mut distinct: Vec<Split> = Vec::with_capacity(splits.len());
        for split in splits {
            if !distinct.iter().any(|earlier| same_ranges(&earlier.sequences, &split.sequences)) {
                distinct.push(split);
            }
        }
        let best = distinct.remove(0);
        Self { best, alternatives: distinct }
    }
}

fn same_ranges(a: &[Sequence], b: &[Sequence]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.first, a.last) == (b.first, b.last))
}

/// What the names alone say.
fn split_by_name(names: &[FrameName], are_codes: bool) -> Split {
    let runs = runs::split(names);
    if !are_codes && runs::mark_nothing(names, &runs) {
        return Split {
            sequences: vec![Sequence::new(NAMELESS, 0, index(names.len() - 1))],
            evidence: Evidence::NoMarks,
        };
    }
    let evidence = match &runs[..] {
        [_] if names.len() == 1 => Evidence::OneFrame,
        [run] => Evidence::OneName { name: run.name.clone() },
        _ if are_codes => Evidence::ActionCodes { sequences: runs.len() },
        _ => Evidence::Names { sequences: runs.len() },
    };
    Split { sequences: sequences(runs, 0), evidence }
}

/// Runs as sequences, `shift` frames further on.
pub(crate) fn sequences(runs: Vec<Run>, shift: u32) -> Vec<Sequence> {
    let sequence = |Run { name, frames }: Run| -> Sequence {
        let name: String = name;
        Sequence::new(name, shift + index(frames.start), shift + index(frames.end - 1))
    };
    runs.into_iter().map(sequence).collect()
}

/// An index of a frame, of which there are at most `u32::MAX`.
pub(crate) fn index(i: usize) -> u32 {
    u32::try_from(i).expect("names beyond u32::MAX are not looked at")
}
