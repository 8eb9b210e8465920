//! Lists of sequences, and the reason for each list.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::sequence::Sequence;

/// One way to divide a model's frames into sequences.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceList {
    /// The sequences in frame order. The sequences of a script are in the order of the script and may overlap.
    pub sequences: Vec<Sequence>,
    /// The evidence for these sequences.
    pub evidence: Evidence,
}

/// The reason for the sequences of a [`SequenceList`]. `Display` writes it with its numbers, as a short text for users.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Evidence {
    /// The source of the sequences.
    pub kind: EvidenceKind,
    pub(crate) text: String,
}

/// The source of the sequences of a [`SequenceList`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EvidenceKind {
    /// The model has no frames.
    NoFrames,
    /// The model has a single frame.
    OneFrame,
    /// The frame names or the frame count match a [player set](crate::PlayerSet): the frame ranges are those of the set.
    PlayerSet,
    /// The frame ranges are those of a player set. The frame names were ignored.
    PlayerTable,
    /// Consecutive frames have the same name and increasing numbers, or the same action code.
    Names,
    /// All frames have the same name, with or without a number.
    OneName,
    /// The frame names do not mark sequences.
    NoMarks,
    /// All frames are treated as a single sequence.
    Whole,
    /// The model has the frame count of a view weapon.
    ViewWeapon,
    /// The model has the file name and the frame count of one of [Quake's own models](crate::quake::MODELS).
    GameTable,
    /// The sequences are the frame groups of an MDL. Sequences outside the groups were found by frame names.
    Groups,
    /// The sequences come from the `animation.cfg` of a Quake III player.
    PlayerConfig,
    /// The model is a weapon that shows the same frames as the player that carries it, and its own frame names do not mark sequences.
    Body,
    /// The sequences come from a script.
    Script,
}

impl Evidence {
    pub(crate) fn new(kind: EvidenceKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Whether the source of the sequences gives their frame rates. If not, choose the rates with [`Rates`](crate::Rates).
    pub const fn has_rates(&self) -> bool {
        matches!(self.kind, EvidenceKind::Script | EvidenceKind::PlayerConfig)
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

pub(crate) fn cut_note(cut: usize) -> String {
    if cut > 0 { format!(", {cut} past the last frame") } else { String::new() }
}

pub(crate) fn extra_note(count: u32, place: &str) -> String {
    if count > 0 { format!("; {} {place}", counted(count as usize, "extra frame")) } else { String::new() }
}
