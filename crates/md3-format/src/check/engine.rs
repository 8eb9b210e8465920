//! The programs that care about a finding.

use core::fmt;

use md2_common::report;

/// A program that reads MD3 files, or the format itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Engine {
    /// The original game, by the source that id published.
    Quake3,
    /// ioquake3.
    Ioquake3,
    /// DarkPlaces, the engine of Nexuiz and Xonotic.
    Darkplaces,
    /// The format: no program can do anything sensible with the place.
    Format,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 4] = [Self::Quake3, Self::Ioquake3, Self::Darkplaces, Self::Format];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Quake3 => "quake3",
            Self::Ioquake3 => "ioquake3",
            Self::Darkplaces => "darkplaces",
            Self::Format => "format",
        })
    }
}

impl report::Engine for Engine {
    const ALL: &'static [Self] = &Self::ALL;

    fn index(self) -> u32 {
        self as u32
    }
}

/// A set of [`Engine`]s.
pub type Engines = report::Engines<Engine>;

pub(super) const NONE: Engines = Engines::NONE;
pub(super) const QUAKE3: Engines = Engines::at(Engine::Quake3 as u32);
pub(super) const IOQUAKE3: Engines = Engines::at(Engine::Ioquake3 as u32);
pub(super) const DARKPLACES: Engines = Engines::at(Engine::Darkplaces as u32);
pub(super) const FORMAT: Engines = Engines::at(Engine::Format as u32);
/// Those that share id's loader.
pub(super) const CLASSIC: Engines = QUAKE3.and(IOQUAKE3);
pub(super) const GAMES: Engines = CLASSIC.and(DARKPLACES);
pub(super) const ALL: Engines = GAMES.and(FORMAT);
