//! Skin coordinates and triangles.

use alloc::vec;

use super::{Code, Findings};
use crate::lenient::Lenient;
use crate::location::{Location, Section};
use crate::raw::{St, Triangle};
use crate::view::Frame;

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    check_st(parts, findings);
    check_indices(parts, findings);
    check_unused(parts, findings);
    if let Some(frame) = parts.frames().next() {
        check_shape(parts, &frame, findings);
    }
}

fn check_st(parts: &Lenient<'_>, findings: &mut Findings) {
    let (width, height) = (parts.header.skinwidth, parts.header.skinheight);
    if width <= 0 || height <= 0 {
        return;
    }
    let start = parts.offset(Section::St);
    for (index, st) in parts.st.iter().enumerate() {
        let (s, t) = (i32::from(st.s()), i32::from(st.t()));
        if !(0..width).contains(&s) || !(0..height).contains(&t) {
            let offset = start + index * size_of::<St>();
            let expected = format_args!("0..{width}, 0..{height}");
            findings.add(Code::StOutside, Location::St(index), offset, format_args!("{s}, {t}"), expected);
        }
    }
}

fn check_indices(parts: &Lenient<'_>, findings: &mut Findings) {
    let start = parts.offset(Section::Triangles);
    // Skin coordinates that lie outside the file are reported there, not once more for every triangle.
    let st_count = usize::try_from(parts.header.num_st).unwrap_or(0);
    for (index, triangle) in parts.triangles.iter().enumerate() {
        let offset = start + index * size_of::<Triangle>();
        let (xyz, st) = (triangle.xyz(), triangle.st());
        for corner in 0..3 {
            let location = Location::Corner { triangle: index, corner };
            if usize::from(xyz[corner]) >= parts.vertex_count {
                let (found, expected) = (format_args!("position index {}", xyz[corner]), parts.vertex_count);
                let offset = offset + 2 * corner;
                findings.add(Code::PositionIndex, location, offset, found, format_args!("below {expected}"));
            }
            if usize::from(st[corner]) >= st_count {
                let found = format_args!("st index {}", st[corner]);
                let offset = offset + 6 + 2 * corner;
                findings.add(Code::StIndex, location, offset, found, format_args!("below {st_count}"));
            }
        }
        if is_degenerate(triangle) {
            let [a, b, c] = xyz;
            let (location, found) = (Location::Triangle(index), format_args!("positions {a}, {b}, {c}"));
            findings.add(Code::TriangleDegenerate, location, offset, found, "three different ones");
        }
    }
}

fn check_unused(parts: &Lenient<'_>, findings: &mut Findings) {
    if parts.triangles.is_empty() {
        return;
    }
    // Indices reach no further, whatever the header announces.
    let mut used = vec![false; parts.vertex_count.min(1 << 16)];
    for index in parts.triangles.iter().flat_map(Triangle::xyz) {
        if let Some(used) = used.get_mut(usize::from(index)) {
            *used = true;
        }
    }
    if let Some(first) = used.iter().position(|used| !used) {
        let unused = used.iter().filter(|used| !**used).count();
        let found = format_args!("{unused} of {} vertices unused, the first is {first}", parts.vertex_count);
        let location = Location::Section(Section::Triangles);
        findings.add(Code::VertexUnused, location, parts.offset(Section::Triangles), found, "");
    }
}

/// Flat triangles, and winding against the normals, in one frame.
fn check_shape(parts: &Lenient<'_>, frame: &Frame<'_>, findings: &mut Findings) {
    let start = parts.offset(Section::Triangles);
    let (mut along, mut against) = (0_usize, 0_usize);
    for (index, triangle) in parts.triangles.iter().enumerate() {
        if is_degenerate(triangle) || !triangle.xyz().iter().all(|&i| usize::from(i) < parts.vertex_count) {
            continue;
        }
        let corners = triangle.xyz().map(|i| frame.vertices()[usize::from(i)]);
        if cross(corners.map(|vertex| vertex.position.map(f32::from))) == [0.0; 3] {
            let location = Location::Triangle(index);
            let offset = start + index * size_of::<Triangle>();
            findings.add(Code::TriangleFlat, location, offset, format_args!("no area in frame 0"), "");
            continue;
        }
        let outward = cross(corners.map(|vertex| vertex.dequantize(frame.scale(), frame.translate())));
        let normals = corners.map(|vertex| vertex.normal());
        let agreement: f32 = normals.iter().map(|normal| dot(*normal, outward)).sum();
        along += usize::from(agreement > 0.0);
        against += usize::from(agreement < 0.0);
    }
    if against > 2 * along {
        let found = format_args!("{against} of {} triangles wind against their normals", along + against);
        findings.add(Code::InsideOut, Location::Section(Section::Triangles), start, found, "");
    }
}

fn is_degenerate(triangle: &Triangle) -> bool {
    let [a, b, c] = triangle.xyz();
    a == b || b == c || c == a
}

/// The direction in which a triangle whose corners go clockwise faces, as long as twice its area. Exact for packed
/// positions.
fn cross([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [ux, uy, uz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    let [vx, vy, vz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

fn dot([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> f32 {
    ax * bx + ay * by + az * bz
}
