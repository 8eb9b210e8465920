//! The number of Vulkan objects of each kind.

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

impl DeviceObjects {
    /// Returns the number of objects of this kind. `None` for kinds that are not counted, because their objects are
    /// destroyed together with another object.
    fn count_mut(&mut self, kind: ObjectType) -> Option<&mut u32> {
        Some(match kind {
            ObjectType::BUFFER => &mut self.buffers,
            ObjectType::IMAGE => &mut self.images,
            ObjectType::IMAGE_VIEW => &mut self.image_views,
            ObjectType::SAMPLER => &mut self.samplers,
            ObjectType::PIPELINE => &mut self.pipelines,
            ObjectType::PIPELINE_LAYOUT => &mut self.pipeline_layouts,
            ObjectType::DESCRIPTOR_SET_LAYOUT => &mut self.descriptor_set_layouts,
            ObjectType::DESCRIPTOR_POOL => &mut self.descriptor_pools,
            ObjectType::COMMAND_POOL => &mut self.command_pools,
            ObjectType::SEMAPHORE => &mut self.semaphores,
            ObjectType::QUERY_POOL => &mut self.query_pools,
            _ => return None,
        })
    }

    /// Counts a new object.
    pub(super) fn add(&mut self, kind: ObjectType) {
        self.count_mut(kind).into_iter().for_each(|count| *count += 1);
    }

    /// Counts a destroyed object.
    pub(super) fn remove(&mut self, kind: ObjectType) {
        self.count_mut(kind).into_iter().for_each(|count| *count -= 1);
    }
}
