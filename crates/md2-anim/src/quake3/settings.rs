//! The settings before the rows of an `animation.cfg`, and notes about its problems.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::animations::MIN_ROWS;
use crate::ranges::tokens::{Token, Tokens};

/// The settings of a Quake III player in its `animation.cfg`. They have no effect on the sequences.
///
/// ```
/// use md2_anim::quake3::{AnimationConfig, Footsteps, Sex};
///
/// let text = b"sex f\nfootsteps mech\nheadoffset 0 2 -4\nfixedtorso\n0 30 0 25\n";
/// let settings = AnimationConfig::parse(text)?.settings;
/// assert_eq!((settings.sex, settings.footsteps), (Some(Sex::Female), Some(Footsteps::Mech)));
/// assert_eq!(settings.head_offset, Some([0.0, 2.0, -4.0]));
/// assert!(settings.fixed_torso && !settings.fixed_legs);
/// # Ok::<(), md2_anim::ScriptError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ConfigSettings {
    /// The sex of the player, which determines its voice. `None` if the file does not contain it; the game then assumes a man.
    pub sex: Option<Sex>,
    /// The sound of the steps; `None` if the file does not contain it.
    pub footsteps: Option<Footsteps>,
    /// The offset of the head in the icon of the player, in units (X forward, Y left, Z up).
    pub head_offset: Option<[f32; 3]>,
    /// Whether the legs always face the same direction as the torso.
    pub fixed_legs: bool,
    /// Whether the torso always faces the same direction as the legs.
    pub fixed_torso: bool,
}

/// The sex of a player. The game reads only the first letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sex {
    /// Any letter other than `f` and `n`.
    #[default]
    Male,
    /// `f`
    Female,
    /// `n`
    Neuter,
}

/// The sound of a player's steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Footsteps {
    /// `default` or `normal`
    #[default]
    Normal,
    /// `boot`
    Boot,
    /// `flesh`
    Flesh,
    /// `mech`
    Mech,
    /// `energy`
    Energy,
}

/// The words for footsteps. The first word for a sound is written.
const FOOTSTEPS: [(&str, Footsteps); 6] = [
    ("default", Footsteps::Normal),
    ("normal", Footsteps::Normal),
    ("boot", Footsteps::Boot),
    ("flesh", Footsteps::Flesh),
    ("mech", Footsteps::Mech),
    ("energy", Footsteps::Energy),
];

impl ConfigSettings {
    /// Reads the settings. Adds a note for each unknown word. Also returns the first word after the settings, which begins with a digit.
    pub(super) fn read<'a>(words: &mut Tokens<'a>, notes: &mut Vec<ConfigNote>) -> (Self, Option<Token<'a>>) {
        let mut settings = Self::default();
        let first = settings.read_words(words, notes);
        (settings, first)
    }

    fn read_words<'a>(&mut self, words: &mut Tokens<'a>, notes: &mut Vec<ConfigNote>) -> Option<Token<'a>> {
        while let Some(word) = words.next() {
            if word.text.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(word);
            }
            let mut note = |word: Token<'_>| {
                notes.push(ConfigNote::Unknown { line: word.line, word: word.text.to_owned() });
            };
            match word.text.to_ascii_lowercase().as_str() {
                "sex" => self.sex = Some(Sex::from_word(words.next()?.text)),
                "footsteps" => {
                    let word = words.next()?;
                    let known = FOOTSTEPS.iter().find(|(known, _)| word.text.eq_ignore_ascii_case(known));
                    match known {
                        Some((_, footsteps)) => self.footsteps = Some(*footsteps),
                        None => note(word),
                    }
                }
                "headoffset" => {
                    let mut offset = [0.0; 3];
                    for coordinate in &mut offset {
                        let word = words.next()?;
                        match word.text.parse().ok().filter(|number: &f32| number.is_finite()) {
                            Some(number) => *coordinate = number,
                            None => note(word),
                        }
                    }
                    self.head_offset = Some(offset);
                }
                "fixedlegs" => self.fixed_legs = true,
                "fixedtorso" => self.fixed_torso = true,
                _ => note(word),
            }
        }
        None
    }
}

impl fmt::Display for ConfigSettings {
    /// Writes a line for each setting.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sex) = self.sex {
            writeln!(f, "sex {}", ["m", "f", "n"][sex as usize])?;
        }
        let word = self.footsteps.and_then(|own| FOOTSTEPS.iter().find(|(_, footsteps)| *footsteps == own));
        if let Some((word, _)) = word {
            writeln!(f, "footsteps {word}")?;
        }
        if let Some([x, y, z]) = self.head_offset {
            writeln!(f, "headoffset {x} {y} {z}")?;
        }
        for (word, is_set) in [("fixedlegs", self.fixed_legs), ("fixedtorso", self.fixed_torso)] {
            if is_set {
                writeln!(f, "{word}")?;
            }
        }
        Ok(())
    }
}

impl Sex {
    fn from_word(word: &str) -> Self {
        match word.chars().next() {
            Some('f' | 'F') => Self::Female,
            Some('n' | 'N') => Self::Neuter,
            _ => Self::Male,
        }
    }
}

/// A problem in an `animation.cfg` that does not prevent its use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConfigNote {
    /// There are too few rows. The game would reject the player.
    TooFewRows {
        /// Number of complete rows.
        rows: usize,
    },
    /// The file ends within a row. This row is omitted.
    CutRow {
        /// Line of the row's first number, counted from 1.
        line: usize,
    },
    /// A setting before the rows is unknown or has an unknown value.
    Unknown {
        /// Line of the unknown word, counted from 1.
        line: usize,
        /// The unknown word.
        word: String,
    },
}

impl fmt::Display for ConfigNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewRows { rows } => {
                write!(f, "{rows} rows, the game needs at least {MIN_ROWS}")
            }
            Self::CutRow { line } => write!(f, "line {line}: row cut off by the end of the file"),
            Self::Unknown { line, word } => write!(f, "line {line}: unknown setting or value \"{word}\""),
        }
    }
}
