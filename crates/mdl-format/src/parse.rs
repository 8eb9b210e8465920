//! The parser, which turns a file into a checked view.
//!
//! For each kind of fault, one function finds all faults of this kind. Parsing stops at the first fault;
//! [`check`](crate::check()) reports all faults.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt::Display;
use core::mem::offset_of;

use md2_common::FileKind;

use crate::code::Code;
use crate::error::ParseError;
use crate::grammar;
use crate::location::Location;
use crate::parts::{COUNTS, Parts, negative};
use crate::raw::{Header, HeaderField, IDENT, Records, Triangle, VERSION};
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
        let header = header(file)?;
        first(header_faults(&header))?;
        let (parts, fault) = Parts::read(file, header);
        first(triangle_faults(&parts))?;
        first(fault)?;
        Ok(Self { parts })
    }
}

fn first(faults: impl IntoIterator<Item = ParseError>) -> Result<(), ParseError> {
    faults.into_iter().next().map_or(Ok(()), Err)
}

pub(crate) fn header(file: &[u8]) -> Result<Header, ParseError> {
    let header = header_of(file, IDENT)?;
    match header.version {
        VERSION => Ok(header),
        found => {
            Err(in_header(Code::Version, HeaderField::Version, format_args!("MDL version {found}"), VERSION))
        }
    }
}

pub(crate) fn header_of(file: &[u8], ident: [u8; 4]) -> Result<Header, ParseError> {
    if let Some(found) = file.first_chunk::<4>().filter(|found| **found != ident) {
        return Err(match FileKind::detect(file) {
            Some(kind) => in_file(Code::NotMdl, 0, format_args!("this is {kind}, not MDL"), ""),
            None => {
                let found = format_args!("not an MDL file: starts with \"{}\"", found.escape_ascii());
                in_file(Code::NotMdl, 0, found, format_args!("\"{}\"", IDENT.escape_ascii()))
            }
        });
    }
    let (length, least) = (file.len(), Header::BYTES);
    let cut = |_| {
        let expected = format_args!("at least {least}, the size of the header");
        in_file(Code::HeaderTruncated, length, format_args!("{length} bytes"), expected)
    };
    grammar::header(file).map(|(_, header)| header).map_err(cut)
}

fn in_file(code: Code, offset: usize, found: impl Display, expected: impl Display) -> ParseError {
    ParseError::new(code, Location::File, offset, found, expected)
}

pub(crate) fn in_header(
    code: Code,
    field: HeaderField,
    found: impl Display,
    expected: impl Display,
) -> ParseError {
    ParseError::new(code, Location::Header(field), field.offset(), found, expected)
}

pub(crate) fn header_faults(header: &Header) -> impl Iterator<Item = ParseError> {
    let vectors = [(HeaderField::Scale, header.scale), (HeaderField::ScaleOrigin, header.scale_origin)];
    let infinite = vectors.into_iter().filter(|(_, found)| !found.iter().all(|value| value.is_finite()));
    let infinite = infinite
        .map(|(field, found)| in_header(Code::NotFinite, field, format_args!("{found:?}"), "finite numbers"));
    let counts = COUNTS.map(|field| (field, header.count(field))).into_iter().filter(|(_, found)| *found < 0);
    infinite.chain(counts.map(|(field, found)| negative(Location::Header(field), field.offset(), found)))
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
            vertex_fault(triangle, corner, offset, index.cast_signed(), count)
        })
    })
}

pub(crate) fn vertex_fault(
    triangle: usize,
    corner: usize,
    offset: usize,
    found: i32,
    count: usize,
) -> ParseError {
    let location = Location::Corner { triangle, corner };
    let (found, expected) = (format_args!("vertex {found}"), format_args!("below {count}"));
    ParseError::new(Code::VertexIndex, location, offset, found, expected)
}
