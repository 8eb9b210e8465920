//! Where things are, and what this machine has.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::{Failure, run_viewer};

/// The workspace's root folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The real models beside the project, sorted; empty, after a message, where they are not.
pub fn corpus_models() -> Vec<PathBuf> {
    let folder = root().join("../shared/corpus");
    let mut models = Vec::new();
    let folders = fs::read_dir(&folder).into_iter().flatten().flatten();
    for entry in folders.filter_map(|entry| fs::read_dir(entry.path()).ok()).flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md2")) {
            models.push(path);
        }
    }
    models.sort();
    if models.is_empty() {
        eprintln!("skipped: there are no models in {}", folder.display());
    }
    models
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
pub fn vulkan_is_missing() -> bool {
    /// The viewer's exit code for a machine without a Vulkan loader or driver.
    const NO_VULKAN: i32 = 4;
    let out = env::temp_dir().join(format!("md2-tests-probe-{}.png", std::process::id()));
    let probe =
        run_viewer(["render".as_ref(), "--size".as_ref(), "16x16".as_ref(), "-o".as_ref(), out.as_os_str()]);
    let _ = fs::remove_file(&out);
    let missing = probe.is_ok_and(|output| output.status.code() == Some(NO_VULKAN));
    if missing {
        assert!(
            env::var_os("MD2_REQUIRE_VULKAN").is_none(),
            "MD2_REQUIRE_VULKAN is set, but there is no Vulkan"
        );
        eprintln!("skipped: no Vulkan on this machine (`cargo xtask setup` installs a software driver)");
    }
    missing
}
