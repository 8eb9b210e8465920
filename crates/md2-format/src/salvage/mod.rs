//! Opening what can be opened.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

#[allow(clippy::arithmetic_side_effects, reason = "64 bits hold what 32-bit numbers of a header add up to")]
mod arrangement;
#[allow(
    clippy::arithmetic_side_effects,
    reason = "the arrangement was found to lie inside a file of 31 bits"
)]
mod line_ends;
mod records;
mod repair;
mod sense;

use alloc::vec::Vec;

use crate::error::{ParseError, ParseErrorKind};
use crate::glcmds::GlDefectKind;
use crate::lenient::Lenient;
use crate::model::Model;
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, IDENT};
use crate::text_damage::TextDamage;
use crate::view::Md2;

pub(crate) use line_ends::{
    header_with_lost_returns, makes_sense_where_it_is, restore as put_back_returns, undo_cr_lf,
};
pub use repair::Repair;

/// Opens a file as far as it can be opened, and lists every repair.
///
/// What [`Md2::parse`] accepts is opened without repairs. Of any other file those records are kept that are whole
/// and make sense; they must include a frame and a triangle, unless the file announces none.
///
/// Nothing is invented. Numbers of the header that contradict the others are replaced by what these prove, so that no
/// section is read from the bytes of another; triangles that refer to nothing and frames whose numbers make no sense
/// beside those of the others are dropped. If the file went through a conversion as text, CRs are taken out or put back
/// first; where it is not proven that a record is as it was, the record is dropped.
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
pub fn salvage(file: &[u8]) -> Result<SalvagedModel, ParseError> {
    let error = match open(file) {
        Ok(salvaged) => return Ok(salvaged),
        Err(error) => error,
    };
    if error.damage == Some(TextDamage::LfToCrLf) { undo_line_ends(file) } else { mend(file, &error) }
        .ok_or(error)
}

/// The model of a file with a CR before each LF, if anything is left of it without them.
pub(crate) fn undo_line_ends(file: &[u8]) -> Option<SalvagedModel> {
    let restored = undo_cr_lf(file);
    let removed = file.len().saturating_sub(restored.len());
    // What it lost before may be so late in the file that the rest is sound by chance.
    let is_whole = makes_sense_where_it_is(&restored);
    let before = if is_whole { None } else { line_ends::restore(&restored) };
    let as_it_is = || open(&restored).or_else(|left| mend(&restored, &left).ok_or(left)).ok();
    let mut salvaged = before.or_else(as_it_is)?;
    salvaged.repairs.insert(0, Repair::LineEnds { removed });
    Some(salvaged)
}

/// A model that was opened by [`salvage`], and what it took.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SalvagedModel {
    /// What could be opened. It can be written, and is what [`Md2::parse`] accepts.
    pub model: Model,
    /// What had to be repaired; empty if the file was sound.
    pub repairs: Vec<Repair>,
}

impl SalvagedModel {
    /// Whether nothing was lost: the file was sound, or a conversion as text could be undone to the last byte. The
    /// model is then written as the file was.
    #[must_use]
    pub fn is_restored(&self) -> bool {
        let undoes =
            |repair: &Repair| matches!(repair, Repair::LineEnds { .. } | Repair::LostCarriageReturns { .. });
        self.repairs.iter().all(undoes)
    }

    /// Whether nothing is known to be lost: only the header was mended, or bytes between the records, and all records that
    /// were found are in the model as they are in the file.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.repairs.iter().all(|repair| match repair {
            Repair::LineEnds { .. }
            | Repair::LostCarriageReturns { .. }
            | Repair::Version { .. }
            | Repair::Offset { .. }
            | Repair::FrameSize { .. }
            | Repair::Padding { .. } => true,
            // None was found, or what no index can reach was left away.
            Repair::Count { used: 0, .. } => false,
            Repair::Count { field: HeaderField::NumXyz, used, .. } => {
                *used < ParseOptions::FORMAT.max_vertices
            }
            Repair::Count { field: HeaderField::NumSt, used, .. } => *used < ParseOptions::FORMAT.max_st,
            Repair::Count { .. } => true,
            _ => false,
        })
    }

    /// Whether so much had to be repaired that the records were probably not where they were looked for.
    fn looks_shifted(&self) -> bool {
        let vertices: usize = self.model.frames.iter().map(|frame| frame.vertices.len()).sum();
        self.repairs.iter().any(|repair| match repair {
            Repair::Senseless { .. } | Repair::Torn { .. } | Repair::NotFinite { .. } => true,
            Repair::Triangles { dropped, .. } => *dropped > self.model.triangles.len() / 8,
            Repair::Normals { replaced } => *replaced > vertices / 16,
            Repair::GlCommands { defect: Some(defect) } => {
                defect.kind.is_fatal() && !matches!(defect.kind, GlDefectKind::CountPastEnd { .. })
            }
            _ => false,
        })
    }
}

/// The file as it is, if it is sound.
fn open(file: &[u8]) -> Result<SalvagedModel, ParseError> {
    Md2::parse(file).map(|view| SalvagedModel { model: view.to_model(), repairs: Vec::new() })
}

/// What can be opened of a file that parsing refuses for `error`.
fn mend(file: &[u8], error: &ParseError) -> Option<SalvagedModel> {
    match error.damage {
        Some(TextDamage::CrLfToLf) => {
            let restored = line_ends::restore(file);
            // What went wrong at a few places only is no shift, though it looked like one.
            let as_it_is = || repair(file).filter(|salvaged| !salvaged.looks_shifted());
            restored.or_else(as_it_is).or_else(|| line_ends::before_first(file))
        }
        // The counts are nonsense then; records found by them would be as well.
        Some(TextDamage::Utf8) => None,
        _ if matches!(error.kind, ParseErrorKind::NotMd2 { .. }) => None,
        _ => repair(file),
    }
}

/// The header that the file must have had.
pub(crate) fn mended_header(file: &[u8], header: &Header) -> Header {
    arrangement::mend(file, header)
}

/// What is left of the file, if that is a frame and a triangle.
fn repair(file: &[u8]) -> Option<SalvagedModel> {
    let found = Lenient::new(file).map(|parts| parts.header)?;
    let has_ident = i32::to_le_bytes(found.ident) == IDENT;
    let header = has_ident.then(|| arrangement::mend(file, &found))?;
    records::collect(file, &found, &header)
}
