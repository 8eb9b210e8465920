//! The track of a playback: its keyframes in playing order.

use crate::sequence::LoopMode;
use crate::time::easing::Easing;

/// A position on the track: the last keyframe passed, and the distance from it in `Rate` units, less than one keyframe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: u32,
    pub(crate) units: u64,
}

impl Place {
    pub(crate) const START: Self = Self { key: 0, units: 0 };
}

pub(crate) struct Arrival {
    pub(crate) place: Place,
    pub(crate) loops: u128,
}

/// The part of the track from a position to the next point at which the playback wraps around or stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) end: u32,
    /// The keyframe at which a loop continues after the end of the stretch; `None` if the playback stays at the end.
    pub(crate) back_to: Option<u32>,
}

impl Stretch {
    /// Number of keyframes that repeat; 0 if the playback stays at the end.
    pub(crate) fn circle(self) -> u128 {
        self.back_to.map_or(0, |from| u128::from(self.end - from))
    }

    /// Folds a distance from the start of the track, so that it does not pass the end of the stretch. Also returns the number of loops
    /// completed. `None` if the playback stops at the end. `start` gives the distance at which a keyframe starts.
    #[inline]
    pub(crate) fn fold(self, distance: u128, start: impl Fn(u32) -> u128) -> Option<(u128, u128)> {
        let Some(beyond) = distance.checked_sub(start(self.end)) else { return Some((distance, 0)) };
        let from = start(self.back_to?);
        let circle = start(self.end) - from;
        Some((from + beyond % circle, 1 + beyond / circle))
    }

    /// Returns the position at a distance of keyframes and units from the start of a track whose keyframes have equal durations.
    #[inline]
    pub(crate) fn arrival(self, (keys, units): (u128, u64)) -> Option<Arrival> {
        let (key, loops) = self.fold(keys, u128::from)?;
        Some(Arrival { place: Place { key: u32::try_from(key).ok()?, units }, loops })
    }
}

/// Frames, mode, direction and easing: the data that converts a position to a pose.
///
/// A position is the distance from the start in the playing direction, so that advancing is always an addition. In a loop, position 2 is
/// keyframe 2 forward and keyframe `count − 2` in reverse. A ping-pong is a circle of `2 · (count − 1)` keyframes; its second half mirrors
/// the first. In a loop with a lead, the circle begins after the lead:
///
/// ```text
/// count 5, lead 2      forward   0──1──2──3──4──(2)        the circle is 2 3 4
///   in reverse                   5──4──0──2──1──(0)        the circle is 0 1 2; the lead ends at 5 and holds
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Track {
    pub(crate) first: u32,
    /// Number of frames, 1..=[`Track::MAX_COUNT`].
    pub(crate) count: u32,
    pub(crate) lead: u32,
    pub(crate) mode: LoopMode,
    /// Whether the first keyframe is the last frame of the range.
    pub(crate) backward: bool,
    pub(crate) reversed: bool,
    pub(crate) easing: Easing,
}

impl Track {
    /// The maximum number of frames. Even a ping-pong with this number of frames has fewer than `u32::MAX` keyframes.
    pub(crate) const MAX_COUNT: u32 = 1 << 31;

    pub(crate) fn new(first: u32, last: u32, mode: LoopMode) -> Self {
        let count = last.saturating_sub(first).min(Self::MAX_COUNT - 1) + 1;
        Self { first, count, lead: 0, mode, backward: false, reversed: false, easing: Easing::Linear }
    }

    pub(crate) const fn last(&self) -> u32 {
        self.first + (self.count - 1)
    }

    /// The first keyframe that repeats, counted forward. `None` if the playback holds the end of the sequence. If the lead leaves only one
    /// frame to repeat, the loop holds that frame.
    #[inline]
    pub(crate) const fn repeats_from(&self) -> Option<u32> {
        match self.mode {
            LoopMode::Once => None,
            LoopMode::PingPong => Some(0),
            LoopMode::Loop if self.lead == 0 => Some(0),
            LoopMode::Loop if self.lead < self.count - 1 => Some(self.lead),
            LoopMode::Loop => None,
        }
    }

    /// Length of the track in keyframes. A loop includes the interval from the last keyframe to the first repeated
    /// keyframe. 0 for a single frame.
    #[inline]
    pub(crate) const fn length(&self) -> u32 {
        match self.mode {
            _ if self.count == 1 => 0,
            LoopMode::PingPong => 2 * (self.count - 1),
            LoopMode::Loop if self.repeats_from().is_some() => self.count,
            LoopMode::Loop | LoopMode::Once => self.count - 1,
        }
    }

    /// Returns the part of the track from keyframe `key` to the next point at which the playback wraps around or stops.
    #[inline]
    pub(crate) const fn stretch(&self, key: u32) -> Stretch {
        let length = self.length();
        match self.repeats_from() {
            Some(from) if self.reversed && key < length - from => {
                Stretch { end: length - from, back_to: Some(0) }
            }
            // In the lead, the track ends at the first frame.
            Some(from) if self.reversed && from > 0 => Stretch { end: length, back_to: None },
            back_to => Stretch { end: length, back_to },
        }
    }

    /// Converts a position counted in the playing direction to a position counted forward. `key_units` is the number of units of the
    /// interval that contains the position.
    #[inline]
    pub(crate) const fn forward(&self, place: Place, key_units: u64) -> Place {
        if !self.reversed {
            return place;
        }
        match self.repeats_from() {
            Some(from) if place.key == 0 && place.units == 0 => Place { key: from, units: 0 },
            _ => self.mirrored(place, key_units),
        }
    }

    /// Converts a position counted forward to a position counted in the playing direction.
    #[inline]
    pub(crate) const fn along(&self, place: Place, key_units: u64) -> Place {
        if !self.reversed {
            return place;
        }
        match self.repeats_from() {
            Some(from) if place.key == from && place.units == 0 => Place { key: 0, units: 0 },
            _ => self.mirrored(place, key_units),
        }
    }

    const fn mirrored(&self, place: Place, key_units: u64) -> Place {
        if place.units == 0 {
            return Place { key: self.length() - place.key, units: 0 };
        }
        Place { key: self.length() - 1 - place.key, units: key_units - place.units }
    }

    /// Returns the distance of a position from the first keyframe. On the way back of a ping-pong, this distance decreases.
    #[inline]
    pub(crate) const fn unfolded(&self, place: Place, key_units: u64) -> Place {
        let place = self.forward(place, key_units);
        let turned = matches!(self.mode, LoopMode::PingPong) && place.key >= self.count - 1 && place.key > 0;
        if turned { self.mirrored(place, key_units) } else { place }
    }

    /// Returns the index of the keyframe whose duration is the time from keyframe `key` of the track to the next. The
    /// index `key` counts in the playing direction, the returned index counts forward.
    pub(crate) const fn interval(&self, key: u32) -> u32 {
        self.forward_interval(if self.reversed { self.length().saturating_sub(key + 1) } else { key })
    }

    /// Returns the same index as [`interval`](Self::interval), but `key` counts forward.
    pub(crate) const fn forward_interval(&self, key: u32) -> u32 {
        let turned = matches!(self.mode, LoopMode::PingPong) && key >= self.count - 1;
        if turned { self.length().saturating_sub(key + 1) } else { key }
    }

    pub(crate) const fn frame_of(&self, key: u32) -> u32 {
        if self.backward { self.last() - key } else { self.first + key }
    }

    /// Returns the frame of keyframe `key`, which is counted along the track in the playing direction.
    pub(crate) const fn frame_at(&self, key: u32) -> u32 {
        self.frame_of(self.unfolded(Place { key, units: 0 }, 1).key)
    }

    /// Returns the keyframe that follows keyframe `key` of the sequence; `key` itself if the playback stays there.
    #[inline]
    pub(crate) fn next_key(&self, key: u32) -> u32 {
        if key + 1 < self.count {
            key + 1
        } else if self.mode == LoopMode::Loop {
            self.lead.min(key)
        } else {
            key
        }
    }
}
