//! The records of an MDL.

use mdl_format::raw::Record;
use mdl_format::{Mdl, raw};

use crate::anatomy::{
    Anatomy, DrawnCorners, FileCorner, FileFrame, FileSurface, FileTriangle, SkinCoordinate, offset_in,
};
use crate::format::Format;

/// Returns the records of a file. Its frames are the poses of all frames and frame groups.
pub(super) fn anatomy(mdl: &Mdl<'_>) -> Anatomy {
    let frames = mdl.poses().iter().map(|pose| {
        let vertices = offset_in(mdl.file(), pose.vertices().as_bytes());
        let offset = vertices.saturating_sub(size_of::<raw::PoseHeader>());
        FileFrame::new(pose.name().as_bytes(), offset, vertices, (mdl.scale(), mdl.origin()))
    });
    let size = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    let [triangles, st] =
        [mdl.triangles().as_bytes(), mdl.st().as_bytes()].map(|list| offset_in(mdl.file(), list));
    Anatomy {
        format: Format::Mdl,
        is_repaired: false,
        skin_size: Some([size(mdl.skin_width()), size(mdl.skin_height())]),
        surfaces: vec![FileSurface::new(mdl.vertex_count(), mdl.triangles().len(), triangles, st)],
        frames: frames.collect(),
        commands: DrawnCorners::default(),
        read_triangle,
        file: mdl.file().to_vec(),
    }
}

fn read_triangle(
    file: &[u8],
    surface: &FileSurface,
    offset: usize,
    skin_size: Option<[i32; 2]>,
) -> Option<FileTriangle> {
    let triangle = raw::Triangle::parse(file.get(offset..)?)?;
    let corner = |i: usize| {
        let vertex = triangle.vertices()[i];
        let st_offset = surface.st_offset + size_of::<raw::St>() * usize::try_from(vertex).ok()?;
        let st = raw::St::parse(file.get(st_offset..)?)?;
        Some(FileCorner {
            vertex,
            st: vertex,
            st_offset,
            stored: SkinCoordinate::Texels([st.s, st.t]),
            uv: st.uv(skin_size?.map(i32::cast_unsigned), !triangle.is_front() && st.is_on_seam()),
            by_commands: None,
        })
    };
    Some(FileTriangle { offset, corners: [corner(0)?, corner(1)?, corner(2)?] })
}
