//! The drawing styles of surfaces and textures.

/// The blending of a surface with the colors behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SurfaceBlend {
    /// Hides the colors behind the surface. The texture's alpha is ignored.
    #[default]
    Opaque,
    /// Has holes where the texture's alpha is below 0.5. Holes cast no shadow. With several samples per pixel, their
    /// edges are smooth.
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
    /// Lighting per vertex, as in games of the 1990s. Software devices need a half to three quarters of the time of
    /// `Smooth`. Light has no color and no rim, and multiplies the sRGB bytes of the skin. There are no mipmaps; holes
    /// have hard edges.
    Classic,
    /// The exact lighting of Quake II: the bytes of the skin are multiplied by shades from a table for 162 normals
    /// and 16 yaws. It uses only [`Light::place`](crate::Light::place). See [`game`](crate::game).
    Game,
}

impl Shading {
    pub(crate) const fn uses_bytes(self) -> bool {
        !matches!(self, Self::Smooth)
    }
}

/// The magnification filter of a texture. Minified textures always use mipmaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Filter {
    /// Linear interpolation.
    #[default]
    Linear,
    /// The nearest texel, with hard edges.
    Nearest,
}
