//! Undoing a conversion as text, whether or not the file is accepted in spite of it.

use crate::damage::text_damage;
use crate::salvage::{SalvagedModel, put_back_returns, undo_line_ends};
use crate::text_damage::TextDamage;

/// Undoes a conversion as text, also in a file that [`Md2::parse`](crate::Md2::parse) accepts in spite of it: what was converted may lie behind
/// all that is checked, and only show as frames that tremble or fly apart.
///
/// `None` if the file shows no conversion, or if where bytes are lost is not proven. [`salvage`](crate::salvage()) does the same for
/// files that are refused.
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
