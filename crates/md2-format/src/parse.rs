//! The parser, which turns a file into a checked view.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use md2_common::FileKind;

use crate::error::{ParseError, ParseErrorKind};
use crate::faults::{Counts, FrameFault, IndexFault, Target};
use crate::glcmds::GlCommands;
use crate::lenient;
use crate::location::Location;
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, IDENT, Record, Records, VERSION};
use crate::scan::{self, FrameScan};
use crate::section::{Extent, Section, frame_bytes_lacking};
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
    /// Returns the first fault in the file. [`ParseError::with_damage`] searches a rejected file for its cause.
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

fn parse<'a>(file: &'a [u8], options: &ParseOptions) -> Result<Md2<'a>, ParseError> {
    let header = header(file)?;
    let vertex_count = count(&header, HeaderField::NumXyz, options.max_vertices)?;
    let limits = [
        (HeaderField::NumSkins, options.max_skins),
        (HeaderField::NumSt, options.max_st),
        (HeaderField::NumTris, options.max_triangles),
        (HeaderField::NumFrames, options.max_frames),
    ];
    for (field, limit) in limits {
        count(&header, field, limit)?;
    }
    let view = Md2 {
        skins: Records::new(section(file, &header, Section::Skins)?),
        st: Records::new(section(file, &header, Section::St)?),
        triangles: Records::new(section(file, &header, Section::Triangles)?),
        frames: frames(file, &header)?,
        frame_stride: Extent::new(&header, Section::Frames).stride,
        vertex_count,
        gl_commands: GlCommands::new(lenient::words(file, &header), vertex_count),
        out_of_range_normals: 0,
        file,
        header,
    };
    check_triangles(&view)?;
    let out_of_range_normals = check_frames(&view, options)?;
    Ok(Md2 { out_of_range_normals, ..view })
}

fn header(file: &[u8]) -> Result<Header, ParseError> {
    if let Some(&found) = file.first_chunk::<4>()
        && found != IDENT
    {
        let kind = ParseErrorKind::NotMd2 { found, kind: FileKind::detect(file) };
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

fn count(header: &Header, field: HeaderField, limit: usize) -> Result<usize, ParseError> {
    match not_negative(header, field)? {
        found if found > limit => Err(in_header(field, ParseErrorKind::Limit { found, allowed: limit })),
        found => Ok(found),
    }
}

fn not_negative(header: &Header, field: HeaderField) -> Result<usize, ParseError> {
    let found = header.get(field);
    usize::try_from(found).map_err(|_| in_header(field, ParseErrorKind::Negative { found }))
}

const fn in_header(field: HeaderField, kind: ParseErrorKind) -> ParseError {
    ParseError::new(field.offset(), Location::Header(field), kind)
}

/// Returns the bytes of the frames. Without frames, `framesize` may have any value.
fn frames<'a>(file: &'a [u8], header: &Header) -> Result<&'a [u8], ParseError> {
    if let Some(needed) = frame_bytes_lacking(header) {
        let kind = ParseErrorKind::FrameSize { found: header.framesize, needed: needed as u64 };
        return Err(in_header(HeaderField::FrameSize, kind));
    }
    section(file, header, Section::Frames)
}

/// Returns the bytes of a section. The offset of an empty section is ignored.
fn section<'a>(file: &'a [u8], header: &Header, section: Section) -> Result<&'a [u8], ParseError> {
    let count = not_negative(header, section.count_field())?;
    if count == 0 {
        return Ok(&[]);
    }
    let offset = not_negative(header, section.offset_field())?;
    let extent = Extent::new(header, section);
    let outside = || {
        let (record_bytes, length) = (extent.stride, file.len());
        let kind = ParseErrorKind::SectionOutside { section, offset, count, record_bytes, length };
        in_header(section.offset_field(), kind)
    };
    let bytes = extent.bytes().ok_or_else(outside)?;
    file.get(offset..).and_then(|section| section.get(..bytes)).ok_or_else(outside)
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
    let IndexFault { corner, found, count, .. } = fault;
    let kind = match fault.target {
        Target::Position => ParseErrorKind::PositionIndex { found, count },
        Target::St => ParseErrorKind::StIndex { found, count },
    };
    let start = Extent::new(&view.header, Section::Triangles).record(triangle);
    let offset = start.saturating_add(fault.offset());
    Err(ParseError::new(offset, Location::Corner { triangle, corner }, kind))
}

/// Checks that scales and translations are finite, unless `options` allow infinities and NaNs. Returns the number of
/// vertices whose normal index is outside the table.
fn check_frames(view: &Md2<'_>, options: &ParseOptions) -> Result<usize, ParseError> {
    let mut scan = FrameScan::new();
    view.frames().for_each(|frame| scan.add(&frame));
    if !scan.all_finite() && !options.allow_non_finite {
        find_not_finite(view)?;
    }
    if scan.all_normals_in_range() {
        return Ok(0);
    }
    Ok(view.frames().flat_map(|frame| frame.vertices().iter()).filter(|vertex| !vertex.has_normal()).count())
}

fn find_not_finite(view: &Md2<'_>) -> Result<(), ParseError> {
    for (index, frame) in view.frames().enumerate() {
        let Some(fault) = FrameFault::find_in(frame.scale(), frame.translate()).next() else { continue };
        let location = Location::Frame { frame: index, name: frame.name() };
        let kind = match fault {
            FrameFault::Scale(found) => ParseErrorKind::Scale { found },
            FrameFault::Translate(found) => ParseErrorKind::Translate { found },
        };
        let start = Extent::new(&view.header, Section::Frames).record(index);
        return Err(ParseError::new(start.saturating_add(fault.offset()), location, kind));
    }
    Ok(())
}
