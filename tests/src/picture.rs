//! Pictures and their differences.

use std::collections::HashSet;
use std::path::Path;

use crate::failure::Failure;

/// An RGB picture, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let image = image::open(path)?.to_rgb8();
        let pixels = image.pixels().map(|pixel| pixel.0).collect();
        Ok(Self { width: image.width(), height: image.height(), pixels })
    }

    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let image = image::RgbImage::from_raw(self.width, self.height, self.pixels.concat());
        Ok(image.ok_or("the number of pixels does not match the size")?.save(path)?)
    }

    /// Returns the number of different colors. Pictures without a model have few colors; pictures of a lit, textured model have hundreds.
    pub fn color_count(&self) -> usize {
        self.pixels.iter().collect::<HashSet<_>>().len()
    }

    pub fn middle(&self) -> Self {
        self.part([self.width / 4, self.height / 4], [self.width / 2, self.height / 2])
    }

    /// Returns a rectangle of the picture, given by its upper left corner and its size, clipped to the picture.
    pub fn part(&self, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> Self {
        let end = |start: u32, length: u32, whole: u32| start.saturating_add(length).min(whole).max(start);
        let (right, bottom) = (end(left, width, self.width), end(top, height, self.height));
        let row = |y: u32| (left..right).map(move |x| self.pixels[(y * self.width + x) as usize]);
        Self { width: right - left, height: bottom - top, pixels: (top..bottom).flat_map(row).collect() }
    }

    /// Returns the fraction of pixels in which a color channel differs by more than `tolerance`; 1 for pictures of different sizes.
    pub fn difference(&self, other: &Self, tolerance: u8) -> f64 {
        if (self.width, self.height) != (other.width, other.height) || self.pixels.is_empty() {
            return 1.0;
        }
        let count = md2_testdata::pictures::different_pixels(&self.pixels, &other.pixels, tolerance);
        count as f64 / self.pixels.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_the_share_of_changed_pixels() {
        let gray = Picture { width: 2, height: 2, pixels: vec![[100; 3]; 4] };
        let mut other = gray.clone();
        other.pixels[3] = [100, 100, 103];
        assert_eq!(gray.difference(&gray, 0), 0.0);
        assert_eq!(gray.difference(&other, 2), 0.25);
        assert_eq!(gray.difference(&other, 3), 0.0);
        assert_eq!(gray.difference(&Picture { width: 4, height: 1, ..other.clone() }, 255), 1.0);
        assert_eq!((gray.color_count(), other.color_count()), (1, 2));
    }
}
