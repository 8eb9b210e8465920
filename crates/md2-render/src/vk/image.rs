//! Images with their memory and views.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ash::vk;
use gpu_allocator::{MemoryLocation, vulkan::Allocation};

use super::device::Device;
use super::error::{Error, failed};
use super::retire::Retired;

/// What an image is made like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageDesc<'a> {
    pub(crate) name: &'a str,
    pub(crate) extent: [u32; 2],
    pub(crate) format: vk::Format,
    /// A second format of the same size to view the largest level in: the same bytes, read and written in another way.
    pub(crate) second_format: Option<vk::Format>,
    pub(crate) mip_levels: u32,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) usage: vk::ImageUsageFlags,
}

impl<'a> ImageDesc<'a> {
    /// One level, one sample a texel and one format.
    pub(crate) const fn plain(
        name: &'a str,
        extent: [u32; 2],
        format: vk::Format,
        usage: vk::ImageUsageFlags,
    ) -> Self {
        let samples = vk::SampleCountFlags::TYPE_1;
        Self { name, extent, format, second_format: None, mip_levels: 1, samples, usage }
    }
}

/// Whether an image is ready to be read by shaders; shared with what records that.
pub(super) type Readable = Arc<AtomicBool>;

/// The formats of what is copied: four channels of eight bits.
const FOUR_BYTES: [vk::Format; 4] = [
    vk::Format::R8G8B8A8_SRGB,
    vk::Format::R8G8B8A8_UNORM,
    vk::Format::B8G8R8A8_SRGB,
    vk::Format::B8G8R8A8_UNORM,
];

/// A two-dimensional image in device memory. Dropped, it is kept until the GPU is done with it.
pub(crate) struct Image {
    // The views go before the image; retired objects are destroyed in the order of their retirement.
    view: View,
    second_view: Option<View>,
    pub(super) raw: Raw,
    pub(super) extent: vk::Extent2D,
    pub(super) mip_levels: u32,
    pub(super) samples: vk::SampleCountFlags,
    usage: vk::ImageUsageFlags,
    /// Whether what was recorded so far leaves it ready to be read by shaders. Rule 7.
    readable: Readable,
}

impl Image {
    pub(crate) fn new(device: &Arc<Device>, desc: &ImageDesc<'_>) -> Result<Self, Error> {
        let raw = Raw::new(device, desc)?;
        let view = View::new(device, raw.handle, desc.format, desc.mip_levels, desc)?;
        let second_view =
            desc.second_format.map(|format| View::new(device, raw.handle, format, 1, desc)).transpose()?;
        let [width, height] = desc.extent;
        Ok(Self {
            view,
            second_view,
            raw,
            extent: vk::Extent2D { width, height },
            mip_levels: desc.mip_levels,
            samples: desc.samples,
            usage: desc.usage,
            readable: Readable::default(),
        })
    }

    /// Width and height in pixels.
    pub(crate) const fn extent(&self) -> [u32; 2] {
        [self.extent.width, self.extent.height]
    }

    pub(super) const fn view(&self) -> vk::ImageView {
        self.view.handle
    }

    /// Its format, and that of its view.
    pub(super) const fn format(&self) -> vk::Format {
        self.view.format
    }

    /// The view in the second format, and that format.
    ///
    /// # Panics
    /// If the image was made without one.
    pub(super) fn second_view(&self) -> (vk::ImageView, vk::Format) {
        let view = self.second_view.as_ref().expect("the image has a second format");
        (view.handle, view.format)
    }

    /// Whether it was made to be used so.
    pub(super) const fn is_for(&self, usage: vk::ImageUsageFlags) -> bool {
        self.usage.contains(usage)
    }

    /// For copies, whose sizes are counted so.
    ///
    /// # Panics
    /// If its texels have another size.
    pub(super) fn assert_four_bytes_a_texel(&self) {
        let format = self.format();
        assert!(FOUR_BYTES.contains(&format), "{format:?} is not known to have four bytes a texel");
    }

    pub(super) const fn device(&self) -> &Arc<Device> {
        &self.raw.device
    }

    pub(super) fn is_readable(&self) -> bool {
        self.readable.load(Ordering::Acquire)
    }

    /// For those who record the barriers that make it so.
    pub(super) fn set_readable(&self, readable: bool) {
        self.readable.store(readable, Ordering::Release);
    }

    /// For those who must take it back.
    pub(super) fn readable(&self) -> Readable {
        Arc::clone(&self.readable)
    }
}

/// Images of as many bytes begin at a page, whatever the device asks for. Mesa's llvmpipe (seen in 22.3) asks for 16 bytes, and
/// takes up to twice the time for a picture whose rows of tiles begin inside of the cache's lines: where an image lies is else
/// up to what was made before it. It may go, [`DEPTH_SHIFT`] with it, when every llvmpipe in use asks for the lines of a cache.
const LARGE: u64 = 16 * PAGE;
const PAGE: u64 = 4096;

/// How far behind a page depth begins, where the device takes it so. It is read and written together with a color image; from
/// the same place in a page on, rows of both would push each other out of the cache.
const DEPTH_SHIFT: u64 = 512;

/// Where in its memory an image begins, which `requirements` are made to hold.
fn place(requirements: &mut vk::MemoryRequirements, usage: vk::ImageUsageFlags) -> u64 {
    if requirements.size < LARGE {
        return 0;
    }
    let shifts = usage.contains(vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT)
        && DEPTH_SHIFT.is_multiple_of(requirements.alignment);
    let shift = if shifts { DEPTH_SHIFT } else { 0 };
    requirements.alignment = requirements.alignment.max(PAGE);
    requirements.size += shift;
    shift
}

/// An image and its memory.
pub(super) struct Raw {
    pub(super) handle: vk::Image,
    /// Always there but during drop.
    memory: Option<Allocation>,
    device: Arc<Device>,
}

impl Raw {
    fn new(device: &Arc<Device>, desc: &ImageDesc<'_>) -> Result<Self, Error> {
        let [width, height] = desc.extent;
        assert!(width > 0 && height > 0, "the image \"{}\" is {width}x{height} pixels large", desc.name);
        let drawn = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
        let limits = device.limits();
        let max = if desc.usage.intersects(drawn) { limits.picture_edge } else { limits.image_edge };
        if width > max || height > max {
            return Err(Error::ImageTooLarge { width, height, max });
        }
        let levels = width.max(height).ilog2() + 1;
        assert!((1..=levels).contains(&desc.mip_levels), "{} levels, of at most {levels}", desc.mip_levels);
        let single = desc.samples == vk::SampleCountFlags::TYPE_1;
        assert!(single || desc.mip_levels == 1, "levels of an image of several samples a texel");
        let mutable = if desc.second_format.is_some() {
            vk::ImageCreateFlags::MUTABLE_FORMAT
        } else {
            vk::ImageCreateFlags::empty()
        };
        let info = vk::ImageCreateInfo::default()
            .flags(mutable)
            .image_type(vk::ImageType::TYPE_2D)
            .format(desc.format)
            .extent(vk::Extent3D { width, height, depth: 1 })
            .mip_levels(desc.mip_levels)
            .array_layers(1)
            .samples(desc.samples)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(desc.usage)
            .sharing_mode(vk::SharingMode::EXCLUSIVE)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        // SAFETY: rule 5. Neither edge is 0 or above the limit, and there are no more levels than halvings.
        // VUID-VkImageCreateInfo-extent-00944, -00945, -mipLevels-00958.
        let handle = unsafe { device.raw.create_image(&info, None) }.map_err(failed("vkCreateImage"))?;
        // SAFETY: `handle` was just made from this device.
        let mut requirements = unsafe { device.raw.get_image_memory_requirements(handle) };
        let shift = place(&mut requirements, desc.usage);
        let memory = match device.allocate(desc.name, requirements, MemoryLocation::GpuOnly, false) {
            Ok(memory) => memory,
            Err(error) => {
                // SAFETY: made above, never used.
                unsafe { device.raw.destroy_image(handle, None) };
                return Err(error);
            }
        };
        // SAFETY: the handle is used while its allocation lives.
        let block = unsafe { memory.memory() };
        let offset = memory.offset() + shift;
        // From here on, dropping the value releases both.
        let image = Self { handle, memory: Some(memory), device: Arc::clone(device) };
        device.name(handle, desc.name);
        // SAFETY: the memory was allocated for this image's requirements, with room for the shift, which is a multiple of
        // their alignment; and nothing was bound to the image. VUID-vkBindImageMemory-image-07460, -memoryOffset-01048,
        // -size-01049.
        unsafe { device.raw.bind_image_memory(handle, block, offset) }
            .map_err(failed("vkBindImageMemory"))?;
        Ok(image)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.device.retire(Retired::Image(self.handle, memory));
        }
    }
}

/// A view of an image.
struct View {
    handle: vk::ImageView,
    format: vk::Format,
    device: Arc<Device>,
}

impl View {
    fn new(
        device: &Arc<Device>,
        image: vk::Image,
        format: vk::Format,
        levels: u32,
        desc: &ImageDesc<'_>,
    ) -> Result<Self, Error> {
        let aspect = if desc.usage.contains(vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT) {
            vk::ImageAspectFlags::DEPTH
        } else {
            vk::ImageAspectFlags::COLOR
        };
        let handle = create_view(device, image, format, aspect, levels)?;
        device.name(handle, desc.name);
        Ok(Self { handle, format, device: Arc::clone(device) })
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.device.retire(Retired::ImageView(self.handle));
    }
}

/// A view of the whole of a two-dimensional image, which may belong to a swapchain.
pub(super) fn create_view(
    device: &Device,
    image: vk::Image,
    format: vk::Format,
    aspect: vk::ImageAspectFlags,
    level_count: u32,
) -> Result<vk::ImageView, Error> {
    let range = vk::ImageSubresourceRange {
        aspect_mask: aspect,
        base_mip_level: 0,
        level_count,
        base_array_layer: 0,
        layer_count: 1,
    };
    let info = vk::ImageViewCreateInfo::default()
        .image(image)
        .view_type(vk::ImageViewType::TYPE_2D)
        .format(format)
        .subresource_range(range);
    // SAFETY: rule 5; the image is alive, and its format is this one or it was made with mutable formats.
    // VUID-VkImageViewCreateInfo-image-01762.
    unsafe { device.raw.create_image_view(&info, None) }.map_err(failed("vkCreateImageView"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_images_begin_at_pages_and_depth_behind_them_where_the_device_allows() {
        let check = |(size, alignment): (u64, u64), usage, expected: (u64, u64, u64)| {
            let mut requirements = vk::MemoryRequirements { size, alignment, memory_type_bits: 1 };
            let shift = place(&mut requirements, usage);
            assert_eq!((requirements.size, requirements.alignment, shift), expected);
        };
        let (color, depth) =
            (vk::ImageUsageFlags::COLOR_ATTACHMENT, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        check((100, 16), depth, (100, 16, 0));
        check((LARGE, 16), color, (LARGE, PAGE, 0));
        check((LARGE, 16), depth, (LARGE + 512, PAGE, 512));
        check((LARGE, 512), depth, (LARGE + 512, PAGE, 512));
        // What asks for more gets it.
        check((LARGE, 1024), depth, (LARGE, PAGE, 0));
        check((LARGE, 65536), depth, (LARGE, 65536, 0));
    }
}
