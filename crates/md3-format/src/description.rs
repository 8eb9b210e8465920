//! The layout of a file, for programs that search damaged files for records.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use md2_common::layout::{self, FileLayout, Loss, Number, Part, Value};

use crate::extent::{offset, unsigned};
use crate::grammar;
use crate::location::List;
use crate::raw::{
    FrameName, Header, HeaderField, IDENT, ShaderName, SurfaceField, SurfaceHeader, TagName, VERSION,
};

/// The layout of an MD3: a header with lists of frames and tags, and surfaces with four lists each.
pub const LAYOUT: FileLayout =
    FileLayout { ident: IDENT, version: VERSION, parts, trailer: None, complete: |_| None };

/// The greatest plausible number in bounds and tags. The coordinates of vertices are at most 512 units.
const FAR: Value = Value::Float(32768.0);

/// The greatest number of surfaces that are searched. Engines read at most 32.
const MAX_SURFACES: usize = 1024;

fn parts(file: &[u8]) -> Option<Vec<Part>> {
    let (_, header) = grammar::header(file).ok()?;
    let number = |field: HeaderField| Number { name: field.name(), at: field.offset() };
    let mut part = Part::new(0, Header::BYTES);
    part.numbers.extend(
        [HeaderField::NumFrames, HeaderField::NumTags, HeaderField::OfsFrames, HeaderField::OfsTags]
            .map(number),
    );
    part.end = Some(HeaderField::OfsEnd.offset());
    part.children = Some([HeaderField::OfsSurfaces, HeaderField::NumSurfaces].map(HeaderField::offset));
    let list = |names, start, count, values: &[Value], field: HeaderField| layout::List {
        start: offset(start),
        count_at: Some(HeaderField::NumFrames.offset()),
        offset_at: Some(field.offset()),
        ..layout::List::new(names, offset(count), Loss::Frame, values)
    };
    let frames = header.frames();
    let mut bounds = vec![FAR; 10];
    bounds.push(Value::Text(size_of::<FrameName>()));
    let mut frame_list =
        list(["frames", "frame"], frames.start, frames.count, &bounds, HeaderField::OfsFrames);
    frame_list.stride = header.frame_stride(file.len());
    let tag = [&[Value::Text(size_of::<TagName>())][..], &[FAR; 12]].concat();
    // A wrong number of tags must not take more memory than the file.
    let most = file.len().checked_div(List::Tags.record_bytes()).unwrap_or(0);
    let tags = offset(unsigned(header.num_tags));
    let count = if tags <= most { frames.count } else { u64::MAX };
    let tag_list = list(
        ["tags of frames", "tags of frame"],
        header.tags().start,
        count,
        &tag.repeat(tags.min(most)),
        HeaderField::OfsTags,
    );
    part.lists.push(frame_list);
    if tags > 0 {
        part.lists.push(tag_list);
    }
    let mut parts = vec![part];
    let mut next = surface_at(file, offset(unsigned(header.ofs_surfaces)))
        .or_else(|| next_surface(file, Header::BYTES))
        .filter(|_| header.num_surfaces != 0);
    while let Some((start, surface)) = next.filter(|_| parts.len() <= MAX_SURFACES) {
        parts.push(surface_part(parts.len().saturating_sub(1), start, &surface));
        let end = start.saturating_add(offset(unsigned(surface.ofs_end)).max(SurfaceHeader::BYTES));
        // A surface that ends with the file is the last one.
        let search = || next_surface(file, start.saturating_add(SurfaceHeader::BYTES));
        next = surface_at(file, end).or_else(|| if end == file.len() { None } else { search() });
    }
    Some(parts)
}

/// Returns the header of the surface at an offset.
fn surface_at(file: &[u8], start: usize) -> Option<(usize, SurfaceHeader)> {
    let (_, header) = grammar::surface_header(file.get(start..)?).ok()?;
    (header.ident == IDENT && start >= Header::BYTES).then_some((start, header))
}

fn next_surface(file: &[u8], from: usize) -> Option<(usize, SurfaceHeader)> {
    let found = file.get(from..)?.windows(IDENT.len()).position(|bytes| bytes == IDENT)?;
    surface_at(file, from.checked_add(found)?)
}

fn surface_part(index: usize, start: usize, header: &SurfaceHeader) -> Part {
    let mut part = Part::new(start, SurfaceHeader::BYTES);
    part.name = format!("surface {index}");
    part.end = Some(SurfaceField::OfsEnd.offset());
    let fields = [
        SurfaceField::NumFrames,
        SurfaceField::NumShaders,
        SurfaceField::NumVerts,
        SurfaceField::NumTriangles,
        SurfaceField::OfsTriangles,
        SurfaceField::OfsShaders,
        SurfaceField::OfsSt,
        SurfaceField::OfsXyzNormal,
    ];
    part.numbers.extend(fields.map(|field| Number { name: field.name(), at: field.offset() }));
    let vertices = offset(unsigned(header.num_verts));
    let index = Value::Index { bytes: 4, below: vertices, list: Some("texture coordinates") };
    let coordinate = Value::Float(1.0e4);
    part.lists.extend(List::OF_SURFACE.map(|list| {
        let extent = header.list(list, start as u64);
        let (names, count, field, loss, values) = match list {
            List::Triangles => (
                ["triangles", "triangle"],
                extent.count,
                SurfaceField::NumTriangles,
                Loss::Drop,
                vec![index; 3],
            ),
            List::Shaders => {
                let shader = vec![Value::Text(size_of::<ShaderName>()), Value::Any(size_of::<i32>())];
                (["shaders", "shader"], extent.count, SurfaceField::NumShaders, Loss::Drop, shader)
            }
            List::St => {
                let names = ["texture coordinates", "texture coordinate"];
                (names, extent.count, SurfaceField::NumVerts, Loss::Clear, vec![coordinate; 2])
            }
            // A surface has no lists of frames and tags.
            List::Vertices | List::Frames | List::Tags => {
                let (count, pose) = (unsigned(header.num_frames), vec![Value::ShortVertices(vertices)]);
                (["frames", "frame"], count, SurfaceField::NumFrames, Loss::Frame, pose)
            }
        };
        layout::List {
            start: offset(extent.start),
            count_at: Some(field.offset()),
            offset_at: Some(header.list_offset(list).0.offset()),
            ..layout::List::new(names, offset(count), loss, &values)
        }
    }));
    part
}
