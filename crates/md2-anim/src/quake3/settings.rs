//! What an `animation.cfg` says before its rows.

/// Settings of a player, as they stand before the rows of an `animation.cfg`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Settings {
    /// Whose voice is heard where a player has none of its own.
    pub sex: Sex,
    /// What steps sound like.
    pub footsteps: Footsteps,
    /// How far the head is moved in the picture of it beside the health, in Quake units: forward, left, up.
    pub head_offset: [f32; 3],
    /// Whether the legs keep from turning with the view.
    pub fixed_legs: bool,
    /// Whether the torso keeps from turning with the view.
    pub fixed_torso: bool,
}

/// A player's sex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sex {
    /// `m`, and what is not told.
    #[default]
    Male,
    /// `f`.
    Female,
    /// `n`.
    Neuter,
}

impl Sex {
    /// By the first letter, as the game has it.
    pub(super) fn from_word(word: &str) -> Self {
        match word.bytes().next() {
            Some(b'f' | b'F') => Self::Female,
            Some(b'n' | b'N') => Self::Neuter,
            _ => Self::Male,
        }
    }
}

/// What a player's steps sound like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Footsteps {
    /// `default`, `normal`, and what is not told.
    #[default]
    Normal,
    /// `boot`.
    Boot,
    /// `flesh`.
    Flesh,
    /// `mech`.
    Mech,
    /// `energy`.
    Energy,
}

impl Footsteps {
    /// `None` for a word the game does not know.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        const WORDS: [(&str, Footsteps); 6] = [
            ("default", Footsteps::Normal),
            ("normal", Footsteps::Normal),
            ("boot", Footsteps::Boot),
            ("flesh", Footsteps::Flesh),
            ("mech", Footsteps::Mech),
            ("energy", Footsteps::Energy),
        ];
        WORDS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known)).map(|&(_, footsteps)| footsteps)
    }
}
