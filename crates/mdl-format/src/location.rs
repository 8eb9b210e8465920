//! Locations in a model, for errors and findings.

use core::fmt;

use crate::raw::{HeaderField, PoseName};

/// A place in a model. Its text is, for example, `frame 17, pose 2 ("flame3"), vertex 3`.
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
    /// A skin, which may be a group, by its index.
    Skin(usize),
    /// An image of a group of skins, by its index in the group.
    SkinImage { skin: usize, image: usize },
    /// A pose of a group of frames, by its index in the group.
    Member { frame: usize, pose: usize },
    /// The skin coordinate of a vertex.
    St(usize),
    /// A triangle.
    Triangle(usize),
    /// A corner of a triangle: 0, 1 or 2.
    Corner { triangle: usize, corner: usize },
    /// A frame, which may be a group, by its index.
    Frame(usize),
    /// A pose.
    Pose(PosePlace),
    /// A vertex of a pose.
    Vertex { pose: PosePlace, vertex: usize },
    /// The bytes after the last frame.
    Trailing,
}

/// The place of a pose. Its text is, for example, `frame 3 ("walk4")`, or in a group `frame 3, pose 2 ("walk6")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub struct PosePlace {
    pub frame: usize,
    /// Index of the pose in a group, `None` in a single frame.
    pub pose: Option<usize>,
    pub name: PoseName,
}

impl fmt::Display for PosePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}", self.frame)?;
        if let Some(pose) = self.pose {
            write!(f, ", pose {pose}")?;
        }
        write!(f, " (\"{}\")", self.name)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Header(field) => write!(f, "header, {}", field.name()),
            Self::Section(section) => section.fmt(f),
            Self::Skin(skin) => write!(f, "skin {skin}"),
            Self::SkinImage { skin, image } => write!(f, "skin {skin}, image {image}"),
            Self::Member { frame, pose } => write!(f, "frame {frame}, pose {pose}"),
            Self::St(st) => write!(f, "st {st}"),
            Self::Triangle(triangle) => write!(f, "triangle {triangle}"),
            Self::Corner { triangle, corner } => write!(f, "triangle {triangle}, corner {corner}"),
            Self::Frame(frame) => write!(f, "frame {frame}"),
            Self::Pose(pose) => pose.fmt(f),
            Self::Vertex { pose, vertex } => write!(f, "{pose}, vertex {vertex}"),
            Self::Trailing => f.write_str("trailing bytes"),
        }
    }
}

/// One of the four lists of records after the header, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say what the variants are")]
pub enum Section {
    Skins,
    /// Skin coordinates.
    St,
    Triangles,
    Frames,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Skins => "skins",
            Self::St => "st",
            Self::Triangles => "triangles",
            Self::Frames => "frames",
        })
    }
}
