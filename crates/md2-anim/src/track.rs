//! The keys a playback runs over, laid out as one straight or circular way.

use crate::{Easing, LoopMode, Pose};

/// A place on the way: the key passed last, and units since. The units are fewer than a key holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: u32,
    pub(crate) units: u64,
}

/// Frames, mode, direction and curve: all that turns a place on the way into a picture.
///
/// A place counts the way *already traveled* in the present direction, so that traveling is always an addition.
/// Forward in a loop, place 2 is frame 2; in reverse it is frame `count − 2`. Ping-pong is a circle of
/// `2 · (count − 1)` keys whose second half is the first one mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Track {
    pub(crate) first: u32,
    /// Number of frames, 1..=[`Track::MAX_COUNT`].
    pub(crate) count: u32,
    pub(crate) mode: LoopMode,
    pub(crate) reversed: bool,
    pub(crate) easing: Easing,
}

impl Track {
    /// So many frames that the circle of a ping-pong still has fewer keys than `u32::MAX`. No format comes near.
    pub(crate) const MAX_COUNT: u32 = 1 << 31;

    pub(crate) fn new(first: u32, last: u32, mode: LoopMode) -> Self {
        let count = last.saturating_sub(first).min(Self::MAX_COUNT - 1) + 1;
        Self { first, count, mode, reversed: false, easing: Easing::Linear }
    }

    pub(crate) const fn last(&self) -> u32 {
        self.first + (self.count - 1)
    }

    /// Length of the way in keys: once around the circle, or from end to end. 0 where there is nowhere to go.
    #[inline]
    pub(crate) const fn length(&self) -> u32 {
        match self.mode {
            _ if self.count == 1 => 0,
            LoopMode::Loop => self.count,
            LoopMode::Once => self.count - 1,
            LoopMode::PingPong => 2 * (self.count - 1),
        }
    }

    /// Whether the way is a circle.
    #[inline]
    pub(crate) const fn is_circular(&self) -> bool {
        !matches!(self.mode, LoopMode::Once)
    }

    /// `place` as it would be counted in the other direction.
    #[inline]
    pub(crate) fn mirrored(&self, place: Place, key_units: u64) -> Place {
        if place.units == 0 {
            let start = if place.key == 0 && self.is_circular() { 0 } else { self.length() - place.key };
            return Place { key: start, units: 0 };
        }
        Place { key: self.length() - 1 - place.key, units: key_units - place.units }
    }

    /// `place` counted forward, whatever the direction.
    #[inline]
    pub(crate) fn forward(&self, place: Place, key_units: u64) -> Place {
        if self.reversed { self.mirrored(place, key_units) } else { place }
    }

    /// `place` counted from the first frame, on the way out of a ping-pong too.
    #[inline]
    pub(crate) fn unfolded(&self, place: Place, key_units: u64) -> Place {
        let place = self.forward(place, key_units);
        let turned = matches!(self.mode, LoopMode::PingPong) && place.key >= self.count - 1 && place.key > 0;
        if turned { self.mirrored(place, key_units) } else { place }
    }

    /// The frame at a whole key of the way. `key` must be on the way.
    pub(crate) fn frame_at(&self, key: u32) -> u32 {
        self.first + self.unfolded(Place { key, units: 0 }, 1).key
    }

    /// The picture at `place`.
    #[inline]
    pub(crate) fn pose(&self, place: Place, key_units: u64) -> Pose {
        let place = self.unfolded(place, key_units);
        let next = if place.key + 1 < self.count {
            place.key + 1
        } else if self.mode == LoopMode::Loop {
            0
        } else {
            place.key
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a share in 0..=1, rounded to the precision of a pose"
        )]
        let part = (place.units as f64 / key_units as f64) as f32;
        let blend = if self.easing == Easing::Linear { part } else { self.easing.apply(part) };
        Pose { frame_a: self.first + place.key, frame_b: self.first + next, blend }
    }
}
