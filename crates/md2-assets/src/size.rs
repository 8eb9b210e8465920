//! Comparison of an image's aspect ratio with the skin size of a model.

use std::fmt;

/// The sizes of an image and of a model's skin, if their aspect ratios differ. The image is then drawn stretched.
///
/// Texture coordinates are relative to the skin size. An image that is twice as large in both directions is therefore the same skin with
/// more detail. An image that is larger in only one direction was made for another model, or for the size limits of a graphics card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeMismatch {
    /// Width and height of the skin according to the model, in texels.
    pub skin: [u32; 2],
    /// Width and height of the image in pixels.
    pub image: [u32; 2],
}

impl ShapeMismatch {
    /// Compares the skin size of a model with the size of an image. `None` if the aspect ratios are equal, apart from rounding by one
    /// pixel, or if a width or height is 0.
    pub fn detect(skin: [u32; 2], image: [u32; 2]) -> Option<Self> {
        let sides = || skin.iter().chain(&image);
        if sides().any(|&side| side == 0) {
            return None;
        }
        let across = u64::from(skin[0]) * u64::from(image[1]);
        let down = u64::from(skin[1]) * u64::from(image[0]);
        // If one side differs by a pixel, the product differs by the length of the other side.
        let rounding = sides().copied().max().map_or(0, u64::from);
        (across.abs_diff(down) > rounding).then_some(Self { skin, image })
    }

    fn stretch(&self) -> f64 {
        let [width, height] = self.skin.map(f64::from);
        let [image_width, image_height] = self.image.map(f64::from);
        (height * image_width) / (width * image_height)
    }
}

impl fmt::Display for ShapeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([w, h], [image_w, image_h]) = (self.skin, self.image);
        write!(f, "the image has {image_w} x {image_h} pixels, the model's skin {w} x {h}: ")?;
        match self.stretch() {
            higher if higher > 1.0 => write!(f, "stretched {higher:.2} times in height"),
            wider => write!(f, "stretched {:.2} times in width", 1.0 / wider),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_other_scales_and_unknown_sizes() {
        for (skin, image) in [
            ([256, 256], [256, 256]),
            ([256, 256], [2048, 2048]),
            ([320, 200], [640, 400]),
            ([1024, 512], [64, 32]),
            // 276 x 194 scaled by 3/2 and by 1/3, rounded up or down.
            ([276, 194], [414, 291]),
            ([276, 194], [92, 64]),
            ([276, 194], [92, 65]),
            // Sizes from an editor that counts pixels from 0.
            ([1023, 1023], [1024, 1024]),
            ([255, 256], [512, 512]),
            // Without a skin size, there is nothing to compare.
            ([0, 0], [256, 128]),
            ([256, 0], [256, 128]),
        ] {
            assert_eq!(ShapeMismatch::detect(skin, image), None, "{skin:?} {image:?}");
            assert_eq!(ShapeMismatch::detect(image, skin), None, "{image:?} {skin:?}");
        }
    }

    #[test]
    fn detects_other_aspect_ratios() {
        let sizes = [([256, 256], [256, 128]), ([276, 194], [512, 256]), ([320, 200], [320, 240])];
        for (skin, image) in sizes.into_iter().chain([([64, 64], [66, 64]), ([u32::MAX, 1], [1, u32::MAX])]) {
            for (skin, image) in [(skin, image), (image, skin)] {
                let found = ShapeMismatch::detect(skin, image);
                assert_eq!(found, Some(ShapeMismatch { skin, image }));
            }
        }
    }
}
