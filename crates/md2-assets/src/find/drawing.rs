//! Pictures of models, which are no skins.

use std::path::Path;

use crate::read::read_start;
use crate::skin::ImageFormat;

/// What the viewer writes into its pictures as the software that made them.
///
/// A PNG with this word in a `tEXt` chunk `Software` is a picture of a model: it may lie beside the model and be called
/// as it is, and [`find_skins`](crate::find_skins) and [`find_surface_skins`](crate::find_surface_skins) take it for a skin
/// only where the model names it.
pub const VIEWER_SOFTWARE: &str = "md2-viewer";

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The chunk comes before the pixels.
const SEARCHED_BYTES: u64 = 4096;

/// Whether a file is a PNG that the viewer drew. It is opened, but not decoded.
pub(crate) fn is_drawing(path: &Path) -> bool {
    if ImageFormat::from_name(path) != Some(ImageFormat::Png) {
        return false;
    }
    read_start(path, SEARCHED_BYTES).is_ok_and(|start| says_so(&start))
}

/// Whether the chunks at the start of a PNG tell that the viewer drew it.
fn says_so(start: &[u8]) -> bool {
    let Some(mut rest) = start.strip_prefix(SIGNATURE) else { return false };
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let length = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
        let Some((data, behind)) = behind.split_at_checked(length) else { return false };
        if &kind == b"tEXt" && data.strip_prefix(b"Software\0") == Some(VIEWER_SOFTWARE.as_bytes()) {
            return true;
        }
        // Behind the data of each chunk there are four bytes of checksum.
        let Some((_, next)) = behind.split_first_chunk::<4>() else { return false };
        rest = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        // The checksum is not looked at.
        [&length[..], kind, data, &[0; 4]].concat()
    }

    #[test]
    fn a_drawing_says_so_before_its_pixels() {
        let header = chunk(b"IHDR", &[0; 13]);
        let check = |chunks: &[Vec<u8>], expected: bool| {
            let start = [SIGNATURE, &header, &chunks.concat()].concat();
            assert_eq!(says_so(&start), expected, "{chunks:?}");
        };
        let mark = || chunk(b"tEXt", b"Software\0md2-viewer");
        check(&[mark()], true);
        check(&[chunk(b"gAMA", &[0; 4]), mark()], true);
        check(&[], false);
        check(&[chunk(b"tEXt", b"Software\0another")], false);
        check(&[chunk(b"tEXt", b"Comment\0md2-viewer")], false);
        assert!(!says_so(&mark()), "no PNG");
    }

    #[test]
    fn any_start_is_looked_at_without_a_panic() {
        let whole = [SIGNATURE, &chunk(b"IHDR", &[0; 13]), &chunk(b"tEXt", b"Software\0md2-viewer")].concat();
        for length in 0..whole.len() - 4 {
            assert!(!says_so(&whole[..length]), "cut at {length}");
        }
        assert!(!says_so(&[SIGNATURE, &[0xff; 64]].concat()), "a length past the end");
    }
}
