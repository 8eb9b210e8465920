//! What Vulkan could not do, and its result codes in words.

use ash::vk;
use thiserror::Error;

/// Why something could not be made or done. Facts only: what a person should do about it is for those who
/// know the person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Error {
    /// The loader, a shared library, is missing or too old.
    #[error("no Vulkan loader: {reason}")]
    NoLoader { reason: String },
    /// The loader finds no driver, or none that works.
    #[error("no Vulkan driver")]
    NoDriver,
    /// No driver has an extension of the instance that windows need.
    #[error("no driver has {name}")]
    MissingExtension { name: String },
    /// For each device its name and what it lacks, joined by semicolons.
    #[error("no device fits: {reasons}")]
    NoSuitableDevice { reasons: String },
    /// No device goes by that name; those that there are, joined by semicolons.
    #[error("no device named {wanted}: {known}")]
    NoDeviceNamed { wanted: String, known: String },
    /// Validation was demanded, and the layer is not installed.
    #[error("no validation layer")]
    NoValidationLayer,
    /// The window or display gave no handle, or one that cannot be drawn to.
    #[error("unusable window: {reason}")]
    BadWindow { reason: String },
    /// There is no memory left, on the device or on the host.
    #[error("out of memory in {call}")]
    OutOfMemory { on_device: bool, call: &'static str },
    /// An image would be larger than the device allows.
    #[error("an image of {width}x{height} pixels, of at most {max}x{max}")]
    ImageTooLarge { width: u32, height: u32, max: u32 },
    /// More of something than the device allows.
    #[error("{found} {what}, of at most {max}")]
    AboveLimit { what: &'static str, found: u64, max: u64 },
    /// The device was reset or unplugged, or its driver crashed.
    #[error("device lost in {call}")]
    DeviceLost { call: &'static str },
    /// The window was destroyed from outside.
    #[error("surface lost in {call}")]
    SurfaceLost { call: &'static str },
    /// A result that the function's specification does not list, or that no working driver returns.
    #[error("{call}: {result}")]
    Unexpected { call: &'static str, result: String },
}

/// For `map_err`: what a failure of the Vulkan function `call` means.
///
/// The codes named here are those that more than one function may return; each means the same wherever it
/// comes from. Codes that need a decision of their own (out of date, suboptimal, incompatible driver, missing
/// layers) are handled where they arise.
pub(super) fn failed(call: &'static str) -> impl Fn(vk::Result) -> Error {
    move |result| match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY => Error::OutOfMemory { on_device: false, call },
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY
        | vk::Result::ERROR_OUT_OF_POOL_MEMORY
        | vk::Result::ERROR_TOO_MANY_OBJECTS => Error::OutOfMemory { on_device: true, call },
        vk::Result::ERROR_DEVICE_LOST => Error::DeviceLost { call },
        vk::Result::ERROR_SURFACE_LOST_KHR => Error::SurfaceLost { call },
        other => Error::Unexpected { call, result: other.to_string() },
    }
}
