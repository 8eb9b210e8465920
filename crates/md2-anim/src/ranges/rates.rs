//! Rates of sequences: the rate of the game, or the rates in the table of a tutorial.

use crate::player_sets::find_row;
use crate::sequence::GAME_FPS;
use crate::sequence::vocabulary::classify;

/// The source from which sequences get their rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rates {
    /// The game's rate: ten frames per second for all sequences.
    #[default]
    Game,
    /// The table of a well-known tutorial, with slower gestures and deaths. Sequences that are not in the table have the game's rate.
    Tutorial,
}

impl Rates {
    /// All sources of rates.
    pub const ALL: [Self; 2] = [Self::Game, Self::Tutorial];

    /// The name in options and labels.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Tutorial => "tutorial",
        }
    }

    /// Returns the frames per second for the sequence `name`. The name may have any spelling that models use.
    pub fn fps(self, name: &str) -> f32 {
        match self {
            Self::Game => GAME_FPS,
            Self::Tutorial => {
                let meaning = classify(name);
                find_row(|row| Some(row.meaning) == meaning).map_or(GAME_FPS, |row| row.tutorial_fps)
            }
        }
    }
}
