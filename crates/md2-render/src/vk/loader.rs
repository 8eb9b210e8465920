//! A lock for the internal lists of the Vulkan loader.
//!
//! Vulkan allows threads with their own instances and devices to call it at the same time. The loader has lists of all
//! instances, drivers and devices of the process. `vkSetDebugUtilsObjectNameEXT` walks them to find the driver of a
//! device (`loader_get_icd_and_device`), without the lock that all changes of the lists hold. Meanwhile entries can be
//! freed: by the destruction of an instance or device, and in loaders since 2024 also by `vkEnumeratePhysicalDevices`,
//! which drops drivers without a device (<https://github.com/KhronosGroup/Vulkan-Loader/pull/1471>). The loader then
//! reads freed memory and crashes; seen on Debian 13, and by others (<https://github.com/gfx-rs/wgpu/issues/5270>).
//!
//! So this module has a lock for the whole process. Calls that name an object share the lock; calls that change the
//! lists hold it exclusively. It covers only calls through this crate: another user of Vulkan in the same process can
//! still crash when it names objects. The lock can be removed when no loader in use walks its lists without a lock.
//!
//! The lock is held only during a single Vulkan call, and is always the last lock taken. Only renderers with
//! validation name objects; other renderers wait only while a renderer starts or ends.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static LISTS: RwLock<()> = RwLock::new(());

pub(crate) fn lock_lists_shared() -> RwLockReadGuard<'static, ()> {
    LISTS.read().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn lock_lists_exclusive() -> RwLockWriteGuard<'static, ()> {
    LISTS.write().unwrap_or_else(PoisonError::into_inner)
}
