//! Textures: skins, floors, the placeholder, and the interface's.

use std::sync::Arc;

use ash::vk;

use crate::{
    Filter, ImageData, RenderError,
    layouts::{Layouts, PerFilter, Samplers},
    vk::{Image, ImageDesc, Resource, Sampler, Set, Transfer},
};

/// An image that shaders read, and the sets that name it.
pub(crate) struct Texture {
    pub(crate) sets: PerFilter<Set>,
    pub(crate) image: Arc<Image>,
    pub(crate) filter: Filter,
}

/// What textures are made with.
pub(crate) struct TextureMaker {
    pub(crate) layouts: Layouts,
    pub(crate) samplers: Samplers,
}

impl TextureMaker {
    /// A skin or floor: sRGB, repeated, with mip maps.
    pub(crate) fn surface(
        &self,
        transfer: &mut Transfer,
        name: &str,
        data: &ImageData<'_>,
    ) -> Result<Texture, RenderError> {
        let levels = data.width.max(data.height).max(1).ilog2() + 1;
        self.make(transfer, name, data, vk::Format::R8G8B8A8_SRGB, levels, &self.samplers.repeat)
    }

    /// A texture of the interface: bytes as they are, one level.
    pub(crate) fn overlay(
        &self,
        transfer: &mut Transfer,
        data: &ImageData<'_>,
        filter: Filter,
    ) -> Result<Texture, RenderError> {
        let format = vk::Format::R8G8B8A8_UNORM;
        let texture = self.make(transfer, "overlay texture", data, format, 1, &self.samplers.clamp)?;
        Ok(Texture { filter, ..texture })
    }

    fn make(
        &self,
        transfer: &mut Transfer,
        name: &str,
        data: &ImageData<'_>,
        format: vk::Format,
        mip_levels: u32,
        samplers: &[Arc<Sampler>; 2],
    ) -> Result<Texture, RenderError> {
        check(data);
        let usage = vk::ImageUsageFlags::SAMPLED
            | vk::ImageUsageFlags::TRANSFER_DST
            | vk::ImageUsageFlags::TRANSFER_SRC;
        let desc = ImageDesc {
            name,
            extent: [data.width, data.height],
            format,
            second_format: None,
            mip_levels,
            samples: vk::SampleCountFlags::TYPE_1,
            usage,
        };
        let image = Arc::new(transfer.texture(&desc, data.rgba)?);
        let set = |sampler: &Arc<Sampler>| {
            let color = Resource::Texture(Arc::clone(&image), Arc::clone(sampler));
            Set::new(name, &self.layouts.texture, [color])
        };
        let [linear, nearest] = samplers;
        let sets = PerFilter { linear: set(linear)?, nearest: set(nearest)? };
        Ok(Texture { sets, image, filter: Filter::Linear })
    }
}

/// Misuse, not bad luck: a caller that has pixels knows how many.
pub(crate) fn check(data: &ImageData<'_>) {
    assert!(data.width > 0 && data.height > 0, "an image of {}x{} pixels", data.width, data.height);
    let expected = data.width as usize * data.height as usize * 4;
    assert!(
        data.rgba.len() == expected,
        "an image of {}x{} pixels has {expected} bytes, not {}",
        data.width,
        data.height,
        data.rgba.len()
    );
}

/// Worn by models without a skin: a checker in two colors that no skin has.
pub(crate) fn placeholder() -> Vec<u8> {
    const SIZE: usize = PLACEHOLDER_SIZE as usize;
    const CHECK: usize = 8;
    let mut rgba = Vec::with_capacity(SIZE * SIZE * 4);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let light = (x / CHECK + y / CHECK).is_multiple_of(2);
            rgba.extend(if light { [230, 60, 200, 255] } else { [40, 40, 48, 255] });
        }
    }
    rgba
}

/// Edge of the [`placeholder`], in pixels.
pub(crate) const PLACEHOLDER_SIZE: u32 = 64;
