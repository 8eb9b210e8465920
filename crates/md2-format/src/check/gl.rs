//! Findings about the OpenGL commands.

use super::Findings;
use crate::code::Code;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::HeaderField;
use crate::section::{Extent, Section};

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let commands = GlCommands::new(parts.gl_words, parts.vertex_count);
    let extent = parts.extent(Section::GlCommands);
    if parts.header.num_glcmds == 0 {
        let field = HeaderField::NumGlcmds;
        let found = format_args!("no OpenGL commands");
        findings.add(Code::GlNone, Location::Header(field), field.offset(), found, "");
    }
    if let Some(defect) = commands.defect() {
        let (location, offset) = (Location::GlWord(defect.word), extent.record(defect.word));
        findings.add(defect.code, location, offset, format_args!("{}", defect.found), defect.expected);
    }
    if commands.is_empty() || !commands.is_complete() {
        return;
    }
    check_outside(&commands, extent, findings);
    let location = Location::Section(Section::GlCommands);
    let triangles = commands.compare_triangles(parts.triangles.iter());
    if !triangles.is_exact() {
        let found = format_args!(
            "{} matching triangles, {} with the other winding, {} missing, {} extra",
            triangles.matching, triangles.flipped, triangles.missing, triangles.extra
        );
        findings.add(Code::GlTriangles, location, extent.start(), found, "the triangle list");
    }
    let skin_size = [parts.header.skinwidth, parts.header.skinheight];
    let uvs = commands.compare_uvs(parts.triangles.iter(), parts.st.iter(), skin_size);
    if !uvs.is_exact() {
        let found = format_args!(
            "{} vertices at texel centers, {} at texel corners, {} elsewhere",
            uvs.centered, uvs.cornered, uvs.other
        );
        findings.add(Code::GlUv, location, extent.start(), found, "(st + 0.5) / size");
    }
}

fn check_outside(commands: &GlCommands<'_>, extent: Extent, findings: &mut Findings) {
    let mut start = 0;
    for command in commands.iter() {
        for (index, vertex) in command.vertices.iter().enumerate() {
            let (s, t) = (vertex.s, vertex.t);
            if !(0.0..=1.0).contains(&s) || !(0.0..=1.0).contains(&t) {
                // Three words per vertex follow the count. The texture coordinates come first.
                let word = start + 1 + 3 * index;
                let (location, found) = (Location::GlWord(word), format_args!("{s:?}, {t:?}"));
                findings.add(Code::GlOutsideSkin, location, extent.record(word), found, "0 to 1");
            }
        }
        start += command.word_count();
    }
}
