//! Salvage of damaged files: the parts that several formats share.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// The part of a damaged file that can be read, and the repairs that were needed.
#[derive(Clone, Debug, PartialEq)]
pub struct SalvagedFile<L> {
    /// A file that the strict parser accepts. Equal to the original file if there are no repairs.
    pub bytes: Vec<u8>,
    /// The repairs; empty if the file was undamaged.
    pub repairs: Vec<Repair<L>>,
}

/// A repair, with its place. Its text is, for example, `frame 3: dropped: type 77, expected 0 or 1 (byte 0x1f0)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair<L> {
    /// The repaired place in the model.
    pub location: L,
    /// Byte offset of the damage in the file.
    pub offset: usize,
    /// The change, such as `dropped`.
    pub done: String,
    /// The value found, as text.
    pub found: String,
    /// The allowed values, as text; empty if they are obvious.
    pub expected: String,
}

impl<L> Repair<L> {
    /// Creates a repair from texts.
    pub fn new(
        location: L,
        offset: usize,
        done: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { location, offset, done: done.into(), found: found.into(), expected: expected.into() }
    }
}

impl<L: fmt::Display> fmt::Display for Repair<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.location, self.done, self.found)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        write!(f, " (byte {:#x})", self.offset)
    }
}

/// Returns the records that cannot be trusted in a file with missing or extra bytes at one unknown place. All records
/// before them are at their offsets, and all records after them have moved by the same distance.
///
/// `in_place` and `moved` return whether record `i` is plausible at its offset and at the moved offset.
///
/// ```
/// use md2_common::salvage::uncertain;
///
/// // Records 0 to 4 are plausible in place, and records 4 to 9 where they may have moved. Record 3 is torn near its end.
/// assert_eq!(uncertain(10, |i| i < 5, |i| i >= 4), 3..5);
/// assert_eq!(uncertain(10, |i| i < 3, |i| i >= 6), 3..6);
/// assert_eq!(uncertain(10, |_| true, |_| false), 10..10);
/// ```
#[must_use]
pub fn uncertain(count: u64, in_place: impl Fn(u64) -> bool, moved: impl Fn(u64) -> bool) -> Range<u64> {
    let Some(first) = (0..count).find(|&i| !in_place(i)) else { return count..count };
    let end = (0..count).rev().find(|&i| !moved(i)).map_or(0, |last| last + 1);
    first.min(end.saturating_sub(1))..first.max(end)
}
