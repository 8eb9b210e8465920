//! The Vulkan loader, the instance, and the messages of the validation layer.

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
    loader, xcb,
};

const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The use of Vulkan's validation layer. Its messages go to the [`log`] crate, and are counted in [`ValidationLog`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Validation {
    /// No validation.
    Off,
    /// The core checks, if the layer is installed.
    IfInstalled,
    /// The core checks and synchronization; a missing layer is an error.
    Full,
}

pub(crate) struct Instance {
    pub(crate) raw: ash::Instance,
    pub(super) surface: Option<khr::surface::Instance>,
    pub(super) is_xcb: bool,
    messenger: Option<Messenger>,
    log: Arc<ValidationLog>,
    /// The last field, since the loader's code must stay mapped while any other field is used. `None` for an instance
    /// of the caller, which is not destroyed here.
    pub(super) entry: Option<ash::Entry>,
}

struct Messenger {
    functions: ext::debug_utils::Instance,
    raw: vk::DebugUtilsMessengerEXT,
}

impl Instance {
    pub(crate) fn new(
        program: &CStr,
        validation: Validation,
        display: Option<RawDisplayHandle>,
    ) -> Result<Arc<Self>, Error> {
        match Self::for_display(program, validation, display) {
            Err(Error::NoWindowSupport { extension }) => match display.and_then(xcb::display) {
                Some(display) => Self::for_display(program, validation, Some(display)),
                None => Err(Error::NoWindowSupport { extension }),
            },
            made => made,
        }
    }

    fn for_display(
        program: &CStr,
        validation: Validation,
        display: Option<RawDisplayHandle>,
    ) -> Result<Arc<Self>, Error> {
        // SAFETY: loading runs the initializers of the system's Vulkan loader, which is trusted like every linked
        // library. `entry` lives until the instance is destroyed.
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
        let flags = if lists_portable_devices(&entry) {
            extensions.push(khr::portability_enumeration::NAME.as_ptr());
            vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR
        } else {
            vk::InstanceCreateFlags::empty()
        };
        if layer {
            extensions.push(ext::debug_utils::NAME.as_ptr());
            extensions.push(ext::validation_features::NAME.as_ptr());
        }

        let log = Arc::new(ValidationLog::default());
        let application =
            vk::ApplicationInfo::default().engine_name(program).api_version(vk::API_VERSION_1_3);
        let mut info = vk::InstanceCreateInfo::default()
            .flags(flags)
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
            let _guard = loader::lock_lists_exclusive();
            // SAFETY: rule 5; the layers were enumerated above, and a missing extension is an error code.
            unsafe { entry.create_instance(&info, None) }
        };
        let raw = made.map_err(|result| match result {
            vk::Result::ERROR_INCOMPATIBLE_DRIVER => Error::NoDriver,
            vk::Result::ERROR_EXTENSION_NOT_PRESENT => Error::NoWindowSupport {
                extension: missing_extension(&entry, &extensions).unwrap_or_default(),
            },
            other => failed("vkCreateInstance")(other),
        })?;

        let surface = display.map(|_| khr::surface::Instance::new(&entry, &raw));
        let functions = layer.then(|| ext::debug_utils::Instance::new(&entry, &raw));
        let is_xcb = matches!(display, Some(RawDisplayHandle::Xcb(_)));
        let mut instance = Self { raw, surface, is_xcb, messenger: None, log, entry: Some(entry) };
        if let Some(functions) = functions {
            instance.messenger = Some(Messenger::new(functions, &instance.log)?);
        }
        Ok(Arc::new(instance))
    }

    pub(super) fn lent(raw: &ash::Instance) -> Arc<Self> {
        let log = Arc::default();
        Arc::new(Self { raw: raw.clone(), surface: None, is_xcb: false, messenger: None, log, entry: None })
    }

    pub(crate) fn validation_log(&self) -> Arc<ValidationLog> {
        Arc::clone(&self.log)
    }

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
        if self.entry.is_none() {
            return;
        }
        let _guard = loader::lock_lists_exclusive();
        // SAFETY: the device and surfaces hold an `Arc` of this instance, so all are destroyed.
        // VUID-vkDestroyInstance-instance-00629.
        unsafe { self.raw.destroy_instance(None) };
    }
}

impl Messenger {
    fn new(functions: ext::debug_utils::Instance, log: &Arc<ValidationLog>) -> Result<Self, Error> {
        // A new struct: creating the instance filled in the `pNext` of the chained one.
        let info = messenger_info(log);
        // SAFETY: the extension was enabled. The log that the callback is given lives in the instance, which
        // destroys the messenger in its `drop` and itself before the log.
        let raw = unsafe { functions.create_debug_utils_messenger(&info, None) }
            .map_err(failed("vkCreateDebugUtilsMessengerEXT"))?;
        Ok(Self { functions, raw })
    }
}

/// The warnings and errors of the validation layer. The log remains readable after the renderer is dropped.
#[derive(Debug, Default)]
pub struct ValidationLog {
    count: AtomicU32,
    first: Mutex<Vec<String>>,
}

impl ValidationLog {
    const STORED: usize = 16;

    /// Returns the number of warnings and errors.
    pub fn count(&self) -> u32 {
        self.count.load(Ordering::Acquire)
    }

    /// Returns the first messages. Further messages are only counted.
    pub fn first_messages(&self) -> Vec<String> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, text: &str) {
        self.count.fetch_add(1, Ordering::AcqRel);
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.len() < Self::STORED {
            first.push(text.to_owned());
        }
    }
}

fn messenger_info(log: &Arc<ValidationLog>) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(
            vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR,
        )
        // Not GENERAL: there the loader reports problems of installed layers and drivers that do not concern this
        // program.
        .message_type(
            vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
        )
        .pfn_user_callback(Some(on_message))
        .user_data(Arc::as_ptr(log).cast_mut().cast())
}

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
    // SAFETY: this function of the loader needs no instance.
    let version = unsafe { entry.try_enumerate_instance_version() }
        .map_err(failed("vkEnumerateInstanceVersion"))?
        .unwrap_or(vk::API_VERSION_1_0);
    if version < vk::API_VERSION_1_1 {
        return Err(Error::NoLoader { reason: "the installed loader supports only Vulkan 1.0".to_owned() });
    }
    Ok(())
}

fn has_validation_layer(entry: &ash::Entry) -> Result<bool, Error> {
    // SAFETY: this function of the loader needs no instance.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }
        .map_err(failed("vkEnumerateInstanceLayerProperties"))?;
    Ok(layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION_LAYER)))
}

/// Whether the loader must be asked to list devices that implement only a portable subset of Vulkan. On macOS, MoltenVK has such devices.
/// Elsewhere this returns false without asking, since asking loads all drivers.
fn lists_portable_devices(entry: &ash::Entry) -> bool {
    let name = khr::portability_enumeration::NAME.as_ptr();
    cfg!(target_vendor = "apple") && missing_extension(entry, &[name]).is_none()
}

fn missing_extension(entry: &ash::Entry, wanted: &[*const c_char]) -> Option<String> {
    // SAFETY: this function of the loader needs no instance.
    let offered = unsafe { entry.enumerate_instance_extension_properties(None) }.unwrap_or_default();
    wanted
        .iter()
        // SAFETY: every pointer is that of a constant name of ash, which ends with NUL.
        .map(|&name| unsafe { CStr::from_ptr(name) })
        .find(|name| !offered.iter().any(|offer| offer.extension_name_as_c_str() == Ok(name)))
        .map(|name| name.to_string_lossy().into_owned())
}
