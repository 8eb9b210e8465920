//! Paths into archives, such as `pak0.pak/players/male/tris.md2`.

use std::path::{Component, Path, PathBuf};

/// Splits a path at the file that it leads through. Returns this file (the archive) and the rest of the path with slashes, which is empty
/// if the path is the file itself. `None` if the path leads through no file.
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
                // No entry has such a name.
                _ => None,
            })
            .collect();
        return Some((archive.to_path_buf(), names?.join("/")));
    }
    None
}
