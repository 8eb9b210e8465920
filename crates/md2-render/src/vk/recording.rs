//! A command buffer during recording.

use std::{
    marker::PhantomData,
    sync::{Arc, atomic::Ordering},
};

use ash::vk;

use super::barrier::Transition;
use super::buffer::{Buffer, LastUse};
use super::device::Device;
use super::error::{Error, failed};
use super::fault::Step;
use super::image::{Image, Readable};

pub(super) type RecordingId<'r> = PhantomData<fn(&'r ()) -> &'r ()>;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) draws: u32,
    /// The number of pixels whose depth the recorded passes clear. A pixel with several samples counts once.
    pub(crate) depth_pixels: u64,
}

pub(super) struct Recording<'f> {
    pub(super) device: Arc<Device>,
    pub(super) raw: vk::CommandBuffer,
    /// For each mapped buffer and timer that this recording uses, the number of its last submission. The host does not
    /// access the buffer or timer until this recording has run.
    pub(super) mapped: Vec<LastUse>,
    pub(super) masks: Vec<Readable>,
    pub(super) tally: Tally,
    /// Makes `'f` invariant.
    borrowed: PhantomData<fn(&'f ()) -> &'f ()>,
}

impl<'f> Recording<'f> {
    pub(super) fn begin(
        device: &Arc<Device>,
        raw: vk::CommandBuffer,
        lists: (Vec<LastUse>, Vec<Readable>),
    ) -> Result<Self, Error> {
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: rule 5; the pool was reset, so the buffer is not in use.
        // VUID-vkBeginCommandBuffer-commandBuffer-00049.
        unsafe { device.raw.begin_command_buffer(raw, &info) }.map_err(failed("vkBeginCommandBuffer"))?;
        let mut recording = Self::lent(device, raw);
        (recording.mapped, recording.masks) = lists;
        Ok(recording)
    }

    pub(super) fn lent(device: &Arc<Device>, raw: vk::CommandBuffer) -> Self {
        Self {
            device: Arc::clone(device),
            raw,
            mapped: Vec::new(),
            masks: Vec::new(),
            tally: Tally::default(),
            borrowed: PhantomData,
        }
    }

    /// Ends the command buffer. Returns the lists `mapped` and `masks`. If submitting fails, the caller must pass
    /// `masks` to [`reset_masks`].
    pub(super) fn end(mut self) -> Result<(Vec<LastUse>, Vec<Readable>), Error> {
        self.device.faults.attempt(Step::EndRecording).map_err(failed("vkEndCommandBuffer"))?;
        // SAFETY: recording, outside of any pass: passes borrow the recording, and end also when they panic.
        unsafe { self.device.raw.end_command_buffer(self.raw) }.map_err(failed("vkEndCommandBuffer"))?;
        Ok((std::mem::take(&mut self.mapped), std::mem::take(&mut self.masks)))
    }

    pub(super) fn take_buffer(&mut self, buffer: &'f Buffer, usage: vk::BufferUsageFlags) {
        self.assert_own(buffer.device());
        assert!(buffer.allows(usage), "the buffer was not made for {usage:?}");
        if let Some(last_use) = &buffer.last_use {
            self.mapped.push(Arc::clone(last_use));
        }
    }

    pub(super) fn check_image(&self, image: &Image, usage: vk::ImageUsageFlags) {
        self.assert_own(image.device());
        assert!(image.allows(usage), "the image was not made for {usage:?}");
    }

    pub(super) fn assert_own(&self, device: &Arc<Device>) {
        assert!(Arc::ptr_eq(&self.device, device), "an object belongs to another device");
    }

    pub(super) fn transition(&mut self, transition: Transition, image: vk::Image, levels: u32) {
        self.barrier(&[transition.barrier(image, levels)], &[]);
    }

    pub(super) fn memory_barrier(&mut self, barrier: vk::MemoryBarrier2<'_>) {
        self.barrier(&[], &[barrier]);
    }

    fn barrier(&mut self, images: &[vk::ImageMemoryBarrier2<'_>], memory: &[vk::MemoryBarrier2<'_>]) {
        let info = vk::DependencyInfo::default().image_memory_barriers(images).memory_barriers(memory);
        // SAFETY: rules 2 and 5; outside of passes, which borrow the recording, and the old layouts are what
        // the last use left, by rule 7. VUID-VkImageMemoryBarrier2-oldLayout-01197.
        unsafe { self.device.raw.cmd_pipeline_barrier2(self.raw, &info) };
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        reset_masks(&self.masks);
    }
}

pub(super) fn reset_masks(masks: &[Readable]) {
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
