//! How the scene is drawn, besides what is in it.

use md2_common::Faces;

use crate::alpha::Alpha;

mod background;
mod brightness;

pub use background::{Background, BackgroundError};
pub use brightness::Brightness;

/// The choices and switches of the picture. The defaults are what a newcomer should see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is drawn of the models' triangles.
    pub faces: Faces,
    /// What the models stand on.
    pub floor: FloorKind,
    /// What is behind everything.
    pub background: Background,
    /// How bright the light is that falls on models and floor. What is shown as painted stays as it is.
    pub brightness: Brightness,
    /// How the models are lit.
    pub light: Lighting,
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
    /// Let the pointer find vertices and triangles, and tell what the file says of them.
    pub inspect: bool,
    /// Draw a line from each vertex along its normal.
    pub normals: bool,
    /// Draw the boxes around what is seen and around all frames, and the places that other models hang on.
    pub boxes: bool,
    /// Draw the keys before and after as shapes that are seen through.
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

/// What models stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FloorKind {
    /// Slabs, which pass below what walks.
    #[default]
    Stone,
    /// Lines at each 16 units for a model of a player's size, each fourth of them stronger, and the two axes in color. It
    /// stays where it is, as a measure should.
    Grid,
    /// Nothing, and no shadow.
    None,
}

impl FloorKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stone, Self::Grid, Self::None];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stone => "stone",
            Self::Grid => "grid",
            Self::None => "none",
        }
    }
}

/// How models are lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lighting {
    /// By the lamp and the sky of a studio, pixel by pixel.
    #[default]
    Studio,
    /// As Quake II did it, number by number: by the vertex, out of a table, in sixteen steps of the model's yaw.
    Game,
    /// Not at all: they show their skins as painted.
    None,
}

impl Lighting {
    /// All of them, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Studio, Self::Game, Self::None];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Game => "game",
            Self::None => "none",
        }
    }

    /// The one after it, around the end.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// What follows in a list, around its end.
fn after<T: Copy + PartialEq>(all: &[T], one: T) -> T {
    let next = all.iter().position(|other| *other == one).map_or(0, |place| place + 1);
    all[next % all.len()]
}

/// One of the switches of a [`Look`].
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
    /// All of them.
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

    /// Whether it is on in `look`.
    #[must_use]
    pub fn is_on(self, look: &Look) -> bool {
        let mut look = *look;
        *self.field_mut(&mut look)
    }

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
