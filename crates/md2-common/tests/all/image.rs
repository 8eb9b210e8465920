//! Images in memory: construction, access and resizing.

use md2_common::{RgbaImage, RgbaImageError};

#[test]
fn resizes_without_allocating_if_the_memory_suffices() {
    let mut image = RgbaImage::filled(3, 2, [1, 2, 3, 4]);
    assert!(image.pixels().all(|pixel| pixel == [1, 2, 3, 4]));
    let memory = image.rgba().as_ptr();
    image.reset(2, 2).fill(9);
    assert_eq!((image.size(), image.rgba().len(), image.rgba().as_ptr()), ([2, 2], 16, memory));
    image.rgba_mut()[4] = 7;
    assert_eq!(image.pixel(1, 0), [7, 9, 9, 9]);
}

#[test]
#[should_panic(expected = "pixel (0, 2) is outside RgbaImage(3 x 2)")]
fn panics_for_a_pixel_outside() {
    let _ = RgbaImage::filled(3, 2, [0; 4]).pixel(0, 2);
}

#[test]
#[should_panic(expected = "an image cannot have 0 x 2 pixels")]
fn panics_for_an_image_without_pixels() {
    let _ = RgbaImage::filled(0, 2, [0; 4]);
}

#[test]
fn leaves_the_image_unchanged_if_memory_cannot_hold_a_size() {
    let mut image = RgbaImage::filled(2, 1, [7; 4]);
    for [width, height] in [[0, 1], [1, 0], [u32::MAX; 2], [u32::MAX, 0x1fff_ffff]] {
        assert_eq!(image.try_reset(width, height), Err(RgbaImageError::Size { width, height }));
        assert_eq!(image, RgbaImage::filled(2, 1, [7; 4]));
    }
    image.try_reset(1, 2).unwrap().fill(9);
    assert_eq!(image, RgbaImage::filled(1, 2, [9; 4]));
}
