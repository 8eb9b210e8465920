//! The limits of engines for converted models.

use std::fmt;

/// The limits of an engine for the models of one format, each the greatest allowed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what is counted")]
pub struct EngineLimits {
    /// The name of the engine, for errors.
    pub engine: &'static str,
    pub frames: usize,
    pub surfaces: usize,
    /// In an MD3, vertices of a surface in a frame.
    pub vertices: usize,
    /// In an MD3, triangles of a surface.
    pub triangles: usize,
    pub skins: usize,
}

impl EngineLimits {
    /// MDL: the original game and the engines that resemble it.
    pub const CLASSIC_MDL: Self = Self {
        engine: "the original game",
        frames: 256,
        surfaces: 1,
        vertices: 2000,
        triangles: 2048,
        skins: 32,
    };

    /// MDL: QuakeSpasm.
    pub const QUAKESPASM_MDL: Self =
        Self { engine: "QuakeSpasm", frames: 1024, triangles: 4096, ..Self::CLASSIC_MDL };

    /// MDL: Ironwail.
    pub const IRONWAIL_MDL: Self = Self { surfaces: 1, vertices: 32_767, ..Self::IRONWAIL_MD3 };

    /// MD3: Ironwail and vkQuake, which load an MD3 in place of an MDL.
    pub const IRONWAIL_MD3: Self = Self {
        engine: "Ironwail",
        frames: 1024,
        surfaces: 32,
        vertices: 32_766,
        triangles: usize::MAX,
        skins: 32,
    };

    /// MD3: Q2PRO and Q2RTX, which load an MD3 in place of an MD2.
    pub const Q2PRO_MD3: Self =
        Self { engine: "Q2PRO", vertices: 4096, triangles: 8192, ..Self::IRONWAIL_MD3 };

    /// MD3: Quake III.
    pub const QUAKE3_MD3: Self =
        Self { engine: "Quake III", vertices: 999, triangles: 1999, skins: 256, ..Self::IRONWAIL_MD3 };

    pub(crate) fn check(&self, what: LimitedCount, found: usize) -> Result<(), ExceededLimit> {
        let allowed = match what {
            LimitedCount::Frames => self.frames,
            LimitedCount::Surfaces => self.surfaces,
            LimitedCount::Vertices => self.vertices,
            LimitedCount::Triangles => self.triangles,
            LimitedCount::Skins => self.skins,
        };
        if found <= allowed {
            return Ok(());
        }
        Err(ExceededLimit { what, found, allowed, engine: self.engine })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model has {found} {what}, the limit of {engine} is {allowed}")]
#[expect(missing_docs, reason = "the message shows what the fields are")]
pub struct ExceededLimit {
    pub what: LimitedCount,
    pub found: usize,
    pub allowed: usize,
    pub engine: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say what is counted")]
#[non_exhaustive]
pub enum LimitedCount {
    Frames,
    Surfaces,
    Vertices,
    Triangles,
    Skins,
}

impl fmt::Display for LimitedCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}
