//! Salvage of damaged files.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod finish;
mod moved;
mod sense;
mod walk;

use alloc::vec::Vec;

use md2_common::salvage as common;

use crate::error::{ParseError, ParseErrorKind};
use crate::location::{Location, Section};
use crate::options::ParseOptions;
use crate::parse::header_faults;
use crate::parts::COUNTS;
use crate::raw::{Header, HeaderField, IDENT, St, Triangle};
use crate::view::Mdl;
use moved::{Layout, read_moved};
use sense::Judge;
use walk::read_in_place;

/// A repair by [`salvage`](crate::salvage()).
pub type Repair = common::Repair<Location>;

/// A file that [`salvage`](crate::salvage()) opened, and its repairs.
pub type SalvagedFile = common::SalvagedFile<Location>;

/// Opens a damaged file as far as possible, and lists all repairs.
///
/// A file that [`Mdl::parse`] accepts and that has no [`Mdl::damage`] is not repaired. Of any other file, the function
/// keeps the complete and plausible records. They must include a frame and a triangle.
///
/// The function does not invent records. A wrong count is replaced only if a single other value makes the file
/// complete and all records plausible. If bytes are missing or extra at one place, the records before and after it
/// are kept, and the records that the place may touch are dropped. Damaged frames and triangles are dropped.
///
/// ```
/// # let file = md2_testdata::mdl::one_triangle().build();
/// # let file = &file.bytes()[..file.offset_of("frame[1].pose[0].name")];
/// // The download ended inside the second frame.
/// let salvaged = mdl_format::salvage(file)?;
/// assert_eq!(mdl_format::Mdl::parse(&salvaged.bytes)?.frames().len(), 1);
/// assert_eq!(salvaged.repairs[0].to_string(), "frames: kept 1: 2 in the header, expected 1 (byte 0x44)");
/// # Ok::<(), mdl_format::ParseError>(())
/// ```
///
/// # Errors
/// If the file contains no usable model. The error is that of [`Mdl::parse`].
pub fn salvage(file: &[u8]) -> Result<SalvagedFile, ParseError> {
    // Drops the view before the repair needs memory.
    let parsed = Mdl::parse(file).map(|view| view.damage().is_some());
    let salvaged = if parsed == Ok(false) { None } else { repair(file) };
    match salvaged.filter(|salvaged| !salvaged.repairs.is_empty()) {
        Some(salvaged) => Ok(salvaged),
        None => parsed.map(|_| SalvagedFile { bytes: file.to_vec(), repairs: Vec::new() }),
    }
}

impl Mdl<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: a frame whose vertices are outside its bounds,
    /// unlike those of all other frames, or further frames after the last one. [`salvage`](crate::salvage()) repairs
    /// such files.
    ///
    /// The function reads the bounds and 16 vertices of each frame.
    #[must_use]
    pub fn damage(&self) -> Option<ParseError> {
        let is_single = |frame: usize| self.frames().get(frame).is_some_and(|frame| !frame.is_group());
        let singles = || self.poses().iter().filter(|pose| is_single(pose.frame));
        let outside = |vertices: &[_], bounds: &_| sense::outside(vertices, bounds, 16);
        let mut bad =
            singles().filter(|pose| sense::is_mostly_outside(outside(pose.vertices, pose.bounds())));
        if let Some(pose) = bad.next()
            && sense::is_exception(bad.count().saturating_add(1), singles().count())
        {
            let (found, count) = outside(pose.vertices, pose.bounds());
            let kind = ParseErrorKind::SenselessFrame { outside: found, count };
            let offset = self.parts.offset_of(pose.vertex_bytes());
            return Some(ParseError::new(offset, Location::Frame(pose.frame), kind));
        }
        let judge = Judge { vertices: self.vertex_count(), trusts_bounds: true };
        let kind = ParseErrorKind::FramesLeftOut { bytes: self.trailing().len() };
        let offset = self.parts.offset_of(self.trailing());
        judge.starts_frame(self.trailing()).then(|| ParseError::new(offset, Location::Trailing, kind))
    }
}

/// The readable records of a damaged file.
struct Plan<'a> {
    header: Header,
    skins: Vec<Piece<'a>>,
    /// Skin coordinates, each with the index of its vertex.
    st: Vec<(usize, St)>,
    /// Triangles, each with its index in the file.
    triangles: Vec<(usize, Triangle)>,
    frames: Vec<Piece<'a>>,
    repairs: Vec<Repair>,
    /// Number of records that are missing, dropped or implausible.
    loss: usize,
}

/// A skin or a frame.
struct Piece<'a> {
    bytes: &'a [u8],
    /// Whether the type was wrong and is read as 0.
    is_retyped: bool,
}

/// Keeps the usable records of the file, if they include a frame and a triangle.
fn repair(file: &[u8]) -> Option<SalvagedFile> {
    let (_, header) = Header::nom(file).ok().filter(|_| file.starts_with(&IDENT))?;
    let is_numeric = |fault: ParseError| {
        matches!(fault.kind, ParseErrorKind::Scale { .. } | ParseErrorKind::Origin { .. })
    };
    if header_faults(&header, &ParseOptions::FORMAT).any(is_numeric) {
        // All positions would be meaningless.
        return None;
    }
    let tail = file.windows(4).rposition(|bytes| bytes == b"QMEX").unwrap_or(file.len());
    let content = file.get(..tail)?;
    let in_place = read_in_place(content, header);
    if in_place.as_ref().is_none_or(|plan| plan.loss > 0) {
        let mut mended = mended_headers(content, &header).filter_map(|(field, header)| {
            let plan = read_in_place(content, header)?;
            (plan.loss == 0 && plan.repairs.is_empty()).then_some((field, plan))
        });
        if let Some((field, mut plan)) = mended.next() {
            // Two different headers that fit equally well prove nothing.
            let is_proven = mended.all(|(_, other)| other.header == plan.header);
            let [found, used] =
                [header.count(field), plan.header.count(field)].map(|n| alloc::format!("{n}"));
            let done = alloc::format!("read as {used}");
            plan.repairs.push(Repair::new(Location::Header(field), field.offset(), done, found, used));
            return if is_proven { plan.finish(file, tail) } else { None };
        }
    }
    let plans = [in_place, read_moved(content, header)].into_iter().flatten();
    let usable = plans.filter(|plan| !plan.frames.is_empty() && !plan.triangles.is_empty());
    usable.min_by_key(|plan| plan.loss)?.finish(file, tail)
}

/// Returns the headers in which one number is replaced so that the records fill the file exactly.
fn mended_headers<'a>(
    content: &'a [u8],
    header: &'a Header,
) -> impl Iterator<Item = (HeaderField, Header)> + 'a {
    let with = |field, value| {
        let mut header = *header;
        header.set_integer(field, value);
        header
    };
    // The size of the records is a linear function of each number.
    let solved = COUNTS.into_iter().filter_map(move |field| {
        let [none, one] = [0, 1].map(|value| Some(Layout::new(&with(field, value))?.end()));
        let room = (content.len() as u64).checked_sub(none?)?;
        let each = one?.checked_sub(none?).filter(|&each| each > 0 && room.is_multiple_of(each))?;
        Some((field, with(field, i32::try_from(room.checked_div(each)?).ok()?)))
    });
    // With groups, the number of skins cannot be computed.
    const MAX_SKINS: i32 = 32;
    let skins = (0..=MAX_SKINS).map(move |count| (HeaderField::NumSkins, with(HeaderField::NumSkins, count)));
    solved.chain(skins).filter(move |(_, mended)| mended != header)
}

/// Describes dropped records of a section, of which the first is number `first`.
fn dropped(section: Section, first: usize, count: usize, offset: usize) -> Repair {
    let found = alloc::format!("missing or extra bytes, the first is number {first}");
    Repair::new(Location::Section(section), offset, alloc::format!("dropped {count}"), found, "")
}
