//! The parser, which turns a file into a checked view.
//!
//! For each kind of fault, one function finds all faults of this kind. Parsing stops at the first fault;
//! [`check`](crate::check()) reports all faults.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::mem::offset_of;

use md2_common::FileKind;

use crate::error::{ParseError, ParseErrorKind};
use crate::location::{Location, Section};
use crate::options::ParseOptions;
use crate::parts::{COUNTS, Halt, Parts};
use crate::raw::{Header, HeaderField, IDENT, Record, Records, Triangle, VERSION};
use crate::scan;
use crate::view::Mdl;

impl<'a> Mdl<'a> {
    /// Checks the bytes of a file and returns a view of the file.
    ///
    /// Accepts a file if it contains all skins, skin coordinates, triangles and frames completely, all groups have
    /// members, all triangles use existing vertices, and the scale and origin are finite. Other faults are accepted:
    /// in names, intervals, bounds, winding and normal indices, missing skins, coordinates outside the skin, and
    /// bytes after the last frame. [`check`](crate::check()) reports these faults.
    ///
    /// Takes less time than copying the file, because texels and vertices need no checks. Allocates a few words for
    /// each skin, frame and pose.
    ///
    /// # Errors
    /// Returns the first fault in the file.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        Self::parse_with(file, &ParseOptions::FORMAT)
    }

    /// Opens a file like [`parse`](Self::parse), but with the given limits.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if the file exceeds a limit of `options`.
    pub fn parse_with(file: &'a [u8], options: &ParseOptions) -> Result<Self, ParseError> {
        parse(file, options)
    }
}

fn parse<'a>(file: &'a [u8], options: &ParseOptions) -> Result<Mdl<'a>, ParseError> {
    let header = header(file)?;
    first(header_faults(&header, options))?;
    let (parts, halt) = Parts::read(file, header);
    first(triangle_faults(&parts))?;
    if let Some(Halt::Record(fault)) = halt {
        return Err(fault);
    }
    first(pose_limit(&parts, options))?;
    Ok(Mdl { parts })
}

fn first(faults: impl IntoIterator<Item = ParseError>) -> Result<(), ParseError> {
    faults.into_iter().next().map_or(Ok(()), Err)
}

pub(crate) fn header(file: &[u8]) -> Result<Header, ParseError> {
    if let Some(&found) = file.first_chunk::<4>()
        && found != IDENT
    {
        let kind = ParseErrorKind::NotMdl { found, kind: FileKind::detect(file) };
        return Err(ParseError::new(0, Location::File, kind));
    }
    let Some(header) = Header::parse(file) else {
        let kind = ParseErrorKind::HeaderTruncated { length: file.len() };
        return Err(ParseError::new(file.len(), Location::File, kind));
    };
    match header.version {
        VERSION => Ok(header),
        found => Err(in_header(HeaderField::Version, ParseErrorKind::Version { found })),
    }
}

pub(crate) fn header_faults(header: &Header, options: &ParseOptions) -> impl Iterator<Item = ParseError> {
    let Header { scale, scale_origin, .. } = *header;
    let is_wrong = |values: [f32; 3]| !options.allow_non_finite && values.iter().any(|v| !v.is_finite());
    let vectors = [
        is_wrong(scale).then(|| in_header(HeaderField::Scale, ParseErrorKind::Scale { found: scale })),
        is_wrong(scale_origin)
            .then(|| in_header(HeaderField::ScaleOrigin, ParseErrorKind::Origin { found: scale_origin })),
    ];
    let counts = COUNTS.map(|field| {
        let (found, allowed) = (header.count(field), limit(field, options));
        match usize::try_from(found) {
            Err(_) => Some(in_header(field, ParseErrorKind::Negative { found })),
            Ok(found) if found > allowed => Some(in_header(field, ParseErrorKind::Limit { found, allowed })),
            Ok(_) => None,
        }
    });
    vectors.into_iter().chain(counts).flatten()
}

pub(crate) const fn limit(field: HeaderField, options: &ParseOptions) -> usize {
    match field {
        HeaderField::NumSkins => options.max_skins,
        HeaderField::SkinWidth => options.max_skin_width,
        HeaderField::SkinHeight => options.max_skin_height,
        HeaderField::NumVerts => options.max_vertices,
        HeaderField::NumTris => options.max_triangles,
        HeaderField::NumFrames => options.max_frames,
        _ => usize::MAX,
    }
}

const fn in_header(field: HeaderField, kind: ParseErrorKind) -> ParseError {
    ParseError::new(field.offset(), Location::Header(field), kind)
}

pub(crate) fn triangle_faults<'m>(parts: &'m Parts<'_>) -> impl Iterator<Item = ParseError> + 'm {
    let count = parts.st.len();
    let is_wrong = move |index: u32| index as usize >= count;
    // If the greatest index is in range, as in most files, no search is needed.
    let has_fault = scan::max_vertex(parts.triangles).is_some_and(is_wrong);
    let suspects = if has_fault { parts.triangles } else { Records::default() };
    suspects.iter().enumerate().flat_map(move |(triangle, record)| {
        let corners = record.vertices().into_iter().enumerate().filter(move |&(_, index)| is_wrong(index));
        corners.map(move |(corner, index)| {
            let place =
                offset_of!(Triangle, vertindex).saturating_add(corner.saturating_mul(size_of::<u32>()));
            let offset = parts.record_offset(suspects, triangle).saturating_add(place);
            let kind = ParseErrorKind::VertexIndex { found: index.cast_signed(), count };
            ParseError::new(offset, Location::Corner { triangle, corner }, kind)
        })
    })
}

fn pose_limit(parts: &Parts<'_>, options: &ParseOptions) -> Option<ParseError> {
    let (found, allowed) = (parts.poses.len(), options.max_poses);
    let beyond = parts.poses.get(allowed)?;
    let kind = ParseErrorKind::Limit { found, allowed };
    let offset = parts.offset_of(beyond.header);
    Some(ParseError::new(offset, Location::Section(Section::Frames), kind))
}
