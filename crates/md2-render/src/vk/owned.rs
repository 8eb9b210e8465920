//! The owner of a Vulkan object. Dropping the owner retires the object: the device destroys it once the GPU no longer
//! uses it.

use std::sync::{Arc, atomic::Ordering};

use ash::vk::Handle;
use gpu_allocator::vulkan::Allocation;

use super::device::Device;
use super::retire::RetiredObject;

pub(super) struct OwnedHandle<H: Handle + Copy> {
    pub(super) handle: H,
    pub(super) memory: Option<Allocation>,
    pub(super) device: Arc<Device>,
}

impl<H: Handle + Copy> OwnedHandle<H> {
    /// Takes ownership of a new object of `device`, names the object and counts it. [`RetiredObject::destroy`] must
    /// support the object's type.
    pub(super) fn new(device: &Arc<Device>, handle: H, name: &str) -> Self {
        device.objects.fetch_add(1, Ordering::Relaxed);
        device.name(handle, name);
        Self { handle, memory: None, device: Arc::clone(device) }
    }
}

impl<H: Handle + Copy> Drop for OwnedHandle<H> {
    fn drop(&mut self) {
        let (kind, raw) = (H::TYPE, self.handle.as_raw());
        self.device.retire(RetiredObject { kind, raw, memory: self.memory.take() });
    }
}
