//! Descriptor sets, which own or share their resources.
//!
//! Each set has its own pool, so that a set and its resources are released together.

use std::sync::Arc;

use ash::vk;

use super::buffer::Buffer;
use super::canvas::{Target, ViewFormat};
use super::device::Device;
use super::error::{Error, failed};
use super::image::Image;
use super::owned::OwnedHandle;
use super::sampler::Sampler;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) kind: vk::DescriptorType,
    pub(crate) stages: vk::ShaderStageFlags,
}

pub(crate) struct SetLayout {
    pub(super) raw: OwnedHandle<vk::DescriptorSetLayout>,
    kinds: Box<[vk::DescriptorType]>,
}

impl SetLayout {
    pub(crate) fn new(device: &Arc<Device>, name: &str, bindings: &[Binding]) -> Result<Arc<Self>, Error> {
        let raw: Vec<_> = (0..)
            .zip(bindings)
            .map(|(index, binding)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(index)
                    .descriptor_type(binding.kind)
                    .descriptor_count(1)
                    .stage_flags(binding.stages)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&raw);
        // SAFETY: rule 5.
        let handle = unsafe { device.raw.create_descriptor_set_layout(&info, None) }
            .map_err(failed("vkCreateDescriptorSetLayout"))?;
        let kinds = bindings.iter().map(|binding| binding.kind).collect();
        Ok(Arc::new(Self { raw: OwnedHandle::new(device, handle, name), kinds }))
    }
}

pub(crate) enum Resource {
    Written(Buffer),
    Constant(Arc<Buffer>),
    Texture(Arc<Image>, ViewFormat, Arc<Sampler>),
}

/// A descriptor set with its resources. It never changes, so any number of pictures may use it at once.
pub(crate) struct Set {
    pub(super) handle: vk::DescriptorSet,
    pub(super) layout: Arc<SetLayout>,
    pub(super) resources: Box<[Resource]>,
    pool: OwnedHandle<vk::DescriptorPool>,
}

impl Set {
    pub(crate) fn new<const N: usize>(
        name: &str,
        layout: &Arc<SetLayout>,
        resources: [Resource; N],
    ) -> Result<Self, Error> {
        let device = &layout.raw.device;
        assert!(resources.iter().map(Resource::kind).eq(layout.kinds.iter().copied()), "another layout");
        assert!(resources.iter().all(|resource| resource.is_on(device)), "a resource is on another device");
        let sizes = resources
            .each_ref()
            .map(|resource| vk::DescriptorPoolSize::default().ty(resource.kind()).descriptor_count(1));
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: rule 5.
        let pool = unsafe { device.raw.create_descriptor_pool(&info, None) };
        let pool = OwnedHandle::new(device, pool.map_err(failed("vkCreateDescriptorPool"))?, name);
        let layouts = [layout.raw.handle];
        let info =
            vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool.handle).set_layouts(&layouts);
        // SAFETY: rule 5; nothing else uses the pool.
        let sets = unsafe { device.raw.allocate_descriptor_sets(&info) };
        let handle = sets.map_err(failed("vkAllocateDescriptorSets"))?[0];
        device.name(handle, name);
        let infos = resources.each_ref().map(Resource::info);
        let writes: [_; N] = std::array::from_fn(|i| {
            let write = vk::WriteDescriptorSet::default()
                .dst_set(handle)
                .dst_binding(u32::try_from(i).expect("a set has few bindings"))
                .descriptor_type(resources[i].kind());
            match &infos[i] {
                Info::Buffer(info) => write.buffer_info(info),
                Info::Image(info) => write.image_info(info),
            }
        });
        // SAFETY: rule 5; the set is new, so no command buffer uses it, and it keeps its resources alive.
        // VUID-vkUpdateDescriptorSets-None-03047.
        unsafe { device.raw.update_descriptor_sets(&writes, &[]) };
        Ok(Self { handle, layout: Arc::clone(layout), resources: Box::new(resources), pool })
    }

    pub(crate) fn buffer(&mut self, binding: usize) -> &mut Buffer {
        let Resource::Written(buffer) = &mut self.resources[binding] else {
            panic!("binding {binding} is not for the host");
        };
        buffer
    }

    pub(crate) fn shared_buffer(&self, binding: usize) -> &Buffer {
        self.resources[binding].buffer().expect("the binding is a buffer").0
    }

    pub(super) fn device(&self) -> &Arc<Device> {
        &self.pool.device
    }
}

/// The size in bytes of the largest uniform buffer that shaders can read on every device: the least `maxUniformBufferRange` that Vulkan
/// allows.
const UNIFORM_BYTES: u64 = 16384;

enum Info {
    Buffer([vk::DescriptorBufferInfo; 1]),
    Image([vk::DescriptorImageInfo; 1]),
}

impl Resource {
    pub(super) fn buffer(&self) -> Option<(&Buffer, vk::BufferUsageFlags)> {
        let buffer = match self {
            Self::Written(buffer) => buffer,
            Self::Constant(buffer) => buffer,
            Self::Texture(..) => return None,
        };
        let [uniforms, storage] =
            [vk::BufferUsageFlags::UNIFORM_BUFFER, vk::BufferUsageFlags::STORAGE_BUFFER];
        Some((buffer, if buffer.allows(uniforms) { uniforms } else { storage }))
    }

    fn kind(&self) -> vk::DescriptorType {
        match self.buffer() {
            Some((_, vk::BufferUsageFlags::UNIFORM_BUFFER)) => vk::DescriptorType::UNIFORM_BUFFER,
            Some(_) => vk::DescriptorType::STORAGE_BUFFER,
            None => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        }
    }

    fn is_on(&self, device: &Arc<Device>) -> bool {
        let devices = match self {
            Self::Written(buffer) => [buffer.device(); 2],
            Self::Constant(buffer) => [buffer.device(); 2],
            Self::Texture(image, _, sampler) => [image.device(), &sampler.0.device],
        };
        devices.into_iter().all(|found| Arc::ptr_eq(found, device))
    }

    fn info(&self) -> Info {
        if let Self::Texture(image, view_format, sampler) = self {
            assert!(image.allows(vk::ImageUsageFlags::SAMPLED), "the image was not made for shaders");
            let layout = vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL;
            let info = vk::DescriptorImageInfo::default().image_view(Target::view(image, *view_format).0);
            return Info::Image([info.sampler(sampler.0.handle).image_layout(layout)]);
        }
        let (buffer, usage) = self.buffer().expect("all but textures are buffers");
        assert!(buffer.allows(usage), "the buffer was not made for {usage:?}");
        let is_storage = usage == vk::BufferUsageFlags::STORAGE_BUFFER;
        let max = if is_storage { buffer.device().limits().storage_bytes } else { UNIFORM_BYTES };
        // VUID-VkWriteDescriptorSet-descriptorType-00332, -00333.
        assert!(buffer.size() <= max, "{} bytes for {usage:?}, the limit is {max}", buffer.size());
        Info::Buffer([vk::DescriptorBufferInfo::default().buffer(buffer.raw.handle).range(buffer.size())])
    }
}
