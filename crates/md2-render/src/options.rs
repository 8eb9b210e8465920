//! How a renderer is set up, and what it found.

/// Choices that hold for the life of a [`Renderer`](crate::Renderer).
#[derive(Clone, Debug)]
pub struct RendererOptions {
    /// Whether Vulkan's validation layer watches every call.
    pub validation: Validation,
    /// Use the first device whose name contains this text, in any case. `None` takes the fastest kind:
    /// discrete before integrated before virtual before software.
    pub device: Option<String>,
    /// Samples a pixel, 1 for no anti-aliasing. The largest count that the device supports and that is not
    /// above this one is used.
    pub samples: u32,
    /// Wait for the display's refresh when presenting. Without it frames appear as soon as they are ready,
    /// and may tear.
    pub vsync: bool,
    /// Draw through views of the window's own images where the driver allows two formats of them
    /// (`VK_KHR_swapchain_mutable_format`). Off, or where it does not, each frame is drawn to an image of
    /// ours and copied, with the same colors.
    pub mutable_swapchain: bool,
}

impl Default for RendererOptions {
    /// Validation in debug builds where it is installed, the fastest device, 4 samples, vertical
    /// synchronization.
    fn default() -> Self {
        Self {
            validation: if cfg!(debug_assertions) { Validation::IfInstalled } else { Validation::Off },
            device: None,
            samples: 4,
            vsync: true,
            mutable_swapchain: true,
        }
    }
}

/// How closely Vulkan's validation layer watches. Its messages go to the [`log`] crate and are counted in
/// [`ValidationLog`](crate::ValidationLog).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// Not at all.
    Off,
    /// The core checks, if the layer is installed; nothing otherwise.
    IfInstalled,
    /// The core checks and synchronization; that the layer is missing is an error.
    Full,
}

/// A device that Vulkan found, and what this renderer may do on it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether [`Scene::wireframe`](crate::Scene::wireframe) can be honored; otherwise models are drawn
    /// solid.
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
