//! The triangles of a model on its skin, as a template for painting.

use std::fmt::Write as _;

use md2_common::TEXEL_POINT;

use crate::error::EditError;
use crate::model::Model;

/// The width and height of the template of a model that stores no skin size, in texels.
const DEFAULT_SIZE: [u32; 2] = [256, 256];
const MAX_SIDE: u32 = 16_384;

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
            return Err(EditError::limit(what, found, allowed, "choose another multiple of the skin size"));
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
}
