//! The PNG decoder.
//!
//! The decoder ignores text chunks and color profiles, because a few kilobytes of such data can unpack to half a gigabyte.

use std::io::Cursor;

use md2_common::RgbaImage;
use png::{ColorType, DecodeOptions, Decoder, DecodingError, Info, Transformations};

use crate::pixels::read_pixels;
use crate::skin::{ImageError, ImageFormat, check_size};

/// The maximum number of bytes that the decoder may allocate for rows and chunks, in addition to the image.
const MAX_EXTRA_BYTES: usize = 32 << 20;

pub(crate) fn decode(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    let mut options = DecodeOptions::default();
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_limits(png::Limits { bytes: MAX_EXTRA_BYTES });
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (header.width, header.height);
    check_size(ImageFormat::Png, width, height)?;
    // The decoder returns eight bits per channel, and colors instead of palette indices.
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    check_palette(reader.info())?;
    let channels = match reader.output_color_type().0 {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb | ColorType::Indexed => 3,
        ColorType::Rgba => 4,
    };
    read_pixels(ImageFormat::Png, [width, height], channels, |pixels| reader.next_frame(pixels).map(drop))
}

/// Rejects a palette with incomplete colors or more than 256 colors, because the decoder would panic.
fn check_palette(info: &Info<'_>) -> Result<(), ImageError> {
    const MAX_BYTES: usize = 3 * 256;
    match info.palette.as_deref().map(<[u8]>::len) {
        Some(found) if found % 3 != 0 || found > MAX_BYTES => {
            let source =
                format!("the palette has {found} bytes, expected a multiple of 3 and at most {MAX_BYTES}");
            Err(ImageError::Broken(ImageFormat::Png, source.into()))
        }
        _ => Ok(()),
    }
}

fn broken(source: DecodingError) -> ImageError {
    ImageError::Broken(ImageFormat::Png, source.into())
}
