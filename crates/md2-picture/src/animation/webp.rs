//! The WebP encoder. `image-webp` encodes the pictures without loss; this module writes the container.
//!
//! Source of the layout: the WebP Container Specification (RFC 9649), sections 2.7 "Extended File Format" and 2.7.1.

use std::time::Duration;

use image_webp::{ColorType, WebPEncoder};
use md2_common::RgbaImage;

use super::changed_area::ChangedArea;
use super::clock::Clock;
use super::{AnimationError, AnimationFormat, AnimationSpec, Encoder};

const ANIMATED: u8 = 0x02;
const HAS_ALPHA: u8 = 0x10;
const REPLACES: u8 = 0x02;
/// The maximum duration of a picture that the format can store, in milliseconds.
const LONGEST: u32 = (1 << 24) - 1;

#[derive(Debug)]
pub(super) struct WebP {
    chunks: Vec<u8>,
    has_holes: bool,
    clock: Clock,
    before: Option<RgbaImage>,
}

impl WebP {
    pub(super) fn new(spec: &AnimationSpec) -> Self {
        let mut header = vec![ANIMATED | if spec.has_holes { HAS_ALPHA } else { 0 }, 0, 0, 0];
        spec.size.iter().for_each(|side| header.extend(u24(side - 1)));
        let mut chunks = Vec::new();
        chunk(&mut chunks, b"VP8X", &header);
        let [background, plays] = [&[0; 4][..], &spec.plays.to_le_bytes()];
        chunk(&mut chunks, b"ANIM", &[background, plays].concat());
        Self { chunks, has_holes: spec.has_holes, clock: Clock::new(1000), before: None }
    }
}

impl Encoder for WebP {
    fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError> {
        let area = ChangedArea::changed(self.before.as_ref(), picture);
        let mut rgba = area.rgba(picture);
        let color = if self.has_holes {
            // Invisible pixels compress best if they all have the same color.
            rgba.as_chunks_mut()
                .0
                .iter_mut()
                .filter(|pixel: &&mut [u8; 4]| pixel[3] == 0)
                .for_each(|p| *p = [0; 4]);
            ColorType::Rgba8
        } else {
            rgba = rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
            ColorType::Rgb8
        };
        let mut still = Vec::new();
        WebPEncoder::new(&mut still)
            .encode(&rgba, area.width, area.height, color)
            .map_err(|error| AnimationError::encode(AnimationFormat::WebP, error))?;
        // The image chunk follows the file header.
        let image_chunk = still.get(12..).unwrap_or_default();
        let mut data = Vec::with_capacity(image_chunk.len() + 16);
        let units = self.clock.units(lasts).min(LONGEST);
        for number in [area.left / 2, area.top / 2, area.width - 1, area.height - 1, units] {
            data.extend(u24(number));
        }
        data.push(REPLACES);
        data.extend(image_chunk);
        chunk(&mut self.chunks, b"ANMF", &data);
        self.before = Some(picture.clone());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>, AnimationError> {
        let mut file = Vec::with_capacity(self.chunks.len() + 12);
        let size = u32::try_from(self.chunks.len() + 4);
        let size = size.map_err(|_| AnimationError::encode(AnimationFormat::WebP, "more than 4 GiB"))?;
        file.extend(b"RIFF");
        file.extend(size.to_le_bytes());
        file.extend(b"WEBP");
        file.extend(self.chunks);
        Ok(file)
    }
}

/// Returns the low three bytes of a number, in little-endian order. Callers pass numbers below 2^24.
fn u24(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend(name);
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes());
    file.extend(data);
    if !data.len().is_multiple_of(2) {
        file.push(0);
    }
}
