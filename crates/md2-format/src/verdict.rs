//! The verdict about a file.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::string::String;

use md2_common::Verdict;
use md2_common::overwritten::{StoredVertex, describe_zeros, zero_block, zero_run, zeroed_vertices};

use crate::code::Code;
use crate::error::ParseError;
use crate::frame::Frame;
use crate::location::Location;
use crate::parse::in_header;
use crate::raw::{FrameHeader, Header, HeaderField, Vertex};
use crate::reach::{FAR, fit_together, reach};
use crate::section::{Extent, Section, extents_by_offset};
use crate::text_damage::{is_shifted, text_damage};
use crate::view::Md2;

/// Judges a file without searching for its records.
///
/// A file is doubtful if parsing accepts it, but sections overlap, the file is shorter than its header states, it is
/// longer and some records are implausible at their offsets, or a frame is far larger than all other frames. If a
/// program has probably converted the file as if it were text, the reason also says so.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// use md2_format::Verdict;
///
/// assert_eq!(md2_format::verdict(&file), Verdict::Sound);
/// let Verdict::Doubtful(sign) = md2_format::verdict(&file[..file.len() - 4]) else { panic!("bytes are missing") };
/// assert_eq!(sign.to_string(), "header, ofs_end: the file is 4 bytes shorter than its header states (byte 0x40)");
/// assert!(matches!(md2_format::verdict(b"IDP2"), Verdict::Refused(_)));
/// ```
pub fn verdict(file: &[u8]) -> Verdict<ParseError> {
    match Md2::parse(file) {
        Ok(md2) => md2.doubt().map_or(Verdict::Sound, Verdict::Doubtful),
        Err(mut error) => {
            if let Some(conversion) = text_damage(file) {
                error.code = conversion.code();
                let end = if error.expected.is_empty() { &mut error.found } else { &mut error.expected };
                end.push_str(&format!("; {conversion}"));
            }
            Verdict::Refused(error)
        }
    }
}

impl Md2<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: the reason for which [`verdict`] calls the file
    /// doubtful.
    ///
    /// For a file as long as its header states, the function reads only the header and the frames.
    pub fn doubt(&self) -> Option<ParseError> {
        self.overlap()
            .or_else(|| self.wrong_length())
            .or_else(|| self.far_frame())
            .or_else(|| self.zeroed_frame())
    }

    /// Returns a section that starts inside another one.
    pub(crate) fn overlap(&self) -> Option<ParseError> {
        let mut end = Header::BYTES;
        for (section, extent) in extents_by_offset(&self.header) {
            if extent.start() < end {
                let found =
                    format_args!("the {section} start at byte {}, inside another section", extent.start());
                let expected = format_args!("byte {end} or later");
                return Some(in_header(Code::Overlap, section.offset_field(), found, expected));
            }
            // In some files, the padding of the last frame is missing.
            end = extent.record(extent.count.saturating_sub(1)).saturating_add(extent.record_bytes);
        }
        None
    }

    /// Returns the sign that bytes are missing, or that extra bytes or a text conversion have moved the records.
    pub(crate) fn wrong_length(&self) -> Option<ParseError> {
        let announced = i64::from(self.header.ofs_end);
        let extra = i64::try_from(self.file.len()).ok()?.saturating_sub(announced);
        let (bytes, relation) = (extra.unsigned_abs(), if extra < 0 { "shorter" } else { "longer" });
        let unit = if bytes == 1 { "byte" } else { "bytes" };
        let reason = |code, and: &str| {
            let found = format_args!("the file is {bytes} {unit} {relation} than its header states{and}");
            Some(in_header(code, HeaderField::OfsEnd, found, ""))
        };
        match text_damage(self.file) {
            Some(conversion) => reason(conversion.code(), &format!("; {conversion}")),
            None if extra < 0 => reason(Code::EndOutside, ""),
            None if extra > 0 && is_shifted(self.file) => {
                reason(Code::Displaced, ", and records are implausible at their offsets")
            }
            // Bytes after the last section are harmless.
            None => None,
        }
    }

    /// Returns a frame whose coordinates are far larger than those of all other frames.
    pub(crate) fn far_frame(&self) -> Option<ParseError> {
        let is_near = |frame: Frame<'_>| reach(frame.scale(), frame.translate()) <= FAR;
        if self.frames().all(is_near) {
            return None;
        }
        let frames = self.to_model().frames;
        let fits = fit_together(&frames);
        // A model with coordinates of one size may be in units of its own.
        fits.contains(&true).then_some(())?;
        let index = fits.iter().position(|fits| !fits)?;
        let frame = frames.get(index)?;
        let location = Location::Frame { frame: index, name: frame.name };
        let found = format_args!(
            "has coordinates up to {:e}, far larger than those of the other frames",
            reach(frame.scale, frame.translate)
        );
        let offset = Extent::new(&self.header, Section::Frames).record(index);
        Some(ParseError::new(Code::FarAway, location, offset, found, ""))
    }

    /// Returns the first frame with a block of zeros that the frames next to it do not have.
    pub(crate) fn zeroed_frame(&self) -> Option<ParseError> {
        let frames = Extent::new(&self.header, Section::Frames);
        let vertices =
            |index: usize| (index < self.frame_count()).then(|| self.frame(index).vertices().as_bytes());
        // Exporters name either all frames or none.
        let is_named = self.frames().any(|frame| !frame.name().as_bytes().is_empty());
        let zero_header = |index: usize| {
            let header = self.file.get(frames.record(index)..)?.get(..size_of::<FrameHeader>())?;
            (is_named && header.iter().all(|byte| *byte == 0)).then_some(frames.record(index))
        };
        let zeros = (0..self.frame_count()).find_map(zero_header).or_else(|| {
            let (index, at) = zero_block(vertices)?;
            frames.record(index).checked_add(size_of::<FrameHeader>())?.checked_add(at)
        });
        let zeros = zeros.map(|at| zero_run(self.file, at));
        let frame_at = |at: usize| {
            let index = at.saturating_sub(frames.start()).checked_div(frames.stride).unwrap_or(0);
            index.min(self.frame_count().saturating_sub(1))
        };
        let (index, found) = match zeros {
            Some(zeros) => {
                let (first, last) = (frame_at(zeros.start), frame_at(zeros.end.saturating_sub(1)));
                (first, describe_zeros(first, last))
            }
            None => (0, self.zeroed_vertices()?),
        };
        let location = Location::Frame { frame: index, name: self.frame(index).name() };
        Some(ParseError::new(Code::ZeroBlock, location, frames.record(index), found, ""))
    }

    /// Describes vertices of the only frame that were probably overwritten with zeros.
    fn zeroed_vertices(&self) -> Option<String> {
        let frame = (self.frame_count() == 1).then(|| self.frame(0))?;
        let stored = |(position, vertex): ([f32; 3], Vertex)| StoredVertex {
            position,
            has_zero_position: vertex.position == [0; 3],
            has_zero_normal: vertex.normal_index == 0,
        };
        let vertices = frame.positions().zip(frame.vertices().iter()).map(stored);
        let corners = self.triangles().iter().map(|triangle| triangle.xyz.map(usize::from));
        zeroed_vertices(vertices, corners)
    }
}
