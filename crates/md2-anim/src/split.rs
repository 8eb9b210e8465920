//! The sequences that a model's frames are split into, and the reason for them.

use alloc::vec::Vec;

use crate::evidence::Evidence;
use crate::opening::opening_sequence;
use crate::sequence::Sequence;

/// Sequences, and why they are these.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceList {
    /// The sequences in the order of their frames; a script's are in the order of the script and may overlap.
    pub sequences: Vec<Sequence>,
    /// Why the frames were split so.
    pub evidence: Evidence,
}

impl SequenceList {
    /// The sequence to open with, as a place in [`sequences`](Self::sequences): see [`opening_sequence`].
    #[must_use]
    pub fn opening_sequence(&self) -> Option<usize> {
        opening_sequence(&self.sequences)
    }
}
