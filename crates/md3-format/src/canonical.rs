//! The canonical file layout: lists without gaps, in the usual order.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use crate::layout::StoredLayout;
use crate::location::List;
use crate::model::Model;
use crate::raw::{Header, IDENT, SurfaceHeader, VERSION};

impl StoredLayout {
    /// Returns the canonical layout; `None` if a number does not fit into its header field.
    pub(crate) fn canonical(model: &Model) -> Option<Self> {
        let (frames, tags) = (model.frames.len(), model.tag_count());
        let ofs_tags = end(List::Frames, Header::BYTES, frames)?;
        let ofs_surfaces = end(List::Tags, ofs_tags, frames.checked_mul(tags)?)?;
        let mut length = ofs_surfaces;
        let mut surfaces = Vec::with_capacity(model.surfaces.len());
        for surface in &model.surfaces {
            let ofs_shaders = end(List::Triangles, SurfaceHeader::BYTES, surface.triangles.len())?;
            let ofs_st = end(List::Shaders, ofs_shaders, surface.shaders.len())?;
            let ofs_xyznormal = end(List::St, ofs_st, surface.st.len())?;
            let ofs_end = end(List::Vertices, ofs_xyznormal, surface.vertices.len())?;
            length = length.checked_add(ofs_end)?;
            surfaces.push(SurfaceHeader {
                ident: IDENT,
                num_frames: int(frames)?,
                num_shaders: int(surface.shaders.len())?,
                num_verts: int(surface.st.len())?,
                num_triangles: int(surface.triangles.len())?,
                ofs_triangles: int(SurfaceHeader::BYTES)?,
                ofs_shaders: int(ofs_shaders)?,
                ofs_st: int(ofs_st)?,
                ofs_xyznormal: int(ofs_xyznormal)?,
                ofs_end: int(ofs_end)?,
                ..SurfaceHeader::default()
            });
        }
        let header = Header {
            ident: IDENT,
            version: VERSION,
            num_frames: int(frames)?,
            num_tags: int(tags)?,
            num_surfaces: int(surfaces.len())?,
            ofs_frames: int(Header::BYTES)?,
            ofs_tags: int(ofs_tags)?,
            ofs_surfaces: int(ofs_surfaces)?,
            ofs_end: int(length)?,
            ..Header::default()
        };
        Some(Self { header, surfaces, length, filler: Vec::new() })
    }
}

fn end(list: List, offset: usize, count: usize) -> Option<usize> {
    offset.checked_add(count.checked_mul(list.record_bytes())?)
}

fn int(value: usize) -> Option<i32> {
    i32::try_from(value).ok()
}
