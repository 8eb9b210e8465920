//! A window's part of the renderer: its surface, its images, and whether they still fit.

use std::sync::Arc;

use crate::{
    targets::{DepthTarget, picture},
    vk::{Device, Error, Formats, Image, PresentOptions, Surface, Swapchain},
};

/// What became of a picture for the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawStatus {
    /// It is, or will soon be, on the screen.
    Presented,
    /// The window has no area, or none that is shown, at present: it is minimized. Or it is larger than the device's images,
    /// and the driver shows no smaller ones. There is no hurry to draw again.
    Hidden,
    /// The window was changing. Draw again.
    Outdated,
}

/// A window that is drawn to.
pub(crate) struct WindowTarget {
    pub(crate) images: Option<WindowImages>,
    /// The images may no longer fit the window.
    pub(crate) dirty: bool,
    /// As the application knows it.
    pub(crate) size: [u32; 2],
    pub(crate) options: PresentOptions,
    pub(crate) surface: Arc<Surface>,
}

/// What a window is drawn with while it keeps its size.
pub(crate) struct WindowImages {
    pub(crate) swapchain: Swapchain,
    pub(crate) depth: DepthTarget,
    /// Where pictures are drawn if the window's images can only be copied to.
    pub(crate) picture: Option<Image>,
}

impl WindowTarget {
    /// Brings the images in line with the window. They are none if it has no area.
    pub(crate) fn fit(&mut self, device: &Arc<Device>) -> Result<(), Error> {
        if !self.dirty && !self.is_stuck() {
            return Ok(());
        }
        self.dirty = true;
        let old = self.images.take().map(|images| images.swapchain);
        if let Some(swapchain) = Swapchain::new(device, &self.surface, self.size, self.options, old)? {
            // Nothing runs: the memory of the images before is free for those that follow.
            device.collect()?;
            let (extent, formats) = (swapchain.extent(), swapchain.formats());
            let depth = DepthTarget::new(device, extent, formats)?;
            let own = !swapchain.is_direct();
            let picture = own.then(|| picture(device, extent, formats)).transpose()?;
            self.images = Some(WindowImages { swapchain, depth, picture });
        }
        // Without an area it is asked again for the next picture.
        self.dirty = self.images.is_none();
        device.collect()
    }

    /// Whether a picture that panicked or failed on its way keeps an image.
    fn is_stuck(&self) -> bool {
        self.images.as_ref().is_some_and(|images| images.swapchain.is_stuck())
    }

    /// The formats of its pictures, if it has images.
    pub(crate) fn formats(&self) -> Option<Formats> {
        self.images.as_ref().map(|images| images.swapchain.formats())
    }
}
