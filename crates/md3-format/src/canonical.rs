//! The canonical file layout: lists without gaps, in the usual order.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use crate::location::List;
use crate::model::{Model, ModelSurface};
use crate::raw::{Header, IDENT, SurfaceHeader, VERSION};
use crate::view::Md3;

/// The headers of a file in the canonical layout.
pub(crate) struct CanonicalHeaders {
    pub(crate) header: Header,
    pub(crate) surfaces: Vec<SurfaceHeader>,
    /// Length of the file without trailing bytes.
    pub(crate) length: usize,
}

impl CanonicalHeaders {
    /// Returns the headers of `model`; `None` if a number does not fit into its header field.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let frames = model.frames.len();
        let surfaces: Option<Vec<_>> =
            model.surfaces.iter().map(|surface| surface_header(surface, frames)).collect();
        let surfaces = surfaces?;
        let ofs_tags = end(List::Frames, Header::BYTES, frames)?;
        let ofs_surfaces = end(List::Tags, ofs_tags, frames.checked_mul(model.tag_count())?)?;
        let mut length = ofs_surfaces;
        for surface in &surfaces {
            length = length.checked_add(usize::try_from(surface.ofs_end).ok()?)?;
        }
        let header = Header {
            ident: IDENT,
            version: VERSION,
            name: model.name,
            flags: model.flags,
            num_frames: int(frames)?,
            num_tags: int(model.tag_count())?,
            num_surfaces: int(surfaces.len())?,
            num_skins: 0,
            ofs_frames: int(Header::BYTES)?,
            ofs_tags: int(ofs_tags)?,
            ofs_surfaces: int(ofs_surfaces)?,
            ofs_end: int(length)?,
        };
        Some(Self { header, surfaces, length })
    }

    /// Whether a file has exactly these headers and ends after its last surface.
    pub(crate) fn matches(&self, view: &Md3<'_>) -> bool {
        self.header == view.header
            && self.length == view.file.len()
            && self.surfaces.iter().eq(view.surfaces.iter().map(|surface| &surface.header))
    }
}

fn surface_header(surface: &ModelSurface, frames: usize) -> Option<SurfaceHeader> {
    let ofs_triangles = SurfaceHeader::BYTES;
    let ofs_shaders = end(List::Triangles, ofs_triangles, surface.triangles.len())?;
    let ofs_st = end(List::Shaders, ofs_shaders, surface.shaders.len())?;
    let ofs_xyznormal = end(List::St, ofs_st, surface.st.len())?;
    let ofs_end = end(List::Vertices, ofs_xyznormal, surface.vertices.len())?;
    Some(SurfaceHeader {
        ident: IDENT,
        name: surface.name,
        flags: surface.flags,
        num_frames: int(frames)?,
        num_shaders: int(surface.shaders.len())?,
        num_verts: int(surface.st.len())?,
        num_triangles: int(surface.triangles.len())?,
        ofs_triangles: int(ofs_triangles)?,
        ofs_shaders: int(ofs_shaders)?,
        ofs_st: int(ofs_st)?,
        ofs_xyznormal: int(ofs_xyznormal)?,
        ofs_end: int(ofs_end)?,
    })
}

/// Returns the offset after a list that has `count` records and starts at `offset`.
fn end(list: List, offset: usize, count: usize) -> Option<usize> {
    offset.checked_add(count.checked_mul(list.record_bytes())?)
}

fn int(value: usize) -> Option<i32> {
    i32::try_from(value).ok()
}
