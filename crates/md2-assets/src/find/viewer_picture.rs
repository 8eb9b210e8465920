//! Detection of pictures that `md2-viewer` rendered. Such pictures are not skins.

use std::io::Cursor;
use std::path::Path;

use png::Decoder;

use crate::skin::ImageFormat;
use crate::tree::FolderCache;

/// The text that `md2-viewer`, the viewer of this project, writes to its PNG files under the keyword `Software`.
///
/// Such a file is a picture of a model, even if it is next to the model and has the model's name. [`find_skins`](crate::find_skins) and
/// [`find_surface_skins`](crate::find_surface_skins) use it as a skin only if the model contains its file name.
pub const VIEWER_SOFTWARE: &str = "md2-viewer";

/// Number of bytes at the start of a PNG that are searched for the text `Software`. The viewer writes this text before the pixels.
const SEARCHED_BYTES: u64 = 4096;

/// Whether a file is a PNG that `md2-viewer` rendered. Opens the file but does not decode it.
pub(crate) fn is_viewer_picture(tree: &FolderCache, path: &Path) -> bool {
    if ImageFormat::from_name(path) != Some(ImageFormat::Png) {
        return false;
    }
    tree.read_start(path, SEARCHED_BYTES).is_ok_and(|start| names_viewer(&start))
}

fn names_viewer(start: &[u8]) -> bool {
    let Ok(reader) = Decoder::new(Cursor::new(start)).read_info() else { return false };
    let mut texts = reader.info().uncompressed_latin1_text.iter();
    texts.any(|text| text.keyword == "Software" && text.text == VIEWER_SOFTWARE)
}
