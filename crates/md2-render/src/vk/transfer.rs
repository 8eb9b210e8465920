//! Copies to device memory, outside of pictures.
//!
//! A copy is submitted without waiting: it runs before all later submissions, and its staging buffer is destroyed
//! after the copy has run.

use std::sync::Arc;

use ash::vk;

use super::barrier;
use super::buffer::{Buffer, Use};
use super::device::Device;
use super::error::Error;
use super::frames::Commands;
use super::image::{Image, ImageDesc};
use super::pass::Rect;
use super::recording::{Recording, color_layer};

pub(crate) struct Transfer {
    commands: Commands,
    pub(crate) buffer_bytes: u64,
    pub(crate) image_bytes: u64,
    pub(crate) device: Arc<Device>,
}

impl Transfer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let commands = Commands::new(device, "transfer")?;
        Ok(Self { commands, buffer_bytes: 0, image_bytes: 0, device: Arc::clone(device) })
    }

    pub(crate) fn upload_buffer(
        &mut self,
        name: &str,
        for_use: Use,
        pieces: &[&[u8]],
    ) -> Result<Buffer, Error> {
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
                let (from, to) = (staging.raw.handle, buffer.raw.handle);
                recorder.device.raw.cmd_copy_buffer(recorder.raw, from, to, &[region]);
            };
            recorder.memory_barrier(barrier::copied_to_geometry());
        })?;
        self.buffer_bytes += size;
        Ok(buffer)
    }

    /// Creates a texture. `pixels` returns the texels of all mipmap levels, the largest level first.
    /// It is called only after the image was created.
    pub(crate) fn upload_texture<P: AsRef<[u8]>>(
        &mut self,
        desc: &ImageDesc<'_>,
        pixels: impl FnOnce() -> P,
    ) -> Result<Image, Error> {
        let image = Image::new(&self.device, desc)?;
        let pixels = pixels();
        let pixels = pixels.as_ref();
        // One buffer for the largest level and one for the others, so that neither exceeds the largest level.
        let first = image.extent().iter().fold(image.texel_bytes(), |bytes, &edge| bytes * u64::from(edge));
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let (first, smaller) = pixels.split_at(first.min(pixels.len()));
        let staging = |pixels: &[u8]| self.staging(pixels.len() as u64, &[pixels]);
        let first = staging(first)?;
        let smaller = if smaller.is_empty() { None } else { Some(staging(smaller)?) };
        let (handle, levels) = (image.raw.handle, image.mip_levels);
        let filled = self.commands.run(|recorder| {
            let recorder = &mut recorder.recording;
            recorder.transition(barrier::NEW_TO_COPIED_TO, handle, levels);
            let mut filled = copy_to_image(recorder, (&first, 0), (&image, 0), [0, 0], image.extent());
            if let Some(smaller) = &smaller {
                let mut offset = 0;
                for level in 1..levels {
                    let extent = image.extent().map(|edge| (edge >> level).max(1));
                    offset += copy_to_image(recorder, (smaller, offset), (&image, level), [0, 0], extent);
                }
                filled += offset;
            }
            recorder.transition(barrier::COPIED_TO_SAMPLED, handle, levels);
            filled
        });
        let (_, filled) = filled?;
        assert!(
            pixels.len() as u64 == filled,
            "{} bytes of pixels for an image of {filled} bytes",
            pixels.len()
        );
        image.set_readable(true);
        self.image_bytes += pixels.len() as u64;
        Ok(image)
    }

    /// Replaces a part of a texture with one level. Pictures that were submitted earlier show the old content.
    pub(crate) fn update_texture(
        &mut self,
        image: &Image,
        corner: [u32; 2],
        extent: [u32; 2],
        pixels: &[u8],
    ) -> Result<(), Error> {
        assert!(image.is_readable() && image.mip_levels == 1, "the image is not a texture with one level");
        assert!(Arc::ptr_eq(image.device(), &self.device), "the image belongs to another device");
        let staging = self.staging(pixels.len() as u64, &[pixels])?;
        let handle = image.raw.handle;
        self.commands.run(|recorder| {
            let recorder = &mut recorder.recording;
            recorder.transition(barrier::SAMPLED_TO_COPIED_TO, handle, 1);
            let filled = copy_to_image(recorder, (&staging, 0), (image, 0), corner, extent);
            assert!(staging.size() == filled, "{} bytes for a part of {filled}", staging.size());
            recorder.transition(barrier::COPIED_TO_SAMPLED, handle, 1);
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

/// Copies pixels, stored without gaps from byte `offset` of the staging buffer, to a part of a mipmap level. Returns
/// the number of copied bytes.
fn copy_to_image<'f>(
    recorder: &mut Recording<'f>,
    (staging, offset): (&'f Buffer, u64),
    (image, level): (&'f Image, u32),
    corner: [u32; 2],
    [width, height]: [u32; 2],
) -> u64 {
    recorder.take_buffer(staging, vk::BufferUsageFlags::TRANSFER_SRC);
    recorder.check_image(image, vk::ImageUsageFlags::TRANSFER_DST);
    assert!(image.samples == vk::SampleCountFlags::TYPE_1, "the texture has several samples per texel");
    assert!(level < image.mip_levels, "level {level} of {}", image.mip_levels);
    let full = image.extent().map(|edge| (edge >> level).max(1));
    let part = Rect { left: corner[0], top: corner[1], width, height };
    assert!(
        part.is_inside(&Rect::whole(full)),
        "{width}x{height} pixels at {corner:?} of an image of {}x{}",
        full[0],
        full[1]
    );
    let bytes = u64::from(width) * u64::from(height) * image.texel_bytes();
    let end = offset.checked_add(bytes);
    assert!(
        end.is_some_and(|end| end <= staging.size()),
        "{} bytes for {width}x{height} pixels at {offset}",
        staging.size()
    );
    // VUID-vkCmdCopyBufferToImage-dstImage-07975.
    assert!(offset.is_multiple_of(image.texel_bytes()), "pixels at byte {offset}");
    let [x, y] = corner.map(|edge| i32::try_from(edge).expect("inside an image"));
    let region = vk::BufferImageCopy::default()
        .buffer_offset(offset)
        .image_subresource(color_layer(level))
        .image_offset(vk::Offset3D { x, y, z: 0 })
        .image_extent(vk::Extent3D { width, height, depth: 1 });
    // SAFETY: rule 2; as just asserted, the part lies in the level, and the pixels lie in the buffer at a multiple of
    // the texel size. The barrier before has set the layout. VUID-vkCmdCopyBufferToImage-imageSubresource-07971.
    unsafe {
        recorder.device.raw.cmd_copy_buffer_to_image(
            recorder.raw,
            staging.raw.handle,
            image.raw.handle,
            vk::ImageLayout::TRANSFER_DST_OPTIMAL,
            &[region],
        );
    };
    bytes
}
