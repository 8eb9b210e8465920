//! The times at which the members of a group end.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;

use crate::raw::Records;

/// The end times of a group's members (images or poses), in seconds from the start of the group. Empty for a single
/// skin or frame.
///
/// In the original game's software renderer, member `i` lasts from the end of member `i - 1` to its own end, and the
/// group restarts at the end of the last member. All other engines use the duration of the first member for all
/// members. The result is the same if all durations are equal.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Intervals<'a>(Records<'a, f32>);

impl<'a> Intervals<'a> {
    pub(crate) const fn new(intervals: Records<'a, f32>) -> Self {
        Self(intervals)
    }

    pub(crate) const fn records(self) -> Records<'a, f32> {
        self.0
    }

    /// Number of members: images or poses.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are no members, because the frame or skin is not a group.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The end times in seconds, unchanged from the file. The times may be negative, NaN, or not in ascending order. If
    /// [`rise`](Self::rise) is false, engines show each member for a tenth of a second.
    pub fn iter(self) -> impl ExactSizeIterator<Item = f32> + DoubleEndedIterator + Clone + use<'a> {
        self.0.iter()
    }

    /// Whether all end times are finite, above 0 and increasing, so that every member has a duration above 0.
    pub fn rise(self) -> bool {
        let starts = core::iter::once(0.0).chain(self.iter());
        starts.zip(self.iter()).all(|(start, end)| start < end && end.is_finite())
    }
}

impl fmt::Debug for Intervals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
