//! The images of a window, and their replacement when it is resized.

use std::{
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use ash::vk;

use super::canvas::{Target, ViewFormat};
use super::device::Device;
use super::error::{Error, failed};
use super::fault::Step;
use super::frames::{Frame, Semaphore, StrandedSemaphore, create_semaphore};
use super::image::ImageView;
use super::recorder::Recorder;
use super::recording::RecordingId;
use super::surface::Surface;

/// The two formats of a picture with the same bytes: the scene is drawn to the sRGB format as linear light, the
/// interface to the UNORM format as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Formats {
    pub(crate) srgb: vk::Format,
    pub(crate) unorm: vk::Format,
}

impl Formats {
    pub(crate) const RGBA: Self = Self { srgb: vk::Format::R8G8B8A8_SRGB, unorm: vk::Format::R8G8B8A8_UNORM };
    pub(crate) const BGRA: Self = Self { srgb: vk::Format::B8G8R8A8_SRGB, unorm: vk::Format::B8G8R8A8_UNORM };
}

pub(crate) struct Swapchain {
    raw: vk::SwapchainKHR,
    images: Vec<SwapchainImage>,
    pub(crate) extent: [u32; 2],
    pub(crate) formats: Formats,
    /// Whether passes draw to the window's images. If not, pictures are copied to them.
    pub(crate) direct: bool,
    /// Set when an image was acquired but not presented, because drawing panicked or failed. The swapchain then draws
    /// nothing more, since the window may have no other image.
    stuck: AtomicBool,
    /// The semaphore for an image that was acquired but never presented, if the window may still signal this semaphore.
    /// It is dropped after the swapchain is destroyed.
    stranded: StrandedSemaphore,
    device: Arc<Device>,
    /// The last field, so that the surface outlives its swapchains.
    surface: Arc<Surface>,
}

struct SwapchainImage {
    raw: vk::Image,
    views: Option<[ImageView; 2]>,
    /// The semaphore that is signaled when the image is drawn, and for which presentation waits. Each image needs its
    /// own: only when the image is acquired again is it certain that presentation has waited.
    drawn: Semaphore,
}

pub(crate) enum DrawOutcome<R> {
    /// A picture was presented. `fits` is false if the window has changed since the images were created.
    Presented { fits: bool, result: R },
    /// The window has changed, or the swapchain is stuck: the caller must create a new swapchain.
    OutOfDate,
    /// No image of the window is available, because the window is hidden.
    NotReady,
}

pub(crate) struct WindowImage<'r, 'f> {
    swapchain: &'f Swapchain,
    image: &'f SwapchainImage,
    recording: RecordingId<'r>,
}

impl WindowImage<'_, '_> {
    pub(super) fn device(&self) -> &Arc<Device> {
        &self.swapchain.device
    }
}

impl Target for WindowImage<'_, '_> {
    fn extent(&self) -> [u32; 2] {
        self.swapchain.extent
    }

    fn image(&self) -> vk::Image {
        self.image.raw
    }

    fn view(&self, view_format: ViewFormat) -> (vk::ImageView, vk::Format) {
        let [light, bytes] = self.image.views.as_ref().expect("images that are drawn to have views");
        match view_format {
            ViewFormat::First => light.get(),
            ViewFormat::Second => bytes.get(),
        }
    }
}

/// Proof that a recording has prepared its image for presentation. Only the recorder creates it.
pub(crate) struct Presentable<'r>(RecordingId<'r>);

impl Presentable<'_> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl Swapchain {
    /// Creates images for the window's current size, or for `size` if the window system lets the program choose.
    /// Returns `None` while the window has no area, or is larger than the largest image that the device supports.
    /// Pictures wait for the display's refresh, in the mode FIFO, which every surface has.
    ///
    /// Waits until the device is idle, and destroys `old`.
    pub(crate) fn new(
        device: &Arc<Device>,
        surface: &Arc<Surface>,
        size: [u32; 2],
        old: Option<Self>,
    ) -> Result<Option<Self>, Error> {
        assert!(surface.belongs_to(&device.instance), "the surface belongs to another instance");
        let is_ours = |old: &Self| Arc::ptr_eq(&old.surface, surface);
        assert!(old.as_ref().is_none_or(is_ours), "the old images belong to another window");
        device.wait_idle()?;
        let physical = device.physical.raw;
        let capabilities = surface.capabilities(physical)?;
        let extent = choose_extent(&capabilities, size, device.limits().picture_edge);
        if extent.width == 0 || extent.height == 0 {
            return Ok(None);
        }
        let (formats, chosen) = choose_format(&surface.formats(physical)?)
            .ok_or_else(|| Error::BadWindow { reason: "no format with 8 bits per channel".to_owned() })?;
        let copies = vk::ImageUsageFlags::TRANSFER_DST;
        let direct = device.physical.mutable_swapchain;
        if !direct && !capabilities.supported_usage_flags.contains(copies) {
            return Err(Error::BadWindow { reason: "window images do not support copies".to_owned() });
        }
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
            .composite_alpha(choose_alpha(&capabilities))
            .present_mode(vk::PresentModeKHR::FIFO)
            .clipped(true)
            .old_swapchain(old.as_ref().map_or_else(vk::SwapchainKHR::null, |old| old.raw));
        if direct {
            info = info.flags(vk::SwapchainCreateFlagsKHR::MUTABLE_FORMAT).push_next(&mut list);
        }
        let functions = functions(device);
        device.faults.attempt(Step::NewSwapchain).map_err(failed("vkCreateSwapchainKHR"))?;
        // SAFETY: rule 5; all values are ones that the surface offers, the device supports images of this extent,
        // and the old swapchain has the same surface. VUID-VkSwapchainCreateInfoKHR-imageExtent-01274,
        // -imageFormat-01778, -oldSwapchain-01933.
        let raw = unsafe { functions.create_swapchain(&info, None) };
        let raw = raw.map_err(failed("vkCreateSwapchainKHR"))?;
        // Vulkan has retired the old swapchain, even if creating its successor failed.
        drop(old);
        let mut swapchain = Self {
            raw,
            images: Vec::new(),
            extent: [extent.width, extent.height],
            formats,
            direct,
            stuck: AtomicBool::new(false),
            stranded: StrandedSemaphore::default(),
            device: Arc::clone(device),
            surface: Arc::clone(surface),
        };
        device.name(raw, "window");
        swapchain.add_images()?;
        Ok(Some(swapchain))
    }

    fn add_images(&mut self) -> Result<(), Error> {
        let device = &self.device;
        // SAFETY: no obligation but a live swapchain, which this one is.
        let images = unsafe { functions(device).get_swapchain_images(self.raw) };
        for image in images.map_err(failed("vkGetSwapchainImagesKHR"))? {
            device.name(image, "window image");
            let Formats { srgb, unorm } = self.formats;
            let view =
                |name, format| ImageView::new(device, name, image, format, vk::ImageAspectFlags::COLOR, 1);
            let views = || Ok([view("window image as light", srgb)?, view("window image as bytes", unorm)?]);
            let views = self.direct.then(views).transpose()?;
            let drawn = create_semaphore(device, "image drawn")?;
            self.images.push(SwapchainImage { raw: image, views, drawn });
        }
        Ok(())
    }

    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck.load(Ordering::Acquire)
    }

    /// Whether the window may still signal a semaphore for which no submission waits.
    #[cfg(test)]
    pub(crate) fn has_stranded_semaphore(&self) -> bool {
        self.stranded.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_some()
    }

    /// Acquires an image, records a picture for it, submits and presents it.
    ///
    /// If recording panics, or a step after acquiring fails, the swapchain is stuck: only a new swapchain can draw.
    pub(crate) fn draw<'f, T, R>(
        &'f self,
        mut frame: Frame<'f, T>,
        record: impl for<'r> FnOnce(WindowImage<'r, 'f>, &'f T, &mut Recorder<'r, 'f>) -> (Presentable<'r>, R),
    ) -> Result<DrawOutcome<R>, Error> {
        /// The longest wait for an image: a quarter of a second. A hidden window may have no image as long as it is
        /// hidden.
        const TIMEOUT_NS: u64 = 250_000_000;
        assert!(Arc::ptr_eq(frame.device(), &self.device), "the frame belongs to another device");
        if self.is_stuck() {
            return Ok(DrawOutcome::OutOfDate);
        }
        let functions = functions(&self.device);
        let semaphore = frame.image_acquired()?;
        // SAFETY: the semaphore has no signal pending: it is new, or the slot's last picture for a window, which
        // waited for it, has run. All acquired images were presented, so the window has a free image, or will have
        // one. VUID-vkAcquireNextImageKHR-semaphore-01779.
        let acquired = self.device.faults.attempt(Step::Acquire).and_then(|()| unsafe {
            functions.acquire_next_image(self.raw, TIMEOUT_NS, semaphore, vk::Fence::null())
        });
        let (index, suboptimal) = match acquired {
            Ok(image) => image,
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => return Ok(DrawOutcome::OutOfDate),
            Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => return Ok(DrawOutcome::NotReady),
            Err(other) => return Err(failed("vkAcquireNextImageKHR")(other)),
        };
        // The swapchain is stuck until the image is presented.
        self.stuck.store(true, Ordering::Release);
        let image = &self.images[index as usize];
        // The first stage that uses the image, as in the barrier before it.
        let stage = if self.direct {
            vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT
        } else {
            vk::PipelineStageFlags2::ALL_TRANSFER
        };
        let drawn = image.drawn.handle;
        // SAFETY: the image was acquired above, and its semaphore has no signal pending, since it was
        // acquired again after the presentation that waited for it.
        let submitted = unsafe {
            frame.submit_acquired(stage, drawn, &self.stranded, |data, recorder| {
                let image = WindowImage { swapchain: self, image, recording: PhantomData };
                let (Presentable(PhantomData), result) = record(image, data, recorder);
                result
            })
        };
        let result = submitted?;
        let (waits, swapchains, indices) = ([drawn], [self.raw], [index]);
        let info = vk::PresentInfoKHR::default()
            .wait_semaphores(&waits)
            .swapchains(&swapchains)
            .image_indices(&indices);
        let present = |queue| {
            // SAFETY: rule 5; the queue is locked, the image was acquired, and its last layout is for
            // presentation, as its own recorder has certified. VUID-VkPresentInfoKHR-pImageIndices-01430.
            unsafe { functions.queue_present(queue, &info) }
        };
        let presented =
            self.device.faults.attempt(Step::Present).and_then(|()| self.device.with_queue(present));
        let released = [Ok(false), Ok(true), Err(vk::Result::ERROR_OUT_OF_DATE_KHR)];
        // After other errors the image and its semaphore may be unchanged.
        self.stuck.store(!released.contains(&presented), Ordering::Release);
        match presented {
            Ok(late) => Ok(DrawOutcome::Presented { fits: !suboptimal && !late, result }),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(DrawOutcome::Presented { fits: false, result }),
            Err(other) => Err(failed("vkQueuePresentKHR")(other)),
        }
    }
}

impl Drop for Swapchain {
    fn drop(&mut self) {
        // The views are destroyed before their images.
        self.images.iter_mut().for_each(|image| image.views = None);
        // Vulkan does not report the end of presentation, so wait for an idle device instead. A lost device runs
        // nothing.
        let _ = self.device.wait_and_collect();
        // SAFETY: idle, so nothing uses its images any more. VUID-vkDestroySwapchainKHR-swapchain-01282.
        unsafe { functions(&self.device).destroy_swapchain(self.raw, None) };
    }
}

fn functions(device: &Device) -> &ash::khr::swapchain::Device {
    device.swapchain.as_ref().expect("the device was made for a window")
}

/// Returns the size of the swapchain's images. Neither side exceeds `limit`. The size is 0 if the window can have no
/// images now, for example because the window is minimized.
fn choose_extent(
    capabilities: &vk::SurfaceCapabilitiesKHR,
    [width, height]: [u32; 2],
    limit: u32,
) -> vk::Extent2D {
    let current = capabilities.current_extent;
    let (min, max) = (capabilities.min_image_extent, capabilities.max_image_extent);
    // A width of u32::MAX lets the program choose, as on Wayland.
    let chosen = if current.width != u32::MAX {
        current
    } else if width == 0 || height == 0 {
        vk::Extent2D::default()
    } else {
        vk::Extent2D {
            width: width.min(limit).max(min.width).min(max.width),
            height: height.min(limit).max(min.height).min(max.height),
        }
    };
    if chosen.width.max(chosen.height) > limit { vk::Extent2D::default() } else { chosen }
}

/// Returns one image more than the minimum, so that acquiring need not wait for the display. A reported maximum of 0
/// means that the number is unlimited.
fn choose_image_count(capabilities: &vk::SurfaceCapabilitiesKHR) -> u32 {
    let max = if capabilities.max_image_count == 0 { u32::MAX } else { capabilities.max_image_count };
    capabilities.min_image_count.saturating_add(1).min(max)
}

/// Returns an 8-bit format of the surface, and the formats of the sRGB and the UNORM view. sRGB formats are not
/// preferred, since the views define the encoding.
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

fn choose_alpha(capabilities: &vk::SurfaceCapabilitiesKHR) -> vk::CompositeAlphaFlagsKHR {
    let modes = [
        vk::CompositeAlphaFlagsKHR::OPAQUE,
        vk::CompositeAlphaFlagsKHR::INHERIT,
        vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED,
        vk::CompositeAlphaFlagsKHR::POST_MULTIPLIED,
    ];
    let offered = modes.into_iter().find(|&mode| capabilities.supported_composite_alpha.contains(mode));
    offered.unwrap_or(vk::CompositeAlphaFlagsKHR::OPAQUE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extent_follows_the_window_unless_it_leaves_the_choice() {
        let check = |current: [u32; 2], wanted: [u32; 2], expected: [u32; 2]| {
            let extent = |[width, height]: [u32; 2]| vk::Extent2D { width, height };
            let capabilities = vk::SurfaceCapabilitiesKHR {
                current_extent: extent(current),
                min_image_extent: extent([10, 10]),
                max_image_extent: extent([1000, 1000]),
                ..Default::default()
            };
            assert_eq!(choose_extent(&capabilities, wanted, 800), extent(expected));
        };
        check([640, 480], [100, 100], [640, 480]);
        check([0, 0], [100, 100], [0, 0]);
        // On X11, images must have the size of the window. Here, the device does not support this size.
        check([801, 20], [100, 100], [0, 0]);
        check([u32::MAX; 2], [100, 2000], [100, 800]);
        check([u32::MAX; 2], [1, 100], [10, 100]);
        check([u32::MAX; 2], [0, 100], [0, 0]);
    }
}
