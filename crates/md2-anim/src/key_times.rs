//! Individual durations of keys, as frame groups and skin groups have them.

use alloc::boxed::Box;
// Some processors have no pointer-sized atomics.
#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Arc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

/// The end times of the keys of a sequence, counted from the start of the first key.
///
/// Quake's frame groups and skin groups store them: `0.1, 0.4, 0.5` are three keys of 0.1, 0.3 and 0.1 seconds. Key `i` is shown
/// from the end of key `i − 1` to its own end. After the last key the first follows.
///
/// ```
/// use core::time::Duration;
/// use md2_anim::KeyTimes;
///
/// let times = KeyTimes::from_ends([0.1, 0.4, 0.5]).expect("increasing ends");
/// assert_eq!(times.key_at(Duration::from_millis(399)), 1);
/// assert_eq!(times.key_at(Duration::from_millis(400)), 2);
/// assert_eq!(times.key_at(Duration::from_millis(500 * 1000)), 0, "after a thousand rounds");
/// ```
///
/// A [`Playback`](crate::Playback) plays a [`Sequence`](crate::Sequence) with such times. [`key_at`](Self::key_at) is enough for the
/// images of skin groups, which are not blended. Both are exact: times are whole nanoseconds, and a search among `n` keys takes
/// `log n` steps.
///
/// There is at least one key. Every key lasts at least a nanosecond, all keys together at most [`MAX_DURATION`].
/// Clones share their memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyTimes {
    table: Arc<Table>,
}

/// A separate struct, so that the reference is one word and a [`Playback`](crate::Playback) stays small.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Table {
    /// Nanoseconds, above 0 and increasing; at least one.
    ends: Box<[u64]>,
}

/// Duration of a key if the file states none or an invalid one: the game's tick.
const TENTH_NS: u64 = 100_000_000;
const MAX_TOTAL_NS: u64 = (1 << 39) - 1;

/// The longest duration of all keys of a [`KeyTimes`], about nine minutes.
pub const MAX_DURATION: Duration = Duration::from_nanos(MAX_TOTAL_NS);

impl KeyTimes {
    /// Creates key times from the ends of all keys in seconds. They are rounded to a microsecond, the precision of an `f32` of a few
    /// seconds, so that 0.1 in a file becomes exactly a tenth.
    ///
    /// `None` unless there is an end, the first is above 0, each is above the previous one, and the last is at most
    /// [`MAX_DURATION`].
    #[must_use]
    pub fn from_ends(ends: impl IntoIterator<Item = f32>) -> Option<Self> {
        let ends: Option<Vec<u64>> = ends.into_iter().map(nanos).collect();
        let ends = ends.filter(|ends| ends.windows(2).all(|pair| pair[0] < pair[1]))?;
        let is_sound =
            *ends.first()? > 0 && *ends.last()? <= MAX_TOTAL_NS && u32::try_from(ends.len()).is_ok();
        is_sound.then(|| Self::new(ends))
    }

    /// Creates key times by [`from_ends`](Self::from_ends), or if that fails with a tenth of a second for each key, as engines treat
    /// groups with invalid times. An empty list gives one key.
    #[must_use]
    pub fn from_ends_or_tenths(ends: &[f32]) -> Self {
        let count = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        Self::from_ends(ends.iter().copied())
            .unwrap_or_else(|| Self::even(count, Duration::from_nanos(TENTH_NS)))
    }

    /// Creates `count` keys of equal duration, at least one key of at least a nanosecond. The duration is shortened if all keys
    /// together would exceed [`MAX_DURATION`]. Takes 8 bytes of memory per key.
    #[must_use]
    pub fn even(count: u32, each: Duration) -> Self {
        let count = u64::from(count.max(1));
        let longest = u128::from(MAX_TOTAL_NS / count);
        let each = u64::try_from(each.as_nanos().clamp(1, longest)).unwrap_or(1);
        Self::new((1..=count).map(|i| i * each).collect())
    }

    fn new(ends: Vec<u64>) -> Self {
        Self { table: Arc::new(Table { ends: ends.into() }) }
    }

    /// Number of keys, at least 1.
    #[must_use]
    pub fn key_count(&self) -> u32 {
        u32::try_from(self.table.ends.len()).unwrap_or(u32::MAX)
    }

    /// Duration of all keys together.
    #[must_use]
    pub(crate) fn total(&self) -> Duration {
        self.start(self.key_count())
    }

    /// Start time of a key; for keys past the last, the end of the last key.
    #[must_use]
    pub fn start(&self, key: u32) -> Duration {
        Duration::from_nanos(self.start_ns(key))
    }

    /// Duration of a key; for keys past the last, the duration of the last key.
    #[must_use]
    pub fn duration(&self, key: u32) -> Duration {
        Duration::from_nanos(self.key_ns(key))
    }

    /// Mean number of keys per second.
    #[must_use]
    pub(crate) fn mean_fps(&self) -> f32 {
        self.key_count() as f32 / self.total().as_secs_f32()
    }

    /// The key shown at `time` after the start. The keys repeat forever.
    ///
    /// To make several torches flicker differently, add an offset to the time. If the model's `synctype` is not 0, the game uses a
    /// random offset of 0 to 1 s for each entity.
    #[must_use]
    pub fn key_at(&self, time: Duration) -> u32 {
        let total = u128::from(self.start_ns(self.key_count()));
        let within = time.as_nanos() % total;
        let key = self.table.ends.partition_point(|&end| u128::from(end) <= within);
        u32::try_from(key).unwrap_or(u32::MAX)
    }

    /// Start of a key in nanoseconds.
    pub(crate) fn start_ns(&self, key: u32) -> u64 {
        let ends = &self.table.ends;
        match (key as usize).min(ends.len()).checked_sub(1) {
            Some(before) => ends[before],
            None => 0,
        }
    }

    /// Duration of a key in nanoseconds, at least 1.
    pub(crate) fn key_ns(&self, key: u32) -> u64 {
        let key = key.min(self.key_count() - 1);
        self.start_ns(key + 1) - self.start_ns(key)
    }
}

/// Converts seconds to nanoseconds, rounded to a microsecond; `None` for negative, NaN or huge numbers.
fn nanos(seconds: f32) -> Option<u64> {
    let micros = f64::from(seconds) * 1e6 + 0.5;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number in 1..=1e9")]
    (1.0..=1e9).contains(&micros).then(|| micros as u64 * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_exact_limits() {
        assert!(KeyTimes::from_ends([549.0]).is_some());
        assert!(KeyTimes::from_ends([550.0]).is_none());
        assert_eq!(KeyTimes::even(3, Duration::MAX).total().as_nanos(), u128::from(MAX_TOTAL_NS / 3 * 3));
        assert_eq!(KeyTimes::even(0, Duration::ZERO).total(), Duration::from_nanos(1));
    }

    #[test]
    fn reads_tenths_of_a_second_exactly() {
        let ends: Vec<f32> = (1..=60).map(|i| i as f32 * 0.1).collect();
        let times = KeyTimes::from_ends(ends).expect("increasing ends");
        assert_eq!(times, KeyTimes::even(60, Duration::from_millis(100)));
        assert_eq!(times.mean_fps(), 10.0);
    }

    #[test]
    fn rejects_ends_that_do_not_increase_or_uses_tenths() {
        let none: [&[f32]; 8] =
            [&[], &[0.0], &[-1.0], &[0.1, 0.1], &[0.2, 0.1], &[f32::NAN], &[0.1, f32::INFINITY], &[1e-9]];
        for ends in none {
            assert_eq!(KeyTimes::from_ends(ends.iter().copied()), None, "{ends:?}");
            let times = KeyTimes::from_ends_or_tenths(ends);
            assert_eq!(times.key_count() as usize, ends.len().max(1));
            assert_eq!(times.duration(0), Duration::from_millis(100));
        }
        let alternating = KeyTimes::from_ends_or_tenths(&[0.1, 0.1]);
        let shown = [0, 99, 100, 199, 200].map(|ms| alternating.key_at(Duration::from_millis(ms)));
        assert_eq!(shown, [0, 0, 1, 1, 0], "as in a real skin group");
    }
}
