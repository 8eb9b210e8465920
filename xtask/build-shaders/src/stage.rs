//! The pipeline stages of shaders.

use std::path::Path;

use glslang::ShaderStage;

/// The pipeline stage of a shader, as given by its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// `NAME.vert.glsl`
    Vertex,
    /// `NAME.frag.glsl`
    Fragment,
    /// `NAME.comp.glsl`
    Compute,
}

impl Stage {
    /// Returns the stage of `NAME.STAGE.glsl`; `None` for a plain `NAME.glsl`, which others include.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        Self::of_name(path.file_name()?.to_str()?.strip_suffix(".glsl")?)
    }

    /// Returns the stage of `NAME.STAGE`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "vert" => Some(Self::Vertex),
            "frag" => Some(Self::Fragment),
            "comp" => Some(Self::Compute),
            _ => None,
        }
    }

    /// Converts the stage to the compiler's type.
    pub(crate) fn glslang(self) -> ShaderStage {
        match self {
            Self::Vertex => ShaderStage::Vertex,
            Self::Fragment => ShaderStage::Fragment,
            Self::Compute => ShaderStage::Compute,
        }
    }
}
