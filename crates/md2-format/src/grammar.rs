//! The grammar of an MD2.
//!
//! ```text
//! file      = header, and five sections at their offsets in the header, in any order
//!
//! header    = "IDP2"  version (8)
//!             skinwidth  skinheight  framesize
//!             num_skins  num_xyz  num_st  num_tris  num_glcmds  num_frames
//!             ofs_skins  ofs_st  ofs_tris  ofs_frames  ofs_glcmds  ofs_end         each an i32
//!
//! skins     = num_skins times:   path (64 bytes)
//! st        = num_st times:      s (i16)  t (i16)
//! triangles = num_tris times:    three positions (u16)  three skin coordinates (u16)
//! frames    = num_frames times:  scale (3 f32)  translate (3 f32)  name (16 bytes)
//!                                num_xyz times:  x (u8)  y (u8)  z (u8)  normal (u8)
//!                                unused bytes up to framesize
//! glcmds    = any number of commands, then the i32 0; num_glcmds words in total
//! command   = n (i32, not 0), then |n| times:  s (f32)  t (f32)  position (u32)
//! ```
//!
//! Numbers are little-endian. The parsers only divide a file into its parts. `parse` checks the values in the parts, and the
//! types in `raw` read the records when they are accessed.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use nom::bytes::complete::{tag, take};
use nom::combinator::peek;
use nom::number::complete::le_i32;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::raw::{Header, IDENT, Records, SkinName, St, Triangle};
use crate::section::{Extent, Section, frame_bytes_lacking};

/// The result of a parser: the rest of the input, and the parsed value.
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// Parses the header of an MD2. Its version may be wrong.
pub(crate) fn header(file: &[u8]) -> Parsed<'_, Header> {
    preceded(peek(tag(IDENT.as_slice())), any_header).parse(file)
}

/// Parses the header of a damaged file, which may have another magic number.
pub(crate) fn any_header(input: &[u8]) -> Parsed<'_, Header> {
    let (input, [ident, version]) = integers(input)?;
    let (input, [skinwidth, skinheight, framesize]) = integers(input)?;
    let (input, [num_skins, num_xyz, num_st, num_tris, num_glcmds, num_frames]) = integers(input)?;
    let (input, [ofs_skins, ofs_st, ofs_tris, ofs_frames, ofs_glcmds, ofs_end]) = integers(input)?;
    let header = Header {
        ident,
        version,
        skinwidth,
        skinheight,
        framesize,
        num_skins,
        num_xyz,
        num_st,
        num_tris,
        num_glcmds,
        num_frames,
        ofs_skins,
        ofs_st,
        ofs_tris,
        ofs_frames,
        ofs_glcmds,
        ofs_end,
    };
    Ok((input, header))
}

fn integers<const N: usize>(mut input: &[u8]) -> Parsed<'_, [i32; N]> {
    let mut integers = [0; N];
    for integer in &mut integers {
        (input, *integer) = le_i32.parse(input)?;
    }
    Ok((input, integers))
}

/// The sections that a file must contain completely.
pub(crate) struct Sections<'a> {
    pub(crate) skins: Records<'a, SkinName>,
    pub(crate) st: Records<'a, St>,
    pub(crate) triangles: Records<'a, Triangle>,
    /// The bytes of the frames, `framesize` bytes each.
    pub(crate) frames: &'a [u8],
}

/// Divides a file into its sections. The error is the first section that is not completely inside the file.
pub(crate) fn sections<'a>(file: &'a [u8], header: &Header) -> Result<Sections<'a>, Section> {
    let section = |which| match section(file, Extent::new(header, which)) {
        Ok((_, records)) => Ok(records),
        Err(_) => Err(which),
    };
    Ok(Sections {
        skins: Records::new(section(Section::Skins)?),
        st: Records::new(section(Section::St)?),
        triangles: Records::new(section(Section::Triangles)?),
        frames: match frame_bytes_lacking(header) {
            None => section(Section::Frames)?,
            Some(_) => return Err(Section::Frames),
        },
    })
}

/// Parses the records of a section, which are at an offset of the file. The offset of an empty section is ignored.
fn section(file: &[u8], extent: Extent) -> Parsed<'_, &[u8]> {
    if extent.count == 0 {
        return Ok((file, &[]));
    }
    // No file has a byte at the offset `usize::MAX`.
    let [offset, bytes] = [extent.offset, extent.bytes()].map(|number| number.unwrap_or(usize::MAX));
    preceded(take(offset), take(bytes)).parse(file)
}

/// Parses an OpenGL command. Returns the number of vertices, negative for a fan, and the bytes of the vertices; `None`
/// for the zero at the end of the list.
#[inline]
pub(crate) fn command(input: &[u8]) -> Parsed<'_, Option<(i32, &[u8])>> {
    const VERTEX_BYTES: usize = 12;
    let (input, count) = le_i32.parse(input)?;
    if count == 0 {
        return Ok((input, None));
    }
    let vertices = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    let (input, vertices) = take(vertices.saturating_mul(VERTEX_BYTES)).parse(input)?;
    Ok((input, Some((count, vertices))))
}
