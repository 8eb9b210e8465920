//! Findings about single fields of the header.

use super::Findings;
use crate::code::Code;
use crate::engine::{self, Engines};
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{HeaderField, VERSION};
use crate::section::{MAX_INDEXED, Section, frame_bytes, frame_bytes_lacking};

/// Limits of the counts in the header: for each count one or two limits, each with the engines that enforce it.
///
/// `qfiles.h` defines the first limit of each count except skin coordinates, whose limit comes from David Henry's
/// specification. The original game and yquake2 enforce only the limits of skins and vertices. Q2PRO also limits
/// triangles and frames.
const LIMITS: [(HeaderField, &[(Engines, i32)]); 5] = [
    (HeaderField::NumSkins, &[(engine::GAMES, 32)]),
    (HeaderField::NumXyz, &[(engine::GAMES, 2048)]),
    (HeaderField::NumSt, &[(engine::NONE, 2048)]),
    (HeaderField::NumTris, &[(engine::NONE, 4096), (engine::Q2PRO, 6144)]),
    (HeaderField::NumFrames, &[(engine::NONE, 512), (engine::Q2PRO, 1024)]),
];

pub(super) fn limits() -> impl Iterator<Item = (HeaderField, Engines, usize)> {
    LIMITS.into_iter().flat_map(|(field, limits)| {
        limits.iter().map(move |(engines, most)| (field, *engines, usize::try_from(*most).unwrap_or(0)))
    })
}

/// The greatest frame size in bytes that Q2PRO allows: a frame of 2048 vertices.
const Q2PRO_FRAME_BYTES: usize = frame_bytes(2048);

/// The alignments, in bytes, that Q2PRO requires of section offsets and of the frame size.
const ALIGNMENTS: [(Section, HeaderField, i32); 4] = [
    (Section::St, HeaderField::OfsSt, 2),
    (Section::Triangles, HeaderField::OfsTris, 2),
    (Section::Frames, HeaderField::OfsFrames, 4),
    (Section::Frames, HeaderField::FrameSize, 4),
];

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let header = &parts.header;
    let mut add = |engines, code, field: HeaderField, expected: &str| {
        let (location, found) = (Location::Header(field), header.get(field));
        findings.add_for(engines, code, location, field.offset(), format_args!("{found}"), expected);
    };
    if header.version != VERSION {
        add(engine::ALL, Code::Version, HeaderField::Version, "8");
    }
    if header.skinwidth <= 0 {
        add(engine::Q2PRO, Code::SkinSize, HeaderField::SkinWidth, "1 or more");
    }
    if header.skinheight <= 0 {
        add(engine::Q2PRO, Code::SkinSize, HeaderField::SkinHeight, "1 or more");
    }
    if header.skinheight > 480 {
        add(Code::SkinHeight.engines(), Code::SkinHeight, HeaderField::SkinHeight, "at most 480");
    }
    if let Some(needed) = frame_bytes_lacking(header) {
        add(engine::ALL, Code::FrameSize, HeaderField::FrameSize, &alloc::format!("at least {needed}"));
    }
    let is_large = || usize::try_from(header.framesize).is_ok_and(|found| found > Q2PRO_FRAME_BYTES);
    if header.num_frames > 0 && is_large() {
        let expected = alloc::format!("at most {Q2PRO_FRAME_BYTES}");
        add(engine::Q2PRO, Code::Limit, HeaderField::FrameSize, &expected);
    }
    for (field, limits) in LIMITS {
        let found = header.get(field);
        let unreachable = match field {
            HeaderField::NumXyz | HeaderField::NumSt => MAX_INDEXED,
            _ => usize::MAX,
        };
        if found < 0 {
            add(engine::ALL, Code::NegativeCount, field, "0 or more");
        } else if usize::try_from(found).is_ok_and(|found| found > unreachable) {
            add(engine::ALL, Code::CountUnreachable, field, &alloc::format!("at most {unreachable}"));
        }
        // The limits ascend, and the last one is that of an engine.
        if let Some(&(engines, limit)) = limits.iter().rfind(|(_, limit)| found > *limit) {
            let code = if engines.is_empty() { Code::LimitOnPaper } else { Code::Limit };
            add(engines, code, field, &alloc::format!("at most {limit}"));
        }
        if found == 0 && field != HeaderField::NumSkins {
            add(Code::Empty.engines(), Code::Empty, field, "1 or more");
        }
    }
    for (section, field, alignment) in ALIGNMENTS {
        if header.get(section.count_field()) > 0 && header.get(field) % alignment != 0 {
            add(engine::Q2PRO, Code::Misaligned, field, &alloc::format!("a multiple of {alignment}"));
        }
    }
}
