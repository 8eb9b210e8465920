//! The verdict about a file.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice::from_ref;

use md2_common::overwritten::{
    StoredVertex, describe_zeros, is_torn_off, zero_block, zero_run, zeroed_vertices,
};
use md2_common::scan::{lane_maxima, raise};
use md2_common::{Verdict, name_replaced_text};

use crate::bounds::{VertexExtent, units};
use crate::code::Code;
use crate::error::ParseError;
use crate::extent::{Extent, offset};
use crate::grammar;
use crate::location::{List, Location, SurfacePart};
use crate::raw::{
    Frame, Header, HeaderField, IDENT, POSITION_SCALE, Record, Records, SurfaceHeader, Tag, Vertex,
};
use crate::view::{Md3, Surface};

/// The greatest plausible coordinate of a tag in Quake units. The coordinates of vertices are at most 512 units.
const FAR: f32 = 32768.0;

/// Judges a file without searching for its records. A file is doubtful if parsing accepts it, but its records overlap or contain implausible
/// numbers, another surface follows the last one, or the file is shorter than its header states.
///
/// ```
/// # let file = md2_testdata::md3::one_triangle().build();
/// use md2_common::Verdict;
///
/// assert_eq!(md3_format::verdict(file.bytes()), Verdict::Sound);
/// # let mut file = file;
/// # file.set_i32("ofs_end", 708);
/// // The file has 704 bytes, but the header states 708.
/// let Verdict::Doubtful(sign) = md3_format::verdict(file.bytes()) else { panic!("bytes are missing") };
/// assert_eq!(sign.to_string(), "header, ofs_end: the file is 4 bytes shorter than its header states (byte 0x68)");
/// assert!(matches!(md3_format::verdict(b"IDP3"), Verdict::Refused(_)));
/// ```
pub fn verdict(file: &[u8]) -> Verdict<ParseError> {
    match Md3::parse(file) {
        Err(mut fault) => {
            name_replaced_text(&mut fault.found, file);
            Verdict::Refused(fault)
        }
        Ok(md3) => md3.doubt().map_or(Verdict::Sound, Verdict::Doubtful),
    }
}

impl Md3<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: the reason for which [`verdict`] calls the file
    /// doubtful.
    pub fn doubt(&self) -> Option<ParseError> {
        self.damage().or_else(|| {
            let end = usize::try_from(self.header.ofs_end).ok()?;
            let missing = end.checked_sub(self.file.len()).filter(|missing| *missing > 0)?;
            let unit = if missing == 1 { "byte" } else { "bytes" };
            let (field, found) = (
                HeaderField::OfsEnd,
                format_args!("the file is {missing} {unit} shorter than its header states"),
            );
            Some(ParseError::new(Code::EndOutside, Location::Header(field), field.offset(), found, ""))
        })
    }

    /// Returns the first sign of damage.
    pub(crate) fn damage(&self) -> Option<ParseError> {
        let damage =
            |offset, location, sign: &str| Some(ParseError::new(Code::Damaged, location, offset, sign, ""));
        if let Some(surface) = self.surfaces.iter().position(|surface| {
            has_overlap(surface_ranges(surface), surface.offset.saturating_add(SurfaceHeader::BYTES))
        }) {
            let place = self.surfaces.get(surface)?;
            return damage(place.offset, place.location(surface, SurfacePart::Whole), "the lists overlap");
        }
        if has_overlap(self.top_ranges(), Header::BYTES) {
            let field = HeaderField::OfsFrames;
            return damage(field.offset(), Location::Header(field), "the frames, tags or surfaces overlap");
        }
        let last = self.surfaces.last();
        let end = last.and_then(|last| last.offset.checked_add(usize::try_from(last.header.ofs_end).ok()?));
        if let Some(end) = end.filter(|&end| is_surface(self.file, end)) {
            let field = HeaderField::NumSurfaces;
            return damage(end, Location::Header(field), "another surface follows the last one");
        }
        if let Some(index) = self.tags.iter().position(|tag| !is_tag(&tag)) {
            let frame = index.checked_div(self.tag_count)?;
            let tag = index.checked_rem(self.tag_count)?;
            let location = Location::Tag { frame, tag, name: self.tags.get(index)?.name };
            return damage(
                self.tag_offset(index),
                location,
                "the origin or an axis of the tag has a number outside -32768 to 32768",
            );
        }
        let far = || Some((self.far_frame()?, "the vertices are far outside the bounds of the frame".into()));
        let (frame, sign): (_, String) =
            far().or_else(|| self.zeroed_frames()).or_else(|| self.zeroed_vertices())?;
        let location = Location::Frame { frame, name: self.frame(frame).name };
        damage(self.frame_offset(frame), location, &sign)
    }

    /// Returns the byte ranges of the frames and the tags, and the start of the first surface.
    fn top_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::from([range(self.header.frames()), range(self.header.tags())]);
        let first = self.surfaces.first().map(|surface| surface.offset);
        ranges.extend(first.map(|start| start..start.saturating_add(1)));
        ranges
    }

    /// Returns a frame with a vertex that is far outside the bounds.
    fn far_frame(&self) -> Option<usize> {
        let is_far = |frame: &usize| {
            self.surfaces.iter().any(|surface| is_outside(surface.vertices(*frame), &self.frame(*frame)))
        };
        let mut far = (0..self.frame_count).filter(is_far);
        let first = far.next()?;
        // If more than a quarter of the frames have wrong bounds, the exporter probably wrote them.
        let has_moved = usize::try_from(self.header.ofs_end).is_ok_and(|end| end < self.file.len());
        (has_moved || far.count() < self.frame_count / 4 || self.is_torn(first)).then_some(first)
    }

    /// Whether the bounds of a frame fit its vertices, except for a few that are torn off from the others.
    fn is_torn(&self, frame: usize) -> bool {
        let bounds = self.frame(frame);
        let is_far = |vertex: &Vertex| is_outside(Records::new(Vertex::bytes_of(from_ref(vertex))), &bounds);
        let vertices = self.surfaces.iter().flat_map(|surface| surface.vertices(frame).iter());
        let Some(rest) = VertexExtent::new(vertices.filter(|vertex| !is_far(vertex))) else { return false };
        let ends = rest.least.into_iter().zip(bounds.min).chain(rest.greatest.into_iter().zip(bounds.max));
        let fitting = ends.filter(|(steps, bound)| (units(*steps) - bound).abs() <= 2.0 * POSITION_SCALE);
        fitting.count() >= 3
            && self.surfaces.iter().all(|surface| {
                let far: Vec<bool> = surface.vertices(frame).iter().map(|vertex| is_far(&vertex)).collect();
                let is_part = |vertex: usize| far.get(vertex) == Some(&true);
                !far.contains(&true) || is_torn_off(&stored(surface, frame), is_part, corners(surface))
            })
    }

    /// Returns the first frame with a block of zeros in a surface that the frames next to it do not have, and describes the block.
    fn zeroed_frames(&self) -> Option<(usize, String)> {
        self.surfaces.iter().find_map(|surface| {
            let vertices =
                |frame: usize| (frame < self.frame_count).then(|| surface.vertices(frame).as_bytes());
            let (frame, at) = zero_block(vertices)?;
            let (bytes, length) = (surface.all_vertices().as_bytes(), vertices(frame)?.len());
            let end = zero_run(bytes, frame.checked_mul(length)?.checked_add(at)?).end;
            Some((frame, describe_zeros(frame, end.checked_sub(1)?.checked_div(length)?)))
        })
    }

    /// Returns the only frame and its vertices that were probably overwritten with zeros.
    fn zeroed_vertices(&self) -> Option<(usize, String)> {
        let mut surfaces = self.surfaces.iter().enumerate().filter(|_| self.frame_count == 1);
        surfaces.find_map(|(number, surface)| {
            let vertices = zeroed_vertices(stored(surface, 0).into_iter(), corners(surface))?;
            Some((0, format!("surface {number}, {vertices}")))
        })
    }
}

fn stored(surface: &Surface<'_>, frame: usize) -> Vec<StoredVertex> {
    let stored = |vertex: Vertex| StoredVertex {
        position: vertex.position(),
        has_zero_position: vertex.xyz == [0; 3],
        has_zero_normal: [vertex.zenith, vertex.azimuth] == [0; 2],
    };
    surface.vertices(frame).iter().map(stored).collect()
}

fn corners<'a>(surface: &Surface<'a>) -> impl Iterator<Item = [usize; 3]> + Clone + use<'a> {
    let corner = |index: u32| usize::try_from(index).unwrap_or(usize::MAX);
    surface.triangles().iter().map(move |triangle| triangle.indices.map(corner))
}

fn range(extent: Extent) -> Range<usize> {
    if extent.count == 0 { 0..0 } else { offset(extent.start)..offset(extent.end()) }
}

fn surface_ranges(surface: &Surface<'_>) -> Vec<Range<usize>> {
    let lists = List::OF_SURFACE.map(|list| range(surface.header.list(list, surface.offset as u64)));
    Vec::from(lists)
}

/// Whether byte ranges overlap each other, or begin before `start`, where the header ends.
fn has_overlap(mut ranges: Vec<Range<usize>>, start: usize) -> bool {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.iter().try_fold(start, |at, range| (range.start >= at).then_some(range.end)).is_none()
}

fn is_surface(file: &[u8], start: usize) -> bool {
    let header = file.get(start..).and_then(|bytes| grammar::surface_header(bytes).ok());
    header.is_some_and(|(_, header)| header.ident == IDENT)
}

/// Whether all numbers of a tag are within ±32768, which is far more than the size of any model.
fn is_tag(tag: &Tag) -> bool {
    let values = tag.origin.into_iter().chain(tag.axes.into_iter().flatten());
    values.into_iter().all(|value| value.abs() <= FAR)
}

fn is_frame(frame: &Frame) -> bool {
    let (min, max, radius) = (frame.min, frame.max, frame.radius);
    let is_plain = |value: f32| value == 0.0 || (1.0e-12..=FAR).contains(&value.abs());
    min.into_iter().chain(max).chain([radius]).all(is_plain)
        && min.iter().zip(max).all(|(min, max)| *min <= max)
        && frame.name.as_bytes().iter().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Whether a vertex is outside the bounds of the frame, enlarged by their size, or all vertices are equal although the bounds
/// are large.
fn is_outside(vertices: Records<'_, Vertex>, frame: &Frame) -> bool {
    if vertices.is_empty() || !is_frame(frame) {
        return false;
    }
    let size = frame.min.iter().zip(frame.max).map(|(min, max)| max - min).fold(0.0, f32::max);
    let slack = size + POSITION_SCALE;
    let [least, greatest] = extremes(vertices);
    let is_beyond = |(((least, greatest), min), max): (((f32, f32), f32), f32)| {
        least < min - slack || greatest > max + slack
    };
    let axes = least.into_iter().zip(greatest).zip(frame.min).zip(frame.max);
    axes.into_iter().any(is_beyond) || size > 1.0 && vertices.len() > 3 && least == greatest
}

/// Returns the least and the greatest coordinates of vertices in Quake units.
fn extremes(vertices: Records<'_, Vertex>) -> [[f32; 3]; 2] {
    // With another first bit, the order of signed numbers is that of unsigned ones. The least is the complement of the greatest
    // complement.
    [!SIGN, SIGN].map(|flip| {
        let lanes: [u16; 32] = lane_maxima(vertices.as_bytes(), |bytes| u16::from_le_bytes(bytes) ^ flip);
        let mut most = [0; 4];
        lanes.as_chunks::<4>().0.iter().for_each(|vertex| raise(&mut most, *vertex));
        let [x, y, z, _] = most.map(|value| f32::from((value ^ flip).cast_signed()) * POSITION_SCALE);
        [x, y, z]
    })
}

const SIGN: u16 = 0x8000;
