//! The loader, the instance, and the validation layer's messages.

use std::{
    ffi::{CStr, c_char, c_void},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use ash::{ext, khr, vk};
use raw_window_handle::RawDisplayHandle;

use super::{
    error::{Error, failed},
    headroom, loader,
};

const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// How closely Vulkan's validation layer watches. Its messages go to the [`log`] crate and are counted in
/// [`ValidationLog`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Validation {
    /// Not at all.
    Off,
    /// The core checks, if the layer is installed; nothing otherwise.
    IfInstalled,
    /// The core checks and synchronization; that the layer is missing is an error.
    Full,
}

/// The instance, and what must outlive it.
pub(crate) struct Instance {
    pub(super) raw: ash::Instance,
    /// Present if the instance can draw to windows.
    pub(super) surface: Option<khr::surface::Instance>,
    messenger: Option<Messenger>,
    /// The messenger holds a pointer to it until the instance is destroyed.
    log: Arc<ValidationLog>,
    /// Last: the loader's code must be mapped while any of the above is called.
    pub(super) entry: ash::Entry,
}

struct Messenger {
    functions: ext::debug_utils::Instance,
    raw: vk::DebugUtilsMessengerEXT,
}

impl Instance {
    /// Loads Vulkan, for a program of this name. With a display, the instance can draw to windows of that
    /// display.
    pub(crate) fn new(
        program: &CStr,
        validation: Validation,
        display: Option<RawDisplayHandle>,
    ) -> Result<Arc<Self>, Error> {
        // SAFETY: loading runs the initializers of the system's Vulkan loader, which is trusted as every
        // library this program is linked to is. `entry` is kept until the instance is destroyed.
        let entry = unsafe { ash::Entry::load() };
        let entry = entry.map_err(|error| Error::NoLoader { reason: error.to_string() })?;
        require_vulkan_1_1(&entry)?;

        let layer = validation != Validation::Off && has_validation_layer(&entry)?;
        if validation == Validation::Full && !layer {
            return Err(Error::NoValidationLayer);
        }
        let layers: &[*const c_char] = if layer { &[VALIDATION_LAYER.as_ptr()] } else { &[] };

        let mut extensions = Vec::new();
        if let Some(display) = display {
            let needed = ash_window::enumerate_required_extensions(display)
                .map_err(|result| Error::BadWindow { reason: result.to_string() })?;
            extensions.extend_from_slice(needed);
        }
        if layer {
            extensions.push(ext::debug_utils::NAME.as_ptr());
            extensions.push(ext::validation_features::NAME.as_ptr());
        }

        let log = Arc::new(ValidationLog::default());
        let application =
            vk::ApplicationInfo::default().engine_name(program).api_version(vk::API_VERSION_1_3);
        let mut info = vk::InstanceCreateInfo::default()
            .application_info(&application)
            .enabled_layer_names(layers)
            .enabled_extension_names(&extensions);
        let mut messenger_info = messenger_info(&log);
        let mut features = vk::ValidationFeaturesEXT::default();
        if validation == Validation::Full {
            features = features
                .enabled_validation_features(&[vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION]);
        }
        if layer {
            info = info.push_next(&mut messenger_info).push_next(&mut features);
        }
        let made = {
            let _alone = loader::change_lists();
            // SAFETY: rule 5; the layers were enumerated above, and a missing extension is an error code.
            unsafe { entry.create_instance(&info, None) }
        };
        let raw = made.map_err(|result| match result {
            vk::Result::ERROR_INCOMPATIBLE_DRIVER => headroom::why_no_driver("vkCreateInstance"),
            vk::Result::ERROR_EXTENSION_NOT_PRESENT => {
                Error::NoWindowSupport { extension: missing_extension(&entry, &extensions) }
            }
            other => failed("vkCreateInstance")(other),
        })?;

        let surface = display.map(|_| khr::surface::Instance::new(&entry, &raw));
        let mut instance = Self { raw, surface, messenger: None, log, entry };
        if layer {
            instance.messenger = Some(Messenger::new(&instance)?);
        }
        Ok(Arc::new(instance))
    }

    /// What the validation layer has said so far, and whatever it will say.
    pub(crate) fn validation_log(&self) -> Arc<ValidationLog> {
        Arc::clone(&self.log)
    }

    /// Whether the validation layer watches, and objects should be named for its messages.
    pub(super) const fn is_validated(&self) -> bool {
        self.messenger.is_some()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if let Some(messenger) = &self.messenger {
            // SAFETY: made from this instance by `Messenger::new`, and destroyed once.
            unsafe { messenger.functions.destroy_debug_utils_messenger(messenger.raw, None) };
        }
        let _alone = loader::change_lists();
        // SAFETY: the device and surfaces hold an `Arc` of this instance, so none is left.
        // VUID-vkDestroyInstance-instance-00629.
        unsafe { self.raw.destroy_instance(None) };
    }
}

impl Messenger {
    fn new(instance: &Instance) -> Result<Self, Error> {
        let functions = ext::debug_utils::Instance::new(&instance.entry, &instance.raw);
        // The struct chained into the instance's creation had its `pNext` filled in: this one must be fresh.
        let info = messenger_info(&instance.log);
        // SAFETY: the extension was enabled. The log that the callback is given lives in `instance`, which
        // destroys the messenger in its `drop` and itself before the log.
        let raw = unsafe { functions.create_debug_utils_messenger(&info, None) }
            .map_err(failed("vkCreateDebugUtilsMessengerEXT"))?;
        Ok(Self { functions, raw })
    }
}

/// The warnings and errors of the validation layer. It can be kept, and read, after the renderer is gone.
#[derive(Debug, Default)]
pub struct ValidationLog {
    count: AtomicU32,
    first: Mutex<Vec<String>>,
}

impl ValidationLog {
    /// How many texts are kept.
    const KEPT: usize = 16;

    /// Number of warnings and errors.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count.load(Ordering::Acquire)
    }

    /// The texts of the first few.
    #[must_use]
    pub fn first_messages(&self) -> Vec<String> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, text: &str) {
        self.count.fetch_add(1, Ordering::AcqRel);
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.len() < Self::KEPT {
            first.push(text.to_owned());
        }
    }
}

fn messenger_info(log: &Arc<ValidationLog>) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(
            vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR,
        )
        // Not GENERAL: there the loader complains about layers and drivers of this machine that are none of
        // our business.
        .message_type(
            vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
        )
        .pfn_user_callback(Some(on_message))
        .user_data(Arc::as_ptr(log).cast_mut().cast())
}

/// Called by the validation layer, inside our own calls to Vulkan and on their thread.
unsafe extern "system" fn on_message(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _types: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    log: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: `messenger_info` put a pointer to the instance's log here, which outlives the messenger; it is
    // only read, and its interior is synchronized.
    let log = unsafe { &*log.cast_const().cast::<ValidationLog>() };
    // SAFETY: the layer passes a struct that is valid for the call.
    let data = unsafe { data.as_ref() };
    // SAFETY: its text, if there is one, ends with NUL.
    let text = data.and_then(|data| unsafe { data.message_as_c_str() }).unwrap_or_default();
    let text = text.to_string_lossy();
    log.add(&text);
    if severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR) {
        log::error!("Vulkan: {text}");
    } else {
        log::warn!("Vulkan: {text}");
    }
    vk::FALSE
}

fn require_vulkan_1_1(entry: &ash::Entry) -> Result<(), Error> {
    // SAFETY: the loader answers without an instance.
    let version = unsafe { entry.try_enumerate_instance_version() }
        .map_err(failed("vkEnumerateInstanceVersion"))?
        .unwrap_or(vk::API_VERSION_1_0);
    if version < vk::API_VERSION_1_1 {
        return Err(Error::NoLoader { reason: "the one installed knows Vulkan 1.0 only".to_owned() });
    }
    Ok(())
}

fn has_validation_layer(entry: &ash::Entry) -> Result<bool, Error> {
    // SAFETY: the loader answers without an instance.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }
        .map_err(failed("vkEnumerateInstanceLayerProperties"))?;
    Ok(layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION_LAYER)))
}

/// The first of these extensions that the loader does not offer, for the error's text.
fn missing_extension(entry: &ash::Entry, wanted: &[*const c_char]) -> String {
    // SAFETY: the loader answers without an instance.
    let offered = unsafe { entry.enumerate_instance_extension_properties(None) }.unwrap_or_default();
    wanted
        .iter()
        // SAFETY: every pointer is that of a constant name of ash, which ends with NUL.
        .map(|&name| unsafe { CStr::from_ptr(name) })
        .find(|name| !offered.iter().any(|offer| offer.extension_name_as_c_str() == Ok(name)))
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::ValidationLog;

    #[test]
    fn the_log_counts_all_and_keeps_the_first() {
        let log = ValidationLog::default();
        for i in 0..40 {
            log.add(&i.to_string());
        }
        assert_eq!(log.count(), 40);
        assert_eq!(log.first_messages().len(), ValidationLog::KEPT);
        assert_eq!(log.first_messages()[0], "0");
    }
}
