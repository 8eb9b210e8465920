//! A workaround for a bug of the Vulkan validation layer that the tests use.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The version of the validation layer in Ubuntu 24.04. It does not track timeline semaphores for which the
/// CPU waits, and therefore reports false synchronization hazards at queue submissions.
const BROKEN_VERSION: &str = "1.3.275";

/// Returns the environment variable that disables the faulty check, if this machine has the version [`BROKEN_VERSION`] of the layer. Other
/// versions would print a warning about the variable.
pub(crate) fn workaround() -> Option<(&'static str, &'static str)> {
    let is_broken = manifests().any(|path| version(&path).as_deref() == Some(BROKEN_VERSION));
    is_broken.then_some(("VK_KHRONOS_VALIDATION_SYNC_QUEUE_SUBMIT", "false"))
}

/// The paths at which the Vulkan loader looks for the validation layer.
/// Source: <https://vulkan.lunarg.com/doc/view/latest/linux/LoaderLayerInterface.html>.
fn manifests() -> impl Iterator<Item = PathBuf> {
    let variable = |name: &str, otherwise: &str| env::var(name).unwrap_or_else(|_| otherwise.to_owned());
    let data = variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
    let folders: Vec<PathBuf> = match env::var("VK_LAYER_PATH") {
        Ok(path) => env::split_paths(&path).collect(),
        Err(_) => {
            env::split_paths(&format!("/etc:{data}")).map(|dir| dir.join("vulkan/explicit_layer.d")).collect()
        }
    };
    folders.into_iter().map(|folder| folder.join("VkLayer_khronos_validation.json"))
}

fn version(manifest: &Path) -> Option<String> {
    let text = fs::read_to_string(manifest).ok()?;
    let (_, rest) = text.split_once("\"api_version\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_from_a_manifest() {
        let path = env::temp_dir().join(format!("md2-layer-{}.json", std::process::id()));
        fs::write(&path, r#"{ "layer": { "name": "x", "api_version" : "1.3.275", "type": "GLOBAL" } }"#)
            .unwrap();
        assert_eq!(version(&path).as_deref(), Some(BROKEN_VERSION));
        fs::write(&path, "{}").unwrap();
        assert_eq!(version(&path), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(version(&path), None);
    }
}
