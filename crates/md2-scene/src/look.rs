//! The look: how the scene is drawn.

use md2_common::Faces;

use crate::alpha::Alpha;
use crate::mistake::Mistake;

mod background;
mod brightness;

pub use background::{Background, BackgroundError};
pub use brightness::Brightness;

/// The direction to the lamp, in the world: above and to the left of the front.
pub const LAMP: [f32; 3] = [0.35, 0.65, 0.7];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub faces: Faces,
    pub floor: FloorKind,
    pub background: Background,
    /// The brightness of the light on models and floor. Glowing and unlit parts do not change.
    pub brightness: Brightness,
    pub light: Lighting,
    pub two_sided: bool,
    pub smooth: bool,
    pub steady: bool,
    pub own_normals: bool,
    /// Whether a checker pattern replaces missing skins, in place of plain clay.
    pub checker: bool,
    pub alpha: Alpha,
    pub crossfade: bool,
    pub inspect: bool,
    pub normals: bool,
    pub boxes: bool,
    pub onion: bool,
    pub geometry: Geometry,
    pub blend: Blend,
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
            checker: false,
            alpha: Alpha::Auto,
            crossfade: false,
            inspect: false,
            normals: false,
            boxes: false,
            onion: false,
            geometry: Geometry::Triangles,
            blend: Blend::Linear,
            mistake: None,
        }
    }
}

impl Look {
    /// Whether back faces are drawn, too, also with regard to the [mistake](Self::mistake).
    pub fn shows_back_faces(&self) -> bool {
        self.two_sided && !self.mistake.is_some_and(Mistake::hides_back_faces)
    }
}

/// The source of the triangles of MD2 models. Other formats have only a triangle list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Geometry {
    #[default]
    Triangles,
    Commands,
    ColoredCommands,
}

impl Geometry {
    pub const ALL: [Self; 3] = [Self::Triangles, Self::Commands, Self::ColoredCommands];

    pub fn name(self) -> &'static str {
        match self {
            Self::Triangles => "triangles",
            Self::Commands => "commands",
            Self::ColoredCommands => "colored-commands",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Triangles => "Triangle list",
            Self::Commands => "OpenGL commands",
            Self::ColoredCommands => "OpenGL commands, colored",
        }
    }
}

/// The way of vertices from one keyframe to the next. Ghosts, marks and picking always use straight lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    #[default]
    Linear,
    Spherical,
}

impl Blend {
    pub const ALL: [Self; 2] = [Self::Linear, Self::Spherical];

    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Spherical => "spherical",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Linear => "Linear",
            Self::Spherical => "Spherical, around the vertical axis",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FloorKind {
    #[default]
    Stone,
    /// Lines that are 16 units apart for a model of a player's size, with every fourth line stronger and the axes in color.
    /// The grid does not move.
    Grid,
    None,
}

impl FloorKind {
    pub const ALL: [Self; 3] = [Self::Stone, Self::Grid, Self::None];

    pub fn name(self) -> &'static str {
        match self {
            Self::Stone => "stone",
            Self::Grid => "grid",
            Self::None => "none",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lighting {
    #[default]
    Studio,
    /// The studio's key light alone, as in most tutorials, so that errors of normals are visible.
    Lamp,
    /// Quake II's lighting, per vertex: brightness from the game's table of normals, for sixteen yaw angles of the model.
    Game,
    None,
}

impl Lighting {
    pub const ALL: [Self; 4] = [Self::Studio, Self::Lamp, Self::Game, Self::None];

    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Lamp => "lamp",
            Self::Game => "game",
            Self::None => "none",
        }
    }

    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookSwitch {
    TwoSided,
    Smooth,
    Steady,
    OwnNormals,
    Checker,
    Crossfade,
    Inspect,
    Normals,
    Boxes,
    Onion,
}

type SwitchField = fn(&mut Look) -> &mut bool;

impl LookSwitch {
    /// Each switch in the order of the variants, with its name in the settings, its label and its field.
    const TABLE: [(Self, &'static str, &'static str, SwitchField); 10] = [
        (Self::TwoSided, "two_sided", "Back faces", |look| &mut look.two_sided),
        (Self::Smooth, "smooth", "Smooth skin", |look| &mut look.smooth),
        (Self::Steady, "steady", "Steady motion", |look| &mut look.steady),
        (Self::OwnNormals, "own_normals", "File normals", |look| &mut look.own_normals),
        (Self::Checker, "checker", "Checker skin", |look| &mut look.checker),
        (Self::Crossfade, "crossfade", "Cross-fade", |look| &mut look.crossfade),
        (Self::Inspect, "inspect", "Inspect", |look| &mut look.inspect),
        (Self::Normals, "normals", "Normals", |look| &mut look.normals),
        (Self::Boxes, "boxes", "Boxes, tags", |look| &mut look.boxes),
        (Self::Onion, "onion", "Onion skin", |look| &mut look.onion),
    ];

    pub fn all() -> [Self; 10] {
        Self::TABLE.map(|(switch, ..)| switch)
    }

    pub fn setting(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    pub fn name(self) -> &'static str {
        Self::TABLE[self as usize].2
    }

    pub fn field_mut(self, look: &mut Look) -> &mut bool {
        Self::TABLE[self as usize].3(look)
    }
}
