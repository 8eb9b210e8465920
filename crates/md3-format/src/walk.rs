//! The traversal of a file that finds all its faults.
//!
//! [`Md3::parse`] stops at the first fault, and [`check`](crate::check()) reports all faults. Both use this traversal,
//! so they always agree.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::fmt::Display;

use md2_common::FileKind;

use crate::code::Code;
use crate::error::ParseError;
use crate::extent::Extent;
use crate::grammar;
use crate::location::{List, Location, SurfacePart};
use crate::raw::{
    Frame, Header, HeaderField, IDENT, Record, Records, SurfaceField, SurfaceHeader, Tag, VERSION,
};
use crate::scan;
use crate::view::{Md3, Surface};

type Result<T, E = ParseError> = core::result::Result<T, E>;

impl<'a> Md3<'a> {
    /// Checks the bytes of a file and returns a view of the file.
    ///
    /// Accepts a file if it contains all frames, tags and surfaces completely, all surfaces have the model's number
    /// of frames, all triangles use existing vertices, and all texture coordinates, tag origins and tag axes are
    /// finite. Lists may overlap, but the sizes of all surface lists must not add up to more than twice the size of
    /// the file. Other faults are accepted: in names, idents of surfaces, `ofs_end`, bytes after the last surface,
    /// bounds of frames, and the length of axes. [`check`](crate::check()) reports these faults.
    ///
    /// Takes no longer than copying the file, because vertices need no check. Allocates memory only for the headers
    /// of surfaces.
    ///
    /// # Errors
    /// Returns the first fault in the file.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        walk(file, &mut Err)
    }
}

/// Returns a view of the readable parts of a file, and passes all faults to `on_fault`; `None` if the file has no
/// valid header.
pub(crate) fn past_all_faults<'a>(file: &'a [u8], on_fault: &mut dyn FnMut(ParseError)) -> Option<Md3<'a>> {
    let walked = walk(file, &mut |fault| {
        on_fault(fault);
        Ok(())
    });
    walked.map_err(on_fault).ok()
}

/// Traverses `file` and passes each fault to `on_fault`. If `on_fault` returns an error, the traversal ends.
///
/// A complete traversal returns a view. In this view, lists outside the file are empty, and surfaces after a surface
/// with an unknown end are missing.
///
/// # Errors
/// Returns the fault that ended the traversal. A wrong ident and a truncated header always end it.
fn walk<'a>(file: &'a [u8], on_fault: &mut dyn FnMut(ParseError) -> Result<()>) -> Result<Md3<'a>> {
    let header = header(file)?;
    let mut walk = Walk { file, header, on_fault };
    if header.version != VERSION {
        let found = format_args!("version {}", header.version);
        walk.report(Code::Version, in_header(HeaderField::Version), found, VERSION)?;
    }
    let counts = [
        (HeaderField::NumFrames, header.num_frames),
        (HeaderField::NumTags, header.num_tags),
        (HeaderField::NumSurfaces, header.num_surfaces),
    ];
    walk.counts(&counts, in_header)?;
    let frames = walk.list(|| in_header(HeaderField::OfsFrames), header.frames(), header.ofs_frames)?;
    let tags = walk.list(|| in_header(HeaderField::OfsTags), header.tags(), header.ofs_tags)?;
    let view = Md3 {
        file,
        header,
        frame_count: frames.len(),
        frames: walk.frame_bytes(frames),
        frame_stride: header.frame_stride(file.len()),
        // Without frames there are no tags, even if the header counts some.
        tag_count: tags.len().checked_div(frames.len()).unwrap_or(0),
        tags,
        surfaces: Vec::new(),
    };
    walk.tags(&view)?;
    Ok(Md3 { surfaces: walk.surfaces()?, ..view })
}

fn header(file: &[u8]) -> Result<Header> {
    let fault = |code, offset, found: &dyn Display, expected: &dyn Display| {
        Err(ParseError::new(code, Location::File, offset, found, expected))
    };
    if let Some(found) = file.first_chunk::<4>().filter(|found| **found != IDENT) {
        return match FileKind::detect(file) {
            Some(kind) => fault(Code::NotMd3, 0, &format_args!("this is {kind}, not MD3"), &""),
            None => {
                let found = format_args!("not an MD3 file: starts with \"{}\"", found.escape_ascii());
                fault(Code::NotMd3, 0, &found, &format_args!("\"{}\"", IDENT.escape_ascii()))
            }
        };
    }
    match grammar::header(file) {
        Ok((_, header)) => Ok(header),
        Err(_) => {
            let expected = format_args!("at least {}, the size of the header", Header::BYTES);
            fault(Code::HeaderTruncated, file.len(), &format_args!("{} bytes", file.len()), &expected)
        }
    }
}

struct Walk<'a, 'b> {
    file: &'a [u8],
    header: Header,
    on_fault: &'b mut dyn FnMut(ParseError) -> Result<()>,
}

/// A place in the model and its byte offset.
type Place = (Location, usize);

fn in_header(field: HeaderField) -> Place {
    (Location::Header(field), field.offset())
}

impl<'a> Walk<'a, '_> {
    fn report(
        &mut self,
        code: Code,
        (location, offset): Place,
        found: impl Display,
        expected: impl Display,
    ) -> Result<()> {
        (self.on_fault)(ParseError::new(code, location, offset, found, expected))
    }

    fn counts<F: Copy>(&mut self, counts: &[(F, i32)], place: impl Fn(F) -> Place) -> Result<()> {
        for &(field, found) in counts.iter().filter(|(_, found)| *found < 0) {
            self.report(Code::NegativeCount, place(field), found, "0 or more")?;
        }
        Ok(())
    }

    /// Returns the records of a list; empty if the list is not inside the file. `offset` is the offset of the list as stored in the
    /// header at `place`, which may be negative.
    fn list<T: Record>(
        &mut self,
        place: impl Fn() -> Place,
        extent: Extent,
        offset: i32,
    ) -> Result<Records<'a, T>> {
        let Extent { list, start, count } = extent;
        if count > 0 && offset < 0 {
            self.report(Code::NegativeOffset, place(), offset, "0 or more")?;
        } else if let Some(records) = extent.records(self.file) {
            return Ok(records);
        } else {
            let (bytes, end) = (list.record_bytes(), extent.end());
            let found = format_args!("{count} {list} of {bytes} bytes at byte {start} end at byte {end}");
            self.report(Code::ListOutside, place(), found, end_of(self.file))?;
        }
        Ok(Records::default())
    }

    /// Returns the bytes of the frames, including the additional bytes of frames with 104 bytes.
    fn frame_bytes(&self, frames: Records<'a, Frame>) -> &'a [u8] {
        let start = usize::try_from(self.header.frames().start).unwrap_or(usize::MAX);
        let bytes = frames.len().saturating_mul(self.header.frame_stride(self.file.len()));
        self.file.get(start..start.saturating_add(bytes)).unwrap_or_default()
    }

    fn tags(&mut self, view: &Md3<'_>) -> Result<()> {
        if scan::tags_are_finite(view.tags) {
            return Ok(());
        }
        for (index, tag) in view.tags.iter().enumerate() {
            let location = Location::Tag {
                frame: index.checked_div(view.tag_count).unwrap_or(0),
                tag: index.checked_rem(view.tag_count).unwrap_or(0),
                name: tag.name,
            };
            let [forward, left, up] = tag.axes;
            let rows = [tag.origin, forward, left, up].into_iter().enumerate();
            for (row, found) in rows.filter(|(_, row)| !row.iter().all(|value| value.is_finite())) {
                let what = if row == 0 { "origin" } else { "axis" };
                let offset = view.tag_offset(index).saturating_add(Tag::row_offset(row));
                let found = format_args!("{what} {found:?}");
                self.report(Code::TagNotFinite, (location, offset), found, "finite numbers")?;
            }
        }
        Ok(())
    }

    fn surfaces(&mut self) -> Result<Vec<Surface<'a>>> {
        let mut surfaces = Vec::new();
        let count = usize::try_from(self.header.num_surfaces).unwrap_or(0);
        let allowed = (self.file.len() as u64).saturating_mul(2);
        let mut claimed = 0_u64;
        // The start of the next surface, and the header field that contains it.
        let (mut start, mut pointer) = (self.header.ofs_surfaces.into(), in_header(HeaderField::OfsSurfaces));
        if count > 0 && self.header.ofs_surfaces < 0 {
            self.report(Code::NegativeOffset, pointer, start, "0 or more")?;
            return Ok(surfaces);
        }
        for index in 0..count {
            let Some(mut surface) = self.surface_at(start) else {
                let end = start.saturating_add(SurfaceHeader::BYTES as i64);
                let found = format_args!("the header of surface {index} at byte {start} ends at byte {end}");
                self.report(Code::SurfaceOutside, pointer, found, end_of(self.file))?;
                break;
            };
            self.lists(index, &mut surface)?;
            claimed = claimed.saturating_add(surface.list_bytes());
            if claimed > allowed {
                let place = (surface.location(index, SurfacePart::Whole), surface.offset);
                let found = format_args!("the lists up to this surface take {claimed} bytes");
                self.report(
                    Code::Claim,
                    place,
                    found,
                    format_args!("at most {allowed}, twice the file size"),
                )?;
                break;
            }
            self.triangles(index, &surface)?;
            self.coordinates(index, &surface)?;
            surfaces.push(surface);

            let end = surface.header.ofs_end;
            let place = surface.field_place(index, SurfaceField::OfsEnd);
            if usize::try_from(end).is_ok_and(|end| end >= SurfaceHeader::BYTES) {
                (start, pointer) = (start.saturating_add(end.into()), place);
            } else if index.saturating_add(1) < count {
                let expected =
                    format_args!("at least {}, since another surface follows", SurfaceHeader::BYTES);
                self.report(Code::SurfaceEnd, place, end, expected)?;
                break;
            }
        }
        Ok(surfaces)
    }

    fn surface_at(&self, start: i64) -> Option<Surface<'a>> {
        let start = usize::try_from(start).ok()?;
        let (_, header) = grammar::surface_header(self.file.get(start..)?).ok()?;
        Some(Surface::new(start, header))
    }

    /// Reads the lists of a surface. Lists outside the file are empty.
    fn lists(&mut self, index: usize, surface: &mut Surface<'a>) -> Result<()> {
        let header = surface.header;
        let place = |field| surface.field_place(index, field);
        let counts = [
            (SurfaceField::NumFrames, header.num_frames),
            (SurfaceField::NumShaders, header.num_shaders),
            (SurfaceField::NumVerts, header.num_verts),
            (SurfaceField::NumTriangles, header.num_triangles),
        ];
        self.counts(&counts, place)?;
        let (found, expected) = (header.num_frames, self.header.num_frames);
        if found >= 0 && expected >= 0 && found != expected {
            let (found, expected) =
                (format_args!("{found} frames"), format_args!("{expected} as in the model"));
            self.report(Code::FrameCount, place(SurfaceField::NumFrames), found, expected)?;
        }
        surface.triangles = self.surface_list(index, surface, List::Triangles)?;
        surface.shaders = self.surface_list(index, surface, List::Shaders)?;
        surface.st = self.surface_list(index, surface, List::St)?;
        surface.vertices = self.surface_list(index, surface, List::Vertices)?;
        Ok(())
    }

    fn surface_list<T: Record>(
        &mut self,
        index: usize,
        surface: &Surface<'_>,
        list: List,
    ) -> Result<Records<'a, T>> {
        let (field, offset) = surface.header.list_offset(list);
        let extent = surface.header.list(list, surface.offset as u64);
        self.list(|| surface.field_place(index, field), extent, offset)
    }

    fn triangles(&mut self, index: usize, surface: &Surface<'_>) -> Result<()> {
        let count = surface.vertex_count;
        if scan::all_below(surface.triangles, count) {
            return Ok(());
        }
        for (triangle, record) in surface.triangles.iter().enumerate() {
            for (corner, found) in record.indices.into_iter().enumerate() {
                if usize::try_from(found).is_ok_and(|found| found < count) {
                    continue;
                }
                let offset =
                    surface.record_offset(List::Triangles, triangle).saturating_add(corner.saturating_mul(4));
                let place = (surface.location(index, SurfacePart::Corner { triangle, corner }), offset);
                let found = format_args!("vertex index {}", found.cast_signed());
                self.report(Code::VertexIndex, place, found, format_args!("below {count}"))?;
            }
        }
        Ok(())
    }

    fn coordinates(&mut self, index: usize, surface: &Surface<'_>) -> Result<()> {
        if scan::all_finite(surface.st) {
            return Ok(());
        }
        for (i, st) in surface.st.iter().enumerate().filter(|(_, st)| !st.is_finite()) {
            let place = (surface.location(index, SurfacePart::St(i)), surface.record_offset(List::St, i));
            let found = format_args!("st {:?}", [st.s, st.t]);
            self.report(Code::StNotFinite, place, found, "finite numbers")?;
        }
        Ok(())
    }
}

fn end_of(file: &[u8]) -> impl Display {
    let length = file.len();
    core::fmt::from_fn(move |f| write!(f, "at most {length}, the end of the file"))
}
