//! The list of the games' player sets.

use crate::quake2;
use crate::tables::{PlayerSet, StandardSequence};

/// The player sets that detection, names and rates know. If several sets match a model, the first is used.
pub static PLAYER_SETS: [PlayerSet; 1] = [quake2::PLAYER_SET];

pub(crate) fn find_row(matches: impl Fn(&StandardSequence) -> bool) -> Option<&'static StandardSequence> {
    PLAYER_SETS.iter().flat_map(|set| set.rows).find(|row| matches(row))
}
