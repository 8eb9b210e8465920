//! The window of a renderer: its surface, its images, and their size.

use std::sync::Arc;

use crate::{
    targets::{DepthTarget, create_picture},
    vk::{Device, Error, Formats, Image, Surface, Swapchain},
};

/// The result of drawing to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawStatus {
    /// The picture is on the screen, or will be soon.
    Presented,
    /// No picture was shown, because the window is minimized or larger than
    /// [`max_window_edge`](crate::Renderer::max_window_edge) allows. Draw again when the window has another size.
    Hidden,
    /// The window changed during drawing. Draw again.
    Outdated,
}

pub(crate) struct WindowTarget {
    pub(crate) images: Option<WindowImages>,
    pub(crate) dirty: bool,
    pub(crate) size: [u32; 2],
    pub(crate) surface: Arc<Surface>,
}

pub(crate) struct WindowImages {
    pub(crate) swapchain: Swapchain,
    pub(crate) depth: DepthTarget,
    pub(crate) picture: Option<Image>,
}

impl WindowTarget {
    pub(crate) fn fit(&mut self, device: &Arc<Device>) -> Result<(), Error> {
        if !self.dirty && !self.is_stuck() {
            return Ok(());
        }
        self.dirty = true;
        let old = self.images.take().map(|images| images.swapchain);
        if let Some(swapchain) = Swapchain::new(device, &self.surface, self.size, old)? {
            // The device is idle, so the memory of the old images is free.
            device.collect()?;
            let (extent, formats) = (swapchain.extent, swapchain.formats);
            let depth = DepthTarget::new(device, extent, formats)?;
            let own = !swapchain.direct;
            let picture = own.then(|| create_picture(device, extent, formats)).transpose()?;
            self.images = Some(WindowImages { swapchain, depth, picture });
        }
        // If the window has no images now, the next picture tries again.
        self.dirty = self.images.is_none();
        device.collect()
    }

    fn is_stuck(&self) -> bool {
        self.images.as_ref().is_some_and(|images| images.swapchain.is_stuck())
    }

    pub(crate) fn formats(&self) -> Option<Formats> {
        self.images.as_ref().map(|images| images.swapchain.formats)
    }
}
