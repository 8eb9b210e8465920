//! Types and functions for the salvage of damaged files that several formats share.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// A repaired file with the readable records of a damaged file, and the repairs that were needed.
#[derive(Clone, Debug, PartialEq)]
pub struct SalvagedFile<L> {
    /// The repaired file, which parsing accepts. It is equal to the original file if there are no repairs.
    pub bytes: Vec<u8>,
    /// The repairs; empty if the file was undamaged.
    pub repairs: Vec<Repair<L>>,
}

/// A repair and the place of the damage. As text, it reads for example `frame 3: dropped: type 77, expected 0 or 1 (byte
/// 0x1f0)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair<L> {
    /// The place of the repair in the model, such as a frame.
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
    /// Creates a repair from its place and its texts.
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

/// Returns the records that may be damaged in a file in which bytes are missing or extra at one unknown place. All
/// records before the place are at their offsets, and all records after the place have moved by the same distance.
///
/// `in_place` returns whether record `i` is plausible at its offset, and `moved` whether it is plausible at the moved
/// offset.
///
/// ```
/// use md2_common::salvage::uncertain;
///
/// // Records 0 to 4 are plausible at their offsets, and records 4 to 9 at the moved offsets. Record 3 is damaged near its end.
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
