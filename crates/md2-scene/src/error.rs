//! Errors of commands.

use crate::actor::ActorId;
use crate::open::OpenError;
use crate::selection::Piece;
use crate::skin_image::SkinImageError;

/// The reason why a command was not carried out. The workspace is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum CommandError {
    /// The workspace has no actor of this number.
    #[error("no {actor} in the scene")]
    NoActor { actor: ActorId },
    /// The actor has no sequences to choose from: it follows another one or shows a still frame.
    #[error("{actor} has no sequences of its own: it follows another actor or shows one frame")]
    NoPlayer { actor: ActorId },
    /// The model has no frame, triangle or vertex of this number.
    #[error("{document} has no {piece}")]
    NoPiece { document: String, piece: Piece },
    /// The index is past the last list of sequences.
    #[error("no list of sequences {index}, expected below {count}")]
    NoRanges { index: usize, count: usize },
    /// The model has no sequence of this name.
    #[error("{document} has no sequence {name:?}; it has: {}", known.join(", "))]
    NoSequence { document: String, name: String, known: Vec<String> },
    /// The model has no skin of this name.
    #[error("{document} has no skin {name:?}; it has: {}", or_none(known))]
    NoSkin { document: String, name: String, known: Vec<String> },
    /// The figure has no weapon of this name.
    #[error("{figure} has no weapon {name:?}; it has: {}", or_none(known))]
    NoWeapon { figure: String, name: String, known: Vec<String> },
    /// The weapon cannot be read.
    #[error(transparent)]
    Weapon(#[from] OpenError),
    /// The skin cannot be shown.
    #[error(transparent)]
    Image(#[from] SkinImageError),
    /// No actor shows this model.
    #[error("{document} is not in the scene")]
    NoDocument { document: String },
    /// The restored mesh does not match the document's mesh, or does not have 16 bits per coordinate.
    #[error(
        "not a restored mesh of {document}: expected its surfaces, frames and tags, with 16 bits per coordinate instead of 8"
    )]
    NotRestored { document: String },
    /// The number is infinite or NaN.
    #[error("{value} is not a finite number")]
    NotFinite { value: f32 },
}

pub(crate) fn or_none(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
