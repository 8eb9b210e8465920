//! Salvage of damaged files.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod conversion;
#[allow(clippy::arithmetic_side_effects, reason = "sums of a header's 32-bit numbers fit into 64 bits")]
mod header;
#[allow(clippy::arithmetic_side_effects, reason = "the sections are inside a file of less than 2³¹ bytes")]
mod line_ends;
mod moved;
mod records;
mod repair;
mod sense;

use alloc::vec::Vec;

use crate::code::Code;
use crate::error::ParseError;
use crate::lenient::Lenient;
use crate::model::Model;
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, IDENT};
use crate::view::Md2;

pub use conversion::{TextDamage, text_damage};
use line_ends::{makes_sense_where_it_is, undo_cr_lf};
pub(crate) use moved::is_displaced;
use moved::{LostRecords, find_moved};
pub use repair::Repair;
pub(crate) use sense::{FAR, fit_together, reach};

/// Opens a damaged file, keeps as many of its records as possible, and lists all repairs.
///
/// The function does not change a file that is sound according to [`verdict`](crate::verdict()). In any other file, it
/// keeps the complete and plausible records. They must include a frame and a triangle, unless the header contains a frame
/// or triangle count of 0. A doubtful file may need no repair.
///
/// The function does not invent records. If a number in the header contradicts the other numbers, the value that follows from the others
/// replaces it, so that sections do not overlap. Triangles with invalid indices are dropped. If bytes are missing or extra at one place,
/// the records before and after this place are kept. Frames whose scale or translation does not match the other frames are dropped. Text
/// conversions are undone first, even if [`Md2::parse`] accepts the file; records whose bytes remain uncertain are dropped.
///
/// ```
/// # let file = md2_testdata::one_triangle().build();
/// # let file = &file.bytes()[..file.offset_of("frame[1].name")];
/// // The download ended inside the second frame.
/// let salvaged = md2_format::salvage(file)?;
/// assert_eq!(salvaged.model.frames.len(), 1);
/// assert_eq!(salvaged.repairs[0].to_string(), "frames: kept 1 of 2, the rest is beyond the end of the file");
/// # Ok::<(), md2_format::ParseError>(())
/// ```
///
/// # Errors
/// Returns the error of [`Md2::parse`] if the file contains no usable model.
pub fn salvage(file: &[u8]) -> Result<SalvagedModel, ParseError> {
    let conversion = text_damage(file);
    let salvaged = match Md2::parse(file) {
        Err(error) => return refused(file, conversion).ok_or(error),
        Ok(view) => match conversion {
            // Parsing cannot detect that the vertices of the last frames are shifted by a few bytes.
            Some(TextDamage::LfToCrLf) => undo_line_ends(file),
            Some(TextDamage::Utf8) => None,
            Some(TextDamage::CrLfToLf) => line_ends::restore(file).or_else(|| doubtful(&view)),
            None => doubtful(&view),
        },
    };
    salvaged.map_or_else(|| open(file), Ok)
}

/// Repairs a file that parsing accepts; `None` if it needs no repair.
fn doubtful(view: &Md2<'_>) -> Option<SalvagedModel> {
    let is_damaged = view.overlap().is_some()
        || find_moved(view.file, &view.header).is_some_and(|moved| moved.has_sections())
        || view.far_frame().is_some();
    if is_damaged { repair(view.file) } else { None }
}

fn refused(file: &[u8], conversion: Option<TextDamage>) -> Option<SalvagedModel> {
    match conversion {
        Some(TextDamage::LfToCrLf) => undo_line_ends(file),
        Some(TextDamage::CrLfToLf) => {
            let restored = line_ends::restore(file);
            // If the conversion cannot be undone, but the records have only a few faults, then the bytes are not shifted, and the
            // file is repaired as it is.
            let as_it_is = || repair(file).filter(|salvaged| !salvaged.looks_shifted());
            restored.or_else(as_it_is).or_else(|| line_ends::before_first_line_feed(file))
        }
        // The replacement characters also destroy the header, so the records cannot be found.
        Some(TextDamage::Utf8) => None,
        None => repair(file),
    }
}

fn undo_line_ends(file: &[u8]) -> Option<SalvagedModel> {
    let restored = undo_cr_lf(file);
    let removed = file.len().saturating_sub(restored.len());
    // An earlier conversion may have removed CRs near the end of the file. The shifted bytes after them may parse by chance, so
    // `restore` is tried first.
    let is_whole = makes_sense_where_it_is(&restored);
    let before = if is_whole { None } else { line_ends::restore(&restored) };
    let as_it_is = || {
        open(&restored).ok().or_else(|| match text_damage(&restored) {
            Some(TextDamage::LfToCrLf) => repair(&restored),
            conversion => refused(&restored, conversion),
        })
    };
    let mut salvaged = before.or_else(as_it_is)?;
    salvaged.repairs.insert(0, Repair::LineEnds { removed });
    Some(salvaged)
}

/// The result of [`salvage`]: a model and the repairs that were needed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SalvagedModel {
    /// The model. It can be written, and [`Md2::parse`] accepts the result.
    pub model: Model,
    /// The repairs; empty if the file was undamaged.
    pub repairs: Vec<Repair>,
}

impl SalvagedModel {
    /// Whether nothing was lost: the file was undamaged, or a text conversion was undone completely. Writing the model then gives
    /// the original file. A single restored CR is not sufficient, because a file that is one byte too short may have lost any byte.
    pub fn is_restored(&self) -> bool {
        let undoes = |repair: &Repair| match repair {
            Repair::LineEnds { .. } => true,
            Repair::LostCarriageReturns { restored } => *restored > 1,
            _ => false,
        };
        self.repairs.iter().all(undoes)
    }

    /// Whether the model probably has all records of the file without changes, because the repairs changed only the header, the
    /// line ends and the padding of the last frame.
    pub fn keeps_all(&self) -> bool {
        self.repairs.iter().all(|repair| match repair {
            Repair::LineEnds { .. }
            | Repair::LostCarriageReturns { .. }
            | Repair::Version { .. }
            | Repair::Offset { .. }
            | Repair::FrameSize { .. }
            | Repair::Padding { .. } => true,
            // These repairs found no record, or dropped records that indices cannot address.
            Repair::Count { used: 0, .. } => false,
            Repair::Count { field: HeaderField::NumXyz, used, .. } => {
                *used < ParseOptions::FORMAT.max_vertices
            }
            Repair::Count { field: HeaderField::NumSt, used, .. } => *used < ParseOptions::FORMAT.max_st,
            Repair::Count { .. } => true,
            _ => false,
        })
    }

    /// Whether the number of repairs shows that records were probably read at wrong offsets.
    fn looks_shifted(&self) -> bool {
        let vertices: usize = self.model.frames.iter().map(|frame| frame.vertices.len()).sum();
        self.repairs.iter().any(|repair| match repair {
            Repair::Senseless { .. } | Repair::Torn { .. } | Repair::NotFinite { .. } => true,
            Repair::Triangles { dropped, .. } => *dropped > self.model.triangles.len() / 8,
            Repair::Normals { replaced } => *replaced > vertices / 16,
            Repair::GlCommands { defect: Some(defect) } => defect.is_fatal() && defect.code != Code::GlCount,
            _ => false,
        })
    }
}

fn open(file: &[u8]) -> Result<SalvagedModel, ParseError> {
    Ok(SalvagedModel { model: Md2::parse(file)?.to_model(), repairs: Vec::new() })
}

pub(crate) fn mended_header(file: &[u8], header: &Header) -> Header {
    header::mend(file, header)
}

/// Returns a model with the usable records of the file. `None` if they do not include a frame and a triangle.
fn repair(file: &[u8]) -> Option<SalvagedModel> {
    let found = Lenient::new(file).map(|parts| parts.header)?;
    let has_ident = i32::to_le_bytes(found.ident) == IDENT;
    if !has_ident {
        return None;
    }
    let moved = find_moved(file, &found).and_then(|moved| {
        let mut salvaged = records::collect(&moved.put_back(file)?, &found, &found, &moved.lost)?;
        salvaged.repairs.splice(0..0, moved.repairs(&found));
        Some(salvaged)
    });
    let mended = || records::collect(file, &found, &header::mend(file, &found), &LostRecords::default());
    moved.or_else(mended)
}
