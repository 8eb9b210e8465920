//! PCX, the format of Quake II's skins: 8 bits per pixel, run-length coded, with the palette at the end.
//!
//! Layout after ZSoft's technical reference manual: a header of 128 bytes, lines, the mark 12, 768 bytes of palette.

use super::Picture;
use super::median_cut::{Indexed, index};

/// Runs of bytes are at most this long; the two high bits of a count mark it as one.
const LONGEST_RUN: usize = 63;
/// A byte with both high bits set is a count.
const COUNT_MARK: u8 = 0xc0;

/// Encodes a picture as PCX with a palette of 256 colors chosen for it.
pub fn encode(picture: &Picture) -> Vec<u8> {
    let Indexed { palette, indices } = index(&picture.pixels);
    let [width, height] = [picture.width, picture.height]
        .map(|size| u16::try_from(size).expect("a skin is a few hundred pixels wide"));
    // Lines have an even number of bytes; skins' widths are even already.
    assert!(width.is_multiple_of(2), "lines of odd width would need padding");

    // Manufacturer ZSoft, version 3.0 with palette, run-length coding, 8 bits a pixel.
    let mut file = vec![10, 5, 1, 8];
    for word in [0, 0, width - 1, height - 1, 72, 72] {
        file.extend(word.to_le_bytes());
    }
    // 16-color palette, unused; a reserved byte; one plane; bytes a line; palette in color; padding.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Undoes the run-length coding.
    fn decode(mut coded: &[u8], pixels: usize) -> Vec<u8> {
        let mut decoded = Vec::new();
        while decoded.len() < pixels {
            let (count, value) = match coded {
                [count, value, rest @ ..] if *count >= COUNT_MARK => {
                    coded = rest;
                    (count & 0x3f, *value)
                }
                [value, rest @ ..] => {
                    coded = rest;
                    (1, *value)
                }
                [] => panic!("the lines end early"),
            };
            decoded.extend(std::iter::repeat_n(value, usize::from(count)));
        }
        decoded
    }

    #[test]
    fn the_file_decodes_to_the_picture() {
        let pixels: Vec<[u8; 3]> = (0..20).flat_map(|y| (0..16).map(move |x| [y / 8, 200, x % 7])).collect();
        let file = encode(&Picture { width: 16, height: 20, pixels: pixels.clone() });
        let (body, palette) = file.split_at(file.len() - 768);
        assert_eq!(body.last(), Some(&12));
        let indices = decode(&body[128..body.len() - 1], pixels.len());
        let colors =
            indices.iter().map(|&i| <[u8; 3]>::try_from(&palette[usize::from(i) * 3..][..3]).unwrap());
        assert!(colors.eq(pixels));
    }
}
