//! Skin coordinates, and which vertices the triangles use.

use alloc::vec;
use alloc::vec::Vec;

use zerocopy::IntoBytes;

use super::Findings;
use super::code::Code;
use crate::location::{Location, Section};
use crate::parts::Parts;
use crate::raw::{St, Triangle};
use crate::seam;

/// How the triangles use a vertex.
#[derive(Clone, Copy, Default)]
struct Use {
    at_all: bool,
    on_the_back: bool,
}

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    let uses = uses(parts);
    check_st(parts, &uses, findings);
    check_seam(parts, findings);
    check_records(parts, findings);
    check_twins(parts, findings);
    let unused = uses.iter().filter(|by| !by.at_all).count();
    if let (Some(first), [triangle, ..]) = (uses.iter().position(|by| !by.at_all), parts.triangles) {
        let found = format_args!("{unused} of {} vertices unused, the first is {first}", uses.len());
        let location = Location::Section(Section::Triangles);
        findings.add(Code::VertexUnused, location, parts.offset_of(triangle.as_bytes()), found, "");
    }
}

fn uses(parts: &Parts<'_>) -> Vec<Use> {
    let mut uses = vec![Use::default(); parts.st.len()];
    for triangle in parts.triangles {
        for vertex in triangle.vertices() {
            if let Some(by) = uses.get_mut(vertex as usize) {
                by.at_all = true;
                by.on_the_back |= !triangle.is_front();
            }
        }
    }
    uses
}

fn check_st(parts: &Parts<'_>, uses: &[Use], findings: &mut Findings) {
    let (width, height) = (parts.header.skinwidth, parts.header.skinheight);
    let (Ok(columns), Ok(rows)) = (u32::try_from(width), u32::try_from(height)) else { return };
    if columns == 0 || rows == 0 {
        return;
    }
    let is_inside = |[s, t]: [i64; 2]| (0..columns.into()).contains(&s) && (0..rows.into()).contains(&t);
    for (index, (st, by)) in parts.st.iter().zip(uses).enumerate() {
        let mut add = |code, shifted| {
            let [s, t] = seam::texel(st, columns, shifted);
            if !is_inside([s, t]) {
                let (found, expected) = (format_args!("{s}, {t}"), format_args!("0..{width}, 0..{height}"));
                findings.add(code, Location::St(index), parts.offset_of(st.as_bytes()), found, expected);
            }
        };
        add(Code::StOutside, false);
        if by.on_the_back && st.is_on_seam() {
            add(Code::StShiftedOutside, true);
        }
    }
}

fn check_seam(parts: &Parts<'_>, findings: &mut Findings) {
    let mut on_seam = parts.st.iter().filter(|st| st.is_on_seam());
    let Some(first) = on_seam.next() else { return };
    let back = parts.triangles.iter().filter(|triangle| !triangle.is_front()).count();
    let found = format_args!("{} vertices on the seam, {back} triangles on the back", on_seam.count() + 1);
    findings.add(Code::Seam, Location::Section(Section::St), parts.offset_of(first.as_bytes()), found, "");
    for (index, st) in parts.st.iter().enumerate() {
        if st.is_on_seam() && st.onseam() & St::ON_SEAM == 0 {
            let (offset, found) = (parts.offset_of(st.as_bytes()), format_args!("onseam {}", st.onseam()));
            findings.add(Code::SeamBit, Location::St(index), offset, found, "0 or 32");
        }
    }
}

fn check_records(parts: &Parts<'_>, findings: &mut Findings) {
    for (index, triangle) in parts.triangles.iter().enumerate() {
        let (location, offset) = (Location::Triangle(index), parts.offset_of(triangle.as_bytes()));
        if !matches!(triangle.facesfront(), 0 | 1) {
            let found = format_args!("facesfront {}", triangle.facesfront());
            findings.add(Code::FacesFront, location, offset, found, "0 or 1");
        }
        if is_degenerate(triangle) {
            let [a, b, c] = triangle.vertices();
            let found = format_args!("vertices {a}, {b}, {c}");
            findings.add(Code::TriangleDegenerate, location, offset, found, "three different ones");
        }
    }
}

/// Triangles that are on the vertices of an earlier one.
fn check_twins(parts: &Parts<'_>, findings: &mut Findings) {
    let sorted = |triangle: &Triangle| {
        let mut vertices = triangle.vertices();
        vertices.sort_unstable();
        vertices
    };
    let whole = parts.triangles.iter().enumerate().filter(|(_, triangle)| !is_degenerate(triangle));
    let mut order: Vec<usize> = whole.map(|(index, _)| index).collect();
    order.sort_unstable_by_key(|&index| (sorted(&parts.triangles[index]), index));
    let mut twins: Vec<(usize, usize)> = order
        .windows(2)
        .filter_map(|pair| <[usize; 2]>::try_from(pair).ok())
        .filter(|&[first, second]| sorted(&parts.triangles[first]) == sorted(&parts.triangles[second]))
        .map(|[first, second]| (second, first))
        .collect();
    twins.sort_unstable();
    for (second, first) in twins {
        let offset = parts.offset_of(parts.triangles[second].as_bytes());
        let found = format_args!("the vertices of triangle {first}");
        findings.add(Code::TriangleTwice, Location::Triangle(second), offset, found, "");
    }
}

pub(super) fn is_degenerate(triangle: &Triangle) -> bool {
    let [a, b, c] = triangle.vertices();
    a == b || b == c || c == a
}
