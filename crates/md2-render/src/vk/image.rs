//! Images with their memory and views.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ash::vk;
use gpu_allocator::MemoryLocation;

use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageDesc<'a> {
    pub(crate) name: &'a str,
    pub(crate) extent: [u32; 2],
    pub(crate) format: vk::Format,
    /// A second format for a view of the largest level. It interprets the same bytes differently.
    pub(crate) second_format: Option<vk::Format>,
    pub(crate) mip_levels: u32,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) usage: vk::ImageUsageFlags,
}

impl<'a> ImageDesc<'a> {
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

/// A flag that is set while shaders may read an image. It is shared with the recordings that make the image readable.
pub(super) type Readable = Arc<AtomicBool>;

pub(crate) struct Image {
    // The views are dropped before the image, and retired objects are destroyed in order.
    view: ImageView,
    second_view: Option<ImageView>,
    pub(super) raw: OwnedHandle<vk::Image>,
    pub(super) extent: vk::Extent2D,
    pub(super) mip_levels: u32,
    pub(super) samples: vk::SampleCountFlags,
    usage: vk::ImageUsageFlags,
    /// Set if shaders may read the image after the commands recorded so far. See rule 7 of the module `vk`.
    readable: Readable,
}

impl Image {
    pub(crate) fn new(device: &Arc<Device>, desc: &ImageDesc<'_>) -> Result<Self, Error> {
        let raw = create_image(device, desc)?;
        let aspect = if desc.usage.contains(vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT) {
            vk::ImageAspectFlags::DEPTH
        } else {
            vk::ImageAspectFlags::COLOR
        };
        let view = |format, levels| ImageView::new(device, desc.name, raw.handle, format, aspect, levels);
        let second_view = desc.second_format.map(|format| view(format, 1)).transpose()?;
        let view = view(desc.format, desc.mip_levels)?;
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

    pub(crate) const fn extent(&self) -> [u32; 2] {
        [self.extent.width, self.extent.height]
    }

    pub(crate) const fn view(&self) -> (vk::ImageView, vk::Format) {
        self.view.get()
    }

    pub(super) fn second_view(&self) -> (vk::ImageView, vk::Format) {
        self.second_view.as_ref().expect("the image has a second format").get()
    }

    pub(super) const fn allows(&self, usage: vk::ImageUsageFlags) -> bool {
        self.usage.contains(usage)
    }

    pub(super) fn texel_bytes(&self) -> u64 {
        match self.view.format {
            vk::Format::R8G8B8A8_SRGB
            | vk::Format::R8G8B8A8_UNORM
            | vk::Format::B8G8R8A8_SRGB
            | vk::Format::B8G8R8A8_UNORM => 4,
            format => panic!("copies do not support {format:?}"),
        }
    }

    pub(super) const fn device(&self) -> &Arc<Device> {
        &self.raw.device
    }

    pub(super) fn is_readable(&self) -> bool {
        self.readable.load(Ordering::Acquire)
    }

    pub(super) fn set_readable(&self, readable: bool) {
        self.readable.store(readable, Ordering::Release);
    }

    pub(super) fn readable(&self) -> Readable {
        Arc::clone(&self.readable)
    }
}

/// Images of at least this many bytes start at a page boundary. Mesa's llvmpipe (seen in 22.3) requires an alignment
/// of only 16 bytes, but takes up to twice as long if the rows of tiles start inside cache lines. This constant and
/// [`DEPTH_SHIFT`] can be removed when every llvmpipe in use requires cache line alignment.
const LARGE: u64 = 16 * PAGE;
const PAGE: u64 = 4096;

/// The offset of a depth image from a page boundary, if the device allows it. A depth image at the same offset as the
/// color image would compete with it for the same cache lines.
const DEPTH_SHIFT: u64 = 512;

fn align_large(requirements: &mut vk::MemoryRequirements, usage: vk::ImageUsageFlags) -> u64 {
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

fn create_image(device: &Arc<Device>, desc: &ImageDesc<'_>) -> Result<OwnedHandle<vk::Image>, Error> {
    let [width, height] = desc.extent;
    assert!(width > 0 && height > 0, "the image \"{}\" is {width}x{height} pixels large", desc.name);
    let drawn = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let limits = device.limits();
    let max = if desc.usage.intersects(drawn) { limits.picture_edge } else { limits.image_edge };
    if width > max || height > max {
        return Err(Error::ImageTooLarge { width, height, max });
    }
    let levels = width.max(height).ilog2() + 1;
    assert!((1..=levels).contains(&desc.mip_levels), "{} mip levels, of at most {levels}", desc.mip_levels);
    let single = desc.samples == vk::SampleCountFlags::TYPE_1;
    assert!(single || desc.mip_levels == 1, "an image with several samples per texel has several levels");
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
    let mut image = OwnedHandle::new(device, handle, desc.name);
    // SAFETY: the image was just made from this device.
    let mut requirements = unsafe { device.raw.get_image_memory_requirements(handle) };
    let shift = align_large(&mut requirements, desc.usage);
    let memory = device.allocate(desc.name, requirements, MemoryLocation::GpuOnly, false)?;
    // SAFETY: the handle is used while its allocation lives.
    let (block, offset) = (unsafe { memory.memory() }, memory.offset() + shift);
    image.memory = Some(memory);
    // SAFETY: the memory was allocated for this image's requirements, with room for the shift, which is a
    // multiple of their alignment; and nothing was bound to the image. VUID-vkBindImageMemory-image-07460,
    // -memoryOffset-01048, -size-01049.
    unsafe { device.raw.bind_image_memory(handle, block, offset) }.map_err(failed("vkBindImageMemory"))?;
    Ok(image)
}

pub(super) struct ImageView {
    raw: OwnedHandle<vk::ImageView>,
    format: vk::Format,
}

impl ImageView {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        image: vk::Image,
        format: vk::Format,
        aspect_mask: vk::ImageAspectFlags,
        level_count: u32,
    ) -> Result<Self, Error> {
        let range = vk::ImageSubresourceRange {
            aspect_mask,
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
        let handle = unsafe { device.raw.create_image_view(&info, None) };
        let handle = handle.map_err(failed("vkCreateImageView"))?;
        Ok(Self { raw: OwnedHandle::new(device, handle, name), format })
    }

    pub(super) const fn get(&self) -> (vk::ImageView, vk::Format) {
        (self.raw.handle, self.format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligns_large_images_to_pages_and_shifts_depth() {
        let check = |(size, alignment): (u64, u64), usage, expected: (u64, u64, u64)| {
            let mut requirements = vk::MemoryRequirements { size, alignment, memory_type_bits: 1 };
            let shift = align_large(&mut requirements, usage);
            assert_eq!((requirements.size, requirements.alignment, shift), expected);
        };
        let (color, depth) =
            (vk::ImageUsageFlags::COLOR_ATTACHMENT, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        check((100, 16), depth, (100, 16, 0));
        check((LARGE, 16), color, (LARGE, PAGE, 0));
        check((LARGE, 16), depth, (LARGE + 512, PAGE, 512));
        check((LARGE, 512), depth, (LARGE + 512, PAGE, 512));
        // Larger alignments are respected.
        check((LARGE, 1024), depth, (LARGE, PAGE, 0));
        check((LARGE, 65536), depth, (LARGE, 65536, 0));
    }
}
