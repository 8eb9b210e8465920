//! Skin files: PNG, and PCX with 256 colors.

use color_quant::NeuQuant;
use md2_common::RgbaImage;

use crate::image_file::encode;

/// The 256 colors of a PCX. Each is red, green and blue.
pub type Colors = [[u8; 3]; 256];

/// The color index that Quake II draws as transparent.
const CLEAR: u8 = 255;

/// Encodes an image as PNG.
///
/// # Errors
/// Returns the message of the encoder.
pub fn encode_png(image: &RgbaImage) -> Result<Vec<u8>, String> {
    encode(image, true).map_err(|error| error.to_string())
}

/// Encodes an image as PCX, with the nearest of `colors` for each pixel. The game draws the last color as transparent, so only
/// transparent pixels get that color.
///
/// # Errors
/// If a side has more than 65,535 pixels.
pub fn encode_pcx(image: &RgbaImage, colors: &Colors) -> Result<Vec<u8>, String> {
    let side = |side: u32| {
        u16::try_from(side).map_err(|_| format!("found {side} pixels per side, the limit of a PCX is 65535"))
    };
    let (width, height) = (side(image.width())?, side(image.height())?);
    let mut file = Vec::new();
    let mut writer =
        pcx::WriterPaletted::new(&mut file, (width, height), (72, 72)).map_err(|error| error.to_string())?;
    // Neighboring pixels often have the same color.
    let mut last = ([0; 4], nearest(colors, [0; 4]));
    for row in image.rgba().chunks_exact(4 * usize::from(width)) {
        let indices: Vec<u8> = row
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&pixel| {
                if last.0 != pixel {
                    last = (pixel, nearest(colors, pixel));
                }
                last.1
            })
            .collect();
        writer.write_row(&indices).map_err(|error| error.to_string())?;
    }
    writer.write_palette(colors.as_flattened()).map_err(|error| error.to_string())?;
    Ok(file)
}

/// Reads a palette from a PCX with 256 colors, such as the game's `pics/colormap.pcx`, or from 768 bytes.
///
/// # Errors
/// Returns a message for the user if the file contains no palette.
pub fn read_palette(file: &[u8]) -> Result<Colors, String> {
    /// The byte that marks the start of the palette in a PCX.
    const MARK: u8 = 0x0c;
    let colors: Option<&[u8; 768]> = match file {
        [0x0a, .., _] => {
            file.last_chunk::<769>().filter(|end| end[0] == MARK).and_then(|end| end.last_chunk())
        }
        _ => file.as_array(),
    };
    let none =
        || format!("found {} bytes, expected a PCX of 256 colors or a palette of 768 bytes", file.len());
    let mut palette = [[0; 3]; 256];
    palette.as_flattened_mut().copy_from_slice(colors.ok_or_else(none)?);
    Ok(palette)
}

fn nearest(colors: &Colors, [r, g, b, alpha]: [u8; 4]) -> u8 {
    if alpha < 128 {
        return CLEAR;
    }
    let distance = |color: [u8; 3]| {
        let square = |(a, b): (u8, u8)| (i32::from(a) - i32::from(b)).pow(2);
        // The weights follow the sensitivity of the eye, which is highest for green.
        2 * square((color[0], r)) + 4 * square((color[1], g)) + 3 * square((color[2], b))
    };
    (0..CLEAR).min_by_key(|&index| distance(colors[usize::from(index)])).unwrap_or(0)
}

/// Chooses 256 colors for an image. Use this if the palette of the game is not available. The original game ignores the palette of a
/// PCX, so it shows such a file in wrong colors.
pub fn choose_colors(image: &RgbaImage) -> Colors {
    /// NeuQuant samples every pixel, since skins are small.
    const SAMPLING: i32 = 1;
    let mut pixels: Vec<u8> = image.pixels().filter(|pixel| pixel[3] >= 128).flatten().collect();
    let mut distinct: Vec<[u8; 4]> = pixels.as_chunks().0.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut colors = [[0; 3]; 256];
    if distinct.len() < colors.len() {
        // All colors fit.
        for (color, [r, g, b, _]) in colors.iter_mut().zip(distinct) {
            *color = [r, g, b];
        }
        return colors;
    }
    // NeuQuant needs many samples, so a small image is repeated.
    while pixels.len() < 1 << 15 {
        pixels.extend_from_within(..);
    }
    let learned = NeuQuant::new(SAMPLING, 255, &pixels);
    for (color, chosen) in colors.iter_mut().zip(learned.color_map_rgb().as_chunks().0) {
        *color = *chosen;
    }
    colors
}

/// Resizes an image. When reducing, each pixel is the mean of the pixels that it covers. When enlarging, it is the nearest pixel.
pub fn resize(image: &RgbaImage, [width, height]: [u32; 2]) -> RgbaImage {
    let mut smaller = RgbaImage::filled(width.max(1), height.max(1), [0; 4]);
    let (w, h) = (smaller.width(), smaller.height());
    let range = |at: u32, count: u32, size: u32| {
        let from = u64::from(at) * u64::from(size) / u64::from(count);
        let to = (u64::from(at + 1) * u64::from(size) / u64::from(count)).max(from + 1);
        // Below the size of the image.
        u32::try_from(from).unwrap_or(0)..u32::try_from(to).unwrap_or(size).min(size)
    };
    let (pixels, _) = smaller.rgba_mut().as_chunks_mut::<4>();
    for (at, pixel) in (0_u32..).zip(pixels) {
        let (columns, rows) = (range(at % w, w, image.width()), range(at / w, h, image.height()));
        let mut sums = [0_u64; 4];
        let mut count = 0;
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            for (sum, channel) in sums.iter_mut().zip(image.pixel(x, y)) {
                *sum += u64::from(channel);
            }
            count += 1;
        }
        *pixel = sums.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX));
    }
    smaller
}

/// Adds a glow to the colors of an image.
pub(crate) fn add_glow(image: &mut RgbaImage, glow: &RgbaImage) {
    let resized = (glow.size() != image.size()).then(|| resize(glow, image.size()));
    let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
    for (pixel, glow) in pixels.iter_mut().zip(resized.as_ref().unwrap_or(glow).pixels()) {
        for channel in 0..3 {
            pixel[channel] = pixel[channel].saturating_add(glow[channel]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> RgbaImage {
        let pixels: Vec<u8> =
            (0..64_u8).flat_map(|i| [i * 4, 255 - i * 4, i, if i == 9 { 0 } else { 255 }]).collect();
        RgbaImage::new(8, 8, pixels).expect("64 pixels")
    }

    #[test]
    fn a_pcx_keeps_few_colors_exactly() {
        let colors = choose_colors(&image());
        let file = encode_pcx(&image(), &colors).expect("small");
        let mut reader = pcx::Reader::new(&file[..]).expect("a PCX");
        let mut rows = [[0; 8]; 8];
        rows.iter_mut().for_each(|row| reader.next_row_paletted(row).expect("a row"));
        let mut palette = [0; 768];
        reader.read_palette(&mut palette).expect("a palette");
        for (index, pixel) in rows.as_flattened().iter().zip(image().pixels()) {
            let color = &palette[3 * usize::from(*index)..][..3];
            if pixel[3] == 0 {
                assert_eq!(*index, 255);
            } else {
                assert_eq!(color, &pixel[..3]);
            }
        }
    }

    #[test]
    fn reads_a_palette_from_a_pcx_or_raw_bytes() {
        let colors = choose_colors(&image());
        let file = encode_pcx(&image(), &colors).expect("small");
        assert_eq!(read_palette(&file).as_ref(), Ok(&colors));
        assert_eq!(read_palette(colors.as_flattened()).as_ref(), Ok(&colors));
        let expected = "found 3 bytes, expected a PCX of 256 colors or a palette of 768 bytes";
        assert_eq!(read_palette(&[10, 5, 1]), Err(expected.to_owned()));
    }

    #[test]
    fn chooses_near_colors_for_a_gradient() {
        let side = 64_u32;
        let gradient = (0..side * side).flat_map(|i| [i % side * 4, i / side * 4, 128, 255]);
        let gradient: Vec<u8> = gradient.map(|c| u8::try_from(c).expect("a byte")).collect();
        let gradient = RgbaImage::new(side, side, gradient).expect("its size");
        let colors = choose_colors(&gradient);
        let off = |pixel: [u8; 4]| {
            let color = colors[usize::from(nearest(&colors, pixel))];
            (0..3).map(|i| color[i].abs_diff(pixel[i])).max().unwrap_or(0)
        };
        // With 16 by 16 equidistant colors, the distance would be at most 8.
        let (sum, worst) = gradient
            .pixels()
            .map(off)
            .fold((0, 0), |(sum, worst), off| (sum + u32::from(off), off.max(worst)));
        assert!(sum < 8 * side * side && worst <= 32, "mean {} of 255, worst {worst}", sum / (side * side));
    }

    #[test]
    fn resizing_averages_or_repeats_pixels() {
        let two = RgbaImage::new(2, 1, vec![0, 10, 20, 255, 100, 20, 21, 255]).expect("two pixels");
        assert_eq!(resize(&two, [1, 1]).rgba(), [50, 15, 21, 255]);
        assert_eq!(resize(&two, [4, 1]).pixel(1, 0), [0, 10, 20, 255]);
        assert_eq!(resize(&two, [4, 1]).pixel(2, 0), [100, 20, 21, 255]);
    }
}
