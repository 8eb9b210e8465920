//! Buffers with their memory.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ash::vk;
use gpu_allocator::{MemoryLocation, vulkan::Allocation};

use super::device::{Device, Serial};
use super::error::{Error, failed};
use super::retire::Retired;

/// What a buffer is for: that decides its usage and the memory it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Vertices and indices in device memory, filled once by a copy. Like constants and what is read back,
    /// shaders may have them as storage, too.
    Geometry,
    /// Uniforms in device memory, filled once by a copy.
    Constants,
    /// Uniforms that the host writes for each picture.
    Uniforms,
    /// Vertices and indices that the host writes for each picture.
    Stream,
    /// Storage that the host writes for each picture.
    Storage,
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
    usage: vk::BufferUsageFlags,
    /// For memory that the host maps.
    pub(super) last_use: Option<LastUse>,
    pub(super) device: Arc<Device>,
}

/// The last submission that uses a buffer; shared with what records it. By rule 4 the host keeps away until
/// that has run.
pub(super) type LastUse = Arc<AtomicU64>;

impl Buffer {
    /// A buffer of `size` bytes, which are not initialized.
    ///
    /// # Panics
    /// If `size` is 0: Vulkan has no empty buffers.
    pub(crate) fn new(device: &Arc<Device>, name: &str, size: u64, for_use: Use) -> Result<Self, Error> {
        assert!(size > 0, "the buffer \"{name}\" is empty");
        device.limits().check_buffer(size)?;
        let (usage, location) = for_use.usage();
        let info =
            vk::BufferCreateInfo::default().size(size).usage(usage).sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: rule 5. The size is not 0, nor above the limit, as just checked.
        // VUID-VkBufferCreateInfo-size-00912, -06409.
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
        let last_use = (location != MemoryLocation::GpuOnly).then(LastUse::default);
        // From here on, dropping the value releases both.
        let buffer = Self { raw, memory: Some(memory), size, usage, last_use, device: Arc::clone(device) };
        device.name(raw, name);
        let memory = buffer.memory();
        // SAFETY: the handle is used while its allocation lives.
        let block = unsafe { memory.memory() };
        // SAFETY: the memory was allocated for this buffer's requirements, and nothing was bound to it.
        // VUID-vkBindBufferMemory-buffer-07459.
        unsafe { device.raw.bind_buffer_memory(raw, block, memory.offset()) }
            .map_err(failed("vkBindBufferMemory"))?;
        Ok(buffer)
    }

    /// Its size as asked for.
    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// Whether it was made from this device.
    pub(crate) fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// Whether it was made to be used so.
    pub(super) const fn is_for(&self, usage: vk::BufferUsageFlags) -> bool {
        self.usage.contains(usage)
    }

    /// Writes bytes that the host hands to the GPU.
    ///
    /// # Panics
    /// If the buffer is not for the host, or too small, or submitted work may still read it.
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset.checked_add(bytes.len() as u64);
        assert!(end.is_some_and(|end| end <= self.size), "{} bytes past the buffer", bytes.len());
        let start = usize::try_from(offset).expect("an offset in mapped memory");
        self.mapped()[start..start + bytes.len()].copy_from_slice(bytes);
        self.device.count_written(bytes.len());
    }

    /// The memory that the host hands to the GPU, for what is written piece by piece; [`Device::count_written`]
    /// is told how much that was. It may be slow to read.
    ///
    /// # Panics
    /// If the buffer is not for the host, or submitted work may still read it.
    pub(crate) fn mapped(&mut self) -> &mut [u8] {
        self.assert_idle();
        let size = usize::try_from(self.size).expect("mapped memory");
        let mapped = self.memory.as_mut().and_then(Allocation::mapped_slice_mut);
        &mut mapped.expect("only buffers for the host are written")[..size]
    }

    /// Bytes that the GPU handed to the host.
    ///
    /// # Panics
    /// If the buffer is not for the host, or submitted work may still write it.
    pub(crate) fn read(&self) -> &[u8] {
        self.assert_idle();
        let mapped = self.memory().mapped_slice().expect("only buffers for the host are read");
        &mapped[..usize::try_from(self.size).expect("mapped memory")]
    }

    /// Rule 4.
    fn assert_idle(&self) {
        let last: Serial = self.last_use.as_ref().map_or(0, |last| last.load(Ordering::Acquire));
        assert!(self.device.has_completed(last), "the GPU may be using the buffer");
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
            Self::Storage => (F::STORAGE_BUFFER, MemoryLocation::CpuToGpu),
            Self::Staging => (F::TRANSFER_SRC, MemoryLocation::CpuToGpu),
            Self::ReadBack => (F::TRANSFER_DST | F::STORAGE_BUFFER, MemoryLocation::GpuToCpu),
        }
    }
}
