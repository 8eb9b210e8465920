//! How the scene is drawn, besides what is in it.

use crate::Alpha;

/// The switches of the picture. The defaults are what a newcomer should see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Draw edges instead of faces.
    pub wireframe: bool,
    /// Draw a floor below.
    pub floor: bool,
    /// Light the models; otherwise they show their skins as painted.
    pub light: bool,
    /// Show triangles from behind as well.
    pub two_sided: bool,
    /// Smooth a skin's pixels where they are larger than the screen's.
    pub smooth: bool,
    /// Draw models with [restored](crate::Command::SetRestored) keys, as soon as these are there.
    pub steady: bool,
    /// Light models by their files' own normals, also where these point inwards.
    pub own_normals: bool,
    /// Whether skins have holes where they are clear.
    pub alpha: Alpha,
    /// Let a sequence that is chosen take the place of the one before little by little, in [`CROSSFADE`](crate::CROSSFADE).
    pub crossfade: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            wireframe: false,
            floor: true,
            light: true,
            two_sided: true,
            smooth: true,
            steady: false,
            own_normals: false,
            alpha: Alpha::Auto,
            crossfade: false,
        }
    }
}

/// One of the switches of a [`Look`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the field of its name")]
#[non_exhaustive]
pub enum Switch {
    Wireframe,
    Floor,
    Light,
    TwoSided,
    Smooth,
    Steady,
    OwnNormals,
    Crossfade,
}

impl Switch {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Wireframe,
        Self::Floor,
        Self::Light,
        Self::TwoSided,
        Self::Smooth,
        Self::Steady,
        Self::OwnNormals,
        Self::Crossfade,
    ];

    /// Whether it is on in `look`.
    #[must_use]
    pub fn is_on(self, look: &Look) -> bool {
        let mut look = *look;
        *self.of(&mut look)
    }

    pub(crate) fn of(self, look: &mut Look) -> &mut bool {
        match self {
            Self::Wireframe => &mut look.wireframe,
            Self::Floor => &mut look.floor,
            Self::Light => &mut look.light,
            Self::TwoSided => &mut look.two_sided,
            Self::Smooth => &mut look.smooth,
            Self::Steady => &mut look.steady,
            Self::OwnNormals => &mut look.own_normals,
            Self::Crossfade => &mut look.crossfade,
        }
    }
}
