//! Writing of models.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use md2_common::file_layout::FileWriter;
use md2_common::report;

use crate::extent::offset;
use crate::layout::StoredLayout;
use crate::location::{List, Location, SurfacePart};
use crate::model::{Model, ModelSurface};
use crate::raw::{Header, SurfaceHeader, Tag};
use crate::view::Md3;

impl Model {
    /// Returns the bytes of a file with this model.
    ///
    /// An unedited model from a file gives exactly that file. Renaming a surface or moving a vertex changes only the
    /// bytes of that name or vertex. A new model is written in the canonical file layout, see
    /// [`Layout`](crate::model::Layout). The bounds of frames are written as they are, see
    /// [`update_bounds`](Self::update_bounds).
    ///
    /// # Errors
    /// If the format cannot represent the model. [`Md3::parse`](crate::Md3::parse) accepts every file that is
    /// returned, and reads the same model.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        check(self)?;
        let too_long = || WriteError::new(Location::File, "the file would exceed 2147483647 bytes", "");
        in_stored_layout(self).or_else(|| in_canonical_layout(self)).ok_or_else(too_long)
    }
}

/// An error of writing a model.
pub type WriteError = report::WriteError<Location>;

fn check(model: &Model) -> Result<(), WriteError> {
    let expected = model.tag_count();
    for (frame, own) in model.frames.iter().enumerate() {
        if own.tags.len() != expected {
            let (found, expected) =
                (format_args!("{} tags", own.tags.len()), format_args!("{expected} as in frame 0"));
            return Err(WriteError::new(Location::Frame { frame, name: own.name }, found, expected));
        }
    }
    // The place of a fault is searched only if there is one.
    let all_finite = Tag::are_finite(model.frames.iter().map(|frame| &*frame.tags));
    for (frame, own) in model.frames.iter().enumerate().filter(|_| !all_finite) {
        if let Some((tag, wrong)) = own.tags.iter().enumerate().find(|(_, tag)| !tag.is_finite()) {
            let Tag { name, origin, axes } = *wrong;
            let found = format_args!("origin {origin:?}, axes {axes:?}");
            return Err(WriteError::new(Location::Tag { frame, tag, name }, found, "finite numbers"));
        }
    }
    for (index, surface) in model.surfaces.iter().enumerate() {
        check_surface(index, surface, model.frames.len())?;
    }
    Ok(())
}

fn check_surface(index: usize, surface: &ModelSurface, frames: usize) -> Result<(), WriteError> {
    let location = |part| Location::Surface { surface: index, name: surface.name, part };
    let (found, st) = (surface.vertices.len(), surface.st.len());
    if st.checked_mul(frames) != Some(found) {
        let expected = format_args!("{st} texture coordinates times {frames} frames");
        let found = format_args!("{found} vertices");
        return Err(WriteError::new(location(SurfacePart::Vertices), found, expected));
    }
    // Loops without an early end are several times as fast. The place of a fault is searched only if there is one.
    let all_finite = surface.st.iter().fold(true, |all, st| all & st.s.is_finite() & st.t.is_finite());
    if !all_finite && let Some((i, st)) = surface.st.iter().enumerate().find(|(_, st)| !st.is_finite()) {
        let found = format_args!("{:?}", [st.s, st.t]);
        return Err(WriteError::new(location(SurfacePart::St(i)), found, "finite numbers"));
    }
    let count = u32::try_from(st).unwrap_or(u32::MAX);
    let is_outside = |[a, b, c]: [u32; 3]| (a >= count) | (b >= count) | (c >= count);
    if !surface.triangles.iter().fold(false, |any, triangle| any | is_outside(triangle.indices)) {
        return Ok(());
    }
    let corners = surface.triangles.iter().map(|triangle| triangle.indices.into_iter().enumerate());
    for (triangle, mut corners) in corners.enumerate() {
        if let Some((corner, found)) = corners.find(|&(_, index)| !is_below(index, st)) {
            let (found, expected) = (format_args!("vertex index {found}"), format_args!("below {st}"));
            return Err(WriteError::new(location(SurfacePart::Corner { triangle, corner }), found, expected));
        }
    }
    Ok(())
}

fn is_below(index: u32, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}

fn in_stored_layout(model: &Model) -> Option<Vec<u8>> {
    let stored = model.layout.stored().filter(|stored| fits(stored, model))?;
    let file = fill(stored, model)?;
    // Overlapping lists can only be written if they have the same content where they overlap. The canonical files are
    // compared, because bounds may be NaN, which does not equal itself.
    let agrees = || {
        let read = Md3::parse(&file).ok().map(|view| view.to_model())?;
        Some(in_canonical_layout(&read)? == in_canonical_layout(model)?)
    };
    (!stored.overlaps() || agrees() == Some(true)).then_some(file)
}

/// Returns the file in the canonical layout, followed by the bytes that followed the last list when the model was
/// read. `None` if the file would be too long.
fn in_canonical_layout(model: &Model) -> Option<Vec<u8>> {
    let mut file = fill(&StoredLayout::canonical(model)?, model)?;
    file.extend(model.layout.trailing());
    Some(file)
}

fn fits(StoredLayout { header, surfaces, .. }: &StoredLayout, model: &Model) -> bool {
    let equal = |field: i32, count: usize| usize::try_from(field) == Ok(count);
    let tags = header.tags().count;
    equal(header.num_frames, model.frames.len())
        && usize::try_from(tags).ok() == model.frames.len().checked_mul(model.tag_count())
        && surfaces.len() == model.surfaces.len()
        && surfaces.iter().zip(&model.surfaces).all(|(stored, surface)| {
            equal(stored.num_shaders, surface.shaders.len())
                && equal(stored.num_triangles, surface.triangles.len())
                && equal(stored.num_verts, surface.st.len())
        })
}

pub(crate) fn fill(layout: &StoredLayout, model: &Model) -> Option<Vec<u8>> {
    let mut file = FileWriter::new(layout.length);
    let header = Header { name: model.name, flags: model.flags, ..layout.header };
    file.put_record(0, header)?;
    let (mut next, stride) = (offset(header.frames().start), header.frame_stride(layout.length));
    for frame in &model.frames {
        file.put_record(next, frame.to_record())?;
        next = next.saturating_add(stride);
    }
    let mut tags = offset(header.tags().start);
    for frame in &model.frames {
        tags = file.put(tags, &frame.tags)?;
    }
    for ((stored, start), surface) in layout.surfaces.iter().zip(layout.surface_starts()).zip(&model.surfaces)
    {
        let header = SurfaceHeader { name: surface.name, flags: surface.flags, ..*stored };
        let start_of = |list| offset(header.list(list, start as u64).start);
        file.put_record(start, header)?;
        file.put(start_of(List::Triangles), &surface.triangles)?;
        file.put(start_of(List::Shaders), &surface.shaders)?;
        file.put(start_of(List::St), &surface.st)?;
        file.put(start_of(List::Vertices), &surface.vertices)?;
    }
    // The filler is between the lists. Written first, it would clear the memory of the lists.
    for (offset, bytes) in &layout.filler {
        file.put(*offset, bytes)?;
    }
    Some(file.into_bytes())
}
