//! What the user points at in a model.

use std::fmt;

use crate::ActorId;

/// A piece of an actor's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Whose.
    pub actor: ActorId,
    /// Which piece.
    pub piece: Piece,
}

/// A piece of a model, by its number in the file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// One of its stored poses.
    Frame(u32),
    /// One of its triangles.
    Triangle(u32),
    /// One of its vertices, before they are split for different skin coordinates.
    Vertex(u32),
}

impl fmt::Display for Piece {
    /// As reports on files name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(number) => write!(f, "frame {number}"),
            Self::Triangle(number) => write!(f, "triangle {number}"),
            Self::Vertex(number) => write!(f, "vertex {number}"),
        }
    }
}
