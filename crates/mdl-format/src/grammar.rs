//! The records behind the header, each directly behind the last.
//!
//! A parser takes what it names from the start of its input, whole blocks at a time, or says what is missing there.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use nom::bytes::complete::take;
use nom::number::complete::le_i32;
use nom::{IResult, Parser};
use zerocopy::little_endian::F32;
use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::error::{Block, ParseErrorKind};
use crate::frame::{Frame, Pose};
use crate::intervals::Intervals;
use crate::raw::{Bounds, PoseHeader, Vertex};
use crate::skin::Skin;

/// What a parser leaves behind: the input after it and its result.
pub(crate) type Parsed<'a, T> = IResult<&'a [u8], T, Stop<'a>>;

/// Why and before which bytes a parser gives up.
#[derive(Debug)]
pub(crate) struct Stop<'a> {
    pub(crate) at: &'a [u8],
    pub(crate) kind: ParseErrorKind,
}

/// The type of a skin or a frame that is not a group. All engines take any other value for a group.
const SINGLE: i32 = 0;

/// Bytes from the type of a skin or a frame to what follows it, behind the count if it is a group.
pub(crate) const fn prefix_bytes(is_group: bool) -> usize {
    if is_group { size_of::<[i32; 2]>() } else { size_of::<i32>() }
}

/// A skin of `width` by `height` texels, or a group of them.
pub(crate) fn skin(input: &[u8], [width, height]: [u32; 2]) -> Parsed<'_, Skin<'_>> {
    let picture_bytes = u64::from(width).saturating_mul(u64::from(height));
    let (input, kind) = integer(input, Block::Type)?;
    let (input, count) = if kind == SINGLE { (input, 0) } else { group_count(input)? };
    let (input, intervals) = records(input, Block::Intervals, count)?;
    let (input, texels) = bytes(input, Block::Texels, count.max(1).saturating_mul(picture_bytes))?;
    Ok((input, Skin { kind, width, height, intervals: Intervals::new(intervals), texels }))
}

/// A frame of one pose, or a group of them, whose poses are added to `poses`. `index` is that of the frame.
pub(crate) fn frame<'a>(
    input: &'a [u8],
    index: usize,
    vertices: usize,
    poses: &mut Vec<Pose<'a>>,
) -> Parsed<'a, Frame<'a>> {
    let first = poses.len();
    let (input, kind) = integer(input, Block::Type)?;
    let (input, count, group_bounds, intervals): (_, _, _, &[F32]) = if kind == SINGLE {
        (input, 1, None, &[])
    } else {
        let (input, count) = group_count(input)?;
        let (input, bounds) = record::<Bounds>(input, Block::Bounds)?;
        let (input, intervals) = records(input, Block::Intervals, count)?;
        (input, count, Some(bounds), intervals)
    };
    let (input, mut run) = bytes(input, Block::Poses, count.saturating_mul(pose_bytes(vertices)))?;
    while !run.is_empty() {
        let (rest, pose) = pose(run, index, vertices)?;
        poses.push(pose);
        run = rest;
    }
    // A single frame has the box of its pose.
    let bounds = group_bounds.or_else(|| poses.last().map(|pose| &pose.header.bounds));
    let bounds = bounds.unwrap_or(const { &Bounds { bboxmin: [0; 4], bboxmax: [0; 4] } });
    Ok((input, Frame { kind, bounds, intervals: Intervals::new(intervals), poses: first..poses.len() }))
}

fn pose(input: &[u8], frame: usize, vertices: usize) -> Parsed<'_, Pose<'_>> {
    let (input, header) = record::<PoseHeader>(input, Block::Poses)?;
    let (input, vertices) = records::<Vertex>(input, Block::Poses, vertices as u64)?;
    Ok((input, Pose { header, vertices, frame }))
}

/// Bytes of a pose of so many vertices, at least 24.
pub(crate) fn pose_bytes(vertices: usize) -> u64 {
    (vertices as u64)
        .saturating_mul(size_of::<Vertex>() as u64)
        .saturating_add(size_of::<PoseHeader>() as u64)
}

/// The number of members of a group, at least 1.
fn group_count(input: &[u8]) -> Parsed<'_, u64> {
    let (rest, found) = integer(input, Block::Count)?;
    match u64::try_from(found) {
        Ok(count) if count > 0 => Ok((rest, count)),
        _ => Err(nom::Err::Error(Stop { at: input, kind: ParseErrorKind::GroupCount { found } })),
    }
}

fn integer(input: &[u8], block: Block) -> Parsed<'_, i32> {
    let short = || stop(input, block, size_of::<i32>() as u64);
    le_i32::<_, ()>.parse(input).map_err(|_| short())
}

/// A record, borrowed from the input.
fn record<T: FromBytes + Immutable + KnownLayout>(input: &[u8], block: Block) -> Parsed<'_, &T> {
    let short = || stop(input, block, size_of::<T>() as u64);
    T::ref_from_prefix(input).map(|(record, rest)| (rest, record)).map_err(|_| short())
}

/// `count` records, borrowed from the input.
pub(crate) fn records<T: FromBytes + Immutable + KnownLayout>(
    input: &[u8],
    block: Block,
    count: u64,
) -> Parsed<'_, &[T]> {
    let (input, run) = bytes(input, block, count.saturating_mul(size_of::<T>() as u64))?;
    // Records have no alignment, and a block is a whole number of them, so that the cast cannot fail.
    Ok((input, <[T]>::ref_from_bytes(run).unwrap_or_default()))
}

/// A block of `needed` bytes.
fn bytes(input: &[u8], block: Block, needed: u64) -> Parsed<'_, &[u8]> {
    // More than can be counted is more than is there.
    let count = usize::try_from(needed).unwrap_or(usize::MAX);
    take::<_, _, ()>(count).parse(input).map_err(|_| stop(input, block, needed))
}

fn stop(input: &[u8], block: Block, needed: u64) -> nom::Err<Stop<'_>> {
    let kind = ParseErrorKind::Truncated { block, needed, left: input.len() };
    nom::Err::Error(Stop { at: input, kind })
}
