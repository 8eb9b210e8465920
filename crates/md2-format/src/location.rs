//! Places in a model.

use core::fmt;

use crate::raw::{FrameName, HeaderField};
use crate::section::Section;

/// A place in a model. Its text is, for example, `frame 17 ("run3"), vertex 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum Location {
    /// The file as a whole.
    File,
    /// A field of the header.
    Header(HeaderField),
    /// A section as a whole.
    Section(Section),
    /// A skin path, by its index.
    Skin(usize),
    /// A skin coordinate, by its index.
    St(usize),
    /// A triangle.
    Triangle(usize),
    /// A corner of a triangle.
    Corner { triangle: usize, corner: usize },
    /// A frame.
    Frame { frame: usize, name: FrameName },
    /// A vertex of a frame.
    Vertex { frame: usize, name: FrameName, vertex: usize },
    /// A word of the OpenGL commands, by its index.
    GlWord(usize),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Header(field) => write!(f, "header, {}", field.name()),
            Self::Section(section) => section.fmt(f),
            Self::Skin(skin) => write!(f, "skin {skin}"),
            Self::St(st) => write!(f, "st {st}"),
            Self::Triangle(triangle) => write!(f, "triangle {triangle}"),
            Self::Corner { triangle, corner } => write!(f, "triangle {triangle}, corner {corner}"),
            Self::Frame { frame, name } => write!(f, "frame {frame} (\"{name}\")"),
            Self::Vertex { frame, name, vertex } => write!(f, "frame {frame} (\"{name}\"), vertex {vertex}"),
            Self::GlWord(word) => write!(f, "glcmds, word {word}"),
        }
    }
}
