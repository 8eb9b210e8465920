//! The validation layer that the tests run under.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Version 1.3.275, which Ubuntu 24.04 has, checks at submission by default and reports hazards where there are none: it does
/// not follow timeline semaphores that the host waits for.
const SUBMIT_CHECK_LIES: &str = "1.3.275";

/// What switches off a check that this machine's layer gets wrong, as a variable of the environment. Layers of other versions
/// warn of the name, so it is set for that one alone.
pub(crate) fn correction() -> Option<(&'static str, &'static str)> {
    let lies = manifests().any(|path| version(&path).as_deref() == Some(SUBMIT_CHECK_LIES));
    lies.then_some(("VK_KHRONOS_VALIDATION_SYNC_QUEUE_SUBMIT", "false"))
}

/// Where the loader looks for the layer: <https://vulkan.lunarg.com/doc/view/latest/linux/LoaderLayerInterface.html>.
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

/// The `api_version` of a layer's manifest.
fn version(manifest: &Path) -> Option<String> {
    let text = fs::read_to_string(manifest).ok()?;
    let (_, rest) = text.split_once("\"api_version\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_tells_the_version_of_its_layer() {
        let path = env::temp_dir().join(format!("md2-layer-{}.json", std::process::id()));
        fs::write(&path, r#"{ "layer": { "name": "x", "api_version" : "1.3.275", "type": "GLOBAL" } }"#)
            .unwrap();
        assert_eq!(version(&path).as_deref(), Some(SUBMIT_CHECK_LIES));
        fs::write(&path, "{}").unwrap();
        assert_eq!(version(&path), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(version(&path), None);
    }
}
