//! Sequence tables of games: the set that all players of a game share, and the ranges of a game's own models.
//!
//! A table is data. A new game is a module with a [`PlayerSet`], and a row in [`PLAYER_SETS`](crate::PLAYER_SETS).

use alloc::vec::Vec;

use crate::sequence::vocabulary::{Action, NameMeaning};
use crate::sequence::{LoopMode, Sequence};

/// The sequences that all players of a game share, because the game plays them by frame number.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PlayerSet {
    /// The word for the set in [evidence](crate::Evidence): `standard` for the set of Quake II.
    pub label: &'static str,
    /// The sequences in frame order and without gaps, from frame 0.
    pub rows: &'static [StandardSequence],
    /// The frame counts that only models of this set have.
    pub anchors: &'static [Anchor],
}

/// A frame count that identifies a kind of model that has the sequences of a [`PlayerSet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Anchor {
    /// The kind of model, such as `player`.
    pub model: &'static str,
    /// Number of frames. The model has all sequences that end before.
    pub frames: u32,
}

/// A sequence of a player set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct StandardSequence {
    /// Name in the game's own models.
    pub name: &'static str,
    /// Name in plain words, such as "Crouch walk".
    pub readable: &'static str,
    /// First frame.
    pub first: u32,
    /// Last frame, inclusive.
    pub last: u32,
    /// Frames per second in a well-known tutorial. The game itself plays all sequences at [`GAME_FPS`](crate::GAME_FPS).
    pub tutorial_fps: f32,
    pub(crate) meaning: NameMeaning,
}

impl PlayerSet {
    /// Number of frames of a player.
    pub fn frame_count(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.last + 1)
    }

    /// Returns the sequences of a model with `frame_count` frames. Sequences that begin after the last frame are omitted, and a sequence
    /// that ends after the last frame is cut. Frames after the set belong to no sequence.
    pub fn sequences(&self, frame_count: u32) -> Vec<Sequence> {
        self.rows.iter().filter_map(|row| row.to_sequence(0).clipped_to(frame_count)).collect()
    }
}

impl Anchor {
    pub(crate) const fn new(model: &'static str, frames: u32) -> Self {
        Self { model, frames }
    }
}

impl StandardSequence {
    pub(crate) const fn crouched(mut self) -> Self {
        self.meaning.crouched = true;
        self
    }

    /// Number of frames.
    pub const fn frame_count(&self) -> u32 {
        self.last - self.first + 1
    }

    pub(crate) fn to_sequence(self, shift: u32) -> Sequence {
        Sequence::new(self.name, self.first + shift, self.last + shift)
    }
}

pub(crate) const fn row(
    name: &'static str,
    readable: &'static str,
    [first, last]: [u32; 2],
    tutorial_fps: f32,
    action: Action,
) -> StandardSequence {
    let meaning = NameMeaning { action, crouched: false };
    StandardSequence { name, readable, first, last, tutorial_fps, meaning }
}

/// A model of a game, with the frame ranges that the game plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameModel {
    /// Name of the model. For a model of Quake, the file name without folder and extension.
    pub name: &'static str,
    rows: &'static [GameSequence],
}

/// A sequence of a [`GameModel`]. Its frames directly follow those of the previous sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameSequence {
    name: &'static str,
    frames: u32,
    mode: LoopMode,
}

impl GameModel {
    pub(crate) const fn new(name: &'static str, rows: &'static [GameSequence]) -> Self {
        Self { name, rows }
    }

    /// Number of frames.
    pub fn frame_count(&self) -> u32 {
        self.rows.iter().map(|row| row.frames).sum()
    }

    /// Returns the sequences at the game's ten frames per second. Sequences that the game repeats (standing, walking, flying) loop. The
    /// other sequences play once.
    pub fn sequences(&self) -> Vec<Sequence> {
        let mut next = 0;
        let sequence = |row: &GameSequence| {
            let first = next;
            next += row.frames;
            Sequence { mode: row.mode, ..Sequence::new(row.name, first, next - 1) }
        };
        self.rows.iter().map(sequence).collect()
    }
}

pub(crate) const fn looped(name: &'static str, frames: u32) -> GameSequence {
    GameSequence { name, frames, mode: LoopMode::Loop }
}

pub(crate) const fn once(name: &'static str, frames: u32) -> GameSequence {
    GameSequence { name, frames, mode: LoopMode::Once }
}
