//! The loader's lists, which it does not guard by itself.
//!
//! Vulkan lets threads with instances and devices of their own call it at the same time. The loader keeps lists of
//! all instances of the process, their drivers and their devices. `vkSetDebugUtilsObjectNameEXT` walks through these
//! to find the driver of a device (`loader_get_icd_and_device`), without the lock that all that changes them holds.
//! What it walks through can be freed meanwhile: by the end of an instance or a device, and since loaders of 2024 also
//! by `vkEnumeratePhysicalDevices`, which drops the drivers that have no device
//! (<https://github.com/KhronosGroup/Vulkan-Loader/pull/1471>). Then it reads what is not there any more, and crashes;
//! seen on Debian 13, and by others (<https://github.com/gfx-rs/wgpu/issues/5270>).
//!
//! So there is a lock of ours, for the whole process: naming holds it together with other naming, and whatever changes
//! the lists holds it alone. It covers what goes through this layer; another user of Vulkan in the same process can
//! still crash its naming, but not ours against ours. It may go when no loader in use walks its lists unguarded.
//!
//! The lock is held during one call of Vulkan, never longer, and nothing else is locked meanwhile but by those who
//! already hold it. Only validated renderers name objects; others never wait but for the start and end of another.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static LISTS: RwLock<()> = RwLock::new(());

/// To be held while the loader walks through its lists.
pub(crate) fn walk_lists() -> RwLockReadGuard<'static, ()> {
    LISTS.read().unwrap_or_else(PoisonError::into_inner)
}

/// To be held while the loader changes its lists.
pub(crate) fn change_lists() -> RwLockWriteGuard<'static, ()> {
    LISTS.write().unwrap_or_else(PoisonError::into_inner)
}
