//! The Vulkan drivers, which can be loaded before a renderer is created.

use std::ffi::CStr;
use std::sync::Arc;

use crate::vk::{self, Adapter, Instance, RenderError, Validation};

pub(crate) const PROGRAM: &CStr = c"md2-render";

/// The loaded Vulkan drivers and their devices. While this value exists, the drivers stay loaded, which makes the
/// creation of a renderer faster. It can be created on another thread.
pub struct Drivers {
    adapters: Vec<Adapter>,
    _instance: Arc<Instance>,
}

impl Drivers {
    /// Loads Vulkan and lists the devices. This opens no window, and needs no display.
    ///
    /// # Errors
    /// [`RenderError::NoLoader`] and [`RenderError::NoDriver`].
    pub fn load() -> Result<Self, RenderError> {
        let instance = Instance::new(PROGRAM, Validation::Off, None)?;
        let adapters = vk::adapters(&instance)?;
        if adapters.is_empty() {
            return Err(RenderError::NoDriver);
        }
        Ok(Self { adapters, _instance: instance })
    }

    /// Returns the devices of all drivers, suitable or not. The list contains at least one device.
    pub fn adapters(&self) -> &[Adapter] {
        &self.adapters
    }
}

impl std::fmt::Debug for Drivers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drivers").field("adapters", &self.adapters).finish_non_exhaustive()
    }
}
