//! The search for an image by its name without extension.

use std::path::{Path, PathBuf};

use super::viewer_picture::is_viewer_picture;
use crate::tree::FolderCache;

/// Image extensions in the order in which Quake III and its successors try them.
const EXTENSIONS: [&str; 6] = ["tga", "jpg", "jpeg", "png", "pcx", "bmp"];

/// Finds the image in a folder whose name without extension, in lower case, is `stem`. Ignores pictures that `md2-viewer` rendered.
pub(crate) fn find_by_stem(tree: &FolderCache, folder: &Path, stem: &str) -> Option<PathBuf> {
    let mut files =
        EXTENSIONS.iter().filter_map(|extension| tree.file(folder, &format!("{stem}.{extension}")));
    files.find(|path| !is_viewer_picture(path))
}
