//! The GIF encoder.

use std::time::Duration;

use gif::{DisposalMethod, EncodingError, Frame, Repeat};
use md2_common::RgbaImage;

use super::changed_area::ChangedArea;
use super::clock::Clock;
use super::palette::{Palette, is_opaque};
use super::{AnimationError, AnimationFormat, AnimationSpec, Encoder};

/// The minimum duration to give a picture of a GIF. Browsers show a picture that should last 1/100 s for 1/10 s.
pub const MIN_GIF_DELAY: Duration = Duration::from_millis(20);

pub(super) struct Gif {
    encoder: gif::Encoder<Vec<u8>>,
    palette: Palette,
    has_holes: bool,
    clock: Clock,
    before: Option<Vec<u8>>,
}

fn failed(error: EncodingError) -> AnimationError {
    AnimationError::encode(AnimationFormat::Gif, error)
}

impl Gif {
    pub(super) fn new(spec: &AnimationSpec, palette: &Palette) -> Result<Self, AnimationError> {
        let side = |side: u32| {
            u16::try_from(side)
                .map_err(|_| AnimationError::Side { format: AnimationFormat::Gif, size: spec.size })
        };
        let [width, height] = [side(spec.size[0])?, side(spec.size[1])?];
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(failed)?;
        let repeat = match spec.plays {
            0 => Some(Repeat::Infinite),
            // A GIF without the loop extension plays once. The extension stores the number of repetitions.
            1 => None,
            plays => Some(Repeat::Finite(plays - 1)),
        };
        if let Some(repeat) = repeat {
            encoder.set_repeat(repeat).map_err(failed)?;
        }
        let clock = Clock::new(100);
        Ok(Self { encoder, palette: palette.clone(), has_holes: spec.has_holes, clock, before: None })
    }
}

impl Encoder for Gif {
    fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError> {
        let (pixels, _) = picture.rgba().as_chunks::<4>();
        let indexes: Vec<u8> =
            pixels.iter().map(|&pixel| self.palette.index(pixel, self.has_holes)).collect();
        let area = match &self.before {
            None => ChangedArea::whole(picture),
            // Each picture is cleared before the next one, so its opaque pixels must all be stored.
            Some(_) if self.has_holes => ChangedArea::around(picture, |i| is_opaque(pixels[i])),
            Some(before) => ChangedArea::around(picture, |i| before[i] != indexes[i]),
        };
        let buffer: Vec<u8> = area
            .pixels(picture.width())
            .map(|i| match &self.before {
                // Unchanged pixels are stored as transparent: runs of one index compress well.
                Some(before) if !self.has_holes && before[i] == indexes[i] => Palette::HOLE,
                _ => indexes[i],
            })
            .collect();
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let frame = Frame {
            delay: short(self.clock.units(lasts)),
            dispose: if self.has_holes { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: Some(Palette::HOLE),
            left: short(area.left),
            top: short(area.top),
            width: short(area.width),
            height: short(area.height),
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.before = Some(indexes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>, AnimationError> {
        self.encoder.into_inner().map_err(|error| AnimationError::encode(AnimationFormat::Gif, error))
    }
}
