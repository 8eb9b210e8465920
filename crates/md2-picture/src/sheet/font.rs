//! The text of contact sheets, in the font of the viewer's interface.
#![expect(clippy::cast_possible_truncation, reason = "positions in an image")]

use epaint_default_fonts::UBUNTU_LIGHT;
use md2_common::RgbaImage;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, HintingInstance, OutlinePen, Target};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The number of horizontal lines along which the coverage of a row of pixels is measured.
const LINES_PER_ROW: usize = 8;
/// The number of line segments that approximate a curve.
const PIECES: u16 = 6;

/// Returns the width of a line of text in pixels. `size` is the size of the font in pixels.
pub(super) fn width(text: &str, size: u32) -> u32 {
    glyphs(text, size).last().map_or(0, |(_, end)| end.ceil() as u32)
}

/// Returns the height of a line of text in pixels.
pub(super) const fn height(size: u32) -> u32 {
    size + size.div_ceil(4)
}

pub(super) fn fitted(text: &str, size: u32, most: u32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(width("…", size));
    let kept = glyphs(text, size).take_while(|(_, end)| *end <= room as f32).count();
    if kept == 0 { String::new() } else { text.chars().take(kept).chain(['…']).collect() }
}

pub(super) fn write(image: &mut RgbaImage, text: &str, at: [u32; 2], size: u32, color: [u8; 3]) {
    let Ok(font) = FontRef::new(UBUNTU_LIGHT) else { return };
    let (outlines, pixels) = (font.outline_glyphs(), Size::new(size as f32));
    let location = LocationRef::default();
    let Ok(hinting) = HintingInstance::new(&outlines, pixels, location, Target::default()) else { return };
    let baseline = (at[1] + size) as f32;
    let mut outline = Outline::default();
    let mut left = at[0] as f32;
    for (glyph, end) in glyphs(text, size) {
        outline.origin = [left, baseline];
        if let Some(glyph) = outlines.get(glyph) {
            // A glyph that cannot be drawn leaves a gap.
            let _metrics = glyph.draw(DrawSettings::hinted(&hinting, false), &mut outline);
        }
        left = at[0] as f32 + end;
    }
    outline.fill(image, color);
}

/// Returns the glyphs of a text, each with its end in pixels from the start of the text.
fn glyphs(text: &str, size: u32) -> impl Iterator<Item = (GlyphId, f32)> {
    let font = FontRef::new(UBUNTU_LIGHT).ok();
    let mut end = 0.0;
    text.chars().filter_map(move |letter| {
        let font = font.as_ref()?;
        // Glyph 0 stands for characters that the font lacks.
        let glyph = font.charmap().map(letter).unwrap_or_default();
        let metrics = font.glyph_metrics(Size::new(size as f32), LocationRef::default());
        end += metrics.advance_width(glyph).unwrap_or(0.0);
        Some((glyph, end))
    })
}

/// The edges of glyphs, in pixels of the image.
#[derive(Debug, Default)]
struct Outline {
    origin: [f32; 2],
    start: [f32; 2],
    last: [f32; 2],
    edges: Vec<[[f32; 2]; 2]>,
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        (self.start, self.last) = ([x, y], [x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [left, baseline] = self.origin;
        self.edges.push([self.last, [x, y]].map(|[x, y]| [left + x, baseline - y]));
        self.last = [x, y];
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let from = self.last;
        for piece in 1..=PIECES {
            let t = f32::from(piece) / f32::from(PIECES);
            let mix = |a: f32, b: f32, c: f32| (a + (b - a) * t) * (1.0 - t) + (b + (c - b) * t) * t;
            self.line_to(mix(from[0], cx, x), mix(from[1], cy, y));
        }
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
        // The font has no cubic curves.
        self.line_to(x, y);
    }

    fn close(&mut self) {
        self.line_to(self.start[0], self.start[1]);
    }
}

impl Outline {
    fn fill(&self, image: &mut RgbaImage, color: [u8; 3]) {
        let ends = || self.edges.iter().flatten().map(|[_, y]| *y);
        let (top, bottom) = (ends().fold(f32::MAX, f32::min), ends().fold(0.0, f32::max));
        let (width, height) = (image.width() as usize, image.height() as usize);
        let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
        for row in top.max(0.0) as usize..(bottom.ceil() as usize).min(height) {
            let coverage = self.coverage(row, width);
            for (pixel, covered) in pixels[row * width..].iter_mut().zip(coverage) {
                // The interface makes thin strokes of light text stronger in the same way.
                let opacity = covered * (2.0 - covered);
                for (channel, ink) in pixel.iter_mut().zip(color) {
                    *channel = (f32::from(*channel) + (f32::from(ink) - f32::from(*channel)) * opacity)
                        .round() as u8;
                }
            }
        }
    }

    /// Returns the covered fraction of each pixel of a row.
    fn coverage(&self, row: usize, width: usize) -> Vec<f32> {
        let mut coverage = vec![0.0; width];
        for line in 0..LINES_PER_ROW {
            let y = row as f32 + (line as f32 + 0.5) / LINES_PER_ROW as f32;
            let crossing = |&[[x0, y0], [x1, y1]]: &[[f32; 2]; 2]| {
                ((y0 <= y) != (y1 <= y)).then(|| (x0 + (x1 - x0) * (y - y0) / (y1 - y0), y0 < y1))
            };
            let mut crossings: Vec<(f32, bool)> = self.edges.iter().filter_map(crossing).collect();
            crossings.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut winding = 0;
            for pair in crossings.windows(2) {
                winding += if pair[0].1 { 1 } else { -1 };
                let [from, to] = [pair[0].0, pair[1].0].map(|x| x.clamp(0.0, width as f32));
                if winding == 0 {
                    continue;
                }
                let start = from as usize;
                for (x, covered) in (start..).zip(&mut coverage[start..to.ceil() as usize]) {
                    *covered += (to.min(x as f32 + 1.0) - from.max(x as f32)) / LINES_PER_ROW as f32;
                }
            }
        }
        coverage.iter().map(|covered: &f32| covered.min(1.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_text_at_its_position() {
        let mut image = RgbaImage::filled(40, 20, [0, 0, 0, 255]);
        write(&mut image, "l_", [10, 2], 14, [255; 3]);
        let ink = |image: &RgbaImage, columns: std::ops::Range<u32>, rows: std::ops::Range<u32>| -> u32 {
            let pixels = columns.flat_map(|x| rows.clone().map(move |y| (x, y)));
            pixels.map(|(x, y)| u32::from(image.pixel(x, y)[0])).sum()
        };
        let middle = 10 + width("l", 14);
        assert_eq!(ink(&image, 0..10, 0..20), 0, "left of the text");
        // A letter of one stroke, about a pixel wide and ten pixels high, and a stroke below the baseline.
        let strokes = ink(&image, 10..middle, 0..16) / 255;
        assert!((8..24).contains(&strokes), "{strokes}");
        assert_eq!(ink(&image, middle..40, 0..16), 0, "above the underscore");
        assert!(ink(&image, middle..40, 16..20) > 255 * 4);
        let mut outside = image.clone();
        write(&mut outside, "TTTT", [35, 15], 28, [9; 3]);
        assert_eq!(outside.width(), 40, "writing outside of the image has no effect");
    }

    #[test]
    fn fits_text_by_its_width() {
        assert!(width("iii", 13) < width("mmm", 13) && width("é", 13) > 0 && width("", 13) == 0);
        let full = width("standing", 13);
        assert_eq!(fitted("standing", 13, full), "standing");
        let cut = fitted("standing", 13, full - 1);
        assert!(cut.ends_with('…') && cut.starts_with("stan") && width(&cut, 13) < full, "{cut}");
        assert_eq!(fitted("standing", 13, 3), "");
    }
}
