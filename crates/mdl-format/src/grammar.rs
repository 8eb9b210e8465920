//! Parsers of the records after the header, which follow each other without gaps.
//!
//! A parser reads a record from the start of its input. It reads whole blocks, and returns an error if a block is
//! incomplete. The small parsers are always inlined, which reduces the time for a frame from 14 ns to 4 ns.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use nom::Parser;
use nom::bytes::complete::take;
use nom::number::complete::le_i32;

use crate::error::{Block, ParseErrorKind};
use crate::frame::{Frame, Pose};
use crate::intervals::Intervals;
use crate::raw::{PoseHeader, Record, Records, Vertex};
use crate::skin::Skin;

/// The result of a parser: the rest of the input, and the parsed value.
pub(crate) type Parsed<'a, T> = Result<(&'a [u8], T), Stop<'a>>;

/// The error of a parser (`kind`), and the part of the input that begins at the error (`at`).
#[derive(Debug)]
pub(crate) struct Stop<'a> {
    pub(crate) at: &'a [u8],
    pub(crate) kind: ParseErrorKind,
}

/// The type of a skin or a frame that is not a group. All engines read any other value as the type of a group.
pub(crate) const SINGLE: i32 = 0;

/// Size in bytes of the integers at the start of a skin or a frame: its type and, for a group, its number of members.
pub(crate) const fn prefix_bytes(is_group: bool) -> usize {
    if is_group { size_of::<[i32; 2]>() } else { size_of::<i32>() }
}

pub(crate) fn skin(input: &[u8], [width, height]: [u32; 2]) -> Parsed<'_, Skin<'_>> {
    let image_bytes = u64::from(width).saturating_mul(u64::from(height));
    let (input, kind) = integer(input, Block::Type)?;
    let (input, count) = if kind == SINGLE { (input, 0) } else { group_count(input)? };
    let (input, intervals) = records(input, Block::Intervals, count)?;
    let (input, texels) = run(input, Block::Texels, count.max(1).saturating_mul(image_bytes))?;
    Ok((input, Skin { kind, width, height, intervals: Intervals::new(intervals), texels }))
}

/// Parses a frame, which is a single pose or a group. Adds the frame to `frames` and its poses to `poses`.
///
/// Returning the frame in a `Result` would take longer than parsing it.
#[inline(always)]
pub(crate) fn frame<'a>(
    input: &'a [u8],
    vertices: usize,
    frames: &mut Vec<Frame<'a>>,
    poses: &mut Vec<Pose<'a>>,
) -> Parsed<'a, ()> {
    let (first, frame) = (poses.len(), frames.len());
    let (input, kind) = integer(input, Block::Type)?;
    if kind != SINGLE {
        return group(input, kind, vertices, frames, poses);
    }
    let (input, bytes) = run(input, Block::Poses, pose_bytes(vertices))?;
    let (vertices, header) = record(bytes, Block::Poses)?;
    poses.push(Pose { header, vertices: Records::new(vertices), frame });
    // The bounds of a single frame are the bounds of its pose.
    let (_, bounds) = record(header, Block::Poses)?;
    let intervals = Intervals::default();
    frames.push(Frame { kind, bounds, intervals, poses: first..poses.len() });
    Ok((input, ()))
}

/// Parses a group of frames. `input` begins after the type of the group, which is `kind`.
fn group<'a>(
    input: &'a [u8],
    kind: i32,
    vertices: usize,
    frames: &mut Vec<Frame<'a>>,
    poses: &mut Vec<Pose<'a>>,
) -> Parsed<'a, ()> {
    let (first, frame) = (poses.len(), frames.len());
    let (input, count) = group_count(input)?;
    let (input, bounds) = record(input, Block::Bounds)?;
    let (input, intervals) = records(input, Block::Intervals, count)?;
    let each = pose_bytes(vertices);
    let (input, mut members) = run(input, Block::Poses, count.saturating_mul(each))?;
    while !members.is_empty() {
        let (rest, bytes) = run(members, Block::Poses, each)?;
        let (vertices, header) = record(bytes, Block::Poses)?;
        poses.push(Pose { header, vertices: Records::new(vertices), frame });
        members = rest;
    }
    let intervals = Intervals::new(intervals);
    frames.push(Frame { kind, bounds, intervals, poses: first..poses.len() });
    Ok((input, ()))
}

/// Size in bytes of a pose with `vertices` vertices, at least 24.
pub(crate) fn pose_bytes(vertices: usize) -> u64 {
    (vertices as u64)
        .saturating_mul(size_of::<Vertex>() as u64)
        .saturating_add(size_of::<PoseHeader>() as u64)
}

#[inline(always)]
fn group_count(input: &[u8]) -> Parsed<'_, u64> {
    let (rest, found) = integer(input, Block::Count)?;
    match u64::try_from(found) {
        Ok(count) if count > 0 => Ok((rest, count)),
        _ => Err(Stop { at: input, kind: ParseErrorKind::GroupCount { found } }),
    }
}

#[inline(always)]
fn integer(input: &[u8], block: Block) -> Parsed<'_, i32> {
    let short = || stop(input, block, size_of::<i32>() as u64);
    le_i32::<_, ()>.parse(input).map_err(|_| short())
}

#[inline(always)]
fn record<const N: usize>(input: &[u8], block: Block) -> Parsed<'_, &[u8; N]> {
    let short = || stop(input, block, N as u64);
    input.split_first_chunk().map(|(record, rest)| (rest, record)).ok_or_else(short)
}

#[inline(always)]
pub(crate) fn records<T: Record>(input: &[u8], block: Block, count: u64) -> Parsed<'_, Records<'_, T>> {
    let (input, run) = run(input, block, count.saturating_mul(size_of::<T>() as u64))?;
    Ok((input, Records::new(run)))
}

#[inline(always)]
fn run(input: &[u8], block: Block, needed: u64) -> Parsed<'_, &[u8]> {
    // A size that does not fit into `usize` is greater than any input.
    let count = usize::try_from(needed).unwrap_or(usize::MAX);
    take::<_, _, ()>(count).parse(input).map_err(|_| stop(input, block, needed))
}

#[cold]
fn stop(input: &[u8], block: Block, needed: u64) -> Stop<'_> {
    Stop { at: input, kind: ParseErrorKind::Truncated { block, needed, left: input.len() } }
}
