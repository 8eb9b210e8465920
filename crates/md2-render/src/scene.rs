//! What a picture shows: plain data, borrowed for the length of one draw.
//!
//! Axes, units and colors are those of `docs/conventions.md`: Z up, a model faces +X, lengths in Quake units.
//! Colors that a person picks ([`Background`]) are sRGB; amounts of light ([`Light`]) are linear.

use md2_common::{Faces, Pose, Projection};
use md2_mesh::{Bounds, Fade};

use crate::game::PLACE_LIGHT;
use crate::marks::Marks;
use crate::slots::{ModelId, TextureId};
use crate::style::{Filter, Shading, SurfaceBlend};

/// Everything in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Where it is seen from.
    pub camera: Camera,
    /// What lights the models.
    pub light: Light,
    /// What is seen where nothing stands.
    pub background: Background,
    /// The ground, if there is one.
    pub floor: Option<Floor>,
    /// The models.
    pub models: &'a [ModelInstance<'a>],
    /// Many of one model each, drawn together.
    pub crowds: &'a [Crowd<'a>],
    /// What points something out.
    pub marks: Marks<'a>,
    /// The parts of the models' triangles that are drawn. Edges need [`Adapter::wireframe`](crate::Adapter).
    pub faces: Faces,
    /// Draw faces from both sides, as capes, wings and models that are wound inside out need. Otherwise only
    /// faces whose corners run clockwise are seen.
    pub two_sided: bool,
    /// How skins are enlarged.
    pub filter: Filter,
    /// How light and skins become colors.
    pub shading: Shading,
}

impl Default for Scene<'_> {
    /// An empty studio: no floor, no models, two-sided, smooth.
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            light: Light::default(),
            background: Background::default(),
            floor: None,
            models: &[],
            crowds: &[],
            marks: Marks::default(),
            faces: Faces::Solid,
            two_sided: true,
            filter: Filter::Linear,
            shading: Shading::Smooth,
        }
    }
}

/// Where a scene is seen from, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position of the eye.
    pub eye: [f32; 3],
    /// The point in the middle of the picture; not the eye.
    pub target: [f32; 3],
    /// The direction that points up in the picture; not along the line of sight.
    pub up: [f32; 3],
    /// How what is far and what is near come into the picture.
    pub projection: Projection,
    /// Nothing nearer than this is seen; above 0.
    pub near: f32,
}

impl Default for Camera {
    /// From 100 units in front of the origin, 40 degrees high.
    fn default() -> Self {
        Self {
            eye: [100.0, 0.0, 0.0],
            target: [0.0; 3],
            up: [0.0, 0.0, 1.0],
            projection: Projection::Perspective { fov_y: 40.0_f32.to_radians() },
            near: 1.0,
        }
    }
}

impl Camera {
    /// Sees all of a box in a picture that is at least as wide as high, from a little above, and so many radians to the left of the
    /// model's front: 0 looks it in the face, and a full turn goes around it. A box without extent is seen as if it were a unit large.
    ///
    /// ```
    /// use md2_render::Camera;
    ///
    /// # let mesh_bounds = md2_mesh::Bounds { min: [-16.0, -16.0, -24.0], max: [16.0, 16.0, 32.0] };
    /// let camera = Camera::around(&mesh_bounds, 0.0);
    /// assert_eq!(camera.target, [0.0, 0.0, 4.0]);
    /// assert!(camera.eye[0] > 100.0 && camera.eye[1] == 0.0, "in front of it");
    /// ```
    #[must_use]
    pub fn around(bounds: &Bounds, angle: f32) -> Self {
        let radius = radius(bounds);
        let [x, y, z] = bounds.center();
        let (sin, cos) = angle.sin_cos();
        Self {
            // A sphere that fills 40 degrees is 2.9 radii away.
            eye: [x + radius * 3.1 * cos, y + radius * 3.1 * sin, z + radius * 0.6],
            target: [x, y, z],
            near: radius * 0.05,
            ..Self::default()
        }
    }
}

/// That of the sphere around a box, as far as it has one.
fn radius(bounds: &Bounds) -> f32 {
    let radius = bounds.radius();
    if radius > 0.0 { radius } else { 1.0 }
}

/// One directional lamp, and light that comes from everywhere: more of it from the sky than from the ground.
///
/// A face shows its skin's color times the light that falls on it; a sum of 1 shows the skin as painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Direction from the model to the lamp; any length but 0.
    pub direction: [f32; 3],
    /// Light of the lamp on a face turned to it.
    pub key: [f32; 3],
    /// Ambient light on a face turned up.
    pub sky: [f32; 3],
    /// Ambient light on a face turned down.
    pub ground: [f32; 3],
    /// Light added along the outline, as from a lamp behind the model.
    pub rim: f32,
    /// With [`Shading::Game`] all that counts: a vertex of shade 1 shows this part of its skin's brightness.
    pub place: f32,
}

impl Light {
    /// Every face shows its skin's colors as they are.
    pub const FLAT: Self = Self {
        direction: [0.35, 0.65, 0.7],
        key: [0.0; 3],
        sky: [1.0; 3],
        ground: [1.0; 3],
        rim: 0.0,
        place: PLACE_LIGHT,
    };

    /// So many times as bright.
    #[must_use]
    pub fn times(self, factor: f32) -> Self {
        let times = |light: [f32; 3]| light.map(|part| part * factor);
        let Self { direction, key, sky, ground, rim, place } = self;
        // The rim is a part of the sky's light.
        let place = place * factor;
        Self { direction, key: times(key), sky: times(sky), ground: times(ground), rim, place }
    }
}

impl Default for Light {
    /// A well-lit studio: a warm lamp from the left, the front and above, a cool sky, and a floor that throws
    /// some light back.
    fn default() -> Self {
        Self {
            direction: [0.35, 0.65, 0.7],
            key: [0.95, 0.91, 0.84],
            sky: [0.46, 0.50, 0.56],
            ground: [0.30, 0.28, 0.26],
            rim: 0.25,
            place: PLACE_LIGHT,
        }
    }
}

/// The color behind everything, in sRGB, 0 to 1: a vertical gradient, even in light. The floor fades into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// At the upper edge of the picture.
    pub top: [f32; 3],
    /// At the lower edge.
    pub bottom: [f32; 3],
}

impl Background {
    /// The same color everywhere.
    #[must_use]
    pub const fn plain(color: [f32; 3]) -> Self {
        Self { top: color, bottom: color }
    }
}

impl Default for Background {
    /// A studio's paper backdrop, slate blue, lighter towards the ground.
    fn default() -> Self {
        Self { top: [0.17, 0.19, 0.23], bottom: [0.36, 0.38, 0.41] }
    }
}

/// A level ground that receives the models' shadows and fades into the background. Members of crowds have soft ones at their feet. It is not seen from below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Lines instead of a surface: at each quarter of [`tile`](Self::tile), stronger at each whole one, the axes through the
    /// origin red (along X) and green (along Y). Between them the background is seen, with the models' shadows. They do not
    /// scroll, and are not lit.
    pub grid: bool,
    /// Its pattern, repeated; `None` is plain gray.
    pub texture: Option<TextureId>,
    /// Its height: the z of the models' soles.
    pub height: f32,
    /// Edge of one repetition of the pattern, in units; above 0.
    pub tile: f32,
    /// How far the pattern has moved along X and Y, in units. A model that walks forward stands still on a
    /// floor whose X falls.
    pub scroll: [f32; 2],
    /// The point that it fades around.
    pub center: [f32; 2],
    /// Distances from the center at which it begins to fade, and is gone.
    pub fade: [f32; 2],
    /// How much of the light it gives back: below 1, models stand out from it.
    pub brightness: f32,
    /// How dark shadows are, 0 (none) to 1.
    pub shadow: f32,
}

impl Default for Floor {
    /// A plain floor under a model of the size of a player.
    fn default() -> Self {
        Self {
            grid: false,
            texture: None,
            height: -24.0,
            tile: 64.0,
            scroll: [0.0; 2],
            center: [0.0; 2],
            fade: [60.0, 220.0],
            brightness: 0.8,
            shadow: 0.85,
        }
    }
}

impl Floor {
    /// A plain floor that a box stands on, and that fades around it.
    #[must_use]
    pub fn under(bounds: &Bounds) -> Self {
        let radius = radius(bounds);
        let [x, y, _] = bounds.center();
        Self { height: bounds.min[2], center: [x, y], fade: [radius * 1.5, radius * 6.0], ..Self::default() }
    }
}

/// A model in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelInstance<'a> {
    /// Which model.
    pub model: ModelId,
    /// What its surfaces wear, by their skin slots. Slots beyond the last wear [`Skin::Checker`].
    pub skins: &'a [Skin],
    /// Model space to world space, by columns. For correct light it turns, moves, mirrors and scales evenly.
    pub transform: [[f32; 4]; 4],
    /// What it does.
    pub pose: Pose,
    /// The pose that this one takes the place of, while both are seen.
    pub fade: Option<Fade>,
    /// Draws it as a shape that is seen through.
    pub ghost: Option<Ghost>,
}

impl<'a> ModelInstance<'a> {
    /// A model at the origin, in its first frame.
    #[must_use]
    pub const fn new(model: ModelId, skins: &'a [Skin]) -> Self {
        Self { model, skins, transform: IDENTITY, pose: Pose::still(0), fade: None, ghost: None }
    }
}

impl ModelInstance<'_> {
    /// Whether it is seen in two poses at once.
    pub(crate) fn fades(&self) -> bool {
        self.ghost.is_none() && self.fade.is_some_and(|fade| fade.ends_at(self.pose).is_none())
    }
}

/// Many instances of one model, drawn together. Crowds of several models stand in one scene.
///
/// To draw a member costs a fraction of what a [`ModelInstance`](crate::ModelInstance) does. What is outside of the
/// picture is left out, and on software devices also every triangle that turns away or falls between samples. On a
/// floor each member has a soft shadow at its feet.
///
/// The first crowd that a software device draws tells glibc's allocator, that of the whole process, to keep up to 64 MiB of what
/// is freed in each of its arenas. That takes a quarter off the time of large crowds: the driver frees what it has drawn, and
/// allocates as much anew.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Which model.
    pub model: ModelId,
    /// What members may wear: each like [`ModelInstance::skins`](crate::ModelInstance::skins).
    pub outfits: &'a [&'a [Skin]],
    /// Its members, in the order in which they are drawn among those of the same outfit.
    pub members: &'a [CrowdMember],
}

/// One of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdMember {
    /// Model space to world space, by columns. For correct light it turns, moves, mirrors and scales evenly.
    pub transform: [[f32; 4]; 4],
    /// What it does.
    pub pose: Pose,
    /// Which of the crowd's outfits it wears; beyond the last one, [`Skin::Checker`].
    pub outfit: u32,
}

/// How a model is drawn that only shows where another pose is: as a shape of one color without light, shadow, holes and
/// what only adds light. Only its nearest surface is seen; a ghost hides those that come later in the list and lie behind
/// it. What is where a solid surface is, is behind that. It is drawn in its pose alone, without a fade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// Its color, in sRGB, 0 to 1; darker where its surface turns away from the eye.
    pub color: [f32; 3],
    /// How much of what is behind it it hides, 0 to 1.
    pub opacity: f32,
    /// Whether models hide it also where they are farther away: then it is seen beside them, and never over them.
    pub behind: bool,
}

/// What the surfaces of one skin slot wear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skin {
    /// A checker that is plainly a placeholder.
    #[default]
    Checker,
    /// Nothing: the surfaces are not drawn, and cast no shadow.
    Hidden,
    /// A texture.
    Texture {
        /// Which one.
        texture: TextureId,
        /// What becomes of what is behind it.
        blend: SurfaceBlend,
    },
}

impl Skin {
    /// A texture without holes.
    #[must_use]
    pub const fn opaque(texture: TextureId) -> Self {
        Self::Texture { texture, blend: SurfaceBlend::Opaque }
    }
}

const IDENTITY: [[f32; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
