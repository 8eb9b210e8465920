//! The look: how the scene is drawn.

use md2_common::Faces;

use crate::alpha::Alpha;
use crate::mistake::Mistake;

mod background;
mod brightness;

pub use background::{Background, BackgroundError};
pub use brightness::Brightness;

/// The settings of how the scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The way in which triangles are drawn: solid, with edges, or as wireframe.
    pub faces: Faces,
    /// The kind of floor.
    pub floor: FloorKind,
    /// The background of the scene.
    pub background: Background,
    /// The brightness of the light on models and floor. Glowing and unlit parts do not change.
    pub brightness: Brightness,
    /// The lighting of the models.
    pub light: Lighting,
    /// Whether back faces are drawn, too.
    pub two_sided: bool,
    /// Whether magnified skins are filtered linearly, rather than showing sharp texels.
    pub smooth: bool,
    /// Whether models are drawn with [restored](crate::Command::SetRestored) keyframes, when available.
    pub steady: bool,
    /// Whether models are lit by the normals that their files store, even if these point inwards.
    pub own_normals: bool,
    /// The rule for clear pixels of skins.
    pub alpha: Alpha,
    /// Whether the pose cross-fades to the next sequence, for the duration [`CROSSFADE`](crate::CROSSFADE).
    pub crossfade: bool,
    /// Whether the pointer picks vertices and triangles, and their data is shown.
    pub inspect: bool,
    /// Whether a line is drawn from each vertex along its normal.
    pub normals: bool,
    /// Whether tags, the bounding box of the pose, and the bounding box of all frames are drawn.
    pub boxes: bool,
    /// Whether the neighboring keyframes are drawn as ghosts (translucent shapes).
    pub onion: bool,
    /// The source of the triangles of MD2 models.
    pub geometry: Geometry,
    /// The way of vertices from one keyframe to the next.
    pub blend: Blend,
    /// The mistake of a program that the scene shows on purpose.
    pub mistake: Option<Mistake>,
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
            geometry: Geometry::Triangles,
            blend: Blend::Linear,
            mistake: None,
        }
    }
}

/// The source of the triangles of MD2 models. Other formats have only a triangle list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// The triangle list.
    #[default]
    Triangles,
    /// The strips and fans of the OpenGL commands, with their own texture coordinates.
    Commands,
    /// The strips and fans of the OpenGL commands, each in one color.
    ColoredCommands,
}

impl Geometry {
    /// All sources of triangles.
    pub const ALL: [Self; 3] = [Self::Triangles, Self::Commands, Self::ColoredCommands];

    /// The name in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Triangles => "triangles",
            Self::Commands => "commands",
            Self::ColoredCommands => "colored-commands",
        }
    }

    /// The name in labels.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Triangles => "Triangle list",
            Self::Commands => "OpenGL commands",
            Self::ColoredCommands => "OpenGL commands, colored",
        }
    }
}

/// The way of vertices from one keyframe to the next. Cross-fades, ghosts, marks and picking always use straight lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// Straight lines.
    #[default]
    Linear,
    /// Arcs around the vertical axis of the model, the shorter way.
    Spherical,
}

impl Blend {
    /// All ways.
    pub const ALL: [Self; 2] = [Self::Linear, Self::Spherical];

    /// The name in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Spherical => "spherical",
        }
    }

    /// The name in labels.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Linear => "Linear",
            Self::Spherical => "Spherical, around the vertical axis",
        }
    }
}

/// A kind of floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FloorKind {
    /// Stone slabs that move below a walking model.
    #[default]
    Stone,
    /// Lines that are 16 units apart for a model of a player's size, with every fourth line stronger and the axes in color.
    /// The grid does not move.
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
    /// The studio's key light alone, as in most tutorials, so that errors of normals are visible.
    Lamp,
    /// Quake II's lighting, per vertex: brightness from the game's table of normals, for sixteen yaw angles of the model.
    Game,
    /// Unlit: skins in their own colors.
    None,
}

impl Lighting {
    /// All kinds, in the order of [`next`](Self::next).
    pub const ALL: [Self; 4] = [Self::Studio, Self::Lamp, Self::Game, Self::None];

    /// The name in options and labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Lamp => "lamp",
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

    /// The name in labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoSided => "Back faces",
            Self::Smooth => "Smooth skin",
            Self::Steady => "Steady",
            Self::OwnNormals => "File normals",
            Self::Crossfade => "Cross-fade",
            Self::Inspect => "Inspect",
            Self::Normals => "Normals",
            Self::Boxes => "Boxes, tags",
            Self::Onion => "Onion skin",
        }
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
