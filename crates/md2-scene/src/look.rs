//! The look: how the scene is drawn.

use md2_common::Faces;

use crate::alpha::Alpha;

mod background;
mod brightness;

pub use background::{Background, BackgroundError};
pub use brightness::Brightness;

/// The settings of how the scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Solid, with edges, or wireframe.
    pub faces: Faces,
    /// The floor.
    pub floor: FloorKind,
    /// The background.
    pub background: Background,
    /// The brightness of the light on models and floor. Glowing and unlit parts do not change.
    pub brightness: Brightness,
    /// The lighting of the models.
    pub light: Lighting,
    /// Draw back faces, too.
    pub two_sided: bool,
    /// Filter skins linearly where they are magnified.
    pub smooth: bool,
    /// Draw models with [restored](crate::Command::SetRestored) keyframes, when available.
    pub steady: bool,
    /// Light models by their files' own normals, also where these point inwards.
    pub own_normals: bool,
    /// The rule for clear pixels of skins.
    pub alpha: Alpha,
    /// Cross-fade to the next sequence, in [`CROSSFADE`](crate::CROSSFADE).
    pub crossfade: bool,
    /// Pick vertices and triangles with the pointer, and show their data.
    pub inspect: bool,
    /// Draw a line from each vertex along its normal.
    pub normals: bool,
    /// Draw the bounding boxes of the pose and of all frames, and the tags.
    pub boxes: bool,
    /// Draw the neighboring keyframes as ghosts.
    pub onion: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            faces: Faces::Solid,
            floor: FloorKind::Stone,
            background: Background::Studio,
            brightness: Brightness::NORMAL,
            light: Lighting::Studio,
            two_sided: true,
            smooth: true,
            steady: false,
            own_normals: false,
            alpha: Alpha::Auto,
            crossfade: false,
            inspect: true,
            normals: false,
            boxes: false,
            onion: false,
        }
    }
}

/// A kind of floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FloorKind {
    /// Slabs that pass below a walking model.
    #[default]
    Stone,
    /// Lines every 16 units for a model of a player's size, every fourth one stronger, and the axes in color. It does not move.
    Grid,
    /// No floor and no shadow.
    None,
}

impl FloorKind {
    /// All kinds of floor.
    pub const ALL: [Self; 3] = [Self::Stone, Self::Grid, Self::None];

    /// The name in options and labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stone => "stone",
            Self::Grid => "grid",
            Self::None => "none",
        }
    }
}

/// A kind of lighting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lighting {
    /// A studio's key light and ambient light, per pixel.
    #[default]
    Studio,
    /// Quake II's: per vertex, from its table of normals, for sixteen yaw angles.
    Game,
    /// Unlit: skins in their own colors.
    None,
}

impl Lighting {
    /// All kinds, in the order of [`next`](Self::next).
    pub const ALL: [Self; 3] = [Self::Studio, Self::Game, Self::None];

    /// The name in options and labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Game => "game",
            Self::None => "none",
        }
    }

    /// The next kind, cyclic.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// An option of a [`Look`] that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the field of its name")]
#[non_exhaustive]
pub enum LookSwitch {
    TwoSided,
    Smooth,
    Steady,
    OwnNormals,
    Crossfade,
    Inspect,
    Normals,
    Boxes,
    Onion,
}

impl LookSwitch {
    /// All options of a look.
    pub const ALL: [Self; 9] = [
        Self::TwoSided,
        Self::Smooth,
        Self::Steady,
        Self::OwnNormals,
        Self::Crossfade,
        Self::Inspect,
        Self::Normals,
        Self::Boxes,
        Self::Onion,
    ];

    pub(crate) fn field_mut(self, look: &mut Look) -> &mut bool {
        match self {
            Self::TwoSided => &mut look.two_sided,
            Self::Smooth => &mut look.smooth,
            Self::Steady => &mut look.steady,
            Self::OwnNormals => &mut look.own_normals,
            Self::Crossfade => &mut look.crossfade,
            Self::Inspect => &mut look.inspect,
            Self::Normals => &mut look.normals,
            Self::Boxes => &mut look.boxes,
            Self::Onion => &mut look.onion,
        }
    }
}
