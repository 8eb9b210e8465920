//! The programs that care about a finding.

use core::fmt;

use md2_common::report;

/// A program that reads MD2 files, or the format itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
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
    pub const ALL: &'static [Self] = &[Self::Vanilla, Self::Yquake2, Self::Q2pro, Self::Format];
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

impl report::Engine for Engine {
    const ALL: &'static [Self] = Self::ALL;

    fn index(self) -> u32 {
        self as u32
    }
}

/// A set of [`Engine`]s.
pub type Engines = report::Engines<Engine>;

pub(super) const NONE: Engines = Engines::NONE;
pub(super) const VANILLA: Engines = Engines::at(Engine::Vanilla as u32);
pub(super) const YQUAKE2: Engines = Engines::at(Engine::Yquake2 as u32);
pub(super) const Q2PRO: Engines = Engines::at(Engine::Q2pro as u32);
pub(super) const FORMAT: Engines = Engines::at(Engine::Format as u32);
/// Those that share id's loader.
pub(super) const CLASSIC: Engines = VANILLA.and(YQUAKE2);
pub(super) const GAMES: Engines = CLASSIC.and(Q2PRO);
pub(super) const ALL: Engines = GAMES.and(FORMAT);
