//! The number of Vulkan objects of each kind.

use std::sync::atomic::{AtomicU32, Ordering};

use ash::vk::ObjectType;

/// The Vulkan objects of a renderer, by kind. Dropped objects that the GPU may still use are included. So are the
/// views of a window's swapchain, but not the swapchain itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Vulkan's")]
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

/// The counted kinds, in the order of the fields of [`DeviceObjects`].
const KINDS: [ObjectType; 11] = [
    ObjectType::BUFFER,
    ObjectType::IMAGE,
    ObjectType::IMAGE_VIEW,
    ObjectType::SAMPLER,
    ObjectType::PIPELINE,
    ObjectType::PIPELINE_LAYOUT,
    ObjectType::DESCRIPTOR_SET_LAYOUT,
    ObjectType::DESCRIPTOR_POOL,
    ObjectType::COMMAND_POOL,
    ObjectType::SEMAPHORE,
    ObjectType::QUERY_POOL,
];

/// A counter for each of [`KINDS`].
#[derive(Debug, Default)]
pub(super) struct ObjectCounters([AtomicU32; KINDS.len()]);

impl ObjectCounters {
    /// Counts a new object. Objects that are destroyed together with another object are not counted.
    pub(super) fn add(&self, kind: ObjectType) {
        self.counter(kind).map(|count| count.fetch_add(1, Ordering::Relaxed));
    }

    /// Counts a destroyed object.
    pub(super) fn remove(&self, kind: ObjectType) {
        self.counter(kind).map(|count| count.fetch_sub(1, Ordering::Relaxed));
    }

    fn counter(&self, kind: ObjectType) -> Option<&AtomicU32> {
        KINDS.iter().position(|&counted| counted == kind).map(|index| &self.0[index])
    }

    pub(super) fn read(&self) -> DeviceObjects {
        let mut counts = self.0.iter().map(|count| count.load(Ordering::Relaxed));
        let mut next = || counts.next().unwrap_or_default();
        DeviceObjects {
            buffers: next(),
            images: next(),
            image_views: next(),
            samplers: next(),
            pipelines: next(),
            pipeline_layouts: next(),
            descriptor_set_layouts: next(),
            descriptor_pools: next(),
            command_pools: next(),
            semaphores: next(),
            query_pools: next(),
        }
    }
}
