//! Recording of one command buffer: passes, and what happens between them.

use std::{
    marker::PhantomData,
    sync::{Arc, atomic::Ordering},
};

use ash::vk;

use super::{
    Buffer, Canvas, Device, Load, Pass, PassDesc, Target, Through, Timer, barrier,
    buffer::LastUse,
    error::{Error, failed},
    fault::Step,
    image::{Image, Readable},
    swapchain::{Presentable, WindowImage},
};

/// The test of the recorders' types: this layer as a crate of its own, and in it two recordings, one inside of the
/// other, of which something is tried.
macro_rules! nested_recorders {
    ($tried:literal) => {
        concat!(
            "#![allow(dead_code, unused)]\n#[path = r\"",
            env!("CARGO_MANIFEST_DIR"),
            "/src/vk/mod.rs\"]\nmod vk;\n",
            "fn nested<'f>(a: &'f mut vk::FrameRing<()>, b: &'f mut vk::FrameRing<()>) {\n",
            "    let (Ok(a), Ok(b)) = (a.begin(), b.begin()) else { return };\n",
            "    let _ = a.submit(|_, outer| {\n",
            "        let _ = b.submit(|_, inner| { ",
            $tried,
            " });\n",
            "    });\n",
            "}\n",
            "fn main() {}\n",
        )
    };
}

/// What a command buffer is recorded through, lent for one recording by who submits the buffer.
///
/// It takes what is borrowed for `'f`, a lifetime that ends after the submission; from there on, rule 2 keeps
/// what was recorded. `'r` is the recording itself: those who record must do so for any `'r`, so no two recorders
/// have the same type. That is why recorders, and what they give out, cannot be exchanged, nor outlive the
/// recording.
#[doc = concat!("```no_run\n", nested_recorders!("let _ = (outer, inner);"), "```")]
///
/// The same, but for an exchange of the two, does not compile:
///
#[doc = concat!("```compile_fail\n", nested_recorders!("std::mem::swap(outer, inner);"), "```")]
pub(crate) struct Recorder<'r, 'f> {
    pub(super) recording: Recording<'f>,
    one: One<'r>,
}

/// Makes a type that of one recording: neither a longer nor a shorter lifetime will do.
pub(super) type One<'r> = PhantomData<fn(&'r ()) -> &'r ()>;

/// What a command buffer asks of the device, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) draws: u32,
    /// Pixels whose depth is cleared, however many samples each has.
    pub(crate) depth_pixels: u64,
}

/// A command buffer while it is recorded.
pub(super) struct Recording<'f> {
    pub(super) device: Arc<Device>,
    pub(super) raw: vk::CommandBuffer,
    /// Of buffers that the host must keep away from until this has run, and of timers that it has nothing to ask until then.
    pub(super) mapped: Vec<LastUse>,
    /// Masks that are ready to be read once this has run.
    masks: Vec<Readable>,
    pub(super) tally: Tally,
    /// Neither longer nor shorter.
    borrowed: PhantomData<fn(&'f ()) -> &'f ()>,
}

impl<'f> Recording<'f> {
    /// Begins a buffer of a pool that was just reset. The lists are empty, and lend their memory.
    pub(super) fn begin(
        device: &Arc<Device>,
        raw: vk::CommandBuffer,
        (mapped, masks): (Vec<LastUse>, Vec<Readable>),
    ) -> Result<Self, Error> {
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: rule 5; the pool was reset, so the buffer is not in use.
        // VUID-vkBeginCommandBuffer-commandBuffer-00049.
        unsafe { device.raw.begin_command_buffer(raw, &info) }.map_err(failed("vkBeginCommandBuffer"))?;
        Ok(Self {
            device: Arc::clone(device),
            raw,
            mapped,
            masks,
            tally: Tally::default(),
            borrowed: PhantomData,
        })
    }

    /// Ends the buffer. Returns what the host must keep away from, and the masks: whoever submits the buffer takes
    /// back that they are ready if that fails.
    pub(super) fn end(mut self) -> Result<(Vec<LastUse>, Vec<Readable>), Error> {
        self.device.attempt(Step::EndRecording).map_err(failed("vkEndCommandBuffer"))?;
        // SAFETY: recording, outside of any pass: passes borrow the recording, and end also when they panic.
        unsafe { self.device.raw.end_command_buffer(self.raw) }.map_err(failed("vkEndCommandBuffer"))?;
        Ok((std::mem::take(&mut self.mapped), std::mem::take(&mut self.masks)))
    }

    /// What it is recorded through.
    pub(super) const fn lend<'r>(self) -> Recorder<'r, 'f> {
        Recorder { recording: self, one: PhantomData }
    }

    /// Takes note of a buffer that is used in this way.
    pub(super) fn take_buffer(&mut self, buffer: &'f Buffer, usage: vk::BufferUsageFlags) {
        self.assert_own(&buffer.device);
        assert!(buffer.is_for(usage), "a buffer that is not made for {usage:?}");
        if let Some(last_use) = &buffer.last_use {
            self.mapped.push(Arc::clone(last_use));
        }
    }

    /// Checks an image that is used in this way. Who records it has borrowed it for `'f`.
    pub(super) fn check_image(&self, image: &Image, usage: vk::ImageUsageFlags) {
        self.assert_own(image.device());
        assert!(image.is_for(usage), "an image that is not made for {usage:?}");
    }

    /// Rule 1.
    pub(super) fn assert_own(&self, device: &Arc<Device>) {
        assert!(Arc::ptr_eq(&self.device, device), "another device's object");
    }

    pub(super) fn barrier(
        &mut self,
        images: &[vk::ImageMemoryBarrier2<'_>],
        memory: &[vk::MemoryBarrier2<'_>],
    ) {
        let info = vk::DependencyInfo::default().image_memory_barriers(images).memory_barriers(memory);
        // SAFETY: rules 2 and 5; outside of passes, which borrow the recording, and the old layouts are what
        // the last use left, by rule 7. VUID-VkImageMemoryBarrier2-oldLayout-01197.
        unsafe { self.device.raw.cmd_pipeline_barrier2(self.raw, &info) };
    }
}

impl Drop for Recording<'_> {
    /// What was not submitted made no mask ready.
    fn drop(&mut self) {
        take_back(&self.masks);
    }
}

impl<'r, 'f> Recorder<'r, 'f> {
    /// What was recorded so far.
    pub(crate) const fn tally(&self) -> Tally {
        self.recording.tally
    }

    /// Takes the moments before and after what `record` records.
    pub(crate) fn timed<R>(&mut self, timer: &'f Timer, record: impl FnOnce(&mut Self) -> R) -> R {
        self.recording.assert_own(&timer.device);
        let (device, raw) = (Arc::clone(&self.recording.device), self.recording.raw);
        // SAFETY: rule 2, outside of passes; the queries exist. VUID-vkCmdResetQueryPool-queryCount-09437.
        unsafe { device.raw.cmd_reset_query_pool(raw, timer.pool, 0, 2) };
        let start = vk::PipelineStageFlags2::TOP_OF_PIPE;
        // SAFETY: rule 2; the query was just reset, and the queue has a clock. VUID-vkCmdWriteTimestamp2-timestampValidBits-03863.
        unsafe { device.raw.cmd_write_timestamp2(raw, start, timer.pool, 0) };
        let result = record(self);
        let end = vk::PipelineStageFlags2::ALL_COMMANDS;
        // SAFETY: likewise.
        unsafe { device.raw.cmd_write_timestamp2(raw, end, timer.pool, 1) };
        self.recording.mapped.push(Arc::clone(&timer.last_use));
        result
    }

    /// A picture in an image of ours, to be drawn anew.
    ///
    /// # Panics
    /// If the image is one that shaders read, or has several samples a pixel.
    pub(crate) fn picture(&mut self, image: &'f mut Image) -> Canvas<'r, &'f mut Image> {
        self.recording.check_image(image, vk::ImageUsageFlags::COLOR_ATTACHMENT);
        assert!(!image.is_for(vk::ImageUsageFlags::SAMPLED), "a mask, not a picture");
        assert!(image.samples == vk::SampleCountFlags::TYPE_1, "a picture of several samples a pixel");
        self.recording.barrier(&[barrier::reused_to_drawn(image.raw.handle)], &[]);
        Canvas::new(image)
    }

    /// A picture in an image of the window.
    pub(crate) fn window_picture(&mut self, image: WindowImage<'r, 'f>) -> Canvas<'r, WindowImage<'r, 'f>> {
        self.recording.assert_own(image.device());
        self.recording.barrier(&[barrier::acquired_to_drawn(image.image())], &[]);
        Canvas::new(image)
    }

    /// Draws into a picture, after what was drawn there before.
    pub(crate) fn pass<T: Target>(
        &mut self,
        canvas: &mut Canvas<'r, T>,
        desc: &PassDesc<'f>,
        draw: impl FnOnce(&mut Pass<'_, 'f>),
    ) {
        if canvas.drawn {
            self.recording.barrier(&[barrier::drawn_to_drawn_over(canvas.target.image())], &[]);
        }
        canvas.drawn = true;
        Pass::record(&mut self.recording, &canvas.target, desc, draw);
    }

    /// Draws an image that shaders read, and makes it ready for them.
    pub(crate) fn mask_pass(&mut self, mask: &'f Image, load: Load, draw: impl FnOnce(&mut Pass<'_, 'f>)) {
        self.recording
            .check_image(mask, vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED);
        assert!(mask.samples == vk::SampleCountFlags::TYPE_1, "a mask of several samples a pixel");
        mask.set_readable(false);
        self.recording.barrier(&[barrier::sampled_to_drawn(mask.raw.handle)], &[]);
        Pass::record(
            &mut self.recording,
            mask,
            &PassDesc { through: Through::First, load, depth: None, area: None },
            draw,
        );
        self.recording.barrier(&[barrier::drawn_to_sampled(mask.raw.handle)], &[]);
        mask.set_readable(true);
        self.recording.masks.push(mask.readable());
    }

    /// Hands a picture to presentation.
    pub(crate) fn present(&mut self, canvas: Canvas<'r, WindowImage<'r, 'f>>) -> Presentable<'r> {
        self.recording.barrier(&[barrier::drawn_to_presented(canvas.target.image())], &[]);
        Presentable::new()
    }

    /// Copies a picture for the host, rows without gaps. What the host has read of the buffer before is not
    /// lent any more.
    ///
    /// # Panics
    /// If the buffer is not large enough, or the picture has other than four bytes a pixel.
    pub(crate) fn read_back(&mut self, canvas: Canvas<'r, &'f mut Image>, to: &'f mut Buffer) {
        let picture = self.copy_from(canvas);
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
                to.raw,
                &[region],
            );
        };
        self.recording.barrier(&[], &[barrier::written_to_host()]);
    }

    /// Copies a picture to an image of the window, of the same size, byte by byte, and hands that to
    /// presentation.
    ///
    /// # Panics
    /// If their sizes differ.
    pub(crate) fn copy_and_present(
        &mut self,
        canvas: Canvas<'r, &'f mut Image>,
        to: WindowImage<'r, 'f>,
    ) -> Presentable<'r> {
        let picture = self.copy_from(canvas);
        self.recording.assert_own(to.device());
        assert!(picture.extent() == to.extent(), "a picture of another size than the window");
        self.recording.barrier(&[barrier::acquired_to_copied_to(to.image())], &[]);
        let region = vk::ImageCopy::default()
            .src_subresource(color_layer(0))
            .dst_subresource(color_layer(0))
            .extent(depth_1(picture));
        // SAFETY: rule 2; in these layouts by the barriers, of equal size and with texels of four bytes.
        // VUID-vkCmdCopyImage-srcImage-01548.
        unsafe {
            self.recording.device.raw.cmd_copy_image(
                self.recording.raw,
                picture.raw.handle,
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                to.image(),
                vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                &[region],
            );
        };
        self.recording.barrier(&[barrier::copied_to_presented(to.image())], &[]);
        Presentable::new()
    }

    /// The image of a finished picture, ready to be copied from.
    fn copy_from(&mut self, canvas: Canvas<'r, &'f mut Image>) -> &'f Image {
        let picture = canvas.target;
        assert!(picture.is_for(vk::ImageUsageFlags::TRANSFER_SRC), "not an image that is copied from");
        picture.assert_four_bytes_a_texel();
        self.recording.barrier(&[barrier::drawn_to_copied_from(picture.raw.handle)], &[]);
        picture
    }
}

/// Images that were to be ready after a submission that was not made.
pub(super) fn take_back(masks: &[Readable]) {
    masks.iter().for_each(|readable| readable.store(false, Ordering::Release));
}

pub(super) fn color_layer(mip_level: u32) -> vk::ImageSubresourceLayers {
    vk::ImageSubresourceLayers {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        mip_level,
        base_array_layer: 0,
        layer_count: 1,
    }
}

fn depth_1(image: &Image) -> vk::Extent3D {
    vk::Extent3D { width: image.extent.width, height: image.extent.height, depth: 1 }
}
