//! Devices as their drivers describe them.

/// A device that Vulkan found, and what may be done on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Adapter {
    /// The device's name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    pub name: String,
    /// What kind of device it is.
    pub kind: AdapterKind,
    /// The driver and its version, in its own words; empty if it has none.
    pub driver: String,
    /// Vulkan version: major, minor, patch.
    pub api_version: [u32; 3],
    /// Samples a pixel that pictures are drawn with.
    pub samples: u32,
    /// Whether edges can be drawn instead of faces; otherwise models are drawn solid.
    pub wireframe: bool,
    /// Whether textures seen at a flat angle are filtered along it.
    pub anisotropy: bool,
}

/// The kinds of device that Vulkan tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AdapterKind {
    /// None of the others.
    Other,
    /// The processor itself: a software rasterizer.
    Software,
    /// A device of a virtual machine.
    Virtual,
    /// Part of the processor's chip.
    Integrated,
    /// A graphics card.
    Discrete,
}
