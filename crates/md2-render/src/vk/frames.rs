//! Frames in flight: while the GPU draws one picture, the host prepares the next.

use std::sync::Arc;

use ash::vk;

use super::{Buffer, Device, Recorder, SceneSet, Use, device::Serial, error::failed, retire::Retired};
use crate::RenderError;

/// A pool with one command buffer, and the last submission of that buffer.
pub(super) struct Commands {
    pool: vk::CommandPool,
    buffer: vk::CommandBuffer,
    /// 0 before the first submission; the timeline starts there.
    pub(super) serial: Serial,
    device: Arc<Device>,
}

impl Commands {
    pub(super) fn new(device: &Arc<Device>, name: &str) -> Result<Self, RenderError> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.physical.queue_family);
        // SAFETY: rule 5; the family is the one of the device's queue.
        // VUID-vkCreateCommandPool-queueFamilyIndex-01937.
        let pool =
            unsafe { device.raw.create_command_pool(&info, None) }.map_err(failed("vkCreateCommandPool"))?;
        let mut commands =
            Self { pool, buffer: vk::CommandBuffer::null(), serial: 0, device: Arc::clone(device) };
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: rule 5; nobody else uses the pool.
        let buffers = unsafe { device.raw.allocate_command_buffers(&info) }
            .map_err(failed("vkAllocateCommandBuffers"))?;
        commands.buffer = buffers[0];
        device.name(pool, name);
        device.name(commands.buffer, name);
        Ok(commands)
    }

    /// Waits for the buffer's last submission.
    pub(super) fn wait(&self) -> Result<(), RenderError> {
        self.device.wait(self.serial)
    }

    /// Records the buffer anew. Its last submission is waited for.
    pub(super) fn record<'a, R>(
        &mut self,
        device: &'a Device,
        record: impl FnOnce(&mut Recorder<'a>) -> R,
    ) -> Result<R, RenderError> {
        self.wait()?;
        // SAFETY: its one buffer is not in use: the last submission was waited for.
        // VUID-vkResetCommandPool-commandPool-00040.
        unsafe { device.raw.reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty()) }
            .map_err(failed("vkResetCommandPool"))?;
        let mut recorder = Recorder::begin(device, self.buffer)?;
        let result = record(&mut recorder);
        recorder.end()?;
        Ok(result)
    }

    /// Submits what was recorded.
    ///
    /// # Safety
    /// As for [`Device::submit`].
    pub(super) unsafe fn submit(
        &mut self,
        wait: Option<(vk::Semaphore, vk::PipelineStageFlags2)>,
        signal: Option<vk::Semaphore>,
    ) -> Result<Serial, RenderError> {
        // SAFETY: recorded by `record`, under rule 2; the rest is the caller's promise.
        self.serial = unsafe { self.device.submit(self.buffer, wait, signal) }?;
        Ok(self.serial)
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        self.device.retire(Retired::CommandPool(self.pool));
    }
}

/// What one picture in preparation needs for itself.
pub(crate) struct FrameSlot {
    pub(super) commands: Commands,
    /// Signaled when the window has an image for this slot.
    pub(super) image_acquired: Semaphore,
    pub(crate) uniforms: Buffer,
    pub(crate) scene: SceneSet,
    /// Vertices and indices of the interface; grows when they do.
    pub(crate) overlay: Option<Buffer>,
}

impl FrameSlot {
    /// Waits until the slot's last picture is drawn, so that the host may write the slot's buffers.
    pub(crate) fn wait(&self) -> Result<(), RenderError> {
        self.commands.wait()
    }

    /// Records a picture.
    pub(crate) fn record<'a, R>(
        &mut self,
        device: &'a Device,
        record: impl FnOnce(&SceneSet, Option<&Buffer>, &mut Recorder<'a>) -> R,
    ) -> Result<R, RenderError> {
        let (scene, overlay) = (&self.scene, self.overlay.as_ref());
        self.commands.record(device, |recorder| record(scene, overlay, recorder))
    }

    /// Replaces the semaphore of an image that was acquired and will not be drawn: nothing would take its
    /// signal.
    pub(crate) fn forget_acquired(&mut self, device: &Arc<Device>) -> Result<(), RenderError> {
        self.image_acquired = Semaphore::new(device, "image acquired")?;
        Ok(())
    }

    /// Submits a picture that has nothing to do with a window.
    pub(crate) fn submit(&mut self) -> Result<Serial, RenderError> {
        // SAFETY: `record` ended the buffer; no semaphores.
        unsafe { self.commands.submit(None, None) }
    }
}

/// The slots, used in turn.
pub(crate) struct FrameRing {
    slots: [FrameSlot; Self::LEN],
    current: usize,
}

impl FrameRing {
    /// Two: one that the GPU draws, one that the host prepares. More would only add latency.
    pub(crate) const LEN: usize = 2;

    /// `scene` makes the set that names a slot's uniforms.
    pub(crate) fn new(
        device: &Arc<Device>,
        uniform_bytes: u64,
        scene: impl Fn(&Buffer) -> Result<SceneSet, RenderError>,
    ) -> Result<Self, RenderError> {
        let slot = || -> Result<FrameSlot, RenderError> {
            let uniforms = Buffer::new(device, "scene uniforms", uniform_bytes, Use::Uniforms)?;
            Ok(FrameSlot {
                commands: Commands::new(device, "picture")?,
                image_acquired: Semaphore::new(device, "image acquired")?,
                scene: scene(&uniforms)?,
                uniforms,
                overlay: None,
            })
        };
        Ok(Self { slots: [slot()?, slot()?], current: 0 })
    }

    /// The slot to prepare now.
    pub(crate) fn current(&mut self) -> &mut FrameSlot {
        &mut self.slots[self.current]
    }

    /// After a submission: the next picture gets the next slot.
    pub(crate) fn advance(&mut self) {
        self.current = (self.current + 1) % Self::LEN;
    }
}

/// A binary semaphore, between the window and the queue.
pub(super) struct Semaphore {
    pub(super) handle: vk::Semaphore,
    device: Arc<Device>,
}

impl Semaphore {
    pub(super) fn new(device: &Arc<Device>, name: &str) -> Result<Self, RenderError> {
        let info = vk::SemaphoreCreateInfo::default();
        // SAFETY: rule 5.
        let handle =
            unsafe { device.raw.create_semaphore(&info, None) }.map_err(failed("vkCreateSemaphore"))?;
        device.name(handle, name);
        Ok(Self { handle, device: Arc::clone(device) })
    }
}

impl Drop for Semaphore {
    fn drop(&mut self) {
        self.device.retire(Retired::Semaphore(self.handle));
    }
}
