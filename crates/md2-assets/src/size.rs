//! Whether a picture has the shape of the skin that a model states.

use std::fmt;

/// A picture whose shape is not that of the skin a model states: it is drawn stretched in one direction.
///
/// Coordinates in a model are divided by the stated size, so a picture twice as large in both directions is the same skin
/// in more detail, and many are. One that is larger in one direction only was made for something else, or was fitted to
/// the sizes that some graphics card could take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeMismatch {
    /// Width and height that the model states.
    pub stated: [u32; 2],
    /// Width and height of the picture.
    pub picture: [u32; 2],
}

impl ShapeMismatch {
    /// Compares the size of the skin that a model states with that of a picture: `None` if the one is the other at another
    /// scale, up to a pixel lost in rounding, or if a side is 0 and there is no shape to compare.
    ///
    /// ```
    /// use md2_assets::ShapeMismatch;
    ///
    /// assert_eq!(ShapeMismatch::detect([256, 128], [512, 256]), None);
    /// let found = ShapeMismatch::detect([276, 194], [512, 256]).expect("another shape");
    /// assert_eq!(
    ///     found.to_string(),
    ///     "the image has 512 x 256 pixels, the model's skin 276 x 194: \
    ///      stretched 1.41 times in height"
    /// );
    /// ```
    #[must_use]
    pub fn detect(stated: [u32; 2], picture: [u32; 2]) -> Option<Self> {
        let sides = || stated.iter().chain(&picture);
        if sides().any(|&side| side == 0) {
            return None;
        }
        let across = u64::from(stated[0]) * u64::from(picture[1]);
        let down = u64::from(stated[1]) * u64::from(picture[0]);
        // One pixel more or less on a side moves a product by the side it is multiplied with.
        let rounding = sides().copied().max().map_or(0, u64::from);
        (across.abs_diff(down) > rounding).then_some(Self { stated, picture })
    }

    /// How many times its height the picture is stretched to, where its width stays; below 1 it is its width that is
    /// stretched.
    #[must_use]
    pub(crate) fn stretch(&self) -> f64 {
        let [width, height] = self.stated.map(f64::from);
        let [own_width, own_height] = self.picture.map(f64::from);
        (height * own_width) / (width * own_height)
    }
}

/// A note for people.
impl fmt::Display for ShapeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([w, h], [own_w, own_h]) = (self.stated, self.picture);
        write!(f, "the image has {own_w} x {own_h} pixels, the model's skin {w} x {h}: ")?;
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
    fn another_scale_is_the_same_shape() {
        for (stated, picture) in [
            ([256, 256], [256, 256]),
            ([256, 256], [2048, 2048]),
            ([320, 200], [640, 400]),
            ([1024, 512], [64, 32]),
            // 276 x 194 at a scale of 3/2 and at one of 1/3, rounded either way.
            ([276, 194], [414, 291]),
            ([276, 194], [92, 64]),
            ([276, 194], [92, 65]),
            // An editor that counts from 0.
            ([1023, 1023], [1024, 1024]),
            ([255, 256], [512, 512]),
        ] {
            assert_eq!(ShapeMismatch::detect(stated, picture), None, "{stated:?} {picture:?}");
            assert_eq!(ShapeMismatch::detect(picture, stated), None, "{picture:?} {stated:?}");
        }
    }

    #[test]
    fn more_than_a_scale_is_another_shape() {
        let sizes = [([256, 256], [256, 128]), ([276, 194], [512, 256]), ([320, 200], [320, 240])];
        for (stated, picture) in sizes.into_iter().chain([([64, 64], [66, 64])]) {
            for (stated, picture) in [(stated, picture), (picture, stated)] {
                let found = ShapeMismatch::detect(stated, picture);
                assert_eq!(found, Some(ShapeMismatch { stated, picture }));
            }
        }
    }

    #[test]
    fn without_sides_there_is_no_shape() {
        for (stated, picture) in [([0, 0], [256, 128]), ([256, 0], [256, 128]), ([256, 256], [0, 1])] {
            assert_eq!(ShapeMismatch::detect(stated, picture), None);
        }
        assert!(ShapeMismatch::detect([u32::MAX, 1], [1, u32::MAX]).is_some());
    }

    #[test]
    fn a_note_says_in_which_direction() {
        let wide = ShapeMismatch { stated: [256, 128], picture: [256, 256] };
        assert!((wide.stretch() - 0.5).abs() < 1e-9);
        assert!(wide.to_string().ends_with("stretched 2.00 times in width"));
    }
}
