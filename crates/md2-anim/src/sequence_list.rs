//! A model's sequences and the evidence for them.

use alloc::vec::Vec;

use crate::evidence::Evidence;
use crate::sequence::Sequence;

/// One way to divide a model's frames into sequences.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceList {
    /// The sequences in frame order. The sequences of a script are in the order of the script and may overlap.
    pub sequences: Vec<Sequence>,
    /// The evidence for these sequences.
    pub evidence: Evidence,
}
