//! The APNG encoder.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use md2_common::RgbaImage;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, EncodingError, Filter};

use super::changed_area::ChangedArea;
use super::clock::Clock;
use super::{AnimationError, AnimationFormat, AnimationSpec, Encoder};

/// Number of time units per second: delays are stored in milliseconds.
const UNITS: u16 = 1000;

pub(super) struct Apng {
    writer: png::Writer<SharedBytes>,
    bytes: SharedBytes,
    clock: Clock,
    before: Option<RgbaImage>,
}

/// The encoded bytes. `png::Writer` owns its output, so the encoder shares this buffer with the writer.
#[derive(Clone, Debug, Default)]
struct SharedBytes(Rc<RefCell<Vec<u8>>>);

impl io::Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn failed(error: EncodingError) -> AnimationError {
    AnimationError::encode(AnimationFormat::Apng, error)
}

impl Apng {
    pub(super) fn new(spec: &AnimationSpec) -> Result<Self, AnimationError> {
        let bytes = SharedBytes::default();
        let mut encoder = png::Encoder::new(bytes.clone(), spec.size[0], spec.size[1]);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_filter(Filter::Adaptive);
        encoder.set_animated(spec.count, u32::from(spec.plays)).map_err(failed)?;
        encoder.set_blend_op(BlendOp::Source).map_err(failed)?;
        encoder.set_dispose_op(DisposeOp::None).map_err(failed)?;
        if let Some(software) = &spec.software {
            encoder.add_text_chunk(String::from("Software"), software.clone()).map_err(failed)?;
        }
        let writer = encoder.write_header().map_err(failed)?;
        Ok(Self { writer, bytes, clock: Clock::new(UNITS.into()), before: None })
    }
}

impl Encoder for Apng {
    fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError> {
        // The delay field has 16 bits: at most 65.5 seconds.
        let units = u16::try_from(self.clock.units(lasts)).unwrap_or(u16::MAX);
        self.writer.set_frame_delay(units, UNITS).map_err(failed)?;
        match &self.before {
            None => self.writer.write_image_data(picture.rgba()).map_err(failed)?,
            Some(before) => {
                let area = ChangedArea::changed(Some(before), picture);
                // The position must be reset first, since the encoder checks a new size against the current position.
                self.writer.reset_frame_position().map_err(failed)?;
                self.writer.set_frame_dimension(area.width, area.height).map_err(failed)?;
                self.writer.set_frame_position(area.left, area.top).map_err(failed)?;
                self.writer.write_image_data(&area.rgba(picture)).map_err(failed)?;
            }
        }
        self.before = Some(picture.clone());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>, AnimationError> {
        self.writer.finish().map_err(failed)?;
        Ok(self.bytes.0.take())
    }
}
