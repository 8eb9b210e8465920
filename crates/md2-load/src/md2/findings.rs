//! Findings about an MD2.

use md2_common::report::CheckOptions;
use md2_format::glcmds::GlVertex;
use md2_format::{Location, Md2, raw};

use crate::check::{ModelPiece, Report, new_report};
use crate::format::Format;
use crate::salvage::is_loaded_as_it_is;

pub(crate) fn check(file: &[u8], options: &CheckOptions) -> Report {
    let md2 = Md2::parse(file).ok().filter(|_| is_loaded_as_it_is(file));
    let piece = |location: &_| piece(md2.as_ref()?, location);
    new_report(Some(Format::Md2), md2_format::check_with(file, options), length, piece)
}

const fn length(location: &Location) -> usize {
    match location {
        Location::Header(_) | Location::GlWord(_) => size_of::<i32>(),
        Location::Skin(_) => size_of::<raw::SkinName>(),
        Location::St(_) => size_of::<raw::St>(),
        Location::Triangle(_) => size_of::<raw::Triangle>(),
        Location::Corner { .. } => size_of::<u16>(),
        // All findings about vertices are about their normals.
        Location::Vertex { .. } => size_of::<u8>(),
        _ => 0,
    }
}

fn piece(md2: &Md2<'_>, location: &Location) -> Option<ModelPiece> {
    match *location {
        Location::Triangle(triangle) | Location::Corner { triangle, .. } => ModelPiece::triangle(triangle),
        Location::St(st) => {
            let is_used = |triangle: raw::Triangle| triangle.st.iter().any(|&index| usize::from(index) == st);
            ModelPiece::triangle(md2.triangles().iter().position(is_used)?)
        }
        Location::Frame { frame, .. } => ModelPiece::frame(frame),
        Location::Vertex { frame, vertex, .. } => ModelPiece::vertex(frame, vertex),
        Location::GlWord(word) => Some(ModelPiece::Vertex { frame: None, vertex: vertex_at(md2, word)? }),
        _ => None,
    }
}

/// Returns the index of the vertex that a word of the valid OpenGL commands belongs to. For the word with the length of a strip or fan,
/// returns its first vertex.
fn vertex_at(md2: &Md2<'_>, word: usize) -> Option<u32> {
    let mut start = 0;
    for command in md2.gl_commands().iter() {
        let place = word - start;
        if place < command.word_count() {
            return Some(command.vertices.get(place.saturating_sub(1) / GlVertex::WORDS)?.xyz);
        }
        start += command.word_count();
    }
    None
}
