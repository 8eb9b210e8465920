//! Undoing a text conversion, even of a file that parsing accepts.

use crate::damage::text_damage;
use crate::salvage::{SalvagedModel, put_back_returns, undo_line_ends};
use crate::text_damage::TextDamage;

/// Undoes a text conversion, even of a file that [`Md2::parse`](crate::Md2::parse) accepts: the converted bytes may
/// come after everything that parsing checks, and show only as frames that tremble or fly apart.
///
/// Returns `None` if the file shows no conversion, or if the places of the lost bytes are not proven.
/// [`salvage`](crate::salvage()) does the same for files that parsing refuses.
///
/// ```
/// # let file = md2_testdata::one_triangle().build();
/// # let file = file.bytes();
/// assert_eq!(md2_format::restore(file), None, "a sound file");
/// ```
#[must_use]
pub fn restore(file: &[u8]) -> Option<SalvagedModel> {
    match text_damage(file)? {
        TextDamage::CrLfToLf => put_back_returns(file),
        TextDamage::LfToCrLf => undo_line_ends(file),
        TextDamage::Utf8 => None,
    }
}
