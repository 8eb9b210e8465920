//! Pieces of a model (frames, triangles and vertices) that the user points at or selects.

use std::fmt;

use crate::actor::ActorId;

/// A selected frame, triangle or vertex of an actor's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The actor whose model contains the piece.
    pub actor: ActorId,
    /// The frame, triangle or vertex.
    pub piece: Piece,
}

/// The triangle and the vertex of an actor's model under the pointer, by their numbers in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointerTarget {
    /// The actor under the pointer.
    pub actor: ActorId,
    /// The number of the triangle, if it is known.
    pub triangle: Option<u32>,
    /// The number of the vertex, if the pointer is near a vertex.
    pub vertex: Option<u32>,
}

impl PointerTarget {
    /// The selection that a click makes: the vertex, or else the triangle.
    #[must_use]
    pub fn selection(self) -> Option<Selection> {
        let piece = self.vertex.map(Piece::Vertex).or(self.triangle.map(Piece::Triangle))?;
        Some(Selection { actor: self.actor, piece })
    }

    pub(crate) fn pieces(self) -> impl Iterator<Item = Piece> {
        self.triangle.map(Piece::Triangle).into_iter().chain(self.vertex.map(Piece::Vertex))
    }
}

/// A piece of a model: a frame, triangle or vertex, by its number in the file, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// A stored pose.
    Frame(u32),
    /// A triangle of the file.
    Triangle(u32),
    /// A vertex of the file, before it is split at seams.
    Vertex(u32),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(number) => write!(f, "frame {number}"),
            Self::Triangle(number) => write!(f, "triangle {number}"),
            Self::Vertex(number) => write!(f, "vertex {number}"),
        }
    }
}

/// A frame that the pose of an actor is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The actor whose pose is compared.
    pub actor: ActorId,
    /// The number of the frame in the actor's model.
    pub frame: u32,
}
