//! The search for an image by its name without extension.

use std::path::PathBuf;

use super::viewer_picture::is_viewer_picture;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, FolderEntry, file_named};

/// Image extensions in the order in which Quake III and its successors try them.
pub(crate) const QUAKE3_ORDER: [&str; 9] = ["tga", "jpg", "jpeg", "png", "webp", "dds", "pcx", "bmp", "lmp"];
/// Image extensions in the order in which Quake engines try them, the best quality first. Images of lower quality are
/// usually conversions.
pub(crate) const QUAKE_ORDER: [&str; 9] = ["png", "tga", "jpg", "jpeg", "webp", "dds", "bmp", "pcx", "lmp"];

/// Finds the image among the `entries` of a folder whose name without extension, in lower case, is `stem`. Tries `extensions` in their order.
/// Ignores pictures that `md2-viewer` rendered.
pub(crate) fn find_by_stem(
    tree: &FolderCache,
    entries: &[FolderEntry],
    stem: &str,
    extensions: &[&str],
) -> Option<PathBuf> {
    let file = |extension| Some(file_named(entries, &format!("{stem}.{extension}"))?.to_path_buf());
    let mut files = extensions.iter().filter_map(file);
    files.find(|path| ImageFormat::from_name(path).is_some() && !is_viewer_picture(tree, path))
}

pub(crate) fn format_rank(file_name: &str) -> Option<usize> {
    QUAKE_ORDER.iter().position(|extension| file_name.ends_with(extension))
}
