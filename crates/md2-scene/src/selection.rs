//! Pieces of a model (frames, triangles and vertices) that the user points at or selects.

use std::fmt;

use crate::actor::ActorId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    pub actor: ActorId,
    pub piece: Piece,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointerTarget {
    pub actor: ActorId,
    pub triangle: Option<u32>,
    pub vertex: Option<u32>,
}

impl PointerTarget {
    pub fn selection(self) -> Option<Selection> {
        let piece = self.vertex.map(Piece::Vertex).or(self.triangle.map(Piece::Triangle))?;
        Some(Selection { actor: self.actor, piece })
    }

    pub(crate) fn pieces(self) -> impl Iterator<Item = Piece> {
        self.triangle.map(Piece::Triangle).into_iter().chain(self.vertex.map(Piece::Vertex))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    Frame(u32),
    Triangle(u32),
    Vertex(u32),
    Surface(u32),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(number) => write!(f, "frame {number}"),
            Self::Triangle(number) => write!(f, "triangle {number}"),
            Self::Vertex(number) => write!(f, "vertex {number}"),
            Self::Surface(number) => write!(f, "surface {number}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    pub actor: ActorId,
    pub frame: u32,
}

/// The models of a comparison that are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CounterpartView {
    /// The open model, and the other one as a green shape over it.
    #[default]
    Both,
    /// The open model left of a line, and the other one right of it. The number is the place of the line: 0 is the left end of the
    /// scene, 1 its right end.
    Split(f32),
    Open,
    Other,
}
