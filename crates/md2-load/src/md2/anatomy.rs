//! The records of an MD2.

use md2_format::glcmds::{GlCommand, GlPrimitive, GlVertex};
use md2_format::raw::Record;
use md2_format::{Md2, raw};

use super::corners::DrawnTriangles;
use crate::anatomy::{
    Anatomy, DrawnCorners, FileCommand, FileCorner, FileFrame, FileSurface, FileTriangle, SkinCoordinate,
    offset_in,
};
use crate::format::Format;

pub(super) fn anatomy(md2: &Md2<'_>) -> Anatomy {
    let frames = md2.frames().map(|frame| {
        let vertices = offset_in(md2.file(), frame.vertices().as_bytes());
        let offset = vertices.saturating_sub(size_of::<raw::FrameHeader>());
        FileFrame::new(frame.name().as_bytes(), offset, vertices, (frame.scale(), frame.translate()))
    });
    let [triangles, st] =
        [md2.triangles().as_bytes(), md2.st().as_bytes()].map(|list| offset_in(md2.file(), list));
    Anatomy {
        format: Format::Md2,
        is_repaired: false,
        skin_size: Some(md2.skin_size()),
        surfaces: vec![FileSurface::new(md2.vertex_count(), md2.triangles().len(), triangles, st)],
        frames: frames.collect(),
        commands: drawn_corners(md2),
        read_triangle,
        file: md2.file().to_vec(),
    }
}

fn drawn_corners(md2: &Md2<'_>) -> DrawnCorners {
    let offset = offset_in(md2.file(), md2.gl_words());
    let word = |command: &GlCommand<'_>, vertex: usize| {
        let first = offset_in(md2.file(), command.vertices.as_bytes()) - offset;
        u32::try_from(first / size_of::<raw::Word>() + GlVertex::WORDS * vertex).unwrap_or(u32::MAX)
    };
    let mut drawn = DrawnTriangles::new(md2.gl_commands(), word);
    if drawn.is_empty() {
        return DrawnCorners::default();
    }
    let triangles = md2.triangles().iter();
    let words = triangles.map(|triangle| drawn.take(triangle.xyz.map(u32::from))).collect();
    let command = |command: GlCommand<'_>| FileCommand {
        offset: offset_in(md2.file(), command.vertices.as_bytes()).saturating_sub(size_of::<raw::Word>()),
        vertices: command.vertices.len(),
        is_fan: command.primitive == GlPrimitive::Fan,
    };
    DrawnCorners { offset, words, list: md2.gl_commands().iter().map(command).collect() }
}

fn read_triangle(
    file: &[u8],
    surface: &FileSurface,
    offset: usize,
    skin_size: Option<[i32; 2]>,
) -> Option<FileTriangle> {
    let triangle = raw::Triangle::parse(file.get(offset..)?)?;
    let corner = |i: usize| {
        let st_offset = surface.st_offset + size_of::<raw::St>() * usize::from(triangle.st[i]);
        let st = raw::St::parse(file.get(st_offset..)?)?;
        Some(FileCorner {
            vertex: triangle.xyz[i].into(),
            st: triangle.st[i].into(),
            st_offset,
            stored: SkinCoordinate::Texels([st.s.into(), st.t.into()]),
            uv: st.uv(skin_size?),
            by_commands: None,
        })
    };
    Some(FileTriangle { offset, corners: [corner(0)?, corner(1)?, corner(2)?] })
}
