//! The parser, which turns a file into a checked view.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt::Display;

use md2_common::FileKind;

use crate::code::Code;
use crate::error::ParseError;
use crate::faults::{Counts, FrameFault, IndexFault};
use crate::glcmds::GlCommands;
use crate::grammar::{self, Sections};
use crate::lenient;
use crate::location::Location;
use crate::raw::{Header, HeaderField, IDENT, VERSION};
use crate::scan::{self, FrameScan};
use crate::section::{Extent, MAX_INDEXED, Section, frame_bytes_lacking};
use crate::view::Md2;

impl<'a> Md2<'a> {
    /// Checks the bytes of a file and returns a view of the file.
    ///
    /// Accepts a file if it contains all skins, skin coordinates, triangles and frames completely, all triangle
    /// indices are in range, and all frames have finite scales and translations. Other faults are accepted: in names,
    /// `ofs_end`, bytes after the last section, skin coordinates outside the skin, winding, normal indices, and
    /// OpenGL commands. [`check`](crate::check()) reports these faults.
    ///
    /// Takes about as long as copying the file, and allocates no memory.
    ///
    /// # Errors
    /// Returns the first fault in the file. [`verdict`](crate::verdict()) also searches a rejected file for its cause.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        let header = header(file)?;
        let vertex_count = count(&header, HeaderField::NumXyz, MAX_INDEXED)?;
        count(&header, HeaderField::NumSt, MAX_INDEXED)?;
        for field in [HeaderField::NumSkins, HeaderField::NumTris, HeaderField::NumFrames] {
            count(&header, field, usize::MAX)?;
        }
        let Sections { skins, st, triangles, frames } =
            grammar::sections(file, &header).map_err(|section| outside(file, &header, section))?;
        let view = Self {
            skins,
            st,
            triangles,
            frames,
            frame_stride: Extent::new(&header, Section::Frames).stride,
            vertex_count,
            gl_commands: GlCommands::new(lenient::words(file, &header), vertex_count),
            out_of_range_normals: 0,
            file,
            header,
        };
        check_triangles(&view)?;
        let out_of_range_normals = check_frames(&view)?;
        Ok(Self { out_of_range_normals, ..view })
    }
}

fn header(file: &[u8]) -> Result<Header, ParseError> {
    let header = grammar::header(file).map_err(|_| match file.first_chunk() {
        Some(found) if *found != IDENT => match FileKind::detect(file) {
            Some(kind) => in_file(Code::NotMd2, 0, format_args!("this is {kind}, not MD2"), ""),
            None => {
                let found = format_args!("not an MD2 file: starts with \"{}\"", found.escape_ascii());
                in_file(Code::NotMd2, 0, found, "\"IDP2\"")
            }
        },
        _ => {
            let expected = format_args!("at least {}, the size of the header", Header::BYTES);
            in_file(Code::HeaderTruncated, file.len(), format_args!("{} bytes", file.len()), expected)
        }
    });
    match header? {
        (_, Header { version, .. }) if version != VERSION => {
            let found = format_args!("version {version}");
            Err(in_header(Code::Version, HeaderField::Version, found, VERSION))
        }
        (_, header) => Ok(header),
    }
}

fn count(header: &Header, field: HeaderField, limit: usize) -> Result<usize, ParseError> {
    let found = header.get(field);
    match usize::try_from(found) {
        Err(_) => Err(in_header(Code::NegativeCount, field, found, "0 or more")),
        Ok(count) if count > limit => {
            Err(in_header(Code::Limit, field, found, format_args!("at most {limit}")))
        }
        Ok(count) => Ok(count),
    }
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

/// Returns the reason why a section is not completely inside a file.
fn outside(file: &[u8], header: &Header, section: Section) -> ParseError {
    if section == Section::Frames
        && let Some(needed) = frame_bytes_lacking(header)
    {
        let expected = format_args!("at least {needed}");
        return in_header(Code::FrameSize, HeaderField::FrameSize, header.framesize, expected);
    }
    let field = section.offset_field();
    let offset = header.get(field);
    if offset < 0 {
        return in_header(Code::NegativeOffset, field, offset, "0 or more");
    }
    let Extent { count, stride, .. } = Extent::new(header, section);
    let end = (count as u64).saturating_mul(stride as u64).saturating_add_signed(offset.into());
    let found = format_args!("{count} {section} of {stride} bytes at byte {offset} end at byte {end}");
    in_header(Code::SectionOutside, field, found, format_args!("at most {}, the end of the file", file.len()))
}

fn check_triangles(view: &Md2<'_>) -> Result<(), ParseError> {
    let counts = Counts { positions: view.vertex_count, st: view.st.len() };
    let (xyz, st) = scan::max_indices(view.triangles);
    if usize::from(xyz) < counts.positions && usize::from(st) < counts.st {
        return Ok(());
    }
    let Some((triangle, fault)) = IndexFault::find_in_all(view.triangles.iter(), counts).next() else {
        return Ok(());
    };
    Err(fault.error(triangle, Extent::new(&view.header, Section::Triangles).record(triangle)))
}

/// Checks that scales and translations are finite. Returns the number of vertices whose normal index is outside the table.
fn check_frames(view: &Md2<'_>) -> Result<usize, ParseError> {
    let mut scan = FrameScan::new();
    view.frames().for_each(|frame| scan.add(&frame));
    if !scan.all_finite() {
        find_not_finite(view)?;
    }
    if scan.all_normals_in_range() {
        return Ok(0);
    }
    Ok(view.frames().flat_map(|frame| frame.vertices().iter()).filter(|vertex| !vertex.has_normal()).count())
}

fn find_not_finite(view: &Md2<'_>) -> Result<(), ParseError> {
    for (index, frame) in view.frames().enumerate() {
        if let Some(fault) = FrameFault::find_in(frame.scale(), frame.translate()).next() {
            let location = Location::Frame { frame: index, name: frame.name() };
            return Err(fault.error(location, Extent::new(&view.header, Section::Frames).record(index)));
        }
    }
    Ok(())
}
