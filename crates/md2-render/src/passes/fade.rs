//! Cross-fades: the vertex shader adds four bound frames, weighted by their shares.

use std::mem::offset_of;

use bytemuck::{Pod, Zeroable};
use glam::Mat4;

use crate::{game, model::FourFrames};

/// The push constants of a model between four frames. shaders/alias_fade.glsl describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct FadeDraw {
    world: [[f32; 4]; 3],
    scales: [[f32; 4]; 4],
    translate: [f32; 3],
    light_direction: f32,
}

const _: () = {
    assert!(size_of::<FadeDraw>() == 128 && offset_of!(FadeDraw, world) == 0);
    assert!(offset_of!(FadeDraw, scales) == 48 && offset_of!(FadeDraw, translate) == 112);
    assert!(offset_of!(FadeDraw, light_direction) == 124);
};

impl FadeDraw {
    /// `to_world` transforms model space to world space. Only shaders with [`game`]'s light use the direction.
    pub(super) fn new(to_world: Mat4, frames: &FourFrames) -> Self {
        let [x, y, z, _] = to_world.transpose().to_cols_array_2d();
        let light_direction = game::direction(&to_world.to_cols_array_2d()) as f32;
        Self { world: [x, y, z], scales: frames.scales, translate: frames.translate, light_direction }
    }
}
