//! The grammar of an MD3: a header, a list of frames, a list of tags, and surfaces of a header and four lists each.
//!
//! The headers give the offset and the number of records of each list, so the lists can have any order. Records are read from their list
//! when they are accessed.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use nom::bytes::complete::take;
use nom::number::complete::le_i32;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::raw::{Header, Name, Record, Records, SurfaceHeader};

/// The result of a parser: the rest of the input, and the parsed value.
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

pub(crate) fn header(input: &[u8]) -> Parsed<'_, Header> {
    let (input, (ident, version, name, flags)) = (ident, le_i32, name, le_i32).parse(input)?;
    let (input, (num_frames, num_tags)) = (le_i32, le_i32).parse(input)?;
    let (input, (num_surfaces, num_skins)) = (le_i32, le_i32).parse(input)?;
    let (input, (ofs_frames, ofs_tags)) = (le_i32, le_i32).parse(input)?;
    let (input, (ofs_surfaces, ofs_end)) = (le_i32, le_i32).parse(input)?;
    let header = Header {
        ident,
        version,
        name,
        flags,
        num_frames,
        num_tags,
        num_surfaces,
        num_skins,
        ofs_frames,
        ofs_tags,
        ofs_surfaces,
        ofs_end,
    };
    Ok((input, header))
}

pub(crate) fn surface_header(input: &[u8]) -> Parsed<'_, SurfaceHeader> {
    let (input, (ident, name, flags)) = (ident, name, le_i32).parse(input)?;
    let (input, (num_frames, num_shaders)) = (le_i32, le_i32).parse(input)?;
    let (input, (num_verts, num_triangles)) = (le_i32, le_i32).parse(input)?;
    let (input, (ofs_triangles, ofs_shaders)) = (le_i32, le_i32).parse(input)?;
    let (input, (ofs_st, ofs_xyznormal, ofs_end)) = (le_i32, le_i32, le_i32).parse(input)?;
    let header = SurfaceHeader {
        ident,
        name,
        flags,
        num_frames,
        num_shaders,
        num_verts,
        num_triangles,
        ofs_triangles,
        ofs_shaders,
        ofs_st,
        ofs_xyznormal,
        ofs_end,
    };
    Ok((input, header))
}

fn ident(input: &[u8]) -> Parsed<'_, [u8; 4]> {
    le_i32.map(i32::to_le_bytes).parse(input)
}

fn name(input: &[u8]) -> Parsed<'_, Name<64>> {
    take(64_usize).map(Name::read).parse(input)
}

/// Parses a list of `bytes` bytes that starts `start` bytes after the start of the input.
pub(crate) fn list<T: Record>(input: &[u8], start: usize, bytes: usize) -> Parsed<'_, Records<'_, T>> {
    preceded(take(start), take(bytes)).map(Records::new).parse(input)
}
