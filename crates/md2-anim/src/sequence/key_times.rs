//! Individual durations of keyframes, used by frame groups and skin groups.

// Some processors have no pointer-sized atomics and therefore no `Arc`.
#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Arc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

/// The end times of a sequence's keyframes, counted from the start of the first keyframe.
///
/// Quake's frame groups and skin groups store such end times. For example, `0.1, 0.4, 0.5` means three keyframes that last 0.1, 0.3 and 0.1
/// seconds. Keyframe `i` is shown from the end of keyframe `i − 1` to its own end. After the last keyframe, the first one follows.
///
/// [`Playback`](crate::Playback) plays a [`Sequence`](crate::Sequence) with key times. The images of skin groups are not blended, so
/// [`key_at`](Self::key_at) is enough to select an image. `Playback` and `key_at` are both exact, because times are whole nanoseconds.
/// Finding one of `n` keyframes takes about `log n` steps.
///
/// There is at least one keyframe. Each keyframe lasts at least a nanosecond; all keyframes together last less than 2³⁹ nanoseconds, about
/// nine minutes. Clones share their memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyTimes {
    /// End times in nanoseconds: at least one, above 0 and increasing. `Arc<Vec<u64>>` has one word and `Arc<[u64]>`
    /// two; one word keeps a [`Playback`](crate::Playback) small.
    ends: Arc<Vec<u64>>,
}

/// Duration in nanoseconds of a keyframe for which the file has no valid duration: a tenth of a second, the game's tick.
const TENTH_NS: u64 = 100_000_000;
const MAX_TOTAL_NS: u64 = (1 << 39) - 1;

impl KeyTimes {
    /// Creates key times from the end time of each keyframe in seconds. The times are rounded to a microsecond, so that 0.1 in a file
    /// becomes exactly a tenth. A microsecond is the precision of an `f32` for a few seconds.
    ///
    /// `None` unless there is at least one end time, the first is above 0, each is above the previous one, and the last is below
    /// 2³⁹ nanoseconds.
    pub fn from_ends(ends: impl IntoIterator<Item = f32>) -> Option<Self> {
        let ends: Option<Vec<u64>> = ends.into_iter().map(nanos).collect();
        let ends = ends?;
        let is_valid = ends.is_sorted_by(|a, b| a < b)
            && *ends.first()? > 0
            && *ends.last()? <= MAX_TOTAL_NS
            && u32::try_from(ends.len()).is_ok();
        is_valid.then(|| Self::new(ends))
    }

    /// Creates key times as [`from_ends`](Self::from_ends) does. If the times are invalid, each keyframe lasts a tenth of a second, as in
    /// the game. An empty list gives one keyframe.
    pub fn from_ends_or_tenths(ends: &[f32]) -> Self {
        let count = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        Self::from_ends(ends.iter().copied())
            .unwrap_or_else(|| Self::even(count, Duration::from_nanos(TENTH_NS)))
    }

    /// Creates `count` keyframes (at least one) that each last `each` (at least a nanosecond). Shortens `each` if the total would reach
    /// 2³⁹ nanoseconds. Takes 8 bytes of memory per keyframe.
    pub fn even(count: u32, each: Duration) -> Self {
        let count = u64::from(count.max(1));
        let longest = u128::from(MAX_TOTAL_NS / count);
        let each = u64::try_from(each.as_nanos().clamp(1, longest)).unwrap_or(1);
        Self::new((1..=count).map(|i| i * each).collect())
    }

    fn new(mut ends: Vec<u64>) -> Self {
        ends.shrink_to_fit();
        Self { ends: Arc::new(ends) }
    }

    /// Number of keyframes, at least 1.
    pub fn key_count(&self) -> u32 {
        u32::try_from(self.ends.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn total(&self) -> Duration {
        self.start(self.key_count())
    }

    /// Start time of a keyframe. For indices past the last keyframe, the end of the last keyframe.
    pub fn start(&self, key: u32) -> Duration {
        Duration::from_nanos(self.start_ns(key))
    }

    /// Duration of a keyframe. For indices past the last keyframe, the duration of the last keyframe.
    pub fn duration(&self, key: u32) -> Duration {
        Duration::from_nanos(self.key_ns(key))
    }

    pub(crate) fn mean_fps(&self) -> f32 {
        self.key_count() as f32 / self.total().as_secs_f32()
    }

    /// Returns the index of the keyframe that is shown when `time` has passed since the start. The keyframes repeat forever.
    ///
    /// Add a different offset to the time of each torch to make several torches flicker differently. If the model's `synctype` is not 0,
    /// the game adds a random offset of 0 to 1 s for each entity.
    pub fn key_at(&self, time: Duration) -> u32 {
        let total = u128::from(self.start_ns(self.key_count()));
        let within = time.as_nanos() % total;
        let key = self.ends.partition_point(|&end| u128::from(end) <= within);
        u32::try_from(key).unwrap_or(u32::MAX)
    }

    pub(crate) fn start_ns(&self, key: u32) -> u64 {
        let before = (key as usize).min(self.ends.len()).checked_sub(1);
        before.map_or(0, |before| self.ends[before])
    }

    pub(crate) fn key_ns(&self, key: u32) -> u64 {
        let key = key.min(self.key_count() - 1);
        self.start_ns(key + 1) - self.start_ns(key)
    }
}

/// Converts seconds to nanoseconds, rounded to a microsecond. `None` for times that are not between a microsecond and 1000 seconds.
fn nanos(seconds: f32) -> Option<u64> {
    let micros = f64::from(seconds) * 1e6 + 0.5;
    #[expect(clippy::cast_possible_truncation, reason = "a number in 1..=1e9")]
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
