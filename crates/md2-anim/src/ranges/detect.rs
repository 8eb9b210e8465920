//! Sequence detection by frame names.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::player_sets::PLAYER_SETS;
use crate::quake2::VIEW_WEAPONS;
use crate::ranges::evidence::{Evidence, EvidenceKind, SequenceList, counted, extra_note};
use crate::ranges::names::parse_all;
use crate::ranges::opening::opening_sequence;
use crate::ranges::player_fit::{self, PlayerFit};
use crate::ranges::runs::{self, NAMELESS, Run, index, sequences};
use crate::ranges::script::Script;
use crate::sequence::Sequence;

/// All ways found to divide a model's frames into sequences: the most likely one and its alternatives.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// The list of sequences with the strongest evidence.
    pub best: SequenceList,
    /// The other possible lists of sequences, the most likely first. No two lists have the same frame ranges.
    pub alternatives: Vec<SequenceList>,
    /// Number of frames of the model.
    pub frame_count: u32,
}

impl Detection {
    /// Returns all lists of sequences, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &SequenceList> {
        core::iter::once(&self.best).chain(&self.alternatives)
    }

    /// Makes the sequences of `script` the best list, in the same way as [`prefer`](Self::prefer).
    pub fn prefer_script(&mut self, script: &Script) {
        self.prefer(script.sequences_for(self.frame_count));
    }

    /// Makes `from_file`, a list of sequences that was read from a file, the best list. The previous best list becomes the first
    /// alternative, or is removed if it also came from a file.
    pub fn prefer(&mut self, from_file: SequenceList) {
        self.alternatives.retain(|list| !list.evidence.has_rates());
        let previous = core::mem::replace(&mut self.best, from_file);
        if !previous.evidence.has_rates() {
            self.alternatives.insert(0, previous);
        }
    }

    /// Copies the sequences of `body`, the player that carries this weapon. Returns false and copies nothing if the frame names of the
    /// weapon mark sequences, or if the frames of the weapon end inside a sequence of the player. The weapon may end before the last
    /// sequences of the player, because carried weapons have no frames for the player's deaths.
    ///
    /// The game shows a carried weapon and its player with the same frame number, so the player's ranges are also valid for the weapon.
    pub fn follow_body(&mut self, body: &Self) -> bool {
        let further = self.frame_count.saturating_sub(body.frame_count);
        let mut sequences = body.sequences().to_vec();
        sequences.retain(|sequence| sequence.last < self.frame_count);
        let fits = self.frame_count >= body.frame_count
            || sequences.iter().any(|sequence| sequence.last + 1 == self.frame_count);
        if !self.is_unmarked() || !fits || sequences.len() < 2 {
            return false;
        }
        if further > 0 {
            sequences.push(Sequence::new(NAMELESS, body.frame_count, self.frame_count - 1));
        }
        let text = format!(
            "sequences of the player that carries the weapon: {} frames{}",
            body.frame_count,
            extra_note(further, "at the end")
        );
        let evidence = Evidence::new(EvidenceKind::Body, text);
        let own = core::mem::replace(&mut self.best, SequenceList { sequences, evidence });
        self.alternatives.retain(|list| !has_same_ranges(&list.sequences, &self.best.sequences));
        self.alternatives.insert(0, own);
        true
    }

    /// Whether the frame names do not show where sequences begin, for example because all frames have the same name.
    pub fn is_unmarked(&self) -> bool {
        matches!(self.evidence().kind, EvidenceKind::OneName | EvidenceKind::NoMarks | EvidenceKind::Whole)
    }

    /// The index of the [opening sequence](crate::opening_sequence) in [`sequences`](Self::sequences); `None` for a model without frames.
    pub fn opening_sequence(&self) -> Option<usize> {
        opening_sequence(&self.best.sequences)
    }

    /// Returns the sequences of the best list.
    pub fn sequences(&self) -> &[Sequence] {
        &self.best.sequences
    }

    /// Returns the evidence for the best list.
    pub fn evidence(&self) -> &Evidence {
        &self.best.evidence
    }
}

/// Finds the sequences of a model from its frame names in file order. Each name is given as text, or as its bytes before the first NUL.
///
/// The names decide, with one exception: if most names match a [player set](crate::PLAYER_SETS), the model gets the frame ranges of this
/// set, even where names differ. For example, many models number the frames of all deaths consecutively.
///
/// Names may contain any bytes. Frames with an index above `u32::MAX` are ignored.
pub fn detect(names: impl IntoIterator<Item: AsRef<[u8]>>) -> Detection {
    let names: Vec<_> = names.into_iter().take(u32::MAX as usize).collect();
    let names: Vec<&[u8]> = names.iter().map(AsRef::as_ref).collect();
    let frame_count = index(names.len());
    if frame_count == 0 {
        return Detection::without_frames();
    }
    let (names, are_codes) = parse_all(&names);
    let runs = runs::split(&names);
    let marked = are_codes || !runs::are_unmarked(&names, &runs);

    let mut candidates: Vec<SequenceList> = Vec::new();
    let mut contradicted = String::new();
    for set in &PLAYER_SETS {
        match player_fit::fit(set, &names, &runs, marked) {
            PlayerFit::Match(list) => candidates.push(list),
            PlayerFit::Contradicted(reason) => contradicted += &reason,
            PlayerFit::None => {}
        }
    }
    if !marked || (!are_codes && runs::are_words_of_text(&names, &runs)) {
        candidates.push(unmarked(frame_count));
    }
    let mut evidence = name_evidence(&runs, are_codes);
    if evidence.kind == EvidenceKind::Names && !are_codes {
        evidence.text += &contradicted;
    }
    candidates.push(SequenceList { evidence, sequences: sequences(runs, 0) });
    for weapon in VIEW_WEAPONS.iter().filter(|weapon| weapon.frame_count() == frame_count) {
        let text = format!("view weapon: same frame count as the {}", weapon.name);
        let evidence = Evidence::new(EvidenceKind::ViewWeapon, text);
        candidates.push(SequenceList { sequences: weapon.sequences(), evidence });
    }
    for set in PLAYER_SETS.iter().filter(|set| frame_count > set.rows[0].last) {
        let text = format!("{} player table, frame names ignored", set.label);
        let evidence = Evidence::new(EvidenceKind::PlayerTable, text);
        candidates.push(SequenceList { sequences: set.sequences(frame_count), evidence });
    }
    candidates.push(whole(frame_count));
    Detection::from_candidates(candidates, frame_count)
}

impl Detection {
    pub(crate) fn without_frames() -> Self {
        let evidence = Evidence::new(EvidenceKind::NoFrames, "no frames");
        let best = SequenceList { sequences: vec![], evidence };
        Self { best, alternatives: vec![], frame_count: 0 }
    }

    /// Creates a detection from at least one list, the best first. Drops each list that has the same ranges as an earlier list.
    pub(crate) fn from_candidates(candidates: Vec<SequenceList>, frame_count: u32) -> Self {
        let mut distinct: Vec<SequenceList> = Vec::with_capacity(candidates.len());
        for list in candidates {
            if !distinct.iter().any(|earlier| has_same_ranges(&earlier.sequences, &list.sequences)) {
                distinct.push(list);
            }
        }
        let best = distinct.remove(0);
        Self { best, alternatives: distinct, frame_count }
    }
}

fn has_same_ranges(a: &[Sequence], b: &[Sequence]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.first, a.last) == (b.first, b.last))
}

pub(crate) fn whole(frame_count: u32) -> SequenceList {
    let evidence = Evidence::new(EvidenceKind::Whole, "all frames as one sequence");
    SequenceList { sequences: vec![Sequence::new(NAMELESS, 0, frame_count - 1)], evidence }
}

pub(crate) fn unmarked(frame_count: u32) -> SequenceList {
    let text = "one sequence: frame names mark no boundaries";
    SequenceList { evidence: Evidence::new(EvidenceKind::NoMarks, text), ..whole(frame_count) }
}

pub(crate) fn one_frame() -> Evidence {
    Evidence::new(EvidenceKind::OneFrame, "single frame")
}

pub(crate) fn name_evidence(runs: &[Run], are_codes: bool) -> Evidence {
    match runs {
        [run] if run.frames.len() == 1 => one_frame(),
        [run] => {
            let text = format!("all frames share one name: \"{}\"", run.name);
            Evidence::new(EvidenceKind::OneName, text)
        }
        _ if are_codes => {
            let text = format!("frame names: {} two-letter action codes", runs.len());
            Evidence::new(EvidenceKind::Names, text)
        }
        _ => {
            let text = format!("frame names: {}", counted(runs.len(), "sequence"));
            Evidence::new(EvidenceKind::Names, text)
        }
    }
}
