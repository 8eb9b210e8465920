//! How many objects of Vulkan there are: counted where each is named, and where each ends.

use std::sync::atomic::{AtomicU32, Ordering};

use ash::vk;

/// The objects of a renderer that exist at a moment, those included that nothing refers to any more and that wait until the GPU
/// is done with them. A window's swapchain is not among them, its views are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is called as Vulkan calls it")]
pub struct DeviceObjects {
    pub buffers: u32,
    pub images: u32,
    pub image_views: u32,
    pub samplers: u32,
    pub pipelines: u32,
    pub pipeline_layouts: u32,
    pub descriptor_set_layouts: u32,
    pub descriptor_pools: u32,
    pub command_pools: u32,
    pub semaphores: u32,
    pub query_pools: u32,
}

/// The kinds that are counted.
const KINDS: [vk::ObjectType; 11] = [
    vk::ObjectType::BUFFER,
    vk::ObjectType::IMAGE,
    vk::ObjectType::IMAGE_VIEW,
    vk::ObjectType::SAMPLER,
    vk::ObjectType::PIPELINE,
    vk::ObjectType::PIPELINE_LAYOUT,
    vk::ObjectType::DESCRIPTOR_SET_LAYOUT,
    vk::ObjectType::DESCRIPTOR_POOL,
    vk::ObjectType::COMMAND_POOL,
    vk::ObjectType::SEMAPHORE,
    vk::ObjectType::QUERY_POOL,
];

/// A number for each kind.
#[derive(Debug, Default)]
pub(super) struct Census([AtomicU32; KINDS.len()]);

impl Census {
    /// An object was made. Kinds that end with another object are not counted.
    pub(super) fn made(&self, kind: vk::ObjectType) {
        self.count(kind).map(|count| count.fetch_add(1, Ordering::Relaxed));
    }

    /// One that was made is destroyed.
    pub(super) fn ended(&self, kind: vk::ObjectType) {
        self.count(kind).map(|count| count.fetch_sub(1, Ordering::Relaxed));
    }

    fn count(&self, kind: vk::ObjectType) -> Option<&AtomicU32> {
        KINDS.iter().position(|&counted| counted == kind).map(|index| &self.0[index])
    }

    pub(super) fn now(&self) -> DeviceObjects {
        let now = |kind| self.count(kind).map_or(0, |count| count.load(Ordering::Relaxed));
        DeviceObjects {
            buffers: now(vk::ObjectType::BUFFER),
            images: now(vk::ObjectType::IMAGE),
            image_views: now(vk::ObjectType::IMAGE_VIEW),
            samplers: now(vk::ObjectType::SAMPLER),
            pipelines: now(vk::ObjectType::PIPELINE),
            pipeline_layouts: now(vk::ObjectType::PIPELINE_LAYOUT),
            descriptor_set_layouts: now(vk::ObjectType::DESCRIPTOR_SET_LAYOUT),
            descriptor_pools: now(vk::ObjectType::DESCRIPTOR_POOL),
            command_pools: now(vk::ObjectType::COMMAND_POOL),
            semaphores: now(vk::ObjectType::SEMAPHORE),
            query_pools: now(vk::ObjectType::QUERY_POOL),
        }
    }
}
