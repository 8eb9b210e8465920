//! Faults of single triangles and frames.
//!
//! Parsing and writing fail at the first fault. A check reports all faults. Salvage drops or repairs the records with
//! faults.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;
use core::mem::offset_of;

use crate::code::Code;
use crate::error::ParseError;
use crate::location::Location;
use crate::raw::{FrameHeader, Triangle};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) positions: usize,
    pub(crate) st: usize,
}

/// An index of a triangle that is out of range. Its text is, for example, `st index 9`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexFault {
    target: Target,
    pub(crate) corner: usize,
    pub(crate) found: u16,
    /// Number of positions or skin coordinates. The index must be below this number.
    pub(crate) count: usize,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    Position,
    St,
}

impl IndexFault {
    pub(crate) fn find_in(triangle: Triangle, counts: Counts) -> impl Iterator<Item = Self> + use<> {
        let targets =
            [(Target::Position, triangle.xyz, counts.positions), (Target::St, triangle.st, counts.st)];
        targets.into_iter().flat_map(|(target, indices, count)| {
            let faults =
                indices.into_iter().enumerate().filter(move |&(_, found)| usize::from(found) >= count);
            faults.map(move |(corner, found)| Self { target, corner, found, count })
        })
    }

    /// Whether an index of a triangle is out of range.
    ///
    /// Four triangles are compared as a list of 24 indices, without an early end. The compiler vectorizes this, because the length of the
    /// list is a multiple of its vectors.
    pub(crate) fn is_in_any(triangles: &[Triangle], counts: Counts) -> bool {
        if !triangles.is_empty() && (counts.positions == 0 || counts.st == 0) {
            return true;
        }
        let last = |count: usize| u16::try_from(count.saturating_sub(1)).unwrap_or(u16::MAX);
        let [position, st] = [last(counts.positions), last(counts.st)];
        let (fours, rest) = triangles.as_chunks::<4>();
        let last = [[position, position, position, st, st, st]; 4];
        let indices = |Triangle { xyz: [a, b, c], st: [d, e, f] }: Triangle| [a, b, c, d, e, f];
        // Differences to the last valid indices. They are 0 for valid indices.
        let mut past = [0; 24];
        for four in fours {
            let (found, last) = (four.map(indices), last.as_flattened());
            let pairs = found.as_flattened().iter().zip(last);
            past.iter_mut().zip(pairs).for_each(|(past, (index, last))| *past |= index.saturating_sub(*last));
        }
        let is_past = |triangle: &Triangle| {
            triangle.xyz.iter().any(|index| *index > position) || triangle.st.iter().any(|index| *index > st)
        };
        past != [0; 24] || rest.iter().any(is_past)
    }

    pub(crate) fn find_in_all(
        triangles: impl IntoIterator<Item = Triangle>,
        counts: Counts,
    ) -> impl Iterator<Item = (usize, Self)> {
        let faults =
            move |(index, triangle)| Self::find_in(triangle, counts).map(move |fault| (index, fault));
        triangles.into_iter().enumerate().flat_map(faults)
    }

    pub(crate) const fn is_st(&self) -> bool {
        matches!(self.target, Target::St)
    }

    /// Returns the error of the triangle with index `triangle`, whose record begins at `offset`.
    pub(crate) fn error(&self, triangle: usize, offset: usize) -> ParseError {
        let (code, field) = match self.target {
            Target::Position => (Code::PositionIndex, offset_of!(Triangle, xyz)),
            Target::St => (Code::StIndex, offset_of!(Triangle, st)),
        };
        let offset =
            offset.saturating_add(field).saturating_add(self.corner.saturating_mul(size_of::<u16>()));
        let location = Location::Corner { triangle, corner: self.corner };
        ParseError::new(code, location, offset, self, format_args!("below {}", self.count))
    }
}

impl fmt::Display for IndexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match self.target {
            Target::Position => "position",
            Target::St => "st",
        };
        write!(f, "{target} index {}", self.found)
    }
}

/// A value of a frame that is infinite or not a number. Its text is, for example, `scale [NaN, 1.0, 1.0]`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FrameFault {
    Scale([f32; 3]),
    Translate([f32; 3]),
}

impl FrameFault {
    pub(crate) fn find_in(scale: [f32; 3], translate: [f32; 3]) -> impl Iterator<Item = Self> {
        let is_finite = |values: [f32; 3]| values.iter().all(|value| value.is_finite());
        let scale = (!is_finite(scale)).then_some(Self::Scale(scale));
        let translate = (!is_finite(translate)).then_some(Self::Translate(translate));
        scale.into_iter().chain(translate)
    }

    /// Returns the error of the frame at `location`, whose record begins at `offset`.
    pub(crate) fn error(&self, location: Location, offset: usize) -> ParseError {
        let field = match self {
            Self::Scale(_) => offset_of!(FrameHeader, scale),
            Self::Translate(_) => offset_of!(FrameHeader, translate),
        };
        ParseError::new(Code::NotFinite, location, offset.saturating_add(field), self, "finite numbers")
    }
}

impl fmt::Display for FrameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scale(found) => write!(f, "scale {found:?}"),
            Self::Translate(found) => write!(f, "translation {found:?}"),
        }
    }
}
