//! A workaround for a bug of the Vulkan validation layer that the tests use.

use std::fs;

/// The version of the validation layer in Ubuntu 24.04. It does not track timeline semaphores for which the
/// CPU waits, and therefore reports false synchronization hazards at queue submissions.
const BROKEN_VERSION: &str = "\"1.3.275\"";
const MANIFEST: &str = "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json";

/// Returns the environment variable that disables the faulty check, if this machine has the version [`BROKEN_VERSION`] of the layer. Other
/// versions would print a warning about the variable.
pub(crate) fn workaround() -> Option<(&'static str, &'static str)> {
    let is_broken = fs::read_to_string(MANIFEST).is_ok_and(|manifest| manifest.contains(BROKEN_VERSION));
    is_broken.then_some(("VK_KHRONOS_VALIDATION_SYNC_QUEUE_SUBMIT", "false"))
}
