//! Vulkan before there is anything to draw to.

use std::ffi::CStr;
use std::sync::Arc;

use crate::vk::{self, Adapter, Instance, RenderError, Validation};

/// What the driver is told of us.
pub(crate) const PROGRAM: &CStr = c"md2-render";

/// Vulkan, loaded, with the devices of every driver. While it is kept, the drivers stay loaded, so that a renderer that is made
/// meanwhile need not load them again. It may be made on another thread than the renderer.
pub struct Drivers {
    adapters: Vec<Adapter>,
    /// Kept for the drivers that it has loaded.
    _instance: Arc<Instance>,
}

impl Drivers {
    /// Loads Vulkan and asks for devices. Opens no window, and needs no display.
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

    /// The devices of every driver, fit or not. There is one at least.
    #[must_use]
    pub fn adapters(&self) -> &[Adapter] {
        &self.adapters
    }
}

impl std::fmt::Debug for Drivers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drivers").field("adapters", &self.adapters).finish_non_exhaustive()
    }
}
