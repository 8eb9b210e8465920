//! The search for an image by its name without extension.

use std::path::{Path, PathBuf};

use super::viewer_picture::is_viewer_picture;
use crate::skin::ImageFormat;
use crate::tree::FolderCache;

/// Image extensions in the order in which Quake III and its successors try them.
pub(crate) const QUAKE3_ORDER: [&str; 7] = ["tga", "jpg", "jpeg", "png", "pcx", "bmp", "lmp"];
/// Image extensions in the order of their quality, in which Quake engines try them. Images in formats of lower quality are usually
/// conversions.
pub(crate) const QUALITY_ORDER: [&str; 7] = ["png", "tga", "jpg", "jpeg", "bmp", "pcx", "lmp"];

/// Finds the image in a folder whose name without extension, in lower case, is `stem`. Ignores pictures that `md2-viewer` rendered.
pub(crate) fn find_by_stem(tree: &FolderCache, folder: &Path, stem: &str) -> Option<PathBuf> {
    find_in_order(tree, folder, stem, &QUAKE3_ORDER)
}

pub(crate) fn find_in_order(
    tree: &FolderCache,
    folder: &Path,
    stem: &str,
    extensions: &[&str],
) -> Option<PathBuf> {
    let mut files =
        extensions.iter().filter_map(|extension| tree.file(folder, &format!("{stem}.{extension}")));
    files.find(|path| ImageFormat::from_name(path).is_some() && !is_viewer_picture(path))
}

/// Returns the rank of an image with this lower-case file name among images of the same name in other formats, 0 for the best format.
pub(crate) fn format_rank(file_name: &str) -> Option<usize> {
    QUALITY_ORDER.iter().position(|extension| file_name.ends_with(extension))
}
