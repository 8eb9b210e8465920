//! Names of what a renderer has loaded.

use crate::model::GpuModel;
use crate::slots::Id;
use crate::texture::Texture;

/// The name of a model that a renderer has loaded. It means nothing to any other renderer, which refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelId(pub(crate) Id<GpuModel>);

/// The name of a texture that a renderer has loaded: a skin, or the pattern of a floor. It means nothing to any
/// other renderer, which refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureId(pub(crate) Id<Texture>);
