//! The layout of a file, for programs that search damaged files for records.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec;
use alloc::vec::Vec;

use md2_common::NORMAL_COUNT;
use md2_common::layout::{CompleteFile, FileLayout, List, Loss, Number, Part, Value};

use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::grammar;
use crate::lenient::Lenient;
use crate::model::{Model, ModelFrame};
use crate::raw::{FrameName, Header, HeaderField, IDENT, SkinName, St, Triangle, VERSION};
use crate::section::{Extent, Section, frame_bytes_lacking};
use crate::stripify::stripify;

/// The layout of an MD2: a header and five sections at their offsets.
pub const LAYOUT: FileLayout = FileLayout { ident: IDENT, version: VERSION, parts, trailer: None, complete };

/// The index -1, which some exporters write for a corner without a skin coordinate. Their OpenGL commands draw the
/// corner at (0, 0).
const NO_ST: u16 = u16::MAX;

fn parts(file: &[u8]) -> Option<Vec<Part>> {
    let (_, header) = grammar::any_header(file).ok()?;
    let fields = HeaderField::ALL.into_iter().filter(|field| {
        let is_used = |section: &Section| [section.count_field(), section.offset_field()].contains(field);
        matches!(field, HeaderField::FrameSize | HeaderField::NumXyz) || Section::ALL.iter().any(is_used)
    });
    let mut part = Part::new(0, Header::BYTES);
    part.numbers.extend(fields.map(|field| Number { name: field.name(), at: field.offset() }));
    part.end = Some(HeaderField::OfsEnd.offset());
    part.lists.extend(Section::ALL.map(|section| list(&header, section)));
    Some(vec![part])
}

fn list(header: &Header, section: Section) -> List {
    let extent = Extent::new(header, section);
    let vertices = usize::try_from(header.num_xyz).unwrap_or(0);
    let [st_count, words] =
        [Section::St, Section::GlCommands].map(|section| Extent::new(header, section).count);
    let [s, t] = [header.skinwidth, header.skinheight].map(|size| Value::Texel { bytes: 2, size });
    let xyz = Value::Index { bytes: 2, below: vertices, list: None };
    let st = Value::Index { bytes: 2, below: st_count, list: Some("st") };
    // Some exporters write indices that are a little too great.
    let normals = u8::try_from(NORMAL_COUNT).unwrap_or(u8::MAX).saturating_add(2);
    let [scale, origin] = [Value::Scale, Value::Float(1.0e6)];
    let name = Value::Text(size_of::<FrameName>());
    let vertices_of_frame = Value::ByteVertices(vertices, normals);
    let mut list = match section {
        Section::Skins => {
            List::new(["skins", "skin"], extent.count, Loss::Drop, &[Value::Text(size_of::<SkinName>())])
        }
        Section::St => List::new(["st", "st"], extent.count, Loss::Clear, &[s, t]),
        Section::Triangles => {
            List::new(["triangles", "triangle"], extent.count, Loss::Drop, &[xyz, xyz, xyz, st, st, st])
        }
        Section::Frames => {
            let values = [scale, scale, scale, origin, origin, origin, name, vertices_of_frame];
            List::new(["frames", "frame"], extent.count, Loss::Frame, &values)
        }
        Section::GlCommands => {
            let commands = [Value::Commands(words, vertices)];
            List::new(["glcmds", "glcmds"], usize::from(words > 0), Loss::Clear, &commands)
        }
    };
    if section != Section::GlCommands {
        list.count_at = Some(section.count_field().offset());
        list.stride = extent.stride;
    }
    if section == Section::Frames && frame_bytes_lacking(header).is_some() {
        list.stride = usize::try_from(header.framesize).unwrap_or(0).max(1);
    }
    list.start = extent.offset.unwrap_or(usize::MAX);
    list.offset_at = Some(section.offset_field().offset());
    list
}

/// Rebuilds faulty OpenGL commands, and draws corners without a skin coordinate at (0, 0).
fn complete(file: &[u8]) -> Option<CompleteFile> {
    let parts = Lenient::new(file)?;
    let is_missing =
        |triangle: Triangle| triangle.st.contains(&NO_ST) && parts.st.len() <= usize::from(NO_ST);
    let has_missing = parts.triangles.iter().any(is_missing);
    let is_faulty = parts.header.num_glcmds > 0
        && (parts.gl_words.is_empty()
            || GlCommands::new(parts.gl_words, parts.vertex_count).defect().is_some());
    if !has_missing && !is_faulty {
        return None;
    }
    let mut st = parts.st.to_vec();
    if has_missing && !st.contains(&St::default()) {
        st.push(St::default());
    }
    let origin =
        st.iter().position(|st| *st == St::default()).and_then(|at| u16::try_from(at).ok()).unwrap_or(0);
    let triangle = |triangle: Triangle| match is_missing(triangle) {
        true => Triangle::new(triangle.xyz, triangle.st.map(|st| if st == NO_ST { origin } else { st })),
        false => triangle,
    };
    let frame = |frame: Frame<'_>| ModelFrame {
        name: frame.name(),
        scale: frame.scale(),
        translate: frame.translate(),
        vertices: frame.vertices().iter().collect(),
    };
    let mut model = Model {
        skin_width: parts.header.skinwidth,
        skin_height: parts.header.skinheight,
        skins: parts.skins.to_vec(),
        triangles: parts.triangles.iter().map(triangle).collect(),
        frames: parts.frames().map(frame).collect(),
        gl_commands: parts.gl_words.to_vec(),
        st,
        ..Model::default()
    };
    let mut changes = Vec::new();
    if has_missing {
        changes.push(("triangles", "set corners without a skin coordinate to (0, 0)"));
    }
    if is_faulty {
        changes.push(("glcmds", "rebuilt"));
        model.gl_commands = stripify(&model.triangles, &model.st).to_words(model.skin_size());
    }
    Some(CompleteFile { bytes: model.to_bytes().ok()?, changes })
}
