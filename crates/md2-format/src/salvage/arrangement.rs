//! Finding the header that a damaged file must have had.
//!
//! In a sound file one section follows the other, so that most numbers of the header are there twice: a count times
//! the size of a record is the distance to the next offset. Of all arrangements that the header's own numbers allow, the
//! one is taken that contradicts the fewest of them; a number it contradicts was wrong. No section reaches into another.

use alloc::vec::Vec;

use super::{records, sense};
use crate::lenient::Lenient;
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, Triangle};
use crate::scan::max_indices;
use crate::section::{Extent, Section, frame_bytes, frame_bytes_lacking};

/// What it takes from the trust in an arrangement, in halves of a wrong number.
mod cost {
    /// Bytes that belong to no section, or room behind the vertices of each frame. Odd, but some files have it.
    pub(super) const GAP: u32 = 1;
    /// A number of the header is wrong.
    pub(super) const WRONG: u32 = 2;
    /// The sections end neither where the header says nor where the file ends.
    pub(super) const NO_END: u32 = 3;
    /// A count is wrong, and the room there is does not tell exactly what it was.
    pub(super) const INEXACT: u32 = 4;
    /// The section is empty, though the header says that it is not.
    pub(super) const NO_ROOM: u32 = 3;
    /// There are bytes, but no room for a single record.
    pub(super) const LOST: u32 = 5;
    /// Some records make no sense where the arrangement finds them.
    pub(super) const SOME_SENSELESS: u32 = 2;
    /// Many do not.
    pub(super) const MANY_SENSELESS: u32 = 4;
    /// With more than this the header tells too little to derive anything from it.
    pub(super) const LIMIT: u32 = 8;
}

/// The header with its wrong numbers replaced by those that the others prove.
pub(super) fn mend(file: &[u8], header: &Header) -> Header {
    let orders = orders(header);
    // Of arrangements that contradict equally many numbers the content decides.
    let ties: Vec<_> = orders.iter().flat_map(|order| [(order, false), (order, true)]).collect();
    let candidates = frame_sizes(file.len(), header).into_iter().flat_map(|sized| {
        ties.iter().filter_map(move |&(order, last_first)| {
            let length = to_int(file.len());
            let arranged = Arrangement { header: sized.header, order, length, last_first }.best()?;
            let odd = if order.is_sorted() { 0 } else { cost::GAP };
            let trust_lost = sized.cost.saturating_add(arranged.cost).saturating_add(odd);
            (trust_lost <= cost::LIMIT).then(|| Candidate {
                cost: trust_lost.saturating_add(senselessness(file, &arranged.header)),
                header: arranged.header,
            })
        })
    });
    // The first of equals: the header's own numbers, in the usual order.
    let best = candidates.min_by_key(|candidate| candidate.cost);
    let mended = best.map_or_else(|| capped(file.len(), header), |best| best.header);
    with_all_st(file, without_negatives(mended))
}

/// What is still negative is taken for 0.
fn without_negatives(mut header: Header) -> Header {
    for field in Section::ALL.map(Section::count_field).into_iter().chain([HeaderField::NumXyz]) {
        header.set(field, header.get(field).max(0));
    }
    header
}

/// Whether the header contradicts itself nowhere, as that of a file of `length` bytes.
pub(super) fn is_consistent(header: &Header, length: usize) -> bool {
    let order = used_sections(header);
    let arranged =
        Arrangement { header: *header, order: &order, length: to_int(length), last_first: false }.best();
    // Two places with bytes that belong to nothing are as many as real files have.
    let agrees = |arranged: Candidate| arranged.header == *header && arranged.cost <= 2 * cost::GAP;
    usize::try_from(header.ofs_end) == Ok(length)
        && usize::try_from(header.num_xyz).is_ok_and(|vertices| vertices <= ParseOptions::FORMAT.max_vertices)
        && frame_bytes_lacking(header).is_none()
        && arranged.is_some_and(agrees)
}

/// A header, and what speaks against it.
struct Candidate {
    header: Header,
    cost: u32,
}

fn to_int(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The sections that are not announced to be empty, in the usual order.
fn used_sections(header: &Header) -> Vec<Section> {
    Section::ALL.into_iter().filter(|section| header.get(section.count_field()) != 0).collect()
}

/// The orders that the sections may have: the usual one, and the one that the offsets say.
fn orders(header: &Header) -> Vec<Vec<Section>> {
    let usual = used_sections(header);
    let mut by_offset = usual.clone();
    by_offset.sort_by_key(|section| header.get(section.offset_field()));
    if by_offset == usual { Vec::from([usual]) } else { Vec::from([usual, by_offset]) }
}

/// What the number of vertices and the size of a frame can be: the header's own, or one derived from the other, or
/// both from the room that the frames have.
fn frame_sizes(length: usize, header: &Header) -> Vec<Candidate> {
    let mut found = Vec::new();
    let vertices = usize::try_from(header.num_xyz).ok();
    let vertices = vertices.filter(|&vertices| vertices <= ParseOptions::FORMAT.max_vertices);
    let needed = vertices.and_then(|vertices| i32::try_from(frame_bytes(vertices)).ok());
    if header.num_frames == 0 {
        found.push(Candidate { header: *header, cost: 0 });
        return found;
    }
    if let Some(needed) = needed {
        if header.framesize >= needed {
            let cost = if header.framesize == needed { 0 } else { cost::GAP };
            found.push(Candidate { header: *header, cost });
        }
        if header.framesize != needed {
            found.push(Candidate { header: Header { framesize: needed, ..*header }, cost: cost::WRONG });
        }
    }
    let mut of_size = |framesize: i64, cost: u32| {
        let vertices = framesize.saturating_sub(to_int(frame_bytes(0)));
        let fits =
            vertices > 0 && vertices % 4 == 0 && vertices / 4 <= to_int(ParseOptions::FORMAT.max_vertices);
        if let (true, Ok(framesize), Ok(num_xyz)) =
            (fits, i32::try_from(framesize), i32::try_from(vertices / 4))
        {
            found.push(Candidate { header: Header { framesize, num_xyz, ..*header }, cost });
        }
    };
    if Some(header.framesize) != needed {
        of_size(header.framesize.into(), cost::WRONG);
    }
    let frames = i64::from(header.num_frames);
    for end in [header.ofs_glcmds.into(), header.ofs_end.into(), to_int(length)] {
        let room = i64::saturating_sub(end, header.ofs_frames.into());
        if frames > 0 && room > 0 && room % frames == 0 {
            of_size(room / frames, 2 * cost::WRONG);
        }
    }
    found
}

/// Sections in some order, one behind the other.
struct Arrangement<'a> {
    header: Header,
    order: &'a [Section],
    /// Bytes of the file.
    length: i64,
    /// Whether an offset is derived from what follows the section rather than from what comes before, where both are
    /// equally good.
    last_first: bool,
}

/// A place where a section may start, and the best way there.
#[derive(Clone, Copy)]
struct Place {
    offset: i64,
    cost: u32,
    /// Of the places where the section before may start.
    before: usize,
    /// Records of the section before.
    count: i64,
}

impl Arrangement<'_> {
    /// The header with the fewest changes that arranges the sections so, and what speaks against it.
    fn best(&self) -> Option<Candidate> {
        let mut columns: Vec<Vec<Place>> = Vec::new();
        for boundary in 0..=self.order.len() {
            let places = self.offsets(boundary).into_iter().filter_map(|offset| match columns.last() {
                None => Some(self.first(offset)),
                Some(column) => {
                    let ways = column.iter().enumerate();
                    ways.filter_map(|(before, place)| self.next(boundary, before, place, offset))
                        .min_by_key(|place| place.cost)
                }
            });
            let places = places.collect();
            columns.push(places);
        }
        let mut header = self.header;
        let last = columns.pop()?.into_iter().min_by_key(|place| place.cost)?;
        let mut place = last;
        for (section, column) in self.order.iter().zip(columns).rev() {
            header.set(section.count_field(), i32::try_from(place.count).ok()?);
            place = *column.get(place.before)?;
            header.set(section.offset_field(), i32::try_from(place.offset).ok()?);
        }
        Some(Candidate { header, cost: last.cost })
    }

    /// The way to the first section at `offset`.
    fn first(&self, offset: i64) -> Place {
        let gap = if offset == to_int(Header::BYTES) { 0 } else { cost::GAP };
        Place { offset, cost: gap.saturating_add(self.contradiction(0, offset)), before: 0, count: 0 }
    }

    /// The way from a place of the section before to `offset`.
    fn next(&self, boundary: usize, before: usize, place: &Place, offset: i64) -> Option<Place> {
        let section = *self.order.get(boundary.checked_sub(1)?)?;
        let room = offset.checked_sub(place.offset).filter(|&room| room >= 0)?;
        let record = self.record_bytes(section);
        let announced = i64::from(self.header.get(section.count_field()));
        let (count, wrong) = match self.bytes(section) {
            Some(bytes) if bytes == room => (announced, 0),
            Some(bytes) if bytes < room => (announced, cost::GAP),
            _ if room == 0 => (0, cost::NO_ROOM),
            _ if room < record => (0, cost::LOST),
            _ if room % record == 0 => (room / record, cost::WRONG),
            _ => (room / record, cost::INEXACT),
        };
        // The offset of an empty section means nothing.
        let pardon = if count == 0 { self.contradiction(boundary - 1, place.offset) } else { 0 };
        let cost = place.cost.saturating_add(wrong).saturating_add(self.contradiction(boundary, offset));
        let cost = cost.saturating_sub(pardon);
        Some(Place { offset, cost, before, count })
    }

    /// What the header says against the section after `boundary` starting at `offset`, or the file's content ending there.
    fn contradiction(&self, boundary: usize, offset: i64) -> u32 {
        match self.order.get(boundary) {
            Some(section) if i64::from(self.header.get(section.offset_field())) == offset => 0,
            Some(_) => cost::WRONG,
            None if offset == i64::from(self.header.ofs_end) || offset == self.length => 0,
            None => cost::NO_END,
        }
    }

    /// Where the section after `boundary` may start: where it says, or as far from any other known place as the sections
    /// between are long.
    fn offsets(&self, boundary: usize) -> Vec<i64> {
        let mut offsets = Vec::new();
        let mut add = |offset: Option<i64>| {
            let inside = |offset: &i64| (to_int(Header::BYTES)..=i32::MAX.into()).contains(offset);
            if let Some(offset) = offset.filter(inside)
                && !offsets.contains(&offset)
            {
                offsets.push(offset);
            }
        };
        let known = |index: usize| {
            let section: &Section = self.order.get(index)?;
            Some(i64::from(self.header.get(section.offset_field())))
        };
        let ends = [i64::from(self.header.ofs_end), self.length];
        match known(boundary) {
            Some(offset) => add(Some(offset)),
            None => ends.into_iter().for_each(|end| add(Some(end))),
        }
        for from in 0..boundary {
            let between = self.distance(from, boundary);
            let start = if from == 0 { Some(to_int(Header::BYTES)) } else { None };
            for anchor in [start, known(from)].into_iter().flatten() {
                add(between.and_then(|between| anchor.checked_add(between)));
            }
        }
        if boundary == 0 {
            add(Some(to_int(Header::BYTES)));
        }
        for to in boundary.saturating_add(1)..=self.order.len() {
            let between = self.distance(boundary, to);
            let anchors = match known(to) {
                Some(offset) => [Some(offset), None],
                None => ends.map(Some),
            };
            for anchor in anchors.into_iter().flatten() {
                add(between.and_then(|between| anchor.checked_sub(between)));
            }
        }
        if self.last_first {
            offsets.reverse();
        }
        offsets
    }

    /// Bytes of the sections from one boundary to another, if all are announced.
    fn distance(&self, from: usize, to: usize) -> Option<i64> {
        let sections = self.order.get(from..to)?.iter();
        sections.copied().try_fold(0_i64, |sum, section| sum.checked_add(self.bytes(section)?))
    }

    /// Bytes that the header announces for a section; `None` if its count is negative.
    fn bytes(&self, section: Section) -> Option<i64> {
        let count = i64::from(self.header.get(section.count_field()));
        (count >= 0).then(|| count.saturating_mul(self.record_bytes(section)))
    }

    /// Bytes from one record to the next, at least 4.
    fn record_bytes(&self, section: Section) -> i64 {
        to_int(Extent::of(&self.header, section).stride).max(1)
    }
}

/// What the content says against a header: triangles that refer to nothing, frames that are nowhere.
fn senselessness(file: &[u8], header: &Header) -> u32 {
    let parts = Lenient::with_header(file, *header);
    let positions = parts.vertex_count;
    let refers = |triangle: &&Triangle| triangle.xyz().iter().all(|&index| usize::from(index) < positions);
    let sensible = parts.triangles.iter().filter(refers).count();
    let triangles = weigh(parts.triangles.len().saturating_sub(sensible), parts.triangles.len());
    /// Enough to see whether they are frames.
    const SEEN: usize = 64;
    let seen = parts.frames().take(SEEN).count();
    let is_senseless = |scale, translate| !sense::is_sensible(scale, translate);
    let frames =
        parts.frames().take(SEEN).filter(|frame| is_senseless(frame.scale(), frame.translate())).count();
    triangles.saturating_add(weigh(frames, seen))
}

const fn weigh(senseless: usize, all: usize) -> u32 {
    if senseless == 0 {
        0
    } else if senseless <= all / 8 {
        cost::SOME_SENSELESS
    } else {
        cost::MANY_SENSELESS
    }
}

/// The header with every count brought down to what lies before the next section. For headers of which too little is
/// right to tell what is wrong.
fn capped(length: usize, header: &Header) -> Header {
    let mut mended = *header;
    let needed = frame_bytes_lacking(header).and_then(|needed| i32::try_from(needed).ok());
    if let Some(needed) = needed {
        mended.framesize = needed;
    }
    for section in used_sections(header) {
        let extent = Extent::of(&mended, section);
        let start = i64::from(header.get(section.offset_field()));
        // Of two at the same place one is wrong; skins and commands can be done without.
        let yields = matches!(section, Section::Skins | Section::GlCommands);
        let others = used_sections(header).into_iter().filter(|&other| other != section);
        let others = others.map(|other| i64::from(header.get(other.offset_field())));
        let next =
            others.filter(|&other| other > start || (yields && other == start)).min().unwrap_or(i64::MAX);
        let record = to_int(extent.stride).max(1);
        let room = next.min(to_int(length).max(start)).saturating_sub(start);
        // The last frame need not have the room behind its vertices.
        let spare = record.saturating_sub(to_int(extent.record_bytes));
        let count =
            (room.saturating_add(spare) / record).min(header.get(section.count_field()).max(0).into());
        let cut = next == i64::MAX;
        if start < to_int(Header::BYTES) {
            mended.set(section.count_field(), 0);
        } else if !cut || header.get(section.count_field()) < 0 {
            mended.set(section.count_field(), i32::try_from(count).unwrap_or(0));
        }
    }
    mended
}

/// The header with as many skin coordinates as the triangles refer to, if they are there: one that announces fewer is wrong.
fn with_all_st(file: &[u8], header: Header) -> Header {
    let parts = Lenient::with_header(file, header);
    let st = parts.extent(Section::St);
    let real: Vec<Triangle> =
        parts.triangles.iter().filter(|triangle| !triangle.st().contains(&records::NO_ST)).copied().collect();
    let most = usize::from(max_indices(&real).1);
    if real.is_empty() || most < st.count {
        return header;
    }
    let others = used_sections(&header).into_iter().filter(|&section| section != Section::St);
    let next = others.map(|section| parts.extent(section).start()).filter(|&start| start > st.start()).min();
    let room = next.filter(|&next| next <= file.len()).and_then(|next| next.checked_sub(st.start()));
    match room.filter(|room| room % st.stride == 0).and_then(|room| room.checked_div(st.stride)) {
        Some(count) if count > most => {
            Header { num_st: i32::try_from(count).unwrap_or(header.num_st), ..header }
        }
        _ => header,
    }
}
