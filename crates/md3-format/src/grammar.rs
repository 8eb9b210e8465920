//! The grammar of an MD3: a header, a list of frames, a list of tags, and surfaces of a header and four lists each.
//!
//! The headers give the offset and the number of records of each list, so the lists can have any order. Records are read from their list
//! when they are accessed.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use nom::bytes::complete::take;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::raw::{Header, Name, Record, Records, SurfaceHeader};

type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

pub(crate) fn header(input: &[u8]) -> Parsed<'_, Header> {
    let (input, (ident, version, name, flags)) = (bytes, int, name, int).parse(input)?;
    let (input, (num_frames, num_tags)) = (int, int).parse(input)?;
    let (input, (num_surfaces, num_skins)) = (int, int).parse(input)?;
    let (input, (ofs_frames, ofs_tags)) = (int, int).parse(input)?;
    let (input, (ofs_surfaces, ofs_end)) = (int, int).parse(input)?;
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
    let (input, (ident, name, flags)) = (bytes, name, int).parse(input)?;
    let (input, (num_frames, num_shaders)) = (int, int).parse(input)?;
    let (input, (num_verts, num_triangles)) = (int, int).parse(input)?;
    let (input, (ofs_triangles, ofs_shaders)) = (int, int).parse(input)?;
    let (input, (ofs_st, ofs_xyznormal, ofs_end)) = (int, int, int).parse(input)?;
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

/// Parses `N` bytes. The functions of nom for this are not inlined, which makes a header three times as slow.
#[inline(always)]
fn bytes<const N: usize>(input: &[u8]) -> Parsed<'_, [u8; N]> {
    let (bytes, rest) = input.split_first_chunk().ok_or(nom::Err::Error(()))?;
    Ok((rest, *bytes))
}

#[inline(always)]
fn int(input: &[u8]) -> Parsed<'_, i32> {
    bytes.map(i32::from_le_bytes).parse(input)
}

#[inline(always)]
fn name(input: &[u8]) -> Parsed<'_, Name<64>> {
    bytes.map(Name::from_raw).parse(input)
}

pub(crate) fn list<T: Record>(input: &[u8], start: usize, bytes: usize) -> Parsed<'_, Records<'_, T>> {
    preceded(take(start), take(bytes)).map(Records::new).parse(input)
}
