//! The programs that findings concern: game engines, and the format itself.

use md2_common::report;

md2_common::engines! {
    /// A program that reads MDL files, or the format itself.
    pub enum Engine {
        /// The original game with its software renderer, from the source code that id Software published.
        WinQuake "WinQuake",
        /// GLQuake, the version of the original game that draws with OpenGL, from the source code that id Software
        /// published.
        GlQuake "GLQuake",
        /// The engine QuakeSpasm.
        QuakeSpasm "QuakeSpasm",
        /// The engine Ironwail.
        Ironwail "Ironwail",
        /// The engine DarkPlaces.
        DarkPlaces "DarkPlaces",
        /// The format itself, for findings that concern every program.
        Format "format",
    }
}

/// A set of [`Engine`]s.
pub type Engines = report::Engines<Engine>;

pub(crate) const NONE: Engines = Engines::NONE;
pub(crate) const WINQUAKE: Engines = Engines::from_index(Engine::WinQuake as u32);
pub(crate) const GLQUAKE: Engines = Engines::from_index(Engine::GlQuake as u32);
pub(crate) const ORIGINAL: Engines = WINQUAKE.union(GLQUAKE);
pub(crate) const QUAKESPASM: Engines = Engines::from_index(Engine::QuakeSpasm as u32);
pub(crate) const IRONWAIL: Engines = Engines::from_index(Engine::Ironwail as u32);
pub(crate) const DARKPLACES: Engines = Engines::from_index(Engine::DarkPlaces as u32);
pub(crate) const FROM_GLQUAKE: Engines = GLQUAKE.union(QUAKESPASM).union(IRONWAIL);
/// Engines that use id Software's code for loading models.
pub(crate) const CLASSIC: Engines = WINQUAKE.union(FROM_GLQUAKE);
/// Engines that use the first interval of a group as the duration of all its poses or images.
pub(crate) const FIRST_INTERVAL: Engines = FROM_GLQUAKE.union(DARKPLACES);
pub(crate) const GAMES: Engines = WINQUAKE.union(FIRST_INTERVAL);
pub(crate) const ALL: Engines = GAMES.union(Engines::from_index(Engine::Format as u32));
