//! Options for restoring motion.

use crate::rounding::Rounding;
use crate::sequence::Sequence;

/// Options of [`restore`](crate::restore).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreOptions {
    /// Sequences: ranges of frames that are played in order. Slow sequences are also smoothed over time. Frames that belong to no sequence
    /// are restored only from the motion that neighboring vertices share.
    pub sequences: Vec<Sequence>,
    /// The rounding of the exporter. `None` detects it with [`Rounding::detect`].
    pub rounding: Option<Rounding>,
}
