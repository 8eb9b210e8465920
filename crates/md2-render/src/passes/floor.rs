//! The floor, blended over the background.

use std::sync::Arc;

use ash::vk;

use super::kind::SceneKind;
use crate::layouts::Layouts;
use crate::spirv::spirv;
use crate::style::{Filter, Shading, SurfaceBlend};
use crate::texture::Texture;
use crate::vk::{Blend, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};

/// Depth bias of the floor away from the eye, as a multiple of the depth difference between adjacent pixels.
///
/// Surfaces that lie on the floor have the same depth as the floor, except for rounding. Vertices are rounded to about
/// 256 positions per pixel; seen at a flat angle, two such positions are far apart on the floor. A bias of less than a
/// pixel is not visible. Seen from above the depth difference is 0, so shaders/floor.vert.glsl adds another bias.
pub(super) const DEPTH_BIAS: f32 = 0.5;

pub(crate) struct FloorPass {
    surface: Pipeline,
    grid: Option<Pipeline>,
    kind: SceneKind,
}

impl FloorPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        Ok(Self { surface: pipeline(device, layouts, kind, false)?, grid: None, kind })
    }

    /// Whether the floor is drawn before the models that are completely above it, so that their depths are not compared.
    ///
    /// Some rasterizers, such as SwiftShader, compute the depth of a triangle from the rounded positions of its vertices, even of
    /// vertices behind the eye. With 16 positions per pixel, the depth of the floor is then wrong by any amount if the eye is just
    /// above it, and no bias is large enough. Otherwise the floor is drawn later, because models hide many of its pixels.
    pub(crate) const fn is_early(device: &Device) -> bool {
        device.sample_grid().sub_pixel_bits < 8
    }

    pub(crate) fn prepare_grid(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        if self.grid.is_none() {
            self.grid = Some(pipeline(device, layouts, self.kind, true)?);
        }
        Ok(())
    }

    /// Draws the floor. `mask` is the shadow mask. `pattern` can be any texture if the floor is a grid or has no
    /// texture, since the shader then ignores it.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        (grid, pattern): (bool, &'f Texture),
        mask: &'f Set,
    ) {
        let pipeline = self.grid.as_ref().filter(|_| grid).unwrap_or(&self.surface);
        let mut bound = pass.bind(pipeline);
        // From below, the floor would only hide the models.
        bound.set_culling(vk::CullModeFlags::BACK, vk::FrontFace::CLOCKWISE);
        bound.bind_set(0, scene);
        bound.bind_set(1, pattern.set(SurfaceBlend::Opaque, Filter::Linear, Shading::Smooth));
        bound.bind_set(2, mask);
        bound.draw(6, 0..1);
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
