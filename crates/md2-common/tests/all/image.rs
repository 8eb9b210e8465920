//! Images in memory: construction, access and resizing.

use md2_common::{RgbaImage, RgbaImageError};

#[test]
fn stores_pixels_in_rows_from_the_top() {
    let image = RgbaImage::new(2, 3, (0..24).collect()).unwrap();
    assert_eq!((image.width(), image.height(), image.size()), (2, 3, [2, 3]));
    assert_eq!(image.pixel(0, 0), [0, 1, 2, 3]);
    assert_eq!(image.pixel(1, 0), [4, 5, 6, 7]);
    assert_eq!(image.pixel(1, 2), [20, 21, 22, 23]);
    assert_eq!(image.pixels().len(), 6);
    assert_eq!(image.pixels().nth(3), Some(image.pixel(1, 1)));
    assert_eq!(format!("{image:?}"), "RgbaImage(2 x 3)");
    assert_eq!(image.into_rgba(), (0..24).collect::<Vec<u8>>());
}

#[test]
fn rejects_bytes_that_do_not_match_the_size() {
    for (width, height, bytes, expected) in [
        (1, 1, 3, "3 bytes for an image of 1 x 1, expected 4 per pixel"),
        (2, 2, 20, "20 bytes for an image of 2 x 2, expected 4 per pixel"),
        (0, 1, 0, "an image cannot have 0 x 1 pixels"),
        (1, 0, 0, "an image cannot have 1 x 0 pixels"),
        (u32::MAX, u32::MAX, 4, "an image cannot have 4294967295 x 4294967295 pixels"),
        (1 << 31, 1 << 31, 0, "an image cannot have 2147483648 x 2147483648 pixels"),
    ] {
        let error = RgbaImage::new(width, height, vec![0; bytes]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let error = RgbaImage::new(1, 2, Vec::new()).unwrap_err();
    assert_eq!(error, RgbaImageError::Length { width: 1, height: 2, found: 0 });
}

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
