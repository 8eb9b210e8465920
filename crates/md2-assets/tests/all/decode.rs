//! Decoding of images: formats, variants and errors.

use std::error::Error;
use std::io::Cursor;

use image::ImageFormat;
use md2_assets::{
    FolderCache, ImageError, RgbaImage, decode, find_game_palette, has_gray_palette, image_size, load_image,
    load_lmp,
};
use md2_testdata::{TempFolder, archive};

use crate::invariants::seeds::{dds, pcx_file, pcx_palette};

/// Encodes bytes for a PCX. Each byte becomes a run of length 1, because only runs can store all values.
fn encode(pixels: &[u8]) -> Vec<u8> {
    pixels.iter().flat_map(|&pixel| [0xc1, pixel]).collect()
}

/// The rows of an image of 3 x 2 pixels as palette indices: 0, 1, 2 and 253, 254, 255. A byte of padding ends each
/// row.
const LINES: [u8; 8] = [0, 1, 2, 99, 253, 254, 255, 99];

fn pcx(palette: &[u8]) -> Vec<u8> {
    pcx_file([3, 2], 8, 1, 4, &[&*encode(&LINES), &[0x0c], palette].concat())
}

#[track_caller]
fn refused(bytes: &[u8], name: &str, expected: &str) {
    let error = decode(bytes, name).expect_err("a broken image");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn decodes_pcx_with_and_without_padding_and_marker() {
    let body = |pixels: &[u8], mark: &[u8]| [&encode(pixels)[..], mark, &pcx_palette()].concat();
    let [padded, bare] = [&LINES[..], &[0, 1, 2, 253, 254, 255]];
    for (layout, bytes_per_line, body) in [
        ("padded lines", 4, body(padded, &[0x0c])),
        ("no padding", 3, body(bare, &[0x0c])),
        ("a last line without padding", 4, body(&padded[..7], &[0x0c])),
        ("no marker", 4, body(padded, &[])),
    ] {
        let image = decode(&pcx_file([3, 2], 8, 1, bytes_per_line, &body), "skin.pcx").expect(layout);
        assert_eq!((image.width(), image.height(), image.rgba().len()), (3, 2, 24), "{layout}");
        let corners = [(0, 0), (2, 0), (0, 1), (2, 1)].map(|(x, y)| image.pixel(x, y));
        let expected = [[0, 255, 7, 255], [2, 253, 7, 255], [253, 2, 7, 255], [255, 0, 7, 255]];
        assert_eq!(corners, expected, "{layout}");
    }
}

#[test]
fn a_gray_ramp_is_replaced_by_the_palette_of_the_game() {
    let ramp = pcx(&(0..=u8::MAX).flat_map(|index| [index; 3]).collect::<Vec<_>>());
    // Grays that are not sorted are not a placeholder, but the colors of a picture.
    let shuffled = pcx(&(0..=u8::MAX).flat_map(|index| [index.reverse_bits(); 3]).collect::<Vec<_>>());
    let colored = pcx(&pcx_palette());
    let game = TempFolder::new();
    let paths =
        ["ramp", "shuffled", "colored"].map(|name| game.path(&format!("baseq2/players/a/{name}.pcx")));
    for (path, bytes) in paths.iter().zip([&ramp, &shuffled, &colored]) {
        game.write(&game.name_of(path), bytes);
    }
    let second = |path: &std::path::Path| load_image(path).expect("a valid image").pixel(1, 0);
    assert_eq!(paths.each_ref().map(|path| has_gray_palette(path)), [true, false, false]);
    assert_eq!(second(&paths[0]), [1, 1, 1, 255], "the game has no palette");
    // Entry 1 of the game's palette is (1, 254, 7).
    for colormap in ["baseq2/pics/colormap.pcx", "baseq2/players/a/colormap.pcx"] {
        let path = game.file(colormap, &colored);
        assert_eq!(
            paths.each_ref().map(|path| second(path)),
            [[1, 254, 7, 255], [128, 128, 128, 255], [1, 254, 7, 255]]
        );
        std::fs::remove_file(path).expect("the file exists");
    }
    let folders = FolderCache::default();
    game.write("mod/players/a/ramp.pcx", &ramp);
    game.write("baseq2/pak0.pak", &archive::pak(&[(b"pics/colormap.pcx", &colored)]));
    assert_eq!(
        second(&game.path("mod/players/a/ramp.pcx")),
        [1, 254, 7, 255],
        "in an archive of the base game"
    );
    assert!(find_game_palette(&folders, &game.path("mod/players/a/ramp.pcx")).is_some());
}

#[test]
fn decodes_pcx_with_runs_planes_and_sixteen_colors() {
    let decoded = |file: &[u8]| decode(file, "skin.pcx").expect("a valid image").rgba().to_vec();
    // A single run of twelve bytes is three lines, each with three pixels and a byte of padding.
    let runs = pcx_file([3, 3], 8, 1, 4, &[&[0xcc, 9, 0x0c][..], &pcx_palette()].concat());
    assert!(decoded(&runs).chunks(4).all(|pixel| pixel == [9, 246, 7, 255]));
    let planes = pcx_file([2, 1], 8, 3, 3, &encode(&[1, 2, 99, 3, 4, 99, 5, 6, 99]));
    assert_eq!(decoded(&planes), [1, 3, 5, 255, 2, 4, 6, 255]);
    let sixteen = pcx_file([4, 1], 4, 1, 2, &encode(&[0x1f, 0x23]));
    assert_eq!(decoded(&sixteen).chunks(4).map(|pixel| pixel[0]).collect::<Vec<_>>(), [10, 150, 20, 30]);
}

#[test]
fn rejects_pcx_that_ends_early() {
    let short = pcx_file([3, 2], 8, 1, 4, &[encode(&LINES[..5]), pcx_palette()].concat());
    refused(&short, "skin.pcx", "PCX ends in row 1 of 2");
    let bare = pcx_file([3, 2], 8, 1, 4, &[0; 700]);
    refused(&bare, "skin.pcx", "PCX of 828 bytes, expected at least 896 for header and palette");
    assert!(decode(&pcx_file([0, 1], 8, 1, 4, &short[128..]), "").is_err(), "no columns");
    let file = pcx(&pcx_palette());
    // If only the padding is cut off, the file looks like a file without a marker.
    for end in 0..file.len() - 3 {
        assert!(decode(&file[..end], "skin.pcx").is_err(), "{end} bytes of {}", file.len());
    }
}

fn causes(error: &dyn Error) -> String {
    error.source().map_or_else(String::new, |cause| format!("{cause}; {}", causes(cause)))
}

#[test]
fn reads_the_pictures_of_quake() {
    // Expected: the layout of `qpic_t` in Quake's source code: width, height, then a palette index for each pixel.
    let folder = TempFolder::new();
    for (width, height, count, expected) in [
        (3_u32, 2_u32, 6, "[3, 2]"),
        (3, 2, 5, "broken LMP file; 3 x 2 pixels (byte 0x0): 13 bytes, expected 14; "),
        (3, 2, 7, "broken LMP file; 3 x 2 pixels (byte 0x0): 15 bytes, expected 14; "),
        (0, 2, 0, "LMP of 0 x 2 pixels, expected 1 to 8192 per side; "),
        (8192, 8192, 0, "LMP of 8192 x 8192 pixels, expected at most 16777216 in total; "),
    ] {
        let bytes = [&width.to_le_bytes()[..], &height.to_le_bytes(), &vec![9; count]].concat();
        let shown = match load_lmp(&folder.file("body_0.lmp", &bytes)) {
            Ok((size, texels, _)) if texels == [9; 6] => format!("{size:?}"),
            other => causes(&other.expect_err(expected)),
        };
        assert_eq!(shown, expected);
    }
    let is_image = |name: &str| md2_assets::ImageFormat::from_name(name.as_ref()).is_some();
    assert!(
        is_image("A.LMP")
            && !["gfx/PALETTE.lmp", "colormap.lmp", "conchars.lmp"].map(is_image).contains(&true)
    );
}

const FORMATS: [(ImageFormat, &str); 4] = [
    (ImageFormat::Png, "a.png"),
    (ImageFormat::Tga, "a.tga"),
    (ImageFormat::Bmp, "a.bmp"),
    (ImageFormat::Jpeg, "a.jpg"),
];

fn gradient(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = image::RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([x, y, x + y].map(|c| u8::try_from(20 * c).expect("small images only")))
    });
    let mut file = Cursor::new(Vec::new());
    pixels.write_to(&mut file, format).expect("writing to memory works");
    file.into_inner()
}

#[test]
fn decodes_all_other_formats() {
    for (format, name) in FORMATS {
        let file = gradient(5, 3, format);
        let image = decode(&file, name).expect("a valid image");
        assert_eq!((image.width(), image.height()), (5, 3), "{name}");
        let off = |(x, y): (u32, u32), expected: [i32; 4]| {
            let pixel = image.pixel(x, y).map(i32::from);
            (0..4).map(|i| (pixel[i] - expected[i]).abs()).max().expect("four channels")
        };
        let tolerance = if format == ImageFormat::Jpeg { 24 } else { 0 };
        assert!(off((4, 0), [80, 0, 80, 255]) <= tolerance, "{name}");
        assert!(off((0, 2), [0, 40, 40, 255]) <= tolerance, "{name}: rows begin at the top");

        // Only the detection of TGA depends on the name.
        let misnamed = decode(&file, "a.pcx");
        assert_eq!(misnamed.is_ok(), format != ImageFormat::Tga, "{name}");
        for end in [0, 1, 2, 3, 4, 17, file.len() / 2] {
            assert!(decode(&file[..end], name).is_err(), "{name}, {end} bytes");
        }
    }
}

#[test]
fn makes_images_with_zero_alpha_opaque() {
    let tga = |alphas: [u8; 2]| {
        let header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28];
        [&header[..], &[1, 2, 3, alphas[0], 4, 5, 6, alphas[1]]].concat()
    };
    let alphas = |image: RgbaImage| [image.pixel(0, 0)[3], image.pixel(1, 0)[3]];
    assert_eq!(alphas(decode(&tga([0, 0]), "a.tga").expect("valid")), [255, 255]);
    assert_eq!(alphas(decode(&tga([0, 128]), "a.tga").expect("valid")), [0, 128]);
}

#[test]
fn rejects_unknown_content() {
    refused(
        b"GIF89a\0\x01...",
        "a.gif",
        "not an image in a supported format (PCX, PNG, TGA, BMP, JPEG, WebP, DDS, LMP): starts with \"GIF89a\\x00\\x01\"",
    );
    assert!(matches!(decode(b"", "a.png"), Err(ImageError::UnknownFormat(_))));
    assert_eq!(
        md2_assets::ImageFormat::detect(b"\x0a\x05\x01\x08", "a.tga".as_ref()),
        Some(md2_assets::ImageFormat::Tga)
    );
}

#[test]
fn names_the_file_in_errors() {
    let folder = TempFolder::from_list("empty.png folder/file");
    let text = |name: &str| load_image(&folder.path(name)).expect_err("not an image").to_string();
    let path = |name: &str| folder.path(name).display().to_string();
    assert_eq!(text("empty.png"), format!("cannot decode \"{}\"", path("empty.png")));
    assert_eq!(text("none.png"), format!("there is no file \"{}\"", path("none.png")));
    assert_eq!(text("folder"), format!("\"{}\" is a folder, expected a file", path("folder")));
}

#[test]
fn decodes_the_blocks_of_dds() {
    // Expected: Microsoft's description of the formats. The colors are red and blue in 5, 6 and 5 bits, the indices of the first row 0, 1,
    // 2, 3. Color 2 is two thirds red. If the first color is greater than the second, color 3 is one third red, else transparent black.
    let [red, blue] = [[0x00, 0xf8], [0x1f, 0x00]];
    let block = |[first, second]: [[u8; 2]; 2]| [&first[..], &second, &[0b1110_0100, 0, 0, 0]].concat();
    let (four, three) = (block([red, blue]), block([blue, red]));
    // Mode 6 of BC7: 7 bits for each end of each channel. Red and alpha have all bits, and the lowest bits are 0.
    let bc7 = ((1_u128 << 6) | (127 << 7) | (127 << 14) | (127 << 49) | (127 << 56)).to_le_bytes();
    let dx10 = |number: u8| [&[number][..], &[0; 19]].concat();
    let opaque = [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]];
    let cut = [[0, 0, 255, 255], [255, 0, 0, 255], [128, 0, 128, 255], [0; 4]];
    let halves = [[255, 0, 0, 136], [0, 0, 255, 136], [170, 0, 85, 136], [85, 0, 170, 136]];
    for (letters, second_header, block, expected) in [
        (b"DXT1", vec![], four.clone(), opaque),
        (b"DXT1", vec![], three, cut),
        // BC2 has 4 bits of alpha for each pixel; BC3 interpolates between two bytes.
        (b"DXT3", vec![], [&[0x88; 8][..], &four].concat(), halves),
        (b"DXT5", vec![], [&[136, 0, 0, 0, 0, 0, 0, 0][..], &four].concat(), halves),
        (b"DX10", dx10(77), [&[136, 0, 0, 0, 0, 0, 0, 0][..], &four].concat(), halves),
        (b"DX10", dx10(98), bc7.to_vec(), [[254, 0, 0, 254]; 4]),
    ] {
        let file = dds(letters, &[&*second_header, &block, &block].concat());
        let image = decode(&file, "a.dds").expect("a valid image");
        assert_eq!([image.width(), image.height()], [5, 2]);
        assert_eq!([0, 1, 2, 3].map(|x| image.pixel(x, 0)), expected, "{letters:?}");
        // The fifth column is the first of the second block.
        assert_eq!([image.pixel(4, 0), image.pixel(3, 1)], [expected[0]; 2], "{letters:?}");
        assert!(decode(&file[..file.len() - 1], "a.dds").is_err());
    }
    let mut plain = dds(&[0; 4], &[3, 2, 1, 9].repeat(10));
    (plain[80], plain[88], plain[94], plain[97], plain[100]) = (0x41, 32, 255, 255, 255);
    assert_eq!(decode(&plain, "a.dds").expect("valid").pixel(4, 1), [1, 2, 3, 255], "no bits of alpha");
    plain[107] = 255;
    assert_eq!(decode(&plain, "a.dds").expect("valid").pixel(4, 1), [1, 2, 3, 9]);
    let allowed = "expected BC1, BC2, BC3, BC7 or uncompressed colors";
    refused(&dds(b"DX10", &dx10(95)), "a.dds", &format!("DDS in the format DX10 95, {allowed}"));
    refused(&dds(b"ATI2", &[0; 32]), "a.dds", &format!("DDS in the format \"ATI2\", {allowed}"));
}

#[test]
fn decodes_webp() {
    let rgba: Vec<u8> = (0..24).map(|byte| 10 * byte).collect();
    let mut file = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut file);
    encoder.encode(&rgba, 3, 2, image_webp::ColorType::Rgba8).expect("writing to memory works");
    let folder = TempFolder::new();
    let path = folder.file("a.webp", &file);
    assert_eq!(load_image(&path).expect("a valid image").rgba(), rgba);
    assert_eq!(image_size(&path).expect("a valid image"), Some([3, 2]));
    (0..file.len() - 8).for_each(|end| assert!(decode(&file[..end], "a.webp").is_err(), "{end} bytes"));
}
