//! Models in two poses at once: four frames bound, added up by their shares in the vertex shader.

use bytemuck::{Pod, Zeroable};
use glam::Mat4;

use crate::{game, model::FourFrames};

/// The block of shaders/alias_fade.glsl, whose comments tell what each field holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct FadeDraw {
    world: [[f32; 4]; 3],
    scales: [[f32; 4]; 4],
    translate: [f32; 4],
}

const _: () = assert!(size_of::<FadeDraw>() == 128);

impl FadeDraw {
    /// `to_world` takes model space to world space. What only the light of [`game`] needs is told always.
    pub(super) fn new(to_world: Mat4, frames: &FourFrames) -> Self {
        let [x, y, z, _] = to_world.transpose().to_cols_array_2d();
        let [tx, ty, tz] = frames.translate;
        let lit_from = game::direction(&to_world.to_cols_array_2d()) as f32;
        Self { world: [x, y, z], scales: frames.scales, translate: [tx, ty, tz, lit_from] }
    }
}
