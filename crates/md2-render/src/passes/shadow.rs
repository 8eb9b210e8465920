//! Soft shadows: the models are projected to a small mask of the floor, which is then blurred.
//!
//! The mask has two channels. Red is the shadow of the lamp. It is lighter for higher parts of the model, and is
//! blurred widely. Green is the contact shadow of parts near the floor. It is straight below these parts and only
//! slightly blurred, so that feet seem to touch the ground.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec2};
use md2_common::Faces;

use super::alias::{AliasStyle, draw, push};
use super::packing::{PerVertexKind, add_fades, bind_shape, for_packing, per_packing, vertex_bindings};
use crate::area::corners;
use crate::content::SurfaceSkin;
use crate::layouts::{Layouts, Samplers};
use crate::model::{GpuSurface, ModelData};
use crate::scene::{Floor, Light};
use crate::scene_model::{SceneModel, VertexKind, models_of_kind};
use crate::spirv::{packed_spirv, spirv};
use crate::style::{Filter, Shading, SurfaceBlend};
use crate::uniforms::{ShadowArea, unit_or_up};
use crate::vk::{
    Blend, Device, Error, Image, ImageDesc, Load, Pass, Pipeline, PipelineDesc, Recorder, Resource, Set,
    ViewFormat,
};

/// Width and height of the mask in texels. After the blur, a higher resolution would not be visible.
const SIZE: u32 = 256;

/// The standard deviation of the filter that blurs the lamp's shadow, relative to the height of the models.
/// `CONTACT_BLUR` is the number for the contact shadow.
const CAST_BLUR: f32 = 0.025;
const CONTACT_BLUR: f32 = 0.018;

/// The number of weights of a blur: one for the center sample, and one for each sample on one side. See
/// shaders/blur.frag.glsl.
const TAPS: usize = 7;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct BlurPush {
    step: [f32; 2],
    weights: [[f32; 2]; TAPS],
}

const _: () = assert!(size_of::<BlurPush>() == 64);

/// The format of the mask. Every device can draw, blend and filter it.
const FORMAT: vk::Format = vk::Format::R8G8_UNORM;

pub(crate) struct ShadowPass {
    pipelines: PerVertexKind<ShadowPipelines>,
    blur: Pipeline,
    /// Two masks: shadows are drawn to the first, blurred into the second, and blurred back into the first.
    masks: [Arc<Image>; 2],
    sets: [Set; 2],
}

struct ShadowPipelines {
    solid: Pipeline,
    cutout: Pipeline,
}

impl ShadowPipelines {
    fn new(device: &Arc<Device>, layouts: &Layouts, kind: VertexKind) -> Result<Self, Error> {
        let [solid, cutout] = if kind.fades {
            [packed_spirv!("shadow_fade"), packed_spirv!("shadow_cutout_fade")]
        } else {
            [packed_spirv!("shadow"), packed_spirv!("shadow_cutout")]
        };
        let vertices = vertex_bindings(kind);
        let solid = PipelineDesc {
            vertices: &vertices[..vertices.len() - 1],
            sets: &[&layouts.scene],
            push_bytes: 128,
            blend: Blend::Max,
            ..PipelineDesc::flat("shadow", for_packing(kind.packing, solid), spirv!("shadow.frag"), FORMAT)
        };
        let cutout = PipelineDesc {
            name: "shadow with holes",
            vertex: for_packing(kind.packing, cutout),
            fragment: spirv!("shadow_cutout.frag"),
            vertices: &vertices,
            sets: &[&layouts.scene, &layouts.surface],
            ..solid
        };
        Ok(Self { solid: Pipeline::new(device, &solid)?, cutout: Pipeline::new(device, &cutout)? })
    }
}

impl ShadowPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, samplers: &Samplers) -> Result<Self, Error> {
        let blur = PipelineDesc {
            sets: &[&layouts.texture],
            push_bytes: 64,
            ..PipelineDesc::flat("blur", spirv!("fullscreen.vert"), spirv!("blur.frag"), FORMAT)
        };
        let mask = |name| {
            let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED;
            Image::new(device, &ImageDesc::plain(name, [SIZE; 2], FORMAT, usage)).map(Arc::new)
        };
        let masks = [mask("shadow mask")?, mask("shadow mask, half blurred")?];
        let set = |image: &Arc<Image>| {
            let mask =
                Resource::Texture(Arc::clone(image), ViewFormat::First, Arc::clone(&samplers.clamp.linear));
            Set::new("shadow mask", &layouts.texture, [mask])
        };
        Ok(Self {
            pipelines: per_packing(false, |kind| ShadowPipelines::new(device, layouts, kind))?,
            blur: Pipeline::new(device, &blur)?,
            sets: [set(&masks[0])?, set(&masks[1])?],
            masks,
        })
    }

    pub(crate) fn prepare_fades(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        add_fades(&mut self.pipelines, |kind| ShadowPipelines::new(device, layouts, kind))
    }

    pub(crate) const fn mask(&self) -> &Set {
        &self.sets[0]
    }

    pub(crate) fn record<'f>(
        &'f self,
        recorder: &mut Recorder<'_, 'f>,
        scene: &'f Set,
        area: Option<&ShadowArea>,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        let [mask, half] = &self.masks;
        recorder.record_mask_pass(mask, Load::Clear([0.0; 4]), |pass| {
            // Without an area nothing casts a shadow on the floor.
            if area.is_some() {
                self.project(pass, scene, models);
            }
        });
        if let Some(area) = area {
            self.blur(recorder, (&self.sets[0], half), &BlurPush::new(area, Vec2::X));
            self.blur(recorder, (&self.sets[1], mask), &BlurPush::new(area, Vec2::Y));
        }
    }

    fn project<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (kind, pipelines) in &self.pipelines {
            let models = models_of_kind(models.clone(), *kind);
            project_solid(pass, &pipelines.solid, scene, models.clone());
            draw(pass, &pipelines.cutout, scene, CUTOUT, models, PROJECTIONS, |skin| {
                (skin.blend == SurfaceBlend::Cutout).then(|| CUTOUT.set(skin))
            });
        }
    }

    fn blur<'f>(
        &'f self,
        recorder: &mut Recorder<'_, 'f>,
        (from, to): (&'f Set, &'f Image),
        push: &BlurPush,
    ) {
        recorder.record_mask_pass(to, Load::Discard, |pass| {
            let mut bound = pass.bind(&self.blur);
            bound.bind_set(0, from);
            bound.push(push);
            bound.draw(3, 0..1);
        });
    }
}

/// The instances of each draw: instance 0 is projected along the light, instance 1 straight down.
const PROJECTIONS: std::ops::Range<u32> = 0..2;

/// The style for surfaces with holes. The model is in world space, and shadows use only the alpha of the texture.
const CUTOUT: AliasStyle = AliasStyle {
    view_projection: Mat4::IDENTITY,
    faces: Faces::Solid,
    two_sided: true,
    filter: Filter::Linear,
    shading: Shading::Smooth,
    has_columns: false,
};

fn project_solid<'f>(
    pass: &mut Pass<'_, 'f>,
    pipeline: &'f Pipeline,
    scene: &'f Set,
    models: impl Iterator<Item = (SceneModel<'f>, &'f ModelData)> + Clone,
) {
    let is_solid = |skin: SurfaceSkin<'_>| skin.blend == SurfaceBlend::Opaque;
    let mut surfaces = models.clone().flat_map(|(model, data)| model.surfaces(data));
    if !surfaces.any(|(_, skin)| is_solid(skin)) {
        return;
    }
    let mut bound = pass.bind(pipeline);
    bound.bind_set(0, scene);
    for (model, data) in models {
        let is_solid = |surface: &GpuSurface| model.surface_skin(surface).is_some_and(is_solid);
        let mut is_bound = false;
        let runs = data.surfaces.chunk_by(|a, b| is_solid(a) == is_solid(b));
        for run in runs.filter(|run| is_solid(&run[0])) {
            if !is_bound {
                let frames = model.frames();
                bind_shape(&mut bound, data, &frames);
                push(&mut bound, model.transform(), model.transform(), &frames, Shading::Smooth);
                is_bound = true;
            }
            bound.draw_indexed(run[0].indices.start..run[run.len() - 1].indices.end, 0, PROJECTIONS);
        }
    }
}

impl BlurPush {
    fn new(area: &ShadowArea, axis: Vec2) -> Self {
        // The samples span two and a half standard deviations of the wider blur.
        let spacing = CAST_BLUR * area.height * 2.5 / (TAPS - 1) as f32;
        let weights = |deviation: f32| {
            let gauss: [f32; TAPS] = std::array::from_fn(|i| {
                let x = i as f32 * spacing / (deviation * area.height).max(f32::MIN_POSITIVE);
                (-0.5 * x * x).exp()
            });
            let sum = gauss[0] + 2.0 * gauss[1..].iter().sum::<f32>();
            gauss.map(|weight| weight / sum)
        };
        let (cast, contact) = (weights(CAST_BLUR), weights(CONTACT_BLUR));
        Self {
            step: (axis * spacing / area.size).into(),
            weights: std::array::from_fn(|i| [cast[i], contact[i]]),
        }
    }
}

impl ShadowArea {
    pub(crate) fn new<'d>(
        floor: &Floor,
        light: &Light,
        models: impl Iterator<Item = SceneModel<'d>>,
    ) -> Option<Self> {
        /// The least z component of the lamp's unit direction for shadows. A lower lamp would cast endless shadows.
        const LOWEST_LAMP: f32 = 0.45;
        let lamp = unit_or_up(light.direction.into());
        let shift = lamp.truncate() / lamp.z.max(LOWEST_LAMP);

        let mut reach: Option<(Vec2, Vec2, f32)> = None;
        let transformed = |model: SceneModel<'d>| {
            corners(model.gpu.bounds).map(|corner| model.transform().transform_point3(corner))
        };
        for corner in models.flat_map(transformed) {
            let height = (corner.z - floor.height).max(0.0);
            for point in [corner.truncate(), corner.truncate() - shift * height] {
                let (min, max, top) = reach.unwrap_or((point, point, height));
                reach = Some((min.min(point), max.max(point), top.max(height)));
            }
        }
        let (min, max, height) = reach?;
        // The least height for the width of the blur, relative to the area: flat models also need a blur.
        const FLATTEST: f32 = 0.08;
        let height = height.max(FLATTEST * (max - min).length());
        // Room for the blur, and never empty.
        let margin = Vec2::splat(height * CAST_BLUR * 3.0 + 0.1);
        let area = Self { min: min - margin, size: max - min + 2.0 * margin, shift, height };
        (area.min.is_finite() && area.size.is_finite()).then_some(area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_preserves_the_amount_of_shadow() {
        let area = ShadowArea { min: Vec2::ZERO, size: Vec2::splat(100.0), shift: Vec2::ONE, height: 56.0 };
        let push = BlurPush::new(&area, Vec2::X);
        for channel in 0..2 {
            let sum: f32 = push.weights.iter().map(|weight| weight[channel]).sum();
            assert!((2.0 * sum - push.weights[0][channel] - 1.0).abs() < 1e-6);
        }
        assert_eq!(push.step[1], 0.0);
        // A model without height is not blurred, and causes no division by zero.
        let flat = BlurPush::new(&ShadowArea { height: 0.0, ..area }, Vec2::X);
        assert!(flat.weights.iter().flatten().all(|weight| weight.is_finite()));
    }
}
