//! Graphics devices, as their drivers describe them.

/// A graphics device that Vulkan reports, and its abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Adapter {
    /// The device's name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    pub name: String,
    /// The kind of device, such as a software rasterizer.
    pub kind: AdapterKind,
    /// The number of samples per pixel that the renderer uses.
    pub samples: u32,
    /// Whether the device can draw polygons as lines. If not, wireframes are drawn as solid faces.
    pub wireframe: bool,
    pub(crate) anisotropy: bool,
}

/// The kind of a graphics device, as Vulkan reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AdapterKind {
    /// A device of any other kind.
    Other,
    /// A software rasterizer on the processor.
    Software,
    /// A virtual machine's device.
    Virtual,
    /// A graphics processor that shares memory with the processor.
    Integrated,
    /// A graphics card.
    Discrete,
}
