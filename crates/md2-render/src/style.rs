//! The drawing styles of surfaces and textures.

/// The blending of a surface with the colors behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SurfaceBlend {
    /// Hides them. The texture's alpha is ignored.
    #[default]
    Opaque,
    /// Has holes where the texture's alpha is below a half, which also cast no shadow. With several samples per
    /// pixel, the edges of holes are smooth.
    Cutout,
    /// Adds the texture as light, like a muzzle flash, independent of the lamp. It casts no shadow, and the
    /// texture's alpha is ignored.
    Added,
}

/// The lighting method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shading {
    /// Lighting per pixel, in linear light.
    #[default]
    Smooth,
    /// Lighting per vertex, as in games of the time; software devices need two thirds of the time. Light has no
    /// color and no rim, and multiplies the bytes of the skin, which has no mipmaps. Holes have hard edges.
    Classic,
    /// The exact lighting of Quake II: a table of normals and sixteen yaws, which multiplies the bytes of the
    /// skin. It uses only [`Light::place`](crate::Light::place). See [`game`](crate::game).
    Game,
}

impl Shading {
    /// Whether models are lit in bytes instead of linear light.
    pub(crate) const fn uses_bytes(self) -> bool {
        !matches!(self, Self::Smooth)
    }
}

/// The magnification filter of a texture. Minified textures always use mipmaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// Linear interpolation.
    #[default]
    Linear,
    /// The nearest texel, with hard edges.
    Nearest,
}
