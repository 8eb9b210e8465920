//! Opening what can be opened.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::fmt;

use md2_common::UP_NORMAL;

use crate::damage::{self, TextDamage};
use crate::error::{ParseError, ParseErrorKind};
use crate::faults::FrameFault;
use crate::frame;
use crate::glcmds::{GlCommands, GlDefect};
use crate::lenient::Lenient;
use crate::model::{Frame, Model};
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, IDENT, Triangle, VERSION};
use crate::section::{Section, frame_bytes_lacking};
use crate::stripify::stripify;
use crate::view::Md2;

/// Opens a file as far as it can be opened, and lists every repair.
///
/// What [`Md2::parse`] accepts is opened without repairs. Of any other file those records are kept that are whole
/// and make sense; they must include a frame and a triangle, unless the file announces none.
///
/// ```
/// # let file = md2_testdata::one_triangle().build();
/// # let file = &file.bytes()[..file.offset_of("frame[1].name")];
/// // The download broke off inside the second frame.
/// let salvaged = md2_format::salvage(file)?;
/// assert_eq!(salvaged.model.frames.len(), 1);
/// assert_eq!(salvaged.repairs[0].to_string(), "frames: kept 1 of 2, the rest lies outside the file");
/// # Ok::<(), md2_format::ParseError>(())
/// ```
///
/// # Errors
/// If nothing worth opening is left, what [`Md2::parse`] says about the file.
pub fn salvage(file: &[u8]) -> Result<Salvaged, ParseError> {
    let error = match open(file) {
        Ok(salvaged) => return Ok(salvaged),
        Err(error) => error,
    };
    match error.damage {
        Some(TextDamage::LfToCrLf) => {
            let restored = damage::undo_cr_lf(file);
            let removed = file.len().saturating_sub(restored.len());
            let mut salvaged = open(&restored).or_else(|_| repair(&restored).ok_or(error))?;
            salvaged.repairs.insert(0, Repair::LineEnds { removed });
            Ok(salvaged)
        }
        // The counts are nonsense then; records found by them would be as well.
        Some(TextDamage::Utf8) => Err(error),
        _ if matches!(error.kind, ParseErrorKind::NotMd2 { .. }) => Err(error),
        _ => repair(file).ok_or(error),
    }
}

/// A model that was opened by [`salvage`], and what it took.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Salvaged {
    /// What could be opened. It can be written, and is what [`Md2::parse`] accepts.
    pub model: Model,
    /// What had to be repaired; empty if the file was sound.
    pub repairs: Vec<Repair>,
}

/// Something that [`salvage`] did.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Repair {
    /// Each CR LF was turned back into LF.
    LineEnds {
        /// Number of CRs removed.
        removed: usize,
    },
    /// The version was taken for 8.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// A count was taken for 0, or brought down to what indices can reach.
    Count {
        /// The field of the header.
        field: HeaderField,
        /// The value in the header.
        found: i32,
        /// The value used.
        used: usize,
    },
    /// `framesize` was replaced by what the vertices need.
    FrameSize {
        /// The value in the header.
        found: i32,
        /// The value used.
        used: usize,
    },
    /// Records that lie outside the file were dropped.
    Cut {
        /// The section.
        section: Section,
        /// Number of records kept.
        kept: usize,
        /// Number of records in the header.
        announced: usize,
    },
    /// The bytes that `framesize` allows behind the vertices of a frame were done without in the last one.
    Padding {
        /// How many of them the file lacks.
        missing: usize,
    },
    /// Triangles that refer to what is not there were dropped.
    Triangles {
        /// Index of the first.
        first: usize,
        /// How many.
        dropped: usize,
    },
    /// A frame whose scale or translation is infinite or not a number was given its neighbor's.
    NotFinite {
        /// Index of the frame.
        frame: usize,
    },
    /// Normal indices of 162 and above were replaced by that of straight up.
    Normals {
        /// How many.
        replaced: usize,
    },
    /// The OpenGL commands were built anew from the triangles.
    GlCommands {
        /// What was wrong with them; `None` if the file holds none of those it announces.
        defect: Option<GlDefect>,
    },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnds { removed } => write!(f, "file: turned {removed} CR LF back into LF"),
            Self::Version { found } => write!(f, "header, version: read {found} as 8"),
            Self::Count { field, found, used } => {
                write!(f, "header, {}: read {found} as {used}", field.name())
            }
            Self::FrameSize { found, used } => write!(f, "header, framesize: read {found} as {used}"),
            Self::Cut { section, kept, announced } => {
                write!(f, "{section}: kept {kept} of {announced}, the rest lies outside the file")
            }
            Self::Padding { missing } => {
                write!(f, "frames: did without {missing} bytes behind the vertices of the last")
            }
            Self::Triangles { first, dropped } => {
                write!(
                    f,
                    "triangle {first}: dropped {dropped} that refer to what is not there, this is the first"
                )
            }
            Self::NotFinite { frame } => {
                write!(f, "frame {frame}: scale or translation is not finite, taken from its neighbor")
            }
            Self::Normals { replaced } => {
                write!(f, "frames: replaced {replaced} normals beyond the table by up")
            }
            Self::GlCommands { defect: Some(defect) } => {
                write!(f, "glcmds: built anew, because of {defect}")
            }
            Self::GlCommands { defect: None } => f.write_str("glcmds: built anew, the file holds none"),
        }
    }
}

/// The file as it is, if it is sound.
fn open(file: &[u8]) -> Result<Salvaged, ParseError> {
    Md2::parse(file).map(|view| Salvaged { model: view.to_model(), repairs: Vec::new() })
}

/// What is left of the file, if that is a frame and a triangle.
fn repair(file: &[u8]) -> Option<Salvaged> {
    let mut repairs = Vec::new();
    let parts = Lenient::new(file).filter(|parts| i32::to_le_bytes(parts.header.ident) == IDENT)?;
    let header = repair_header(&parts.header, &mut repairs);
    if let Some(used) = frame_bytes_lacking(&header) {
        repairs.push(Repair::FrameSize { found: header.framesize, used });
    }

    let mut model = Model {
        skin_width: header.skinwidth,
        skin_height: header.skinheight,
        skins: parts.skins.iter().map(|skin| skin.field).collect(),
        st: parts.st.iter().take(ParseOptions::FORMAT.max_st).copied().collect(),
        frames: parts.frames().map(|frame| owned(&frame)).collect(),
        ..Model::default()
    };
    for (section, kept) in [
        (Section::Skins, model.skins.len()),
        (Section::St, parts.st.len()),
        (Section::Triangles, parts.triangles.len()),
        (Section::Frames, model.frames.len()),
    ] {
        let announced = parts.extent(section).count;
        if kept < announced {
            repairs.push(Repair::Cut { section, kept, announced });
        }
    }
    let frames_end = parts.extent(Section::Frames).record(model.frames.len());
    let missing = frames_end.saturating_sub(file.len());
    if missing > 0 && !model.frames.is_empty() {
        repairs.push(Repair::Padding { missing });
    }
    repair_scales(&mut model.frames, &mut repairs);
    repair_normals(&mut model.frames, &mut repairs);

    let in_range = |triangle: &&Triangle| parts.is_in_range(triangle);
    model.triangles = parts.triangles.iter().filter(in_range).copied().collect();
    if let Some(first) = parts.triangles.iter().position(|triangle| !parts.is_in_range(triangle)) {
        let dropped = parts.triangles.len().saturating_sub(model.triangles.len());
        repairs.push(Repair::Triangles { first, dropped });
    }

    let lost = |count: i32, kept: usize| count != 0 && kept == 0;
    if lost(header.num_frames, model.frames.len()) || lost(header.num_tris, model.triangles.len()) {
        return None;
    }
    model.gl_commands = parts.gl_words.to_vec();
    let defect = GlCommands::new(parts.gl_words, parts.vertex_count).defect();
    if defect.is_some() || lost(header.num_glcmds, parts.gl_words.len()) {
        model.gl_commands = stripify(&model.triangles, &model.st).to_words(model.skin_size());
        repairs.push(Repair::GlCommands { defect });
    }
    Some(Salvaged { model, repairs })
}

/// Reports the values of the header that [`Lenient`] reads as others.
fn repair_header(header: &Header, repairs: &mut Vec<Repair>) -> Header {
    let mut header = *header;
    if header.version != VERSION {
        repairs.push(Repair::Version { found: header.version });
    }
    let mut negative = |count: &mut i32, field| {
        if *count < 0 {
            repairs.push(Repair::Count { field, found: *count, used: 0 });
            *count = 0;
        }
    };
    negative(&mut header.num_skins, HeaderField::NumSkins);
    negative(&mut header.num_xyz, HeaderField::NumXyz);
    negative(&mut header.num_st, HeaderField::NumSt);
    negative(&mut header.num_tris, HeaderField::NumTris);
    negative(&mut header.num_frames, HeaderField::NumFrames);
    for (field, limit) in [
        (HeaderField::NumXyz, ParseOptions::FORMAT.max_vertices),
        (HeaderField::NumSt, ParseOptions::FORMAT.max_st),
    ] {
        let found = header.get(field);
        if usize::try_from(found).is_ok_and(|found| found > limit) {
            repairs.push(Repair::Count { field, found, used: limit });
        }
    }
    header
}

/// A copy of the frame, without the vertices that no triangle can reach.
fn owned(frame: &frame::Frame<'_>) -> Frame {
    Frame {
        name: *frame.raw_name(),
        scale: frame.scale(),
        translate: frame.translate(),
        vertices: frame.vertices().iter().take(ParseOptions::FORMAT.max_vertices).copied().collect(),
    }
}

/// Gives frames without a usable scale and translation those of the frame before, or else of the first usable one.
fn repair_scales(frames: &mut [Frame], repairs: &mut Vec<Repair>) {
    let usable = |frame: &Frame| FrameFault::of(frame.scale, frame.translate).next().is_none();
    let first = frames.iter().find(|frame| usable(frame)).map(|frame| (frame.scale, frame.translate));
    let mut last = first.unwrap_or(([1.0; 3], [0.0; 3]));
    for (index, frame) in frames.iter_mut().enumerate() {
        if usable(frame) {
            last = (frame.scale, frame.translate);
        } else {
            (frame.scale, frame.translate) = last;
            repairs.push(Repair::NotFinite { frame: index });
        }
    }
}

fn repair_normals(frames: &mut [Frame], repairs: &mut Vec<Repair>) {
    let mut replaced = 0_usize;
    for vertex in
        frames.iter_mut().flat_map(|frame| &mut frame.vertices).filter(|vertex| !vertex.has_normal())
    {
        vertex.normal_index = UP_NORMAL;
        replaced = replaced.saturating_add(1);
    }
    if replaced > 0 {
        repairs.push(Repair::Normals { replaced });
    }
}
