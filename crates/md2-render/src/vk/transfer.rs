//! Copies to device memory, outside of pictures.
//!
//! A copy is prepared at once, and recorded with all others by [`Transfer::flush`]. Their submission runs before all later
//! ones, and their staging buffers are destroyed after it has run.

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
    /// The copies since the last submission, which keep their destinations alive.
    pending: Vec<Upload>,
    pending_bytes: u64,
    pub(crate) buffer_bytes: u64,
    pub(crate) image_bytes: u64,
    pub(crate) device: Arc<Device>,
}

enum Upload {
    Buffer { staging: Buffer, to: Arc<Buffer> },
    Texture { first: Buffer, smaller: Option<Buffer>, to: Arc<Image> },
    Part { staging: Buffer, to: Arc<Image>, corner: [u32; 2], extent: [u32; 2] },
}

/// The largest size in bytes of the staging buffers that wait for a submission.
const MAX_PENDING: u64 = 32 << 20;

impl Transfer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let commands = Commands::new(device, "transfer")?;
        let device = Arc::clone(device);
        Ok(Self { commands, pending: Vec::new(), pending_bytes: 0, buffer_bytes: 0, image_bytes: 0, device })
    }

    pub(crate) fn upload_buffer(
        &mut self,
        name: &str,
        for_use: Use,
        pieces: &[&[u8]],
    ) -> Result<Arc<Buffer>, Error> {
        let size = pieces.iter().map(|piece| piece.len() as u64).sum();
        let to = Arc::new(Buffer::new(&self.device, name, size, for_use)?);
        let staging = self.staging(size, pieces)?;
        self.add(size, Upload::Buffer { staging, to: Arc::clone(&to) })?;
        self.buffer_bytes += size;
        Ok(to)
    }

    /// Creates a texture. `pixels` returns the texels of all mipmap levels, the largest level first.
    /// It is called only after the image was created.
    pub(crate) fn upload_texture<P: AsRef<[u8]>>(
        &mut self,
        desc: &ImageDesc<'_>,
        pixels: impl FnOnce() -> P,
    ) -> Result<Arc<Image>, Error> {
        let to = Arc::new(Image::new(&self.device, desc)?);
        let pixels = pixels();
        let pixels = pixels.as_ref();
        let filled = (0..to.mip_levels).map(|level| level_bytes(&to, level)).sum();
        let found = pixels.len() as u64;
        assert!(found == filled, "{found} bytes of pixels for an image of {filled} bytes");
        // One buffer for the largest level and one for the others, so that neither exceeds the largest level.
        let first = usize::try_from(level_bytes(&to, 0)).expect("a part of the pixels");
        let (first, smaller) = pixels.split_at(first);
        let first = self.staging(first.len() as u64, &[first])?;
        let smaller = Some(smaller).filter(|smaller| !smaller.is_empty());
        let smaller = smaller.map(|pixels| self.staging(pixels.len() as u64, &[pixels])).transpose()?;
        self.add(filled, Upload::Texture { first, smaller, to: Arc::clone(&to) })?;
        self.image_bytes += filled;
        Ok(to)
    }

    /// Replaces a part of a texture with one level. Pictures that were submitted earlier show the old content.
    pub(crate) fn update_texture(
        &mut self,
        to: &Arc<Image>,
        corner: [u32; 2],
        extent: [u32; 2],
        pixels: &[u8],
    ) -> Result<(), Error> {
        assert!(to.mip_levels == 1, "the image is not a texture with one level");
        assert!(Arc::ptr_eq(to.device(), &self.device), "the image belongs to another device");
        let filled = part_bytes(to, 0, corner, extent);
        let size = pixels.len() as u64;
        assert!(size == filled, "{size} bytes for a part of {filled}");
        let staging = self.staging(size, &[pixels])?;
        self.add(size, Upload::Part { staging, to: Arc::clone(to), corner, extent })?;
        self.image_bytes += size;
        Ok(())
    }

    /// Submits all copies that were prepared. After an error, they are still prepared.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let Self { commands, pending, .. } = self;
        let uploads = &*pending;
        commands.run(|recorder| uploads.iter().for_each(|upload| upload.record(&mut recorder.recording)))?;
        for upload in self.pending.drain(..) {
            if let Upload::Texture { to, .. } = upload {
                to.set_readable(true);
            }
        }
        self.pending_bytes = 0;
        Ok(())
    }

    fn add(&mut self, size: u64, upload: Upload) -> Result<(), Error> {
        self.pending.push(upload);
        self.pending_bytes += size;
        if self.pending_bytes > MAX_PENDING { self.flush() } else { Ok(()) }
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

impl Upload {
    fn record<'f>(&'f self, recording: &mut Recording<'f>) {
        match self {
            Self::Buffer { staging, to } => {
                recording.take_buffer(staging, vk::BufferUsageFlags::TRANSFER_SRC);
                recording.take_buffer(to, vk::BufferUsageFlags::TRANSFER_DST);
                let region = vk::BufferCopy::default().size(to.size());
                let (from, to) = (staging.raw.handle, to.raw.handle);
                // SAFETY: rule 2; both buffers have this size. VUID-vkCmdCopyBuffer-size-00115.
                unsafe { recording.device.raw.cmd_copy_buffer(recording.raw, from, to, &[region]) };
                recording.memory_barrier(barrier::copied_to_geometry());
            }
            Self::Texture { first, smaller, to } => {
                let (handle, levels) = (to.raw.handle, to.mip_levels);
                recording.transition(barrier::NEW_TO_COPIED_TO, handle, levels);
                copy_to_image(recording, (first, 0), (to, 0), [0, 0], to.extent());
                let mut offset = 0;
                for level in 1..levels {
                    let smaller = smaller.as_ref().expect("staged with the first level");
                    copy_to_image(recording, (smaller, offset), (to, level), [0, 0], level_extent(to, level));
                    offset += level_bytes(to, level);
                }
                recording.transition(barrier::COPIED_TO_SAMPLED, handle, levels);
            }
            Self::Part { staging, to, corner, extent } => {
                recording.transition(barrier::SAMPLED_TO_COPIED_TO, to.raw.handle, 1);
                copy_to_image(recording, (staging, 0), (to, 0), *corner, *extent);
                recording.transition(barrier::COPIED_TO_SAMPLED, to.raw.handle, 1);
            }
        }
    }
}

fn level_extent(image: &Image, level: u32) -> [u32; 2] {
    image.extent().map(|edge| (edge >> level).max(1))
}

fn level_bytes(image: &Image, level: u32) -> u64 {
    part_bytes(image, level, [0, 0], level_extent(image, level))
}

/// Returns the size of the pixels for a part of a mipmap level.
fn part_bytes(image: &Image, level: u32, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> u64 {
    let full = level_extent(image, level);
    let part = Rect { left, top, width, height };
    assert!(
        part.is_inside(&Rect::whole(full)),
        "{width}x{height} pixels at {:?} of an image of {}x{}",
        [left, top],
        full[0],
        full[1]
    );
    part.pixels() * image.texel_bytes()
}

/// Copies pixels, stored without gaps from byte `offset` of the staging buffer, to a part of a mipmap level.
fn copy_to_image<'f>(
    recorder: &mut Recording<'f>,
    (staging, offset): (&'f Buffer, u64),
    (image, level): (&'f Image, u32),
    corner: [u32; 2],
    extent: [u32; 2],
) {
    recorder.take_buffer(staging, vk::BufferUsageFlags::TRANSFER_SRC);
    recorder.check_image(image, vk::ImageUsageFlags::TRANSFER_DST);
    assert!(image.samples == vk::SampleCountFlags::TYPE_1, "the texture has several samples per texel");
    assert!(level < image.mip_levels, "level {level} of {}", image.mip_levels);
    let end = offset.checked_add(part_bytes(image, level, corner, extent));
    assert!(end.is_some_and(|end| end <= staging.size()), "pixels at byte {offset} of {}", staging.size());
    // VUID-vkCmdCopyBufferToImage-dstImage-07975.
    assert!(offset.is_multiple_of(image.texel_bytes()), "pixels at byte {offset}");
    let [x, y] = corner.map(|edge| i32::try_from(edge).expect("inside an image"));
    let [width, height] = extent;
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
}
