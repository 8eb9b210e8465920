//! The records of an MD3.

use md3_format::{Md3, raw};

use crate::anatomy::{
    Anatomy, DrawnCorners, FileCorner, FileFrame, FileSurface, FileTriangle, Pieces, SkinCoordinate,
    offset_in,
};
use crate::error::LoadError;
use crate::header::bytes_at;
use crate::loaded::Format;

pub(crate) fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    let salvaged = md3_format::salvage(file).map_err(LoadError::Md3)?;
    let md3 = Md3::parse(&salvaged.bytes).map_err(LoadError::Md3)?;
    let mut surfaces: Vec<FileSurface> = Vec::new();
    for surface in md3.surfaces() {
        let first = offset_in(md3.file(), surface.all_vertices());
        let stride = size_of::<raw::Vertex>() * surface.vertex_count();
        let [triangles, st] =
            [offset_in(md3.file(), surface.triangles()), offset_in(md3.file(), surface.st())];
        let whole = FileSurface::new(surface.vertex_count(), surface.triangles().len(), triangles, st);
        surfaces.push(whole.with_frames(surface.name(), first, stride).behind(surfaces.last()));
    }
    let steps = ([raw::POSITION_SCALE; 3], [0.0; 3]);
    let frames =
        md3.frames().map(|frame| FileFrame::new(frame.name(), offset_in(md3.file(), frame), 0, steps));
    let (frames, commands) = (frames.collect(), DrawnCorners::default());
    let pieces = Pieces { skin_size: None, surfaces, frames, commands, read_triangle };
    let is_repaired = !salvaged.repairs.is_empty();
    Ok(pieces.into_anatomy(Format::Md3, salvaged.bytes, is_repaired))
}

fn read_triangle(
    file: &[u8],
    surface: &FileSurface,
    offset: usize,
    _skin_size: Option<[i32; 2]>,
) -> Option<FileTriangle> {
    let corner = |i: usize| {
        let index = u32::from_le_bytes(bytes_at(file, offset + 4 * i)?);
        let vertex = surface.vertices.start.checked_add(index)?;
        let st_offset = surface.st_offset + size_of::<raw::St>() * usize::try_from(index).ok()?;
        let uv = [bytes_at(file, st_offset)?, bytes_at(file, st_offset + 4)?].map(f32::from_le_bytes);
        let stored = SkinCoordinate::Fractions(uv);
        Some(FileCorner { vertex, st: vertex, st_offset, stored, uv, by_commands: None })
    };
    Some(FileTriangle { offset, corners: [corner(0)?, corner(1)?, corner(2)?] })
}
