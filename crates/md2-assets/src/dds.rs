//! The DDS decoder. DDS stores images as graphics cards do: in blocks of 4 x 4 pixels, or as uncompressed colors.
//!
//! Of an image with several sizes, faces or layers, the first and largest one is decoded.

use md2_common::RgbaImage;

use crate::pixels::read_pixels;
use crate::skin::{ImageError, ImageFormat, check_size};

/// The length of the header with its four-byte signature.
const HEADER_BYTES: usize = 128;
/// The length of the second header, which follows if the format is `DX10`.
const DX10_BYTES: usize = 20;
const HAS_FOUR_LETTERS: u32 = 4;
const HAS_COLORS: u32 = 0x40;

/// A decoder of a block of 4 x 4 pixels to RGBA. Its arguments are the block, the pixels, and the bytes of a row of pixels.
type BlockDecoder = fn(&[u8], &mut [u8], usize);

enum Pixels {
    Blocks(usize, BlockDecoder),
    /// Bytes of a pixel, and the bits of red, green, blue and alpha.
    Colors(usize, [u32; 4]),
}

/// Returns the width and height in the header.
pub(crate) fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    Some([field(bytes, 16)?, field(bytes, 12)?])
}

pub(crate) fn decode(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    let cut =
        || ImageError::Invalid(format!("DDS of {} bytes, expected at least {HEADER_BYTES}", bytes.len()));
    let [width, height] = size(bytes).ok_or_else(cut)?;
    check_size(ImageFormat::Dds, width, height)?;
    let (pixels, start) = pixels(bytes)?;
    let (columns, rows) = (width as usize, height as usize);
    let length = match pixels {
        Pixels::Blocks(size, _) => columns.div_ceil(4) * rows.div_ceil(4) * size,
        Pixels::Colors(size, _) => columns * rows * size,
    };
    let (found, needed) = (bytes.len(), start + length);
    let data = bytes.get(start..needed).ok_or_else(|| {
        ImageError::Invalid(format!(
            "DDS of {found} bytes, expected at least {needed} for {width} x {height} pixels"
        ))
    })?;
    read_pixels::<ImageError>(ImageFormat::Dds, [width, height], 4, |rgba| {
        match pixels {
            Pixels::Blocks(size, decode) => fill_blocks(data, size, decode, columns, rgba),
            Pixels::Colors(size, masks) => {
                for (source, pixel) in data.chunks_exact(size).zip(rgba.as_chunks_mut::<4>().0) {
                    *pixel = color(source, masks);
                }
            }
        }
        Ok(())
    })
}

fn fill_blocks(data: &[u8], size: usize, decode: BlockDecoder, columns: usize, rgba: &mut [u8]) {
    let mut block = [0; 64];
    let across = columns.div_ceil(4);
    for (number, source) in data.chunks_exact(size).enumerate() {
        decode(source, &mut block, 16);
        let (x, y) = (number % across * 4, number / across * 4);
        let width = (columns - x).min(4) * 4;
        let rows = rgba.chunks_exact_mut(columns * 4).skip(y);
        // Blocks at the edges reach out of the image.
        for (row, decoded) in rows.zip(block.chunks_exact(16)) {
            row[x * 4..][..width].copy_from_slice(&decoded[..width]);
        }
    }
}

/// Returns the format of the pixels and their offset in the file.
fn pixels(bytes: &[u8]) -> Result<(Pixels, usize), ImageError> {
    let field = |offset| field(bytes, offset).unwrap_or_default();
    let unknown = |found: String| {
        let text = format!("DDS in the format {found}, expected BC1, BC2, BC3, BC7 or uncompressed colors");
        Err(ImageError::Invalid(text))
    };
    let (flags, bits) = (field(80), field(88));
    if flags & HAS_FOUR_LETTERS == 0 {
        let masks = [field(92), field(96), field(100), if flags & 1 == 0 { 0 } else { field(104) }];
        return match bits {
            24 | 32 if flags & HAS_COLORS != 0 => {
                Ok((Pixels::Colors(bits as usize / 8, masks), HEADER_BYTES))
            }
            _ => unknown(format!("with {bits} bits per pixel")),
        };
    }
    let letters = field(84).to_le_bytes();
    let pixels = match (&letters, field(128)) {
        // The numbers are those of DXGI_FORMAT.
        (b"DXT1", _) | (b"DX10", 70..=72) => Pixels::Blocks(8, bcdec_rs::bc1),
        (b"DXT2" | b"DXT3", _) | (b"DX10", 73..=75) => Pixels::Blocks(16, bcdec_rs::bc2),
        (b"DXT4" | b"DXT5", _) | (b"DX10", 76..=78) => Pixels::Blocks(16, bcdec_rs::bc3),
        (b"DX10", 97..=99) => Pixels::Blocks(16, bcdec_rs::bc7),
        (b"DX10", number) => return unknown(format!("DX10 {number}")),
        _ => return unknown(format!("\"{}\"", letters.escape_ascii())),
    };
    Ok((pixels, HEADER_BYTES + if letters == *b"DX10" { DX10_BYTES } else { 0 }))
}

/// Converts a pixel to RGBA. A color without bits is 0, alpha without bits is opaque.
fn color(source: &[u8], masks: [u32; 4]) -> [u8; 4] {
    let mut bytes = [0; 4];
    bytes[..source.len()].copy_from_slice(source);
    let pixel = u32::from_le_bytes(bytes);
    let channel = |mask: u32| match mask {
        0 => 0,
        mask => {
            let shift = mask.trailing_zeros();
            let most = u64::from(mask >> shift);
            u8::try_from(u64::from((pixel & mask) >> shift) * 255 / most).unwrap_or(u8::MAX)
        }
    };
    let [red, green, blue, alpha] = masks.map(channel);
    [red, green, blue, if masks[3] == 0 { u8::MAX } else { alpha }]
}

fn field(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}
