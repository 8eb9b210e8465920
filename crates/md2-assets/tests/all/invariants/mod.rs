//! What must hold for the bytes of any picture and any archive whatsoever. The fuzz targets and the stable test share this folder.

#![allow(dead_code, reason = "each user has a part of this")]

pub(crate) mod archive;
pub(crate) mod png;
pub(crate) mod seeds;

use std::error::Error;

use md2_assets::{ImageError, ImageFormat, MAX_PIXELS, MAX_SIDE, decode};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Bytes as a file of this name.
pub(crate) fn picture(file: &[u8], name: &str) {
    let (decoded, peak) = heap::peak(|| decode(file, name));
    match decoded {
        Ok(image) => {
            let pixels = image.width() as usize * image.height() as usize;
            assert!((1..=MAX_SIDE).contains(&image.width()) && (1..=MAX_SIDE).contains(&image.height()));
            assert!(pixels <= MAX_PIXELS as usize && image.rgba().len() == 4 * pixels);
            let is_seen = image.rgba().chunks_exact(4).any(|pixel| pixel[3] > 0);
            assert!(is_seen, "nothing is to be seen of {} x {}", image.width(), image.height());
            // Color, gray or planes of up to 16 bits, and what becomes of them.
            let allowed = 24 * pixels + WORK + 4 * file.len();
            assert!(peak <= allowed, "{peak} bytes of memory for {pixels} pixels of {} bytes", file.len());
        }
        Err(error) => {
            let allowed = allowed_whatever_it_claims(name) + 4 * file.len();
            assert!(peak <= allowed, "{peak} bytes of memory for {} bytes that are no picture", file.len());
            explain(file, name, &error);
        }
    }
}

/// What decoders take for themselves whatever the picture.
const WORK: usize = 1 << 20;

/// What the documentation of `decode` allows besides the file: the largest picture, and what a JPEG is made of.
fn allowed_whatever_it_claims(name: &str) -> usize {
    4 * MAX_PIXELS as usize + if name == "skin.jpg" { 128 << 20 } else { WORK }
}

fn explain(file: &[u8], name: &str, error: &ImageError) {
    let mut texts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    assert!(texts.iter().all(|text| !text.is_empty() && text.len() < 1000), "{texts:?}");
    let unknown = ImageFormat::detect(file, name.as_ref()).is_none();
    assert_eq!(unknown, matches!(error, ImageError::UnknownFormat { .. }), "{error}");
}
