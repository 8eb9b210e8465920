//! Findings about the skin coordinates and triangles.

use alloc::vec::Vec;

use md2_common::InsideOut;
use md2_common::overwritten::zeroed_records;
use md2_common::triangle::{facing, find_unused, is_degenerate};

use super::Findings;
use crate::code::Code;
use crate::faults::{Counts, IndexFault};
use crate::frame::Frame;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{St, Triangle};
use crate::section::Section;
use crate::winding::winding;

/// Checks the skin coordinates and triangles. `announced_st` is the number of skin coordinates according to the header.
pub(super) fn check(parts: &Lenient<'_>, announced_st: usize, findings: &mut Findings) {
    check_st(parts, findings);
    check_indices(parts, announced_st, findings);
    check_doubled(parts, findings);
    check_unused(parts, findings);
    if let Some(frame) = parts.frames().next() {
        check_shape(parts, &frame, findings);
    }
}

fn check_st(parts: &Lenient<'_>, findings: &mut Findings) {
    let (width, height) = (parts.header.skinwidth, parts.header.skinheight);
    if let Some((first, count)) = zeroed_records(parts.st.as_bytes(), size_of::<St>()) {
        let (location, offset) = (Location::St(first), parts.extent(Section::St).record(first));
        findings.add(Code::StZeros, location, offset, format_args!("{count} in a row are zero"), "");
    }
    if width <= 0 || height <= 0 {
        return;
    }
    let extent = parts.extent(Section::St);
    for (index, st) in parts.st.iter().enumerate() {
        let (s, t) = (i32::from(st.s), i32::from(st.t));
        if !(0..width).contains(&s) || !(0..height).contains(&t) {
            let (found, expected) = (format_args!("{s}, {t}"), format_args!("0..{width}, 0..{height}"));
            findings.add(Code::StOutside, Location::St(index), extent.record(index), found, expected);
        }
    }
}

fn check_indices(parts: &Lenient<'_>, announced_st: usize, findings: &mut Findings) {
    let extent = parts.extent(Section::Triangles);
    // Another finding reports missing skin coordinates. Do not report them again for every triangle.
    let counts = Counts { st: announced_st, ..parts.counts() };
    for (index, triangle) in parts.triangles.iter().enumerate() {
        for fault in IndexFault::find_in(triangle, counts) {
            findings.add_fault(fault.error(index, extent.record(index)));
        }
        if is_degenerate(triangle.xyz) {
            let [a, b, c] = triangle.xyz;
            let (location, found) = (Location::Triangle(index), format_args!("positions {a}, {b}, {c}"));
            let (offset, expected) = (extent.record(index), "three different positions");
            findings.add(Code::TriangleDegenerate, location, offset, found, expected);
        }
    }
}

fn check_unused(parts: &Lenient<'_>, findings: &mut Findings) {
    if parts.triangles.is_empty() {
        return;
    }
    // 16-bit indices cannot refer to more vertices.
    let count = parts.vertex_count.min(1 << 16);
    let used = parts.triangles.iter().flat_map(|triangle| triangle.xyz).map(usize::from);
    if let Some((first, unused)) = find_unused(count, used) {
        let found = format_args!("{unused} of {} vertices unused, the first is {first}", parts.vertex_count);
        let location = Location::Section(Section::Triangles);
        findings.add(Code::VertexUnused, location, parts.extent(Section::Triangles).start(), found, "");
    }
    let used = parts.triangles.iter().flat_map(|triangle| triangle.st).map(usize::from);
    if let Some((first, unused)) = find_unused(parts.st.len(), used) {
        let found =
            format_args!("{unused} of {} skin coordinates unused, the first is {first}", parts.st.len());
        findings.add(Code::StUnused, Location::St(first), parts.extent(Section::St).record(first), found, "");
    }
}

fn check_shape(parts: &Lenient<'_>, frame: &Frame<'_>, findings: &mut Findings) {
    let extent = parts.extent(Section::Triangles);
    for (index, triangle) in parts.triangles.iter().enumerate() {
        if is_degenerate(triangle.xyz) || !triangle.xyz.iter().all(|&i| usize::from(i) < parts.vertex_count) {
            continue;
        }
        let corners = triangle.xyz.map(|i| frame.vertices().record(i.into()));
        if facing(corners.map(|vertex| vertex.position.map(f32::from))) == [0.0; 3] {
            let (location, found) = (Location::Triangle(index), format_args!("no area in frame 0"));
            findings.add(Code::TriangleFlat, location, extent.record(index), found, "");
        }
    }
    let (scale, translate) = (frame.scale(), frame.translate());
    let positions: Vec<_> =
        frame.vertices().iter().map(|vertex| vertex.dequantize(scale, translate).map(f64::from)).collect();
    let triangles: Vec<_> = parts.triangles.iter().map(|triangle| triangle.xyz.map(u32::from)).collect();
    let inside_out = InsideOut::find(&positions, &triangles);
    for part in &inside_out.parts {
        let (first, found) = (part.triangles[0], format_args!("{part} in frame 0"));
        findings.add(
            Code::PartInsideOut,
            Location::Triangle(first),
            extent.record(first),
            found,
            "clockwise",
        );
    }
    let whole = winding(parts.triangles, frame);
    let (code, winding) = match inside_out.winding {
        Some(winding) => (Code::InsideOut, winding),
        // A frame without finite coordinates has no shape; another finding reports it. Fewer than four triangles cannot enclose a volume.
        None if inside_out.has_inside || !whole.spanned.is_finite() || parts.triangles.len() < 4 => return,
        None => (Code::OpenOrFlat, whole),
    };
    let found = format_args!("{winding} in frame 0");
    findings.add(code, Location::Section(Section::Triangles), extent.start(), found, "clockwise");
}

/// Reports triangles that have the same positions as an earlier triangle, in the same cyclic order.
fn check_doubled(parts: &Lenient<'_>, findings: &mut Findings) {
    let extent = parts.extent(Section::Triangles);
    let turned = |triangle: Triangle| {
        let [a, b, c] = triangle.xyz;
        [[a, b, c], [b, c, a], [c, a, b]].into_iter().min()
    };
    let usable = parts.triangles.iter().enumerate().filter(|(_, triangle)| !is_degenerate(triangle.xyz));
    let mut sorted: Vec<_> = usable.map(|(index, triangle)| (turned(triangle), index)).collect();
    sorted.sort_unstable();
    let mut doubled = Vec::new();
    for alike in sorted.chunk_by(|(a, _), (b, _)| a == b) {
        if let [(_, first), others @ ..] = alike {
            doubled.extend(others.iter().map(|(_, other)| (*other, *first)));
        }
    }
    doubled.sort_unstable();
    for (index, first) in doubled {
        let (location, found) =
            (Location::Triangle(index), format_args!("the same positions as triangle {first}"));
        findings.add(Code::TriangleDoubled, location, extent.record(index), found, "");
    }
}
