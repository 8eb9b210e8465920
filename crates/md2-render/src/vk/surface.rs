//! The window's side of Vulkan.

use std::sync::Arc;

use ash::vk;
use ash_window::create_surface;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle};

use super::error::{Error, failed};
use super::instance::Instance;

/// A window that can be drawn to from any thread.
pub(crate) trait Window: HasDisplayHandle + HasWindowHandle + Send + Sync {}

impl<W: HasDisplayHandle + HasWindowHandle + Send + Sync> Window for W {}

/// The display that a window is on.
pub(crate) fn display_of(window: &dyn Window) -> Result<RawDisplayHandle, Error> {
    let handle = window.display_handle().map_err(|error| Error::BadWindow { reason: error.to_string() })?;
    Ok(handle.as_raw())
}

/// A window as Vulkan sees it.
pub(crate) struct Surface {
    pub(super) raw: vk::SurfaceKHR,
    instance: Arc<Instance>,
    /// Last: the window outlives its surface.
    _window: Arc<dyn Window>,
}

impl Surface {
    /// The instance was made for the window's display.
    pub(crate) fn new(instance: &Arc<Instance>, window: Arc<dyn Window>) -> Result<Self, Error> {
        let display = display_of(&*window)?;
        let handle =
            window.window_handle().map_err(|error| Error::BadWindow { reason: error.to_string() })?.as_raw();
        // SAFETY: both handles come from one window, which is kept until the surface is destroyed, and with
        // it the instance and its loader.
        let made = unsafe { create_surface(&instance.entry, &instance.raw, display, handle, None) };
        let raw = made.map_err(|result| match result {
            vk::Result::ERROR_EXTENSION_NOT_PRESENT => {
                Error::BadWindow { reason: "its kind is unknown".to_owned() }
            }
            other => failed("vkCreateSurfaceKHR")(other),
        })?;
        Ok(Self { raw, instance: Arc::clone(instance), _window: window })
    }

    pub(super) fn is_of(&self, instance: &Arc<Instance>) -> bool {
        Arc::ptr_eq(&self.instance, instance)
    }

    fn functions(&self) -> &ash::khr::surface::Instance {
        self.instance.surface.as_ref().expect("the instance was made for a display")
    }

    /// Whether queues of this family can present to the window.
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

    pub(super) fn present_modes(&self, device: vk::PhysicalDevice) -> Result<Vec<vk::PresentModeKHR>, Error> {
        // SAFETY: no obligation but live handles of one instance.
        unsafe { self.functions().get_physical_device_surface_present_modes(device, self.raw) }
            .map_err(failed("vkGetPhysicalDeviceSurfacePresentModesKHR"))
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        // SAFETY: swapchains share the surface, so none is left.
        // VUID-vkDestroySurfaceKHR-surface-01266.
        unsafe { self.functions().destroy_surface(self.raw, None) };
    }
}
