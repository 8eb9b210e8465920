//! The allocator of device memory.

use ash::vk;
use gpu_allocator::{
    AllocationError, AllocationSizes, AllocatorDebugSettings, MemoryLocation,
    vulkan::{Allocation, AllocationCreateDesc, AllocationScheme, Allocator, AllocatorCreateDesc},
};

use super::error::Error;
use super::instance::Instance;

/// The use of device memory, computed on each request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceMemory {
    /// Buffers and images, including those that wait for destruction.
    pub objects: u32,
    /// The total size in bytes of all buffers and images, including those that wait for destruction.
    pub bytes: u64,
    /// Vulkan objects of any kind, with or without memory, including those that wait for destruction.
    pub handles: u32,
    /// Dropped objects of any kind that the GPU may still use.
    pub retired: u32,
}

/// The allocator of device memory. It takes memory from the driver in blocks, which objects share. Large objects have their own blocks.
pub(super) struct Memory {
    allocator: Allocator,
    peak: u64,
}

impl Memory {
    pub(super) fn new(
        instance: &Instance,
        device: &ash::Device,
        physical: vk::PhysicalDevice,
    ) -> Result<Self, Error> {
        /// The size of the first block in bytes. Each further block has twice the size of the previous one. Large images, such as the
        /// targets of a big window, have their own blocks, which return to the driver with the image.
        const FIRST_BLOCK: u64 = 4 << 20;
        const LARGEST_BLOCK: u64 = 256 << 20;
        let sizes = AllocationSizes::new(FIRST_BLOCK, FIRST_BLOCK)
            .with_max_device_memblock_size(LARGEST_BLOCK)
            .with_max_host_memblock_size(LARGEST_BLOCK);
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: instance.raw.clone(),
            device: device.clone(),
            physical_device: physical,
            debug_settings: AllocatorDebugSettings::default(),
            buffer_device_address: false,
            allocation_sizes: sizes,
        });
        Ok(Self { allocator: allocator.map_err(allocation_error)?, peak: 0 })
    }

    pub(super) fn allocate(
        &mut self,
        name: &str,
        requirements: vk::MemoryRequirements,
        location: MemoryLocation,
        linear: bool,
    ) -> Result<Allocation, Error> {
        let desc = AllocationCreateDesc {
            name,
            requirements,
            location,
            linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        };
        let allocation = self.allocator.allocate(&desc).map_err(allocation_error)?;
        self.peak = self.peak.max(self.allocator.capacity());
        Ok(allocation)
    }

    pub(super) fn free(&mut self, memory: Allocation) {
        if let Err(error) = self.allocator.free(memory) {
            // The allocator rejects only allocations of another allocator. Such memory leaks, and the log reports
            // the leak.
            log::error!("{}", allocation_error(error));
        }
    }

    pub(super) fn memory_use(&self) -> (usize, u64) {
        let report = self.allocator.generate_report();
        (report.allocations.len(), report.total_allocated_bytes)
    }

    pub(super) fn reserved(&self) -> [u64; 2] {
        [self.allocator.capacity(), self.peak]
    }
}

/// Converts an error of the allocator, which contains the driver's result code only as text.
fn allocation_error(error: AllocationError) -> Error {
    let out_of = |on_device, call| Error::OutOfMemory { on_device, call };
    match error {
        AllocationError::OutOfMemory => out_of(true, "vkAllocateMemory"),
        AllocationError::FailedToMap(_) => out_of(false, "vkMapMemory"),
        AllocationError::Internal(text) if text.contains("ERROR_OUT_OF_HOST_MEMORY") => {
            out_of(false, "vkAllocateMemory")
        }
        AllocationError::Internal(text) if text.contains("ERROR_TOO_MANY_OBJECTS") => {
            out_of(true, "vkAllocateMemory")
        }
        other => Error::Unexpected { call: "vkAllocateMemory", result: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_every_lack_of_memory_to_one_error() {
        let check = |error, expected: Option<(bool, &str)>| {
            let found = match allocation_error(error) {
                Error::OutOfMemory { on_device, call } => Some((on_device, call)),
                _ => None,
            };
            assert_eq!(found, expected);
        };
        let internal = |result: vk::Result| {
            AllocationError::Internal(format!("Unexpected error in vkAllocateMemory: {result:?}"))
        };
        check(AllocationError::OutOfMemory, Some((true, "vkAllocateMemory")));
        check(internal(vk::Result::ERROR_OUT_OF_HOST_MEMORY), Some((false, "vkAllocateMemory")));
        check(internal(vk::Result::ERROR_TOO_MANY_OBJECTS), Some((true, "vkAllocateMemory")));
        check(internal(vk::Result::ERROR_DEVICE_LOST), None);
        let unmapped = vk::Result::ERROR_MEMORY_MAP_FAILED.to_string();
        check(AllocationError::FailedToMap(unmapped), Some((false, "vkMapMemory")));
        check(AllocationError::NoCompatibleMemoryTypeFound, None);
    }
}
