//! Named frame ranges and their loop modes.

pub(crate) mod key_times;
pub(crate) mod vocabulary;

use alloc::string::String;
use core::fmt;
use core::ops::RangeInclusive;

use crate::sequence::key_times::KeyTimes;
use crate::sequence::vocabulary::ends_in_lasting_pose;

/// The rate of Quake and Quake II in frames per second.
pub const GAME_FPS: f32 = 10.0;

/// The behavior of a playback at the end of its sequence.
///
/// No modes will be added. A sequence of which only the end repeats is a [`Loop`](Self::Loop) with a [`Sequence::lead`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LoopMode {
    /// The last frame blends into the first one, or into the first one after the [`lead`](Sequence::lead).
    #[default]
    Loop,
    /// The sequence plays once and holds its last frame.
    Once,
    /// The sequence runs to the last frame and back, without repeating the first and last frame.
    PingPong,
}

impl fmt::Display for LoopMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loop => "loop",
            Self::Once => "once",
            Self::PingPong => "ping-pong",
        })
    }
}

/// A named range of frames with its rate and loop mode.
///
/// Fields may have any values. [`Playback`](crate::Playback) states how it treats invalid values.
///
/// The *keyframes* of a sequence are its frames in playing order. A *key* is the index of a keyframe: key 0 is the frame
/// [`frame_at`](Self::frame_at)`(0)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence {
    /// Name in the game or the file, such as `crwalk`.
    pub name: String,
    /// Index of the first frame.
    pub first: u32,
    /// Index of the last frame, inclusive.
    pub last: u32,
    /// Frames per second at normal speed; 0 shows only the first keyframe. Ignored if there are [`times`](Self::times).
    pub fps: f32,
    /// The loop mode.
    pub mode: LoopMode,
    /// Number of keyframes at the beginning that a loop plays only once: after the last keyframe, keyframe `lead` follows. With 0, the
    /// whole sequence loops. If at most one keyframe remains to repeat, the last keyframe is held. Used only in [`LoopMode::Loop`].
    pub lead: u32,
    /// Whether the sequence plays from its last frame to its first.
    pub backward: bool,
    /// Individual times of the keyframes, in playing order. If the range has more frames than times, it ends at the last frame that has a
    /// time.
    pub times: Option<KeyTimes>,
}

impl Sequence {
    /// Creates a sequence at the game's rate with the usual mode for its name. Deaths and jumps play once, because they end in a pose that
    /// stays. All other sequences loop.
    pub fn new(name: impl Into<String>, first: u32, last: u32) -> Self {
        let name = name.into();
        let mode = if ends_in_lasting_pose(&name) { LoopMode::Once } else { LoopMode::Loop };
        Self { name, first, last, fps: GAME_FPS, mode, lead: 0, backward: false, times: None }
    }

    /// Returns this sequence with the given key times. The rate becomes the mean rate of the keyframes.
    #[must_use]
    pub fn with_times(self, times: KeyTimes) -> Self {
        Self { fps: times.mean_fps(), times: Some(times), ..self }
    }

    /// Returns this sequence as a loop that repeats only the last `looping` of its `count` keyframes. If `looping` is
    /// 0, the sequence holds its last keyframe.
    pub(crate) fn repeating_last(self, looping: u32, count: u32) -> Self {
        match looping {
            0 => Self { mode: LoopMode::Once, lead: 0, ..self },
            _ => Self { mode: LoopMode::Loop, lead: count.saturating_sub(looping), ..self },
        }
    }

    /// Whether the sequence shows a bouncing object: two frames named `bounce`, on the ground and at the top. Play it as a ping-pong with
    /// [`Easing::Out`](crate::Easing::Out).
    pub fn bounces(&self) -> bool {
        self.frame_count() == 2 && has_prefix(&self.name, "bounce")
    }

    /// Number of frames, at least 1. If the last frame is before the first, the sequence has only its first frame.
    pub fn frame_count(&self) -> u64 {
        u64::from(self.last.saturating_sub(self.first)) + 1
    }

    /// The frame indices in ascending order, also for a backward sequence. The model may have fewer frames: see
    /// [`clipped_to`](Self::clipped_to).
    pub fn frames(&self) -> RangeInclusive<usize> {
        let index = |frame| usize::try_from(frame).unwrap_or(usize::MAX);
        index(self.first)..=index(self.last.max(self.first))
    }

    /// Whether the sequence is a loop without a [`lead`](Self::lead), so that the first keyframe follows the last one.
    pub fn repeats_whole(&self) -> bool {
        self.mode == LoopMode::Loop && self.lead == 0
    }

    /// Whether the sequence contains a frame.
    pub fn contains(&self, frame: u32) -> bool {
        frame == self.first || (self.first..=self.last).contains(&frame)
    }

    /// Returns the frame of a keyframe. For indices past the end, returns the frame of the last keyframe.
    pub fn frame_at(&self, key: u32) -> u32 {
        let key = key.min(self.last.saturating_sub(self.first));
        if self.backward { self.last.max(self.first) - key } else { self.first + key }
    }

    /// Returns the part of the sequence that is inside a model with `frame_count` frames. `None` if the sequence begins after the last
    /// frame.
    ///
    /// If frames of a backward sequence are cut off, the sequence loses its first keyframes, so its lead becomes shorter.
    pub fn clipped_to(mut self, frame_count: u32) -> Option<Self> {
        if self.first >= frame_count {
            return None;
        }
        let cut = self.last.saturating_sub(frame_count - 1);
        self.last -= cut;
        if self.backward {
            self.lead = self.lead.saturating_sub(cut);
        }
        Some(self)
    }
}

pub(crate) fn has_prefix(name: &str, prefix: &str) -> bool {
    let (Some(head), Some(tail)) = (name.get(..prefix.len()), name.get(prefix.len()..)) else { return false };
    head.eq_ignore_ascii_case(prefix) && !tail.starts_with(char::is_alphabetic)
}
