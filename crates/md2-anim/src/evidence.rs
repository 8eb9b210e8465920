//! Why frames were split as they were, in words a viewer can show.

use alloc::string::String;
use core::fmt;

/// The reason for a [`SequenceList`](crate::SequenceList). `Display` puts it into words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The model has no frames.
    NoFrames,
    /// There is one frame, and so nothing to split.
    OneFrame,
    /// The names at the first frames of the standard sequences are those sequences' names.
    StandardNames {
        /// First frames whose name fits.
        matched: u32,
        /// First frames there are: 20, or fewer in a model that ends before the table does.
        of: u32,
        /// Frames before and between the standard ones.
        inserted: u32,
        /// Frames after them.
        further: u32,
    },
    /// The model has exactly as many frames as a set that the game fixes, and the names do not speak against it.
    StandardCount {
        /// Frames of the set: 198 of a player, 173 of a carried weapon.
        set: u32,
        /// What the names say to it.
        names: NameAgreement,
        /// Frames after the set.
        further: u32,
    },
    /// The standard table, put over the frames by their order alone.
    StandardTable,
    /// Runs of frames with one name and a number that counts.
    Names {
        /// Sequences found.
        sequences: usize,
        /// Where the standard set was considered, and the names change elsewhere: what speaks against it.
        against_set: Option<SharedBorders>,
    },
    /// Two capitals for the action, a number, and letters for what happens then: `WA01`, `MA02DL`.
    ActionCodes {
        /// Sequences found.
        sequences: usize,
    },
    /// All frames have one name and nothing but a number may differ.
    OneName {
        /// The name.
        name: String,
    },
    /// The names do not tell which frames belong together.
    NoMarks,
    /// All frames as one sequence.
    Whole,
    /// As many frames as one of the game's view weapons.
    ViewWeapon {
        /// The weapon.
        name: &'static str,
    },
    /// The model has the file name and the frames of one of [the first Quake's](crate::quake::MODELS).
    GameTable {
        /// File name of the game's model.
        model: &'static str,
        /// Frames of the game's model.
        frames: u32,
        /// Whether there is one frame more: the pose the skin was drawn on.
        base: bool,
    },
    /// Frames that are groups of poses, and play by themselves.
    Groups {
        /// Groups found.
        groups: usize,
        /// Sequences of the frames that are no groups, by their names.
        others: usize,
    },
    /// The first Quake's weapon in the player's hands: one frame at rest, then one shot.
    RestThenShot,
    /// The `animation.cfg` of a Quake III player.
    PlayerConfig {
        /// Rows in it that this part of the player has.
        rows: usize,
        /// Rows that reached past the last frame and were cut, or left out if they began there.
        cut: usize,
    },
    /// The model is carried by another one, plays in step with it, and has no names of its own.
    Body {
        /// Frames of the body.
        frames: u32,
        /// Frames after those of the body.
        further: u32,
    },
    /// Ranges written in a text file.
    Script {
        /// Ranges in it.
        ranges: usize,
        /// Ranges that reached past the last frame and were cut, or left out if they began there.
        cut: usize,
    },
}

/// What frame names say to a set that a model has exactly the frames of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameAgreement {
    /// Most frames have a name that fits the sequence they are in.
    Fit {
        /// How many.
        frames: u32,
    },
    /// They are other names, and change where the sequences of the set do.
    ShareBorders(SharedBorders),
    /// They mark no sequences: one word on all frames, a sentence, numbers.
    SayNothing,
}

/// At how many of the places where sequences of a set begin the frame names change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SharedBorders {
    /// Places where both do.
    pub shared: u32,
    /// Sequences of the set that the model has room for.
    pub of: u32,
}

impl fmt::Display for SharedBorders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.shared, self.of)
    }
}

impl Evidence {
    /// Whether it tells how fast each sequence is, so that no table of [`Rates`](crate::Rates) needs to.
    #[must_use]
    pub const fn has_rates(&self) -> bool {
        matches!(self, Self::Script { .. } | Self::PlayerConfig { .. })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrames => f.write_str("no frames"),
            Self::OneFrame => f.write_str("a single frame"),
            Self::StandardNames { matched, of, inserted, further } => {
                write!(f, "standard player set: {matched} of {of} names stand at their places")?;
                write_extra(f, *inserted, "before or between")?;
                write_extra(f, *further, "after")
            }
            Self::StandardCount { set, names, further } => {
                let owner = if *set == crate::standard::PLAYER_FRAMES { "player" } else { "carried weapon" };
                write!(f, "standard {owner} set: {set} frames, ")?;
                match names {
                    NameAgreement::Fit { frames } => write!(f, "{frames} of them with a name that fits")?,
                    NameAgreement::ShareBorders(borders) => {
                        write!(f, "and names that change at {borders} of its borders")?;
                    }
                    NameAgreement::SayNothing => f.write_str("and names that say nothing else")?,
                }
                write_extra(f, *further, "after")
            }
            Self::StandardTable => f.write_str("standard player table, whatever the names say"),
            Self::Names { sequences, against_set } => {
                write!(f, "frame names: {}", Counted(*sequences, "sequence"))?;
                match against_set {
                    Some(borders) => {
                        write!(f, "; not the standard player set, at {borders} of whose borders they change")
                    }
                    None => Ok(()),
                }
            }
            Self::ActionCodes { sequences } => write!(f, "frame names: {sequences} two-letter action codes"),
            Self::OneName { name } => write!(f, "one name on all frames: \"{name}\""),
            Self::NoMarks => f.write_str("one sequence: the frame names do not mark where others begin"),
            Self::Whole => f.write_str("all frames as one sequence"),
            Self::ViewWeapon { name } => write!(f, "view weapon: as many frames as the {name}"),
            Self::GameTable { model, frames, base } => {
                write!(f, "the game's {model}: {frames} frames")?;
                if *base { f.write_str(" and `base`") } else { Ok(()) }
            }
            Self::Groups { groups, others } => {
                write!(f, "{}", Counted(*groups, "frame group"))?;
                if *others > 0 {
                    write!(f, ", and {} by frame names", Counted(*others, "sequence"))?;
                }
                Ok(())
            }
            Self::RestThenShot => f.write_str("view weapon: at rest, then one shot"),
            Self::PlayerConfig { rows, cut } => {
                write!(f, "animation.cfg: {}", Counted(*rows, "animation"))?;
                write_cut(f, *cut)
            }
            Self::Body { frames, further } => {
                write!(f, "the ranges of the body that carries it: {frames} frames")?;
                write_extra(f, *further, "after")
            }
            Self::Script { ranges, cut } => {
                write!(f, "script: {}", Counted(*ranges, "range"))?;
                write_cut(f, *cut)
            }
        }
    }
}

/// A number of things, of which one has no `s` behind it.
struct Counted(usize, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

fn write_cut(f: &mut fmt::Formatter<'_>, cut: usize) -> fmt::Result {
    if cut > 0 { write!(f, ", {cut} of them reaching past the last frame") } else { Ok(()) }
}

fn write_extra(f: &mut fmt::Formatter<'_>, count: u32, place: &str) -> fmt::Result {
    match count {
        0 => Ok(()),
        1 => write!(f, "; 1 further frame {place}"),
        _ => write!(f, "; {count} further frames {place}"),
    }
}
