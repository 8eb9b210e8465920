//! The push constants for drawing a model between two frames, or between four frames during a cross-fade.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec3};

use crate::game;
use crate::model::{FourFrames, FramePair};
use crate::style::Shading;

/// The push constants of a model between two frames. shaders/alias_draw.glsl describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct AliasDraw {
    pub(crate) matrix: Mat4,
    pub(crate) scale_a: [f32; 3],
    pub(crate) blend: f32,
    pub(crate) translate_a: [f32; 3],
    /// The x component of the rotation quaternion. With [`Shading::Game`], the index of the light direction instead.
    pub(crate) rotation_x: f32,
    pub(crate) scale_b: [f32; 3],
    pub(crate) rotation_y: f32,
    pub(crate) translate_b: [f32; 3],
    pub(crate) rotation_z: f32,
}

impl AliasDraw {
    /// Computes the push constants. `matrix` transforms model space to clip space, or to world space for shadows.
    /// `to_world` transforms model space to world space.
    ///
    /// The sign bit of `scale_a.x` tells the shader whether `to_world` mirrors. If the x scale of frame a has the
    /// opposite sign, this function negates the scales and translations of both frames, and also the axes of the
    /// matrix. The position of every vertex stays exactly the same.
    pub(crate) fn new(matrix: Mat4, to_world: Mat4, frames: &FramePair, shading: Shading) -> Self {
        let mirrors = is_mirror(to_world);
        let rotation = world_rotation(to_world, mirrors);
        let FramePair { a, b, blend, .. } = frames;
        let negates = mirrors != a.scale[0].is_sign_negative();
        let signed = |vector: [f32; 3]| if negates { vector.map(|axis| -axis) } else { vector };
        let Mat4 { x_axis, y_axis, z_axis, w_axis } = matrix;
        Self {
            matrix: if negates { Mat4::from_cols(-x_axis, -y_axis, -z_axis, w_axis) } else { matrix },
            scale_a: signed(a.scale),
            blend: *blend,
            translate_a: signed(a.translate),
            rotation_x: match shading {
                Shading::Game => game::direction(&to_world.to_cols_array_2d()) as f32,
                Shading::Smooth | Shading::Classic => rotation.x,
            },
            scale_b: signed(b.scale),
            rotation_y: rotation.y,
            translate_b: signed(b.translate),
            rotation_z: rotation.z,
        }
    }
}

/// The push constants of a model between four frames. shaders/alias_fade.glsl describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct FadeDraw {
    pub(crate) world: [[f32; 4]; 3],
    pub(crate) scales: [[f32; 4]; 4],
    pub(crate) translate: [f32; 3],
    pub(crate) light_direction: f32,
}

impl FadeDraw {
    pub(crate) fn new(to_world: Mat4, frames: &FourFrames) -> Self {
        let [x, y, z, _] = to_world.transpose().to_cols_array_2d();
        let light_direction = game::direction(&to_world.to_cols_array_2d()) as f32;
        Self { world: [x, y, z], scales: frames.scales, translate: frames.translate, light_direction }
    }
}

/// Returns the rotation of directions from model to world space, as a quaternion with w >= 0, so that the shader can
/// compute w from x, y and z. If `mirrors`, the shader negates the rotated directions, too.
fn world_rotation(transform: Mat4, mirrors: bool) -> Quat {
    let turned = if mirrors { transform * Mat4::from_scale(Vec3::NEG_ONE) } else { transform };
    let (_, rotation, _) = turned.to_scale_rotation_translation();
    match rotation {
        q if !q.is_finite() => Quat::IDENTITY,
        q if q.w < 0.0 => -q,
        q => q,
    }
}

pub(crate) fn is_mirror(transform: Mat4) -> bool {
    transform.determinant() < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_without_volume_has_a_finite_rotation() {
        assert_eq!(world_rotation(Mat4::ZERO, false), Quat::IDENTITY);
    }
}
