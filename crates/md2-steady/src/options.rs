//! Options of restoring.

use crate::rounding::Rounding;
use crate::sequence::Sequence;

/// Options of [`restore`](crate::restore).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreOptions {
    /// Frames that follow each other. Slow sequences are also smoothed in time. Frames outside all sequences are restored
    /// only by the shared motion of neighboring vertices.
    pub sequences: Vec<Sequence>,
    /// The rounding of the exporter; `None` uses [`Rounding::detect`].
    pub rounding: Option<Rounding>,
}
