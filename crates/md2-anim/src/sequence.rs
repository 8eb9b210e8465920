//! Named ranges of frames, and how they repeat.

use alloc::string::String;
use core::fmt;
use core::ops::RangeInclusive;

use crate::key_times::KeyTimes;

/// Frames a second the game steps its models at.
pub const GAME_FPS: f32 = 10.0;

/// What happens at the end of a sequence.
///
/// There are these three and will be no more, so that a choice of them can be complete. That a loop may begin
/// inside its range is told by [`Sequence::lead`], which stays what it is when a person tries another mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LoopMode {
    /// The last frame blends into the first, or into the one behind the [`lead`](Sequence::lead), and on.
    #[default]
    Loop,
    /// Plays once and holds its last frame.
    Once,
    /// Runs to the last frame and back to the first, without showing either twice.
    PingPong,
}

impl LoopMode {
    /// The mode by which a sequence of this name is usually played.
    ///
    /// Deaths and jumps end in a pose that lasts (a body lying down, a player in the air); all else loops, since a
    /// viewer is asked to show it again and again.
    #[must_use]
    pub(crate) fn conventional(name: &str) -> Self {
        if crate::vocabulary::ends_in_a_pose(name) { Self::Once } else { Self::Loop }
    }
}

impl fmt::Display for LoopMode {
    /// `loop`, `once` or `ping-pong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loop => "loop",
            Self::Once => "once",
            Self::PingPong => "ping-pong",
        })
    }
}

/// A named range of frames, with the speed and the manner it is meant to be played in.
///
/// Fields are plain and may hold anything; [`Playback`](crate::Playback) says what it makes of odd values.
///
/// Its *keys* are its frames in the order they are played: key 0 shows [`frame_at`](Self::frame_at)`(0)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence {
    /// Name as the game or the file has it, such as `crwalk`.
    pub name: String,
    /// Index of the first frame.
    pub first: u32,
    /// Index of the last frame, which belongs to the sequence.
    pub last: u32,
    /// Frames a second at normal speed; 0 stands still. Does not count where there are [`times`](Self::times).
    pub fps: f32,
    /// What happens at the end.
    pub mode: LoopMode,
    /// Keys at the beginning that a loop plays only once: behind the last key comes key `lead` again. 0 loops the whole
    /// sequence; one that leaves a single key to repeat, or none, holds the last. Counts only in [`LoopMode::Loop`].
    pub lead: u32,
    /// Whether it begins with the last frame and runs down to the first.
    pub backward: bool,
    /// Times of the keys of their own, in the order they are played. Where there are fewer than frames, the sequence
    /// ends with them.
    pub times: Option<KeyTimes>,
}

impl Sequence {
    /// A sequence at the game's rate with the mode its name suggests.
    #[must_use]
    pub fn new(name: impl Into<String>, first: u32, last: u32) -> Self {
        let name = name.into();
        let mode = LoopMode::conventional(&name);
        Self { name, first, last, fps: GAME_FPS, mode, lead: 0, backward: false, times: None }
    }

    /// This sequence with times of its own, and for its rate their mean.
    #[must_use]
    pub fn with_times(self, times: KeyTimes) -> Self {
        Self { fps: times.mean_fps(), times: Some(times), ..self }
    }

    /// This sequence of `count` keys, of which the last `looping` repeat; for 0 of them the last key is held.
    pub(crate) fn repeating_last(self, looping: u32, count: u32) -> Self {
        match looping {
            0 => Self { mode: LoopMode::Once, lead: 0, ..self },
            _ => Self { mode: LoopMode::Loop, lead: count.saturating_sub(looping), ..self },
        }
    }

    /// Whether it is a ball's way up, in two keys: called so, from the ground to the top. Played there and back, with
    /// [`Easing::Out`](crate::Easing::Out), the ball bounces.
    #[must_use]
    pub fn bounces(&self) -> bool {
        self.frame_count() == 2 && has_prefix(&self.name, "bounce")
    }

    /// Number of frames, at least 1: a range that ends before it begins counts as its first frame alone.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        u64::from(self.last.saturating_sub(self.first)) + 1
    }

    /// Its frames as indices into a list of frames, as in `mesh.bounds_of(sequence.frames())`, the first first even where the
    /// sequence runs backwards. Whether a model has them all is the caller's to know, see [`within`](Self::within).
    #[must_use]
    pub fn frames(&self) -> RangeInclusive<usize> {
        let index = |frame| usize::try_from(frame).unwrap_or(usize::MAX);
        index(self.first)..=index(self.last.max(self.first))
    }

    /// Whether it begins with its first key again behind its last: a loop without a [`lead`](Self::lead).
    #[must_use]
    pub fn repeats_whole(&self) -> bool {
        self.mode == LoopMode::Loop && self.lead == 0
    }

    /// Whether frame `frame` belongs to the sequence.
    #[must_use]
    pub fn contains(&self, frame: u32) -> bool {
        frame == self.first || (self.first..=self.last).contains(&frame)
    }

    /// The frame that key `key` shows; past the end, that of the last key.
    #[must_use]
    pub fn frame_at(&self, key: u32) -> u32 {
        let key = key.min(self.last.saturating_sub(self.first));
        if self.backward { self.last.max(self.first) - key } else { self.first + key }
    }

    /// The sequence as far as it lies in a model of `frame_count` frames: cut where it reaches past the end, `None`
    /// where it begins there.
    ///
    /// What a lead loses at its beginning, as backward sequences do, it is shorter by.
    #[must_use]
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

/// Whether `name` begins with `prefix` and does not go on with a letter.
pub(crate) fn has_prefix(name: &str, prefix: &str) -> bool {
    let (Some(head), Some(tail)) = (name.get(..prefix.len()), name.get(prefix.len()..)) else { return false };
    head.eq_ignore_ascii_case(prefix) && !tail.starts_with(char::is_alphabetic)
}
