//! Downsampling of pictures, and removal of their background.

use md2_common::RgbaImage;

use crate::srgb::{Tables, byte};

/// Reduces the width and the height of a picture by a whole factor. Each pixel is the mean of its source pixels in linear light,
/// weighted by alpha. Remaining pixels at the right and the lower edge are cropped.
///
/// # Panics
/// If the factor is 0 or above a side of the picture.
pub fn downsample(image: &RgbaImage, factor: u32) -> RgbaImage {
    let [width, height] = [image.width() / factor, image.height() / factor];
    assert!(width > 0 && height > 0, "a factor of {factor} leaves no pixels");
    let tables = Tables::get();
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let (row, side) = (image.width() as usize, factor as usize);
    let mut small = RgbaImage::filled(width, height, [0; 4]);
    let (targets, _) = small.rgba_mut().as_chunks_mut::<4>();
    for (number, target) in targets.iter_mut().enumerate() {
        let [x, y] = [number % width as usize, number / width as usize].map(|place| place * side);
        let mut sum = [0.0; 3];
        let mut alphas = 0.0;
        for line in pixels[y * row..].chunks(row).take(side) {
            for [r, g, b, a] in &line[x..x + side] {
                let alpha = f32::from(*a);
                alphas += alpha;
                for (sum, color) in sum.iter_mut().zip([*r, *g, *b]) {
                    *sum += tables.light(color) * alpha;
                }
            }
        }
        if alphas > 0.0 {
            let [r, g, b] = sum.map(|sum| tables.color(sum / alphas));
            *target = [r, g, b, byte(alphas / (255 * side * side) as f32)];
        }
    }
    small
}

/// Computes a picture with alpha from two pictures of the same scene, one on a black and one on a white background. Where a surface only
/// adds light to the background, the alpha is the brightness of this light.
///
/// # Panics
/// If the pictures have different sizes.
pub fn remove_backdrop(on_black: &RgbaImage, on_white: &RgbaImage) -> RgbaImage {
    let size = |image: &RgbaImage| (image.width(), image.height());
    assert_eq!(size(on_black), size(on_white), "pictures of one scene");
    let tables = Tables::get();
    let mut image = on_black.clone();
    let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
    let (whites, _) = on_white.rgba().as_chunks::<4>();
    for (pixel, white) in pixels.iter_mut().zip(whites) {
        let light = [0, 1, 2].map(|i| tables.light(pixel[i]));
        let through = (0..3).map(|i| tables.light(white[i]) - light[i]).fold(1.0, f32::min);
        let covered = 1.0 - through.max(0.0);
        *pixel = match byte(covered) {
            0 => [0; 4],
            alpha => {
                let [r, g, b] = light.map(|light| tables.color(light / covered));
                [r, g, b, alpha]
            }
        };
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downsampling_averages_light() {
        let rows = [[[255, 255, 255, 255], [0, 0, 0, 255], [9, 9, 9, 255]], [[9, 9, 9, 0]; 3]];
        let image = RgbaImage::new(3, 2, rows.as_flattened().as_flattened().to_vec()).unwrap();
        let small = downsample(&image, 2);
        assert_eq!((small.width(), small.height()), (1, 1));
        // Half the light of white is 188. Two of the four pixels are transparent.
        assert_eq!(small.pixel(0, 0), [188, 188, 188, 128]);
        assert_eq!(downsample(&image, 1).pixel(0, 0), [255; 4]);
    }

    #[test]
    fn removes_the_background() {
        // An empty pixel, an opaque one, a half transparent red one, and added light.
        let on_black = [[0, 0, 0, 255], [7, 99, 200, 255], [188, 0, 0, 255], [188, 188, 188, 255]];
        let on_white = [[255, 255, 255, 255], [7, 99, 200, 255], [255, 188, 188, 255], [255, 255, 255, 255]];
        let image = |pixels: [[u8; 4]; 4]| RgbaImage::new(4, 1, pixels.as_flattened().to_vec()).unwrap();
        let seen = remove_backdrop(&image(on_black), &image(on_white));
        assert_eq!(seen.pixel(0, 0), [0; 4]);
        assert_eq!(seen.pixel(1, 0), [7, 99, 200, 255]);
        let [r, g, b, a] = seen.pixel(2, 0);
        assert!(r >= 254 && g == 0 && b == 0 && a.abs_diff(128) <= 1, "{:?}", seen.pixel(2, 0));
        assert!(seen.pixel(3, 0)[3].abs_diff(128) <= 1);
    }
}
