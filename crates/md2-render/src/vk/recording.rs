//! A command buffer while it is recorded.

use std::{
    marker::PhantomData,
    sync::{Arc, atomic::Ordering},
};

use ash::vk;

use super::buffer::{Buffer, LastUse};
use super::device::Device;
use super::error::{Error, failed};
use super::fault::Step;
use super::image::{Image, Readable};

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
    pub(super) masks: Vec<Readable>,
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
        self.device.faults.attempt(Step::EndRecording).map_err(failed("vkEndCommandBuffer"))?;
        // SAFETY: recording, outside of any pass: passes borrow the recording, and end also when they panic.
        unsafe { self.device.raw.end_command_buffer(self.raw) }.map_err(failed("vkEndCommandBuffer"))?;
        Ok((std::mem::take(&mut self.mapped), std::mem::take(&mut self.masks)))
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
