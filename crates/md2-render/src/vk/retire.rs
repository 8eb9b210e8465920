//! Retired Vulkan objects: their owners were dropped, and they are destroyed once the GPU no longer uses them.

use std::collections::VecDeque;

use ash::vk::{Handle, ObjectType};
use gpu_allocator::vulkan::Allocation;

use super::memory::Memory;

pub(super) struct RetiredObject {
    pub(super) kind: ObjectType,
    pub(super) raw: u64,
    pub(super) memory: Option<Allocation>,
}

/// Retired objects, each with the last submission that may use it; oldest first.
#[derive(Default)]
pub(super) struct Graveyard {
    entries: VecDeque<(u64, RetiredObject)>,
}

impl Graveyard {
    /// Adds an object. `serial` is the last submission that may use the object; it must not be lower than in an earlier
    /// call.
    pub(super) fn add(&mut self, serial: u64, retired: RetiredObject) {
        self.entries.push_back((serial, retired));
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn pop(&mut self, completed: u64) -> Option<RetiredObject> {
        self.entries.pop_front_if(|(serial, _)| *serial <= completed).map(|(_, retired)| retired)
    }
}

impl RetiredObject {
    /// Destroys the object and frees its memory.
    ///
    /// # Safety
    /// - The object was made from `device`, and its memory is from `memory`.
    /// - No submitted work that has not completed uses the object, and no later work will.
    pub(super) unsafe fn destroy(self, device: &ash::Device, memory: &mut Memory) {
        let raw = self.raw;
        match self.kind {
            // SAFETY: the caller's promise. VUID-vkDestroyBuffer-buffer-00922.
            ObjectType::BUFFER => unsafe { device.destroy_buffer(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. VUID-vkDestroyImage-image-01000.
            ObjectType::IMAGE => unsafe { device.destroy_image(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. VUID-vkDestroyImageView-imageView-01026.
            ObjectType::IMAGE_VIEW => unsafe { device.destroy_image_view(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. VUID-vkDestroySampler-sampler-01082.
            ObjectType::SAMPLER => unsafe { device.destroy_sampler(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. VUID-vkDestroyPipeline-pipeline-00765.
            ObjectType::PIPELINE => unsafe { device.destroy_pipeline(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise; command buffers that used it have completed.
            ObjectType::PIPELINE_LAYOUT => unsafe {
                device.destroy_pipeline_layout(Handle::from_raw(raw), None)
            },
            ObjectType::DESCRIPTOR_SET_LAYOUT => {
                // SAFETY: the caller's promise.
                unsafe { device.destroy_descriptor_set_layout(Handle::from_raw(raw), None) }
            }
            ObjectType::DESCRIPTOR_POOL => {
                // SAFETY: the caller's promise; it frees the pool's sets.
                // VUID-vkDestroyDescriptorPool-descriptorPool-00303.
                unsafe { device.destroy_descriptor_pool(Handle::from_raw(raw), None) }
            }
            // SAFETY: the caller's promise; it frees the pool's buffers.
            // VUID-vkDestroyCommandPool-commandPool-00041.
            ObjectType::COMMAND_POOL => unsafe { device.destroy_command_pool(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. VUID-vkDestroyQueryPool-queryPool-00793.
            ObjectType::QUERY_POOL => unsafe { device.destroy_query_pool(Handle::from_raw(raw), None) },
            // SAFETY: the caller's promise. Presentation that waited for the semaphore is over, since swapchains
            // wait for an idle device. A window that may signal it without a wait was destroyed before the
            // semaphore was retired. VUID-vkDestroySemaphore-semaphore-05149.
            ObjectType::SEMAPHORE => unsafe { device.destroy_semaphore(Handle::from_raw(raw), None) },
            other => unreachable!("{other:?} is never owned"),
        }
        if let Some(part) = self.memory {
            memory.free(part);
        }
    }
}
