//! Findings about the names of shaders.

use super::Findings;
use crate::code::Code;
use crate::location::{List, Location, SurfacePart};
use crate::names::{is_slash, split_image_extension};
use crate::raw::{Shader, ShaderName, SurfaceField};
use crate::view::Md3;

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    for (index, surface) in parts.surfaces.iter().enumerate() {
        let count = surface.shaders.len();
        let field = SurfaceField::NumShaders;
        let (location, offset) = surface.field_place(index, field);
        match surface.header.num_shaders {
            0 => findings.add(Code::ShaderNone, location, offset, format_args!("no shader"), ""),
            2.. => findings.add(Code::ShaderSeveral, location, offset, format_args!("{count} shaders"), "1"),
            _ => {}
        }
        for (i, shader) in surface.shaders.iter().enumerate() {
            let location = surface.location(index, SurfacePart::Shader(i));
            check_shader(&shader, location, surface.record_offset(List::Shaders, i), findings);
        }
    }
}

fn check_shader(shader: &Shader, location: Location, offset: usize, findings: &mut Findings) {
    super::check_name(
        &shader.name,
        [Code::ShaderEmpty, Code::ShaderUnterminated, Code::ShaderLeftovers],
        location,
        offset,
        findings,
    );
    if shader.index != 0 {
        let (found, offset) = (format_args!("index {}", shader.index), offset + size_of::<ShaderName>());
        findings.add(Code::ShaderIndex, location, offset, found, "0");
    }
    let path = shader.name.as_bytes();
    if path.is_empty() {
        return;
    }
    let mut add = |code, expected| {
        findings.add(code, location, offset, format_args!("\"{}\"", shader.name), expected);
    };
    if path.first().is_some_and(|&byte| is_slash(byte)) || path.get(1) == Some(&b':') {
        add(Code::ShaderAbsolute, "a path from the folder that contains models");
    } else if !path.iter().any(|&byte| is_slash(byte)) {
        add(Code::ShaderBare, "a folder");
    }
    if path.split(|&byte| is_slash(byte)).any(|part| part == b"..") {
        add(Code::ShaderParent, "a path without \"..\"");
    }
    if path.contains(&b'\\') {
        add(Code::ShaderBackslash, "forward slashes");
    }
    if path.contains(&b' ') {
        add(Code::ShaderSpace, "");
    }
    if split_image_extension(path).1.is_some() {
        add(Code::ShaderExtension, "");
    }
}
