//! Machines without Vulkan, on which tests that draw are skipped.

use std::env;
use std::fmt::Display;

use crate::skip::skip;

/// The environment variable that makes lacking a device, or the validation layer, an error: set where both are there.
pub const REQUIRE_VULKAN: &str = "MD2_REQUIRE_VULKAN";

/// Whether this machine is expected to have a Vulkan device and the validation layer.
#[must_use]
pub fn vulkan_is_required() -> bool {
    env::var_os(REQUIRE_VULKAN).is_some()
}

/// Says that a test is skipped, since this machine has no Vulkan, for the `reason` that was found.
///
/// # Panics
/// If [`REQUIRE_VULKAN`] is set: then the lack is a defect.
#[track_caller]
pub fn skip_without_vulkan(reason: impl Display) {
    assert!(!vulkan_is_required(), "{REQUIRE_VULKAN} is set, and: {reason}");
    skip(reason);
}
