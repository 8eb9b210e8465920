//! Frames in flight: while the GPU draws one picture, the host prepares the next.

use std::sync::{Arc, Mutex, PoisonError, atomic::Ordering};

use ash::vk;

use super::buffer::LastUse;
use super::device::{Device, Serial};
use super::error::{Error, failed};
use super::image::Readable;
use super::recorder::Recorder;
use super::recording::{Recording, take_back};
use super::retire::Retired;

/// A pool with one command buffer, and the last submission of that buffer.
pub(super) struct Commands {
    pool: vk::CommandPool,
    buffer: vk::CommandBuffer,
    /// 0 before the first submission; the timeline starts there.
    serial: Serial,
    /// Lent to recorders, so that recording allocates nothing.
    mapped: Vec<LastUse>,
    masks: Vec<Readable>,
    device: Arc<Device>,
}

impl Commands {
    pub(super) fn new(device: &Arc<Device>, name: &str) -> Result<Self, Error> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.physical.queue_family);
        // SAFETY: rule 5; the family is the one of the device's queue.
        // VUID-vkCreateCommandPool-queueFamilyIndex-01937.
        let pool = unsafe { device.raw.create_command_pool(&info, None) };
        let pool = pool.map_err(failed("vkCreateCommandPool"))?;
        let mut commands = Self {
            pool,
            buffer: vk::CommandBuffer::null(),
            serial: 0,
            mapped: Vec::new(),
            masks: Vec::new(),
            device: Arc::clone(device),
        };
        device.name(pool, name);
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: rule 5; nobody else uses the pool.
        let buffers = unsafe { device.raw.allocate_command_buffers(&info) }
            .map_err(failed("vkAllocateCommandBuffers"))?;
        commands.buffer = buffers[0];
        device.name(commands.buffer, name);
        Ok(commands)
    }

    /// Waits for the buffer's last submission.
    pub(super) fn wait(&self) -> Result<(), Error> {
        self.device.wait(self.serial)
    }

    /// Records the buffer anew, once its last submission has run, and submits it.
    ///
    /// What is recorded is borrowed for longer than this call takes, hence beyond the submission.
    pub(super) fn run<'f, R>(
        &mut self,
        record: impl FnOnce(&mut Recorder<'_, 'f>) -> R,
    ) -> Result<(Serial, R), Error> {
        // SAFETY: no semaphores.
        unsafe { self.run_between(None, None, record) }
    }

    /// Likewise: after `wait` at its stage, before `signal`.
    ///
    /// # Safety
    /// - `wait` has, or will get, a signal that nothing else waits for; `signal` has none pending.
    pub(super) unsafe fn run_between<'f, R>(
        &mut self,
        wait: Option<(vk::Semaphore, vk::PipelineStageFlags2)>,
        signal: Option<vk::Semaphore>,
        record: impl FnOnce(&mut Recorder<'_, 'f>) -> R,
    ) -> Result<(Serial, R), Error> {
        self.wait()?;
        let device = &self.device;
        // SAFETY: its one buffer is not in use: the last submission was waited for.
        // VUID-vkResetCommandPool-commandPool-00040.
        unsafe { device.raw.reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty()) }
            .map_err(failed("vkResetCommandPool"))?;
        self.mapped.clear();
        self.masks.clear();
        let lent = (std::mem::take(&mut self.mapped), std::mem::take(&mut self.masks));
        // Should recording panic, the buffer stays as it is until the pool is reset for the next time.
        let mut recorder = Recorder::new(Recording::begin(device, self.buffer, lent)?);
        let result = record(&mut recorder);
        (self.mapped, self.masks) = recorder.recording.end()?;
        // SAFETY: just recorded, under rule 2, and ended; the rest is the caller's promise.
        let submitted = unsafe { device.submit(Some(self.buffer), wait, signal) };
        self.serial = submitted.inspect_err(|_| take_back(&self.masks))?;
        for last_use in &self.mapped {
            last_use.fetch_max(self.serial, Ordering::AcqRel);
        }
        Ok((self.serial, result))
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        self.device.retire(Retired::CommandPool(self.pool));
    }
}

/// What one picture in preparation needs for itself; `T` is what its owner keeps there.
struct FrameSlot<T> {
    commands: Commands,
    /// Signaled when the window has an image for this slot. None after a picture that failed on its way.
    image_acquired: Option<Semaphore>,
    data: T,
}

/// The slots, used in turn.
pub(crate) struct FrameRing<T> {
    slots: [FrameSlot<T>; 2],
    current: usize,
    device: Arc<Device>,
}

impl<T> FrameRing<T> {
    /// Two slots: one that the GPU draws, one that the host prepares. More would only add latency.
    pub(crate) fn new(device: &Arc<Device>, data: [T; 2]) -> Result<Self, Error> {
        let slot = |data| -> Result<FrameSlot<T>, Error> {
            let commands = Commands::new(device, "picture")?;
            Ok(FrameSlot { commands, image_acquired: None, data })
        };
        let [first, second] = data;
        Ok(Self { slots: [slot(first)?, slot(second)?], current: 0, device: Arc::clone(device) })
    }

    /// What the slot of the newest picture keeps.
    pub(crate) fn newest(&self) -> &T {
        &self.slots[1 - self.current].data
    }

    /// The next slot, once the GPU is done with the slot's last picture.
    pub(crate) fn begin(&mut self) -> Result<Frame<'_, T>, Error> {
        let slot = &mut self.slots[self.current];
        slot.commands.wait()?;
        Ok(Frame { slot, current: &mut self.current, device: &self.device })
    }
}

/// A picture in preparation.
pub(crate) struct Frame<'f, T> {
    slot: &'f mut FrameSlot<T>,
    current: &'f mut usize,
    device: &'f Arc<Device>,
}

impl<'f, T> Frame<'f, T> {
    /// What the slot keeps. The GPU does not use it now.
    pub(crate) fn data(&mut self) -> &mut T {
        &mut self.slot.data
    }

    /// Records and submits a picture that has nothing to do with a window.
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

    /// The semaphore for the image that is asked for next, without any signal pending.
    pub(super) fn image_acquired(&mut self) -> Result<vk::Semaphore, Error> {
        let semaphore = match self.slot.image_acquired.take() {
            Some(semaphore) => semaphore,
            None => Semaphore::new(self.device, "image acquired")?,
        };
        Ok(self.slot.image_acquired.insert(semaphore).handle)
    }

    /// Records a picture for an image that was acquired with [`Frame::image_acquired`], and submits it.
    /// Afterwards `drawn` is signaled. Should nothing wait for the image any more, its semaphore goes to `stranded`.
    ///
    /// # Safety
    /// - The image was acquired, and first used at `stage`; `drawn` has no signal pending.
    pub(super) unsafe fn submit_acquired<R>(
        self,
        stage: vk::PipelineStageFlags2,
        drawn: vk::Semaphore,
        stranded: &Stranded,
        record: impl FnOnce(&'f T, &mut Recorder<'_, 'f>) -> R,
    ) -> Result<R, Error> {
        let FrameSlot { commands, data, image_acquired } = self.slot;
        let data: &'f T = data;
        let unwaited = Unwaited { semaphore: image_acquired.take(), stranded };
        let semaphore = unwaited.semaphore.as_ref().expect("an image was acquired");
        let wait = Some((semaphore.handle, stage));
        // SAFETY: the semaphore got its signal with the image, and is waited for here alone, or after a failure
        // by `Unwaited` alone; the rest is the caller's promise.
        let submitted = unsafe { commands.run_between(wait, Some(drawn), |recorder| record(data, recorder)) };
        let (_, result) = submitted?;
        *image_acquired = unwaited.reclaim();
        *self.current = 1 - *self.current;
        Ok(result)
    }
}

/// Where a semaphore stays that the window may still signal, and no submission waits for. Kept with the window's images, it
/// ends after them, when nothing can signal it any more.
pub(super) type Stranded = Mutex<Option<Semaphore>>;

/// A semaphore whose signal no submission waits for yet. Should none come, because recording panicked or failed,
/// an empty one does: only then may the semaphore end before the images that it came with.
struct Unwaited<'a> {
    semaphore: Option<Semaphore>,
    stranded: &'a Stranded,
}

impl Unwaited<'_> {
    /// The semaphore, for the next time: the submission that waits for it was made.
    fn reclaim(mut self) -> Option<Semaphore> {
        self.semaphore.take()
    }
}

impl Drop for Unwaited<'_> {
    fn drop(&mut self) {
        let Some(semaphore) = self.semaphore.take() else { return };
        let wait = Some((semaphore.handle, vk::PipelineStageFlags2::ALL_COMMANDS));
        // SAFETY: the semaphore got its signal with an image, and no submission has waited for it: the one that
        // was to was not made. VUID-vkDestroySemaphore-semaphore-05149.
        let waited = unsafe { semaphore.device.submit(None, wait, None) };
        // Then the device is lost, or there is no memory for anything.
        if waited.is_err() {
            *self.stranded.lock().unwrap_or_else(PoisonError::into_inner) = Some(semaphore);
        }
    }
}

/// A binary semaphore, between the window and the queue.
pub(super) struct Semaphore {
    pub(super) handle: vk::Semaphore,
    device: Arc<Device>,
}

impl Semaphore {
    pub(super) fn new(device: &Arc<Device>, name: &str) -> Result<Self, Error> {
        let info = vk::SemaphoreCreateInfo::default();
        // SAFETY: rule 5; `info` chains nothing, so the semaphore is a binary one, which every device makes.
        let handle = unsafe { device.raw.create_semaphore(&info, None) };
        let handle = handle.map_err(failed("vkCreateSemaphore"))?;
        device.name(handle, name);
        Ok(Self { handle, device: Arc::clone(device) })
    }
}

impl Drop for Semaphore {
    fn drop(&mut self) {
        self.device.retire(Retired::Semaphore(self.handle));
    }
}
