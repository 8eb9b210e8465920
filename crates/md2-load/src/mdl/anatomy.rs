//! The records of an MDL.

use mdl_format::{Mdl, raw};

use crate::anatomy::{
    Anatomy, FileCorner, FileFrame, FileSurface, FileTriangle, Pieces, SkinCoordinate, offset_in,
};
use crate::error::LoadError;
use crate::loaded::Format;

/// Returns the records of a file. Its frames are the poses of all frames and frame groups.
pub(crate) fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    let mdl = Mdl::parse(file).map_err(LoadError::Mdl)?;
    let triangle = |triangle: &raw::Triangle| {
        let vertices = triangle.vertices();
        let corner = |i: usize| {
            let stored = &mdl.st()[vertices[i] as usize];
            FileCorner {
                vertex: vertices[i],
                st: vertices[i],
                st_offset: offset_in(mdl.file(), stored),
                stored: SkinCoordinate::Texels([stored.s(), stored.t()]),
                uv: mdl.corner_uv(triangle, i),
                by_commands: None,
            }
        };
        FileTriangle { offset: offset_in(mdl.file(), triangle), corners: [0, 1, 2].map(corner) }
    };
    let frames = mdl.poses().iter().map(|pose| {
        let vertices = offset_in(mdl.file(), pose.vertices());
        let offset = offset_in(mdl.file(), pose.bounds());
        FileFrame::new(pose.name(), offset, vertices, (mdl.scale(), mdl.origin()))
    });
    let size = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    let pieces = Pieces {
        skin_size: Some([size(mdl.skin_width()), size(mdl.skin_height())]),
        surfaces: vec![FileSurface::whole(mdl.vertex_count(), mdl.triangles().len())],
        triangles: mdl.triangles().iter().map(triangle).collect(),
        frames: frames.collect(),
    };
    Ok(pieces.into_anatomy(Format::Mdl, file.to_vec(), false))
}
