//! The layout of a file, for programs that search damaged files for records.

use alloc::vec;
use alloc::vec::Vec;

use md2_common::layout::{FileLayout, Group, List, Loss, Number, Part, Value};

use crate::grammar::{self, SINGLE, prefix_bytes};
use crate::raw::{Bounds, Header, HeaderField, IDENT, PoseName, St, VERSION};

/// The layout of an MDL: a header and four lists, without gaps between them.
pub const LAYOUT: FileLayout =
    FileLayout { ident: IDENT, version: VERSION, parts, trailer: Some(b"QMEX"), complete: |_| None };

fn parts(file: &[u8]) -> Option<Vec<Part>> {
    let (_, header) = grammar::header(file).ok()?;
    let mut part = Part::new(0, Header::BYTES);
    part.numbers.extend(
        [HeaderField::NumSkins, HeaderField::NumVerts, HeaderField::NumTris, HeaderField::NumFrames]
            .map(|field| Number { name: field.name(), at: field.offset() }),
    );
    part.lists.extend(lists(&header));
    let mut start = Header::BYTES;
    for list in &mut part.lists {
        list.start = start;
        start = list.end();
    }
    Some(vec![part])
}

/// Returns the lists of a file without groups.
fn lists(header: &Header) -> [List; 4] {
    let size = |field| usize::try_from(header.count(field)).unwrap_or(0);
    let texels = size(HeaderField::SkinWidth).saturating_mul(size(HeaderField::SkinHeight));
    let vertices = size(HeaderField::NumVerts);
    let list = |names, field: HeaderField, loss, values: &[Value]| List {
        count_at: Some(field.offset()),
        ..List::new(names, size(field), loss, values)
    };
    let group = |bounds: usize| Some(Group { head: prefix_bytes(true).saturating_add(bounds) });
    let kind = Value::OneOf(&[SINGLE]);
    let index = Value::Index { bytes: 4, below: vertices, list: Some("skin coordinates") };
    let [s, t] = [header.skinwidth, header.skinheight].map(|size| Value::Texel { bytes: 4, size });
    let name = Value::Text(size_of::<PoseName>());
    let skins = list(["skins", "skin"], HeaderField::NumSkins, Loss::Copy, &[kind, Value::Any(texels)]);
    let st = [Value::OneOf(&[0, 1, St::ON_SEAM]), s, t];
    let st = list(["skin coordinates", "skin coordinate"], HeaderField::NumVerts, Loss::Clear, &st);
    // In some files, the first number is uninitialized memory.
    let triangle = [Value::Any(4), index, index, index];
    let triangles = list(["triangles", "triangle"], HeaderField::NumTris, Loss::Drop, &triangle);
    let pose = [kind, Value::Bounds, name, Value::ByteVertices(vertices, u8::MAX)];
    let frames = list(["frames", "frame"], HeaderField::NumFrames, Loss::Frame, &pose);
    [List { group: group(0), ..skins }, st, triangles, List { group: group(size_of::<Bounds>()), ..frames }]
}
