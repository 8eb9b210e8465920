//! Deliberate mistakes. Tests use them to check that the test harness reports mistakes.

use ash::vk;

use super::device::Device;

impl Device {
    pub(crate) fn provoke_message(&self) {
        let info = vk::BufferCreateInfo::default().usage(vk::BufferUsageFlags::UNIFORM_BUFFER);
        // SAFETY: this call is invalid on purpose: the size is 0, VUID-VkBufferCreateInfo-size-00912. Drivers are
        // known to return a buffer or an error.
        if let Ok(buffer) = unsafe { self.raw.create_buffer(&info, None) } {
            // SAFETY: made above, never used.
            unsafe { self.raw.destroy_buffer(buffer, None) };
        }
    }

    pub(crate) fn leak_memory(&self) {
        let requirements = vk::MemoryRequirements { size: 4096, alignment: 16, memory_type_bits: u32::MAX };
        let location = gpu_allocator::MemoryLocation::GpuOnly;
        let memory = self.allocate("leaked on purpose", requirements, location, true);
        // Dropping the handle does not free it.
        drop(memory.expect("a little memory"));
    }
}
