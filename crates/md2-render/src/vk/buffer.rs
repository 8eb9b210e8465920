//! Buffers with their memory.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::{MemoryLocation, vulkan::Allocation};

use super::{Device, error::failed, retire::Retired};
use crate::RenderError;

/// What a buffer is for: that decides its usage and the memory it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Vertices and indices in device memory, filled once by a copy. Like constants and what is read back,
    /// compute shaders may have them as storage, too.
    Geometry,
    /// Uniforms in device memory, filled once by a copy.
    Constants,
    /// Uniforms that the host writes for each picture.
    Uniforms,
    /// Vertices and indices that the host writes for each picture.
    Stream,
    /// What the host hands to copies.
    Staging,
    /// What copies hand to the host.
    ReadBack,
}

/// A buffer and its memory. Dropped, it is kept until the GPU is done with it.
pub(crate) struct Buffer {
    pub(super) raw: vk::Buffer,
    /// Always there but during drop.
    memory: Option<Allocation>,
    size: u64,
    device: Arc<Device>,
}

impl Buffer {
    /// A buffer of `size` bytes, which are not initialized.
    ///
    /// # Panics
    /// If `size` is 0: Vulkan has no empty buffers.
    pub(crate) fn new(
        device: &Arc<Device>,
        name: &str,
        size: u64,
        for_use: Use,
    ) -> Result<Self, RenderError> {
        assert!(size > 0, "the buffer \"{name}\" is empty");
        let (usage, location) = for_use.usage();
        let info =
            vk::BufferCreateInfo::default().size(size).usage(usage).sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: rule 5. The size is not 0. VUID-VkBufferCreateInfo-size-00912.
        let raw = unsafe { device.raw.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
        // SAFETY: `raw` was just made from this device.
        let requirements = unsafe { device.raw.get_buffer_memory_requirements(raw) };
        let memory = match device.allocate(name, requirements, location, true) {
            Ok(memory) => memory,
            Err(error) => {
                // SAFETY: made above, never used.
                unsafe { device.raw.destroy_buffer(raw, None) };
                return Err(error);
            }
        };
        // From here on, dropping the value releases both.
        let buffer = Self { raw, memory: Some(memory), size, device: Arc::clone(device) };
        let memory = buffer.memory();
        // SAFETY: the handle is used while its allocation lives.
        let block = unsafe { memory.memory() };
        // SAFETY: the memory was allocated for this buffer's requirements, and nothing was bound to it.
        // VUID-vkBindBufferMemory-buffer-07459.
        unsafe { device.raw.bind_buffer_memory(raw, block, memory.offset()) }
            .map_err(failed("vkBindBufferMemory"))?;
        device.name(raw, name);
        Ok(buffer)
    }

    /// Its size as asked for.
    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// Writes bytes that the host hands to the GPU. By rule 4 no submitted work reads them now.
    ///
    /// # Panics
    /// If the buffer is not for the host, or too small.
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let start = usize::try_from(offset).expect("an offset in mapped memory");
        let mapped = self.memory.as_mut().and_then(Allocation::mapped_slice_mut);
        let mapped = mapped.expect("only buffers for the host are written");
        assert!(offset + bytes.len() as u64 <= self.size, "{} bytes past the buffer", bytes.len());
        mapped[start..start + bytes.len()].copy_from_slice(bytes);
        self.device.count_written(bytes.len());
    }

    /// Bytes that the GPU handed to the host. By rule 4 the submission that wrote them was waited for.
    ///
    /// # Panics
    /// If the buffer is not for the host.
    pub(crate) fn read(&self) -> &[u8] {
        let mapped = self.memory().mapped_slice().expect("only buffers for the host are read");
        &mapped[..usize::try_from(self.size).expect("mapped memory")]
    }

    fn memory(&self) -> &Allocation {
        self.memory.as_ref().expect("taken by drop alone")
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.device.retire(Retired::Buffer(self.raw, memory));
        }
    }
}

impl Use {
    fn usage(self) -> (vk::BufferUsageFlags, MemoryLocation) {
        use vk::BufferUsageFlags as F;
        match self {
            Self::Geometry => (
                F::VERTEX_BUFFER | F::INDEX_BUFFER | F::STORAGE_BUFFER | F::TRANSFER_DST,
                MemoryLocation::GpuOnly,
            ),
            Self::Constants => {
                (F::UNIFORM_BUFFER | F::STORAGE_BUFFER | F::TRANSFER_DST, MemoryLocation::GpuOnly)
            }
            Self::Uniforms => (F::UNIFORM_BUFFER, MemoryLocation::CpuToGpu),
            Self::Stream => (F::VERTEX_BUFFER | F::INDEX_BUFFER, MemoryLocation::CpuToGpu),
            Self::Staging => (F::TRANSFER_SRC, MemoryLocation::CpuToGpu),
            Self::ReadBack => (F::TRANSFER_DST | F::STORAGE_BUFFER, MemoryLocation::GpuToCpu),
        }
    }
}
