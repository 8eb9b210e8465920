//! The triangles of a model on its skin, as a template for painting.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use md2_common::{RgbaImage, TEXEL_POINT};

use crate::error::EditError;
use crate::model::Model;
use crate::remedy::Remedy;

/// The width and height of the template of a model that stores no skin size, in texels.
const DEFAULT_SIZE: [u32; 2] = [256, 256];
const MAX_SIDE: u32 = 16_384;
/// The color of the lines, visible on light and dark backgrounds.
const LINE: [u8; 4] = [255, 96, 0, 255];

/// The edges of all triangles on the skin of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct UvLayout {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The triangles. Each corner is in pixels from the top left edge.
    pub triangles: Vec<[[f32; 2]; 3]>,
}

impl Model {
    /// Returns the triangles on the skin, enlarged `multiple` times. An MD3 has 256 x 256 texels, because it stores no skin size.
    ///
    /// # Errors
    /// If the template would be empty, or would have more than 16,384 pixels on a side.
    pub fn uv_layout(&self, multiple: u32) -> Result<UvLayout, EditError> {
        let texels = self.skin_size().unwrap_or(DEFAULT_SIZE);
        let size = texels.map(|side| side.saturating_mul(multiple));
        if size.contains(&0) || size.iter().any(|&side| side > MAX_SIDE) {
            let (found, allowed) = (format!("{} x {}", size[0], size[1]), format!("1 to {MAX_SIDE}"));
            let what = "pixels on a side of the template";
            return Err(EditError::limit(what, found, allowed, Remedy::ChangeMultiple));
        }
        let triangles = self.edited().skin_triangles(texels).into_iter();
        let enlarged = triangles.map(|corners| corners.map(|corner| corner.map(|c| c * multiple as f32)));
        Ok(UvLayout { size, triangles: enlarged.collect() })
    }
}

/// Returns the center of a texel, in texels from the top left edge of the skin.
pub(crate) fn texel_center(texel: [i64; 2]) -> [f32; 2] {
    texel.map(|texel| texel as f32 + TEXEL_POINT)
}

impl UvLayout {
    /// Returns an SVG image with transparent background.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <g fill=\"none\" stroke=\"#ff6000\" stroke-width=\"0.5\" stroke-linejoin=\"round\">\n"
        );
        for [a, b, c] in &self.triangles {
            let _ = writeln!(svg, "<path d=\"M{} {}L{} {}L{} {}Z\"/>", a[0], a[1], b[0], b[1], c[0], c[1]);
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    /// Draws the edges, one pixel wide, on a transparent background. Parts outside the skin are cut off.
    pub fn draw(&self) -> RgbaImage {
        let [width, height] = self.size;
        let mut image = RgbaImage::filled(width, height, [0; 4]);
        let mut drawn = BTreeSet::new();
        for corners in &self.triangles {
            for i in 0..3 {
                let mut ends = [corners[i], corners[(i + 1) % 3]];
                ends.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
                if drawn.insert(ends.map(|end| end.map(f32::to_bits))) {
                    draw_line(&mut image, ends);
                }
            }
        }
        image
    }
}

fn draw_line(image: &mut RgbaImage, [from, to]: [[f32; 2]; 2]) {
    let (width, height) = (image.width(), image.height());
    let delta = [to[0] - from[0], to[1] - from[1]];
    // Lines far outside the image are cut off.
    let steps = delta[0].abs().max(delta[1].abs()).ceil().min(4.0 * MAX_SIDE as f32);
    if !steps.is_finite() {
        return;
    }
    let mut step = 0.0;
    while step <= steps {
        let share = if steps > 0.0 { step / steps } else { 0.0 };
        let [x, y] = [0, 1].map(|axis| (from[axis] + delta[axis] * share).floor());
        if x >= 0.0 && y >= 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            let (x, y) = (x as u32, y as u32);
            if x < width && y < height {
                let at = 4 * (y as usize * width as usize + x as usize);
                image.rgba_mut()[at..at + 4].copy_from_slice(&LINE);
            }
        }
        step += 1.0;
    }
}
