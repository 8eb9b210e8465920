//! The programs that findings affect.

use md2_common::report;

md2_common::engines! {
    /// A program that a finding affects. [`Self::Format`] stands for the format itself.
    pub enum Engine {
        /// The original game, from the source code that id Software published.
        Vanilla "vanilla",
        /// Yamagi Quake II, yquake2.
        Yquake2 "yquake2",
        /// The engine Q2PRO, a modern Quake II client and server.
        Q2pro "Q2PRO",
        /// The format itself: the record is wrong for every program.
        Format "format",
    }
}

/// A set of [`Engine`]s.
pub type Engines = report::Engines<Engine>;

pub(crate) const NONE: Engines = Engines::NONE;
pub(crate) const VANILLA: Engines = Engines::from_index(Engine::Vanilla as u32);
pub(crate) const YQUAKE2: Engines = Engines::from_index(Engine::Yquake2 as u32);
pub(crate) const Q2PRO: Engines = Engines::from_index(Engine::Q2pro as u32);
pub(crate) const FORMAT: Engines = Engines::from_index(Engine::Format as u32);
/// Engines that use id Software's code for loading models.
pub(crate) const CLASSIC: Engines = VANILLA.union(YQUAKE2);
pub(crate) const GAMES: Engines = CLASSIC.union(Q2PRO);
pub(crate) const ALL: Engines = GAMES.union(FORMAT);
