//! What can be wrong with a command.

use crate::actor::ActorId;
use crate::open::OpenError;
use crate::selection::Piece;
use crate::skin_image::SkinImageError;

/// Why a command was not carried out. Everything is then as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum CommandError {
    /// Nobody in the workspace has this number.
    #[error("there is no {actor} here")]
    NoActor { actor: ActorId },
    /// The actor has no sequences of its own to choose from: it follows another one, or stands still.
    #[error("{actor} does not play by itself")]
    NoPlayer { actor: ActorId },
    /// The first actor cannot be taken away, only replaced.
    #[error("the first actor cannot be taken away")]
    LeadStays,
    /// The model has no such piece.
    #[error("{document} has no {piece}")]
    NoPiece { document: String, piece: Piece },
    /// There are fewer ways to split the frames.
    #[error("there are {count} lists of sequences, and none of number {index}")]
    NoRanges { index: usize, count: usize },
    /// No sequence is called so.
    #[error("{document} has no sequence {name:?}; it has: {}", known.join(", "))]
    NoSequence { document: String, name: String, known: Vec<String> },
    /// No skin is called so.
    #[error("{document} has no skin {name:?}; it has: {}", or_none(known))]
    NoSkin { document: String, name: String, known: Vec<String> },
    /// No weapon is called so.
    #[error("{figure} has no weapon {name:?}; it has: {}", or_none(known))]
    NoWeapon { figure: String, name: String, known: Vec<String> },
    /// The weapon is there, and cannot be read.
    #[error(transparent)]
    Weapon(#[from] OpenError),
    /// The skin is there, and cannot be shown.
    #[error(transparent)]
    Image(#[from] SkinImageError),
    /// No actor is this document.
    #[error("there is no {document} here")]
    NoDocument { document: String },
    /// A mesh handed in is not the document's with finer keys.
    #[error(
        "this is no restored mesh of {document}: it needs the same surfaces, frames and tags, in 16 bits from 8"
    )]
    NotRestored { document: String },
    /// A number is endless or none.
    #[error("{value} is not a finite number")]
    NotFinite { value: f32 },
}

/// Names in a row, or a word where there are none.
pub(crate) fn or_none(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
