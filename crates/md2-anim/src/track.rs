//! The keys a playback runs over, laid out as one way.

use crate::easing::Easing;
use crate::sequence::LoopMode;

/// A place on the way: the key passed last, and units since. The units are fewer than there are between that key and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: u32,
    pub(crate) units: u64,
}

/// The part of the way that lies ahead: its end, and the key it goes on from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) end: u32,
    /// `None` where the end is held. The key stands for the end itself: who arrives at the end is there.
    pub(crate) back_to: Option<u32>,
}

/// Frames, mode, direction and curve: all that turns a place on the way into a picture.
///
/// A place counts the way *already traveled* in the present direction, so that traveling is always an addition.
/// Forward in a loop, place 2 is key 2; in reverse it is key `count − 2`. Ping-pong is a circle of
/// `2 · (count − 1)` keys whose second half is the first one mirrored. Of a loop with a lead, the circle begins behind the lead:
///
/// ```text
/// count 5, lead 2      forward   0──1──2──3──4──(2)        the circle is 2 3 4
///   places in reverse            5──4──0──2──1──(0)        the circle is 0 1 2; a lead ends, held, at 5
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Track {
    pub(crate) first: u32,
    /// Number of frames, 1..=[`Track::MAX_COUNT`].
    pub(crate) count: u32,
    /// Keys before those that a loop repeats.
    pub(crate) lead: u32,
    pub(crate) mode: LoopMode,
    /// Whether the first key is the last frame.
    pub(crate) backward: bool,
    pub(crate) reversed: bool,
    pub(crate) easing: Easing,
}

impl Track {
    /// So many frames that the circle of a ping-pong still has fewer keys than `u32::MAX`. No format comes near.
    pub(crate) const MAX_COUNT: u32 = 1 << 31;

    pub(crate) fn new(first: u32, last: u32, mode: LoopMode) -> Self {
        let count = last.saturating_sub(first).min(Self::MAX_COUNT - 1) + 1;
        Self { first, count, lead: 0, mode, backward: false, reversed: false, easing: Easing::Linear }
    }

    pub(crate) const fn last(&self) -> u32 {
        self.first + (self.count - 1)
    }

    /// The key from which the sequence repeats, counted forward; `None` where its end is held. A loop whose lead leaves but one
    /// frame to repeat holds that one.
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

    /// Length of the way in keys: from the first key to the end, or to where it has come around. 0 where there is nowhere to go.
    #[inline]
    pub(crate) const fn length(&self) -> u32 {
        match self.mode {
            _ if self.count == 1 => 0,
            LoopMode::PingPong => 2 * (self.count - 1),
            LoopMode::Loop if self.repeats_from().is_some() => self.count,
            LoopMode::Loop | LoopMode::Once => self.count - 1,
        }
    }

    /// The part of the way that lies ahead of `key`.
    #[inline]
    pub(crate) const fn stretch(&self, key: u32) -> Stretch {
        let length = self.length();
        match self.repeats_from() {
            Some(from) if self.reversed && key < length - from => {
                Stretch { end: length - from, back_to: Some(0) }
            }
            // Back in the lead, where nothing comes before the first frame.
            Some(from) if self.reversed && from > 0 => Stretch { end: length, back_to: None },
            back_to => Stretch { end: length, back_to },
        }
    }

    /// `place` counted forward, whatever the direction. `key_units` are those of the interval it lies in.
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

    /// `place`, counted forward, as it is counted in the present direction.
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

    /// `place` as it is counted from the other end of the way.
    const fn mirrored(&self, place: Place, key_units: u64) -> Place {
        if place.units == 0 {
            return Place { key: self.length() - place.key, units: 0 };
        }
        Place { key: self.length() - 1 - place.key, units: key_units - place.units }
    }

    /// `place` counted from the first key, on the way out of a ping-pong too.
    #[inline]
    pub(crate) const fn unfolded(&self, place: Place, key_units: u64) -> Place {
        let place = self.forward(place, key_units);
        let turned = matches!(self.mode, LoopMode::PingPong) && place.key >= self.count - 1 && place.key > 0;
        if turned { self.mirrored(place, key_units) } else { place }
    }

    /// The key of the sequence whose time passes behind `key` of the way, a key that is left in either direction.
    pub(crate) const fn interval(&self, key: u32) -> u32 {
        self.forward_interval(if self.reversed { self.length().saturating_sub(key + 1) } else { key })
    }

    /// [`interval`](Self::interval) of a key counted forward.
    pub(crate) const fn forward_interval(&self, key: u32) -> u32 {
        let turned = matches!(self.mode, LoopMode::PingPong) && key >= self.count - 1;
        if turned { self.length().saturating_sub(key + 1) } else { key }
    }

    /// The frame of a key of the sequence.
    pub(crate) const fn frame_of(&self, key: u32) -> u32 {
        if self.backward { self.last() - key } else { self.first + key }
    }

    /// The frame at a whole key of the way. `key` must be on the way.
    pub(crate) const fn frame_at(&self, key: u32) -> u32 {
        self.frame_of(self.unfolded(Place { key, units: 0 }, 1).key)
    }

    /// The key that the picture goes to from a key of the sequence; at an end that holds, the same key.
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
