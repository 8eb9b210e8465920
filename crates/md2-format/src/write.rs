//! From a model to the bytes of a file.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::fmt;

use zerocopy::IntoBytes;

use crate::location::{Location, Section};
use crate::model::{Frame, Model};
use crate::options::ParseOptions;
use crate::raw::{FrameHeader, Header, IDENT, SkinName, St, Triangle, VERSION, Vertex, Word};

impl Model {
    /// The model as a file.
    ///
    /// A model that came from a file and was not edited gives exactly that file; renaming a frame or moving a
    /// vertex changes those bytes and no others. A new model is written in the canonical arrangement, see
    /// [`Layout`](crate::model::Layout).
    ///
    /// # Errors
    /// If the format cannot hold the model, with the place. Whatever is written, [`Md2::parse`](crate::Md2::parse)
    /// accepts and reads back as the same model.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        check(self)?;
        let header = canonical_header(self)?;
        Ok(self.layout.write(self).unwrap_or_else(|| canonical(self, &header)))
    }
}

/// Why a model cannot be written.
///
/// ```
/// use md2_format::model::{Frame, Model};
/// use md2_format::raw::Triangle;
///
/// let model = Model {
///     triangles: vec![Triangle::new([0, 1, 2], [0, 0, 0])],
///     frames: vec![Frame::default()],
///     ..Model::default()
/// };
/// let error = model.to_bytes().unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 0: position index 0, expected below 0");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WriteError {
    /// The place in the model.
    pub location: Location,
    /// What is wrong there.
    pub kind: WriteErrorKind,
}

/// What about a model the format cannot hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// There are more vertices or skin coordinates than the triangles' 16-bit indices can reach.
    Count {
        /// The number of them.
        found: usize,
        /// 65 536.
        allowed: usize,
    },
    /// A frame has more or fewer vertices than the first one.
    VertexCount {
        /// Vertices of this frame.
        found: usize,
        /// Vertices of the first frame.
        expected: usize,
    },
    /// A triangle refers to a position that does not exist.
    PositionIndex {
        /// The index in the triangle.
        found: u16,
        /// Number of vertices in a frame.
        count: usize,
    },
    /// A triangle refers to a skin coordinate that does not exist.
    StIndex {
        /// The index in the triangle.
        found: u16,
        /// Number of skin coordinates.
        count: usize,
    },
    /// A frame's scale or translation is infinite or not a number.
    NotFinite {
        /// The frame's scale, per axis.
        scale: [f32; 3],
        /// The frame's translation, per axis.
        translate: [f32; 3],
    },
    /// The file would be so long that the header's 31-bit offsets could not reach its end.
    TooLong,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.location)?;
        match self.kind {
            WriteErrorKind::Count { found, allowed } => {
                write!(f, "{found}, at most {allowed} can be referred to")
            }
            WriteErrorKind::VertexCount { found, expected } => {
                write!(f, "{found} vertices, expected {expected} as in frame 0")
            }
            WriteErrorKind::PositionIndex { found, count } => {
                write!(f, "position index {found}, expected below {count}")
            }
            WriteErrorKind::StIndex { found, count } => write!(f, "st index {found}, expected below {count}"),
            WriteErrorKind::NotFinite { scale, translate } => {
                write!(f, "scale {scale:?}, translation {translate:?}, expected finite numbers")
            }
            WriteErrorKind::TooLong => f.write_str("the file would be longer than 2147483647 bytes"),
        }
    }
}

impl core::error::Error for WriteError {}

/// Everything that [`parse`](crate::Md2::parse) would refuse.
fn check(model: &Model) -> Result<(), WriteError> {
    let ParseOptions { max_vertices, max_st, .. } = ParseOptions::FORMAT;
    let refuse = |location, kind| Err(WriteError { location, kind });
    let (vertices, coordinates) = (model.vertex_count(), model.st.len());
    if coordinates > max_st {
        let kind = WriteErrorKind::Count { found: coordinates, allowed: max_st };
        return refuse(Location::Section(Section::St), kind);
    }
    for (frame, Frame { name, scale, translate, vertices: found }) in model.frames.iter().enumerate() {
        let location = Location::Frame { frame, name: *name };
        let (scale, translate) = (*scale, *translate);
        if found.len() > max_vertices {
            return refuse(location, WriteErrorKind::Count { found: found.len(), allowed: max_vertices });
        }
        if found.len() != vertices {
            return refuse(location, WriteErrorKind::VertexCount { found: found.len(), expected: vertices });
        }
        if !scale.iter().chain(&translate).all(|value| value.is_finite()) {
            return refuse(location, WriteErrorKind::NotFinite { scale, translate });
        }
    }
    for (index, triangle) in model.triangles.iter().enumerate() {
        for (corner, (xyz, st)) in triangle.xyz().into_iter().zip(triangle.st()).enumerate() {
            let location = Location::Corner { triangle: index, corner };
            if usize::from(xyz) >= vertices {
                return refuse(location, WriteErrorKind::PositionIndex { found: xyz, count: vertices });
            }
            if usize::from(st) >= coordinates {
                return refuse(location, WriteErrorKind::StIndex { found: st, count: coordinates });
            }
        }
    }
    Ok(())
}

/// The header of `model` in the canonical arrangement.
pub(crate) fn canonical_header(model: &Model) -> Result<Header, WriteError> {
    let too_long = WriteError { location: Location::File, kind: WriteErrorKind::TooLong };
    arrange(model).ok_or(too_long)
}

/// `None` if a number does not fit in the header.
fn arrange(model: &Model) -> Option<Header> {
    let int = |value: usize| i32::try_from(value).ok();
    let vertices = model.vertex_count();
    let frame_bytes = vertices.checked_mul(size_of::<Vertex>())?.checked_add(size_of::<FrameHeader>())?;
    let mut end = Header::BYTES;
    let mut place = |count: usize, record: usize| {
        let start = end;
        end = end.checked_add(count.checked_mul(record)?)?;
        int(start)
    };
    let ofs_skins = place(model.skins.len(), size_of::<SkinName>())?;
    let ofs_st = place(model.st.len(), size_of::<St>())?;
    let ofs_tris = place(model.triangles.len(), size_of::<Triangle>())?;
    let ofs_frames = place(model.frames.len(), frame_bytes)?;
    let ofs_glcmds = place(model.gl_commands.len(), size_of::<Word>())?;
    Some(Header {
        ident: i32::from_le_bytes(IDENT),
        version: VERSION,
        skinwidth: model.skin_width,
        skinheight: model.skin_height,
        framesize: int(frame_bytes)?,
        num_skins: int(model.skins.len())?,
        num_xyz: int(vertices)?,
        num_st: int(model.st.len())?,
        num_tris: int(model.triangles.len())?,
        num_glcmds: int(model.gl_commands.len())?,
        num_frames: int(model.frames.len())?,
        ofs_skins,
        ofs_st,
        ofs_tris,
        ofs_frames,
        ofs_glcmds,
        ofs_end: int(end)?,
    })
}

/// `model` in the canonical arrangement, and behind it what followed the sections in the file it came from.
fn canonical(model: &Model, header: &Header) -> Vec<u8> {
    let trailing = model.layout.trailing();
    let sections = usize::try_from(header.ofs_end).unwrap_or(0);
    let mut file = Vec::with_capacity(sections.saturating_add(trailing.len()));
    file.extend_from_slice(&header.to_bytes());
    file.extend_from_slice(model.skins.as_bytes());
    file.extend_from_slice(model.st.as_bytes());
    file.extend_from_slice(model.triangles.as_bytes());
    for frame in &model.frames {
        file.extend_from_slice(FrameHeader::new(frame.name, frame.scale, frame.translate).as_bytes());
        file.extend_from_slice(frame.vertices.as_bytes());
    }
    file.extend_from_slice(model.gl_commands.as_bytes());
    file.extend_from_slice(trailing);
    file
}
