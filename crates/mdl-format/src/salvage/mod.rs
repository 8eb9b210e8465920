//! Salvage of damaged files.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod finish;
mod groups;
mod moved;
mod sense;
mod walk;

use alloc::vec::Vec;

use md2_common::Verdict;
use md2_common::salvage::{self as common, fitting_count};

use crate::code::Code;
use crate::error::ParseError;
use crate::frame::Pose;
use crate::grammar;
use crate::location::Location;
use crate::parse::header_faults;
use crate::parts::COUNTS;
use crate::raw::{Header, HeaderField, IDENT, St, Triangle};
use crate::view::Mdl;
use moved::{lists, read_moved};
use sense::Judge;
use walk::read_in_place;

/// A repair by [`salvage`](crate::salvage()).
pub type Repair = common::Repair<Location>;

/// The result of [`salvage`](crate::salvage()): a repaired file and its repairs.
pub type SalvagedFile = common::SalvagedFile<Location>;

/// Opens a damaged file, keeps as many of its records as possible, and lists all repairs.
///
/// The function does not change a file that [`Mdl::parse`] accepts and that [`verdict`] does not doubt. In
/// any other file, it keeps the complete and plausible records. They must include a frame and a triangle.
///
/// The function does not invent records. A wrong count in the header or of a group is replaced only if a single other
/// value makes the file complete and all records plausible. If bytes are missing or extra at one place, the records before and after this
/// place are kept, and the records that may contain it are dropped. Damaged frames and triangles are dropped too.
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
/// Returns the error of [`Mdl::parse`] if the file contains no usable model.
pub fn salvage(file: &[u8]) -> Result<SalvagedFile, ParseError> {
    // The view is dropped here, before the repair allocates memory.
    let parsed = Mdl::parse(file).map(|view| view.damage().is_some());
    let salvaged = if parsed == Ok(false) { None } else { repair(file) };
    match salvaged.filter(|salvaged| !salvaged.repairs.is_empty()) {
        Some(salvaged) => Ok(salvaged),
        None => parsed.map(|_| SalvagedFile { bytes: file.to_vec(), repairs: Vec::new() }),
    }
}

/// Judges a file without searching for its records. A file is doubtful if parsing accepts it, but a frame has many vertices outside its
/// bounds, while most frames have correct bounds, or further frames or poses follow the last one that is counted.
///
/// ```
/// # let file = md2_testdata::mdl::with_frames(["run1", "run2", "run3"]).build();
/// use md2_common::Verdict;
///
/// assert_eq!(mdl_format::verdict(file.bytes()), Verdict::Sound);
/// # let mut file = file;
/// # file.set_i32("numframes", 2);
/// // The header counts two of three frames.
/// assert!(matches!(mdl_format::verdict(file.bytes()), Verdict::Doubtful(_)));
/// assert!(matches!(mdl_format::verdict(b"IDPO"), Verdict::Refused(_)));
/// ```
pub fn verdict(file: &[u8]) -> Verdict<ParseError> {
    match Mdl::parse(file) {
        Err(fault) => Verdict::Refused(fault),
        Ok(mdl) => mdl.damage().map_or(Verdict::Sound, Verdict::Doubtful),
    }
}

impl Mdl<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: the reason for which [`verdict`] calls the file
    /// doubtful. To be fast, reads only the bounds and about 16 vertices of each frame.
    pub fn damage(&self) -> Option<ParseError> {
        let is_single = |frame: usize| self.frames().get(frame).is_some_and(|frame| !frame.is_group());
        let singles = || self.poses().iter().filter(|pose| is_single(pose.frame));
        let outside = |pose: &Pose<'_>| sense::outside(pose.vertices, &pose.bounds(), 16);
        let mut bad = singles().filter(|pose| sense::is_mostly_outside(outside(pose)));
        if let Some(pose) = bad.next()
            && sense::is_exception(bad.count().saturating_add(1), singles().count())
        {
            let (found, count) = outside(pose);
            let offset = self.parts.offset_of(pose.vertices().as_bytes());
            let found = format_args!("{found} of {count} tested vertices are outside the bounds");
            return Some(ParseError::new(
                Code::ImplausibleFrame,
                Location::Frame(pose.frame),
                offset,
                found,
                "0",
            ));
        }
        let judge = Judge { vertices: self.vertex_count(), trusts_bounds: true };
        let group = self.frames().last().filter(|frame| frame.is_group() && !self.trailing().is_empty());
        let is_group_longer = group.is_some_and(|frame| {
            let start = self.parts.frame_offset(frame);
            self.parts.file.get(start..).is_some_and(|bytes| groups::is_frame_group(bytes, judge))
        });
        (is_group_longer || judge.starts_frame(self.trailing())).then(|| {
            let (offset, bytes) = (self.parts.offset_of(self.trailing()), self.trailing().len());
            let found = format_args!("{bytes} bytes with frames after the last frame");
            ParseError::new(Code::FramesLeftOut, Location::Trailing, offset, found, "0")
        })
    }
}

struct Plan<'a> {
    header: Header,
    skins: Vec<Piece<'a>>,
    /// The skin coordinates, each with the index of its vertex.
    st: Vec<(usize, St)>,
    triangles: Vec<(usize, Triangle)>,
    frames: Vec<Piece<'a>>,
    repairs: Vec<Repair>,
    /// Number of records that are missing, dropped or implausible. The plan with the lowest number is used.
    loss: usize,
}

struct Piece<'a> {
    bytes: &'a [u8],
    /// Whether the type in `bytes` is wrong and must be replaced by 0, the type of a single image or pose.
    is_retyped: bool,
}

/// Returns a file with the usable records. `None` if they do not include a frame and a triangle.
fn repair(file: &[u8]) -> Option<SalvagedFile> {
    let (_, header) = grammar::header(file).ok().filter(|_| file.starts_with(&IDENT))?;
    if header_faults(&header).any(|fault| fault.code == Code::NotFinite) {
        // Without a valid scale and origin, all positions would be meaningless.
        return None;
    }
    let tail = file.windows(4).rposition(|bytes| bytes == b"QMEX").unwrap_or(file.len());
    let content = file.get(..tail)?;
    let in_place = read_in_place(content, header);
    if in_place.as_ref().is_none_or(|plan| plan.loss > 0)
        && let Some(restored) = groups::restore_count(file, tail, &header)
    {
        return restored;
    }
    let plans = [in_place, read_moved(content, header)].into_iter().flatten();
    let usable = plans.filter(|plan| !plan.frames.is_empty() && !plan.triangles.is_empty());
    usable.min_by_key(|plan| plan.loss)?.finish(file, tail)
}

/// Returns corrected headers that may fit the file. Each differs from `header` in one count, or in the width or height
/// of the skins.
fn mended_headers<'a>(
    content: &'a [u8],
    header: &'a Header,
) -> impl Iterator<Item = (HeaderField, Header)> + 'a {
    let with = |field, value| header.with_integer(field, value);
    let solved = COUNTS.into_iter().filter_map(move |field| {
        let size = |value| Some(lists(&with(field, value))?.last()?.end());
        Some((field, with(field, fitting_count(content.len() as u64, size)?)))
    });
    // If skins are groups, the number of skins cannot be computed, so small numbers are tried.
    const MAX_SKINS: i32 = 32;
    let skins = (0..=MAX_SKINS).map(move |count| (HeaderField::NumSkins, with(HeaderField::NumSkins, count)));
    solved.chain(skins).filter(move |(_, mended)| mended != header)
}
