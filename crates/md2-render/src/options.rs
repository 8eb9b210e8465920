//! How a renderer is set up.

use crate::vk::{DeviceOptions, Limits, Validation};

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
    /// Take the time of the device's own clock for pictures, where it has one
    /// ([`Renderer::device_time`](crate::Renderer::device_time)).
    pub timing: bool,
    /// What is left out of crowds before the device draws them.
    pub crowd_culling: CrowdCulling,
}

/// What is left out of a [`Crowd`](crate::Crowd) before the device draws it. The pictures are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrowdCulling {
    /// What pays: triangles on software devices, members on others.
    #[default]
    Auto,
    /// Members that are not in the picture.
    Members,
    /// Likewise, and triangles that cannot be seen, told by the host. Models keep a copy of their frames for that.
    Triangles,
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
            timing: false,
            crowd_culling: CrowdCulling::Auto,
        }
    }
}

impl RendererOptions {
    /// What of it concerns the renderer.
    pub(crate) const fn for_us(&self) -> (CrowdCulling, bool) {
        (self.crowd_culling, self.timing)
    }

    /// What of it concerns the device.
    pub(crate) fn for_device(&self) -> DeviceOptions<'_> {
        DeviceOptions {
            named: self.device.as_deref(),
            samples: self.samples,
            mutable_swapchain: self.mutable_swapchain,
            limits: Limits::NONE,
        }
    }
}
