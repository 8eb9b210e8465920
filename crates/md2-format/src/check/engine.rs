//! The programs that care about a finding.

use core::fmt;

/// A program that reads MD2 files, or the format itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Engine {
    /// The original game, by the source that id published.
    Vanilla,
    /// Yamagi Quake II.
    Yquake2,
    /// Q2PRO.
    Q2pro,
    /// The format: no program can do anything sensible with the place.
    Format,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 4] = [Self::Vanilla, Self::Yquake2, Self::Q2pro, Self::Format];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Vanilla => "vanilla",
            Self::Yquake2 => "yquake2",
            Self::Q2pro => "Q2PRO",
            Self::Format => "format",
        })
    }
}

/// A set of [`Engine`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Engines(u8);

impl Engines {
    pub(super) const NONE: Self = Self(0);
    pub(super) const VANILLA: Self = Self(1);
    pub(super) const YQUAKE2: Self = Self(1 << 1);
    pub(super) const Q2PRO: Self = Self(1 << 2);
    pub(super) const FORMAT: Self = Self(1 << 3);
    /// Those that share id's loader.
    pub(super) const CLASSIC: Self = Self::VANILLA.and(Self::YQUAKE2);
    pub(super) const GAMES: Self = Self::CLASSIC.and(Self::Q2PRO);
    pub(super) const ALL: Self = Self::GAMES.and(Self::FORMAT);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether nobody cares.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `engine` is among them.
    pub const fn contains(self, engine: Engine) -> bool {
        let bit = match engine {
            Engine::Vanilla => Self::VANILLA,
            Engine::Yquake2 => Self::YQUAKE2,
            Engine::Q2pro => Self::Q2PRO,
            Engine::Format => Self::FORMAT,
        };
        self.0 & bit.0 != 0
    }

    /// Those in the set.
    pub fn iter(self) -> impl Iterator<Item = Engine> + Clone {
        Engine::ALL.into_iter().filter(move |&engine| self.contains(engine))
    }
}

/// Separated by commas.
impl fmt::Display for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, engine) in self.iter().enumerate() {
            write!(f, "{}{engine}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// As a list.
#[cfg(feature = "serde")]
impl serde::Serialize for Engines {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
