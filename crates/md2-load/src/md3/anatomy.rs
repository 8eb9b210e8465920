//! The records of an MD3.

use md3_format::{Md3, raw};

use crate::anatomy::{
    Anatomy, FileCorner, FileFrame, FileSurface, FileTriangle, Pieces, SkinCoordinate, offset_in,
};
use crate::error::LoadError;
use crate::loaded::Format;

pub(crate) fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    let md3 = Md3::parse(file).map_err(LoadError::Md3)?;
    let (mut surfaces, mut triangles) = (Vec::<FileSurface>::new(), Vec::new());
    for surface in md3.surfaces() {
        let first = offset_in(md3.file(), surface.all_vertices());
        let stride = size_of::<raw::Vertex>() * surface.vertex_count();
        let whole = FileSurface::whole(surface.vertex_count(), surface.triangles().len());
        let numbered = whole.with_frames(surface.name(), first, stride).behind(surfaces.last());
        let first_vertex = numbered.vertices.start;
        surfaces.push(numbered);
        triangles.extend(surface.triangles().iter().map(|triangle| {
            let corner = |vertex: u32| {
                let stored = &surface.st()[vertex as usize];
                FileCorner {
                    vertex: first_vertex + vertex,
                    st: first_vertex + vertex,
                    st_offset: offset_in(md3.file(), stored),
                    stored: SkinCoordinate::Fractions([stored.s(), stored.t()]),
                    uv: [stored.s(), stored.t()],
                    by_commands: None,
                }
            };
            FileTriangle { offset: offset_in(md3.file(), triangle), corners: triangle.indices().map(corner) }
        }));
    }
    let steps = ([raw::POSITION_SCALE; 3], [0.0; 3]);
    let frames =
        md3.frames().map(|frame| FileFrame::new(frame.name(), offset_in(md3.file(), frame), 0, steps));
    let pieces = Pieces { skin_size: None, surfaces, triangles, frames: frames.collect() };
    Ok(pieces.into_anatomy(Format::Md3, file.to_vec(), false))
}
