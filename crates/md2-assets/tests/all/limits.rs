//! Memory limits of image decoding.

use md2_assets::{ImageError, MAX_PIXELS, RgbaImage, decode};
use md2_testdata::heap;
use md2_testdata::png::{chunk, png, zeros};

const MIB: usize = 1 << 20;

#[track_caller]
fn within(file: &[u8], name: &str, bytes: usize) -> Result<RgbaImage, ImageError> {
    let (result, peak) = heap::peak(|| decode(file, name));
    assert!(peak <= bytes, "{peak} bytes for a file of {} bytes, allowed are {bytes}", file.len());
    result
}

fn deflated_zeros(bytes: usize) -> Vec<u8> {
    zeros(bytes.div_ceil(258))
}

#[test]
fn does_not_unpack_metadata() {
    let bomb = zeros(1_000_000);
    assert!(bomb.len() < 2 * MIB, "it unpacks into 258 MB");
    for chunk in [
        chunk(b"iCCP", &[b"a\0\0", &*bomb].concat()),
        chunk(b"zTXt", &[b"a\0\0", &*bomb].concat()),
        chunk(b"iTXt", &[b"a\0\x01\0\0\0", &*bomb].concat()),
        chunk(b"eXIf", &bomb),
    ] {
        let file = png([4, 4], &chunk, &deflated_zeros(4 * 17));
        let image = within(&file, "a.png", 8 * MIB).expect("the pixels are valid");
        assert_eq!(image.size(), [4, 4]);
    }
}

#[test]
fn rejects_too_many_pixels_before_decoding() {
    for (size, expected) in [
        ([16_384, 16_384], "PNG of 16384 x 16384 pixels, expected 1 to 8192 per side"),
        ([8192, 8192], "PNG of 8192 x 8192 pixels, expected at most 16777216 in total"),
        ([u32::MAX >> 1, 1], "PNG of 2147483647 x 1 pixels, expected 1 to 8192 per side"),
    ] {
        let error = within(&png(size, &[], &zeros(100_000)), "a.png", MIB).expect_err("too large an image");
        assert_eq!(error.to_string(), expected);
    }
    // Headers of an uncompressed TGA and of a PCX with 256 colors.
    let tga = [&[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &[0, 0x20, 0, 0x20, 32, 0]].concat();
    let mut pcx = vec![0x0a, 5, 1, 8, 0, 0, 0, 0, 0xff, 0x1f, 0xff, 0x1f];
    pcx.resize(128, 0);
    (pcx[65], pcx[66], pcx[67]) = (1, 0, 0x20);
    pcx.resize(2000, 0);
    for (file, name) in [(tga, "a.tga"), (pcx, "a.pcx")] {
        let error = within(&file, name, MIB).expect_err("too large an image");
        assert!(error.to_string().contains(" of 8192 x 8192 pixels, expected at most 16777216"), "{error}");
    }
}

#[test]
fn the_largest_image_takes_only_the_memory_of_its_pixels() {
    let side = 4096_u32;
    assert_eq!(side * side, MAX_PIXELS);
    let rows = 4096 * (1 + 4 * 4096);
    let file = png([side, side], &[], &deflated_zeros(rows));
    let image = within(&file, "a.png", 64 * MIB + 4 * MIB).expect("the image is valid");
    assert_eq!(image.size(), [side; 2]);
    assert_eq!(image.pixel(0, 0), [0, 0, 0, 255], "zero alpha becomes opaque");
    // A TGA that contains fewer pixels than its header states.
    let tga =
        [&[0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0x10, 8, 0x20][..], &vec![7; 2 * MIB]].concat();
    assert!(within(&tga, "a.tga", 64 * MIB + 4 * MIB).is_err(), "the file ends early");
}

#[test]
fn rejects_a_long_jpeg() {
    let mut file = vec![0xff, 0xd8, 0xff, 0xfe];
    file.resize(21 * MIB, 0);
    let error = within(&file, "a.jpg", MIB).expect_err("the file is too long");
    assert_eq!(error.to_string(), format!("JPEG of {} bytes, expected at most {}", 21 * MIB, 20 * MIB));
}

#[test]
fn limits_the_memory_of_a_progressive_jpeg() {
    // The header of the largest allowed progressive image with three channels, and the start of a scan.
    let frame = [0xff, 0xc2, 0, 17, 8, 0x10, 0, 0x10, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    let scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0xff, 0xd9];
    let file = [&[0xff, 0xd8][..], &frame, &scan].concat();
    let _ = within(&file, "a.jpg", 192 * MIB);
}
