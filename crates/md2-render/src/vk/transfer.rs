//! Copies to device memory, outside of pictures.
//!
//! A copy is submitted and not waited for: it runs before whatever is submitted after it, and its staging
//! memory is retired like everything else.

use std::sync::Arc;

use ash::vk;

use super::{
    Buffer, Device, ImageDesc, Rect, Use, barrier,
    error::Error,
    frames::Commands,
    image::Image,
    recorder::{Recording, color_layer},
};

/// Copies from the host to the device.
pub(crate) struct Transfer {
    commands: Commands,
    buffer_bytes: u64,
    image_bytes: u64,
    device: Arc<Device>,
}

impl Transfer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let commands = Commands::new(device, "transfer")?;
        Ok(Self { commands, buffer_bytes: 0, image_bytes: 0, device: Arc::clone(device) })
    }

    pub(crate) const fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Bytes copied to buffers so far.
    pub(crate) const fn buffer_bytes(&self) -> u64 {
        self.buffer_bytes
    }

    /// Bytes copied to images so far.
    pub(crate) const fn image_bytes(&self) -> u64 {
        self.image_bytes
    }

    /// A new buffer in device memory that holds these pieces, one after the other.
    ///
    /// # Panics
    /// If they are empty.
    pub(crate) fn buffer(&mut self, name: &str, for_use: Use, pieces: &[&[u8]]) -> Result<Buffer, Error> {
        let size = pieces.iter().map(|piece| piece.len() as u64).sum();
        let buffer = Buffer::new(&self.device, name, size, for_use)?;
        let staging = self.staging(size, pieces)?;
        self.commands.run(|recorder| {
            let recorder = &mut recorder.recording;
            recorder.take_buffer(&staging, vk::BufferUsageFlags::TRANSFER_SRC);
            recorder.take_buffer(&buffer, vk::BufferUsageFlags::TRANSFER_DST);
            let region = vk::BufferCopy::default().size(size);
            // SAFETY: rule 2; both buffers have this size. VUID-vkCmdCopyBuffer-size-00115.
            unsafe {
                recorder.device.raw.cmd_copy_buffer(recorder.raw, staging.raw, buffer.raw, &[region]);
            };
            recorder.barrier(&[], &[barrier::copied_to_geometry()]);
        })?;
        self.buffer_bytes += size;
        Ok(buffer)
    }

    /// A new texture of these pixels, four bytes each, which shaders may read; its smaller levels are made of
    /// its larger ones. Halving is linear in light for sRGB formats.
    ///
    /// # Panics
    /// If the pixels do not fill the image, or it is not of four bytes a texel.
    pub(crate) fn texture(&mut self, desc: &ImageDesc<'_>, pixels: &[u8]) -> Result<Image, Error> {
        let image = Image::new(&self.device, desc)?;
        let staging = self.staging(pixels.len() as u64, &[pixels])?;
        let (handle, levels) = (image.raw.handle, image.mip_levels);
        self.commands.run(|recorder| {
            let recorder = &mut recorder.recording;
            recorder.barrier(&[barrier::new_to_copied_to(handle, levels)], &[]);
            copy_to_image(recorder, &staging, &image, [0, 0], image.extent());
            for level in 1..levels {
                recorder.barrier(&[barrier::level_to_copied_from(handle, level - 1)], &[]);
                halve(recorder, &image, level);
            }
            if levels > 1 {
                recorder.barrier(&[barrier::levels_to_sampled(handle, levels - 1)], &[]);
            }
            recorder.barrier(&[barrier::last_level_to_sampled(handle, levels - 1)], &[]);
        })?;
        image.set_readable(true);
        self.image_bytes += pixels.len() as u64;
        Ok(image)
    }

    /// Replaces a part of a texture of one level that pictures may be using: those submitted before see the
    /// old content.
    ///
    /// # Panics
    /// If the part lies outside of the image, the pixels do not fill it, or the image is no such texture.
    pub(crate) fn update(
        &mut self,
        image: &Image,
        at: [u32; 2],
        extent: [u32; 2],
        pixels: &[u8],
    ) -> Result<(), Error> {
        assert!(image.is_readable() && image.mip_levels == 1, "not a texture of one level");
        assert!(Arc::ptr_eq(image.device(), &self.device), "another device's image");
        let staging = self.staging(pixels.len() as u64, &[pixels])?;
        let handle = image.raw.handle;
        self.commands.run(|recorder| {
            let recorder = &mut recorder.recording;
            recorder.barrier(&[barrier::sampled_to_copied_to(handle)], &[]);
            copy_to_image(recorder, &staging, image, at, extent);
            recorder.barrier(&[barrier::last_level_to_sampled(handle, 0)], &[]);
        })?;
        self.image_bytes += pixels.len() as u64;
        Ok(())
    }

    fn staging(&self, size: u64, pieces: &[&[u8]]) -> Result<Buffer, Error> {
        let mut staging = Buffer::new(&self.device, "staging", size, Use::Staging)?;
        let mut offset = 0;
        for piece in pieces {
            staging.write(offset, piece);
            offset += piece.len() as u64;
        }
        Ok(staging)
    }
}

/// Copies pixels without gaps into a part of level 0, which is ready to be copied to.
fn copy_to_image<'f>(
    recorder: &mut Recording<'f>,
    staging: &'f Buffer,
    image: &'f Image,
    at: [u32; 2],
    [width, height]: [u32; 2],
) {
    recorder.take_buffer(staging, vk::BufferUsageFlags::TRANSFER_SRC);
    recorder.check_image(image, vk::ImageUsageFlags::TRANSFER_DST);
    image.assert_four_bytes_a_texel();
    assert!(image.samples == vk::SampleCountFlags::TYPE_1, "a texture of several samples a texel");
    let [full_width, full_height] = image.extent();
    let part = Rect { left: at[0], top: at[1], width, height };
    assert!(
        part.is_inside(image.extent()),
        "{width}x{height} pixels at {at:?} of an image of {full_width}x{full_height}"
    );
    let bytes = u64::from(width) * u64::from(height) * 4;
    assert!(staging.size() == bytes, "{} bytes for {width}x{height} pixels", staging.size());
    let [x, y] = at.map(|edge| i32::try_from(edge).expect("inside an image"));
    let region = vk::BufferImageCopy::default()
        .image_subresource(color_layer(0))
        .image_offset(vk::Offset3D { x, y, z: 0 })
        .image_extent(vk::Extent3D { width, height, depth: 1 });
    // SAFETY: rule 2; the part lies in the image and the pixels fill it, as just asserted, and the barrier
    // before has made the layout. VUID-vkCmdCopyBufferToImage-imageSubresource-07971.
    unsafe {
        recorder.device.raw.cmd_copy_buffer_to_image(
            recorder.raw,
            staging.raw,
            image.raw.handle,
            vk::ImageLayout::TRANSFER_DST_OPTIMAL,
            &[region],
        );
    };
}

/// Makes a level of the one above it.
fn halve<'f>(recorder: &mut Recording<'f>, image: &'f Image, level: u32) {
    recorder.check_image(image, vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
    let corner = |level: u32| {
        let edge = |full: u32| i32::try_from((full >> level).max(1)).unwrap_or(i32::MAX);
        vk::Offset3D { x: edge(image.extent.width), y: edge(image.extent.height), z: 1 }
    };
    let origin = vk::Offset3D::default();
    let region = vk::ImageBlit::default()
        .src_subresource(color_layer(level - 1))
        .src_offsets([origin, corner(level - 1)])
        .dst_subresource(color_layer(level))
        .dst_offsets([origin, corner(level)]);
    // SAFETY: rule 2; both levels exist and are in these layouts by the barriers before. Every device can
    // blit and filter the formats of textures. VUID-vkCmdBlitImage-srcImage-01999.
    unsafe {
        recorder.device.raw.cmd_blit_image(
            recorder.raw,
            image.raw.handle,
            vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
            image.raw.handle,
            vk::ImageLayout::TRANSFER_DST_OPTIMAL,
            &[region],
            vk::Filter::LINEAR,
        );
    };
}
