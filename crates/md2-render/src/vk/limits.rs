//! The size limits of a device.

use ash::vk;

use super::error::Error;

/// The largest sizes that a device supports. The types of the module `vk` respect these limits. Tests may lower them,
/// since devices with small limits are rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) image_edge: u32,
    /// The largest width and height of an image that passes draw to. It respects the limits of images, render areas and
    /// viewports.
    pub(crate) picture_edge: u32,
    /// The largest allowed value of a 32-bit vertex index; 2^24 - 1 on devices without `fullDrawIndexUint32`.
    pub(crate) index: u32,
    pub(crate) buffer_bytes: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) storage_bytes: u64,
    /// The bytes of memory that the invocations of a compute work group share.
    pub(crate) shared_bytes: u32,
    /// The storage buffers that one shader can read and write.
    pub(crate) storage_buffers: u32,
}

impl Limits {
    pub(crate) const NONE: Self = Self {
        image_edge: u32::MAX,
        picture_edge: u32::MAX,
        index: u32::MAX,
        buffer_bytes: u64::MAX,
        memory_bytes: u64::MAX,
        storage_bytes: u64::MAX,
        shared_bytes: u32::MAX,
        storage_buffers: u32::MAX,
    };

    pub(super) fn new(
        core: &vk::PhysicalDeviceLimits,
        memory: &vk::PhysicalDeviceMaintenance3Properties<'_>,
        buffers: &vk::PhysicalDeviceMaintenance4Properties<'_>,
    ) -> Self {
        let [width, height] = core.max_viewport_dimensions;
        // The viewport begins at 0. The cast saturates and rounds down.
        #[allow(clippy::cast_possible_truncation, reason = "saturates")]
        let bound = core.viewport_bounds_range[1] as u32;
        let area = core.max_framebuffer_width.min(core.max_framebuffer_height);
        let image_edge = core.max_image_dimension2_d;
        Self {
            image_edge,
            picture_edge: image_edge.min(area).min(width).min(height).min(bound),
            index: core.max_draw_indexed_index_value,
            buffer_bytes: buffers.max_buffer_size,
            memory_bytes: memory.max_memory_allocation_size,
            storage_bytes: u64::from(core.max_storage_buffer_range),
            shared_bytes: core.max_compute_shared_memory_size,
            storage_buffers: core.max_per_stage_descriptor_storage_buffers,
        }
    }

    pub(crate) fn within(self, other: &Self) -> Self {
        Self {
            image_edge: self.image_edge.min(other.image_edge),
            picture_edge: self.picture_edge.min(other.picture_edge),
            index: self.index.min(other.index),
            buffer_bytes: self.buffer_bytes.min(other.buffer_bytes),
            memory_bytes: self.memory_bytes.min(other.memory_bytes),
            storage_bytes: self.storage_bytes.min(other.storage_bytes),
            shared_bytes: self.shared_bytes.min(other.shared_bytes),
            storage_buffers: self.storage_buffers.min(other.storage_buffers),
        }
    }

    pub(crate) fn check_vertices(&self, count: usize) -> Result<(), Error> {
        check_limit("vertices in one index list", count as u64, u64::from(self.index) + 1)
    }
}

pub(crate) fn check_limit(what: &'static str, found: u64, max: u64) -> Result<(), Error> {
    if found > max { Err(Error::AboveLimit { what, found, max }) } else { Ok(()) }
}
