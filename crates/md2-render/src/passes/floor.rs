//! The floor, blended over the background.

use std::sync::Arc;

use ash::vk;

use crate::{
    Filter, Shading, SurfaceBlend,
    layouts::Layouts,
    texture::Texture,
    vk::{Blend, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// How far the floor is moved away from the eye, in pixels of its slope.
///
/// What lies on it has the same depth, but for what is rounded: corners are moved to the nearest of some 256 places a
/// pixel, which at a flat angle is a far way. Less than a pixel is not seen where something stands on the floor. Seen
/// from above there is no slope; there shaders/floor.vert.glsl moves it by a part of its distance.
pub(super) const RECEDE: f32 = 0.5;

/// Draws the floor.
pub(crate) struct FloorPass {
    surface: Pipeline,
    /// Made when there is a first one.
    grid: Option<Pipeline>,
    kind: FloorKind,
}

/// What the pipelines of a pass are made for.
#[derive(Clone, Copy)]
struct FloorKind {
    shading: Shading,
    color_format: vk::Format,
    samples: vk::SampleCountFlags,
}

impl FloorPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        shading: Shading,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let kind = FloorKind { shading, color_format, samples };
        Ok(Self { surface: kind.pipeline(device, layouts, false)?, grid: None, kind })
    }

    /// Makes what a grid needs, once.
    pub(crate) fn prepare_grid(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        if self.grid.is_none() {
            self.grid = Some(self.kind.pipeline(device, layouts, true)?);
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

impl FloorKind {
    fn pipeline(self, device: &Arc<Device>, layouts: &Layouts, grid: bool) -> Result<Pipeline, Error> {
        let desc = PipelineDesc {
            name: if grid { "grid" } else { "floor" },
            vertex: include_bytes!("../../shaders/spirv/floor.vert.spv"),
            fragment: match (self.shading.is_of_bytes(), grid) {
                (false, false) => include_bytes!("../../shaders/spirv/floor.frag.spv"),
                (true, false) => include_bytes!("../../shaders/spirv/floor_bytes.frag.spv"),
                (false, true) => include_bytes!("../../shaders/spirv/grid.frag.spv"),
                (true, true) => include_bytes!("../../shaders/spirv/grid_bytes.frag.spv"),
            },
            vertices: &[],
            sets: &[&layouts.scene, &layouts.surface, &layouts.texture],
            push_bytes: 0,
            color_format: self.color_format,
            samples: self.samples,
            depth: Depth::Test,
            recede: RECEDE,
            blend: Blend::Over,
            alpha_to_coverage: false,
            lines: false,
        };
        Pipeline::new(device, &desc)
    }
}
