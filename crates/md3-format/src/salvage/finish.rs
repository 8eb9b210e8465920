//! Selection of the usable frames, surfaces and triangles, and writing of a file with these records.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Parts, Repair, SalvagedFile, SurfaceParts, sense};
use crate::layout::StoredLayout;
use crate::location::{Location, SurfacePart};
use crate::model::{Model, ModelFrame, ModelSurface};
use crate::raw::{
    Frame, Header, HeaderField, Record, Records, Shader, St, SurfaceField, Tag, Triangle, Vertex,
};
use crate::write::fill;

impl Parts<'_> {
    /// Writes a file with the usable records. `None` if no frame or no triangle remains.
    pub(super) fn finish(mut self, file: &[u8], found: &Header) -> Option<SalvagedFile> {
        let count = usize::try_from(self.header.num_frames).ok()?;
        // A file that was cut off does not contain the last frames. The number of frames in the header may be huge.
        let known = self.frames.len().min(count);
        self.drop_torn_surfaces(known);
        self.drop_triangles();
        let tag_count = usize::try_from(self.header.num_tags).ok()?;
        let (tags, has_tags) = self.restore_tags(known, tag_count);
        let far = self.far_frames(known);
        let moving: Vec<_> = moving(&self.surfaces).collect();
        let mut kept = Vec::new();
        for (frame, header) in self.frames.iter().enumerate().take(known) {
            let has_vertices =
                |surface: &&SurfaceParts<'_>| matches!(surface.vertices.get(frame), Some(Some(_)));
            let reason = if far.contains(&frame) {
                "its vertices are far outside its bounds"
            } else if header.is_none() || has_tags && tags.get(frame)?.is_none() {
                "bytes are missing or extra, or a tag is implausible"
            } else if !moving.iter().all(has_vertices) {
                "vertices are missing"
            } else {
                kept.push(frame);
                continue;
            };
            let location =
                Location::Frame { frame, name: header.map_or_else(Default::default, |header| header.name) };
            let offset = usize::try_from(self.header.ofs_frames).unwrap_or(0);
            let offset = offset.saturating_add(size_of::<Frame>().saturating_mul(frame));
            self.repairs.push(Repair::new(location, offset.min(file.len()), "dropped", reason, ""));
        }
        if known < count {
            let field = HeaderField::NumFrames;
            let (done, found) = (format!("kept {known}"), format!("{count}"));
            let expected = format!("{known}, the rest is beyond the end of the file");
            self.repairs.push(Repair::new(Location::Header(field), field.offset(), done, found, expected));
        }
        let is_empty = self.surfaces.is_empty() && (found.num_surfaces != 0 || !has_tags);
        if kept.is_empty() || is_empty {
            return None;
        }
        let bytes = self.write(&kept, if has_tags { &tags } else { &[] })?;
        Some(SalvagedFile { bytes, repairs: self.repairs })
    }

    /// Drops each surface without vertices in more than a quarter of the frames, so that these frames need not be
    /// dropped. Does nothing if no surface has its vertices in all frames.
    fn drop_torn_surfaces(&mut self, known: usize) {
        let missing = |surface: &SurfaceParts<'_>| {
            if surface.header.num_verts == 0 {
                return 0;
            }
            known.saturating_sub(surface.vertices.iter().take(known).filter(|frame| frame.is_some()).count())
        };
        if !self.surfaces.iter().any(|surface| missing(surface) == 0) {
            return;
        }
        let repairs = &mut self.repairs;
        self.surfaces.retain(|surface| {
            let missing = missing(surface);
            let is_kept = sense::is_exception(missing, known) && known > 1 || missing == 0;
            if !is_kept {
                let location = surface.location(SurfacePart::Whole);
                let found = format!("vertices of {missing} frames are missing");
                repairs.push(Repair::new(location, surface.start, "dropped", found, ""));
            }
            is_kept
        });
    }

    fn drop_triangles(&mut self) {
        let repairs = &mut self.repairs;
        self.surfaces.retain_mut(|surface| {
            let has_st = |index: u32| {
                let st = surface.st.get(usize::try_from(index).unwrap_or(usize::MAX)).copied().flatten();
                st.is_some_and(|st| St::read(st).is_finite())
            };
            let is_usable = |triangle: &Option<&[u8]>| {
                triangle.is_some_and(|bytes| Triangle::read(bytes).indices.into_iter().all(has_st))
            };
            let announced = usize::try_from(surface.header.num_triangles).unwrap_or(0);
            let first = surface.triangles.iter().position(|triangle| !is_usable(triangle));
            let usable = surface.triangles.iter().filter(|triangle| is_usable(triangle)).count();
            let dropped = announced.saturating_sub(usable);
            let is_kept = usable > 0 || announced == 0;
            let location = surface.location(SurfacePart::Triangle(first.unwrap_or(surface.triangles.len())));
            surface.triangles =
                surface.triangles.iter().filter(|triangle| is_usable(triangle)).copied().collect();
            if dropped > 0 {
                let done = if is_kept {
                    format!("the first of {dropped} dropped")
                } else {
                    "dropped the surface".into()
                };
                let found = "a vertex or its texture coordinate is missing or invalid";
                repairs.push(Repair::new(location, surface.start, done, found, ""));
            }
            let shaders = surface.shaders.iter().flatten().count();
            if usize::try_from(surface.header.num_shaders) != Ok(shaders) {
                let location = surface.location(SurfacePart::Header(SurfaceField::NumShaders));
                let (done, found) = (format!("kept {shaders}"), format!("{}", surface.header.num_shaders));
                repairs.push(Repair::new(location, surface.start, done, found, ""));
            }
            is_kept
        });
    }

    /// Returns the tags of each frame, and whether to keep all tags. Replaces an implausible tag if the previous and
    /// the next frame have equal tags in its place. If more than a quarter of the frames still have implausible tags,
    /// the result is to drop all tags instead of these frames.
    fn restore_tags(&mut self, known: usize, tag_count: usize) -> (Vec<Option<Vec<Tag>>>, bool) {
        let read = |bytes: &Option<&[u8]>| bytes.map(|bytes| Records::new(bytes).to_vec());
        let stored: Vec<Option<Vec<Tag>>> = self.tags.iter().take(known).map(read).collect();
        let get = |frame: Option<usize>, tag: usize| {
            stored.get(frame?)?.as_ref()?.get(tag).copied().filter(sense::is_tag)
        };
        let mut restored = stored.clone();
        let mut bad = 0_usize;
        for (frame, tags) in restored.iter_mut().enumerate() {
            let mut is_whole = true;
            let own = tags.iter_mut().flatten().enumerate().filter(|(_, tag)| !sense::is_tag(tag));
            for (index, tag) in own {
                let [before, after] =
                    [frame.checked_sub(1), frame.checked_add(1)].map(|frame| get(frame, index));
                let name = tag.name;
                if let Some(neighbor) = before.filter(|before| Some(*before) == after) {
                    *tag = neighbor;
                    let location = Location::Tag { frame, tag: index, name };
                    let row = frame.saturating_mul(tag_count).saturating_add(index);
                    let offset = usize::try_from(self.header.ofs_tags).unwrap_or(0);
                    let offset = offset.saturating_add(row.saturating_mul(size_of::<Tag>()));
                    let done = "copied from the neighboring frames, where the tag is the same";
                    let found = String::from("implausible numbers");
                    self.repairs.push(Repair::new(location, offset, done, found, ""));
                } else {
                    is_whole = false;
                }
            }
            if !is_whole {
                *tags = None;
            }
            bad = bad.saturating_add(usize::from(tags.is_none()));
        }
        let is_kept = tag_count > 0 && (bad == 0 || known > 1 && sense::is_exception(bad, known.max(4)));
        if tag_count > 0 && !is_kept {
            let field = HeaderField::NumTags;
            let found = format!("{bad} of {known} frames have implausible tags");
            let location = Location::Header(field);
            self.repairs.push(Repair::new(location, field.offset(), "dropped all tags", found, ""));
        }
        (restored, is_kept)
    }

    fn far_frames(&self, known: usize) -> BTreeSet<usize> {
        sense::exceptions(known, |frame| {
            let Some(bounds) = self.frames.get(frame).copied().flatten() else { return false };
            let vertices = moving(&self.surfaces).filter_map(|surface| *surface.vertices.get(frame)?);
            let mut vertices = vertices.map(Records::new);
            vertices.any(|vertices| sense::is_outside(vertices, &bounds, 1.0, vertices.len()))
        })
    }

    fn write(&self, kept: &[usize], tags: &[Option<Vec<Tag>>]) -> Option<Vec<u8>> {
        let frame = |&frame: &usize| {
            let tags = tags.get(frame).cloned().flatten().unwrap_or_default();
            Some(ModelFrame::from_record((*self.frames.get(frame)?)?, tags))
        };
        let Header { name, flags, num_skins, .. } = self.header;
        let frames = kept.iter().filter_map(frame).collect();
        let surfaces = self.surfaces.iter().map(|surface| surface.to_model(kept)).collect();
        let model = Model { name, flags, frames, surfaces, ..Model::default() };
        let mut layout = StoredLayout::canonical(&model)?;
        layout.header.num_skins = num_skins;
        for (header, surface) in layout.surfaces.iter_mut().zip(&self.surfaces) {
            header.ident = surface.header.ident;
        }
        fill(&layout, &model)
    }
}

fn moving<'a, 'b>(surfaces: &'b [SurfaceParts<'a>]) -> impl Iterator<Item = &'b SurfaceParts<'a>> {
    surfaces.iter().filter(|surface| surface.header.num_verts > 0)
}

impl SurfaceParts<'_> {
    fn to_model(&self, kept: &[usize]) -> ModelSurface {
        let vertices = kept.iter().filter_map(|&frame| *self.vertices.get(frame)?);
        // Vertices without a usable texture coordinate get the default coordinate. No remaining triangle uses these
        // vertices.
        let st = self.st.iter().map(|st| st.map(St::read).filter(St::is_finite).unwrap_or_default());
        ModelSurface {
            name: self.header.name,
            flags: self.header.flags,
            shaders: self.shaders.iter().flatten().map(|shader| Shader::read(shader)).collect(),
            triangles: self.triangles.iter().flatten().map(|triangle| Triangle::read(triangle)).collect(),
            st: st.collect(),
            vertices: vertices.flat_map(Vertex::read_all).collect(),
        }
    }
}
