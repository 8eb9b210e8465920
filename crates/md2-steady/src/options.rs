//! The choices a caller has.

use crate::rounding::Rounding;
use crate::sequence::Sequence;

/// The way in which a mesh is restored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreOptions {
    /// Frames that follow each other. Those of slow sequences are smoothed in time as well; frames that no sequence
    /// names are restored by what the vertices have in common alone.
    pub sequences: Vec<Sequence>,
    /// The rounding of the exporter; `None` takes that of [`Rounding::detect`].
    pub rounding: Option<Rounding>,
}
