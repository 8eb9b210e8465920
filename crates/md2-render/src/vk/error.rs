//! Vulkan's result codes in the crate's words.

use ash::vk;

use crate::RenderError;

/// For `map_err`: what a failure of the Vulkan function `call` means.
///
/// The codes named here are those that more than one function may return; each means the same wherever it
/// comes from. Codes that need a decision of their own (out of date, suboptimal, incompatible driver, missing
/// layers) are handled where they arise.
pub(super) fn failed(call: &'static str) -> impl Fn(vk::Result) -> RenderError {
    move |result| match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY => RenderError::OutOfMemory { on_device: false, call },
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => RenderError::OutOfMemory { on_device: true, call },
        vk::Result::ERROR_DEVICE_LOST => RenderError::DeviceLost { call },
        vk::Result::ERROR_SURFACE_LOST_KHR => RenderError::SurfaceLost { call },
        other => RenderError::Unexpected { call, result: other.to_string() },
    }
}

/// For `map_err`: what a failed allocation of device memory means.
pub(super) fn not_allocated(error: gpu_allocator::AllocationError) -> RenderError {
    let call = "vkAllocateMemory";
    match error {
        gpu_allocator::AllocationError::OutOfMemory => RenderError::OutOfMemory { on_device: true, call },
        other => RenderError::Unexpected { call, result: other.to_string() },
    }
}
