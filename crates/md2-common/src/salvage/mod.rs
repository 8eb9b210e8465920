//! Types and functions for the salvage of damaged files that several formats share.

mod block;

pub use block::{Block, RecordList, fitting_count, lost_records};

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::report::write_place;

/// A repaired file with the readable records of a damaged file, and the repairs that were needed.
#[derive(Clone, Debug, PartialEq)]
pub struct SalvagedFile<L> {
    /// The repaired file, which parsing accepts. Without repairs, it is equal to the given file.
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
    /// The change that the repair made, such as `dropped`.
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

    /// Creates the repair of a number: the file contains the number `found`, which was replaced by `used`.
    pub fn read_as(location: L, offset: usize, found: i32, used: i32) -> Self {
        Self::new(location, offset, format!("read as {used}"), found.to_string(), used.to_string())
    }
}

impl<L: fmt::Display> fmt::Display for Repair<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = format_args!("{}: {}", self.location, self.done);
        write_place(f, &place, &self.found, &self.expected)?;
        write!(f, " (byte {:#x})", self.offset)
    }
}
