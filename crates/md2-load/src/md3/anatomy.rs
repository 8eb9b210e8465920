//! The records of an MD3.

use md3_format::raw::Record;
use md3_format::{Md3, raw};

use crate::anatomy::{
    Anatomy, DrawnCorners, FileCorner, FileFrame, FileSurface, FileTriangle, SkinCoordinate, offset_in,
};
use crate::format::Format;

pub(super) fn anatomy(md3: &Md3<'_>) -> Anatomy {
    let mut surfaces: Vec<FileSurface> = Vec::new();
    for surface in md3.surfaces() {
        let first = offset_in(md3.file(), surface.all_vertices().as_bytes());
        let stride = size_of::<raw::Vertex>() * surface.vertex_count();
        let [triangles, st] =
            [surface.triangles().as_bytes(), surface.st().as_bytes()].map(|list| offset_in(md3.file(), list));
        let whole = FileSurface::new(surface.vertex_count(), surface.triangles().len(), triangles, st);
        surfaces.push(whole.with_frames(surface.name().as_bytes(), first, stride).behind(surfaces.last()));
    }
    let steps = ([raw::POSITION_SCALE; 3], [0.0; 3]);
    let frames = (0..)
        .zip(md3.frames())
        .map(|(i, frame)| FileFrame::new(frame.name.as_bytes(), md3.frame_offset(i), 0, steps));
    let (frames, commands) = (frames.collect(), DrawnCorners::default());
    let file = md3.file().to_vec();
    Anatomy {
        format: Format::Md3,
        is_repaired: false,
        skin_size: None,
        surfaces,
        frames,
        commands,
        read_triangle,
        file,
    }
}

fn read_triangle(
    file: &[u8],
    surface: &FileSurface,
    offset: usize,
    _skin_size: Option<[i32; 2]>,
) -> Option<FileTriangle> {
    let triangle = raw::Triangle::parse(file.get(offset..)?)?;
    let corner = |i: usize| {
        let index = triangle.indices[i];
        let vertex = surface.vertices.start.checked_add(index)?;
        let st_offset = surface.st_offset + size_of::<raw::St>() * usize::try_from(index).ok()?;
        let st = raw::St::parse(file.get(st_offset..)?)?;
        let uv = [st.s, st.t];
        let stored = SkinCoordinate::Fractions(uv);
        Some(FileCorner { vertex, st: vertex, st_offset, stored, uv, by_commands: None })
    };
    Some(FileTriangle { offset, corners: [corner(0)?, corner(1)?, corner(2)?] })
}
