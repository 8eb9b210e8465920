//! The window's images, and what becomes of them when it is resized.

use std::sync::Arc;

use ash::vk;

use super::{ColorTarget, Device, FrameSlot, Surface, error::failed, frames::Semaphore, image::create_view};
use crate::RenderError;

/// How the window is to be presented to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PresentOptions {
    pub(crate) vsync: bool,
}

/// The two formats of a picture: the same bytes, taken as light by the scene and as they are by the
/// interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Formats {
    pub(crate) srgb: vk::Format,
    pub(crate) unorm: vk::Format,
}

impl Formats {
    /// Red first: what the host reads.
    pub(crate) const RGBA: Self = Self { srgb: vk::Format::R8G8B8A8_SRGB, unorm: vk::Format::R8G8B8A8_UNORM };
    /// Blue first: what most windows have.
    pub(crate) const BGRA: Self = Self { srgb: vk::Format::B8G8R8A8_SRGB, unorm: vk::Format::B8G8R8A8_UNORM };
}

/// A window's images for one size of the window.
pub(crate) struct Swapchain {
    raw: vk::SwapchainKHR,
    images: Vec<WindowImage>,
    extent: [u32; 2],
    formats: Formats,
    direct: bool,
    device: Arc<Device>,
}

/// One image of the window.
struct WindowImage {
    raw: vk::Image,
    /// As light and as bytes, where the images may be viewed in both formats.
    views: Option<[vk::ImageView; 2]>,
    /// Signaled when the image is drawn. It belongs to the image: only when the image is acquired again has
    /// presentation waited for it.
    drawn: Semaphore,
}

/// What came of asking for an image.
pub(crate) enum Acquired {
    /// This one. `suboptimal` if the window has changed, though the image can still be presented.
    Image { index: u32, suboptimal: bool },
    /// The window has changed: make a new swapchain.
    OutOfDate,
    /// The window has none to spare, as hidden windows do.
    NotReady,
}

impl Swapchain {
    /// Images for the window as it is now; `size` counts where the window leaves the choice. None while it
    /// has no area.
    ///
    /// The device is idle, and `old`, which is replaced, is dropped by the caller.
    pub(crate) fn new(
        device: &Arc<Device>,
        surface: &Surface,
        size: [u32; 2],
        options: PresentOptions,
        old: Option<&Self>,
    ) -> Result<Option<Self>, RenderError> {
        let physical = device.physical.raw;
        let capabilities = surface.capabilities(physical)?;
        let extent = choose_extent(&capabilities, size);
        if extent.width == 0 || extent.height == 0 {
            return Ok(None);
        }
        let (formats, chosen) = choose_format(&surface.formats(physical)?).ok_or_else(|| {
            RenderError::BadWindow { reason: "it offers no format of 8 bits a channel".to_owned() }
        })?;
        let copies = vk::ImageUsageFlags::TRANSFER_DST;
        let direct = device.physical.mutable_swapchain;
        if !direct && !capabilities.supported_usage_flags.contains(copies) {
            return Err(RenderError::BadWindow { reason: "its images cannot be copied to".to_owned() });
        }
        let alpha = [
            vk::CompositeAlphaFlagsKHR::OPAQUE,
            vk::CompositeAlphaFlagsKHR::INHERIT,
            vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED,
            vk::CompositeAlphaFlagsKHR::POST_MULTIPLIED,
        ];
        let alpha = alpha.into_iter().find(|&mode| capabilities.supported_composite_alpha.contains(mode));
        let views = [formats.srgb, formats.unorm];
        let mut list = vk::ImageFormatListCreateInfo::default().view_formats(&views);
        let mut info = vk::SwapchainCreateInfoKHR::default()
            .surface(surface.raw)
            .min_image_count(choose_image_count(&capabilities))
            .image_format(chosen.format)
            .image_color_space(chosen.color_space)
            .image_extent(extent)
            .image_array_layers(1)
            .image_usage(if direct { vk::ImageUsageFlags::COLOR_ATTACHMENT } else { copies })
            .image_sharing_mode(vk::SharingMode::EXCLUSIVE)
            .pre_transform(capabilities.current_transform)
            .composite_alpha(alpha.unwrap_or(vk::CompositeAlphaFlagsKHR::OPAQUE))
            .present_mode(choose_present_mode(&surface.present_modes(physical)?, options.vsync))
            .clipped(true)
            .old_swapchain(old.map_or_else(vk::SwapchainKHR::null, |old| old.raw));
        if direct {
            info = info.flags(vk::SwapchainCreateFlagsKHR::MUTABLE_FORMAT).push_next(&mut list);
        }
        let functions = functions(device);
        // SAFETY: rule 5; all values are ones that the surface offers, and the old swapchain is of the same
        // surface. VUID-VkSwapchainCreateInfoKHR-oldSwapchain-01933.
        let raw =
            unsafe { functions.create_swapchain(&info, None) }.map_err(failed("vkCreateSwapchainKHR"))?;
        let mut swapchain = Self {
            raw,
            images: Vec::new(),
            extent: [extent.width, extent.height],
            formats,
            direct,
            device: Arc::clone(device),
        };
        device.name(raw, "window");
        // SAFETY: no obligation but a live swapchain.
        let images =
            unsafe { functions.get_swapchain_images(raw) }.map_err(failed("vkGetSwapchainImagesKHR"))?;
        for image in images {
            device.name(image, "window image");
            let mut entry =
                WindowImage { raw: image, views: None, drawn: Semaphore::new(device, "image drawn")? };
            if direct {
                entry.views = Some(create_views(device, image, formats)?);
            }
            swapchain.images.push(entry);
        }
        Ok(Some(swapchain))
    }

    /// Width and height in pixels.
    pub(crate) const fn extent(&self) -> [u32; 2] {
        self.extent
    }

    /// The formats that pictures for this window have.
    pub(crate) const fn formats(&self) -> Formats {
        self.formats
    }

    /// Asks for the next image, to be drawn by this slot.
    pub(crate) fn acquire(&self, slot: &FrameSlot) -> Result<Acquired, RenderError> {
        /// A quarter of a second. Windows that are hidden may have no image for as long as they are.
        const TIMEOUT_NS: u64 = 250_000_000;
        let semaphore = slot.image_acquired.handle;
        let functions = functions(&self.device);
        // SAFETY: the semaphore has no signal pending: the slot's last picture, which waited for it, was
        // waited for. VUID-vkAcquireNextImageKHR-semaphore-01779.
        let acquired =
            unsafe { functions.acquire_next_image(self.raw, TIMEOUT_NS, semaphore, vk::Fence::null()) };
        match acquired {
            Ok((index, suboptimal)) => Ok(Acquired::Image { index, suboptimal }),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(Acquired::OutOfDate),
            Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => Ok(Acquired::NotReady),
            Err(other) => Err(failed("vkAcquireNextImageKHR")(other)),
        }
    }

    /// Whether its images can be drawn to. Otherwise they are copied to.
    pub(crate) const fn is_direct(&self) -> bool {
        self.direct
    }

    /// Where to draw an acquired image, as light and as bytes.
    ///
    /// # Panics
    /// If the swapchain is not direct.
    pub(crate) fn targets(&self, index: u32) -> [ColorTarget; 2] {
        let image = &self.images[index as usize];
        let views = image.views.expect("images that are drawn to have views");
        views.map(|view| ColorTarget { image: image.raw, view })
    }

    /// An acquired image to be copied to.
    pub(crate) fn copy_target(&self, index: u32) -> ColorTarget {
        ColorTarget { image: self.images[index as usize].raw, view: vk::ImageView::null() }
    }

    /// Submits the picture that the slot has recorded for an acquired image, and presents it. False if the
    /// window has changed.
    pub(crate) fn submit_and_present(&self, slot: &mut FrameSlot, index: u32) -> Result<bool, RenderError> {
        // The stage that first touches the image; the barrier in front of it has the same one.
        let stage = if self.direct {
            vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT
        } else {
            vk::PipelineStageFlags2::ALL_TRANSFER
        };
        let drawn = self.images[index as usize].drawn.handle;
        // SAFETY: the acquire semaphore got its signal with this image and is waited for here alone; that of
        // the image has none pending, since the image was acquired again after the presentation that waited
        // for it.
        unsafe { slot.commands.submit(Some((slot.image_acquired.handle, stage)), Some(drawn)) }?;
        let (waits, swapchains, indices) = ([drawn], [self.raw], [index]);
        let info = vk::PresentInfoKHR::default()
            .wait_semaphores(&waits)
            .swapchains(&swapchains)
            .image_indices(&indices);
        let functions = functions(&self.device);
        // SAFETY: rule 5; the queue is locked, the image was acquired, and its last layout is for
        // presentation. VUID-VkPresentInfoKHR-pImageIndices-01430.
        let presented = self.device.with_queue(|queue| unsafe { functions.queue_present(queue, &info) });
        match presented {
            Ok(suboptimal) => Ok(!suboptimal),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(false),
            Err(other) => Err(failed("vkQueuePresentKHR")(other)),
        }
    }
}

impl Drop for Swapchain {
    fn drop(&mut self) {
        // Presentation has no completion that could be waited for; an idle device is as near as one gets. If
        // it is lost, nothing runs either.
        let _ = self.device.wait_idle();
        for view in self.images.iter().filter_map(|image| image.views).flatten() {
            // SAFETY: idle. VUID-vkDestroyImageView-imageView-01026.
            unsafe { self.device.raw.destroy_image_view(view, None) };
        }
        // SAFETY: idle, so nothing uses its images any more. VUID-vkDestroySwapchainKHR-swapchain-01282.
        unsafe { functions(&self.device).destroy_swapchain(self.raw, None) };
    }
}

fn functions(device: &Device) -> &ash::khr::swapchain::Device {
    device.swapchain.as_ref().expect("the device was made for a window")
}

fn create_views(
    device: &Device,
    image: vk::Image,
    formats: Formats,
) -> Result<[vk::ImageView; 2], RenderError> {
    let create = |format| create_view(device, image, format, vk::ImageAspectFlags::COLOR, 1);
    let light = create(formats.srgb)?;
    let bytes = create(formats.unorm).inspect_err(|_| {
        // SAFETY: made above, never used.
        unsafe { device.raw.destroy_image_view(light, None) };
    })?;
    device.name(light, "window image as light");
    device.name(bytes, "window image as bytes");
    Ok([light, bytes])
}

fn choose_extent(capabilities: &vk::SurfaceCapabilitiesKHR, [width, height]: [u32; 2]) -> vk::Extent2D {
    // A width of u32::MAX leaves the choice to us, as on Wayland.
    if capabilities.current_extent.width != u32::MAX {
        return capabilities.current_extent;
    }
    let (min, max) = (capabilities.min_image_extent, capabilities.max_image_extent);
    if width == 0 || height == 0 {
        return vk::Extent2D::default();
    }
    vk::Extent2D {
        width: width.max(min.width).min(max.width),
        height: height.max(min.height).min(max.height),
    }
}

/// One more than the minimum, so that acquiring need not wait for the display; a maximum of 0 is none.
fn choose_image_count(capabilities: &vk::SurfaceCapabilitiesKHR) -> u32 {
    let max = if capabilities.max_image_count == 0 { u32::MAX } else { capabilities.max_image_count };
    capabilities.min_image_count.saturating_add(1).min(max)
}

/// An 8-bit format, and both ways to view it. Those that are sRGB by name are not preferred: the views
/// decide.
fn choose_format(offered: &[vk::SurfaceFormatKHR]) -> Option<(Formats, vk::SurfaceFormatKHR)> {
    for formats in [Formats::BGRA, Formats::RGBA] {
        for format in [formats.unorm, formats.srgb] {
            let found = offered.iter().find(|offer| {
                offer.format == format && offer.color_space == vk::ColorSpaceKHR::SRGB_NONLINEAR
            });
            if let Some(&found) = found {
                return Some((formats, found));
            }
        }
    }
    None
}

/// FIFO is always there. Without synchronization, whatever does not wait.
fn choose_present_mode(offered: &[vk::PresentModeKHR], vsync: bool) -> vk::PresentModeKHR {
    let wanted = [vk::PresentModeKHR::MAILBOX, vk::PresentModeKHR::IMMEDIATE];
    let found = wanted.into_iter().find(|mode| !vsync && offered.contains(mode));
    found.unwrap_or(vk::PresentModeKHR::FIFO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_decides_its_size_unless_it_leaves_the_choice() {
        let check = |current: [u32; 2], wanted: [u32; 2], expected: [u32; 2]| {
            let extent = |[width, height]: [u32; 2]| vk::Extent2D { width, height };
            let capabilities = vk::SurfaceCapabilitiesKHR {
                current_extent: extent(current),
                min_image_extent: extent([10, 10]),
                max_image_extent: extent([1000, 1000]),
                ..Default::default()
            };
            assert_eq!(choose_extent(&capabilities, wanted), extent(expected));
        };
        check([640, 480], [100, 100], [640, 480]);
        check([0, 0], [100, 100], [0, 0]);
        check([u32::MAX; 2], [100, 2000], [100, 1000]);
        check([u32::MAX; 2], [1, 100], [10, 100]);
        check([u32::MAX; 2], [0, 100], [0, 0]);
    }

    #[test]
    fn image_counts_respect_a_maximum() {
        let count = |min, max| {
            choose_image_count(&vk::SurfaceCapabilitiesKHR {
                min_image_count: min,
                max_image_count: max,
                ..Default::default()
            })
        };
        assert_eq!((count(2, 0), count(2, 2), count(3, 8)), (3, 2, 4));
    }

    #[test]
    fn formats_and_modes_fall_back() {
        let offer = |format| vk::SurfaceFormatKHR { format, color_space: vk::ColorSpaceKHR::SRGB_NONLINEAR };
        let (formats, chosen) =
            choose_format(&[offer(vk::Format::R5G6B5_UNORM_PACK16), offer(Formats::RGBA.srgb)]).unwrap();
        assert_eq!((formats, chosen.format), (Formats::RGBA, Formats::RGBA.srgb));
        assert!(choose_format(&[offer(vk::Format::R16G16B16A16_SFLOAT)]).is_none());

        let modes = [vk::PresentModeKHR::FIFO, vk::PresentModeKHR::IMMEDIATE];
        assert_eq!(choose_present_mode(&modes, true), vk::PresentModeKHR::FIFO);
        assert_eq!(choose_present_mode(&modes, false), vk::PresentModeKHR::IMMEDIATE);
        assert_eq!(choose_present_mode(&modes[..1], false), vk::PresentModeKHR::FIFO);
    }
}
