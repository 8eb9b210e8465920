//! The events that occur during a step of a playback.

use crate::time::track::{Stretch, Track};

/// The events of one call of [`advance`](crate::Playback::advance): the keyframes reached, the loops completed, and the end.
///
/// Events are computed without iterating over keyframes, so the cost does not depend on the length of the step. A keyframe counts when the
/// playback arrives at it, not when it leaves it. Two short steps therefore have the same events as one long step. The
/// first keyframe, at which a playback starts, is no event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlaybackEvents {
    /// Number of keyframes reached, at most `u64::MAX`.
    pub keys: u64,
    /// Number of loops completed, in either direction, at most `u64::MAX`. A ping-pong completes a loop when it is back at its start.
    /// Always 0 for [`LoopMode::Once`](crate::LoopMode::Once).
    pub loops: u64,
    /// Whether the playback reached an end during this step and stays there. The time of the step after the end is not
    /// returned. A single frame is at its end from the start, so this is false for it: use [`is_finished`](crate::Playback::is_finished).
    pub ended: bool,
    pub(crate) track: Track,
    /// The last keyframe reached before the step, as an index in the playing direction.
    pub(crate) start: u32,
}

impl PlaybackEvents {
    /// Returns the frames of the keyframes reached, in order. If the step is longer than the whole track, returns only the frames of the
    /// last repetition.
    #[must_use = "iterators are lazy"]
    pub fn frames(&self) -> impl ExactSizeIterator<Item = u32> + use<> {
        let track = self.track;
        let Stretch { end, back_to } = track.stretch(self.start);
        let end = u64::from(end);
        let on_track = move |key: u64| match back_to.map(u64::from) {
            Some(from) if key >= end => from + (key - end) % (end - from).max(1),
            _ => key,
        };
        let shown = self.keys.min(end);
        let start = on_track(u64::from(self.start).saturating_add(self.keys - shown));
        let range = 1..u32::try_from(shown).unwrap_or(u32::MAX) + 1;
        range.map(move |i| {
            let key = on_track(start + u64::from(i));
            track.frame_at(u32::try_from(key).unwrap_or(u32::MAX))
        })
    }
}
