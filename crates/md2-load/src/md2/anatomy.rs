//! The records of an MD2.

use md2_format::glcmds::GlVertex;
use md2_format::{Md2, raw};

use super::corners::DrawnTriangles;
use crate::anatomy::{
    Anatomy, CommandCorner, FileCorner, FileFrame, FileSurface, FileTriangle, Pieces, SkinCoordinate,
    offset_in,
};
use crate::check::originals;
use crate::error::LoadError;
use crate::loaded::Format;

pub(crate) fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    match Md2::parse(file) {
        Ok(md2) => Ok(pieces(&md2).into_anatomy(Format::Md2, file.to_vec(), false)),
        Err(error) => {
            let salvaged = md2_format::salvage(file).map_err(LoadError::Md2)?;
            let mut anatomy = repaired(&salvaged).ok_or(LoadError::Md2(error))?;
            anatomy.originals = originals(file).unwrap_or_default();
            Ok(anatomy)
        }
    }
}

/// Returns the records of a file that was converted as text, after undoing the conversion.
pub(crate) fn anatomy_restored(file: &[u8]) -> Option<Anatomy> {
    repaired(&md2_format::restore(file)?)
}

fn repaired(salvaged: &md2_format::SalvagedModel) -> Option<Anatomy> {
    let file = salvaged.model.to_bytes().ok()?;
    let pieces = pieces(&Md2::parse(&file).ok()?);
    Some(pieces.into_anatomy(Format::Md2, file, true))
}

fn pieces(md2: &Md2<'_>) -> Pieces {
    let skin_size = md2.skin_size();
    let mut drawn = DrawnTriangles::new(md2.gl_commands(), |vertex: &GlVertex| CommandCorner {
        uv: [vertex.s(), vertex.t()],
        offset: offset_in(md2.file(), vertex),
    });
    let triangle = |triangle: &raw::Triangle| {
        let (xyz, st) = (triangle.xyz().map(u32::from), triangle.st());
        let by_commands = drawn.take(xyz);
        let corner = |i: usize| {
            let stored = &md2.st()[usize::from(st[i])];
            FileCorner {
                vertex: xyz[i],
                st: st[i].into(),
                st_offset: offset_in(md2.file(), stored),
                stored: SkinCoordinate::Texels([stored.s().into(), stored.t().into()]),
                uv: stored.uv(skin_size),
                by_commands: by_commands.map(|corners| corners[i]),
            }
        };
        FileTriangle { offset: offset_in(md2.file(), triangle), corners: [0, 1, 2].map(corner) }
    };
    let frames = md2.frames().map(|frame| {
        let vertices = offset_in(md2.file(), frame.vertices());
        let offset = vertices.saturating_sub(size_of::<raw::FrameHeader>());
        FileFrame::new(frame.name(), offset, vertices, (frame.scale(), frame.translate()))
    });
    Pieces {
        skin_size: Some(skin_size),
        surfaces: vec![FileSurface::whole(md2.vertex_count(), md2.triangles().len())],
        triangles: md2.triangles().iter().map(triangle).collect(),
        frames: frames.collect(),
    }
}
