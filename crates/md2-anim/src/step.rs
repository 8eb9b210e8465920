//! What happened during a step of time, counted rather than listed.

use crate::LoopMode;
use crate::track::Track;

/// The events of one [`advance`](crate::Playback::advance): keys reached, loops completed, the end.
///
/// A step of a year costs as much as one of a millisecond: events are counted in closed form, and each question about
/// them is answered without walking through the keys. A key counts as reached when the playback arrives at it, not when
/// it leaves it, so that cutting a step in two neither loses nor doubles an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub(crate) track: Track,
    /// Key of the way passed last before the step.
    pub(crate) start: u32,
    pub(crate) keys: u64,
    pub(crate) loops: u64,
    pub(crate) ended: bool,
}

impl Step {
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
        let Some(offset) = frame.checked_sub(self.track.first).filter(|&offset| offset < self.track.count)
        else {
            return 0;
        };
        let length = self.track.length();
        let back = length - offset.min(length);
        match self.track.mode {
            LoopMode::Once => self.times_passed(if self.track.reversed { back } else { offset }),
            LoopMode::Loop => {
                self.times_passed(if self.track.reversed { back % length.max(1) } else { offset })
            }
            // The turning points come once a circle, all others on the way there and on the way back.
            LoopMode::PingPong if offset == 0 || offset == self.track.count - 1 => self.times_passed(offset),
            LoopMode::PingPong => self.times_passed(offset).saturating_add(self.times_passed(back)),
        }
    }

    /// How many times the step arrived at `key` of the way.
    fn times_passed(&self, key: u32) -> u64 {
        let length = u64::from(self.track.length().max(1));
        // Keys from the start of the step to the first arrival, 1..=length on a circle.
        let ahead = match u64::from(key).checked_sub(u64::from(self.start)) {
            Some(distance) if distance > 0 => distance,
            _ if !self.track.is_circular() => return 0,
            _ => u64::from(key) + length - u64::from(self.start),
        };
        self.keys.checked_sub(ahead).map_or(0, |rest| (rest / length).saturating_add(1))
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
        let length = u64::from(track.length().max(1));
        let shown = self.keys.min(length);
        let skipped = (self.keys - shown) % length;
        let start = u64::from(self.start) + skipped;
        let range = 1..u32::try_from(shown).unwrap_or(u32::MAX) + 1;
        range.map(move |i| {
            let key = start + u64::from(i);
            let key = if track.is_circular() { key % length } else { key };
            track.frame_at(u32::try_from(key).unwrap_or(u32::MAX))
        })
    }
}
