//! Descriptor sets: one for what all passes share, one for each texture.
//!
//! Every owner has a small pool of its own. A viewer has few textures, and pools that come and go with what
//! they describe need no bookkeeping.

use std::sync::Arc;

use ash::vk;

use super::{Buffer, Device, Samplers, error::failed, image::Image, retire::Retired};
use crate::{Filter, RenderError};

/// The layouts of the sets that shaders see.
pub(crate) struct SetLayouts {
    /// Set 0: uniforms of the scene, the table of normals, the shadow mask.
    pub(super) scene: SetLayout,
    /// Set 1, or 0 where a pass needs nothing of the scene: one texture.
    pub(super) texture: SetLayout,
}

impl SetLayouts {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Arc<Self>, RenderError> {
        let binding = |index, kind, stages| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(index)
                .descriptor_type(kind)
                .descriptor_count(1)
                .stage_flags(stages)
        };
        let (vertex, fragment) = (vk::ShaderStageFlags::VERTEX, vk::ShaderStageFlags::FRAGMENT);
        let scene = [
            binding(0, vk::DescriptorType::UNIFORM_BUFFER, vertex | fragment),
            binding(1, vk::DescriptorType::UNIFORM_BUFFER, vertex),
            binding(2, vk::DescriptorType::COMBINED_IMAGE_SAMPLER, fragment),
        ];
        let texture = [binding(0, vk::DescriptorType::COMBINED_IMAGE_SAMPLER, fragment)];
        Ok(Arc::new(Self {
            scene: SetLayout::new(device, "scene", &scene)?,
            texture: SetLayout::new(device, "texture", &texture)?,
        }))
    }
}

/// The layout of one set.
pub(super) struct SetLayout {
    pub(super) handle: vk::DescriptorSetLayout,
    device: Arc<Device>,
}

impl SetLayout {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        bindings: &[vk::DescriptorSetLayoutBinding<'_>],
    ) -> Result<Self, RenderError> {
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
        // SAFETY: rule 5.
        let handle = unsafe { device.raw.create_descriptor_set_layout(&info, None) }
            .map_err(failed("vkCreateDescriptorSetLayout"))?;
        device.name(handle, name);
        Ok(Self { handle, device: Arc::clone(device) })
    }
}

impl Drop for SetLayout {
    fn drop(&mut self) {
        self.device.retire(Retired::SetLayout(self.handle));
    }
}

/// The set of what all passes share, for one frame slot.
pub(crate) struct SceneSet {
    pub(super) set: vk::DescriptorSet,
    _pool: Pool,
}

impl SceneSet {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &SetLayouts,
        samplers: &Samplers,
        uniforms: &Buffer,
        normals: &Buffer,
        shadow: &Image,
    ) -> Result<Self, RenderError> {
        let sizes = [
            pool_size(vk::DescriptorType::UNIFORM_BUFFER, 2),
            pool_size(vk::DescriptorType::COMBINED_IMAGE_SAMPLER, 1),
        ];
        let pool = Pool::new(device, "scene", 1, &sizes)?;
        let [set] = pool.allocate(&layouts.scene)?;
        let whole = |buffer: &Buffer| {
            [vk::DescriptorBufferInfo::default().buffer(buffer.raw).offset(0).range(buffer.size())]
        };
        let (uniforms, normals) = (whole(uniforms), whole(normals));
        let shadow = [sampled(shadow, samplers.clamp[0].handle)];
        let write = |binding, kind| {
            vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding).descriptor_type(kind)
        };
        let writes = [
            write(0, vk::DescriptorType::UNIFORM_BUFFER).buffer_info(&uniforms),
            write(1, vk::DescriptorType::UNIFORM_BUFFER).buffer_info(&normals),
            write(2, vk::DescriptorType::COMBINED_IMAGE_SAMPLER).image_info(&shadow),
        ];
        // SAFETY: rule 5; the set is new, so no command buffer uses it.
        // VUID-vkUpdateDescriptorSets-None-03047.
        unsafe { device.raw.update_descriptor_sets(&writes, &[]) };
        Ok(Self { set, _pool: pool })
    }
}

/// The sets of one texture: smooth, and in hard-edged texels.
pub(crate) struct TextureSets {
    sets: [vk::DescriptorSet; 2],
    _pool: Pool,
    /// The sets name them.
    _samplers: Arc<Samplers>,
}

/// What happens beyond a texture's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    Repeat,
    Clamp,
}

impl TextureSets {
    /// The sets name `image`: they live where it lives.
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &SetLayouts,
        samplers: &Arc<Samplers>,
        image: &Image,
        edges: Edges,
    ) -> Result<Self, RenderError> {
        let size = [pool_size(vk::DescriptorType::COMBINED_IMAGE_SAMPLER, 2)];
        let pool = Pool::new(device, "texture", 2, &size)?;
        let sets = pool.allocate(&layouts.texture)?;
        let [linear, nearest] = match edges {
            Edges::Repeat => &samplers.repeat,
            Edges::Clamp => &samplers.clamp,
        };
        let infos = [[sampled(image, linear.handle)], [sampled(image, nearest.handle)]];
        let write = |index: usize| {
            vk::WriteDescriptorSet::default()
                .dst_set(sets[index])
                .dst_binding(0)
                .descriptor_type(vk::DescriptorType::COMBINED_IMAGE_SAMPLER)
                .image_info(&infos[index])
        };
        // SAFETY: rule 5; the sets are new, so no command buffer uses them.
        // VUID-vkUpdateDescriptorSets-None-03047.
        unsafe { device.raw.update_descriptor_sets(&[write(0), write(1)], &[]) };
        Ok(Self { sets, _pool: pool, _samplers: Arc::clone(samplers) })
    }

    pub(super) const fn get(&self, filter: Filter) -> vk::DescriptorSet {
        match filter {
            Filter::Linear => self.sets[0],
            Filter::Nearest => self.sets[1],
        }
    }
}

/// A descriptor pool; its sets end with it.
pub(super) struct Pool {
    handle: vk::DescriptorPool,
    /// Also that of its sets.
    name: Box<str>,
    device: Arc<Device>,
}

impl Pool {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        sets: u32,
        sizes: &[vk::DescriptorPoolSize],
    ) -> Result<Self, RenderError> {
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(sets).pool_sizes(sizes);
        // SAFETY: rule 5.
        let handle = unsafe { device.raw.create_descriptor_pool(&info, None) }
            .map_err(failed("vkCreateDescriptorPool"))?;
        device.name(handle, name);
        Ok(Self { handle, name: name.into(), device: Arc::clone(device) })
    }

    /// `N` sets of one layout.
    pub(super) fn allocate<const N: usize>(
        &self,
        layout: &SetLayout,
    ) -> Result<[vk::DescriptorSet; N], RenderError> {
        let layouts = [layout.handle; N];
        let info =
            vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.handle).set_layouts(&layouts);
        // SAFETY: rule 5; nobody else uses the pool now.
        let sets = unsafe { self.device.raw.allocate_descriptor_sets(&info) }
            .map_err(failed("vkAllocateDescriptorSets"))?;
        for &set in &sets {
            self.device.name(set, &self.name);
        }
        Ok(sets.try_into().expect("Vulkan gives as many sets as layouts"))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.device.retire(Retired::DescriptorPool(self.handle));
    }
}

pub(super) fn pool_size(ty: vk::DescriptorType, count: u32) -> vk::DescriptorPoolSize {
    vk::DescriptorPoolSize::default().ty(ty).descriptor_count(count)
}

fn sampled(image: &Image, sampler: vk::Sampler) -> vk::DescriptorImageInfo {
    vk::DescriptorImageInfo::default()
        .image_view(image.view())
        .sampler(sampler)
        .image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)
}
