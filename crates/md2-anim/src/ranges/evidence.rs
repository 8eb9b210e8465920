//! Lists of sequences, and the reason for each list.

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

/// The reason for the sequences of a [`SequenceList`]. `Display` formats it as a short text for users.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The model has no frames.
    NoFrames,
    /// The model has a single frame.
    OneFrame,
    /// The frame names match a player set: most of its sequences begin at a frame with the name of the sequence.
    StandardNames {
        /// Label of the [set](crate::PlayerSet).
        set: &'static str,
        /// Number of standard sequences whose first frame has a matching name.
        matched: u32,
        /// Number of standard sequences whose first frame the model contains: 20, or fewer if the model contains only a part of the set.
        total: u32,
        /// Number of extra frames before and between the standard frames.
        inserted: u32,
        /// Number of extra frames after the standard frames.
        further: u32,
    },
    /// The model has a frame count that identifies a player set, and the frame names do not contradict this set.
    StandardCount {
        /// Label of the [set](crate::PlayerSet).
        set: &'static str,
        /// The kind of model with this frame count: a player or a carried weapon.
        model: &'static str,
        /// Number of frames of this kind of model.
        frames: u32,
        /// The agreement of the frame names with the standard set.
        names: NameAgreement,
        /// Number of extra frames after the standard frames of the model.
        further: u32,
    },
    /// The frame ranges are those of a player set. The frame names were ignored.
    StandardTable {
        /// Label of the [set](crate::PlayerSet).
        set: &'static str,
    },
    /// Consecutive frames have the same name and increasing numbers.
    Names {
        /// Number of sequences.
        sequences: usize,
        /// The boundaries that the names share with a player set, if this set was considered and rejected.
        rejected_set: Option<SharedBoundaries>,
    },
    /// The frame names are action codes: two capital letters, followed by a number and flags, such as `WA01` and `MA02DL`.
    ActionCodes {
        /// Number of sequences.
        sequences: usize,
    },
    /// All frames have the same name, with or without a number.
    OneName {
        /// The shared name.
        name: String,
    },
    /// The frame names do not mark sequences.
    NoMarks,
    /// All frames are treated as a single sequence.
    Whole,
    /// The model has the frame count of one of Quake II's view weapons.
    ViewWeapon {
        /// Name of the weapon.
        name: &'static str,
    },
    /// The model has the file name and the frame count of one of [Quake's own models](crate::quake::MODELS).
    GameTable {
        /// File name of the game's model.
        model: &'static str,
        /// Number of frames of the game's model.
        frames: u32,
        /// Whether the model has one extra frame: the pose on which the skin was painted.
        base: bool,
    },
    /// The sequences are the frame groups of an MDL.
    Groups {
        /// Number of groups.
        groups: usize,
        /// Number of sequences outside the groups, found by frame names.
        others: usize,
    },
    /// The model is a view weapon of Quake: one rest frame, then one shot.
    RestThenShot,
    /// The sequences come from the `animation.cfg` of a Quake III player.
    PlayerConfig {
        /// Number of rows that apply to this model (the legs or the torso).
        rows: usize,
        /// Number of rows whose frames are not all in the model. Such a row gives a shorter sequence or none.
        cut: usize,
    },
    /// The model is a weapon that shows the same frames as the player that carries it, and its own frame names do not mark sequences.
    Body {
        /// Number of frames of the player.
        frames: u32,
        /// Number of extra frames after the last frame of the player.
        further: u32,
    },
    /// The sequences come from a script.
    Script {
        /// Number of frame ranges in the script.
        ranges: usize,
        /// Number of ranges whose frames are not all in the model. Such a range gives a shorter sequence or none.
        cut: usize,
    },
}

/// The agreement between the frame names and a standard set with the same frame count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameAgreement {
    /// Most frames have the name of the standard sequence that they belong to.
    Match {
        /// Number of frames with a matching name.
        frames: u32,
    },
    /// The names differ from the standard names, but they change at the frames where the standard sequences begin.
    ShareBoundaries(SharedBoundaries),
    /// The names do not mark sequences: one name on all frames, the words of a text, or plain numbers.
    Unclear,
}

/// A comparison of a model's frame names with a standard set: how many standard sequences begin at a frame where the name changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SharedBoundaries {
    /// Label of the [set](crate::PlayerSet).
    pub set: &'static str,
    /// Number of standard sequences at whose first frame the frame name changes.
    pub shared: u32,
    /// Number of standard sequences that the model contains.
    pub total: u32,
}

impl fmt::Display for SharedBoundaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.shared, self.total)
    }
}

impl Evidence {
    /// Whether the source of the sequences gives their frame rates. If not, choose the rates with [`Rates`](crate::Rates).
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
            Self::StandardNames { set, matched, total, inserted, further } => {
                write!(f, "{set} player set: {matched} of {total} names match")?;
                write_extra(f, *inserted, "before or inside the set")?;
                write_extra(f, *further, "after the set")
            }
            Self::StandardCount { set, model, frames, names, further } => {
                write!(f, "{set} {model} set: {frames} frames, ")?;
                match names {
                    NameAgreement::Match { frames } => write!(f, "{frames} names match")?,
                    NameAgreement::ShareBoundaries(boundaries) => {
                        write!(f, "names change at {boundaries} boundaries between sequences")?;
                    }
                    NameAgreement::Unclear => f.write_str("names mark no sequences")?,
                }
                write_extra(f, *further, "after the set")
            }
            Self::StandardTable { set } => write!(f, "{set} player table, frame names ignored"),
            Self::Names { sequences, rejected_set } => {
                write!(f, "frame names: {}", CountedNoun(*sequences, "sequence"))?;
                match rejected_set {
                    Some(boundaries) => {
                        let set = boundaries.set;
                        write!(
                            f,
                            "; not the {set} player set (names change at {boundaries} boundaries between sequences)"
                        )
                    }
                    None => Ok(()),
                }
            }
            Self::ActionCodes { sequences } => write!(f, "frame names: {sequences} two-letter action codes"),
            Self::OneName { name } => write!(f, "all frames share one name: \"{name}\""),
            Self::NoMarks => f.write_str("one sequence: frame names mark no boundaries"),
            Self::Whole => f.write_str("all frames as one sequence"),
            Self::ViewWeapon { name } => write!(f, "view weapon: same frame count as the {name}"),
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
                write!(f, "sequences of the player that carries the weapon: {frames} frames")?;
                write_extra(f, *further, "at the end")
            }
            Self::Script { ranges, cut } => {
                write!(f, "script: {}", CountedNoun(*ranges, "range"))?;
                write_cut(f, *cut)
            }
        }
    }
}

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
    if count > 0 { write!(f, "; {} {place}", CountedNoun(count as usize, "extra frame")) } else { Ok(()) }
}
