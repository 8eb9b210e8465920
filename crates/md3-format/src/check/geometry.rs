//! Findings about texture coordinates, triangles and normals.

use alloc::vec::Vec;

use md2_common::InsideOut;
use md2_common::overwritten::zeroed_records;
use md2_common::triangle::{facing, find_unused, is_degenerate};

use super::Findings;
use crate::code::Code;
use crate::location::{List, Location, SurfacePart};
use crate::raw::{HeaderField, POSITION_SCALE, St, SurfaceField, Triangle, Vertex};
use crate::view::{Md3, Surface};

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    for (index, surface) in parts.surfaces.iter().enumerate() {
        check_st(index, surface, findings);
        check_triangles(index, surface, findings);
        check_unused(index, surface, findings);
        check_normals(index, surface, findings);
    }
    check_sides(parts, findings);
}

fn check_sides(parts: &Md3<'_>, findings: &mut Findings) {
    let (mut positions, mut triangles, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for (index, surface) in parts.surfaces.iter().enumerate() {
        let base = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let first_frame = surface.vertices.chunks(surface.vertex_count.max(1)).next();
        let position = |vertex: Vertex| vertex.xyz.map(|steps| in_units(steps.into()));
        positions.extend(first_frame.into_iter().flat_map(|frame| frame.iter()).map(position));
        for (number, triangle) in surface.triangles.iter().enumerate() {
            // The indices of a surface must not lead to the vertices of the next one.
            let is_valid = corners(surface, triangle).is_some();
            triangles.push(triangle.indices.map(|vertex| if is_valid { base + vertex } else { u32::MAX }));
            owners.push((index, number));
        }
    }
    let inside_out = InsideOut::find(&positions, &triangles);
    for part in &inside_out.parts {
        let (index, number) = owners[part.triangles[0]];
        let surface = &parts.surfaces[index];
        let location = surface.location(index, SurfacePart::Triangle(number));
        let offset = surface.record_offset(List::Triangles, number);
        findings.add(Code::PartInsideOut, location, offset, format_args!("{part} in frame 0"), "clockwise");
    }
    if let Some(winding) = inside_out.winding {
        let field = HeaderField::OfsSurfaces;
        let found = format_args!("{winding} in frame 0");
        findings.add(Code::InsideOut, Location::Header(field), field.offset(), found, "clockwise");
    }
}

fn check_st(index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    let place = |st| (surface.location(index, SurfacePart::St(st)), surface.record_offset(List::St, st));
    if let Some((first, count)) = zeroed_records(surface.st.as_bytes(), size_of::<St>()) {
        let (location, offset) = place(first);
        findings.add(Code::StZeros, location, offset, format_args!("{count} in a row are zero"), "");
    }
    let outside = || {
        let is_inside = |value: f32| (0.0..=1.0).contains(&value);
        let st = surface.st.iter().enumerate().filter(|(_, st)| st.is_finite());
        st.filter(move |(_, st)| !is_inside(st.s) || !is_inside(st.t))
    };
    if let Some((first, st)) = outside().next() {
        let (count, all) = (outside().count(), surface.st.len());
        let found = format_args!("{:?}, the first of {count} of {all} outside the image", [st.s, st.t]);
        let (location, offset) = place(first);
        findings.add(Code::StOutside, location, offset, found, "0.0..=1.0");
    }
}

fn check_triangles(index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    for (i, triangle) in surface.triangles.iter().enumerate() {
        let [a, b, c] = triangle.indices;
        let mut add = |code, found: core::fmt::Arguments<'_>, expected| {
            let offset = surface.record_offset(List::Triangles, i);
            findings.add(code, surface.location(index, SurfacePart::Triangle(i)), offset, found, expected);
        };
        if is_degenerate([a, b, c]) {
            add(Code::TriangleDegenerate, format_args!("vertices {a}, {b}, {c}"), "three different vertices");
            continue;
        }
        let Some(corners) = corners(surface, triangle) else { continue };
        if facing(corners) == [0; 3] {
            add(Code::TriangleFlat, format_args!("no area in frame 0"), "");
        }
    }
}

fn in_units(steps: i64) -> f64 {
    steps as f64 * f64::from(POSITION_SCALE)
}

/// Returns the corners of a triangle in the first frame, in quantization steps; `None` if there is no such frame or
/// vertex.
fn corners(surface: &Surface<'_>, triangle: Triangle) -> Option<[[i64; 3]; 3]> {
    let first_frame = surface.vertices.chunks(surface.vertex_count.max(1)).next()?;
    let corner = |index: u32| {
        let vertex = first_frame.get(usize::try_from(index).ok()?)?;
        Some(vertex.xyz.map(i64::from))
    };
    let [a, b, c] = triangle.indices;
    Some([corner(a)?, corner(b)?, corner(c)?])
}

fn check_unused(index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    if surface.triangles.is_empty() || surface.st.is_empty() {
        return;
    }
    // There is one texture coordinate for each vertex.
    let count = surface.st.len();
    let used = surface.triangles.iter().flat_map(|triangle| triangle.indices).map(|index| index as usize);
    if let Some((first, unused)) = find_unused(count, used) {
        let found = format_args!("{unused} of {count} vertices unused, the first is {first}");
        let field = SurfaceField::NumVerts;
        let (location, offset) = surface.field_place(index, field);
        findings.add(Code::VertexUnused, location, offset, found, "");
    }
}

fn check_normals(index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    let angles = |vertex: Vertex| [vertex.zenith, vertex.azimuth];
    let mut vertices = surface.vertices.iter();
    let Some(first) = vertices.next().map(angles) else { return };
    if !vertices.all(|vertex| angles(vertex) == first) {
        return;
    }
    let mut directions =
        surface.triangles.iter().filter_map(|triangle| corners(surface, triangle)).map(facing);
    let Some(one) = directions.find(|&direction| direction != [0; 3]) else { return };
    if directions.any(|other| !is_parallel(one, other)) {
        let found = format_args!("all vertices have the normal {first:?}");
        let offset = surface.record_offset(List::Vertices, 0);
        findings.add(Code::NormalsAlike, surface.location(index, SurfacePart::Vertices), offset, found, "");
    }
}

/// Whether two directions are the same or opposite, with a tolerance of 1.8 degrees.
fn is_parallel(a: [i64; 3], b: [i64; 3]) -> bool {
    let dot = |a: [i64; 3], b: [i64; 3]| -> f64 { a.iter().zip(b).map(|(&a, b)| a as f64 * b as f64).sum() };
    let along = dot(a, b);
    along * along >= 0.999 * dot(a, a) * dot(b, b)
}
