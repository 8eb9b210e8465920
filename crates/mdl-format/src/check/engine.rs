//! The programs that care about a finding.

use core::fmt;

use md2_common::report;

use crate::options::ParseOptions;

/// A program that reads MDL files, or the format itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Engine {
    /// The original game with its software renderer, by the source that id published.
    WinQuake,
    /// The original game with OpenGL, by the source that id published.
    GlQuake,
    /// QuakeSpasm.
    QuakeSpasm,
    /// Ironwail.
    Ironwail,
    /// DarkPlaces.
    DarkPlaces,
    /// The format: no program can do anything sensible with the place.
    Format,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 6] =
        [Self::WinQuake, Self::GlQuake, Self::QuakeSpasm, Self::Ironwail, Self::DarkPlaces, Self::Format];

    /// How much the engine lets a file hold.
    #[must_use]
    pub const fn limits(self) -> ParseOptions {
        match self {
            Self::WinQuake => ParseOptions::WINQUAKE,
            Self::GlQuake => ParseOptions::GLQUAKE,
            Self::QuakeSpasm => ParseOptions::QUAKESPASM,
            Self::Ironwail => ParseOptions::IRONWAIL,
            Self::DarkPlaces => ParseOptions::DARKPLACES,
            Self::Format => ParseOptions::FORMAT,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WinQuake => "WinQuake",
            Self::GlQuake => "GLQuake",
            Self::QuakeSpasm => "QuakeSpasm",
            Self::Ironwail => "Ironwail",
            Self::DarkPlaces => "DarkPlaces",
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
pub(super) const WINQUAKE: Engines = Engines::at(Engine::WinQuake as u32);
pub(super) const GLQUAKE: Engines = Engines::at(Engine::GlQuake as u32);
/// The original game.
pub(super) const ORIGINAL: Engines = WINQUAKE.and(GLQUAKE);
/// Those that come from GLQuake.
pub(super) const FROM_GLQUAKE: Engines =
    GLQUAKE.and(Engines::at(Engine::QuakeSpasm as u32)).and(Engines::at(Engine::Ironwail as u32));
/// Those that keep id's loader.
pub(super) const CLASSIC: Engines = WINQUAKE.and(FROM_GLQUAKE);
/// All that play groups by their first interval.
pub(super) const FIRST_INTERVAL: Engines = FROM_GLQUAKE.and(Engines::at(Engine::DarkPlaces as u32));
pub(super) const GAMES: Engines = WINQUAKE.and(FIRST_INTERVAL);
pub(super) const ALL: Engines = GAMES.and(Engines::at(Engine::Format as u32));
