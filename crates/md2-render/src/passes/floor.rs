//! The floor, blended over the background.

use std::sync::Arc;

use ash::vk;

use super::kind::SceneKind;
use crate::layouts::Layouts;
use crate::spirv::spirv;
use crate::style::{Filter, Shading, SurfaceBlend};
use crate::texture::Texture;
use crate::vk::{Blend, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};

/// How far the floor is moved away from the eye, in pixels of its slope.
///
/// What lies on it has the same depth, but for what is rounded: corners are moved to the nearest of some 256 places a
/// pixel, which at a flat angle is a far way. Less than a pixel is not seen where something stands on the floor. Seen
/// from above there is no slope; there shaders/floor.vert.glsl moves it by a part of its distance.
pub(super) const DEPTH_BIAS: f32 = 0.5;

/// Draws the floor.
pub(crate) struct FloorPass {
    surface: Pipeline,
    /// Made when there is a first one.
    grid: Option<Pipeline>,
    kind: SceneKind,
}

impl FloorPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        Ok(Self { surface: pipeline(device, layouts, kind, false)?, grid: None, kind })
    }

    /// Makes what a grid needs, once.
    pub(crate) fn prepare_grid(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        if self.grid.is_none() {
            self.grid = Some(pipeline(device, layouts, self.kind, true)?);
        }
        Ok(())
    }

    /// `pattern` is any texture if the floor has none, or is a grid: the shader then ignores it. `mask` is that of the
    /// shadows.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        (grid, pattern): (bool, &'f Texture),
        mask: &'f Set,
    ) {
        let pipeline = self.grid.as_ref().filter(|_| grid).unwrap_or(&self.surface);
        let mut bound = pass.bind(pipeline);
        // From below it would only hide the models.
        bound.set_culling(vk::CullModeFlags::BACK, vk::FrontFace::CLOCKWISE);
        bound.bind_set(0, scene);
        bound.bind_set(1, pattern.set(SurfaceBlend::Opaque, Filter::Linear, Shading::Smooth));
        bound.bind_set(2, mask);
        bound.draw(6);
    }
}

fn pipeline(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind, grid: bool) -> Result<Pipeline, Error> {
    let (name, fragment) = if grid {
        ("grid", kind.either(spirv!("grid.frag"), spirv!("grid_bytes.frag")))
    } else {
        ("floor", kind.either(spirv!("floor.frag"), spirv!("floor_bytes.frag")))
    };
    let desc = PipelineDesc {
        sets: &[&layouts.scene, &layouts.surface, &layouts.texture],
        depth: DepthMode::Test,
        depth_bias: DEPTH_BIAS,
        blend: Blend::Over,
        ..kind.solid(name, spirv!("floor.vert"), fragment)
    };
    Pipeline::new(device, &desc)
}
