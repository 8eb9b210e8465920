//! Salvage of damaged files.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod finish;
mod mend;
mod places;
mod sense;
mod surface;
mod top;

use alloc::vec::Vec;

use md2_common::{Verdict, salvage as common};

use crate::code::Code;
use crate::error::ParseError;
use crate::grammar;
use crate::location::{Location, SurfacePart};
use crate::raw::{Frame, Header, HeaderField, IDENT, SurfaceHeader};
use crate::view::Md3;

/// A repair by [`salvage`](crate::salvage()).
pub type Repair = common::Repair<Location>;

/// The result of [`salvage`](crate::salvage()): a repaired file and its repairs.
pub type SalvagedFile = common::SalvagedFile<Location>;

/// Opens a damaged file, keeps as many of its records as possible, and lists all repairs.
///
/// The function does not change a file that [`Md3::parse`] accepts and that [`verdict`] does not doubt. In
/// any other file, it keeps the complete and plausible records. They must include a frame and a triangle.
///
/// The function does not invent records. A wrong number in a header is replaced only if exactly one other value makes
/// all lists follow each other without gaps. Surfaces are found by their first four bytes, `IDP3`. If bytes are
/// missing or extra at one place, the records that may contain this place are dropped. Frames with implausible
/// vertices or tags are dropped. An implausible tag is restored if it is equal in the previous and the next frame.
///
/// ```
/// # let mut file = md2_testdata::md3::one_triangle().build();
/// # file.set_i32("num_tags", 661);
/// # let file = file.into_bytes();
/// // The header states 661 tags, but the file contains one.
/// let salvaged = md3_format::salvage(&file)?;
/// assert_eq!(md3_format::Md3::parse(&salvaged.bytes)?.tag_count(), 1);
/// assert_eq!(salvaged.repairs[0].to_string(), "header, num_tags: read as 1: 661, expected 1 (byte 0x50)");
/// # Ok::<(), md3_format::ParseError>(())
/// ```
///
/// # Errors
/// Returns the error of [`Md3::parse`] if the file contains no usable model.
pub fn salvage(file: &[u8]) -> Result<SalvagedFile, ParseError> {
    // The view is dropped here, before the repair allocates memory.
    let parsed = Md3::parse(file).map(|view| view.damage().is_some());
    let salvaged = if matches!(parsed, Ok(false)) { None } else { repair(file) };
    match salvaged.filter(|salvaged| !salvaged.repairs.is_empty()) {
        Some(salvaged) => Ok(salvaged),
        None => parsed.map(|_| SalvagedFile { bytes: file.to_vec(), repairs: Vec::new() }),
    }
}

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
        Err(fault) => Verdict::Refused(fault),
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
            let (field, found) = (
                HeaderField::OfsEnd,
                format_args!("the file is {missing} bytes shorter than its header states"),
            );
            Some(ParseError::new(Code::EndOutside, Location::Header(field), field.offset(), found, ""))
        })
    }

    /// Returns the first sign of damage. To be fast, reads only the headers, the bounds and tags of all frames, and about 16 vertices of
    /// each surface in each frame.
    pub(crate) fn damage(&self) -> Option<ParseError> {
        let damage =
            |offset, location, sign| Some(ParseError::new(Code::Damaged, location, offset, sign, ""));
        if let Some(surface) =
            self.surfaces.iter().position(|surface| surface::overlaps(&surface.header, surface.offset as u64))
        {
            let place = self.surfaces.get(surface)?;
            return damage(place.offset, place.location(surface, SurfacePart::Whole), "the lists overlap");
        }
        if !top::is_sound(&self.header, self.surfaces.first().map(|surface| surface.offset)) {
            let field = HeaderField::OfsFrames;
            return damage(field.offset(), Location::Header(field), "the frames, tags or surfaces overlap");
        }
        let last = self.surfaces.last();
        let end = last.and_then(|last| last.offset.checked_add(usize::try_from(last.header.ofs_end).ok()?));
        if let Some(end) = end.filter(|&end| places::is_surface(self.file, end)) {
            let field = HeaderField::NumSurfaces;
            return damage(end, Location::Header(field), "another surface follows the last one");
        }
        if let Some(index) = self.tags.iter().position(|tag| !sense::is_tag(&tag)) {
            let frame = index.checked_div(self.tag_count)?;
            let tag = index.checked_rem(self.tag_count)?;
            let location = Location::Tag { frame, tag, name: self.tags.get(index)?.name };
            return damage(
                self.tag_offset(index),
                location,
                "the origin or an axis of the tag has a number outside -32768 to 32768",
            );
        }
        let frame = sense::far_frames(self, 16).first().copied()?;
        let name = self.frame(frame).name;
        let location = Location::Frame { frame, name };
        damage(self.frame_offset(frame), location, "the vertices are far outside the bounds of the frame")
    }
}

struct Parts<'a> {
    header: Header,
    frames: Vec<Option<Frame>>,
    /// For each frame, the bytes of its tags; `None` if they are damaged or missing.
    tags: Vec<Option<&'a [u8]>>,
    surfaces: Vec<SurfaceParts<'a>>,
    repairs: Vec<Repair>,
}

struct SurfaceParts<'a> {
    index: usize,
    start: usize,
    header: SurfaceHeader,
    triangles: Vec<Option<&'a [u8]>>,
    shaders: Vec<Option<&'a [u8]>>,
    st: Vec<Option<&'a [u8]>>,
    /// For each frame, the bytes of its vertices; `None` if they are damaged or missing.
    vertices: Vec<Option<&'a [u8]>>,
}

impl SurfaceParts<'_> {
    fn location(&self, part: SurfacePart) -> Location {
        Location::Surface { surface: self.index, name: self.header.name, part }
    }
}

/// Returns a file with the usable records. `None` if they do not include a frame and a triangle.
fn repair(file: &[u8]) -> Option<SalvagedFile> {
    let (_, found) = grammar::header(file).ok().filter(|_| file.starts_with(&IDENT))?;
    let surfaces = places::surfaces(file, &found);
    let mut parts = top::read(file, found, &surfaces)?;
    for (index, range) in surfaces.into_iter().enumerate() {
        surface::read(file, &mut parts, index, range);
    }
    parts.finish(file, &found)
}
