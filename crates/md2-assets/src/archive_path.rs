//! Paths into archives, such as `pak0.pak/players/male/tris.md2`.

use std::path::{Component, Path, PathBuf};

/// Splits a path into an existing file, which may be an archive, and the path inside it, with slashes: `pak0.pak/models/a.md2` into
/// `pak0.pak` and `models/a.md2`. The second path is empty if `path` is the file itself. `None` if no part of `path` is a file.
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
                // Names in archives contain no `..` and no root.
                _ => None,
            })
            .collect();
        return Some((archive.to_path_buf(), names?.join("/")));
    }
    None
}
