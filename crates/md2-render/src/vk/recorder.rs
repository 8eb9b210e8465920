//! Recording of one command buffer: passes, and the steps between them.

use std::{marker::PhantomData, sync::Arc};

use ash::vk;

use super::barrier;
use super::buffer::Buffer;
use super::canvas::{Canvas, Target, ViewFormat};
use super::image::Image;
use super::pass::{Load, Pass, PassDesc};
use super::recording::{Recording, RecordingId, Tally, color_layer};
use super::timer::Timer;

/// A recorder for one command buffer, lent by the code that submits the buffer.
///
/// Recorded objects are borrowed for `'f`, a lifetime that ends after the submission; from then on, rule 2 of the
/// module `vk` keeps them alive. `'r` identifies the recording: closures that record must accept any `'r`, so no two
/// recorders have the same type. Recorders and their results can therefore neither be exchanged nor outlive the
/// recording.
pub(crate) struct Recorder<'r, 'f> {
    pub(super) recording: Recording<'f>,
    id: RecordingId<'r>,
}

impl<'r, 'f> Recorder<'r, 'f> {
    pub(super) const fn new(recording: Recording<'f>) -> Self {
        Self { recording, id: PhantomData }
    }

    pub(crate) const fn tally(&self) -> Tally {
        self.recording.tally
    }

    pub(crate) fn record_timed<R>(
        &mut self,
        timer: Option<&'f Timer>,
        record: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let Some(timer) = timer else { return record(self) };
        self.recording.assert_own(&timer.pool.device);
        let (device, raw) = (Arc::clone(&self.recording.device), self.recording.raw);
        let pool = timer.pool.handle;
        // SAFETY: rule 2, outside of passes; the queries exist. VUID-vkCmdResetQueryPool-queryCount-09437.
        unsafe { device.raw.cmd_reset_query_pool(raw, pool, 0, 2) };
        let start = vk::PipelineStageFlags2::TOP_OF_PIPE;
        // SAFETY: rule 2; the query was just reset, and the queue has a clock. VUID-vkCmdWriteTimestamp2-timestampValidBits-03863.
        unsafe { device.raw.cmd_write_timestamp2(raw, start, pool, 0) };
        let result = record(self);
        let end = vk::PipelineStageFlags2::ALL_COMMANDS;
        // SAFETY: rule 2; the query was just reset, and the queue has a clock.
        unsafe { device.raw.cmd_write_timestamp2(raw, end, pool, 1) };
        self.recording.mapped.push(Arc::clone(&timer.last_use));
        result
    }

    pub(crate) fn prepare_picture(&mut self, image: &'f mut Image) -> Canvas<'r, &'f mut Image> {
        self.recording.check_image(image, vk::ImageUsageFlags::COLOR_ATTACHMENT);
        assert!(!image.allows(vk::ImageUsageFlags::SAMPLED), "the image is a mask, not a picture");
        assert!(image.samples == vk::SampleCountFlags::TYPE_1, "the picture has several samples per pixel");
        self.recording.transition(barrier::REUSED_TO_DRAWN, image.raw.handle, 1);
        Canvas::new(image)
    }

    pub(crate) fn record_pass<T: Target>(
        &mut self,
        canvas: &mut Canvas<'r, T>,
        desc: &PassDesc<'f>,
        draw: impl FnOnce(&mut Pass<'_, 'f>),
    ) {
        if canvas.drawn {
            self.recording.transition(barrier::DRAWN_TO_DRAWN_OVER, canvas.target.image(), 1);
        }
        canvas.drawn = true;
        Pass::record(&mut self.recording, &canvas.target, desc, draw);
    }

    pub(crate) fn record_mask_pass(
        &mut self,
        mask: &'f Image,
        load: Load,
        draw: impl FnOnce(&mut Pass<'_, 'f>),
    ) {
        self.recording
            .check_image(mask, vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED);
        assert!(mask.samples == vk::SampleCountFlags::TYPE_1, "the mask has several samples per pixel");
        mask.set_readable(false);
        self.recording.transition(barrier::SAMPLED_TO_DRAWN, mask.raw.handle, 1);
        Pass::record(
            &mut self.recording,
            &mask,
            &PassDesc { view_format: ViewFormat::First, load, depth: None, area: None },
            draw,
        );
        self.recording.transition(barrier::DRAWN_TO_SAMPLED, mask.raw.handle, 1);
        mask.set_readable(true);
        self.recording.masks.push(mask.readable());
    }

    /// Copies a picture to a buffer for the host, in rows without gaps. The buffer is borrowed mutably, so the
    /// host no longer reads its old content.
    pub(crate) fn read_back(&mut self, canvas: Canvas<'r, &'f mut Image>, to: &'f mut Buffer) {
        let picture = self.prepare_copy(canvas);
        let to: &'f Buffer = to;
        self.recording.take_buffer(to, vk::BufferUsageFlags::TRANSFER_DST);
        let pixels = u64::from(picture.extent.width) * u64::from(picture.extent.height);
        assert!(to.size() >= pixels * 4, "{} bytes for {pixels} pixels", to.size());
        let region =
            vk::BufferImageCopy::default().image_subresource(color_layer(0)).image_extent(depth_1(picture));
        // SAFETY: rule 2; in this layout by the barrier, and the buffer is large enough, as just asserted.
        // VUID-vkCmdCopyImageToBuffer-pRegions-00183.
        unsafe {
            self.recording.device.raw.cmd_copy_image_to_buffer(
                self.recording.raw,
                picture.raw.handle,
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                to.raw.handle,
                &[region],
            );
        };
        self.recording.memory_barrier(barrier::copied_to_host());
    }

    pub(super) fn prepare_copy(&mut self, canvas: Canvas<'r, &'f mut Image>) -> &'f Image {
        let picture = canvas.target;
        assert!(
            picture.allows(vk::ImageUsageFlags::TRANSFER_SRC),
            "the image was not made for copies to the host"
        );
        assert!(picture.texel_bytes() == 4, "the picture does not have four bytes per pixel");
        self.recording.transition(barrier::DRAWN_TO_COPIED_FROM, picture.raw.handle, 1);
        picture
    }
}

pub(super) fn depth_1(image: &Image) -> vk::Extent3D {
    vk::Extent3D { width: image.extent.width, height: image.extent.height, depth: 1 }
}
