//! The logical device: its queue, its memory, and the destruction of its objects.

use std::{
    ffi::CString,
    ops::Deref,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

use ash::{ext, khr, vk};
use gpu_allocator::{MemoryLocation, vulkan::Allocation};

use super::adapter::{Adapter, AdapterKind};
use super::error::{Error, failed};
use super::fault::{Faults, Step};
use super::handles::DeviceHandles;
use super::instance::{Instance, ValidationLog};
use super::limits::{Limits, check_limit};
use super::memory::{DeviceMemory, Memory};
use super::physical::{self, DeviceOptions, Physical, SampleGrid};
use super::retire::{Graveyard, RetiredObject};
use super::surface::Surface;
use super::{cache, heap, loader};

/// The number of a submission to the device's only queue, counted from 1. The timeline semaphore has this value
/// once the submission has run.
pub(crate) type Serial = u64;

/// The logical device, and the state that its objects share.
///
/// Dropped objects are collected here, and destroyed once the GPU no longer uses them; see [`Device::collect`].
pub(crate) struct Device {
    /// The allocator of device memory. It is dropped before the device, since it returns its memory blocks to the
    /// device, and logs leaks.
    memory: Mutex<Memory>,
    pub(super) raw: OpenDevice,
    pub(super) physical: Physical,
    pub(super) swapchain: Option<khr::swapchain::Device>,
    /// The compiled pipelines, from which later ones are created faster.
    pub(super) pipeline_cache: vk::PipelineCache,
    names: Option<ext::debug_utils::Device>,
    queue: Mutex<vk::Queue>,
    timeline: vk::Semaphore,
    completed: AtomicU64,
    submitted: AtomicU64,
    written: AtomicU64,
    pub(super) objects: AtomicU32,
    graveyard: Mutex<Graveyard>,
    pub(crate) faults: Faults,
    /// The last field, so that the instance is destroyed after the device.
    pub(super) instance: Arc<Instance>,
}

impl Device {
    pub(crate) fn new(
        instance: &Arc<Instance>,
        surface: Option<&Surface>,
        options: &DeviceOptions<'_>,
    ) -> Result<Arc<Self>, Error> {
        assert!(surface.is_none_or(|surface| surface.belongs_to(instance)), "surface has another instance");
        let mut physical = physical::choose(instance, surface, options)?;
        physical.mutable_swapchain &= options.mutable_swapchain;
        physical.limits = physical.limits.within(&options.limits);
        let raw = create_raw(instance, &physical, surface.is_some())?;
        // SAFETY: the device was created with one queue of this family.
        // VUID-vkGetDeviceQueue-queueIndex-00385.
        let queue = unsafe { raw.get_device_queue(physical.queue_family, 0) };
        let swapchain = surface.map(|_| khr::swapchain::Device::new(&instance.raw, &raw));
        Self::with_parts(instance, physical, (raw, queue), swapchain, options.pipeline_cache)
    }

    /// Uses a device of the caller for pipelines with this depth format and sample count.
    ///
    /// # Safety
    /// - All that [`DeviceHandles`] demands, until the last object of the returned device is dropped.
    pub(crate) unsafe fn lent(
        handles: &DeviceHandles,
        depth_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Arc<Self>, Error> {
        let instance = Instance::lent(&handles.instance);
        let physical = physical::lent(&instance, handles, depth_format, samples)?;
        let raw = OpenDevice { raw: handles.device.clone(), is_lent: true };
        Self::with_parts(&instance, physical, (raw, handles.queue), None, &[])
    }

    fn with_parts(
        instance: &Arc<Instance>,
        physical: Physical,
        (raw, queue): (OpenDevice, vk::Queue),
        swapchain: Option<khr::swapchain::Device>,
        pipeline_cache: &[u8],
    ) -> Result<Arc<Self>, Error> {
        let memory = Memory::new(instance, &raw, physical.raw)?;
        let timeline = create_timeline(&raw)?;
        let device = Self {
            memory: Mutex::new(memory),
            swapchain,
            pipeline_cache: cache::create(&raw, &physical.cache_header, pipeline_cache),
            names: instance.is_validated().then(|| ext::debug_utils::Device::new(&instance.raw, &raw)),
            raw,
            physical,
            queue: Mutex::new(queue),
            timeline,
            completed: AtomicU64::new(0),
            submitted: AtomicU64::new(0),
            written: AtomicU64::new(0),
            objects: AtomicU32::new(0),
            graveyard: Mutex::default(),
            faults: Faults::default(),
            instance: Arc::clone(instance),
        };
        device.name(timeline, "timeline");
        if device.pipeline_cache != vk::PipelineCache::null() {
            device.name(device.pipeline_cache, "pipelines");
        }
        device.name(queue, "queue");
        Ok(Arc::new(device))
    }

    pub(crate) const fn adapter(&self) -> &Adapter {
        &self.physical.adapter
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.physical.limits
    }

    pub(crate) const fn samples(&self) -> vk::SampleCountFlags {
        self.physical.samples
    }

    pub(crate) const fn sample_grid(&self) -> SampleGrid {
        self.physical.grid
    }

    /// Whether the device draws triangle fans. Devices with a subset of Vulkan, such as those on Apple's systems, may lack them.
    pub(crate) const fn draws_fans(&self) -> bool {
        !self.physical.is_portable_subset
    }

    pub(crate) const fn depth_format(&self) -> vk::Format {
        self.physical.depth_format
    }

    pub(crate) fn validation_log(&self) -> Arc<ValidationLog> {
        self.instance.validation_log()
    }

    /// Returns the pipeline cache for a later [`DeviceOptions::pipeline_cache`]; empty if there is none.
    pub(crate) fn pipeline_cache_data(&self) -> Vec<u8> {
        if self.pipeline_cache == vk::PipelineCache::null() {
            return Vec::new();
        }
        // SAFETY: no obligation but a live cache of this device.
        unsafe { self.raw.get_pipeline_cache_data(self.pipeline_cache) }.unwrap_or_default()
    }

    pub(crate) fn bytes_written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    pub(crate) fn count_written(&self, bytes: usize) {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(super) fn name<H: vk::Handle>(&self, handle: H, name: &str) {
        let Some(names) = &self.names else { return };
        let Ok(name) = CString::new(name) else { return };
        let info = vk::DebugUtilsObjectNameInfoEXT::default().object_handle(handle).object_name(&name);
        let _guard = loader::lock_lists_shared();
        // SAFETY: rule 5, and `handle` is alive: its owner calls this. A failure (out of memory) costs only the
        // name.
        let _ = unsafe { names.set_debug_utils_object_name(&info) };
    }

    /// Submits a command buffer, or an empty submission without commands. The commands wait at the given stage until
    /// the semaphore `wait` is signaled. The semaphore `signal` is signaled when they have run.
    ///
    /// # Safety
    /// - `commands`, if there are any, are ended, and were recorded under rule 2 of this module.
    /// - `wait` is or will be signaled, and nothing else waits for it; `signal` has no pending signal.
    pub(super) unsafe fn submit(
        &self,
        commands: Option<vk::CommandBuffer>,
        wait: Option<(vk::Semaphore, vk::PipelineStageFlags2)>,
        signal: Option<vk::Semaphore>,
    ) -> Result<Serial, Error> {
        self.faults.attempt(Step::Submit).map_err(failed("vkQueueSubmit2"))?;
        let queue = lock(&self.queue);
        let serial = self.submitted.load(Ordering::Acquire) + 1;
        let (wait, wait_stage) = wait.unwrap_or_default();
        let waits = [vk::SemaphoreSubmitInfo::default().semaphore(wait).stage_mask(wait_stage)];
        // The signal follows all commands, including those that presentation must wait for.
        let stage = vk::PipelineStageFlags2::ALL_COMMANDS;
        let signals = [
            vk::SemaphoreSubmitInfo::default().semaphore(self.timeline).value(serial).stage_mask(stage),
            vk::SemaphoreSubmitInfo::default().semaphore(signal.unwrap_or_default()).stage_mask(stage),
        ];
        let buffers = commands.map(|buffer| vk::CommandBufferSubmitInfo::default().command_buffer(buffer));
        let submit = vk::SubmitInfo2::default()
            .wait_semaphore_infos(if wait == vk::Semaphore::null() { &[] } else { &waits })
            .command_buffer_infos(buffers.as_slice())
            .signal_semaphore_infos(if signal.is_none() { &signals[..1] } else { &signals });
        // SAFETY: the caller's promise; the queue is locked; the timeline only grows, by one for each submission.
        // VUID-VkSubmitInfo2-semaphore-03882.
        unsafe { self.raw.queue_submit2(*queue, &[submit], vk::Fence::null()) }
            .map_err(failed("vkQueueSubmit2"))?;
        self.submitted.store(serial, Ordering::Release);
        Ok(serial)
    }

    pub(super) fn with_queue<R>(&self, present: impl FnOnce(vk::Queue) -> R) -> R {
        let queue = lock(&self.queue);
        present(*queue)
    }

    pub(crate) fn wait(&self, serial: Serial) -> Result<(), Error> {
        assert!(serial <= self.submitted.load(Ordering::Acquire), "submission {serial} was not made");
        let semaphores = [self.timeline];
        let values = [serial];
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: rule 5. A submission that signals this value exists, as just asserted, so the wait ends with it
        // or with the device.
        unsafe { self.raw.wait_semaphores(&info, u64::MAX) }.map_err(failed("vkWaitSemaphores"))?;
        self.collect()
    }

    pub(crate) fn wait_for_newest(&self) -> Result<(), Error> {
        self.wait(self.submitted.load(Ordering::Acquire))
    }

    #[cfg(test)]
    pub(crate) fn submissions(&self) -> Serial {
        self.submitted.load(Ordering::Acquire)
    }

    /// Waits until the device is idle. Only resizing and exiting do this.
    pub(crate) fn wait_idle(&self) -> Result<(), Error> {
        let _queue = lock(&self.queue);
        // SAFETY: the only queue, whose host access must be synchronized, is locked.
        unsafe { self.raw.device_wait_idle() }.map_err(failed("vkDeviceWaitIdle"))
    }

    pub(crate) fn wait_and_collect(&self) -> Result<(), Error> {
        self.wait_idle()?;
        self.collect()
    }

    pub(crate) fn collect(&self) -> Result<(), Error> {
        // SAFETY: no obligation but a live timeline semaphore of this device.
        let completed = unsafe { self.raw.get_semaphore_counter_value(self.timeline) }
            .map_err(failed("vkGetSemaphoreCounterValue"))?;
        self.completed.fetch_max(completed, Ordering::AcqRel);
        self.destroy_retired(completed);
        Ok(())
    }

    /// Whether a submission has run. Asks the device if the host does not know yet. Returns `false` if the device
    /// is lost.
    pub(super) fn is_complete(&self, serial: Serial) -> bool {
        self.has_completed(serial) || (self.collect().is_ok() && self.has_completed(serial))
    }

    pub(super) fn has_completed(&self, serial: Serial) -> bool {
        self.completed.load(Ordering::Acquire) >= serial
    }

    fn destroy_retired(&self, completed: Serial) {
        let mut graveyard = lock(&self.graveyard);
        let mut memory = lock(&self.memory);
        while let Some(retired) = graveyard.pop(completed) {
            self.objects.fetch_sub(1, Ordering::Relaxed);
            // SAFETY: this device made the object (rule 1), and by rule 2 no submission after `completed` uses it.
            unsafe { retired.destroy(&self.raw, &mut memory) };
        }
    }

    pub(crate) fn memory_use(&self) -> DeviceMemory {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (objects, bytes) = lock(&self.memory).memory_use();
        let handles = self.objects.load(Ordering::Relaxed);
        DeviceMemory { objects: count(objects), bytes, handles, retired: count(lock(&self.graveyard).len()) }
    }

    pub(super) fn retire(&self, retired: RetiredObject) {
        // By rule 2, every command buffer that uses the object was submitted already, or never will be.
        let serial = self.submitted.load(Ordering::Acquire);
        lock(&self.graveyard).add(serial, retired);
    }

    /// Allocates memory for an object. `linear` is true for buffers, and false for images.
    pub(super) fn allocate(
        &self,
        name: &str,
        requirements: vk::MemoryRequirements,
        location: MemoryLocation,
        linear: bool,
    ) -> Result<Allocation, Error> {
        check_limit("bytes in one allocation", requirements.size, self.limits().memory_bytes)?;
        lock(&self.memory).allocate(name, requirements, location, linear)
    }

    /// Prepares for large pictures: software drivers then reuse the process's freed memory.
    pub(crate) fn expect_large_pictures(&self) {
        if self.physical.adapter.kind == AdapterKind::Software {
            heap::keep_freed();
        }
    }

    pub(crate) fn reserved_memory(&self) -> [u64; 2] {
        lock(&self.memory).reserved()
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // A lost device is idle, too, so the result does not matter. On a lent device only the uploads are waited for: the caller has
        // waited for its own work.
        let _ = if self.raw.is_lent { self.wait_for_newest() } else { self.wait_idle() };
        self.destroy_retired(Serial::MAX);
        // SAFETY: nothing that uses the timeline runs any more, and nothing else holds the device.
        unsafe { self.raw.destroy_semaphore(self.timeline, None) };
        // SAFETY: no pipeline is being created any more. A null handle is allowed.
        unsafe { self.raw.destroy_pipeline_cache(self.pipeline_cache, None) };
    }
}

pub(super) struct OpenDevice {
    raw: ash::Device,
    is_lent: bool,
}

impl Deref for OpenDevice {
    type Target = ash::Device;

    fn deref(&self) -> &ash::Device {
        &self.raw
    }
}

impl Drop for OpenDevice {
    fn drop(&mut self) {
        if self.is_lent {
            return;
        }
        let _guard = loader::lock_lists_exclusive();
        // SAFETY: every child was destroyed: objects hold an `Arc` of the `Device` and retire themselves on their
        // own drop, the `Device` destroys its timeline, and functions that fail destroy their own objects.
        // VUID-vkDestroyDevice-device-00378.
        unsafe { self.raw.destroy_device(None) };
    }
}

fn create_raw(instance: &Instance, physical: &Physical, presents: bool) -> Result<OpenDevice, Error> {
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(physical.queue_family)
        .queue_priorities(&priorities)];
    let mut extensions = Vec::new();
    if presents {
        extensions.push(khr::swapchain::NAME.as_ptr());
        if physical.mutable_swapchain {
            extensions.push(khr::swapchain_mutable_format::NAME.as_ptr());
        }
    }
    // The specification requires it. The renderer uses no feature that is optional in the subset, such as triangle fans or the bias of
    // mipmap levels.
    if physical.is_portable_subset {
        extensions.push(khr::portability_subset::NAME.as_ptr());
    }
    let features = vk::PhysicalDeviceFeatures::default()
        // Rule 6.
        .robust_buffer_access(physical.robust)
        .full_draw_index_uint32(physical.full_index)
        .fill_mode_non_solid(physical.adapter.wireframe)
        .sampler_anisotropy(physical.adapter.anisotropy);
    // Every Vulkan 1.3 device supports these three features.
    let mut vulkan_1_2 = vk::PhysicalDeviceVulkan12Features::default().timeline_semaphore(true);
    let mut vulkan_1_3 =
        vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .enabled_features(&features)
        .push_next(&mut vulkan_1_2)
        .push_next(&mut vulkan_1_3);
    let _guard = loader::lock_lists_exclusive();
    // SAFETY: rule 5; extensions and optional features were found on this device, the others are guaranteed
    // by its version.
    let raw = unsafe { instance.raw.create_device(physical.raw, &info, None) };
    raw.map(|raw| OpenDevice { raw, is_lent: false }).map_err(failed("vkCreateDevice"))
}

fn create_timeline(device: &ash::Device) -> Result<vk::Semaphore, Error> {
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
    let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
    // SAFETY: rule 5; the feature is enabled. VUID-VkSemaphoreTypeCreateInfo-timelineSemaphore-03252.
    unsafe { device.create_semaphore(&info, None) }.map_err(failed("vkCreateSemaphore"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics with one of these locks held, except when memory runs out; the data stays usable even then.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
