//! Paths that lead into archives: `pak0.pak/players/male/tris.md2`.

use std::path::{Component, Path, PathBuf};

/// The file that a path leads through and the rest of the path, with slashes: the longest beginning that is a file is the
/// archive. `None` if no beginning is one, as with every path to a file or folder of the system.
///
/// The rest is empty where the path is the file itself.
pub(crate) fn split(path: &Path) -> Option<(PathBuf, String)> {
    for archive in path.ancestors() {
        let Ok(metadata) = archive.metadata() else { continue };
        if !metadata.is_file() {
            return None;
        }
        let parts = path.strip_prefix(archive).ok()?.components();
        let names: Option<Vec<&str>> = parts
            .map(|part| match part {
                Component::Normal(name) => name.to_str(),
                // It leads out, and nothing inside has such a name.
                _ => None,
            })
            .collect();
        return Some((archive.to_path_buf(), names?.join("/")));
    }
    None
}
