//! The PCX decoder. PCX is the image format of Quake II's skins.
//!
//! The `pcx` crate reads the header and the pixels. This module reads the palette of 256-color files. The palette is the last 768 bytes of
//! the file, after a marker byte. Some real files have no marker, so the `pcx` crate rejects their palettes.

use std::io;

use md2_common::RgbaImage;
use pcx::Reader;
use pcx::low_level::Header;

use crate::skin::{ImageError, ImageFormat, check_size, image};

const HEADER_BYTES: usize = 128;
const PALETTE_BYTES: usize = 256 * 3;

pub(crate) type Palette = [u8; PALETTE_BYTES];
/// The smallest difference in brightness, from 0 to 255, between the first and the last color of a gray ramp.
const MIN_RAMP: u8 = 128;

/// Returns the palette of a file with 256 colors, and whether the palette is a ramp of grays from dark to light. Tools write such a ramp if
/// they do not know the palette of the game. `None` for other files.
pub(crate) fn palette(bytes: &[u8]) -> Option<(&Palette, bool)> {
    let header = Header::load(&mut &*bytes).ok()?;
    let (_, palette) = (header.palette_length() == Some(256)).then(|| split_palette(bytes).ok()).flatten()?;
    let colors = palette.as_chunks::<3>().0;
    let is_gray = colors.iter().all(|&[red, green, blue]| red == green && green == blue);
    let is_ramp = colors.is_sorted() && colors[255][0] - colors[0][0] >= MIN_RAMP;
    Some((palette, is_gray && is_ramp))
}

/// Decodes a PCX with 1, 2, 4 or 8 bits per pixel, or three planes of 8 bits. If the file has 256 colors, the palette `other`, if given,
/// replaces the palette of the file.
pub(crate) fn decode(bytes: &[u8], other: Option<&Palette>) -> Result<RgbaImage, ImageError> {
    let header = Header::load(&mut &*bytes).map_err(broken)?;
    let (width, height) = (u32::from(header.size.0), u32::from(header.size.1));
    check_size(ImageFormat::Pcx, width, height)?;
    match header.palette_length() {
        None => decode_rows(bytes, None, [width, height]),
        Some(256) => {
            let (body, palette) = split_palette(bytes)?;
            decode_rows(body, Some(other.unwrap_or(palette)), [width, height])
        }
        Some(_) => {
            let mut palette = [0; PALETTE_BYTES];
            Reader::from_mem(bytes)
                .and_then(|mut reader| reader.get_palette(&mut palette))
                .map_err(broken)?;
            decode_rows(bytes, Some(&palette), [width, height])
        }
    }
}

/// Splits a file into the part before the palette and the palette. Does not check the marker between them.
fn split_palette(bytes: &[u8]) -> Result<(&[u8], &Palette), ImageError> {
    match bytes.split_last_chunk() {
        Some((body, palette)) if body.len() >= HEADER_BYTES => Ok((body, palette)),
        _ => {
            let (found, expected) = (bytes.len(), HEADER_BYTES + PALETTE_BYTES);
            let text = format!("PCX of {found} bytes, expected at least {expected} for header and palette");
            Err(ImageError::Invalid(text))
        }
    }
}

fn decode_rows(bytes: &[u8], palette: Option<&Palette>, size: [u32; 2]) -> Result<RgbaImage, ImageError> {
    let [width, height] = size;
    let mut reader = Reader::from_mem(bytes).map_err(broken)?;
    let mut line = vec![0; width as usize * if palette.is_some() { 1 } else { 3 }];
    let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
    for row in 0..height {
        let in_row = |error| in_row(error, row, height);
        if let Some(palette) = palette {
            reader.next_row_paletted(&mut line).map_err(in_row)?;
            let (colors, _) = palette.as_chunks::<3>();
            rgba.extend(line.iter().flat_map(|&index| opaque(colors[usize::from(index)])));
        } else {
            reader.next_row_rgb(&mut line).map_err(in_row)?;
            rgba.extend(line.as_chunks().0.iter().flat_map(|&color| opaque(color)));
        }
    }
    image(ImageFormat::Pcx, width, height, rgba)
}

fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, u8::MAX]
}

fn in_row(error: io::Error, row: u32, height: u32) -> ImageError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ImageError::Invalid(format!("PCX ends in row {row} of {height}")),
        _ => broken(error),
    }
}

fn broken(source: io::Error) -> ImageError {
    ImageError::Broken(ImageFormat::Pcx, source.into())
}
