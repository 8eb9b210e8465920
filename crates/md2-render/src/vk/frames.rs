//! Frames in flight: while the GPU draws one picture, the host prepares the next.

use std::sync::{Arc, Mutex, PoisonError, atomic::Ordering};

use ash::vk;

use super::buffer::LastUse;
use super::device::{Device, Serial};
use super::error::{Error, failed};
use super::image::Readable;
use super::owned::OwnedHandle;
use super::recorder::Recorder;
use super::recording::{Recording, reset_masks};

pub(super) struct Commands {
    pool: OwnedHandle<vk::CommandPool>,
    buffer: vk::CommandBuffer,
    serial: Serial,
    /// Empty lists that a recording borrows and returns, so that recording allocates no memory.
    mapped: Vec<LastUse>,
    masks: Vec<Readable>,
}

impl Commands {
    pub(super) fn new(device: &Arc<Device>, name: &str) -> Result<Self, Error> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.physical.queue_family);
        // SAFETY: rule 5; the family is the one of the device's queue.
        // VUID-vkCreateCommandPool-queueFamilyIndex-01937.
        let pool = unsafe { device.raw.create_command_pool(&info, None) };
        let pool = OwnedHandle::new(device, pool.map_err(failed("vkCreateCommandPool"))?, name);
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool.handle)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: rule 5; nothing else uses the pool.
        let buffers = unsafe { device.raw.allocate_command_buffers(&info) }
            .map_err(failed("vkAllocateCommandBuffers"))?;
        device.name(buffers[0], name);
        Ok(Self { pool, buffer: buffers[0], serial: 0, mapped: Vec::new(), masks: Vec::new() })
    }

    pub(super) fn wait(&self) -> Result<(), Error> {
        self.pool.device.wait(self.serial)
    }

    /// Waits for the last submission of the command buffer, then records the buffer again and submits it.
    ///
    /// `'f` outlives this call, so everything that `record` borrows outlives the submission.
    pub(super) fn run<'f, R>(
        &mut self,
        record: impl FnOnce(&mut Recorder<'_, 'f>) -> R,
    ) -> Result<(Serial, R), Error> {
        // SAFETY: no semaphores.
        unsafe { self.run_between(None, None, record) }
    }

    /// Does the same as [`Commands::run`], but the commands wait at the given stage until the semaphore `wait` is
    /// signaled, and finally signal the semaphore `signal`.
    ///
    /// # Safety
    /// - `wait` is or will be signaled, and nothing else waits for it; `signal` has no pending signal.
    pub(super) unsafe fn run_between<'f, R>(
        &mut self,
        wait: Option<(vk::Semaphore, vk::PipelineStageFlags2)>,
        signal: Option<vk::Semaphore>,
        record: impl FnOnce(&mut Recorder<'_, 'f>) -> R,
    ) -> Result<(Serial, R), Error> {
        self.wait()?;
        let OwnedHandle { handle: pool, device, .. } = &self.pool;
        // SAFETY: its only buffer is not in use: the last submission was waited for.
        // VUID-vkResetCommandPool-commandPool-00040.
        unsafe { device.raw.reset_command_pool(*pool, vk::CommandPoolResetFlags::empty()) }
            .map_err(failed("vkResetCommandPool"))?;
        self.mapped.clear();
        self.masks.clear();
        let lent = (std::mem::take(&mut self.mapped), std::mem::take(&mut self.masks));
        // If recording panics, the buffer stays unfinished until the next reset of the pool.
        let mut recorder = Recorder::new(Recording::begin(device, self.buffer, lent)?);
        let result = record(&mut recorder);
        (self.mapped, self.masks) = recorder.recording.end()?;
        // SAFETY: just recorded, under rule 2, and ended; the rest is the caller's promise.
        let submitted = unsafe { device.submit(Some(self.buffer), wait, signal) };
        self.serial = submitted.inspect_err(|_| reset_masks(&self.masks))?;
        for last_use in &self.mapped {
            last_use.fetch_max(self.serial, Ordering::AcqRel);
        }
        Ok((self.serial, result))
    }
}

struct FrameSlot<T> {
    commands: Commands,
    image_acquired: Option<Semaphore>,
    data: T,
}

pub(crate) struct FrameRing<T> {
    slots: [FrameSlot<T>; 2],
    current: usize,
    device: Arc<Device>,
}

impl<T> FrameRing<T> {
    /// Creates two slots: the GPU draws the picture of one while the host prepares the picture of the other. More
    /// slots would only add latency.
    pub(crate) fn new(device: &Arc<Device>, data: [T; 2]) -> Result<Self, Error> {
        let slot = |data| -> Result<FrameSlot<T>, Error> {
            let commands = Commands::new(device, "picture")?;
            Ok(FrameSlot { commands, image_acquired: None, data })
        };
        let [first, second] = data;
        Ok(Self { slots: [slot(first)?, slot(second)?], current: 0, device: Arc::clone(device) })
    }

    pub(crate) fn newest(&self) -> &T {
        &self.slots[1 - self.current].data
    }

    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &T> {
        [1 - self.current, self.current].into_iter().map(|slot| &self.slots[slot].data)
    }

    pub(crate) fn begin(&mut self) -> Result<Frame<'_, T>, Error> {
        let slot = &mut self.slots[self.current];
        slot.commands.wait()?;
        Ok(Frame { slot, current: &mut self.current, device: &self.device })
    }
}

pub(crate) struct Frame<'f, T> {
    slot: &'f mut FrameSlot<T>,
    current: &'f mut usize,
    device: &'f Arc<Device>,
}

impl<'f, T> Frame<'f, T> {
    pub(crate) fn data(&mut self) -> &mut T {
        &mut self.slot.data
    }

    pub(crate) fn submit<R>(
        self,
        record: impl FnOnce(&'f T, &mut Recorder<'_, 'f>) -> R,
    ) -> Result<(Serial, R), Error> {
        let FrameSlot { commands, data, .. } = self.slot;
        let data: &'f T = data;
        let result = commands.run(|recorder| record(data, recorder))?;
        *self.current = 1 - *self.current;
        Ok(result)
    }

    pub(super) const fn device(&self) -> &Arc<Device> {
        self.device
    }

    pub(super) fn image_acquired(&mut self) -> Result<vk::Semaphore, Error> {
        let semaphore = match self.slot.image_acquired.take() {
            Some(semaphore) => semaphore,
            None => create_semaphore(self.device, "image acquired")?,
        };
        Ok(self.slot.image_acquired.insert(semaphore).handle)
    }

    /// Records and submits a picture for an image that was acquired with [`Frame::image_acquired`]. The submission
    /// signals `drawn`. If recording fails, an empty submission waits for the image's semaphore; if that fails too, the
    /// semaphore moves to `stranded`.
    ///
    /// # Safety
    /// - The image was acquired, and first used at `stage`; `drawn` has no signal pending.
    pub(super) unsafe fn submit_acquired<R>(
        self,
        stage: vk::PipelineStageFlags2,
        drawn: vk::Semaphore,
        stranded: &StrandedSemaphore,
        record: impl FnOnce(&'f T, &mut Recorder<'_, 'f>) -> R,
    ) -> Result<R, Error> {
        let FrameSlot { commands, data, image_acquired } = self.slot;
        let data: &'f T = data;
        let pending = PendingSemaphore { semaphore: image_acquired.take(), stranded };
        let semaphore = pending.semaphore.as_ref().expect("an image was acquired");
        let wait = Some((semaphore.handle, stage));
        // SAFETY: the semaphore got its signal with the image, and is waited for here alone, or after a failure
        // by `PendingSemaphore` alone; the rest is the caller's promise.
        let submitted = unsafe { commands.run_between(wait, Some(drawn), |recorder| record(data, recorder)) };
        let (_, result) = submitted?;
        *image_acquired = pending.reclaim();
        *self.current = 1 - *self.current;
        Ok(result)
    }
}

/// A semaphore that the window may still signal although no submission waits for it. It is stored with the
/// window's images and dropped after them, when nothing can signal it any more.
pub(super) type StrandedSemaphore = Mutex<Option<Semaphore>>;

/// A signaled (or soon signaled) semaphore for which no submission waits yet. If recording fails or panics, an empty submission waits for
/// the signal. Without such a wait, the semaphore must not be destroyed before the window's images.
struct PendingSemaphore<'a> {
    semaphore: Option<Semaphore>,
    stranded: &'a StrandedSemaphore,
}

impl PendingSemaphore<'_> {
    /// Returns the semaphore for reuse. The caller must already have submitted work that waits for the signal.
    fn reclaim(mut self) -> Option<Semaphore> {
        self.semaphore.take()
    }
}

impl Drop for PendingSemaphore<'_> {
    fn drop(&mut self) {
        let Some(semaphore) = self.semaphore.take() else { return };
        let wait = Some((semaphore.handle, vk::PipelineStageFlags2::ALL_COMMANDS));
        // SAFETY: the semaphore got its signal with an image, and no submission has waited for it: the intended
        // one was not made. VUID-vkDestroySemaphore-semaphore-05149.
        let waited = unsafe { semaphore.device.submit(None, wait, None) };
        // The device is lost or out of memory.
        if waited.is_err() {
            *self.stranded.lock().unwrap_or_else(PoisonError::into_inner) = Some(semaphore);
        }
    }
}

pub(super) type Semaphore = OwnedHandle<vk::Semaphore>;

pub(super) fn create_semaphore(device: &Arc<Device>, name: &str) -> Result<Semaphore, Error> {
    let info = vk::SemaphoreCreateInfo::default();
    // SAFETY: rule 5; `info` chains nothing, so the semaphore is a binary one, which every device makes.
    let handle = unsafe { device.raw.create_semaphore(&info, None) };
    Ok(OwnedHandle::new(device, handle.map_err(failed("vkCreateSemaphore"))?, name))
}
