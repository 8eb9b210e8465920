//! The sequences that a model's frames are split into, and the reason for them.

use alloc::vec::Vec;

use crate::evidence::Evidence;
use crate::opening::opens_with;
use crate::sequence::Sequence;

/// Sequences, and why they are these.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The sequences in the order of their frames; a script's are in the order of the script and may overlap.
    pub sequences: Vec<Sequence>,
    /// Why the frames were split so.
    pub evidence: Evidence,
}

impl Split {
    /// The sequence to open with, as a place in [`sequences`](Self::sequences): see [`opens_with`].
    #[must_use]
    pub fn opens_with(&self) -> Option<usize> {
        opens_with(&self.sequences)
    }
}
