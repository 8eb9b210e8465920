//! Where dropped objects wait until the GPU is done with them.

use ash::vk;
use gpu_allocator::vulkan::Allocation;

use super::memory::Memory;

/// An object that nothing on the CPU refers to any more.
pub(super) enum Retired {
    Buffer(vk::Buffer, Allocation),
    Image(vk::Image, Allocation),
    ImageView(vk::ImageView),
    Sampler(vk::Sampler),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    SetLayout(vk::DescriptorSetLayout),
    DescriptorPool(vk::DescriptorPool),
    CommandPool(vk::CommandPool),
    Semaphore(vk::Semaphore),
    QueryPool(vk::QueryPool),
}

/// Retired objects, each with the last submission that may use it; oldest first.
#[derive(Default)]
pub(super) struct Graveyard {
    entries: std::collections::VecDeque<(u64, Retired)>,
}

impl Graveyard {
    /// `serial` is never below that of an earlier call.
    pub(super) fn add(&mut self, serial: u64, retired: Retired) {
        self.entries.push_back((serial, retired));
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Takes one object that no submission after `completed` uses.
    pub(super) fn pop(&mut self, completed: u64) -> Option<Retired> {
        let &(serial, _) = self.entries.front()?;
        if serial > completed { None } else { self.entries.pop_front().map(|(_, retired)| retired) }
    }
}

impl Retired {
    /// What it is.
    pub(super) const fn kind(&self) -> vk::ObjectType {
        match self {
            Self::Buffer(..) => vk::ObjectType::BUFFER,
            Self::Image(..) => vk::ObjectType::IMAGE,
            Self::ImageView(_) => vk::ObjectType::IMAGE_VIEW,
            Self::Sampler(_) => vk::ObjectType::SAMPLER,
            Self::Pipeline(_) => vk::ObjectType::PIPELINE,
            Self::PipelineLayout(_) => vk::ObjectType::PIPELINE_LAYOUT,
            Self::SetLayout(_) => vk::ObjectType::DESCRIPTOR_SET_LAYOUT,
            Self::DescriptorPool(_) => vk::ObjectType::DESCRIPTOR_POOL,
            Self::CommandPool(_) => vk::ObjectType::COMMAND_POOL,
            Self::Semaphore(_) => vk::ObjectType::SEMAPHORE,
            Self::QueryPool(_) => vk::ObjectType::QUERY_POOL,
        }
    }

    /// Destroys the object.
    ///
    /// # Safety
    /// - The object was made from `device`, and has its part of `memory`.
    /// - No submitted work that has not completed uses it, and nothing will.
    pub(super) unsafe fn destroy(self, device: &ash::Device, memory: &mut Memory) {
        match self {
            Self::Buffer(raw, part) => {
                // SAFETY: the caller's promise. VUID-vkDestroyBuffer-buffer-00922.
                unsafe { device.destroy_buffer(raw, None) };
                memory.free(part);
            }
            Self::Image(raw, part) => {
                // SAFETY: the caller's promise. VUID-vkDestroyImage-image-01000.
                unsafe { device.destroy_image(raw, None) };
                memory.free(part);
            }
            // SAFETY: the caller's promise. VUID-vkDestroyImageView-imageView-01026.
            Self::ImageView(raw) => unsafe { device.destroy_image_view(raw, None) },
            // SAFETY: the caller's promise. VUID-vkDestroySampler-sampler-01082.
            Self::Sampler(raw) => unsafe { device.destroy_sampler(raw, None) },
            // SAFETY: the caller's promise. VUID-vkDestroyPipeline-pipeline-00765.
            Self::Pipeline(raw) => unsafe { device.destroy_pipeline(raw, None) },
            // SAFETY: the caller's promise; command buffers that used it have completed.
            Self::PipelineLayout(raw) => unsafe { device.destroy_pipeline_layout(raw, None) },
            // SAFETY: the caller's promise.
            Self::SetLayout(raw) => unsafe { device.destroy_descriptor_set_layout(raw, None) },
            // SAFETY: the caller's promise; it frees the pool's sets.
            // VUID-vkDestroyDescriptorPool-descriptorPool-00303.
            Self::DescriptorPool(raw) => unsafe { device.destroy_descriptor_pool(raw, None) },
            // SAFETY: the caller's promise; it frees the pool's buffers.
            // VUID-vkDestroyCommandPool-commandPool-00041.
            Self::CommandPool(raw) => unsafe { device.destroy_command_pool(raw, None) },
            // SAFETY: the caller's promise. VUID-vkDestroyQueryPool-queryPool-00793.
            Self::QueryPool(raw) => unsafe { device.destroy_query_pool(raw, None) },
            // SAFETY: the caller's promise; presentation that waited for it is over, as swapchains wait for
            // an idle device, and a window that may signal it without a wait ended before it was retired. VUID-vkDestroySemaphore-semaphore-05149.
            Self::Semaphore(raw) => unsafe { device.destroy_semaphore(raw, None) },
        }
    }
}
