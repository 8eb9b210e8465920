//! The traversal of a file that finds all its faults.
//!
//! [`Md3::parse`] stops at the first fault, and [`check`](crate::check()) reports all faults. Both use this traversal,
//! so they always agree.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use md2_common::FileKind;

use crate::error::{ParseError, ParseErrorKind};
use crate::extent::{self, Extent};
use crate::location::{List, Location, SurfacePart};
use crate::options::ParseOptions;
use crate::raw::{
    Frame, Header, HeaderField, IDENT, Record, Records, SurfaceField, SurfaceHeader, Tag, VERSION,
};
use crate::scan;
use crate::view::{Md3, Surface};

type Result<T> = core::result::Result<T, ParseError>;

pub(crate) fn until_first_fault<'a>(file: &'a [u8], options: &ParseOptions) -> Result<Md3<'a>> {
    walk(file, options, &mut Err)
}

/// Returns a view of the readable parts of a file, and passes all faults to `on_fault`; `None` if the file has no
/// valid header.
pub(crate) fn past_all_faults<'a>(
    file: &'a [u8],
    options: &ParseOptions,
    on_fault: &mut dyn FnMut(ParseError),
) -> Option<Md3<'a>> {
    let walked = walk(file, options, &mut |fault| {
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
fn walk<'a>(
    file: &'a [u8],
    options: &ParseOptions,
    on_fault: &mut dyn FnMut(ParseError) -> Result<()>,
) -> Result<Md3<'a>> {
    let header = header(file)?;
    let mut walk = Walk { file, options, header, on_fault };
    walk.counts()?;
    let frames = walk.top_list(header.frames(), HeaderField::OfsFrames, header.ofs_frames)?;
    let tags = walk.top_list(header.tags(), HeaderField::OfsTags, header.ofs_tags)?;
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
    let fault = |offset, kind| ParseError::new(offset, Location::File, kind);
    if let Some(&found) = file.first_chunk::<4>()
        && found != IDENT
    {
        return Err(fault(0, ParseErrorKind::NotMd3 { found, kind: FileKind::detect(file) }));
    }
    match Header::parse(file) {
        Some(header) => Ok(header),
        None => Err(fault(file.len(), ParseErrorKind::HeaderTruncated { length: file.len() })),
    }
}

struct Walk<'a, 'b> {
    file: &'a [u8],
    options: &'b ParseOptions,
    header: Header,
    on_fault: &'b mut dyn FnMut(ParseError) -> Result<()>,
}

#[derive(Clone, Copy)]
struct SurfacePlace {
    index: usize,
    start: usize,
    header: SurfaceHeader,
}

impl SurfacePlace {
    fn location(&self, part: SurfacePart) -> Location {
        Location::Surface { surface: self.index, name: self.header.name, part }
    }

    fn field(&self, field: SurfaceField) -> (usize, Location) {
        (self.start.saturating_add(field.offset()), self.location(SurfacePart::Header(field)))
    }

    fn fault(&self, field: SurfaceField, kind: ParseErrorKind) -> ParseError {
        let (offset, location) = self.field(field);
        ParseError::new(offset, location, kind)
    }
}

fn in_header(field: HeaderField, kind: ParseErrorKind) -> ParseError {
    ParseError::new(field.offset(), Location::Header(field), kind)
}

fn count_fault(found: i32, limit: usize) -> Option<ParseErrorKind> {
    match usize::try_from(found) {
        Err(_) => Some(ParseErrorKind::Negative { found }),
        Ok(found) if found > limit => Some(ParseErrorKind::Limit { found, allowed: limit }),
        Ok(_) => None,
    }
}

impl<'a> Walk<'a, '_> {
    fn report(&mut self, fault: ParseError) -> Result<()> {
        (self.on_fault)(fault)
    }

    fn counts(&mut self) -> Result<()> {
        let header = self.header;
        if header.version != VERSION {
            self.report(in_header(HeaderField::Version, ParseErrorKind::Version { found: header.version }))?;
        }
        let counts = [
            (HeaderField::NumFrames, header.num_frames, self.options.max_frames),
            (HeaderField::NumTags, header.num_tags, self.options.max_tags),
            (HeaderField::NumSurfaces, header.num_surfaces, self.options.max_surfaces),
        ];
        for (field, found, limit) in counts {
            if let Some(kind) = count_fault(found, limit) {
                self.report(in_header(field, kind))?;
            }
        }
        Ok(())
    }

    /// Returns a list that the file header points to; empty if the list is not inside the file.
    fn top_list<T: Record>(
        &mut self,
        extent: Extent,
        field: HeaderField,
        offset: i32,
    ) -> Result<Records<'a, T>> {
        match self.records(extent, offset) {
            Ok(records) => Ok(records),
            Err(kind) => self.report(in_header(field, kind)).map(|()| Default::default()),
        }
    }

    /// Returns the records of a list. `offset` is the offset of the list as stored in the header, which may be
    /// negative.
    fn records<T: Record>(
        &self,
        extent: Extent,
        offset: i32,
    ) -> core::result::Result<Records<'a, T>, ParseErrorKind> {
        if extent.count > 0 && offset < 0 {
            return Err(ParseErrorKind::Negative { found: offset });
        }
        let Extent { list, start, count } = extent;
        let length = self.file.len();
        extent.records(self.file).ok_or(ParseErrorKind::ListOutside { list, offset: start, count, length })
    }

    /// Returns the bytes of the frames, including the additional bytes of frames with 104 bytes.
    fn frame_bytes(&self, frames: Records<'a, Frame>) -> &'a [u8] {
        let start = usize::try_from(self.header.frames().start).unwrap_or(usize::MAX);
        let bytes = frames.len().saturating_mul(self.header.frame_stride(self.file.len()));
        self.file.get(start..start.saturating_add(bytes)).unwrap_or_default()
    }

    fn tags(&mut self, view: &Md3<'_>) -> Result<()> {
        if self.options.allow_non_finite || view.tags.iter().all(|tag| tag.is_finite()) {
            return Ok(());
        }
        for (index, tag) in view.tags.iter().enumerate() {
            let location = || Location::Tag {
                frame: index.checked_div(view.tag_count).unwrap_or(0),
                tag: index.checked_rem(view.tag_count).unwrap_or(0),
                name: tag.name,
            };
            let [forward, left, up] = tag.axes;
            let rows = [tag.origin, forward, left, up].into_iter().enumerate();
            for (row, found) in rows.filter(|(_, row)| !row.iter().all(|value| value.is_finite())) {
                let kind = match row {
                    0 => ParseErrorKind::TagOrigin { found },
                    _ => ParseErrorKind::TagAxis { found },
                };
                let offset = view.tag_offset(index).saturating_add(Tag::row_offset(row));
                self.report(ParseError::new(offset, location(), kind))?;
            }
        }
        Ok(())
    }

    fn surfaces(&mut self) -> Result<Vec<Surface<'a>>> {
        let mut surfaces = Vec::new();
        let count = usize::try_from(self.header.num_surfaces).unwrap_or(0);
        let length = self.file.len();
        let allowed = (length as u64).saturating_mul(2);
        let mut claimed = 0_u64;
        // The start of the next surface, and the header field that contains it.
        let mut start = extent::unsigned(self.header.ofs_surfaces);
        let mut pointer = (HeaderField::OfsSurfaces.offset(), Location::Header(HeaderField::OfsSurfaces));
        if count > 0 && self.header.ofs_surfaces < 0 {
            let kind = ParseErrorKind::Negative { found: self.header.ofs_surfaces };
            return self.report(in_header(HeaderField::OfsSurfaces, kind)).map(|()| surfaces);
        }
        for index in 0..count {
            let Some(place) = self.surface_at(index, start) else {
                let kind = ParseErrorKind::SurfaceOutside { surface: index, offset: start, length };
                let (offset, location) = pointer;
                self.report(ParseError::new(offset, location, kind))?;
                break;
            };
            let surface = self.lists(&place)?;
            claimed = claimed.saturating_add(surface.list_bytes());
            if claimed > allowed {
                let kind = ParseErrorKind::Claim { found: claimed, allowed };
                self.report(ParseError::new(place.start, place.location(SurfacePart::Whole), kind))?;
                break;
            }
            self.triangles(&place, &surface)?;
            self.coordinates(&place, &surface)?;
            surfaces.push(surface);

            let end = place.header.ofs_end;
            if usize::try_from(end).is_ok_and(|end| end >= SurfaceHeader::BYTES) {
                pointer = place.field(SurfaceField::OfsEnd);
                start = start.saturating_add(extent::unsigned(end));
            } else if index.saturating_add(1) < count {
                self.report(place.fault(SurfaceField::OfsEnd, ParseErrorKind::SurfaceEnd { found: end }))?;
                break;
            }
        }
        Ok(surfaces)
    }

    fn surface_at(&self, index: usize, start: u64) -> Option<SurfacePlace> {
        let start = usize::try_from(start).ok()?;
        let header = SurfaceHeader::parse(self.file.get(start..)?)?;
        Some(SurfacePlace { index, start, header })
    }

    /// Returns the surface with the given header. Lists outside the file are empty.
    fn lists(&mut self, place: &SurfacePlace) -> Result<Surface<'a>> {
        let header = place.header;
        let counts = [
            (SurfaceField::NumFrames, header.num_frames, usize::MAX),
            (SurfaceField::NumShaders, header.num_shaders, self.options.max_shaders),
            (SurfaceField::NumVerts, header.num_verts, self.options.max_vertices),
            (SurfaceField::NumTriangles, header.num_triangles, self.options.max_triangles),
        ];
        for (field, found, limit) in counts {
            if let Some(kind) = count_fault(found, limit) {
                self.report(place.fault(field, kind))?;
            }
        }
        if let (Ok(found), Ok(expected)) =
            (usize::try_from(header.num_frames), usize::try_from(self.header.num_frames))
            && found != expected
        {
            let kind = ParseErrorKind::FrameCount { found, expected };
            self.report(place.fault(SurfaceField::NumFrames, kind))?;
        }
        Ok(Surface {
            offset: place.start,
            triangles: self.surface_list(place, List::Triangles)?,
            shaders: self.surface_list(place, List::Shaders)?,
            st: self.surface_list(place, List::St)?,
            vertices: self.surface_list(place, List::Vertices)?,
            vertex_count: usize::try_from(header.num_verts).unwrap_or(0),
            header,
        })
    }

    fn surface_list<T: Record>(&mut self, place: &SurfacePlace, list: List) -> Result<Records<'a, T>> {
        let (field, offset) = place.header.list_offset(list);
        match self.records(place.header.list(list, place.start as u64), offset) {
            Ok(records) => Ok(records),
            Err(kind) => self.report(place.fault(field, kind)).map(|()| Default::default()),
        }
    }

    fn triangles(&mut self, place: &SurfacePlace, surface: &Surface<'_>) -> Result<()> {
        let count = surface.vertex_count;
        if scan::all_below(surface.triangles, count) {
            return Ok(());
        }
        let corners = surface.triangles.iter().map(|triangle| triangle.indices.into_iter().enumerate());
        for (triangle, corners) in corners.enumerate() {
            for (corner, index) in
                corners.filter(|&(_, index)| !usize::try_from(index).is_ok_and(|i| i < count))
            {
                let offset =
                    surface.record_offset(List::Triangles, triangle).saturating_add(corner.saturating_mul(4));
                let location = place.location(SurfacePart::Corner { triangle, corner });
                let kind = ParseErrorKind::VertexIndex { found: index.cast_signed(), count };
                self.report(ParseError::new(offset, location, kind))?;
            }
        }
        Ok(())
    }

    fn coordinates(&mut self, place: &SurfacePlace, surface: &Surface<'_>) -> Result<()> {
        if self.options.allow_non_finite || scan::all_finite(surface.st) {
            return Ok(());
        }
        for (index, st) in surface.st.iter().enumerate().filter(|(_, st)| !st.is_finite()) {
            let offset = surface.record_offset(List::St, index);
            let kind = ParseErrorKind::St { found: [st.s, st.t] };
            self.report(ParseError::new(offset, place.location(SurfacePart::St(index)), kind))?;
        }
        Ok(())
    }
}
