//! All records of a file, up to the first missing record.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use nom::Offset;

use crate::code::Code;
use crate::error::ParseError;
use crate::frame::{Frame, Pose};
use crate::grammar::{self, Parsed, RecordFault};
use crate::location::{Location, PosePlace, Section};
use crate::raw::{Header, HeaderField, Record, Records, St, Triangle};
use crate::skin::Skin;

/// The records of a file with triangles of the type `T`. Lists after the first missing record are empty.
#[derive(Clone, Debug)]
pub(crate) struct Parts<'a, T: Record = Triangle> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) skins: Vec<Skin<'a>>,
    pub(crate) st: Records<'a, St>,
    pub(crate) triangles: Records<'a, T>,
    pub(crate) frames: Vec<Frame<'a>>,
    pub(crate) poses: Vec<Pose<'a>>,
    pub(crate) rest: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Reads the records after the header, and also returns the fault at which the reading stopped.
    pub(crate) fn read(file: &'a [u8], header: Header) -> (Self, Option<ParseError>) {
        let mut parts = Self::new(file, header);
        let fault = parts.count(HeaderField::NumVerts).and_then(|count| parts.sections(count)).err();
        (parts, fault)
    }
}

impl<'a, T: Record> Parts<'a, T> {
    pub(crate) fn new(file: &'a [u8], header: Header) -> Self {
        Self {
            rest: file.get(Header::BYTES..).unwrap_or_default(),
            file,
            header,
            skins: Vec::new(),
            st: Records::default(),
            triangles: Records::default(),
            frames: Vec::new(),
            poses: Vec::new(),
        }
    }

    pub(crate) fn sections(&mut self, st_count: u32) -> Result<(), ParseError> {
        let size = [self.count(HeaderField::SkinWidth)?, self.count(HeaderField::SkinHeight)?];
        let (skins, vertices) = (self.count(HeaderField::NumSkins)?, self.count(HeaderField::NumVerts)?);
        let image_bytes = size.map(u64::from).into_iter().fold(1, u64::saturating_mul);
        self.skins.reserve_exact(self.reserved(skins, image_bytes));
        for index in 0..skins as usize {
            let skin = self.take(Location::Skin(index), |input, _, _| grammar::skin(input, size))?;
            self.skins.push(skin);
        }
        self.st = self.take(Location::Section(Section::St), |input, _, _| {
            grammar::records(input, "the skin coordinates", st_count.into())
        })?;
        let triangles = self.count(HeaderField::NumTris)?;
        self.triangles = self.take(Location::Section(Section::Triangles), |input, _, _| {
            grammar::records(input, "the triangles", triangles.into())
        })?;
        let (frames, vertices) = (self.count(HeaderField::NumFrames)?, vertices as usize);
        let singles = self.reserved(frames, grammar::pose_bytes(vertices));
        self.frames.reserve_exact(singles);
        self.poses.reserve_exact(singles);
        for index in 0..frames as usize {
            let location = Location::Frame(index);
            self.take(location, |input, frames, poses| grammar::frame(input, vertices, frames, poses))?;
        }
        Ok(())
    }

    pub(crate) fn take<V>(
        &mut self,
        location: Location,
        parser: impl FnOnce(&'a [u8], &mut Vec<Frame<'a>>, &mut Vec<Pose<'a>>) -> Parsed<'a, V>,
    ) -> Result<V, ParseError> {
        let stop = match parser(self.rest, &mut self.frames, &mut self.poses) {
            Ok((rest, record)) => {
                self.rest = rest;
                return Ok(record);
            }
            Err(stop) => stop,
        };
        let (left, offset) = (stop.at.len(), self.offset_of(stop.at));
        Err(match stop.fault {
            RecordFault::Truncated { block, needed } => {
                let found = format_args!("the file ends after {left} bytes of {block}");
                ParseError::new(Code::Truncated, location, offset, found, needed)
            }
            RecordFault::GroupCount(found) => ParseError::new(
                Code::GroupCount,
                location,
                offset,
                format_args!("{found} members"),
                "1 or more",
            ),
        })
    }

    fn count(&self, field: HeaderField) -> Result<u32, ParseError> {
        let found = self.header.count(field);
        u32::try_from(found).map_err(|_| negative(Location::Header(field), field.offset(), found))
    }

    /// Returns the capacity to reserve for `count` records: at most the number that fits into the rest of the file. A record
    /// takes at least `bytes` bytes, plus four bytes for its type.
    fn reserved(&self, count: u32, bytes: u64) -> usize {
        let record = bytes.saturating_add(size_of::<i32>() as u64);
        let fitting = (self.rest.len() as u64).checked_div(record).unwrap_or(0);
        usize::try_from(fitting.min(count.into())).unwrap_or(0)
    }

    pub(crate) fn qmex(&self) -> Option<&'a [u8]> {
        Some(self.rest).filter(|bytes| bytes.starts_with(b"QMEX"))
    }

    pub(crate) fn offset_of(&self, part: &[u8]) -> usize {
        self.file.offset(part)
    }

    pub(crate) fn record_offset<R: Record>(&self, records: Records<'_, R>, i: usize) -> usize {
        self.offset_of(records.as_bytes()).saturating_add(i.saturating_mul(size_of::<R>()))
    }

    pub(crate) fn skin_offset(&self, skin: &Skin<'_>) -> usize {
        let behind = if skin.is_group() { skin.intervals.records().as_bytes() } else { skin.texels };
        self.offset_of(behind).saturating_sub(grammar::prefix_bytes(skin.is_group()))
    }

    pub(crate) fn frame_offset(&self, frame: &Frame<'_>) -> usize {
        self.offset_of(frame.bounds).saturating_sub(grammar::prefix_bytes(frame.is_group()))
    }

    pub(crate) fn pose_place(&self, index: usize) -> Location {
        let pose = self.poses.get(index);
        let Some((pose, frame)) = pose.and_then(|pose| Some((pose, self.frames.get(pose.frame)?))) else {
            return Location::Section(Section::Frames);
        };
        let in_group = index.checked_sub(frame.poses.start).filter(|_| frame.is_group());
        Location::Pose(PosePlace { frame: pose.frame, pose: in_group, name: pose.name() })
    }
}

pub(crate) fn negative(location: Location, offset: usize, found: i32) -> ParseError {
    ParseError::new(Code::Negative, location, offset, found, "0 or more")
}

impl Header {
    /// Returns the value of an integer field, such as a count or the width of the skins; 0 for all other fields.
    pub(crate) fn count(&self, field: HeaderField) -> i32 {
        self.integer(field).unwrap_or(0)
    }
}

pub(crate) const COUNTS: [HeaderField; 6] = [
    HeaderField::NumSkins,
    HeaderField::SkinWidth,
    HeaderField::SkinHeight,
    HeaderField::NumVerts,
    HeaderField::NumTris,
    HeaderField::NumFrames,
];
