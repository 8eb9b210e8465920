//! Repairs, and the places of the damage.

use std::fmt;

/// A repair and the place of the damage. As text, it reads for example `frame 3: lost, replaced by frame 2 (byte 0x1f0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The place in the model, such as `frame 3`.
    pub place: String,
    /// The change that the repair made.
    pub done: String,
    /// Byte offset of the damage in the file.
    pub offset: usize,
    /// Whether the repair may have lost or replaced content of the model.
    pub is_loss: bool,
}

impl Repair {
    /// Creates a repair that loses content of the model.
    pub(crate) fn loss(place: impl Into<String>, offset: usize, done: impl Into<String>) -> Self {
        Self { place: place.into(), done: done.into(), offset, is_loss: true }
    }

    /// Adds the name of the part to the place.
    pub(crate) fn in_part(self, part: &str) -> Self {
        let place = if part.is_empty() { self.place } else { format!("{part}, {}", self.place) };
        Self { place, ..self }
    }

    /// Creates a repair of a number in a header.
    pub(crate) fn number(name: &str, offset: usize, found: i32, used: i32) -> Self {
        let repair = Self::loss(format!("header, {name}"), offset, format!("read {found} as {used}"));
        Self { is_loss: false, ..repair }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {:#x})", self.place, self.done, self.offset)
    }
}
