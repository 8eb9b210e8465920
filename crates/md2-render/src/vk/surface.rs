//! The surface of a window.

use std::sync::Arc;

use ash::vk;
use ash_window::create_surface;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle};

use super::error::{Error, failed};
use super::instance::Instance;
use super::xcb;

pub(crate) trait DrawableWindow: HasDisplayHandle + HasWindowHandle + Send + Sync {}

impl<W: HasDisplayHandle + HasWindowHandle + Send + Sync> DrawableWindow for W {}

pub(crate) fn display_of(window: &dyn DrawableWindow) -> Result<RawDisplayHandle, Error> {
    let handle = window.display_handle().map_err(|error| Error::BadWindow { reason: error.to_string() })?;
    Ok(handle.as_raw())
}

pub(crate) struct Surface {
    pub(super) raw: vk::SurfaceKHR,
    instance: Arc<Instance>,
    /// The last field, so that the window outlives its surface.
    _window: Arc<dyn DrawableWindow>,
}

impl Surface {
    /// Creates the surface. The instance must be made for the window's display.
    pub(crate) fn new(instance: &Arc<Instance>, window: Arc<dyn DrawableWindow>) -> Result<Self, Error> {
        let mut display = display_of(&*window)?;
        let mut handle =
            window.window_handle().map_err(|error| Error::BadWindow { reason: error.to_string() })?.as_raw();
        if instance.is_xcb {
            display = xcb::display(display).unwrap_or(display);
            handle = xcb::window(handle);
        }
        let entry = instance.entry.as_ref().expect("the instance was made here");
        // SAFETY: both handles come from one window, which lives until the surface is destroyed. So do the
        // instance and its loader.
        let made = unsafe { create_surface(entry, &instance.raw, display, handle, None) };
        let raw = made.map_err(|result| match result {
            vk::Result::ERROR_EXTENSION_NOT_PRESENT => {
                Error::BadWindow { reason: "the window system is not supported".to_owned() }
            }
            other => failed("vkCreateSurfaceKHR")(other),
        })?;
        Ok(Self { raw, instance: Arc::clone(instance), _window: window })
    }

    pub(super) fn belongs_to(&self, instance: &Arc<Instance>) -> bool {
        Arc::ptr_eq(&self.instance, instance)
    }

    fn functions(&self) -> &ash::khr::surface::Instance {
        self.instance.surface.as_ref().expect("the instance was made for a display")
    }

    pub(super) fn is_supported(&self, device: vk::PhysicalDevice, family: u32) -> bool {
        // SAFETY: no obligation but live handles of one instance, and an existing family.
        unsafe { self.functions().get_physical_device_surface_support(device, family, self.raw) }
            .unwrap_or(false)
    }

    pub(super) fn capabilities(
        &self,
        device: vk::PhysicalDevice,
    ) -> Result<vk::SurfaceCapabilitiesKHR, Error> {
        // SAFETY: no obligation but live handles of one instance.
        unsafe { self.functions().get_physical_device_surface_capabilities(device, self.raw) }
            .map_err(failed("vkGetPhysicalDeviceSurfaceCapabilitiesKHR"))
    }

    pub(super) fn formats(&self, device: vk::PhysicalDevice) -> Result<Vec<vk::SurfaceFormatKHR>, Error> {
        // SAFETY: no obligation but live handles of one instance.
        unsafe { self.functions().get_physical_device_surface_formats(device, self.raw) }
            .map_err(failed("vkGetPhysicalDeviceSurfaceFormatsKHR"))
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        // SAFETY: swapchains share the surface, so all are destroyed. VUID-vkDestroySurfaceKHR-surface-01266.
        unsafe { self.functions().destroy_surface(self.raw, None) };
    }
}
