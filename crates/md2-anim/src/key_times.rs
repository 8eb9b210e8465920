//! Keys that last as long as each says: frame groups, and skins that change by themselves.

use alloc::boxed::Box;
// The smallest processors cannot count references across threads.
#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Arc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use crate::rate::MAX_KEY_DURATION;

/// When each key of a sequence ends, counted from the start of the first.
///
/// This is how Quake's frame groups and skin groups tell their time: `0.1, 0.4, 0.5` are three keys that last a
/// tenth, three tenths and a tenth of a second. Key `i` is shown from the end of key `i − 1` to its own; after the
/// last the first comes again.
///
/// ```
/// use core::time::Duration;
/// use md2_anim::KeyTimes;
///
/// let times = KeyTimes::from_ends([0.1, 0.4, 0.5]).expect("they rise");
/// assert_eq!(times.key_at(Duration::from_millis(399)), 1);
/// assert_eq!(times.key_at(Duration::from_millis(400)), 2);
/// assert_eq!(times.key_at(Duration::from_millis(500 * 1000)), 0, "a thousand times around");
/// ```
///
/// [`Playback`](crate::Playback) plays a [`Sequence`](crate::Sequence) that has such times, and
/// [`key_at`](Self::key_at) alone is enough for pictures, which are not blended. Both are exact: times are whole
/// nanoseconds, and a search among `n` keys takes `log n` steps.
///
/// There is at least one key, every key lasts, and all of them together last no longer than [`MAX_KEY_DURATION`].
/// The times are shared: a clone costs no memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyTimes {
    table: Arc<Table>,
}

/// Apart, so that a reference to it is one word and a [`Playback`](crate::Playback) stays small.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Table {
    /// Nanoseconds, rising from above 0; at least one.
    ends: Box<[u64]>,
}

/// What a key lasts where a file does not say it, or says nonsense: the game's tick.
const TENTH_NS: u64 = 100_000_000;
const MAX_TOTAL_NS: u64 = MAX_KEY_DURATION.as_secs() * 1_000_000_000 + MAX_KEY_DURATION.subsec_nanos() as u64;

impl KeyTimes {
    /// Takes the ends of all keys, in seconds, as a file has them. They are rounded to a microsecond, which is as fine
    /// as an `f32` of a few seconds: what a file writes as 0.1 is a tenth exactly.
    ///
    /// `None` unless there is an end, the first is above 0, each is above the one before, and the last is at most
    /// [`MAX_KEY_DURATION`].
    #[must_use]
    pub fn from_ends(ends: impl IntoIterator<Item = f32>) -> Option<Self> {
        let ends: Option<Vec<u64>> = ends.into_iter().map(nanos).collect();
        let ends = ends.filter(|ends| ends.windows(2).all(|pair| pair[0] < pair[1]))?;
        let is_sound =
            *ends.first()? > 0 && *ends.last()? <= MAX_TOTAL_NS && u32::try_from(ends.len()).is_ok();
        is_sound.then(|| Self::new(ends))
    }

    /// [`from_ends`](Self::from_ends), and a tenth of a second for each key where that gives none: what engines do
    /// about groups whose times do not rise. No ends at all are one key.
    #[must_use]
    pub fn from_ends_or_tenths(ends: &[f32]) -> Self {
        let count = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        Self::from_ends(ends.iter().copied())
            .unwrap_or_else(|| Self::even(count, Duration::from_nanos(TENTH_NS)))
    }

    /// `count` keys that last `each`: GLQuake shows the pictures of any skin group for a tenth of a second each. At
    /// least one key, of at least a nanosecond; shorter ones than asked for if they would last too long together.
    ///
    /// It takes 8 bytes a key: `count` should be a number of things that are there.
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

    /// What all keys last together.
    #[must_use]
    pub(crate) fn total(&self) -> Duration {
        self.start(self.key_count())
    }

    /// When key `key` begins. Past the last key, when that ends.
    #[must_use]
    pub fn start(&self, key: u32) -> Duration {
        Duration::from_nanos(self.start_ns(key))
    }

    /// What key `key` lasts. Past the last key, what that lasts.
    #[must_use]
    pub fn duration(&self, key: u32) -> Duration {
        Duration::from_nanos(self.key_ns(key))
    }

    /// Keys a second, taken over all of them.
    #[must_use]
    pub(crate) fn mean_fps(&self) -> f32 {
        self.key_count() as f32 / self.total().as_secs_f32()
    }

    /// The key shown `time` after the start, around and around.
    ///
    /// Where every entity has an offset of its own, so that torches flicker apart, it is added to the time first. The
    /// offset belongs to the entity, not to the model: the game draws it by lot, from 0 to 1 s, where the model's
    /// `synctype` is not 0.
    #[must_use]
    pub fn key_at(&self, time: Duration) -> u32 {
        let total = u128::from(self.start_ns(self.key_count()));
        let within = time.as_nanos() % total;
        let key = self.table.ends.partition_point(|&end| u128::from(end) <= within);
        u32::try_from(key).unwrap_or(u32::MAX)
    }

    /// Nanoseconds before key `key`.
    pub(crate) fn start_ns(&self, key: u32) -> u64 {
        let ends = &self.table.ends;
        match (key as usize).min(ends.len()).checked_sub(1) {
            Some(before) => ends[before],
            None => 0,
        }
    }

    /// Nanoseconds of key `key`, never 0.
    pub(crate) fn key_ns(&self, key: u32) -> u64 {
        let key = key.min(self.key_count() - 1);
        self.start_ns(key + 1) - self.start_ns(key)
    }
}

/// Seconds as nanoseconds, rounded to a microsecond; `None` for what is no time.
fn nanos(seconds: f32) -> Option<u64> {
    let micros = f64::from(seconds) * 1e6 + 0.5;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in 0..=1e9 once it gets there"
    )]
    (1.0..=1e9).contains(&micros).then(|| micros as u64 * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_exact() {
        assert_eq!(Duration::from_nanos(MAX_TOTAL_NS), MAX_KEY_DURATION);
        assert!(KeyTimes::from_ends([549.0]).is_some());
        assert!(KeyTimes::from_ends([550.0]).is_none());
        assert_eq!(KeyTimes::even(3, Duration::MAX).total().as_nanos(), u128::from(MAX_TOTAL_NS / 3 * 3));
        assert_eq!(KeyTimes::even(0, Duration::ZERO).total(), Duration::from_nanos(1));
    }

    #[test]
    fn what_a_file_writes_as_tenths_are_tenths() {
        let ends: Vec<f32> = (1..=60).map(|i| i as f32 * 0.1).collect();
        let times = KeyTimes::from_ends(ends).expect("they rise");
        assert_eq!(times, KeyTimes::even(60, Duration::from_millis(100)));
        assert_eq!(times.mean_fps(), 10.0);
    }

    #[test]
    fn ends_that_do_not_rise_are_refused_or_tenths() {
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
        assert_eq!(shown, [0, 0, 1, 1, 0], "the one real skin group of this kind");
    }
}
