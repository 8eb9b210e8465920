//! Seed inputs of the fuzzers: small images in all variants of each format.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use md2_testdata::fuzz::Seed;
use md2_testdata::png::chunk;

/// Returns a PCX file. `body` is the data after the header: pixels, marker and palette.
pub(crate) fn pcx_file(size: [u16; 2], bits: u8, planes: u8, bytes_per_line: u16, body: &[u8]) -> Vec<u8> {
    let mut file = vec![0x0a, 5, 1, bits];
    for value in [0, 0, size[0].wrapping_sub(1), size[1].wrapping_sub(1), 72, 72] {
        file.extend(value.to_le_bytes());
    }
    // Sixteen colors: the red value increases with the index.
    file.extend((0..16).flat_map(|index| [index * 10, 0, 0]));
    file.extend([0, planes]);
    file.extend(bytes_per_line.to_le_bytes());
    file.extend([1, 0]);
    file.resize(128, 0);
    file.extend(body);
    file
}

pub(crate) fn pcx_palette() -> Vec<u8> {
    (0..=u8::MAX).flat_map(|index| [index, u8::MAX - index, 7]).collect()
}

/// A DDS of 5 x 2 pixels, with a header of the fields that the decoder reads.
pub(crate) fn dds(letters: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut file = vec![0; 128];
    file[..4].copy_from_slice(b"DDS ");
    (file[12], file[16], file[80]) = (2, 5, 4);
    file[84..88].copy_from_slice(letters);
    file.extend(data);
    file
}

pub(crate) fn images() -> Vec<Seed> {
    [pcx(), png(), tga(), bmp(), jpeg(), blocks_and_webp()].concat()
}

fn blocks_and_webp() -> Vec<Seed> {
    let webp = |color: image_webp::ColorType| {
        let mut file = Cursor::new(Vec::new());
        image_webp::WebPEncoder::new(&mut file).encode(&[5; 24], 2, 3, color).expect("valid pixels");
        file.into_inner()
    };
    let newer = [&[98][..], &[0; 19], &[0x40; 32]].concat();
    vec![
        ("bc1", dds(b"DXT1", &[9; 16])),
        ("bc3", dds(b"DXT5", &[9; 32])),
        ("bc7", dds(b"DX10", &newer)),
        ("webp", webp(image_webp::ColorType::Rgba8)),
    ]
}

fn pcx() -> Vec<Seed> {
    let palette = pcx_palette();
    let file =
        |bits, planes, bytes_per_line, body: &[u8]| pcx_file([3, 2], bits, planes, bytes_per_line, body);
    let indices = [0xc1, 0, 0xc1, 1, 2, 99, 0xc3, 0xfd, 99, 0x0c];
    vec![
        ("indices", file(8, 1, 4, &[&indices[..], &palette].concat())),
        ("unmarked", file(8, 1, 4, &[&indices[..9], &palette].concat())),
        ("planes", file(8, 3, 4, &[0xcc, 7, 0xcc, 9])),
        ("sixteen", file(4, 1, 2, &[0x1f, 0x20, 0x1f, 0x23])),
        ("two", file(1, 1, 2, &[0x60, 0, 0x40, 0])),
        ("four_planes", file(1, 4, 2, &[0xc8, 0x60, 0xc8, 0x20])),
    ]
}

fn png() -> Vec<Seed> {
    let file = |depth: u8, color: u8, interlaced: u8, extra: Vec<u8>, row: usize| {
        // Each row begins with a filter byte. Interlaced passes have shorter rows; zeros are valid in all of them.
        let byte = |y: usize, x: usize| if x == 0 { y } else { 40 * y + x };
        let bytes = (0..4).flat_map(|y| (0..=row).map(move |x| u8::try_from(byte(y, x)).expect("small")));
        let pixels = if interlaced == 1 { vec![0; 15 * (row + 1)] } else { bytes.collect() };
        let header = [0, 0, 0, 4, 0, 0, 0, 4, depth, color, 0, 0, interlaced];
        [
            b"\x89PNG\r\n\x1a\n".to_vec(),
            chunk(b"IHDR", &header),
            extra,
            chunk(b"IDAT", &zlib(&pixels)),
            chunk(b"IEND", &[]),
        ]
        .concat()
    };
    let palette = [chunk(b"PLTE", &[7; 48]), chunk(b"tRNS", &[0, 9])].concat();
    let profile = [&b"name\0\0"[..], &zlib(&[1; 64])].concat();
    let texts = [
        chunk(b"gAMA", &[0, 0, 0xb1, 0x8f]),
        chunk(b"iCCP", &profile),
        chunk(b"tEXt", b"Comment\0made by hand"),
        chunk(b"zTXt", &[&b"Comment\0\0"[..], &zlib(b"made by hand")].concat()),
    ];
    vec![
        ("rgba", file(8, 6, 0, vec![], 16)),
        ("rgb", file(8, 2, 0, vec![], 12)),
        ("gray", file(8, 0, 0, vec![], 4)),
        ("gray_alpha", file(8, 4, 0, vec![], 8)),
        ("deep", file(16, 6, 0, vec![], 32)),
        ("palette", file(4, 3, 0, palette, 2)),
        ("interlaced", file(8, 6, 1, vec![], 16)),
        ("texts", file(8, 2, 0, texts.concat(), 12)),
        ("key", file(8, 2, 0, chunk(b"tRNS", &[0, 1, 0, 2, 0, 3]), 12)),
    ]
}

fn tga() -> Vec<Seed> {
    let file = |id: u8, kind: u8, map: [u8; 3], depth: u8, flags: u8, body: &[u8]| {
        let [has_map, length, bits] = map;
        let header = [id, has_map, kind, 0, 0, length, 0, bits, 0, 0, 0, 0, 3, 0, 2, 0, depth, flags];
        [&header[..], body].concat()
    };
    let map = [9; 16 * 3];
    vec![
        ("rgba", file(0, 2, [0; 3], 32, 8, &[5; 24])),
        ("rgb", file(0, 2, [0; 3], 24, 0x20, &[5; 18])),
        ("gray", file(4, 3, [0; 3], 8, 0, b"id..abcdef")),
        ("mapped", file(0, 1, [1, 16, 24], 8, 0x10, &[&map[..], &[0, 1, 2, 3, 14, 15]].concat())),
        ("runs", file(0, 10, [0; 3], 24, 0, &[0x82, 1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 1, 2, 3])),
        ("mapped_runs", file(0, 9, [1, 16, 24], 8, 0, &[&map[..], &[0x85, 3]].concat())),
        ("gray_runs", file(0, 11, [0; 3], 8, 0x30, &[0x81, 3, 3, 1, 2, 3, 4])),
        ("sixteen", file(0, 2, [0; 3], 16, 1, &[5; 12])),
    ]
}

fn bmp() -> Vec<Seed> {
    let file = |bits: u8, compression: u8, colors: &[u8], body: &[u8]| {
        let offset = u32::try_from(54 + colors.len()).expect("a small image");
        let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
        file.extend(offset.to_le_bytes());
        file.extend([40, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, bits, 0, compression, 0, 0, 0]);
        file.extend([0; 12]);
        let count = if bits <= 8 { colors.len() / 4 } else { 0 };
        file.extend(u32::try_from(count).expect("a few colors").to_le_bytes());
        file.extend([0; 4]);
        [&file, colors, body].concat()
    };
    let colors = [9, 99, 199, 0].repeat(16);
    let masks = [0xf800_u32, 0x07e0, 0x001f].map(u32::to_le_bytes);
    vec![
        ("rgb", file(24, 0, &[], &[5; 24])),
        ("rgba", file(32, 0, &[], &[5; 24])),
        ("mapped", file(8, 0, &colors, &[1, 2, 3, 0, 4, 5, 6, 0])),
        ("four", file(4, 0, &colors, &[0x12, 0x30, 0, 0, 0x45, 0x60, 0, 0])),
        ("one", file(1, 0, &colors[..8], &[0xa0, 0, 0, 0, 0x40, 0, 0, 0])),
        ("runs", file(8, 1, &colors, &[3, 1, 0, 0, 0, 3, 1, 2, 3, 0, 0, 1])),
        ("four_runs", file(4, 2, &colors, &[3, 0x12, 0, 0, 0, 2, 1, 0, 2, 0x30, 0, 1])),
        ("masks", file(16, 3, masks.as_flattened(), &[7; 16])),
    ]
}

fn jpeg() -> Vec<Seed> {
    let color =
        RgbImage::from_fn(9, 10, |x, y| Rgb([x * 25, y * 20, 99].map(|c| u8::try_from(c).unwrap_or(255))));
    let color = DynamicImage::from(color);
    let encode = |image: &DynamicImage| {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, ImageFormat::Jpeg).expect("writing to memory works");
        file.into_inner()
    };
    vec![("color", encode(&color)), ("gray", encode(&DynamicImage::from(color.to_luma8())))]
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).expect("a small image");
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    let check = (b << 16 | a).to_be_bytes();
    [&[0x78, 1, 1], &length.to_le_bytes()[..], &(!length).to_le_bytes(), bytes, &check].concat()
}
