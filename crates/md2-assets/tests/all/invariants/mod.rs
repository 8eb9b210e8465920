//! Properties that hold for arbitrary bytes that are read as an image or an archive. The fuzz targets and the stable fuzzer share this
//! folder.

#![allow(dead_code, reason = "each program uses only a part")]

pub(crate) mod archive;
pub(crate) mod png;
pub(crate) mod seeds;

use std::error::Error;

use md2_assets::{ImageError, ImageFormat, MAX_PIXELS, MAX_SIDE, decode};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Decodes an image. Bytes without the signature of another format are a TGA, except those that begin like a PCX.
pub(crate) fn image(file: &[u8]) {
    let name = if file.starts_with(&[0x0a]) { "skin.pcx" } else { "skin.tga" };
    let (decoded, peak) = heap::peak(|| decode(file, name));
    match decoded {
        Ok(image) => {
            let pixels = image.width() as usize * image.height() as usize;
            assert!((1..=MAX_SIDE).contains(&image.width()) && (1..=MAX_SIDE).contains(&image.height()));
            assert!(pixels <= MAX_PIXELS as usize && image.rgba().len() == 4 * pixels);
            let is_seen = image.rgba().chunks_exact(4).any(|pixel| pixel[3] > 0);
            assert!(is_seen, "all {} x {} pixels are transparent", image.width(), image.height());
            // The memory of the decoded data, which has up to 16 bits per channel, and of the result.
            let allowed = 24 * pixels + WORK + 4 * file.len();
            assert!(peak <= allowed, "{peak} bytes of memory for {pixels} pixels of {} bytes", file.len());
        }
        Err(error) => {
            let format = ImageFormat::detect(file, name.as_ref());
            let work =
                if matches!(format, Some(ImageFormat::Jpeg | ImageFormat::WebP)) { 128 << 20 } else { WORK };
            let allowed = 4 * MAX_PIXELS as usize + work + 4 * file.len();
            assert!(peak <= allowed, "{peak} bytes of memory for {} bytes that are not an image", file.len());
            explain(file, name, &error);
        }
    }
}

/// Number of bytes of memory that a decoder may use regardless of the size of the image.
const WORK: usize = 1 << 20;

fn explain(file: &[u8], name: &str, error: &ImageError) {
    let mut texts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    assert!(texts.iter().all(|text| !text.is_empty() && text.len() < 1000), "{texts:?}");
    let unknown = ImageFormat::detect(file, name.as_ref()).is_none();
    assert_eq!(unknown, matches!(error, ImageError::UnknownFormat(_)), "{error}");
}
