//! Descriptor sets, which own or share what they name.
//!
//! Every set has a small pool of its own. There are few sets, and pools that come and go with what they
//! describe need no bookkeeping.

use std::sync::Arc;

use ash::vk;

use super::buffer::Buffer;
use super::canvas::{Target, Through};
use super::device::Device;
use super::error::{Error, failed};
use super::image::Image;
use super::retire::Retired;
use super::sampler::Sampler;

/// One binding of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) kind: vk::DescriptorType,
    /// Those that see it.
    pub(crate) stages: vk::ShaderStageFlags,
}

/// The layout of a set: its bindings, from 0 on.
pub(crate) struct SetLayout {
    pub(super) handle: vk::DescriptorSetLayout,
    kinds: Box<[vk::DescriptorType]>,
    device: Arc<Device>,
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
        device.name(handle, name);
        let kinds = bindings.iter().map(|binding| binding.kind).collect();
        Ok(Arc::new(Self { handle, kinds, device: Arc::clone(device) }))
    }

    pub(super) fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}

impl Drop for SetLayout {
    fn drop(&mut self) {
        self.device.retire(Retired::SetLayout(self.handle));
    }
}

/// What a binding of a set names.
pub(crate) enum Resource {
    /// Uniforms of this set alone, which the host writes.
    Uniforms(Buffer),
    /// Uniforms that do not change.
    Constants(Arc<Buffer>),
    /// Storage of this set alone, which the host writes.
    Storage(Buffer),
    /// Storage that does not change.
    Data(Arc<Buffer>),
    /// An image that is read, through which of its views, and how.
    Texture(Arc<Image>, Through, Arc<Sampler>),
}

/// A descriptor set and what it names. It is never changed, so it may be in use by any number of pictures.
pub(crate) struct Set {
    pub(super) handle: vk::DescriptorSet,
    pub(super) layout: Arc<SetLayout>,
    pub(super) resources: Box<[Resource]>,
    pool: Pool,
}

impl Set {
    /// A set with a resource for each binding of its layout.
    ///
    /// # Panics
    /// If they are not as many, or of other kinds, or larger than every device allows.
    pub(crate) fn new<const N: usize>(
        name: &str,
        layout: &Arc<SetLayout>,
        resources: [Resource; N],
    ) -> Result<Self, Error> {
        let device = &layout.device;
        assert!(resources.iter().map(Resource::kind).eq(layout.kinds.iter().copied()), "another layout");
        assert!(resources.iter().all(|resource| resource.is_of(device)), "another device's resource");
        let sizes = resources.each_ref().map(|resource| pool_size(resource.kind(), 1));
        let pool = Pool::new(device, name, &sizes)?;
        let handle = pool.allocate(layout)?;
        let infos = resources.each_ref().map(Resource::info);
        let writes: [_; N] = std::array::from_fn(|i| {
            let write = vk::WriteDescriptorSet::default()
                .dst_set(handle)
                .dst_binding(u32::try_from(i).expect("a few bindings"))
                .descriptor_type(resources[i].kind());
            match &infos[i] {
                Info::Buffer(info) => write.buffer_info(info),
                Info::Image(info) => write.image_info(info),
            }
        });
        // SAFETY: rule 5; the set is new, so no command buffer uses it, and keeps what it names alive.
        // VUID-vkUpdateDescriptorSets-None-03047.
        unsafe { device.raw.update_descriptor_sets(&writes, &[]) };
        Ok(Self { handle, layout: Arc::clone(layout), resources: Box::new(resources), pool })
    }

    /// Writes the uniforms that the set has for itself.
    ///
    /// # Panics
    /// As [`Buffer::write`], or if the binding names something else.
    pub(crate) fn write(&mut self, binding: usize, bytes: &[u8]) {
        let Resource::Uniforms(buffer) = &mut self.resources[binding] else {
            panic!("binding {binding} is not for the host");
        };
        buffer.write(0, bytes);
    }

    /// The storage that the set has for itself, to be written.
    ///
    /// # Panics
    /// If the binding names something else.
    pub(crate) fn storage(&mut self, binding: usize) -> &mut Buffer {
        let Resource::Storage(buffer) = &mut self.resources[binding] else {
            panic!("binding {binding} is not storage for the host");
        };
        buffer
    }

    pub(super) fn device(&self) -> &Arc<Device> {
        &self.pool.device
    }
}

/// What Vulkan is told of a resource.
enum Info {
    Buffer([vk::DescriptorBufferInfo; 1]),
    Image([vk::DescriptorImageInfo; 1]),
}

impl Resource {
    fn kind(&self) -> vk::DescriptorType {
        match self {
            Self::Uniforms(_) | Self::Constants(_) => vk::DescriptorType::UNIFORM_BUFFER,
            Self::Storage(_) | Self::Data(_) => vk::DescriptorType::STORAGE_BUFFER,
            Self::Texture(..) => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        }
    }

    fn is_of(&self, device: &Arc<Device>) -> bool {
        match self {
            Self::Uniforms(buffer) | Self::Storage(buffer) => buffer.is_of(device),
            Self::Constants(buffer) | Self::Data(buffer) => buffer.is_of(device),
            Self::Texture(image, _, sampler) => {
                Arc::ptr_eq(image.device(), device) && Arc::ptr_eq(&sampler.device, device)
            }
        }
    }

    fn info(&self) -> Info {
        let whole = |buffer: &Buffer| {
            assert!(buffer.is_for(vk::BufferUsageFlags::UNIFORM_BUFFER), "not a buffer of uniforms");
            // What every device allows. VUID-VkWriteDescriptorSet-descriptorType-00332.
            assert!(buffer.size() <= 16384, "uniforms of {} bytes", buffer.size());
            Info::Buffer([vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(buffer.size())])
        };
        let storage = |buffer: &Buffer| {
            assert!(buffer.is_for(vk::BufferUsageFlags::STORAGE_BUFFER), "not a buffer of storage");
            let max = buffer.device.limits().storage_bytes;
            // VUID-VkWriteDescriptorSet-descriptorType-00333.
            assert!(buffer.size() <= max, "{} bytes of storage, of at most {max}", buffer.size());
            Info::Buffer([vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(buffer.size())])
        };
        match self {
            Self::Uniforms(buffer) => whole(buffer),
            Self::Constants(buffer) => whole(buffer),
            Self::Storage(buffer) => storage(buffer),
            Self::Data(buffer) => storage(buffer),
            Self::Texture(image, through, sampler) => {
                assert!(image.is_for(vk::ImageUsageFlags::SAMPLED), "not an image that is read");
                let layout = vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL;
                let info = vk::DescriptorImageInfo::default().image_view(Target::view(&**image, *through).0);
                Info::Image([info.sampler(sampler.handle).image_layout(layout)])
            }
        }
    }
}

/// A descriptor pool for one set, which ends with it.
pub(super) struct Pool {
    handle: vk::DescriptorPool,
    /// Also that of its set.
    name: Box<str>,
    device: Arc<Device>,
}

impl Pool {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        sizes: &[vk::DescriptorPoolSize],
    ) -> Result<Self, Error> {
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(sizes);
        // SAFETY: rule 5.
        let handle = unsafe { device.raw.create_descriptor_pool(&info, None) }
            .map_err(failed("vkCreateDescriptorPool"))?;
        device.name(handle, name);
        Ok(Self { handle, name: name.into(), device: Arc::clone(device) })
    }

    /// The one set.
    pub(super) fn allocate(&self, layout: &SetLayout) -> Result<vk::DescriptorSet, Error> {
        let layouts = [layout.handle];
        let info =
            vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.handle).set_layouts(&layouts);
        // SAFETY: rule 5; nobody else uses the pool now.
        let sets = unsafe { self.device.raw.allocate_descriptor_sets(&info) }
            .map_err(failed("vkAllocateDescriptorSets"))?;
        self.device.name(sets[0], &self.name);
        Ok(sets[0])
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
