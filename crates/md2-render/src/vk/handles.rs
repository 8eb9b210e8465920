//! The handles of a caller's device.

use ash::vk;

/// The handles of a Vulkan device that belongs to the caller.
///
/// The caller of an `unsafe` function with this argument promises, until the created object and all its copies are dropped:
///
/// - The handles belong together, and are not destroyed. The instance and the device were created for Vulkan 1.3.
/// - `dynamicRendering`, `synchronization2` and `timelineSemaphore` are enabled, and the features of `enabled_features`.
/// - The queue belongs to the queue family, which supports graphics. No other thread uses the queue during a call that uploads.
#[derive(Clone)]
pub struct DeviceHandles {
    /// The instance.
    pub instance: ash::Instance,
    /// The physical device.
    pub physical_device: vk::PhysicalDevice,
    /// The device.
    pub device: ash::Device,
    /// The features that the device was created with. `samplerAnisotropy` and `fullDrawIndexUint32` are used if they are enabled.
    pub enabled_features: vk::PhysicalDeviceFeatures,
    /// The family of the queue.
    pub queue_family_index: u32,
    /// The queue for uploads and for the caller's draws.
    pub queue: vk::Queue,
}

impl std::fmt::Debug for DeviceHandles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceHandles")
            .field("physical_device", &self.physical_device)
            .field("device", &self.device.handle())
            .field("queue", &self.queue)
            .finish_non_exhaustive()
    }
}
