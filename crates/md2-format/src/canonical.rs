//! The canonical file layout: sections without gaps, in the usual order.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::model::Model;
use crate::raw::{Header, IDENT, VERSION};
use crate::section::{Extent, Section, frame_bytes};

/// Returns the header of `model` in the canonical file layout; `None` if a number does not fit into its header field.
pub(crate) fn canonical_header(model: &Model) -> Option<Header> {
    let int = |value: usize| i32::try_from(value).ok();
    let vertices = model.vertex_count();
    let mut header = Header {
        ident: i32::from_le_bytes(IDENT),
        version: VERSION,
        skinwidth: model.skin_width,
        skinheight: model.skin_height,
        framesize: int(frame_bytes(vertices))?,
        num_skins: int(model.skins.len())?,
        num_xyz: int(vertices)?,
        num_st: int(model.st.len())?,
        num_tris: int(model.triangles.len())?,
        num_glcmds: int(model.gl_commands.len())?,
        num_frames: int(model.frames.len())?,
        ..Header::default()
    };
    let mut end = Header::BYTES;
    for section in Section::ALL {
        header.set(section.offset_field(), int(end)?);
        end = end.checked_add(Extent::new(&header, section).bytes()?)?;
    }
    header.ofs_end = int(end)?;
    Some(header)
}
