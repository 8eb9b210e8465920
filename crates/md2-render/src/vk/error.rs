//! What can go wrong that a caller cannot foresee, and the result codes of Vulkan in words.

use ash::vk;
use thiserror::Error as ErrorText;

/// Why the renderer could not do what it was asked to.
///
/// An outdated or minimized window is no error but a `DrawStatus`, and misuse (a removed model, pixels that do not fill
/// their image) is a panic with a clear text. Each text is one sentence, and names the cure where there is one.
#[derive(Clone, Debug, PartialEq, Eq, ErrorText)]
#[non_exhaustive]
pub enum RenderError {
    /// The Vulkan loader, a shared library, is not installed.
    #[error(
        "this machine has no Vulkan loader ({reason}); install one (Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers)"
    )]
    NoLoader {
        /// What the dynamic linker said.
        reason: String,
    },
    /// The loader is there, and finds no driver, or none that works.
    #[error(
        "the Vulkan loader finds no driver; install the one of your graphics card, or a software one \
         (Debian, Ubuntu: apt install mesa-vulkan-drivers)"
    )]
    NoDriver,
    /// Loader and driver cannot draw to windows of this display, though they may draw headless.
    #[error(
        "no installed Vulkan driver can draw to windows of this display ({extension} is missing); \
         install one that can (Debian, Ubuntu: apt install mesa-vulkan-drivers), or render without a window"
    )]
    NoWindowSupport {
        /// The instance or device extension that is missing.
        extension: String,
    },
    /// Drivers were found, and no device of theirs can run this renderer.
    #[error(
        "no graphics device fits ({reasons}); install a driver for Vulkan 1.3 (Debian, Ubuntu: apt install mesa-vulkan-drivers)"
    )]
    NoSuitableDevice {
        /// For each device its name and what it lacks, joined by semicolons.
        reasons: String,
    },
    /// Devices were found, and none goes by the name that was asked for.
    #[error("no graphics device has \"{wanted}\" in its name; there is {known}")]
    NoDeviceNamed {
        /// The part of a name that was asked for.
        wanted: String,
        /// The devices that there are, joined by semicolons.
        known: String,
    },
    /// [`Validation::Full`](super::Validation::Full) was asked for on a machine without the layer.
    #[error(
        "the Vulkan validation layer is not installed (Debian, Ubuntu: apt install vulkan-validationlayers)"
    )]
    NoValidationLayer,
    /// The window or display gave no handle to draw to.
    #[error("the window cannot be drawn to: {reason}")]
    BadWindow {
        /// What the window said.
        reason: String,
    },
    /// The device or the host has not enough memory.
    #[error("there is not enough {} memory for {call}", if *.on_device { "graphics" } else { "main" })]
    OutOfMemory {
        /// The memory of the graphics device, as opposed to the machine's.
        on_device: bool,
        /// The Vulkan function that failed, or was not called for want of memory; or what else the memory was for.
        call: &'static str,
    },
    /// A texture or picture is larger than the device can hold, or draw to.
    #[error("an image of {width}x{height} pixels is larger than this device allows ({max}x{max})")]
    ImageTooLarge {
        /// Width asked for, in pixels.
        width: u32,
        /// Height asked for, in pixels.
        height: u32,
        /// Largest width and height of an image on this device.
        max: u32,
    },
    /// There is more of something than the device takes: bytes of a model, vertices that indices reach.
    #[error("{found} {what}, where this graphics device allows {max}")]
    AboveLimit {
        /// What it is, in the plural.
        what: &'static str,
        /// How much there is.
        found: u64,
        /// How much there may be.
        max: u64,
    },
    /// The device was reset or unplugged, or its driver crashed. Nothing of this renderer can be used any
    /// more: make a new one.
    #[error("the graphics device was lost in {call}; start again")]
    DeviceLost {
        /// The Vulkan function that noticed.
        call: &'static str,
    },
    /// The window was destroyed from outside. A viewer closes quietly.
    #[error("the window is gone ({call})")]
    SurfaceLost {
        /// The Vulkan function that noticed.
        call: &'static str,
    },
    /// A Vulkan function returned what its specification does not list, or what a driver that works does not
    /// return.
    #[error("{call} failed: {result}")]
    Unexpected {
        /// The Vulkan function.
        call: &'static str,
        /// Its result, in the words of the specification.
        result: String,
    },
}

pub(crate) use RenderError as Error;

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
