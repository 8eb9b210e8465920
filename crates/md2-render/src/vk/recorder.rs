//! Recording of one command buffer: passes, and what happens between them.

use std::{marker::PhantomData, sync::Arc};

use ash::vk;

use super::barrier;
use super::buffer::Buffer;
use super::canvas::{Canvas, Target, Through};
use super::image::Image;
use super::pass::{Load, Pass, PassDesc};
use super::recording::{One, Recording, Tally, color_layer};
use super::timer::Timer;

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

impl<'r, 'f> Recorder<'r, 'f> {
    /// Lends a recording.
    pub(super) const fn new(recording: Recording<'f>) -> Self {
        Self { recording, one: PhantomData }
    }

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

    /// The image of a finished picture, ready to be copied from.
    pub(super) fn copy_from(&mut self, canvas: Canvas<'r, &'f mut Image>) -> &'f Image {
        let picture = canvas.target;
        assert!(picture.is_for(vk::ImageUsageFlags::TRANSFER_SRC), "not an image that is copied from");
        picture.assert_four_bytes_a_texel();
        self.recording.barrier(&[barrier::drawn_to_copied_from(picture.raw.handle)], &[]);
        picture
    }
}

pub(super) fn depth_1(image: &Image) -> vk::Extent3D {
    vk::Extent3D { width: image.extent.width, height: image.extent.height, depth: 1 }
}
