//! PNG, row by row into the memory of the picture.
//!
//! Texts and color profiles are left aside: they are compressed, and a few kilobytes can unpack into half a gigabyte.

use std::io::Cursor;

use md2_common::RgbaImage;
use png::{ColorType, DecodeOptions, Decoder, DecodingError, Info, Transformations};

use crate::pixels::widened;
use crate::skin::{ImageError, ImageFormat, check_size, picture};

/// What the decoder may allocate besides the picture: rows, and chunks it keeps as they are.
const MAX_BYTES_BESIDE: usize = 32 << 20;

/// Decodes a PNG of any kind.
pub(crate) fn decode(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    let format = ImageFormat::Png;
    let mut options = DecodeOptions::default();
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_limits(png::Limits { bytes: MAX_BYTES_BESIDE });
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (header.width, header.height);
    check_size(format, width, height)?;
    // Eight bits a channel, colors instead of places in a palette.
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    check_palette(reader.info())?;
    let channels = match reader.output_color_type().0 {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb | ColorType::Indexed => 3,
        ColorType::Rgba => 4,
    };
    let pixels = width as usize * height as usize;
    // Zeros are room that takes no memory before it is written to.
    let mut rgba = vec![0; 4 * pixels];
    reader.next_frame(&mut rgba[..pixels * channels]).map_err(broken)?;
    picture(format, width, height, widened(rgba, channels))
}

/// Refuses a palette that is not whole colors, or more of them than a byte can choose from: the decoder takes that for granted,
/// and panics.
fn check_palette(info: &Info<'_>) -> Result<(), ImageError> {
    const MAX_BYTES: usize = 3 * 256;
    match info.palette.as_deref() {
        Some(palette) if palette.len() % 3 != 0 || palette.len() > MAX_BYTES => {
            let found = palette.len();
            let source =
                format!("the palette has {found} bytes, expected a multiple of 3 and {MAX_BYTES} at most");
            Err(ImageError::Broken { format: ImageFormat::Png, source: source.into() })
        }
        _ => Ok(()),
    }
}

fn broken(source: DecodingError) -> ImageError {
    ImageError::Broken { format: ImageFormat::Png, source: source.into() }
}
