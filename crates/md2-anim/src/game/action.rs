//! Actions that are played once and lead on to something that repeats.

use core::time::Duration;

use md2_common::Pose;

use crate::sequence::Sequence;

/// The time from one key to the next in the game.
pub const TICK: Duration = Duration::from_millis(100);

/// Neighboring frames run through in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clip {
    from: u32,
    to: u32,
}

impl Clip {
    /// Frames from `from` to `to`, both included; backwards if `to` is the smaller one.
    #[must_use]
    pub const fn new(from: u32, to: u32) -> Self {
        Self { from, to }
    }

    /// All frames of a sequence.
    #[must_use]
    pub fn of(sequence: &Sequence) -> Self {
        Self::new(sequence.first, sequence.last.max(sequence.first))
    }

    /// The same frames in the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// Frame shown first.
    #[must_use]
    pub const fn from(self) -> u32 {
        self.from
    }

    /// Frame shown last.
    #[must_use]
    pub const fn to(self) -> u32 {
        self.to
    }

    /// Number of frames, at least 1.
    #[must_use]
    pub fn frame_count(self) -> u64 {
        u64::from(self.from.abs_diff(self.to)) + 1
    }

    /// The frame at `key`, which is less than the number of frames.
    fn frame_at(self, key: u64) -> u32 {
        let key = u32::try_from(key).unwrap_or(u32::MAX);
        if self.from <= self.to { self.from.saturating_add(key) } else { self.from.saturating_sub(key) }
    }
}

/// A clip played once, and what comes after it: another clip that repeats, or its own last frame for good.
///
/// ```text
/// enter  lead ................  rest ........  rest ........
///   45   54   55   56   57      0    1 ... 39   0    1 ... 39
///   |----|----|----|----|-------|----|--- ...   one interval is a tick, and every interval blends
/// ```
///
/// Like [`Playback`](crate::Playback) it is given its time, counts it in integers and costs the same for any step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    enter: Option<u32>,
    lead: Clip,
    rest: Option<Clip>,
    /// Never more than it takes to come around to the first frame of `rest` again.
    elapsed_ns: u64,
}

/// Nanoseconds in a tick. A `u64` counts the ticks of all frames that two clips can have.
const TICK_NS: u64 = TICK.subsec_nanos() as u64;

impl Action {
    /// Plays `clip` once and holds its last frame, as a death does.
    #[must_use]
    pub const fn once(clip: Clip) -> Self {
        Self { enter: None, lead: clip, rest: None, elapsed_ns: 0 }
    }

    /// Plays `lead` once and then `rest` for as long as asked: a pain, and standing again.
    #[must_use]
    pub const fn then(lead: Clip, rest: Clip) -> Self {
        Self { enter: None, lead, rest: Some(rest), elapsed_ns: 0 }
    }

    /// Begins one tick earlier with `frame`, which blends into the first of the action: the frame at hand when the action
    /// was called for.
    #[must_use]
    pub const fn entered_from(self, frame: u32) -> Self {
        Self { enter: Some(frame), elapsed_ns: 0, ..self }
    }

    /// Lets `time` pass.
    pub fn advance(&mut self, time: Duration) {
        let elapsed = u128::from(self.elapsed_ns) + time.as_nanos();
        let lead = u128::from(self.lead_keys() * TICK_NS);
        let elapsed = match self.rest {
            None => elapsed.min(lead - u128::from(TICK_NS)),
            Some(_) if elapsed < lead => elapsed,
            Some(rest) => lead + (elapsed - lead) % u128::from(rest.frame_count() * TICK_NS),
        };
        self.elapsed_ns =
            u64::try_from(elapsed).expect("two clips have at most 2^33 keys, and 2^60 nanoseconds");
    }

    /// The picture at this moment.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let (key, part) = (self.elapsed_ns / TICK_NS, self.elapsed_ns % TICK_NS);
        Pose {
            frame_a: self.frame_at(key),
            frame_b: self.frame_at(key + 1),
            blend: part as f32 / TICK_NS as f32,
        }
    }

    /// Whether the clip that plays once is over: its last frame is reached, or left for what comes after.
    #[must_use]
    pub fn is_lead_over(&self) -> bool {
        self.elapsed_ns >= (self.lead_keys() - 1) * TICK_NS
    }

    /// Time since the action began, less the times its rest came around.
    pub(super) fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.elapsed_ns)
    }

    /// Keys before the rest: at least 1.
    fn lead_keys(&self) -> u64 {
        self.lead.frame_count() + u64::from(self.enter.is_some())
    }

    /// The frame at a key counted from the beginning.
    fn frame_at(&self, key: u64) -> u32 {
        let lead_key = match self.enter {
            Some(frame) if key == 0 => return frame,
            Some(_) => key - 1,
            None => key,
        };
        match (lead_key.checked_sub(self.lead.frame_count()), self.rest) {
            (None, _) => self.lead.frame_at(lead_key),
            (Some(_), None) => self.lead.to,
            (Some(key), Some(rest)) => rest.frame_at(key % rest.frame_count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAND: Clip = Clip::new(0, 39);

    fn frames(mut action: Action, ticks: usize) -> alloc::vec::Vec<u32> {
        let mut shown = alloc::vec![action.pose().frame_a];
        for _ in 1..ticks {
            action.advance(TICK);
            assert_eq!(action.pose().blend, 0.0);
            shown.push(action.pose().frame_a);
        }
        shown
    }

    #[test]
    fn a_pain_is_played_once_and_leads_back_to_standing() {
        let pain = Action::then(Clip::new(54, 57), STAND).entered_from(3);
        assert_eq!(frames(pain, 8), [3, 54, 55, 56, 57, 0, 1, 2]);
    }

    #[test]
    fn a_death_holds_its_last_frame() {
        let mut death = Action::once(Clip::new(178, 183));
        assert_eq!(frames(death, 8), [178, 179, 180, 181, 182, 183, 183, 183]);
        death.advance(Duration::MAX);
        assert_eq!(death.pose(), Pose::still(183));
        assert!(death.is_lead_over());
    }

    #[test]
    fn reversed_clips_run_down() {
        assert_eq!(frames(Action::once(Clip::new(119, 112)), 4), [119, 118, 117, 116]);
        assert_eq!(Clip::new(3, 5).reversed(), Clip::new(5, 3));
    }

    #[test]
    fn the_rest_repeats_exactly_however_long() {
        let mut action = Action::then(Clip::new(54, 57), STAND);
        action.advance(TICK * 4);
        let start = action;
        action.advance(TICK * 40 * 1_000_000);
        assert_eq!(action, start);
        assert_eq!(action.pose(), Pose { frame_a: 0, frame_b: 1, blend: 0.0 });
        action.advance(Duration::from_millis(3950));
        assert_eq!(action.pose(), Pose { frame_a: 39, frame_b: 0, blend: 0.5 });
    }
}
