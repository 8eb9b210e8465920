//! Reconstruction of a damaged header.
//!
//! In an undamaged file the sections follow each other without gaps. Most numbers of the header are therefore redundant: an
//! offset plus a count times the size of a record is the next offset. This module combines the numbers into headers in which
//! sections do not overlap, and selects the header that differs least from the header in the file.

use alloc::vec::Vec;

use super::sense;
use crate::lenient::Lenient;
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, St, Triangle};
use crate::section::{Extent, Section, frame_bytes, frame_bytes_lacking, sort_by_offset};

/// Costs for comparing possible headers: one for each kind of oddity. Salvage uses the header with the lowest total cost.
mod cost {
    /// Cost of unused bytes between two sections, or of padding after the vertices of each frame. Some undamaged files
    /// have such gaps.
    pub(super) const GAP: u32 = 1;
    /// Cost of each number in a possible header that differs from the same number in the file's header.
    pub(super) const WRONG: u32 = 2;
    /// Cost of a last section that ends neither at `ofs_end` nor at the end of the file.
    pub(super) const NO_END: u32 = 3;
    /// Cost of a section whose count must be replaced, if the bytes up to the next section are not a whole number of records.
    pub(super) const INEXACT: u32 = 4;
    /// Cost of a section that contains records according to its count, but the next section starts at the same offset.
    pub(super) const NO_ROOM: u32 = 3;
    /// Cost of a section that contains records according to its count, but the next section starts inside the first record.
    pub(super) const LOST: u32 = 5;
    /// Cost of a section in which up to an eighth of the records are implausible.
    pub(super) const SOME_SENSELESS: u32 = 3;
    /// Cost of a section in which more than an eighth of the records are implausible.
    pub(super) const MANY_SENSELESS: u32 = 5;
    /// Cost of a header for which more than half of the file belongs to no section.
    pub(super) const MOSTLY_NOTHING: u32 = 3;
    /// The greatest acceptable total cost of a header, without the costs of implausible records.
    pub(super) const LIMIT: u32 = 8;
}

/// Returns the header with its wrong numbers replaced by values that follow from the other numbers.
pub(super) fn mend(file: &[u8], header: &Header) -> Header {
    let orders = orders(header);
    let length = to_int(file.len());
    let mut possible_headers: Vec<PossibleHeader> = Vec::new();
    for sized in frame_sizes(file.len(), header) {
        for order in &orders {
            let odd = if order.is_sorted() { 0 } else { cost::GAP };
            for possible in (HeaderSearch { header: sized.header, order, length }).possible_headers() {
                let cost = sized.cost.saturating_add(possible.cost).saturating_add(odd);
                if cost <= cost::LIMIT && possible_headers.iter().all(|other| other.header != possible.header)
                {
                    possible_headers.push(PossibleHeader { cost, ..possible });
                }
            }
        }
    }
    // The sort is stable, so of headers with equal cost, it keeps those first that use the numbers in the file and
    // the usual section order.
    possible_headers.sort_by_key(|possible| possible.cost);
    // The plausibility of the records must be part of the cost, because a wrong count and a wrong offset may match by
    // chance.
    let mut best: Option<PossibleHeader> = None;
    for PossibleHeader { header, cost } in possible_headers {
        if best.as_ref().is_some_and(|best| best.cost <= cost) {
            break;
        }
        let header = with_all_st(file, header);
        let cost = cost.saturating_add(senselessness(file, &header));
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            best = Some(PossibleHeader { header, cost });
        }
    }
    without_negatives(best.map_or_else(|| with_all_st(file, capped(file.len(), header)), |best| best.header))
}

fn without_negatives(mut header: Header) -> Header {
    for field in Section::ALL.map(Section::count_field).into_iter().chain([HeaderField::NumXyz]) {
        header.set(field, header.get(field).max(0));
    }
    header
}

pub(super) fn is_consistent(header: &Header, length: usize) -> bool {
    let order = used_sections(header);
    let possible = HeaderSearch { header: *header, order: &order, length: to_int(length) }
        .possible_headers()
        .into_iter()
        .next();
    // Undamaged files have at most two gaps.
    let agrees = |possible: PossibleHeader| possible.header == *header && possible.cost <= 2 * cost::GAP;
    usize::try_from(header.ofs_end) == Ok(length)
        && usize::try_from(header.num_xyz).is_ok_and(|vertices| vertices <= ParseOptions::FORMAT.max_vertices)
        && frame_bytes_lacking(header).is_none()
        && possible.is_some_and(agrees)
}

/// Returns the sections in which bytes may be missing or extra: each section with a repaired offset and the section before it. Omits both
/// if the earlier section has its original count and ends at the repaired offset. Empty if the file has the length `ofs_end`.
pub(super) fn torn_sections(length: usize, found: &Header, mended: &Header) -> Vec<Section> {
    if usize::try_from(found.ofs_end) == Ok(length) {
        return Vec::new();
    }
    let mut sections = used_sections(mended);
    sort_by_offset(&mut sections, mended);
    let mut torn = Vec::new();
    let (mut before, mut end) = (None, to_int(Header::BYTES));
    for section in sections {
        let (start, extent) = (mended.get(section.offset_field()), Extent::new(mended, section));
        let has_all = before.is_none_or(|before: Section| {
            mended.get(before.count_field()) == found.get(before.count_field())
        });
        if start != found.get(section.offset_field()) && !(has_all && i64::from(start) == end) {
            torn.extend(before);
            torn.push(section);
        }
        (before, end) = (Some(section), to_int(extent.record(extent.count)));
    }
    torn
}

struct PossibleHeader {
    header: Header,
    cost: u32,
}

fn to_int(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Returns the sections whose count is not 0, in the usual order. If there are triangles, the skin coordinates are
/// always included.
fn used_sections(header: &Header) -> Vec<Section> {
    let is_used = |section: &Section| {
        let is_needed = *section == Section::St && header.num_tris != 0;
        is_needed || header.get(section.count_field()) != 0
    };
    Section::ALL.into_iter().filter(is_used).collect()
}

fn orders(header: &Header) -> Vec<Vec<Section>> {
    let usual = used_sections(header);
    let mut by_offset = usual.clone();
    sort_by_offset(&mut by_offset, header);
    if by_offset == usual { Vec::from([usual]) } else { Vec::from([usual, by_offset]) }
}

fn frame_sizes(length: usize, header: &Header) -> Vec<PossibleHeader> {
    let mut found = Vec::new();
    let vertices = usize::try_from(header.num_xyz).ok();
    let vertices = vertices.filter(|&vertices| vertices <= ParseOptions::FORMAT.max_vertices);
    let needed = vertices.and_then(|vertices| i32::try_from(frame_bytes(vertices)).ok());
    if header.num_frames == 0 {
        found.push(PossibleHeader { header: *header, cost: 0 });
        return found;
    }
    if let Some(needed) = needed {
        if header.framesize >= needed {
            let cost = if header.framesize == needed { 0 } else { cost::GAP };
            found.push(PossibleHeader { header: *header, cost });
        }
        if header.framesize != needed {
            found.push(PossibleHeader { header: Header { framesize: needed, ..*header }, cost: cost::WRONG });
        }
    }
    let mut add_size = |framesize: i64, cost: u32| {
        let vertices = framesize.saturating_sub(to_int(frame_bytes(0)));
        let fits =
            vertices > 0 && vertices % 4 == 0 && vertices / 4 <= to_int(ParseOptions::FORMAT.max_vertices);
        if let (true, Ok(framesize), Ok(num_xyz)) =
            (fits, i32::try_from(framesize), i32::try_from(vertices / 4))
        {
            found.push(PossibleHeader { header: Header { framesize, num_xyz, ..*header }, cost });
        }
    };
    if Some(header.framesize) != needed {
        add_size(header.framesize.into(), cost::WRONG);
    }
    let frames = i64::from(header.num_frames);
    for end in [header.ofs_glcmds.into(), header.ofs_end.into(), to_int(length)] {
        let room = i64::saturating_sub(end, header.ofs_frames.into());
        if frames > 0 && room > 0 && room % frames == 0 {
            add_size(room / frames, 2 * cost::WRONG);
        }
    }
    found
}

/// A search for headers in which the sections have a given order and do not overlap.
struct HeaderSearch<'a> {
    header: Header,
    order: &'a [Section],
    length: i64,
}

/// A possible start of a section, linked to the start of the previous section.
#[derive(Clone, Copy)]
struct SectionStart {
    offset: i64,
    cost: u32,
    /// Index of the previous section's start among all possible starts of the previous section.
    before: usize,
    /// Number of records in the previous section.
    count: i64,
}

fn sort_by_cost(starts: &mut [SectionStart]) {
    starts.sort_by_key(|start| start.cost);
}

impl HeaderSearch<'_> {
    /// Returns the headers with the lowest costs, sorted by cost.
    fn possible_headers(&self) -> Vec<PossibleHeader> {
        /// The maximum number of [`SectionStart`]s stored for one offset. They differ in the positions of the preceding
        /// sections.
        const WAYS: usize = 6;
        const HEADERS: usize = 24;
        let mut columns: Vec<Vec<SectionStart>> = Vec::new();
        for boundary in 0..=self.order.len() {
            let mut places = Vec::new();
            for offset in self.offsets(boundary) {
                let mut ways: Vec<SectionStart> = match columns.last() {
                    None => Vec::from([self.first(offset)]),
                    Some(column) => {
                        let ways = column.iter().enumerate();
                        ways.filter_map(|(before, place)| self.next(boundary, before, place, offset))
                            .collect()
                    }
                };
                sort_by_cost(&mut ways);
                places.extend(ways.into_iter().take(WAYS));
            }
            columns.push(places);
        }
        let mut ends = columns.pop().unwrap_or_default();
        sort_by_cost(&mut ends);
        ends.iter().take(HEADERS).filter_map(|end| self.trace_header(&columns, end)).collect()
    }

    fn trace_header(&self, columns: &[Vec<SectionStart>], end: &SectionStart) -> Option<PossibleHeader> {
        let mut header = self.header;
        let mut place = *end;
        for (section, column) in self.order.iter().zip(columns).rev() {
            header.set(section.count_field(), i32::try_from(place.count).ok()?);
            place = *column.get(place.before)?;
            header.set(section.offset_field(), i32::try_from(place.offset).ok()?);
        }
        Some(PossibleHeader { header, cost: end.cost })
    }

    fn first(&self, offset: i64) -> SectionStart {
        let gap = if offset == to_int(Header::BYTES) { 0 } else { cost::GAP };
        SectionStart { offset, cost: gap.saturating_add(self.contradiction(0, offset)), before: 0, count: 0 }
    }

    /// Returns the start of section number `boundary` at `offset`; `None` if the previous section, which starts at
    /// `place`, cannot end at `offset`.
    fn next(
        &self,
        boundary: usize,
        before: usize,
        place: &SectionStart,
        offset: i64,
    ) -> Option<SectionStart> {
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
        // A wrong offset of an empty section is no contradiction.
        let pardon = if count == 0 { self.contradiction(boundary - 1, place.offset) } else { 0 };
        let cost = place.cost.saturating_add(wrong).saturating_add(self.contradiction(boundary, offset));
        let cost = cost.saturating_sub(pardon);
        Some(SectionStart { offset, cost, before, count })
    }

    /// Returns the cost if section number `boundary` starts at `offset`; 0 if the file's header has the same offset. If
    /// `boundary` is the number of all sections, `offset` is the end of the last section.
    fn contradiction(&self, boundary: usize, offset: i64) -> u32 {
        match self.order.get(boundary) {
            Some(section) if i64::from(self.header.get(section.offset_field())) == offset => 0,
            Some(_) => cost::WRONG,
            None if offset == i64::from(self.header.ofs_end) || offset == self.length => 0,
            None => cost::NO_END,
        }
    }

    /// Returns the possible offsets of section `boundary`: the offset from the header, and the offsets computed from
    /// the offsets and sizes of other sections.
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
        offsets
    }

    fn distance(&self, from: usize, to: usize) -> Option<i64> {
        let sections = self.order.get(from..to)?.iter();
        sections.copied().try_fold(0_i64, |sum, section| sum.checked_add(self.bytes(section)?))
    }

    fn bytes(&self, section: Section) -> Option<i64> {
        let count = i64::from(self.header.get(section.count_field()));
        (count >= 0).then(|| count.saturating_mul(self.record_bytes(section)))
    }

    /// Number of bytes from the start of one record to the start of the next, at least 1.
    fn record_bytes(&self, section: Section) -> i64 {
        to_int(Extent::new(&self.header, section).stride).max(1)
    }
}

/// Returns the cost of implausible records: skin paths that are not text, skin coordinates far outside the skin,
/// triangles with invalid indices, and frames with implausible scales or translations.
fn senselessness(file: &[u8], header: &Header) -> u32 {
    let parts = Lenient::with_header(file, *header);
    let no_text = parts.skins.iter().filter(|skin| !sense::is_name(skin)).count();
    let far = |st: &St| !sense::is_near(st.s, header.skinwidth) || !sense::is_near(st.t, header.skinheight);
    let far = parts.st.iter().filter(far).count();
    let in_range = |triangle: &Triangle| sense::is_in_range(*triangle, parts.counts());
    let lost = parts.triangles.len().saturating_sub(parts.triangles.iter().filter(in_range).count());
    const CHECKED_FRAMES: usize = 64;
    let seen = parts.frames().take(CHECKED_FRAMES).count();
    let is_senseless = |scale, translate| !sense::is_sensible(scale, translate);
    let nowhere = parts
        .frames()
        .take(CHECKED_FRAMES)
        .filter(|frame| is_senseless(frame.scale(), frame.translate()))
        .count();
    let claimed =
        Section::ALL.map(|section| parts.extent(section).ranges(file.len()).map(|range| range.len()).sum());
    let unclaimed =
        file.len().saturating_sub(claimed.iter().fold(0, |sum: usize, bytes| sum.saturating_add(*bytes)));
    let mostly_nothing = if unclaimed > file.len() / 2 { cost::MOSTLY_NOTHING } else { 0 };
    [(no_text, parts.skins.len()), (far, parts.st.len()), (lost, parts.triangles.len()), (nowhere, seen)]
        .into_iter()
        .map(|(senseless, all)| weigh(senseless, all))
        .fold(mostly_nothing, u32::saturating_add)
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

/// Reduces each count so that the section ends before the next section starts. Used for headers with too many wrong
/// numbers to reconstruct them.
fn capped(length: usize, header: &Header) -> Header {
    let mut mended = *header;
    let needed = frame_bytes_lacking(header).and_then(|needed| i32::try_from(needed).ok());
    if let Some(needed) = needed {
        mended.framesize = needed;
    }
    for section in used_sections(header) {
        let extent = Extent::new(&mended, section);
        let start = i64::from(header.get(section.offset_field()));
        // If two sections have the same offset, one offset is wrong. Skins and commands are the least important
        // sections.
        let yields = matches!(section, Section::Skins | Section::GlCommands);
        let others = used_sections(header).into_iter().filter(|&other| other != section);
        let others = others.map(|other| i64::from(header.get(other.offset_field())));
        let next =
            others.filter(|&other| other > start || (yields && other == start)).min().unwrap_or(i64::MAX);
        let record = to_int(extent.stride).max(1);
        let room = next.min(to_int(length).max(start)).saturating_sub(start);
        // In some files, the padding of the last frame is missing.
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

/// Increases the number of skin coordinates if triangles refer to higher indices and the next section leaves enough
/// bytes.
fn with_all_st(file: &[u8], header: Header) -> Header {
    let parts = Lenient::with_header(file, header);
    let st = parts.extent(Section::St);
    let real = parts.triangles.iter().filter(|triangle| !triangle.st.contains(&sense::NO_ST));
    let most = real.flat_map(|triangle| triangle.st).max();
    let Some(most) = most.map(usize::from).filter(|&most| most >= st.count) else { return header };
    let others = used_sections(&header).into_iter().filter(|&section| section != Section::St);
    let next = others.map(|section| parts.extent(section).start()).filter(|&start| start >= st.start()).min();
    let room = next.filter(|&next| next <= file.len()).and_then(|next| next.checked_sub(st.start()));
    match room.filter(|room| room % st.stride == 0).and_then(|room| room.checked_div(st.stride)) {
        Some(count) if count > most => {
            Header { num_st: i32::try_from(count).unwrap_or(header.num_st), ..header }
        }
        _ => header,
    }
}
