//! The programs that findings concern: game engines, and the format itself.

use md2_common::report;

md2_common::engines! {
    /// A program that reads MD3 files, or the format itself.
    pub enum Engine {
        /// The original game, from the source code that id Software published.
        Quake3 "quake3",
        /// The engine ioquake3.
        Ioquake3 "ioquake3",
        /// DarkPlaces, the engine of Nexuiz and Xonotic.
        Darkplaces "darkplaces",
        /// The format itself, for findings that concern every program.
        Format "format",
    }
}

/// A set of [`Engine`]s.
pub type Engines = report::Engines<Engine>;

pub(crate) const NONE: Engines = Engines::NONE;
pub(crate) const QUAKE3: Engines = Engines::from_index(Engine::Quake3 as u32);
pub(crate) const IOQUAKE3: Engines = Engines::from_index(Engine::Ioquake3 as u32);
pub(crate) const DARKPLACES: Engines = Engines::from_index(Engine::Darkplaces as u32);
pub(crate) const FORMAT: Engines = Engines::from_index(Engine::Format as u32);
/// Engines that use id Software's code for loading models.
pub(crate) const CLASSIC: Engines = QUAKE3.union(IOQUAKE3);
pub(crate) const GAMES: Engines = CLASSIC.union(DARKPLACES);
pub(crate) const ALL: Engines = GAMES.union(FORMAT);
