//! Detection of missing or extra bytes at one place of a file. The records after this place have moved; their content shows where they are.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::lost_records;

use super::repair::Repair;
use super::{header, sense};
use crate::faults::Counts;
use crate::frame::Frame;
use crate::glcmds::{GlCommands, texels};
use crate::lenient::Lenient;
use crate::raw::{Header, Records, SkinName, St, Triangle};
use crate::section::{Extent, Section, extents_by_offset};

/// For each section of [`Section::ALL`], the range of records whose bytes are unknown. All OpenGL commands count as one record.
pub(super) type LostRecords = [Range<usize>; 5];

/// The effect of missing or extra bytes on the records of a file.
pub(super) struct MovedRecords {
    /// The sections after the missing or extra bytes, in the order of the file.
    sections: Vec<Section>,
    /// The number of extra bytes; negative if bytes are missing.
    shift: i32,
    pub(super) lost: LostRecords,
    /// Byte range of the undamaged file that the lost records occupied.
    lost_bytes: Range<usize>,
}

impl MovedRecords {
    /// Whether whole sections have moved.
    pub(super) fn has_sections(&self) -> bool {
        !self.sections.is_empty()
    }

    pub(super) fn repairs(&self, header: &Header) -> impl Iterator<Item = Repair> {
        self.sections.iter().filter_map(|section| {
            let field = section.offset_field();
            let found = header.get(field);
            Some(Repair::Offset { field, found, used: usize::try_from(found.checked_add(self.shift)?).ok()? })
        })
    }

    /// Returns the file with all known records at the offsets of the header, and zeros instead of the lost records.
    pub(super) fn put_back(&self, file: &[u8]) -> Option<Vec<u8>> {
        let Range { start, end } = self.lost_bytes.clone();
        let mut bytes = file.get(..start.min(file.len()))?.to_vec();
        bytes.resize(end, 0);
        let rest = end.checked_add_signed(isize::try_from(self.shift).ok()?)?;
        bytes.extend_from_slice(file.get(rest..).unwrap_or_default());
        Some(bytes)
    }
}

/// Searches for the moved records of a file whose length is not `ofs_end`. `None` if no record has moved, or if it is
/// not certain which records have moved.
pub(super) fn find_moved(file: &[u8], header: &Header) -> Option<MovedRecords> {
    let shift = shift(file, header).filter(|_| header::is_consistent(header, end(header)))?;
    let mut judge = Judge::new(file, header, shift).filter(|judge| !judge.is_in_place())?;
    judge.add_drawn();
    judge.find()
}

/// Whether a file is longer than its header states, and some records are implausible at their offsets.
pub(crate) fn is_displaced(file: &[u8], header: &Header) -> bool {
    let mut ends = extents_by_offset(header).map(|(_, extent)| extent.record(extent.count));
    let shift = shift(file, header).filter(|&shift| shift > 0 && ends.all(|it| it <= end(header)));
    shift.and_then(|shift| Judge::new(file, header, shift)).is_some_and(|judge| !judge.is_in_place())
}

fn end(header: &Header) -> usize {
    usize::try_from(header.ofs_end).unwrap_or(0)
}

/// Returns the number of extra bytes in a file, negative if bytes are missing; `None` if the file is as long as its
/// header states, or too short to find its records.
fn shift(file: &[u8], header: &Header) -> Option<i32> {
    let shift = i32::try_from(file.len()).ok()?.checked_sub(header.ofs_end)?;
    (shift != 0 && end(header) / 2 <= file.len() && header.num_frames > 0).then_some(shift)
}

/// The records of a file, read at the offsets in the header and at offsets shifted by the missing or extra bytes.
struct Judge<'a> {
    in_place: Lenient<'a>,
    shifted: Lenient<'a>,
    shift: i32,
    order: Vec<Section>,
    drawn: Option<DrawnRecords<'a>>,
}

impl<'a> Judge<'a> {
    fn new(file: &'a [u8], header: &Header, shift: i32) -> Option<Self> {
        let mut moved = *header;
        for section in Section::ALL {
            moved.set(section.offset_field(), header.get(section.offset_field()).checked_add(shift)?);
        }
        let [in_place, shifted] = [*header, moved].map(|header| Lenient::with_header(file, header));
        let mut order: Vec<Section> = extents_by_offset(header).map(|(section, _)| section).collect();
        let starts_well = || commands(&in_place).iter().next().is_some();
        if !are_valid(&in_place) && !are_valid(&shifted) && !starts_well() {
            // The commands prove nothing.
            order.retain(|&section| section != Section::GlCommands);
        }
        Some(Self { in_place, shifted, shift, order, drawn: None })
    }

    /// Whether all records are plausible at the offsets in the header.
    fn is_in_place(&self) -> bool {
        self.test_all(&self.in_place, Self::plausible).iter().all(|&is_plausible| is_plausible)
    }

    fn add_drawn(&mut self) {
        let places = [&self.shifted, &self.in_place];
        let whole = places.into_iter().find(|parts| are_valid(parts)).map(commands);
        let whole = whole.filter(|commands| !commands.is_empty());
        let drawn = whole.map(|commands| DrawnRecords::new(&commands, places));
        // The commands of some files have other coordinates than the triangles.
        let most_unknown = self.most_lost().saturating_add(self.extent(Section::St).count / 8);
        self.drawn = drawn.filter(|drawn| drawn.count_unknown_st() <= most_unknown);
    }

    /// Finds the records that may contain the missing or extra bytes; `None` if they cannot be determined.
    fn find(&self) -> Option<MovedRecords> {
        let parts = [&self.in_place, &self.shifted];
        let [mut in_place, mut shifted] = parts.map(|parts| self.test_all(parts, Self::plausible));
        let known = parts.map(|parts| self.test_all(parts, Self::known));
        let [known_in_place, known_shifted] = &known;
        let count = in_place.len();
        let torn = in_place.iter().position(|&is_plausible| !is_plausible)?;
        if self.is_cut(torn) {
            return None;
        }
        // A record that is known at one place is not at the other.
        for ((a, b), known) in
            in_place.iter_mut().zip(&mut shifted).zip(known_in_place.iter().zip(known_shifted))
        {
            match known {
                (true, false) if *a => *b = false,
                (false, true) if *b => *a = false,
                _ => {}
            }
        }
        let is_in = |all: &[bool], i: u64| usize::try_from(i).is_ok_and(|i| all.get(i) == Some(&true));
        let range = lost_records(count as u64, |i| is_in(&in_place, i), |i| is_in(&shifted, i));
        let mut range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        if range.len() > self.most_lost() {
            // There may be more than one such place, so the last record that is plausible in place may be torn.
            range.start = range.start.saturating_sub(1);
        }
        let is_drawn = |known: &[bool], i: usize| known.get(i) == Some(&true) && self.is_drawable(i);
        while range.start < range.end && is_drawn(known_in_place, range.start) {
            range.start = range.start.saturating_add(1);
        }
        // The same bytes are not read twice.
        let kept_end = self.offset(range.start, 0);
        while range.end < count && self.offset(range.end, self.shift) < kept_end {
            range.end = range.end.saturating_add(1);
        }
        while range.start < range.end
            && is_drawn(known_shifted, range.end.saturating_sub(1))
            && self.offset(range.end.saturating_sub(1), self.shift) >= kept_end
        {
            range.end = range.end.saturating_sub(1);
        }
        let only_commands = range.start.saturating_add(1) == count
            && self.order.last() == Some(&Section::GlCommands)
            && range.end == count;
        let is_proven = range.end < count || only_commands;
        self.without(range).filter(|_| is_proven)
    }

    /// Returns the damage, assuming that exactly the records `lost` are unreadable. `lost` is a range of indices into
    /// the records of all sections.
    fn without(&self, lost: Range<usize>) -> Option<MovedRecords> {
        let mut moved = MovedRecords {
            sections: Vec::new(),
            shift: self.shift,
            lost: Default::default(),
            lost_bytes: Header::BYTES..Header::BYTES,
        };
        let mut start = 0_usize;
        for &section in &self.order {
            let extent = self.extent(section);
            let records = self.records(section);
            let end = start.checked_add(records)?;
            let [from, to] = [lost.start, lost.end].map(|i| i.clamp(start, end).saturating_sub(start));
            if lost.is_empty() && (start..end).contains(&lost.start) {
                moved.lost_bytes = extent.record(from)..extent.record(from);
            }
            if from < to {
                let place = Section::ALL.iter().position(|&other| other == section)?;
                *moved.lost.get_mut(place)? = from..to;
                let last = if section == Section::GlCommands { extent.count } else { to };
                if moved.lost_bytes.is_empty() {
                    moved.lost_bytes.start = extent.record(from);
                }
                moved.lost_bytes.end = extent.record(last);
            }
            if start >= lost.end {
                moved.sections.push(section);
            }
            start = end;
        }
        Some(moved)
    }

    /// Returns the number of records of a section. All OpenGL commands count as one record.
    fn records(&self, section: Section) -> usize {
        if section == Section::GlCommands { 1 } else { self.extent(section).count }
    }

    /// Returns the section of a record and its index in this section. `record` is an index into the records of all sections.
    fn nth(&self, mut record: usize) -> Option<(Section, usize)> {
        for &section in &self.order {
            match record.checked_sub(self.records(section)) {
                Some(later) => record = later,
                None => return Some((section, record)),
            }
        }
        None
    }

    fn offset(&self, record: usize, shift: i32) -> Option<i64> {
        let (section, index) = self.nth(record)?;
        i64::try_from(self.extent(section).record(index)).ok()?.checked_add(shift.into())
    }

    fn is_drawable(&self, record: usize) -> bool {
        self.nth(record).is_some_and(|(section, _)| matches!(section, Section::St | Section::Triangles))
    }

    /// Whether the file ends before the end of a record. Always false for the OpenGL commands.
    fn is_cut(&self, record: usize) -> bool {
        self.nth(record).is_some_and(|(section, index)| {
            let extent = self.extent(section);
            let end = extent.record(index).saturating_add(extent.record_bytes);
            section != Section::GlCommands && end > self.in_place.file.len()
        })
    }

    /// Returns the maximum number of records that missing or extra bytes at one place can affect.
    fn most_lost(&self) -> usize {
        usize::try_from(self.shift.unsigned_abs() / 4).unwrap_or(0).saturating_add(3)
    }

    fn extent(&self, section: Section) -> Extent {
        self.in_place.extent(section)
    }

    /// Returns the result of `test` for each record of all sections. A record beyond the end of the file fails the test.
    fn test_all(
        &self,
        parts: &Lenient<'_>,
        test: fn(&Self, &Lenient<'_>, Section) -> Vec<bool>,
    ) -> Vec<bool> {
        let tested = self.order.iter().flat_map(|&section| {
            let mut tested = test(self, parts, section);
            tested.resize(self.records(section), false);
            tested
        });
        tested.collect()
    }

    fn plausible(&self, parts: &Lenient<'_>, section: Section) -> Vec<bool> {
        match section {
            Section::Skins => parts.skins.iter().map(|skin| sense::is_name(&skin)).collect(),
            Section::St => {
                let [width, height] = [parts.header.skinwidth, parts.header.skinheight];
                let is_st = |st: St| sense::is_near(st.s, width) && sense::is_near(st.t, height);
                parts.st.iter().map(is_st).collect()
            }
            Section::Triangles => {
                let counts = Counts { positions: parts.vertex_count, st: self.extent(Section::St).count };
                parts.triangles.iter().map(|triangle| sense::is_in_range(triangle, counts)).collect()
            }
            Section::Frames => parts.frames().map(is_frame).collect(),
            Section::GlCommands => Vec::from([are_valid(parts)]),
        }
    }

    /// Returns for each record of a section whether it certainly belongs to this model: a triangle or skin coordinate
    /// that the OpenGL commands also draw, or a skin path with only NULs after its text.
    fn known(&self, parts: &Lenient<'_>, section: Section) -> Vec<bool> {
        let is_clean = |skin: SkinName| sense::is_name(&skin) && !skin.has_leftovers();
        match (section, &self.drawn) {
            (Section::Skins, _) => parts.skins.iter().map(is_clean).collect(),
            (Section::St, Some(drawn)) => {
                parts.st.iter().enumerate().map(|(index, st)| drawn.has_st(index, st)).collect()
            }
            (Section::Triangles, Some(drawn)) => {
                parts.triangles.iter().map(|triangle| drawn.has_triangle(triangle)).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn is_frame(frame: Frame<'_>) -> bool {
    let name = frame.name();
    !name.as_bytes().is_empty()
        && sense::is_name(&name)
        && sense::has_normals(frame.vertices().iter())
        && sense::is_sensible(frame.scale(), frame.translate())
}

fn commands<'a>(parts: &Lenient<'a>) -> GlCommands<'a> {
    GlCommands::new(parts.gl_words, parts.vertex_count)
}

fn are_valid(parts: &Lenient<'_>) -> bool {
    parts.gl_words.len() == parts.extent(Section::GlCommands).count && commands(parts).defect().is_none()
}

struct DrawnRecords<'a> {
    triangles: BTreeSet<[u32; 3]>,
    /// The skin coordinates (s, t) in texels that the OpenGL commands use, each with the index of the vertex that uses it.
    coordinates: BTreeSet<(i16, i16, u32)>,
    /// Indices of the skin coordinates that triangles use, each with the vertex index at the same corner.
    users: BTreeSet<(usize, u32)>,
    /// The skin coordinates, read at the shifted offset and at the offset in the header.
    st: [Records<'a, St>; 2],
}

impl<'a> DrawnRecords<'a> {
    fn new(commands: &GlCommands<'_>, places: [&Lenient<'a>; 2]) -> Self {
        let [Lenient { header, .. }, _] = places;
        let triangles = commands.triangles().map(|corners| sorted(corners.map(|corner| corner.xyz)));
        let mut drawn = Self {
            triangles: triangles.collect(),
            coordinates: BTreeSet::new(),
            users: BTreeSet::new(),
            st: places.map(|parts| parts.st),
        };
        for vertex in commands.iter().flat_map(|command| command.vertices.iter()) {
            let places = texels(&vertex, [header.skinwidth, header.skinheight]);
            drawn.coordinates.extend(places.map(|[s, t]| (s, t, vertex.xyz)));
        }
        for triangle in places.iter().flat_map(|parts| parts.triangles.iter()) {
            if drawn.has_triangle(triangle) {
                drawn.users.extend(corners(triangle));
            }
        }
        drawn
    }

    fn has_triangle(&self, triangle: Triangle) -> bool {
        self.triangles.contains(&sorted(triangle.xyz.map(u32::from)))
            && corners(triangle).all(|(index, vertex)| {
                let mut st = self.st.iter().filter_map(|st| st.get(index)).peekable();
                // A torn skin coordinate has no texel.
                st.peek().is_some() && {
                    let known: Vec<_> = st.filter(|&st| self.has_texel(st)).collect();
                    known.is_empty() || known.iter().any(|&st| self.has_vertex(st, vertex))
                }
            })
    }

    fn has_texel(&self, st: St) -> bool {
        self.coordinates.range((st.s, st.t, 0)..=(st.s, st.t, u32::MAX)).next().is_some()
    }

    fn has_vertex(&self, st: St, vertex: u32) -> bool {
        self.coordinates.contains(&(st.s, st.t, vertex))
    }

    fn has_st(&self, index: usize, st: St) -> bool {
        let users = self.users.range((index, 0)..=(index, u32::MAX));
        let mut have = users.map(|&(_, vertex)| self.has_vertex(st, vertex));
        have.next().is_some_and(|has| has && have.all(|has| has))
    }

    fn count_unknown_st(&self) -> usize {
        let [a, b] = self.st;
        let is_unknown = |i: &usize| ![a, b].iter().any(|st| st.get(*i).is_some_and(|st| self.has_texel(st)));
        (0..a.len().max(b.len())).filter(is_unknown).count()
    }
}

/// Returns the indices of the skin coordinate and the vertex of each corner.
fn corners(triangle: Triangle) -> impl Iterator<Item = (usize, u32)> {
    triangle.st.map(usize::from).into_iter().zip(triangle.xyz.map(u32::from))
}

/// Sorts the corners, because some exporters write OpenGL commands with the opposite winding.
fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}
