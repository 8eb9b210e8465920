//! Detection of pictures that `md2-viewer` rendered. Such pictures are not skins.

use std::path::Path;

use crate::skin::ImageFormat;
use crate::tree::FolderCache;

/// The text that `md2-viewer`, the viewer of this project, writes to its PNG files under the keyword `Software`.
///
/// Such a file is a picture of a model, even if it is next to the model and has the model's name. [`find_skins`](crate::find_skins) and
/// [`find_surface_skins`](crate::find_surface_skins) use it as a skin only if the model contains its file name.
pub const VIEWER_SOFTWARE: &str = "md2-viewer";

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
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
    let Some(mut rest) = start.strip_prefix(SIGNATURE) else { return false };
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let length = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
        let Some((data, behind)) = behind.split_at_checked(length) else { return false };
        if &kind == b"tEXt" && data.strip_prefix(b"Software\0") == Some(VIEWER_SOFTWARE.as_bytes()) {
            return true;
        }
        // Four bytes with a checksum follow the data.
        let Some((_, next)) = behind.split_first_chunk::<4>() else { return false };
        rest = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use md2_testdata::png::chunk;

    use super::*;

    #[test]
    fn detects_the_software_chunk() {
        let header = chunk(b"IHDR", &[0; 13]);
        let check = |chunks: &[Vec<u8>], expected: bool| {
            let start = [SIGNATURE, &header, &chunks.concat()].concat();
            assert_eq!(names_viewer(&start), expected, "{chunks:?}");
        };
        let mark = || chunk(b"tEXt", b"Software\0md2-viewer");
        check(&[mark()], true);
        check(&[chunk(b"gAMA", &[0; 4]), mark()], true);
        check(&[], false);
        check(&[chunk(b"tEXt", b"Software\0another")], false);
        check(&[chunk(b"tEXt", b"Comment\0md2-viewer")], false);
        assert!(!names_viewer(&mark()), "not a PNG");
    }

    #[test]
    fn accepts_any_bytes() {
        let whole = [SIGNATURE, &chunk(b"IHDR", &[0; 13]), &chunk(b"tEXt", b"Software\0md2-viewer")].concat();
        for length in 0..whole.len() - 4 {
            assert!(!names_viewer(&whole[..length]), "cut at {length}");
        }
        assert!(!names_viewer(&[SIGNATURE, &[0xff; 64]].concat()), "a chunk past the end");
    }
}
