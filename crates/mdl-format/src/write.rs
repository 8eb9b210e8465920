//! Writing of models.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::fmt;

use crate::grammar::{SINGLE, pose_bytes, prefix_bytes};
use crate::location::{Location, PosePlace};
use crate::model::{FrameGroup, GroupMember, Model, ModelFrame, ModelPose, ModelSkin, SkinGroup};
use crate::raw::{Bounds, Header, HeaderField, IDENT, PoseHeader, Record, St, Triangle, VERSION, Vertex};

impl Model {
    /// Returns the bytes of a file with this model.
    ///
    /// An unedited model from a file gives exactly that file. Renaming a pose, moving a vertex or painting a skin changes
    /// only the bytes of that name, vertex or skin.
    ///
    /// # Errors
    /// If the format cannot represent the model. [`Mdl::parse`](crate::Mdl::parse) accepts every file that is returned,
    /// and reads the same model.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        let header = self.to_header()?;
        self.check_skins()?;
        self.check_triangles()?;
        self.check_frames()?;
        let too_long = WriteError { location: Location::File, kind: WriteErrorKind::TooLong };
        let mut file = Vec::with_capacity(self.file_bytes().ok_or(too_long)?);
        header.append_to(&mut file);
        self.skins.iter().for_each(|skin| append_skin(skin, &mut file));
        St::append_all(&self.st, &mut file);
        Triangle::append_all(&self.triangles, &mut file);
        self.frames.iter().for_each(|frame| append_frame(frame, &mut file));
        file.extend_from_slice(self.layout.trailing());
        Ok(file)
    }

    fn to_header(&self) -> Result<Header, WriteError> {
        let int = |field, found: usize| {
            let kind = WriteErrorKind::Count { found, allowed: MAX_COUNT };
            i32::try_from(found).map_err(|_| WriteError { location: Location::Header(field), kind })
        };
        let texels = |field, found: u32| int(field, usize::try_from(found).unwrap_or(usize::MAX));
        if !self.scale.iter().chain(&self.origin).all(|value| value.is_finite()) {
            let kind = WriteErrorKind::NotFinite { scale: self.scale, origin: self.origin };
            return Err(WriteError { location: Location::Header(HeaderField::Scale), kind });
        }
        Ok(Header {
            ident: i32::from_le_bytes(IDENT),
            version: VERSION,
            scale: self.scale,
            scale_origin: self.origin,
            boundingradius: self.bounding_radius,
            eyeposition: self.eye_position,
            numskins: int(HeaderField::NumSkins, self.skins.len())?,
            skinwidth: texels(HeaderField::SkinWidth, self.skin_width)?,
            skinheight: texels(HeaderField::SkinHeight, self.skin_height)?,
            numverts: int(HeaderField::NumVerts, self.st.len())?,
            numtris: int(HeaderField::NumTris, self.triangles.len())?,
            numframes: int(HeaderField::NumFrames, self.frames.len())?,
            synctype: self.layout.sync_field(self.sync_type),
            flags: self.effects.bits().cast_signed(),
            size: self.size,
        })
    }

    fn check_skins(&self) -> Result<(), WriteError> {
        let [width, height] = [self.skin_width, self.skin_height].map(u64::from);
        let expected = width.saturating_mul(height);
        for (index, skin) in self.skins.iter().enumerate() {
            if let ModelSkin::Group(group) = skin {
                check_members(group.images.len(), Location::Skin(index))?;
            }
            for (image, texels) in skin.images().enumerate() {
                let found = texels.len();
                if u64::try_from(found) != Ok(expected) {
                    let location = match skin {
                        ModelSkin::Single(_) => Location::Skin(index),
                        ModelSkin::Group(_) => Location::SkinImage { skin: index, image },
                    };
                    return Err(WriteError {
                        location,
                        kind: WriteErrorKind::TexelCount { found, expected },
                    });
                }
            }
        }
        Ok(())
    }

    fn check_triangles(&self) -> Result<(), WriteError> {
        let count = self.st.len();
        let is_wrong = |vertex: u32| usize::try_from(vertex).map_or(true, |vertex| vertex >= count);
        let wrong = self.triangles.iter().enumerate().find_map(|(triangle, corners)| {
            let corners = corners.vertices().into_iter().enumerate();
            corners
                .filter(|&(_, found)| is_wrong(found))
                .map(|(corner, found)| (Location::Corner { triangle, corner }, found))
                .next()
        });
        match wrong {
            None => Ok(()),
            Some((location, found)) => {
                Err(WriteError { location, kind: WriteErrorKind::VertexIndex { found, count } })
            }
        }
    }

    fn check_frames(&self) -> Result<(), WriteError> {
        let expected = self.st.len();
        for (index, frame) in self.frames.iter().enumerate() {
            if let ModelFrame::Group(group) = frame {
                check_members(group.poses.len(), Location::Frame(index))?;
            }
            for (member, pose) in frame.poses().enumerate() {
                let found = pose.vertices.len();
                if found != expected {
                    let in_group = matches!(frame, ModelFrame::Group(_)).then_some(member);
                    let place = PosePlace { frame: index, pose: in_group, name: pose.name };
                    let kind = WriteErrorKind::VertexCount { found, expected };
                    return Err(WriteError { location: Location::Pose(place), kind });
                }
            }
        }
        Ok(())
    }

    /// Returns the size of the file; `None` if it exceeds the greatest number of bytes in memory.
    fn file_bytes(&self) -> Option<usize> {
        let group_bytes = |is_group: bool, members: usize, more: usize| {
            let intervals = members.checked_mul(size_of::<f32>())?.checked_add(more)?;
            prefix_bytes(is_group).checked_add(if is_group { intervals } else { 0 })
        };
        let mut bytes = Header::BYTES.checked_add(self.layout.trailing().len())?;
        bytes = bytes.checked_add(size_of_val(self.st.as_slice()))?;
        bytes = bytes.checked_add(size_of_val(self.triangles.as_slice()))?;
        for skin in &self.skins {
            let is_group = matches!(skin, ModelSkin::Group(_));
            let texels = skin.images().map(Vec::len).try_fold(0, usize::checked_add)?;
            bytes =
                bytes.checked_add(group_bytes(is_group, skin.images().count(), 0)?)?.checked_add(texels)?;
        }
        let pose = usize::try_from(pose_bytes(self.st.len())).ok()?;
        for frame in &self.frames {
            let (is_group, poses) = (matches!(frame, ModelFrame::Group(_)), frame.poses().count());
            let prefix = group_bytes(is_group, poses, size_of::<Bounds>())?;
            bytes = bytes.checked_add(prefix)?.checked_add(pose.checked_mul(poses)?)?;
        }
        isize::try_from(bytes).is_ok().then_some(bytes)
    }
}

/// The greatest count that the format can store: 2 147 483 647.
const MAX_COUNT: usize = i32::MAX as usize;

fn check_members(found: usize, location: Location) -> Result<(), WriteError> {
    let kind = match found {
        0 => WriteErrorKind::EmptyGroup,
        1..=MAX_COUNT => return Ok(()),
        _ => WriteErrorKind::Count { found, allowed: MAX_COUNT },
    };
    Err(WriteError { location, kind })
}

fn append_skin(skin: &ModelSkin, file: &mut Vec<u8>) {
    match skin {
        ModelSkin::Single(_) => SINGLE.append_to(file),
        ModelSkin::Group(SkinGroup { kind, images }) => {
            append_group(kind.get(), None, images, file);
        }
    }
    skin.images().for_each(|texels| file.extend_from_slice(texels));
}

fn append_frame(frame: &ModelFrame, file: &mut Vec<u8>) {
    match frame {
        ModelFrame::Single(_) => SINGLE.append_to(file),
        ModelFrame::Group(FrameGroup { kind, bounds, poses }) => {
            append_group(kind.get(), Some(bounds), poses, file);
        }
    }
    for ModelPose { name, bounds, vertices } in frame.poses() {
        PoseHeader { bounds: *bounds, name: *name }.append_to(file);
        Vertex::append_all(vertices, file);
    }
}

/// Writes the type, the number of members, the bounds and the end times of a group.
fn append_group<T>(kind: i32, bounds: Option<&Bounds>, members: &[GroupMember<T>], file: &mut Vec<u8>) {
    kind.append_to(file);
    // `check_members` has rejected greater numbers.
    i32::try_from(members.len()).unwrap_or(i32::MAX).append_to(file);
    if let Some(bounds) = bounds {
        bounds.append_to(file);
    }
    members.iter().for_each(|member| member.end_s.append_to(file));
}

/// An error of writing a model.
///
/// ```
/// use mdl_format::Model;
/// use mdl_format::raw::{St, Triangle};
///
/// let model = Model {
///     st: vec![St::new(0, 0)],
///     triangles: vec![Triangle::new(1, [0, 1, 0])],
///     ..Model::default()
/// };
/// let error = model.to_bytes().unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 1: vertex 1, expected below 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WriteError {
    /// The place of the fault in the model.
    pub location: Location,
    /// The kind of fault, with the value found.
    pub kind: WriteErrorKind,
}

/// A property of a model that the format cannot represent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// A number of records, or the width or height of the skins, is too large for its field.
    Count {
        /// The number in the model.
        found: usize,
        /// The greatest number: 2 147 483 647.
        allowed: usize,
    },
    /// A group has no members.
    EmptyGroup,
    /// An image has a different number of texels than `skin_width * skin_height`.
    TexelCount {
        /// Number of texels in the image.
        found: usize,
        /// Width times height of the skins.
        expected: u64,
    },
    /// A pose has more or fewer vertices than there are skin coordinates.
    VertexCount {
        /// Number of vertices in the pose.
        found: usize,
        /// Number of skin coordinates.
        expected: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    VertexIndex {
        /// The vertex index that the triangle contains.
        found: u32,
        /// Number of vertices in a pose.
        count: usize,
    },
    /// The scale or the origin is infinite or not a number.
    NotFinite {
        /// The scale, per axis.
        scale: [f32; 3],
        /// The origin, per axis.
        origin: [f32; 3],
    },
    /// The file would be larger than the memory that a program can address.
    TooLong,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.location)?;
        match self.kind {
            WriteErrorKind::Count { found, allowed } => write!(f, "{found}, expected at most {allowed}"),
            WriteErrorKind::EmptyGroup => f.write_str("0 members, expected 1 or more"),
            WriteErrorKind::TexelCount { found, expected } => {
                write!(f, "{found} texels, expected {expected}, the width times the height of the skins")
            }
            WriteErrorKind::VertexCount { found, expected } => {
                write!(f, "{found} vertices, expected {expected}, the number of skin coordinates")
            }
            WriteErrorKind::VertexIndex { found, count } => {
                write!(f, "vertex {found}, expected below {count}")
            }
            WriteErrorKind::NotFinite { scale, origin } => {
                write!(f, "scale {scale:?}, origin {origin:?}, expected finite numbers")
            }
            WriteErrorKind::TooLong => f.write_str("the file would be larger than the available memory"),
        }
    }
}

impl core::error::Error for WriteError {}
