//! What happened during a step of time, counted rather than listed.

use crate::sequence::LoopMode;
use crate::track::{Place, Stretch, Track};

/// The events of one [`advance`](crate::Playback::advance): keys reached, loops completed, the end.
///
/// A step of a year costs as much as one of a millisecond: events are counted in closed form, and each question about
/// them is answered without walking through the keys. A key counts as reached when the playback arrives at it, not when
/// it leaves it, so that cutting a step in two neither loses nor doubles an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlaybackEvents {
    pub(crate) track: Track,
    /// Key of the way passed last before the step.
    pub(crate) start: u32,
    pub(crate) keys: u64,
    pub(crate) loops: u64,
    pub(crate) ended: bool,
}

impl PlaybackEvents {
    /// How many keys were reached; stops counting at `u64::MAX`.
    #[inline]
    #[must_use]
    pub const fn keys(&self) -> u64 {
        self.keys
    }

    /// How many times the sequence came around to its first frame, in either direction. A ping-pong counts the way there
    /// and back as one. Always 0 for [`LoopMode::Once`]. Stops counting at `u64::MAX`.
    #[inline]
    #[must_use]
    pub const fn loops(&self) -> u64 {
        self.loops
    }

    /// Whether a sequence that plays once arrived at its end during this step.
    #[inline]
    #[must_use]
    pub const fn ended(&self) -> bool {
        self.ended
    }

    /// How many times frame `frame` was reached: where a footstep sounds or a muzzle flashes.
    #[must_use]
    pub fn times_reached(&self, frame: u32) -> u64 {
        let track = &self.track;
        let Some(offset) = frame.checked_sub(track.first).filter(|&offset| offset < track.count) else {
            return 0;
        };
        let key = if track.backward { track.count - 1 - offset } else { offset };
        let along = |key| track.along(Place { key, units: 0 }, 1).key;
        // The turning points come once a circle, all others on the way there and on the way back.
        if track.mode == LoopMode::PingPong && key != 0 && key != track.count - 1 {
            return self
                .times_passed(along(key))
                .saturating_add(self.times_passed(along(track.length() - key)));
        }
        self.times_passed(along(key))
    }

    /// How many times the step arrived at `key` of the way.
    fn times_passed(&self, key: u32) -> u64 {
        let Stretch { end, back_to } = self.track.stretch(self.start);
        let [key, start, end] = [key, self.start, end].map(u64::from);
        let from = back_to.map(u64::from);
        // Keys from the start of the step to the first arrival. Who arrives where a circle ends is where it begins.
        let ahead = match from {
            _ if key > start && (key < end || (key == end && from.is_none())) => key - start,
            Some(from) if (from..=start).contains(&key) => end - start + (key - from),
            _ => return 0,
        };
        let Some(rest) = self.keys.checked_sub(ahead.max(1)) else { return 0 };
        match from {
            Some(from) if key >= from => (rest / (end - from).max(1)).saturating_add(1),
            _ => 1,
        }
    }

    /// The frames of the keys reached, in order; of a step longer than the whole way, those of its last time around.
    ///
    /// ```
    /// use core::time::Duration;
    /// use md2_anim::{LoopMode, Playback};
    ///
    /// let mut run = Playback::new(40, 45, 10.0, LoopMode::Loop);
    /// run.seek_frame(44);
    /// let step = run.advance(Duration::from_millis(350));
    /// assert_eq!(step.frames().collect::<Vec<_>>(), [45, 40, 41]);
    /// assert_eq!((step.keys(), step.loops(), step.times_reached(40)), (3, 1, 1));
    /// ```
    #[must_use = "iterators are lazy"]
    pub fn frames(&self) -> impl ExactSizeIterator<Item = u32> + use<> {
        let track = self.track;
        let Stretch { end, back_to } = track.stretch(self.start);
        let end = u64::from(end);
        let on_the_way = move |key: u64| match back_to.map(u64::from) {
            Some(from) if key >= end => from + (key - end) % (end - from).max(1),
            _ => key,
        };
        let shown = self.keys.min(end);
        let start = on_the_way(u64::from(self.start).saturating_add(self.keys - shown));
        let range = 1..u32::try_from(shown).unwrap_or(u32::MAX) + 1;
        range.map(move |i| {
            let key = on_the_way(start + u64::from(i));
            track.frame_at(u32::try_from(key).unwrap_or(u32::MAX))
        })
    }
}
