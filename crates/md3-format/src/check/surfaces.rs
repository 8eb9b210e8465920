//! Findings about the headers of surfaces.

use alloc::collections::BTreeSet;

use super::Findings;
use super::header::check_limits;
use crate::code::Code;
use crate::engine::{Engines, IOQUAKE3, NONE, QUAKE3};
use crate::names::surface_key;
use crate::raw::{IDENT, SurfaceField};
use crate::view::{Md3, Surface};

/// The greatest number of vertices that each engine draws in a surface. The limits of `NONE`, here and below, are from
/// id Software's `qfiles.h`; no engine enforces them.
const VERTICES: &[(Engines, i32)] = &[(IOQUAKE3, 999), (QUAKE3, 1000), (NONE, 4096)];
const TRIANGLES: &[(Engines, i32)] = &[(IOQUAKE3, 1999), (QUAKE3, 2000), (NONE, 8192)];
const SHADERS: &[(Engines, i32)] = &[(NONE, 256)];

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    let mut names = BTreeSet::new();
    for (index, surface) in parts.surfaces.iter().enumerate() {
        check_header(index, surface, findings);
        if !names.insert(surface.name().as_bytes().to_ascii_lowercase()) {
            let field = SurfaceField::Name;
            let (location, offset) = surface.field_place(index, field);
            let found = format_args!("\"{}\" again", surface.header.name);
            findings.add(Code::SurfaceTwice, location, offset, found, "different names");
        }
    }
}

fn check_header(index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    let header = &surface.header;
    let place = |field: SurfaceField| surface.field_place(index, field);
    let limits = [
        (SurfaceField::NumVerts, header.num_verts, VERTICES),
        (SurfaceField::NumTriangles, header.num_triangles, TRIANGLES),
        (SurfaceField::NumShaders, header.num_shaders, SHADERS),
    ];
    for (field, found, limits) in limits {
        let (location, offset) = place(field);
        check_limits(found, limits, location, offset, findings);
    }
    if header.ident != IDENT {
        let (location, offset) = place(SurfaceField::Ident);
        let found = format_args!("\"{}\"", header.ident.escape_ascii());
        findings.add(Code::SurfaceIdent, location, offset, found, "\"IDP3\"");
    }
    if header.num_triangles == 0 {
        let (location, offset) = place(SurfaceField::NumTriangles);
        findings.add(Code::SurfaceEmpty, location, offset, format_args!("no triangles"), "");
    }

    let (location, offset) = place(SurfaceField::Name);
    super::check_name(
        &header.name,
        [Code::SurfaceUnnamed, Code::SurfaceUnterminated, Code::SurfaceLeftovers],
        location,
        offset,
        findings,
    );
    let name = header.name.as_bytes();
    let key = surface_key(name);
    let mut add = |code| {
        let found = format_args!("\"{}\", in skin files \"{}\"", header.name, key.escape_ascii());
        findings.add(code, location, offset, found, "");
    };
    if name.iter().any(u8::is_ascii_uppercase) {
        add(Code::SurfaceCapitals);
    }
    if name.len() != key.len() {
        add(Code::SurfaceSuffix);
    }
}
