//! Buffers with their memory.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ash::vk;
use gpu_allocator::{MemoryLocation, vulkan::Allocation};

use super::device::{Device, Serial};
use super::error::{Error, failed};
use super::limits::check_limit;
use super::owned::OwnedHandle;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Vertices and indices in device memory, filled once by a copy. Shaders may also read them as storage.
    Geometry,
    Constants,
    Uniforms,
    Stream,
    Storage,
    /// Lists that the device writes and reads, such as the indices of visible triangles.
    Lists,
    /// Commands of indirect draws, which the host and the device write.
    Commands,
    Staging,
    ReadBack,
}

pub(crate) struct Buffer {
    pub(super) raw: OwnedHandle<vk::Buffer>,
    size: u64,
    usage: vk::BufferUsageFlags,
    pub(super) last_use: Option<LastUse>,
}

/// The number of the last submission that uses a buffer, shared with the recordings that use it. By rule 4 of the
/// module `vk`, the host does not access the memory until that submission has run.
pub(super) type LastUse = Arc<AtomicU64>;

impl Buffer {
    pub(crate) fn new(device: &Arc<Device>, name: &str, size: u64, for_use: Use) -> Result<Self, Error> {
        assert!(size > 0, "the buffer \"{name}\" is empty");
        check_limit("bytes in one buffer", size, device.limits().buffer_bytes)?;
        let (usage, location) = for_use.usage();
        let info =
            vk::BufferCreateInfo::default().size(size).usage(usage).sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: rule 5. The size is not 0, nor above the limit, as just checked.
        // VUID-VkBufferCreateInfo-size-00912, -06409.
        let raw = unsafe { device.raw.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
        let mut raw = OwnedHandle::new(device, raw, name);
        // SAFETY: the buffer was just made from this device.
        let requirements = unsafe { device.raw.get_buffer_memory_requirements(raw.handle) };
        let memory = device.allocate(name, requirements, location, true)?;
        // SAFETY: the handle is used while its allocation lives.
        let (block, offset) = (unsafe { memory.memory() }, memory.offset());
        raw.memory = Some(memory);
        // SAFETY: the memory was allocated for this buffer's requirements, and nothing was bound to it.
        // VUID-vkBindBufferMemory-buffer-07459.
        unsafe { device.raw.bind_buffer_memory(raw.handle, block, offset) }
            .map_err(failed("vkBindBufferMemory"))?;
        let last_use = (location != MemoryLocation::GpuOnly).then(LastUse::default);
        Ok(Self { raw, size, usage, last_use })
    }

    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    pub(crate) const fn device(&self) -> &Arc<Device> {
        &self.raw.device
    }

    pub(crate) const fn allows(&self, usage: vk::BufferUsageFlags) -> bool {
        self.usage.contains(usage)
    }

    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset.checked_add(bytes.len() as u64);
        assert!(end.is_some_and(|end| end <= self.size), "{} bytes end past the buffer", bytes.len());
        let start = usize::try_from(offset).expect("an offset in mapped memory");
        self.mapped()[start..start + bytes.len()].copy_from_slice(bytes);
        self.device().count_written(bytes.len());
    }

    /// Returns the mapped memory, for writing in several steps. The caller reports the number of written bytes with
    /// [`Device::count_written`]. Reading the memory may be slow.
    pub(crate) fn mapped(&mut self) -> &mut [u8] {
        self.assert_idle();
        let size = usize::try_from(self.size).expect("mapped memory");
        let mapped = self.raw.memory.as_mut().and_then(Allocation::mapped_slice_mut);
        &mut mapped.expect("only buffers for the host are written")[..size]
    }

    pub(crate) fn read(&self) -> &[u8] {
        self.assert_idle();
        let mapped = self.raw.memory.as_ref().and_then(Allocation::mapped_slice);
        let size = usize::try_from(self.size).expect("mapped memory");
        &mapped.expect("only buffers for the host are read")[..size]
    }

    /// Returns the content if the GPU no longer uses the buffer.
    pub(crate) fn read_if_idle(&self) -> Option<&[u8]> {
        self.device().is_complete(self.last_serial()).then(|| self.read())
    }

    fn last_serial(&self) -> Serial {
        self.last_use.as_ref().map_or(0, |last| last.load(Ordering::Acquire))
    }

    fn assert_idle(&self) {
        assert!(self.device().has_completed(self.last_serial()), "the GPU may be using the buffer");
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
            Self::Constants => (F::UNIFORM_BUFFER | F::TRANSFER_DST, MemoryLocation::GpuOnly),
            Self::Uniforms => (F::UNIFORM_BUFFER, MemoryLocation::CpuToGpu),
            Self::Stream => (F::VERTEX_BUFFER | F::INDEX_BUFFER, MemoryLocation::CpuToGpu),
            Self::Storage => (F::STORAGE_BUFFER, MemoryLocation::CpuToGpu),
            Self::Lists => (F::STORAGE_BUFFER | F::INDEX_BUFFER, MemoryLocation::GpuOnly),
            Self::Commands => (F::STORAGE_BUFFER | F::INDIRECT_BUFFER, MemoryLocation::CpuToGpu),
            Self::Staging => (F::TRANSFER_SRC, MemoryLocation::CpuToGpu),
            Self::ReadBack => (F::TRANSFER_DST, MemoryLocation::GpuToCpu),
        }
    }
}
