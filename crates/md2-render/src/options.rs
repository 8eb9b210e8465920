//! The options of a renderer.

use crate::vk::{DeviceOptions, Limits, Validation};

/// Options for the lifetime of a [`Renderer`](crate::Renderer).
///
/// ```
/// use md2_render::RendererOptions;
///
/// // For a benchmark: no anti-aliasing, and the time of each picture.
/// let options = RendererOptions { samples: 1, timing: true, ..RendererOptions::default() };
/// ```
#[derive(Clone, Debug)]
pub struct RendererOptions {
    /// The use of Vulkan's validation layer.
    pub validation: Validation,
    /// Selects the first device whose name contains this text, ignoring case. `None` selects the fastest kind of
    /// device: discrete, integrated, virtual, software.
    pub device: Option<String>,
    /// Samples per pixel; 1 disables anti-aliasing. The renderer uses the largest supported count up to this one.
    pub samples: u32,
    /// Whether to draw directly to the window's images. The driver must support views of an image in two formats
    /// (`VK_KHR_swapchain_mutable_format`). Otherwise the renderer draws pictures to an image of its own and copies
    /// them, with the same colors.
    pub mutable_swapchain: bool,
    /// Whether to measure the time that the device takes for each picture, if the device has a clock.
    /// [`Renderer::device_time`](crate::Renderer::device_time) returns this time.
    pub timing: bool,
    /// The choice of who finds the visible triangles of crowds.
    pub crowd_culling: CrowdCulling,
    /// The content of a pipeline cache from an earlier run, see [`Renderer::pipeline_cache`](crate::Renderer). If it
    /// is empty, damaged at the start, or from another device or driver, the renderer starts with an empty cache.
    pub pipeline_cache: Vec<u8>,
}

/// The choice of who finds the members of a [`Crowd`](crate::Crowd) in the picture, and their triangles that face the
/// camera and may cover a sample. All choices draw the same pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrowdCulling {
    /// [`Self::Host`] on software devices, [`Self::Device`] on others.
    #[default]
    Auto,
    /// Compute shaders of the device. On devices whose limits do not suffice, the same as [`Self::Off`].
    Device,
    /// The host, which then stores a copy of each model's frames.
    Host,
    /// Nobody: all triangles of all members are drawn.
    Off,
}

impl Default for RendererOptions {
    /// Validation in debug builds if installed, the fastest device, 4 samples.
    fn default() -> Self {
        Self {
            validation: if cfg!(debug_assertions) { Validation::IfInstalled } else { Validation::Off },
            device: None,
            samples: 4,
            mutable_swapchain: true,
            timing: false,
            crowd_culling: CrowdCulling::Auto,
            pipeline_cache: Vec::new(),
        }
    }
}

impl RendererOptions {
    pub(crate) fn device_options(&self) -> DeviceOptions<'_> {
        DeviceOptions {
            named: self.device.as_deref(),
            samples: self.samples,
            mutable_swapchain: self.mutable_swapchain,
            limits: Limits::NONE,
            pipeline_cache: &self.pipeline_cache,
        }
    }
}
