//! Copies to device memory, outside of pictures.
//!
//! A copy is submitted and not waited for: it runs before whatever is submitted after it, and its staging
//! memory is retired like everything else.

use std::sync::Arc;

use ash::vk;

use super::{Buffer, Device, Recorder, Use, barrier, frames::Commands, image::Image, recorder::color_layer};
use crate::{ImageData, RenderError};

/// Copies from the host to the device.
pub(crate) struct Transfer {
    commands: Commands,
    buffer_bytes: u64,
    image_bytes: u64,
    device: Arc<Device>,
}

impl Transfer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, RenderError> {
        let commands = Commands::new(device, "transfer")?;
        Ok(Self { commands, buffer_bytes: 0, image_bytes: 0, device: Arc::clone(device) })
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
    pub(crate) fn buffer(
        &mut self,
        name: &str,
        for_use: Use,
        pieces: &[&[u8]],
    ) -> Result<Buffer, RenderError> {
        let size = pieces.iter().map(|piece| piece.len() as u64).sum();
        let buffer = Buffer::new(&self.device, name, size, for_use)?;
        let staging = self.staging(size, pieces)?;
        self.run(|recorder| {
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

    /// Fills a new texture, and makes its smaller levels of its larger ones. Halving is linear in light for
    /// sRGB formats.
    pub(crate) fn fill_image(&mut self, image: &Image, data: &ImageData<'_>) -> Result<(), RenderError> {
        let staging = self.staging(data.rgba.len() as u64, &[data.rgba])?;
        let (handle, levels) = (image.raw.handle, image.mip_levels);
        self.run(|recorder| {
            recorder.barrier(&[barrier::new_to_copied_to(handle, levels)], &[]);
            copy_to_image(recorder, &staging, image, [0, 0], [data.width, data.height]);
            for level in 1..levels {
                recorder.barrier(&[barrier::level_to_copied_from(handle, level - 1)], &[]);
                halve(recorder, image, level);
            }
            if levels > 1 {
                recorder.barrier(&[barrier::levels_to_sampled(handle, levels - 1)], &[]);
            }
            recorder.barrier(&[barrier::last_level_to_sampled(handle, levels - 1)], &[]);
        })?;
        self.image_bytes += data.rgba.len() as u64;
        Ok(())
    }

    /// Replaces a part of a texture of one level that pictures may be using: those submitted before see the
    /// old content.
    pub(crate) fn update_image(
        &mut self,
        image: &Image,
        at: [u32; 2],
        data: &ImageData<'_>,
    ) -> Result<(), RenderError> {
        let staging = self.staging(data.rgba.len() as u64, &[data.rgba])?;
        let handle = image.raw.handle;
        self.run(|recorder| {
            recorder.barrier(&[barrier::sampled_to_copied_to(handle)], &[]);
            copy_to_image(recorder, &staging, image, at, [data.width, data.height]);
            recorder.barrier(&[barrier::last_level_to_sampled(handle, 0)], &[]);
        })?;
        self.image_bytes += data.rgba.len() as u64;
        Ok(())
    }

    fn staging(&self, size: u64, pieces: &[&[u8]]) -> Result<Buffer, RenderError> {
        let mut staging = Buffer::new(&self.device, "staging", size, Use::Staging)?;
        let mut offset = 0;
        for piece in pieces {
            staging.write(offset, piece);
            offset += piece.len() as u64;
        }
        Ok(staging)
    }

    fn run(&mut self, record: impl FnOnce(&mut Recorder<'_>)) -> Result<(), RenderError> {
        self.commands.record(&self.device, record)?;
        // SAFETY: `record` ended the buffer; no semaphores.
        unsafe { self.commands.submit(None, None) }?;
        Ok(())
    }
}

/// Copies pixels without gaps into a part of level 0.
fn copy_to_image(
    recorder: &mut Recorder<'_>,
    staging: &Buffer,
    image: &Image,
    at: [u32; 2],
    [width, height]: [u32; 2],
) {
    let [x, y] = at.map(|edge| i32::try_from(edge).unwrap_or(i32::MAX));
    let region = vk::BufferImageCopy::default()
        .image_subresource(color_layer(0))
        .image_offset(vk::Offset3D { x, y, z: 0 })
        .image_extent(vk::Extent3D { width, height, depth: 1 });
    // SAFETY: rule 2; callers have checked that the part lies in the image and that the pixels fill it, and
    // the barrier before has made the layout. VUID-vkCmdCopyBufferToImage-imageSubresource-07971.
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
fn halve(recorder: &mut Recorder<'_>, image: &Image, level: u32) {
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
