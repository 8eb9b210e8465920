//! Speeds that sequences are played at: the game's one, and a tutorial's table.

use crate::sequence::GAME_FPS;
use crate::standard::PLAYER;
use crate::vocabulary::classify;

/// Where the frames a second of sequences come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rates {
    /// Ten for everything, as the game steps its models.
    #[default]
    Game,
    /// The table of a well-known tutorial, made by eye: slower gestures, deaths at 7. Ten for what it does not name.
    Tutorial,
}

impl Rates {
    /// Frames a second of the sequence called `name`, in any of the spellings that models use.
    #[must_use]
    pub fn fps(self, name: &str) -> f32 {
        match self {
            Self::Game => GAME_FPS,
            Self::Tutorial => {
                let word = classify(name);
                PLAYER.iter().find(|row| Some(row.word) == word).map_or(GAME_FPS, |row| row.tutorial_fps)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorial_names_every_standard_sequence() {
        for row in PLAYER {
            assert_eq!(Rates::Tutorial.fps(row.name), row.tutorial_fps, "{}", row.name);
        }
    }

    #[test]
    fn spellings_share_a_rate_and_strangers_get_the_games() {
        assert_eq!(Rates::Tutorial.fps("CrDeth"), 5.0);
        assert_eq!(Rates::Tutorial.fps("point"), 6.0);
        assert_eq!(Rates::Tutorial.fps("swim"), 10.0);
        assert_eq!(Rates::Game.fps("crdeath"), 10.0);
    }
}
