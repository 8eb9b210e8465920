//! Writing of models.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use md2_common::report;

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
        let too_long =
            || WriteError::new(Location::File, "the file would be larger than the available memory", "");
        let mut file = Vec::with_capacity(self.file_bytes().ok_or_else(too_long)?);
        header.append_to(&mut file);
        self.skins.iter().for_each(|skin| append_skin(skin, &mut file));
        St::append_all(&self.st, &mut file);
        Triangle::append_all(&self.triangles, &mut file);
        self.frames.iter().for_each(|frame| append_frame(frame, &mut file));
        file.extend_from_slice(self.layout.trailing());
        Ok(file)
    }

    fn to_header(&self) -> Result<Header, WriteError> {
        let int = |field, found| i32::try_from(found).map_err(|_| too_many(Location::Header(field), found));
        let texels = |field, found: u32| int(field, usize::try_from(found).unwrap_or(usize::MAX));
        if !self.scale.iter().chain(&self.origin).all(|value| value.is_finite()) {
            let found = format_args!("scale {:?}, origin {:?}", self.scale, self.origin);
            return Err(WriteError::new(Location::Header(HeaderField::Scale), found, "finite numbers"));
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
                    let expected = format_args!("{expected}, the width times the height of the skins");
                    return Err(WriteError::new(location, format_args!("{found} texels"), expected));
                }
            }
        }
        Ok(())
    }

    fn check_triangles(&self) -> Result<(), WriteError> {
        let count = self.st.len();
        let is_wrong = |vertex: u32| usize::try_from(vertex).map_or(true, |vertex| vertex >= count);
        for (triangle, record) in self.triangles.iter().enumerate() {
            let mut corners = record.vertices().into_iter().enumerate();
            if let Some((corner, found)) = corners.find(|&(_, found)| is_wrong(found)) {
                let location = Location::Corner { triangle, corner };
                let (found, expected) = (format_args!("vertex {found}"), format_args!("below {count}"));
                return Err(WriteError::new(location, found, expected));
            }
        }
        Ok(())
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
                    let expected = format_args!("{expected}, the number of skin coordinates");
                    return Err(WriteError::new(
                        Location::Pose(place),
                        format_args!("{found} vertices"),
                        expected,
                    ));
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
    match found {
        0 => Err(WriteError::new(location, "0 members", "1 or more")),
        1..=MAX_COUNT => Ok(()),
        _ => Err(too_many(location, found)),
    }
}

fn too_many(location: Location, found: usize) -> WriteError {
    WriteError::new(location, found, format_args!("at most {MAX_COUNT}"))
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
pub type WriteError = report::WriteError<Location>;
