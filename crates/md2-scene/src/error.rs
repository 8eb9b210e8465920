//! Errors of commands.

use crate::actor::ActorId;
use crate::open::OpenError;
use crate::selection::Piece;
use crate::skin_image::SkinImageError;

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("no {actor} in the scene")]
    NoActor { actor: ActorId },
    #[error("{actor} has no sequences of its own: it follows another actor or shows one frame")]
    NoPlayer { actor: ActorId },
    #[error("{actor} has changed, or is no part of the open model")]
    NotEditable { actor: ActorId },
    #[error("{document} has no {piece}")]
    NoPiece { document: String, piece: Piece },
    #[error("no list of sequences {index}, expected below {count}")]
    NoRanges { index: usize, count: usize },
    #[error("{document} has no sequence {name:?}; it has: {}", known.join(", "))]
    NoSequence { document: String, name: String, known: Vec<String> },
    #[error("{document} has no skin {name:?}; it has: {}", or_none(known))]
    NoSkin { document: String, name: String, known: Vec<String> },
    #[error("{figure} has no weapon {name:?}; it has: {}", or_none(known))]
    NoWeapon { figure: String, name: String, known: Vec<String> },
    #[error(transparent)]
    Weapon(#[from] OpenError),
    #[error(transparent)]
    Image(#[from] SkinImageError),
    #[error("{document} is not in the scene")]
    NoDocument { document: String },
    #[error(
        "not a restored mesh of {document}: expected its surfaces, frames and tags, with 16 bits per coordinate instead of 8"
    )]
    NotRestored { document: String },
    #[error("{value} is not a finite number")]
    NotFinite { value: f32 },
}

pub(crate) fn or_none(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
