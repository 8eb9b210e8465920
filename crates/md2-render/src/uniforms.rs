//! The uniforms that all passes of a picture share.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Mat4, Vec2, Vec3, camera::rh};

use crate::game;
use crate::scene::{Background, Camera, Floor, Light, Scene};
use crate::vk::{Buffer, Error, Transfer, Use};
use md2_common::Projection;

/// The uniform block `Scene` of shaders/scene.glsl, which describes each field.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SceneUniforms {
    pub(crate) view_projection: Mat4,
    pub(crate) viewport: [f32; 4],
    pub(crate) ray_center: [f32; 4],
    pub(crate) ray_x: [f32; 4],
    pub(crate) ray_y: [f32; 4],
    pub(crate) light_direction: [f32; 4],
    pub(crate) light_key: [f32; 4],
    pub(crate) light_sky: [f32; 4],
    pub(crate) light_ground: [f32; 4],
    pub(crate) background_top: [f32; 4],
    pub(crate) background_bottom: [f32; 4],
    pub(crate) floor_plane: [f32; 4],
    pub(crate) floor_fade: [f32; 4],
    pub(crate) floor_look: [f32; 4],
    pub(crate) shadow_rect: [f32; 4],
    pub(crate) shadow_cast: [f32; 4],
    pub(crate) classic: [f32; 4],
}

// All fields are vec4 or mat4, which std140 lays out without gaps, like `repr(C)`.
const _: () = assert!(size_of::<SceneUniforms>() == 64 + 16 * 16);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShadowArea {
    pub(crate) min: Vec2,
    pub(crate) size: Vec2,
    pub(crate) shift: Vec2,
    pub(crate) height: f32,
}

impl SceneUniforms {
    pub(crate) fn new(
        scene: &Scene<'_>,
        extent: [u32; 2],
        samples: u32,
        shadow: Option<&ShadowArea>,
    ) -> Self {
        let [width, height] = extent.map(|edge| edge as f32);
        Self::with_view(&CameraView::new(&scene.camera, width / height), scene, extent, samples, shadow)
    }

    pub(crate) fn for_models(view_projection: Mat4, light: Light, samples: u32) -> Self {
        let scene = Scene { light, ..Scene::default() };
        Self::with_view(&CameraView::of_matrix(view_projection), &scene, [1, 1], samples, None)
    }

    fn with_view(
        view: &CameraView,
        scene: &Scene<'_>,
        [width, height]: [u32; 2],
        samples: u32,
        shadow: Option<&ShadowArea>,
    ) -> Self {
        let (width, height) = (width as f32, height as f32);
        let CameraView { view_projection, rays: [ray_center, ray_x, ray_y], perspective, depth_of_part } =
            *view;
        let light = &scene.light;
        let direction = unit_or_up(light.direction.into());
        let Background { top, bottom } = scene.background;
        let floor = scene.floor.unwrap_or_default();
        Self {
            view_projection,
            viewport: [width, height, width.recip(), height.recip()],
            ray_center: ray_center.extend(perspective).into(),
            ray_x: ray_x.extend(depth_of_part).into(),
            ray_y: ray_y.extend(0.0).into(),
            light_direction: direction.extend(light.rim).into(),
            light_key: rgb(light.key, 0.0),
            light_sky: rgb(light.sky, 0.0),
            light_ground: rgb(light.ground, 0.0),
            background_top: rgb(top.map(to_linear), 0.0),
            background_bottom: rgb(bottom.map(to_linear), samples as f32),
            floor_plane: floor_plane(&floor),
            floor_fade: [floor.center[0], floor.center[1], floor.fade[0], floor.fade[1]],
            floor_look: [
                floor.shadow,
                if floor.texture.is_some() { 1.0 } else { 0.0 },
                floor.brightness,
                0.0,
            ],
            shadow_rect: shadow.map_or([0.0, 0.0, 1.0, 1.0], |area| {
                [area.min.x, area.min.y, area.size.x.recip(), area.size.y.recip()]
            }),
            shadow_cast: shadow.map_or([0.0; 4], |area| {
                /// The darkness of the shadow that a model's highest part casts, relative to the shadow of a part near
                /// the floor.
                const LEFT_AT_TOP: f32 = 0.4;
                /// The height below which parts of a model cast contact shadows, as a fraction of the models' height.
                const CONTACT: f32 = 0.3;
                let height = area.height.max(f32::MIN_POSITIVE);
                [area.shift.x, area.shift.y, (1.0 - LEFT_AT_TOP) / height, (CONTACT * height).recip()]
            }),
            classic: [mean(light.key), mean(light.sky), mean(light.ground), light.place],
        }
    }
}

/// Returns the color of a background without a gradient. The renderer then clears the picture to this color and draws no background.
pub(crate) fn plain_background(scene: &Scene<'_>) -> Option<[f32; 3]> {
    let Background { top, bottom } = scene.background;
    (top == bottom).then(|| if scene.shading.uses_bytes() { top } else { top.map(to_linear) })
}

fn mean([r, g, b]: [f32; 3]) -> f32 {
    (r + g + b) / 3.0
}

struct CameraView {
    view_projection: Mat4,
    /// The direction of view at the center of the picture, and the vectors to add to it at the right and at the lower
    /// edge of the picture. These two vectors are zero without perspective.
    rays: [Vec3; 3],
    perspective: f32,
    /// The eye distance for which depth biases are computed in an orthographic projection, as a fraction of the depth
    /// range. At this distance, a typical perspective camera would see the same height. 0 for a perspective projection.
    depth_of_part: f32,
}

impl Camera {
    /// Returns the matrix from world to clip space, column by column, for a picture with this ratio of width to height. Clip space is
    /// that of Vulkan with reversed depth; see `docs/conventions.md`.
    pub fn view_projection(&self, aspect: f32) -> [[f32; 4]; 4] {
        CameraView::new(self, aspect).view_projection.to_cols_array_2d()
    }
}

impl CameraView {
    /// Returns the view of a matrix from world to clip space. The rays need no camera: they invert the rows of x, y and w.
    fn of_matrix(view_projection: Mat4) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| view_projection.row(row).truncate());
        let (rays, perspective) = if w == Vec3::ZERO {
            // Along the line of sight x and y do not change, and the reversed depth decreases.
            let line = unit_or_up(x.cross(y));
            ([if line.dot(z) > 0.0 { -line } else { line }, Vec3::ZERO, Vec3::ZERO], 0.0)
        } else {
            let Mat3 { x_axis, y_axis, z_axis } = Mat3::from_cols(x, y, w).transpose().inverse();
            ([z_axis, x_axis, y_axis], 1.0)
        };
        Self { view_projection, rays, perspective, depth_of_part: 0.0 }
    }

    fn new(camera: &Camera, aspect: f32) -> Self {
        let (eye, target) = (Vec3::from(camera.eye), Vec3::from(camera.target));
        let view = rh::view::look_at_mat4(eye, target, camera.up.into());
        let forward = unit_or_up(target - eye);
        // Clip space has Y down and Z from 0 to 1, since the viewport's height is positive. Depth is 1 at the
        // near plane and 0 at infinity, which gives floats precision where it is needed.
        match camera.projection {
            Projection::Perspective { fov_y } => {
                let projection = rh::proj::vulkan::perspective_infinite_reverse(fov_y, aspect, camera.near);
                let right = unit_or_up(forward.cross(camera.up.into()));
                let down = forward.cross(right);
                let half = (fov_y * 0.5).tan();
                Self {
                    view_projection: projection * view,
                    rays: [forward, right * half * aspect, down * half],
                    perspective: 1.0,
                    depth_of_part: 0.0,
                }
            }
            // Orthographic depth is linear, so it needs a far plane.
            Projection::Orthographic { height } => {
                /// The distance from the near to the far plane, as a multiple of the target's distance.
                const REACH: f32 = 4.0;
                /// The distance of a typical perspective camera, as a multiple of the height that it sees.
                const DISTANCE: f32 = 1.5;
                let half = 0.5 * height;
                let far = camera.near + REACH * (target - eye).length();
                // The swapped planes reverse depth.
                let projection = rh::proj::vulkan::orthographic(
                    -half * aspect,
                    half * aspect,
                    -half,
                    half,
                    far,
                    camera.near,
                );
                Self {
                    view_projection: projection * view,
                    rays: [forward, Vec3::ZERO, Vec3::ZERO],
                    perspective: 0.0,
                    depth_of_part: DISTANCE * height / (far - camera.near),
                }
            }
        }
    }
}

/// Returns height, inverse tile size, and scroll in tiles of a floor. Whole tiles of the scroll are dropped, so it may grow.
fn floor_plane(floor: &Floor) -> [f32; 4] {
    let tile = floor.tile.max(f32::MIN_POSITIVE);
    let [x, y] = floor.scroll.map(|scroll| scroll.rem_euclid(tile) / tile);
    [floor.height, tile.recip(), x, y]
}

pub(crate) fn unit_or_up(direction: Vec3) -> Vec3 {
    direction.try_normalize().unwrap_or(Vec3::Z)
}

/// Converts an sRGB value, 0 to 1, to linear light. IEC 61966-2-1.
fn to_linear(value: f32) -> f32 {
    let value = value.clamp(0.0, 1.0);
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

const fn rgb([r, g, b]: [f32; 3], a: f32) -> [f32; 4] {
    [r, g, b, a]
}

pub(crate) fn upload_normals(transfer: &mut Transfer) -> Result<Arc<Buffer>, Error> {
    let table: Vec<[f32; 4]> = md2_mesh::NORMALS.iter().map(|&[x, y, z]| [x, y, z, 0.0]).collect();
    let shades = game::shade_table();
    let pieces = [bytemuck::cast_slice(&table), bytemuck::cast_slice(&shades)];
    transfer.upload_buffer("normals", Use::Constants, &pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_alone_gives_the_rays_of_its_camera() {
        for projection in [Projection::Perspective { fov_y: 0.8 }, Projection::Orthographic { height: 40.0 }]
        {
            let camera =
                Camera { eye: [60.0, 45.0, 36.0], target: [3.0, -2.0, 5.0], projection, ..Camera::default() };
            let expected = CameraView::new(&camera, 1.5);
            let found = CameraView::of_matrix(expected.view_projection);
            assert_eq!(found.perspective, expected.perspective);
            for (found, expected) in found.rays.iter().zip(expected.rays) {
                assert!((found - expected).length() < 1e-5, "{found}, not {expected}");
            }
        }
    }
}
