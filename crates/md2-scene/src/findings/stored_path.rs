//! Paths as files of a mod store them.

use std::path::PathBuf;

/// The path of an image, as a model or a `.skin` file stores it.
#[derive(Clone, Debug)]
pub(super) struct ImagePath {
    /// The model or the `.skin` file.
    pub(super) file: PathBuf,
    /// The place of the path in the file.
    pub(super) place: String,
    pub(super) name: String,
}

/// Returns a path without its extension, with slashes.
pub(super) fn path_stem(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).replace('\\', "/")
}
