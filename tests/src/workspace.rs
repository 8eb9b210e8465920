//! Where things are, and what this machine has.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use crate::Failure;
use crate::viewer::run_viewer;

/// The workspace's root folder.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// A new empty folder for one test, named after it.
///
/// # Errors
/// If the folder cannot be made.
pub fn temporary_folder(name: &str) -> Result<PathBuf, Failure> {
    let folder = env::temp_dir().join(format!("md2-tests-{name}-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Whether the viewer finds no Vulkan here, in which case the test says so and is to be skipped.
///
/// # Panics
/// If `MD2_REQUIRE_VULKAN` is set, since then a device is expected.
#[must_use]
pub fn vulkan_is_missing() -> bool {
    /// The viewer's exit code for a machine without a Vulkan loader or driver.
    const NO_VULKAN: i32 = 4;
    // The same for all tests of a program.
    static MISSING: OnceLock<bool> = OnceLock::new();
    let missing = *MISSING.get_or_init(|| {
        let out = env::temp_dir().join(format!("md2-tests-probe-{}.png", std::process::id()));
        let arguments = ["render", "--size", "16x16", "-o"].map(OsStr::new);
        let probe = run_viewer(arguments.into_iter().chain([out.as_os_str()]));
        let _ = fs::remove_file(&out);
        probe.is_ok_and(|output| output.status.code() == Some(NO_VULKAN))
    });
    if missing {
        md2_testdata::skip_without_vulkan(
            "no Vulkan on this machine (`cargo xtask setup` installs a software driver)",
        );
    }
    missing
}
