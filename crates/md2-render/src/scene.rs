//! The content of a picture: plain data, borrowed during one draw. `docs/conventions.md` defines axes, units and colors.

use glam::{Mat4, Quat, Vec3};
use md2_common::{Faces, Pose, Projection};
use md2_mesh::{Bounds, Fade};

use crate::game::PLACE_LIGHT;
use crate::marks::Marks;
use crate::slots::{ModelId, TextureId};
use crate::style::{Filter, Shading, SurfaceBlend};

/// The content and style of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The position of the eye, the line of sight and the projection.
    pub camera: Camera,
    /// The light on the models.
    pub light: Light,
    /// The color behind everything.
    pub background: Background,
    /// The ground, if there is one.
    pub floor: Option<Floor>,
    /// Models that are drawn one by one.
    pub models: &'a [ModelInstance<'a>],
    /// Groups of many instances of a model, drawn together.
    pub crowds: &'a [Crowd<'a>],
    /// Highlighted points, lines and triangles.
    pub marks: Marks<'a>,
    /// Draws faces, edges, or both. Edges require [`Adapter::wireframe`](crate::Adapter).
    pub faces: Faces,
    /// Draws both sides of faces, which capes, wings and inside-out models need. If false, only faces with
    /// clockwise vertices are visible.
    pub two_sided: bool,
    /// The magnification filter of skins.
    pub filter: Filter,
    /// The lighting method.
    pub shading: Shading,
}

impl Default for Scene<'_> {
    /// A scene without floor and models. Both sides of faces are drawn, with smooth shading.
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

/// A point of view and a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position of the eye.
    pub eye: [f32; 3],
    /// The point in the center of the picture; different from the eye.
    pub target: [f32; 3],
    /// The direction that points up in the picture; not parallel to the line of sight.
    pub up: [f32; 3],
    /// The perspective or orthographic projection.
    pub projection: Projection,
    /// Distance of the near plane; above 0.
    pub near: f32,
}

impl Default for Camera {
    /// A camera 100 units in front of the origin, with a vertical field of view of 40 degrees.
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
    /// Returns a camera that shows a whole box, slightly from above, in a picture that is at least as wide as
    /// high. `angle` is the rotation around the box in radians: 0 looks at the model's front, and larger angles
    /// move the eye to the model's left. An empty box is treated as a sphere of radius 1.
    ///
    /// ```
    /// use md2_render::Camera;
    ///
    /// # let mesh_bounds = md2_mesh::Bounds { min: [-16.0, -16.0, -24.0], max: [16.0, 16.0, 32.0] };
    /// let camera = Camera::around(&mesh_bounds, 0.0);
    /// assert_eq!(camera.target, [0.0, 0.0, 4.0]);
    /// assert!(camera.eye[0] > 100.0 && camera.eye[1] == 0.0, "in front of it");
    /// ```
    pub fn around(bounds: &Bounds, angle: f32) -> Self {
        let radius = radius(bounds);
        let [x, y, z] = bounds.center();
        let (sin, cos) = angle.sin_cos();
        Self {
            // The sphere would fill 40 degrees from a distance of 2.9 radii.
            eye: [x + radius * 3.1 * cos, y + radius * 3.1 * sin, z + radius * 0.6],
            target: [x, y, z],
            near: radius * 0.05,
            ..Self::default()
        }
    }
}

fn radius(bounds: &Bounds) -> f32 {
    let radius = bounds.radius();
    if radius > 0.0 { radius } else { 1.0 }
}

/// A directional lamp, and ambient light from the sky and the ground.
///
/// The color of a face is the color of its skin times the sum of all light on the face. A sum of 1 shows the skin unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Direction from the model to the lamp; any length except 0.
    pub direction: [f32; 3],
    /// Light of the lamp on a face that points to the lamp.
    pub key: [f32; 3],
    /// Ambient light on a face that points up.
    pub sky: [f32; 3],
    /// Ambient light on a face that points down.
    pub ground: [f32; 3],
    /// Light on the outline, as from a lamp behind the model, relative to `sky`.
    pub rim: f32,
    /// The brightness of the place where the models are, which is the only light with [`Shading::Game`].
    pub place: f32,
}

impl Light {
    /// A light that shows skins in their original colors.
    pub const FLAT: Self = Self {
        direction: [0.35, 0.65, 0.7],
        key: [0.0; 3],
        sky: [1.0; 3],
        ground: [1.0; 3],
        rim: 0.0,
        place: PLACE_LIGHT,
    };

    /// Returns the light with all intensities scaled by `factor`.
    #[must_use]
    pub fn times(self, factor: f32) -> Self {
        let times = |light: [f32; 3]| light.map(|part| part * factor);
        let Self { direction, key, sky, ground, rim, place } = self;
        // The rim light is a factor of the sky's light, so it is not scaled.
        let place = place * factor;
        Self { direction, key: times(key), sky: times(sky), ground: times(ground), rim, place }
    }
}

impl Default for Light {
    /// A bright studio: a warm lamp from the upper front left, a cool sky, and some light from the floor.
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

/// The background: a vertical gradient between two sRGB colors with channels from 0 to 1, interpolated in linear
/// light. The floor fades into the background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// The color at the upper edge of the picture.
    pub top: [f32; 3],
    /// The color at the lower edge of the picture.
    pub bottom: [f32; 3],
}

impl Background {
    /// Returns a background of one color.
    pub const fn plain(color: [f32; 3]) -> Self {
        Self { top: color, bottom: color }
    }
}

impl Default for Background {
    /// Slate blue, lighter towards the bottom.
    fn default() -> Self {
        Self { top: [0.17, 0.19, 0.23], bottom: [0.36, 0.38, 0.41] }
    }
}

/// A horizontal floor that receives the models' shadows and fades into the background. Members of crowds have soft
/// shadows at their feet. The floor is not visible from below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Draws a grid instead of a surface: lines at each quarter of [`tile`](Self::tile), stronger at each whole
    /// tile, with the X axis red and the Y axis green. The background and the shadows show between the lines. The
    /// grid does not scroll, and is not lit.
    pub grid: bool,
    /// The repeated pattern; `None` is plain gray.
    pub texture: Option<TextureId>,
    /// The z coordinate of the floor, where the models stand.
    pub height: f32,
    /// Width of one repetition of the pattern, in Quake units; above 0.
    pub tile: f32,
    /// Offset of the pattern along X and Y, in Quake units. While the offset along X decreases, a model seems to walk forward.
    pub scroll: [f32; 2],
    /// X and Y of the point around which the floor fades.
    pub center: [f32; 2],
    /// Distances from the center where the fade begins and ends.
    pub fade: [f32; 2],
    /// Brightness of the floor; below 1, models stand out.
    pub brightness: f32,
    /// Darkness of shadows, 0 (none) to 1.
    pub shadow: f32,
}

impl Default for Floor {
    /// A plain floor for a model as large as a player.
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
    /// Returns a plain floor at the bottom of a box. The floor fades around the box.
    pub fn under(bounds: &Bounds) -> Self {
        let radius = radius(bounds);
        let [x, y, _] = bounds.center();
        Self { height: bounds.min[2], center: [x, y], fade: [radius * 1.5, radius * 6.0], ..Self::default() }
    }
}

/// A model in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelInstance<'a> {
    /// The uploaded model.
    pub model: ModelId,
    /// The skins of the surfaces, by skin slot. Missing slots use [`Skin::Checker`].
    pub skins: &'a [Skin],
    /// The matrix from model to world space, column by column. Lighting is correct for rotation, translation,
    /// mirroring and uniform scale.
    pub transform: [[f32; 4]; 4],
    /// The frames and their blend.
    pub pose: Pose,
    /// A cross-fade from an earlier pose to `pose`.
    pub fade: Option<Fade>,
    /// Draws the model as a translucent shape.
    pub ghost: Option<Ghost>,
    /// The part of the picture where a solid model is drawn: its left and right end, as fractions of the picture's width. `None`
    /// is the whole picture. An [`AliasPass`](crate::AliasPass) draws in the scissor of its caller.
    pub columns: Option<[f32; 2]>,
}

impl<'a> ModelInstance<'a> {
    /// Returns a model at the origin, in its first frame.
    pub const fn new(model: ModelId, skins: &'a [Skin]) -> Self {
        Self {
            model,
            skins,
            transform: IDENTITY,
            pose: Pose::still(0),
            fade: None,
            ghost: None,
            columns: None,
        }
    }
}

impl ModelInstance<'_> {
    pub(crate) fn fades(&self) -> bool {
        self.ghost.is_none() && self.fade.is_some_and(|fade| fade.single_pose(self.pose).is_none())
    }
}

/// Many instances of one model, drawn together. A scene can have crowds of several models.
///
/// Drawing a member takes a fraction of the time of a [`ModelInstance`](crate::ModelInstance). Members outside the
/// picture, and triangles that face away or cover no sample, are skipped; see
/// [`CrowdCulling`](crate::CrowdCulling). On a floor, each member has a soft shadow at its feet.
///
/// After the first crowd on a software device, glibc's allocator keeps up to 64 MiB of freed memory in each arena,
/// in the whole process. Large crowds then take a third less time, since the driver allocates and frees its
/// memory for each picture.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// The uploaded model.
    pub model: ModelId,
    /// Sets of skins that members can have. Each set is like [`ModelInstance::skins`](crate::ModelInstance::skins).
    pub outfits: &'a [&'a [Skin]],
    /// The members. Members with the same outfit are drawn in this order, mirrored ones after the others.
    pub members: &'a [CrowdMember],
}

/// An instance in a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdMember {
    /// The origin of the model in world space.
    pub position: [f32; 3],
    /// The rotation: x, y, z and w of a quaternion, which is normalized.
    pub rotation: [f32; 4],
    /// The size, in units of the model. A negative scale also mirrors the model at its origin.
    pub scale: f32,
    /// The frames and their blend.
    pub pose: Pose,
    /// Index in [`Crowd::outfits`]. An index past the last outfit selects [`Skin::Checker`] for all surfaces.
    pub outfit: u32,
}

impl CrowdMember {
    /// Returns an upright member in its first frame, with the first outfit. `yaw` is the angle in radians by which it
    /// turns left.
    pub fn new(position: [f32; 3], yaw: f32) -> Self {
        let (sin, cos) = (0.5 * yaw).sin_cos();
        Self { position, rotation: [0.0, 0.0, sin, cos], scale: 1.0, pose: Pose::still(0), outfit: 0 }
    }

    /// Returns the matrix from model to world space, column by column, for [`ModelInstance::transform`].
    pub fn transform(&self) -> [[f32; 4]; 4] {
        let scale = Vec3::splat(self.scale);
        Mat4::from_scale_rotation_translation(scale, self.unit_rotation(), self.position.into())
            .to_cols_array_2d()
    }

    pub(crate) fn unit_rotation(&self) -> Quat {
        Quat::from_array(self.rotation).normalize()
    }
}

/// The style of a ghost: a model drawn as a translucent shape of one color, to show another pose. A ghost has no
/// lighting, shadow or holes, and omits surfaces that only add light. Only its nearest surface is visible, and it
/// hides the ghosts behind it that follow in [`Scene::models`]. A solid surface at the same position hides the ghost.
/// A ghost ignores cross-fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// The color in sRGB, 0 to 1; darker where the surface turns away from the eye.
    pub color: [f32; 3],
    /// The opacity, 0 to 1.
    pub opacity: f32,
    /// Whether all models hide the ghost, even those farther away. Only parts that no model covers are then visible.
    pub behind: bool,
}

/// The skin that all surfaces of one skin slot show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum Skin {
    /// A checker pattern, which marks a missing skin.
    #[default]
    Checker,
    /// Plain gray, which shows the shape of a model without a skin.
    Clay,
    /// No skin: the surfaces are not drawn, and cast no shadow.
    Hidden,
    /// An uploaded texture, and the blending of the surface with the colors behind it.
    Texture { texture: TextureId, blend: SurfaceBlend },
}

impl Skin {
    /// Returns a skin that shows a texture without holes.
    pub const fn opaque(texture: TextureId) -> Self {
        Self::Texture { texture, blend: SurfaceBlend::Opaque }
    }
}

const IDENTITY: [[f32; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
