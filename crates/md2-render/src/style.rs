//! The ways in which surfaces and textures are drawn.

/// What becomes of what is behind a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SurfaceBlend {
    /// It is hidden. The texture's alpha is ignored.
    #[default]
    Opaque,
    /// It is seen through holes: where the texture's alpha is below a half there is nothing, and no shadow. The
    /// edges of holes are smooth where there are several samples a pixel.
    Cutout,
    /// The texture is added to it as light, without a lamp, as a muzzle flash is. Casts no shadow; the texture's
    /// alpha is ignored.
    Added,
}

/// How light and skins become colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shading {
    /// Every pixel has light of its own, computed as light.
    #[default]
    Smooth,
    /// As games did it when these models were made, which software devices draw in two thirds of the time: light is a
    /// number for each vertex, without color and without a rim, and multiplies the bytes of the skin, which is read
    /// without mip maps. Holes have hard edges.
    Classic,
    /// As Quake II did it, number by number: light by a table for the normals and sixteen yaws, which multiplies the bytes of the
    /// skin. Of the scene's light only the place's counts. See [`game`](crate::game).
    Game,
}

impl Shading {
    /// Whether pictures of models are computed in bytes, not in light.
    pub(crate) const fn is_of_bytes(self) -> bool {
        !matches!(self, Self::Smooth)
    }
}

/// How a texture is enlarged. Reduced, it is always smoothed by mip maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// Smoothly.
    #[default]
    Linear,
    /// In hard-edged texels, as of old.
    Nearest,
}
