//! Findings about the skin coordinates and triangles.

use alloc::vec;
use alloc::vec::Vec;

use md2_common::overwritten::zeroed_records;
use md2_common::triangle::{find_unused, is_degenerate};

use super::Findings;
use crate::code::Code;
use crate::location::{Location, Section};
use crate::parts::Parts;
use crate::raw::{St, Triangle};
use crate::seam;

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    check_st(parts, findings);
    check_seam(parts, findings);
    check_records(parts, findings);
    check_duplicates(parts, findings);
    let (count, used) = (parts.st.len(), parts.triangles.iter().flat_map(|triangle| triangle.vertices()));
    let unused = find_unused(count, used.map(|vertex| vertex as usize));
    if let Some((first, unused)) = unused.filter(|_| !parts.triangles.is_empty()) {
        let found = format_args!("{unused} of {count} vertices unused, the first is {first}");
        let location = Location::Section(Section::Triangles);
        findings.add(Code::VertexUnused, location, parts.offset_of(parts.triangles.as_bytes()), found, "");
    }
}

fn used_on_back(parts: &Parts<'_>) -> Vec<bool> {
    let mut is_on_back = vec![false; parts.st.len()];
    let back = parts.triangles.iter().filter(|triangle| !triangle.is_front());
    for vertex in back.flat_map(|triangle| triangle.vertices()) {
        if let Some(is_on_back) = is_on_back.get_mut(vertex as usize) {
            *is_on_back = true;
        }
    }
    is_on_back
}

fn check_st(parts: &Parts<'_>, findings: &mut Findings) {
    let (width, height) = (parts.header.skinwidth, parts.header.skinheight);
    if let Some((first, count)) = zeroed_records(parts.st.as_bytes(), size_of::<St>()) {
        let (location, offset) = (Location::St(first), parts.record_offset(parts.st, first));
        findings.add(Code::StZeros, location, offset, format_args!("{count} in a row are zero"), "");
    }
    let (Ok(columns), Ok(rows)) = (u32::try_from(width), u32::try_from(height)) else { return };
    if columns == 0 || rows == 0 {
        return;
    }
    let is_inside = |[s, t]: [i64; 2]| (0..columns.into()).contains(&s) && (0..rows.into()).contains(&t);
    for (index, (st, is_on_back)) in parts.st.iter().zip(used_on_back(parts)).enumerate() {
        let mut add = |code, shifted| {
            let [s, t] = seam::texel(&st, columns, shifted);
            if !is_inside([s, t]) {
                let (found, expected) = (format_args!("{s}, {t}"), format_args!("0..{width}, 0..{height}"));
                findings.add(
                    code,
                    Location::St(index),
                    parts.record_offset(parts.st, index),
                    found,
                    expected,
                );
            }
        };
        add(Code::StOutside, false);
        if is_on_back && st.is_on_seam() {
            add(Code::StShiftedOutside, true);
        }
    }
}

fn check_seam(parts: &Parts<'_>, findings: &mut Findings) {
    let mut on_seam = parts.st.iter().enumerate().filter(|(_, st)| st.is_on_seam());
    let Some((first, _)) = on_seam.next() else { return };
    let back = parts.triangles.iter().filter(|triangle| !triangle.is_front()).count();
    let found = format_args!("{} vertices on the seam, {back} triangles on the back", on_seam.count() + 1);
    findings.add(Code::Seam, Location::Section(Section::St), parts.record_offset(parts.st, first), found, "");
    for (index, st) in parts.st.iter().enumerate() {
        if st.is_on_seam() && st.onseam & St::ON_SEAM == 0 {
            let (offset, found) =
                (parts.record_offset(parts.st, index), format_args!("onseam {}", st.onseam));
            findings.add(Code::SeamBit, Location::St(index), offset, found, "0 or 32");
        }
    }
}

fn check_records(parts: &Parts<'_>, findings: &mut Findings) {
    for (index, triangle) in parts.triangles.iter().enumerate() {
        let (location, offset) = (Location::Triangle(index), parts.record_offset(parts.triangles, index));
        if !matches!(triangle.facesfront, 0 | 1) {
            let found = format_args!("facesfront {}", triangle.facesfront);
            findings.add(Code::FacesFront, location, offset, found, "0 or 1");
        }
        if is_degenerate(triangle.vertices()) {
            let [a, b, c] = triangle.vertices();
            let found = format_args!("vertices {a}, {b}, {c}");
            findings.add(Code::TriangleDegenerate, location, offset, found, "three different vertices");
        }
    }
}

fn check_duplicates(parts: &Parts<'_>, findings: &mut Findings) {
    let sorted = |triangle: Triangle| {
        let mut vertices = triangle.vertices();
        vertices.sort_unstable();
        vertices
    };
    let whole =
        parts.triangles.iter().enumerate().filter(|(_, triangle)| !is_degenerate(triangle.vertices()));
    let mut order: Vec<usize> = whole.map(|(index, _)| index).collect();
    order.sort_unstable_by_key(|&index| (sorted(parts.triangles.record(index)), index));
    let mut duplicates: Vec<(usize, usize)> = order
        .windows(2)
        .filter_map(|pair| <[usize; 2]>::try_from(pair).ok())
        .filter(|&[first, second]| {
            sorted(parts.triangles.record(first)) == sorted(parts.triangles.record(second))
        })
        .map(|[first, second]| (second, first))
        .collect();
    duplicates.sort_unstable();
    for (second, first) in duplicates {
        let offset = parts.record_offset(parts.triangles, second);
        let found = format_args!("the same vertices as triangle {first}");
        findings.add(Code::TriangleTwice, Location::Triangle(second), offset, found, "");
    }
}
