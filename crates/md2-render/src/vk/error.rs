//! The errors of the renderer, and the Vulkan result codes that cause them.

use ash::vk;
use thiserror::Error as ErrorText;

use super::advice::ADVICE;

/// An error of the renderer.
///
/// An outdated or minimized window is not an error but a `DrawStatus`. Misuse, such as drawing a removed model,
/// is a panic. Each message is one sentence, and says what to do where that is known.
#[derive(Clone, Debug, PartialEq, Eq, ErrorText)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum RenderError {
    /// The Vulkan loader, a shared library, is not installed.
    #[error("no Vulkan loader found ({reason}); {}", ADVICE.loader)]
    NoLoader { reason: String },
    /// The loader works, but finds no working driver.
    #[error("no Vulkan driver found; {}", ADVICE.driver)]
    NoDriver,
    /// The loader or driver cannot draw to windows on this display. Rendering without a window may still work.
    #[error(
        "no Vulkan driver can draw to windows on this display ({extension} is missing); {}, or render without a window",
        ADVICE.driver
    )]
    NoWindowSupport { extension: String },
    /// No device of the installed drivers can run this renderer, each for the reason after its name.
    #[error(
        "no suitable graphics device ({reasons}); Vulkan 1.3 is needed: {}",
        ADVICE.driver
    )]
    NoSuitableDevice { reasons: String },
    /// No device has the requested name.
    #[error("no graphics device has \"{wanted}\" in its name; available: {known}")]
    NoDeviceNamed { wanted: String, known: String },
    /// [`Validation::Full`](super::Validation::Full) was requested, but the layer is not installed.
    #[error("the Vulkan validation layer is not installed ({})", ADVICE.validation_layer)]
    NoValidationLayer,
    /// The window or display provides no usable handle.
    #[error("cannot draw to the window: {reason}")]
    BadWindow { reason: String },
    /// The device or the host is out of memory, in a Vulkan function or for a purpose.
    #[error("not enough {} memory for {call}", if *.on_device { "graphics" } else { "main" })]
    OutOfMemory { on_device: bool, call: &'static str },
    /// A texture or picture exceeds the size limit of the device.
    #[error("image of {width}x{height} pixels is too large; the graphics device allows {max}x{max}")]
    ImageTooLarge { width: u32, height: u32, max: u32 },
    /// A count exceeds a limit of the device, such as the bytes of a model or the vertices of an index list.
    #[error("{found} {what} are too many; the graphics device allows {max}")]
    AboveLimit { what: &'static str, found: u64, max: u64 },
    /// The device was reset or unplugged, or its driver crashed. The renderer is no longer usable; create a new one.
    #[error("the graphics device was lost in {call}; restart the program")]
    DeviceLost { call: &'static str },
    /// The system destroyed the window.
    #[error("the window was closed by the system ({call})")]
    SurfaceLost { call: &'static str },
    /// A Vulkan function returned a code that its specification does not list, or that no working driver returns.
    #[error("{call} failed: {result}")]
    Unexpected { call: &'static str, result: String },
}

pub(crate) use RenderError as Error;

/// Maps the result code of the Vulkan function `call` to an error, for `map_err`.
///
/// The mapping covers the codes that several functions return with the same meaning. Callers handle the codes that
/// need a decision: out of date, suboptimal, incompatible driver, missing layers.
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
