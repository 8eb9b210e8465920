//! From bytes to a checked view.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use md2_common::FileKind;
use nom::Parser;
use nom::bytes::complete::take;
use nom::sequence::preceded;
use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::error::{ParseError, ParseErrorKind};
use crate::glcmds::GlCommands;
use crate::lenient;
use crate::location::{Location, Section};
use crate::options::ParseOptions;
use crate::raw::{FrameHeader, Header, HeaderField, IDENT, Skin, St, Triangle, VERSION, Vertex};
use crate::scan::{self, FrameScan};
use crate::sniff;
use crate::view::Md2;

type Result<T> = core::result::Result<T, ParseError>;

pub(crate) fn parse<'a>(file: &'a [u8], options: &ParseOptions) -> Result<Md2<'a>> {
    sections(file, options).map_err(|error| ParseError { damage: sniff::text_damage(file), ..error })
}

fn sections<'a>(file: &'a [u8], options: &ParseOptions) -> Result<Md2<'a>> {
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
        skins: records::<Skin>(file, &header, Section::Skins)?,
        st: records::<St>(file, &header, Section::St)?,
        triangles: records::<Triangle>(file, &header, Section::Triangles)?,
        frames: section(file, &header, Section::Frames, frame_stride(&header, vertex_count)?)?,
        frame_stride: frame_stride(&header, vertex_count)?,
        vertex_count,
        gl_commands: GlCommands::new(lenient::gl_words(file, &header), vertex_count),
        out_of_range_normals: 0,
        file,
        header,
    };
    check_triangles(&view)?;
    let out_of_range_normals = check_frames(&view, options)?;
    Ok(Md2 { out_of_range_normals, ..view })
}

fn header(file: &[u8]) -> Result<Header> {
    if let Some(&found) = file.first_chunk::<4>()
        && found != IDENT
    {
        let kind = ParseErrorKind::NotMd2 { found, foreign: FileKind::of(file) };
        return Err(ParseError::new(0, Location::File, kind));
    }
    let Ok((_, header)) = Header::nom(file) else {
        let kind = ParseErrorKind::HeaderTruncated { length: file.len() };
        return Err(ParseError::new(file.len(), Location::File, kind));
    };
    match header.version {
        VERSION => Ok(header),
        found => Err(in_header(HeaderField::Version, ParseErrorKind::Version { found })),
    }
}

/// A count of the header, neither negative nor above `limit`.
fn count(header: &Header, field: HeaderField, limit: usize) -> Result<usize> {
    match not_negative(header, field)? {
        found if found > limit => Err(in_header(field, ParseErrorKind::Limit { found, allowed: limit })),
        found => Ok(found),
    }
}

fn not_negative(header: &Header, field: HeaderField) -> Result<usize> {
    let found = header.get(field);
    usize::try_from(found).map_err(|_| in_header(field, ParseErrorKind::Negative { found }))
}

const fn in_header(field: HeaderField, kind: ParseErrorKind) -> ParseError {
    ParseError::new(field.offset(), Location::Header(field), kind)
}

/// Bytes from one frame to the next. Files without frames may say anything.
fn frame_stride(header: &Header, vertex_count: usize) -> Result<usize> {
    let least = size_of::<FrameHeader>().saturating_add(vertex_count.saturating_mul(size_of::<Vertex>()));
    match usize::try_from(header.framesize) {
        _ if header.num_frames == 0 => Ok(least),
        Ok(stride) if stride >= least => Ok(stride),
        _ => {
            let kind = ParseErrorKind::FrameSize { found: header.framesize, needed: least as u64 };
            Err(in_header(HeaderField::FrameSize, kind))
        }
    }
}

/// The records of a section, borrowed from the file.
fn records<'a, T: FromBytes + Immutable + KnownLayout>(
    file: &'a [u8],
    header: &Header,
    section: Section,
) -> Result<&'a [T]> {
    let bytes = self::section(file, header, section, size_of::<T>())?;
    // Records have no alignment, and a section is a whole number of them, so that the cast cannot fail.
    Ok(<[T]>::ref_from_bytes(bytes).unwrap_or_default())
}

/// The bytes of a section. The offset of an empty one means nothing and is not looked at.
fn section<'a>(file: &'a [u8], header: &Header, section: Section, record_bytes: usize) -> Result<&'a [u8]> {
    let count = not_negative(header, section.count_field())?;
    if count == 0 {
        return Ok(&[]);
    }
    let offset = not_negative(header, section.offset_field())?;
    let outside = || {
        let kind =
            ParseErrorKind::SectionOutside { section, offset, count, record_bytes, length: file.len() };
        in_header(section.offset_field(), kind)
    };
    let bytes = count.checked_mul(record_bytes).ok_or_else(outside)?;
    let mut section = preceded(take::<_, _, ()>(offset), take(bytes));
    section.parse(file).map(|(_, section)| section).map_err(|_| outside())
}

/// Every index of every triangle refers to something.
fn check_triangles(view: &Md2<'_>) -> Result<()> {
    let (xyz, st) = scan::max_indices(view.triangles);
    let in_range = usize::from(xyz) < view.vertex_count && usize::from(st) < view.st.len();
    if in_range || view.triangles.is_empty() { Ok(()) } else { find_index_out_of_range(view) }
}

fn find_index_out_of_range(view: &Md2<'_>) -> Result<()> {
    let (vertices, coordinates) = (view.vertex_count, view.st.len());
    for (triangle, indices) in view.triangles.iter().enumerate() {
        let start = view.triangle_offset(triangle);
        let refuse = |corner: usize, field: usize, kind| {
            let offset = start.saturating_add(field).saturating_add(corner.saturating_mul(size_of::<u16>()));
            Err(ParseError::new(offset, Location::Corner { triangle, corner }, kind))
        };
        for (corner, found) in indices.xyz().into_iter().enumerate() {
            if usize::from(found) >= vertices {
                return refuse(corner, 0, ParseErrorKind::PositionIndex { found, count: vertices });
            }
        }
        for (corner, found) in indices.st().into_iter().enumerate() {
            if usize::from(found) >= coordinates {
                return refuse(
                    corner,
                    size_of_val(&indices.xyz()),
                    ParseErrorKind::StIndex { found, count: coordinates },
                );
            }
        }
    }
    Ok(())
}

/// The number of normal indices beyond the table; scales and translations are finite unless they need not be.
fn check_frames(view: &Md2<'_>, options: &ParseOptions) -> Result<usize> {
    let mut scan = FrameScan::new();
    view.frames().for_each(|frame| scan.add(&frame));
    if !scan.all_finite() && !options.allow_non_finite {
        find_not_finite(view)?;
    }
    if scan.all_normals_in_range() {
        return Ok(0);
    }
    Ok(view.frames().flat_map(|frame| frame.vertices()).filter(|vertex| !vertex.has_normal()).count())
}

fn find_not_finite(view: &Md2<'_>) -> Result<()> {
    for (index, frame) in view.frames().enumerate() {
        let location = Location::Frame { frame: index, name: *frame.raw_name() };
        let refuse = |field: usize, kind| {
            Err(ParseError::new(view.frame_offset(index).saturating_add(field), location, kind))
        };
        let (scale, translate) = (frame.scale(), frame.translate());
        if !scale.iter().all(|value| value.is_finite()) {
            return refuse(0, ParseErrorKind::Scale { found: scale });
        }
        if !translate.iter().all(|value| value.is_finite()) {
            return refuse(size_of_val(&scale), ParseErrorKind::Translate { found: translate });
        }
    }
    Ok(())
}
