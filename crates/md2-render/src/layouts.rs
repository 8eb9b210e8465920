//! The set layouts and samplers that passes and shaders share.

use std::sync::Arc;

use ash::vk;

use crate::style::Filter;
use crate::vk::{Binding, Device, Error, Sampler, SetLayout};

pub(crate) struct Layouts {
    pub(crate) scene: Arc<SetLayout>,
    pub(crate) surface: Arc<SetLayout>,
    pub(crate) texture: Arc<SetLayout>,
    pub(crate) crowd: Arc<SetLayout>,
    pub(crate) marks: Arc<SetLayout>,
    pub(crate) pulled: Arc<SetLayout>,
    pub(crate) lists: Arc<SetLayout>,
}

impl Layouts {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let (vertex, fragment) = (vk::ShaderStageFlags::VERTEX, vk::ShaderStageFlags::FRAGMENT);
        let compute = vk::ShaderStageFlags::COMPUTE;
        let uniforms = |stages| Binding { kind: vk::DescriptorType::UNIFORM_BUFFER, stages };
        let storage = |stages| Binding { kind: vk::DescriptorType::STORAGE_BUFFER, stages };
        let [drawn, computed] = [storage(vertex | compute), storage(compute)];
        let texture = Binding { kind: vk::DescriptorType::COMBINED_IMAGE_SAMPLER, stages: fragment };
        Ok(Self {
            scene: SetLayout::new(
                device,
                "scene",
                &[uniforms(vertex | fragment | compute), uniforms(vertex)],
            )?,
            surface: SetLayout::new(device, "surface", &[texture; 2])?,
            texture: SetLayout::new(device, "texture", &[texture])?,
            crowd: SetLayout::new(device, "crowd", &[drawn, computed])?,
            marks: SetLayout::new(device, "marks", &[storage(vertex)])?,
            pulled: SetLayout::new(device, "pulled model", &[drawn; 3])?,
            lists: SetLayout::new(device, "lists", &[computed; 2])?,
        })
    }
}

pub(crate) struct Samplers {
    pub(crate) repeat: PerFilter<Arc<Sampler>>,
    pub(crate) classic: PerFilter<Arc<Sampler>>,
    pub(crate) clamp: PerFilter<Arc<Sampler>>,
}

impl Samplers {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let pair = |name, edges, mip_maps| -> Result<_, Error> {
            let filters = PerFilter { linear: vk::Filter::LINEAR, nearest: vk::Filter::NEAREST };
            filters.try_map(|&filter| Sampler::new(device, name, filter, edges, mip_maps).map(Arc::new))
        };
        Ok(Self {
            repeat: pair("repeat", vk::SamplerAddressMode::REPEAT, true)?,
            classic: pair("classic", vk::SamplerAddressMode::REPEAT, false)?,
            clamp: pair("clamp", vk::SamplerAddressMode::CLAMP_TO_EDGE, true)?,
        })
    }
}

pub(crate) struct PerFilter<T> {
    pub(crate) linear: T,
    pub(crate) nearest: T,
}

impl<T> PerFilter<T> {
    pub(crate) fn try_map<U, E>(&self, make: impl Fn(&T) -> Result<U, E>) -> Result<PerFilter<U>, E> {
        Ok(PerFilter { linear: make(&self.linear)?, nearest: make(&self.nearest)? })
    }

    pub(crate) const fn get(&self, filter: Filter) -> &T {
        match filter {
            Filter::Linear => &self.linear,
            Filter::Nearest => &self.nearest,
        }
    }
}
