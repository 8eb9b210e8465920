//! The evidence for a list of sequences.

use alloc::string::String;
use core::fmt;

/// The evidence for a [`SequenceList`](crate::SequenceList). `Display` gives a text for users.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The model has no frames.
    NoFrames,
    /// The model has a single frame.
    OneFrame,
    /// The names at the first frames of the standard sequences match.
    StandardNames {
        /// Number of first frames with a matching name.
        matched: u32,
        /// Number of first frames in the model: 20, or fewer in a model that contains a part of the set.
        total: u32,
        /// Number of frames before and between the standard ones.
        inserted: u32,
        /// Number of frames after them.
        further: u32,
    },
    /// The model has the frame count of a standard set, and the names do not contradict it.
    StandardCount {
        /// Number of frames of the set: 198 for a player, 173 for a carried weapon.
        set: u32,
        /// The agreement of the names.
        names: NameAgreement,
        /// Number of frames after the set.
        further: u32,
    },
    /// The standard table, applied to the frames without regard to their names.
    StandardTable,
    /// Runs of frames with one name and increasing numbers.
    Names {
        /// Number of sequences.
        sequences: usize,
        /// The boundaries that the names share with the standard set, if it was considered and rejected.
        rejected_set: Option<SharedBoundaries>,
    },
    /// Action codes of two capitals, followed by a number and flags: `WA01`, `MA02DL`.
    ActionCodes {
        /// Number of sequences.
        sequences: usize,
    },
    /// All frames have one name and differ in their number at most.
    OneName {
        /// The shared name.
        name: String,
    },
    /// The names do not mark sequences.
    NoMarks,
    /// All frames as one sequence.
    Whole,
    /// The frame count of one of the game's view weapons.
    ViewWeapon {
        /// Name of the weapon.
        name: &'static str,
    },
    /// The file name and the frame count of one of [Quake's own models](crate::quake::MODELS).
    GameTable {
        /// File name of the game's model.
        model: &'static str,
        /// Number of frames of the game's model.
        frames: u32,
        /// Whether there is one more frame: the pose that the skin was drawn on.
        base: bool,
    },
    /// Frame groups.
    Groups {
        /// Number of groups.
        groups: usize,
        /// Number of sequences of the frames outside groups, found by names.
        others: usize,
    },
    /// A view weapon of the first Quake: one rest frame, then one shot.
    RestThenShot,
    /// The `animation.cfg` of a Quake III player.
    PlayerConfig {
        /// Number of rows for this part of the player.
        rows: usize,
        /// Number of rows that were cut at the last frame, or omitted if they began after it.
        cut: usize,
    },
    /// The model is carried by a player, shows the player's frames, and has no useful names itself.
    Body {
        /// Number of frames of the player.
        frames: u32,
        /// Number of frames after those of the player.
        further: u32,
    },
    /// The ranges of a script.
    Script {
        /// Number of ranges.
        ranges: usize,
        /// Number of ranges that were cut at the last frame, or omitted if they began after it.
        cut: usize,
    },
}

/// The agreement between frame names and a standard set with the same frame count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameAgreement {
    /// Most frames have the name of their sequence.
    Match {
        /// Number of frames with a matching name.
        frames: u32,
    },
    /// The names are others, but change at the boundaries of the set.
    ShareBoundaries(SharedBoundaries),
    /// The names do not mark sequences: one name on all frames, words of a text, numbers.
    Unclear,
}

/// The number of boundaries that frame names share with a standard set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SharedBoundaries {
    /// Number of sequences of the set at whose first frame the names change.
    pub shared: u32,
    /// Number of sequences of the set within the model.
    pub total: u32,
}

impl fmt::Display for SharedBoundaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.shared, self.total)
    }
}

impl Evidence {
    /// Whether the source states the rate of each sequence, so that [`Rates`](crate::Rates) are not needed.
    #[must_use]
    pub const fn has_rates(&self) -> bool {
        matches!(self, Self::Script { .. } | Self::PlayerConfig { .. })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrames => f.write_str("no frames"),
            Self::OneFrame => f.write_str("single frame"),
            Self::StandardNames { matched, total, inserted, further } => {
                write!(f, "standard player set: {matched} of {total} names match")?;
                write_extra(f, *inserted, "before or inside it")?;
                write_extra(f, *further, "after it")
            }
            Self::StandardCount { set, names, further } => {
                let owner = if *set == crate::standard::PLAYER_FRAMES { "player" } else { "carried weapon" };
                write!(f, "standard {owner} set: {set} frames, ")?;
                match names {
                    NameAgreement::Match { frames } => write!(f, "{frames} names match")?,
                    NameAgreement::ShareBoundaries(boundaries) => {
                        write!(f, "names change at {boundaries} boundaries")?;
                    }
                    NameAgreement::Unclear => f.write_str("names do not contradict")?,
                }
                write_extra(f, *further, "after it")
            }
            Self::StandardTable => f.write_str("standard player table, frame names ignored"),
            Self::Names { sequences, rejected_set } => {
                write!(f, "frame names: {}", CountedNoun(*sequences, "sequence"))?;
                match rejected_set {
                    Some(boundaries) => {
                        write!(f, "; not the standard player set (names change at {boundaries} boundaries)")
                    }
                    None => Ok(()),
                }
            }
            Self::ActionCodes { sequences } => write!(f, "frame names: {sequences} two-letter action codes"),
            Self::OneName { name } => write!(f, "all frames share one name: \"{name}\""),
            Self::NoMarks => f.write_str("one sequence: frame names mark no boundaries"),
            Self::Whole => f.write_str("all frames as one sequence"),
            Self::ViewWeapon { name } => write!(f, "view weapon: frame count of the {name}"),
            Self::GameTable { model, frames, base } => {
                write!(f, "Quake's {model}: {frames} frames")?;
                if *base { f.write_str(" plus `base`") } else { Ok(()) }
            }
            Self::Groups { groups, others } => {
                write!(f, "{}", CountedNoun(*groups, "frame group"))?;
                if *others > 0 {
                    write!(f, ", {} by frame names", CountedNoun(*others, "sequence"))?;
                }
                Ok(())
            }
            Self::RestThenShot => f.write_str("view weapon: rest frame, then one shot"),
            Self::PlayerConfig { rows, cut } => {
                write!(f, "animation.cfg: {}", CountedNoun(*rows, "animation"))?;
                write_cut(f, *cut)
            }
            Self::Body { frames, further } => {
                write!(f, "sequences of the player that carries it: {frames} frames")?;
                write_extra(f, *further, "after it")
            }
            Self::Script { ranges, cut } => {
                write!(f, "script: {}", CountedNoun(*ranges, "range"))?;
                write_cut(f, *cut)
            }
        }
    }
}

/// A count with a noun, in the plural unless the count is 1.
struct CountedNoun(usize, &'static str);

impl fmt::Display for CountedNoun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

fn write_cut(f: &mut fmt::Formatter<'_>, cut: usize) -> fmt::Result {
    if cut > 0 { write!(f, ", {cut} past the last frame") } else { Ok(()) }
}

fn write_extra(f: &mut fmt::Formatter<'_>, count: u32, place: &str) -> fmt::Result {
    match count {
        0 => Ok(()),
        1 => write!(f, "; 1 extra frame {place}"),
        _ => write!(f, "; {count} extra frames {place}"),
    }
}
