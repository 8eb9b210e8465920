//! Restoration of files that a program converted as if they were text, even if parsing accepts the files.

use crate::damage::text_damage;
use crate::salvage::{SalvagedModel, put_back_returns, undo_line_ends};
use crate::text_damage::TextDamage;

/// Undoes a text conversion, such as changed line ends, even if [`Md2::parse`](crate::Md2::parse) accepts the file.
/// Parsing cannot detect that the vertices of the last frames are shifted by a few bytes, which distorts these frames.
///
/// Returns `None` if there is no sign of a conversion, or if the offsets of the lost bytes cannot be determined.
/// [`salvage`](crate::salvage()) undoes conversions of files that parsing rejects.
///
/// ```
/// # let file = md2_testdata::one_triangle().build();
/// # let file = file.bytes();
/// assert_eq!(md2_format::restore(file), None, "an undamaged file");
/// ```
#[must_use]
pub fn restore(file: &[u8]) -> Option<SalvagedModel> {
    match text_damage(file)? {
        TextDamage::CrLfToLf => put_back_returns(file),
        TextDamage::LfToCrLf => undo_line_ends(file),
        TextDamage::Utf8 => None,
    }
}
