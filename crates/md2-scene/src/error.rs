//! What can be wrong with a command.

use crate::actor::ActorId;
use crate::open::OpenError;
use crate::picture::PictureError;
use crate::selection::Piece;

/// Why a command was not carried out. Everything is then as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// Nobody in the workspace has this number.
    #[error("there is no {actor} here")]
    NoActor {
        /// The number.
        actor: ActorId,
    },
    /// The actor has no sequences of its own to choose from: it follows another one, or stands still.
    #[error("{actor} does not play by itself")]
    NoPlayer {
        /// The actor.
        actor: ActorId,
    },
    /// The first actor cannot be taken away, only replaced.
    #[error("the first actor cannot be taken away")]
    LeadStays,
    /// The model has no such piece.
    #[error("{document} has no {piece}")]
    NoPiece {
        /// The model's name.
        document: String,
        /// The piece.
        piece: Piece,
    },
    /// There are fewer ways to split the frames.
    #[error("there are {count} lists of sequences, and none of number {index}")]
    NoRanges {
        /// The number asked for, from 0.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// No sequence is called so.
    #[error("{document} has no sequence {name:?}; it has: {}", known.join(", "))]
    NoSequence {
        /// The model's name.
        document: String,
        /// The name or number asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No skin is called so.
    #[error("{document} has no skin {name:?}; it has: {}", or_none(known))]
    NoSkin {
        /// The model's name.
        document: String,
        /// The name or number asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No weapon is called so.
    #[error("{figure} has no weapon {name:?}; it has: {}", or_none(known))]
    NoWeapon {
        /// The figure's name.
        figure: String,
        /// The name or number asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The weapon is there, and cannot be read.
    #[error(transparent)]
    Weapon(#[from] OpenError),
    /// The skin is there, and cannot be shown.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// No actor is this document.
    #[error("there is no {document} here")]
    NoDocument {
        /// The model's name.
        document: String,
    },
    /// A mesh handed in is not the document's with finer keys.
    #[error(
        "this is no restored mesh of {document}: it needs the same surfaces, frames and tags, in 16 bits from 8"
    )]
    NotRestored {
        /// The model's name.
        document: String,
    },
    /// A number is endless or none.
    #[error("{value} is not a finite number")]
    NotFinite {
        /// The number.
        value: f32,
    },
}

/// Names in a row, or a word where there are none.
pub(crate) fn or_none(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
