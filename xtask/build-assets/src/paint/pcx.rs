//! An encoder for PCX, the format of Quake II's skins: 8 bits per pixel, with run-length coding and a palette.
//!
//! Source: ZSoft's technical reference manual. A file has a header of 128 bytes, the lines, the byte 12, and 768 bytes of
//! palette.

use super::Image;
use super::median_cut::{IndexedImage, index};

/// The longest run of equal bytes. The file stores its length in six bits.
const LONGEST_RUN: usize = 63;
/// The two high bits that mark a byte as the length of a run.
const COUNT_MARK: u8 = 0xc0;

pub fn encode(image: &Image) -> Vec<u8> {
    let IndexedImage { palette, indices } = index(&image.pixels);
    let [width, height] = [image.width, image.height]
        .map(|size| u16::try_from(size).expect("a skin is a few hundred pixels wide"));
    // PCX pads lines to an even number of bytes. Skins need no padding.
    assert!(width.is_multiple_of(2), "lines of odd width would need padding");

    // Manufacturer ZSoft, version 3.0 with palette, run-length coding, 8 bits per pixel.
    let mut file = vec![10, 5, 1, 8];
    for word in [0, 0, width - 1, height - 1, 72, 72] {
        file.extend(word.to_le_bytes());
    }
    // Unused palette of 16 colors, reserved byte, one plane, bytes per line, color palette, padding.
    file.extend([0; 48]);
    file.extend([0, 1]);
    file.extend(width.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.resize(128, 0);

    for line in indices.chunks(usize::from(width)) {
        for run in line.chunk_by(|a, b| a == b) {
            for part in run.chunks(LONGEST_RUN) {
                let count = u8::try_from(part.len()).unwrap_or(0);
                if count > 1 || part[0] >= COUNT_MARK {
                    file.push(COUNT_MARK | count);
                }
                file.push(part[0]);
            }
        }
    }
    file.push(12);
    file.extend(palette.as_flattened());
    file
}
