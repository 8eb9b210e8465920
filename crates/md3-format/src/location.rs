//! Locations in a model, for errors and findings.

use core::fmt;

use crate::raw::{FrameName, HeaderField, SurfaceField, SurfaceName, TagName};

/// A place in a model. Its text is, for example, `surface 2 ("head"), triangle 7, corner 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum Location {
    /// The file as a whole.
    File,
    /// A field of the header.
    Header(HeaderField),
    /// A frame.
    Frame { frame: usize, name: FrameName },
    /// A tag in a frame.
    Tag { frame: usize, tag: usize, name: TagName },
    /// A surface, or a part of it.
    Surface { surface: usize, name: SurfaceName, part: SurfacePart },
}

/// The part of a surface that a [`Location`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum SurfacePart {
    /// The whole surface.
    Whole,
    /// A field of the surface's header.
    Header(SurfaceField),
    /// A shader.
    Shader(usize),
    /// A triangle.
    Triangle(usize),
    /// A corner of a triangle: 0, 1 or 2.
    Corner { triangle: usize, corner: usize },
    /// The texture coordinate of a vertex.
    St(usize),
    /// The vertices of all frames.
    Vertices,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Header(field) => write!(f, "header, {}", field.name()),
            Self::Frame { frame, name } => write!(f, "frame {frame} (\"{name}\")"),
            Self::Tag { frame, tag, name } => write!(f, "frame {frame}, tag {tag} (\"{name}\")"),
            Self::Surface { surface, name, part } => write!(f, "surface {surface} (\"{name}\"){part}"),
        }
    }
}

/// Writes a comma and the part, or nothing for the whole surface.
impl fmt::Display for SurfacePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Header(field) => write!(f, ", {}", field.name()),
            Self::Shader(shader) => write!(f, ", shader {shader}"),
            Self::Triangle(triangle) => write!(f, ", triangle {triangle}"),
            Self::Corner { triangle, corner } => write!(f, ", triangle {triangle}, corner {corner}"),
            Self::St(st) => write!(f, ", st {st}"),
            Self::Vertices => f.write_str(", vertices"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Frames,
    Tags,
    Triangles,
    Shaders,
    St,
    Vertices,
}

impl List {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Tags => "tags",
            Self::Triangles => "triangles",
            Self::Shaders => "shaders",
            Self::St => "st",
            Self::Vertices => "vertices",
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
