//! A limit of an engine that a model exceeds.

use std::fmt;

/// A limit of an engine that a converted model would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model has {found} {what}, the limit of {engine} is {allowed}")]
pub struct ExceededLimit {
    /// The counted elements.
    pub what: LimitedCount,
    /// The number in the model.
    pub found: usize,
    /// The greatest allowed number.
    pub allowed: usize,
    /// The name of the engine.
    pub engine: &'static str,
}

/// The elements of a model whose number an engine limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitedCount {
    /// Frames.
    Frames,
    /// Surfaces.
    Surfaces,
    /// Vertices; in an MD3, those of a surface.
    Vertices,
    /// Triangles; in an MD3, those of a surface.
    Triangles,
    /// Skins.
    Skins,
}

impl ExceededLimit {
    /// Compares a number with its limit.
    ///
    /// # Errors
    /// If the number exceeds the limit.
    pub(crate) fn check(
        what: LimitedCount,
        found: usize,
        allowed: usize,
        engine: &'static str,
    ) -> Result<(), Self> {
        if found <= allowed { Ok(()) } else { Err(Self { what, found, allowed, engine }) }
    }
}

impl fmt::Display for LimitedCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Frames => "frames",
            Self::Surfaces => "surfaces",
            Self::Vertices => "vertices",
            Self::Triangles => "triangles",
            Self::Skins => "skins",
        })
    }
}
