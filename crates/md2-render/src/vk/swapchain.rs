//! The window's images, and what becomes of them when it is resized.

use std::{
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use ash::vk;

use super::canvas::{Target, Through};
use super::device::Device;
use super::error::{Error, failed};
use super::fault::Step;
use super::frames::{Frame, Semaphore, Stranded};
use super::image::create_view;
use super::recorder::Recorder;
use super::recording::One;
use super::surface::Surface;

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
    images: Vec<SwapchainImage>,
    extent: [u32; 2],
    formats: Formats,
    direct: bool,
    /// The images are smaller than the window, since the device has no larger ones.
    cut: bool,
    /// An image was acquired, and not presented: drawing panicked or failed on its way. The window may have no
    /// other to give, so nothing is drawn any more.
    stuck: AtomicBool,
    /// The semaphore of an image that got stuck, if the window may still signal it. There is one at most, as nothing is drawn
    /// any more. It is dropped behind `drop`, which ends the swapchain.
    stranded: Stranded,
    device: Arc<Device>,
    /// Last: it outlives its swapchains.
    surface: Arc<Surface>,
}

/// One image of the window.
struct SwapchainImage {
    raw: vk::Image,
    /// As light and as bytes, where the images may be viewed in both formats.
    views: Option<[vk::ImageView; 2]>,
    /// Signaled when the image is drawn. It belongs to the image: only when the image is acquired again has
    /// presentation waited for it.
    drawn: Semaphore,
}

/// What came of drawing to the window.
pub(crate) enum Shown<R> {
    /// A picture was drawn and presented. It does not fit if the window has changed meanwhile.
    Presented { fits: bool, result: R },
    /// The window has changed, or an earlier picture got stuck on its way: make a new swapchain.
    OutOfDate,
    /// The window has no image to spare, as hidden windows do, and those that are larger than images can be where the
    /// driver shows none but of their size.
    NotReady,
}

/// An image of the window that was acquired, to be drawn or copied to, once, by the recording it was acquired for.
pub(crate) struct WindowImage<'r, 'f> {
    swapchain: &'f Swapchain,
    image: &'f SwapchainImage,
    recording: One<'r>,
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

    /// # Panics
    /// If the swapchain is not direct.
    fn view(&self, through: Through) -> (vk::ImageView, vk::Format) {
        let [light, bytes] = self.image.views.expect("images that are drawn to have views");
        let Formats { srgb, unorm } = self.swapchain.formats;
        match through {
            Through::First => (light, srgb),
            Through::Second => (bytes, unorm),
        }
    }
}

/// The proof that a recording's image of the window was made ready to be presented. Its recorder gives it.
pub(crate) struct Presentable<'r>(One<'r>);

impl Presentable<'_> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl Swapchain {
    /// Images for the window as it is now; `size` counts where the window leaves the choice. None while it
    /// has no area.
    ///
    /// It waits for an idle device, and ends `old`, which it replaces.
    ///
    /// # Panics
    /// If the surface is another instance's, or `old` another window's.
    pub(crate) fn new(
        device: &Arc<Device>,
        surface: &Arc<Surface>,
        size: [u32; 2],
        options: PresentOptions,
        old: Option<Self>,
    ) -> Result<Option<Self>, Error> {
        assert!(surface.is_of(&device.instance), "another instance's surface");
        let is_ours = |old: &Self| Arc::ptr_eq(&old.surface, surface);
        assert!(old.as_ref().is_none_or(is_ours), "another window's images");
        device.wait_idle()?;
        let physical = device.physical.raw;
        let capabilities = surface.capabilities(physical)?;
        let (extent, cut) = cut(choose_extent(&capabilities, size), device.limits().picture_edge);
        if extent.width == 0 || extent.height == 0 {
            return Ok(None);
        }
        let (formats, chosen) = choose_format(&surface.formats(physical)?).ok_or_else(|| {
            Error::BadWindow { reason: "it offers no format of 8 bits a channel".to_owned() }
        })?;
        let copies = vk::ImageUsageFlags::TRANSFER_DST;
        let direct = device.physical.mutable_swapchain;
        if !direct && !capabilities.supported_usage_flags.contains(copies) {
            return Err(Error::BadWindow { reason: "its images cannot be copied to".to_owned() });
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
            .present_mode(choose_present_mode(&surface.present_modes(physical)?, options.vsync))
            .clipped(true)
            .old_swapchain(old.as_ref().map_or_else(vk::SwapchainKHR::null, |old| old.raw));
        if direct {
            info = info.flags(vk::SwapchainCreateFlagsKHR::MUTABLE_FORMAT).push_next(&mut list);
        }
        let functions = functions(device);
        device.faults.attempt(Step::NewSwapchain).map_err(failed("vkCreateSwapchainKHR"))?;
        // SAFETY: rule 5; all values are ones that the surface offers, and the old swapchain is of the same
        // surface. Only the extent may be below the surface's bounds, where these leave none that the device has
        // images of (VUID-VkSwapchainCreateInfoKHR-imageExtent-01274 against -imageFormat-01778). Then it is the
        // device's bound that counts: every implementation bears images of another size than the window's, which
        // may change at any time. VUID-VkSwapchainCreateInfoKHR-oldSwapchain-01933.
        let raw = unsafe { functions.create_swapchain(&info, None) };
        let raw = raw.map_err(failed("vkCreateSwapchainKHR"))?;
        // Retired by Vulkan, even if its successor had failed.
        drop(old);
        let mut swapchain = Self {
            raw,
            images: Vec::new(),
            extent: [extent.width, extent.height],
            formats,
            direct,
            cut,
            stuck: AtomicBool::new(false),
            stranded: Stranded::default(),
            device: Arc::clone(device),
            surface: Arc::clone(surface),
        };
        device.name(raw, "window");
        swapchain.add_images()?;
        Ok(Some(swapchain))
    }

    /// Lists the images that Vulkan made, each with what drawing to it needs.
    fn add_images(&mut self) -> Result<(), Error> {
        let device = &self.device;
        // SAFETY: no obligation but a live swapchain, which this one is.
        let images = unsafe { functions(device).get_swapchain_images(self.raw) };
        for image in images.map_err(failed("vkGetSwapchainImagesKHR"))? {
            let mut entry =
                SwapchainImage { raw: image, views: None, drawn: Semaphore::new(device, "image drawn")? };
            if self.direct {
                entry.views = Some(create_views(device, image, self.formats)?);
            }
            device.name(image, "window image");
            self.images.push(entry);
        }
        Ok(())
    }

    /// Width and height in pixels.
    pub(crate) const fn extent(&self) -> [u32; 2] {
        self.extent
    }

    /// The formats that pictures for this window have.
    pub(crate) const fn formats(&self) -> Formats {
        self.formats
    }

    /// Whether its images can be drawn to. Otherwise they are copied to.
    pub(crate) const fn is_direct(&self) -> bool {
        self.direct
    }

    /// Whether a picture got stuck on its way, and only a new swapchain draws again.
    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck.load(Ordering::Acquire)
    }

    /// Whether it keeps a semaphore that nothing waits for.
    #[cfg(test)]
    pub(crate) fn keeps_semaphore(&self) -> bool {
        self.stranded.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_some()
    }

    /// Asks the window for an image, records a picture for it, submits and presents that.
    ///
    /// Should recording panic, or anything fail once there is an image, the swapchain is stuck, and draws no more.
    ///
    /// # Panics
    /// If the frame is another device's.
    pub(crate) fn draw<'f, T, R>(
        &'f self,
        mut frame: Frame<'f, T>,
        record: impl for<'r> FnOnce(WindowImage<'r, 'f>, &'f T, &mut Recorder<'r, 'f>) -> (Presentable<'r>, R),
    ) -> Result<Shown<R>, Error> {
        /// A quarter of a second. Windows that are hidden may have no image for as long as they are.
        const TIMEOUT_NS: u64 = 250_000_000;
        assert!(Arc::ptr_eq(frame.device(), &self.device), "another device's frame");
        if self.is_stuck() {
            return Ok(Shown::OutOfDate);
        }
        let functions = functions(&self.device);
        let semaphore = frame.image_acquired()?;
        // SAFETY: the semaphore has no signal pending: it is new, or the slot's last picture for a window, which
        // waited for it, was waited for. No image is out, so the window has one to give, or will. VUID-vkAcquireNextImageKHR-semaphore-01779.
        let acquired = self.device.faults.attempt(Step::Acquire).and_then(|()| unsafe {
            functions.acquire_next_image(self.raw, TIMEOUT_NS, semaphore, vk::Fence::null())
        });
        let (index, suboptimal) = match acquired {
            Ok(image) => image,
            // Another one would be cut as well, and refused as this one is: Mesa 25 shows nothing on such a window.
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) if self.cut => return Ok(Shown::NotReady),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => return Ok(Shown::OutOfDate),
            Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => return Ok(Shown::NotReady),
            Err(other) => return Err(failed("vkAcquireNextImageKHR")(other)),
        };
        // Until it is presented.
        self.stuck.store(true, Ordering::Release);
        let image = &self.images[index as usize];
        // The stage that first touches the image; the barrier in front of it has the same one.
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
        // Other failures may have left the image and its semaphore as they were.
        self.stuck.store(!released.contains(&presented), Ordering::Release);
        match presented {
            // What is smaller than the window for want of larger images will not fit another time, either.
            Ok(late) => Ok(Shown::Presented { fits: self.cut || !suboptimal && !late, result }),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(Shown::Presented { fits: self.cut, result }),
            Err(other) => Err(failed("vkQueuePresentKHR")(other)),
        }
    }
}

impl Drop for Swapchain {
    fn drop(&mut self) {
        // Presentation has no completion that could be waited for; an idle device is as near as one gets. If
        // it is lost, nothing runs either.
        let _ = self.device.wait_idle();
        for _ in &self.images {
            self.device.count_ended(vk::ObjectType::IMAGE);
        }
        for view in self.images.iter().filter_map(|image| image.views).flatten() {
            // SAFETY: idle. VUID-vkDestroyImageView-imageView-01026.
            unsafe { self.device.raw.destroy_image_view(view, None) };
            self.device.count_ended(vk::ObjectType::IMAGE_VIEW);
        }
        // SAFETY: idle, so nothing uses its images any more. VUID-vkDestroySwapchainKHR-swapchain-01282.
        unsafe { functions(&self.device).destroy_swapchain(self.raw, None) };
    }
}

fn functions(device: &Device) -> &ash::khr::swapchain::Device {
    device.swapchain.as_ref().expect("the device was made for a window")
}

fn create_views(device: &Device, image: vk::Image, formats: Formats) -> Result<[vk::ImageView; 2], Error> {
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

/// An extent within the device's limit, and whether that took something away. Windows may be larger, as on X11,
/// where they then show the picture in a part of theirs.
fn cut(vk::Extent2D { width, height }: vk::Extent2D, limit: u32) -> (vk::Extent2D, bool) {
    let within = vk::Extent2D { width: width.min(limit), height: height.min(limit) };
    (within, width > limit || height > limit)
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

/// The treatment of the window's alpha: ignored, where the surface offers that.
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
    fn windows_larger_than_images_can_be_are_cut() {
        let extent = |[width, height]: [u32; 2]| vk::Extent2D { width, height };
        let check = |wanted, expected, is_cut| {
            assert_eq!(cut(extent(wanted), 1000), (extent(expected), is_cut));
        };
        check([1000, 20], [1000, 20], false);
        check([1001, 20], [1000, 20], true);
        check([20, u32::MAX], [20, 1000], true);
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
