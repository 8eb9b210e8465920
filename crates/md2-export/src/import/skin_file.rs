//! Skins as files: PNG, and PCX with 256 colors.

use color_quant::NeuQuant;
use md2_common::RgbaImage;

use crate::image_file::encode;

/// The 256 colors of a PCX: red, green, blue.
pub type Colors = [[u8; 3]; 256];

/// The color that Quake II draws as clear.
const CLEAR: u8 = 255;

/// A picture as a PNG.
///
/// # Errors
/// The encoder's reason, for people: there is none for a picture that is in memory.
pub fn encode_png(picture: &RgbaImage) -> Result<Vec<u8>, String> {
    encode(picture, true).map_err(|error| error.to_string())
}

/// A picture as a PCX of these colors, each pixel the nearest of them. The last color, which the game draws as clear, is
/// given to clear pixels alone.
///
/// # Errors
/// If a side is above 65,535.
pub fn encode_pcx(picture: &RgbaImage, colors: &Colors) -> Result<Vec<u8>, String> {
    let side =
        |side: u32| u16::try_from(side).map_err(|_| format!("{side} pixels a side do not fit in a PCX"));
    let (width, height) = (side(picture.width())?, side(picture.height())?);
    let mut file = Vec::new();
    let mut writer =
        pcx::WriterPaletted::new(&mut file, (width, height), (72, 72)).map_err(|error| error.to_string())?;
    // Skins have few colors, and neighbors are alike.
    let mut last = ([0; 4], nearest(colors, [0; 4]));
    for row in picture.rgba().chunks_exact(4 * usize::from(width)) {
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

/// The palette in a file: of a PCX with 256 colors, as the game's `pics/colormap.pcx`, or alone in 768 bytes.
///
/// # Errors
/// That there is none, for people.
pub fn read_palette(file: &[u8]) -> Result<Colors, String> {
    /// Before the colors of a PCX stands this byte.
    const MARK: u8 = 0x0c;
    let colors: Option<&[u8; 768]> = match file {
        [0x0a, .., _] => {
            file.last_chunk::<769>().filter(|end| end[0] == MARK).and_then(|end| end.last_chunk())
        }
        _ => file.as_array(),
    };
    let none =
        || format!("{} bytes, expected a PCX of 256 colors, or the 768 bytes of a palette", file.len());
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
        // The eye tells greens best.
        2 * square((color[0], r)) + 4 * square((color[1], g)) + 3 * square((color[2], b))
    };
    (0..CLEAR).min_by_key(|&index| distance(colors[usize::from(index)])).unwrap_or(0)
}

/// 256 colors for a picture, for who has no palette of a game: programs that read the file's own colors show it as it is, the
/// original game does not.
#[must_use]
pub fn choose_colors(picture: &RgbaImage) -> Colors {
    /// Of every pixel: skins are small.
    const SAMPLING: i32 = 1;
    let mut pixels: Vec<u8> = picture.pixels().filter(|pixel| pixel[3] >= 128).flatten().collect();
    let mut distinct: Vec<[u8; 4]> = pixels.as_chunks().0.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut colors = [[0; 3]; 256];
    if distinct.len() < colors.len() {
        // Few enough to keep all of them.
        for (color, [r, g, b, _]) in colors.iter_mut().zip(distinct) {
            *color = [r, g, b];
        }
        return colors;
    }
    // It needs more pixels than it has colors to learn from.
    while pixels.len() < 1 << 15 {
        pixels.extend_from_within(..);
    }
    let learned = NeuQuant::new(SAMPLING, 255, &pixels);
    for (color, chosen) in colors.iter_mut().zip(learned.color_map_rgb().as_chunks().0) {
        *color = *chosen;
    }
    colors
}

/// A picture of another size: each pixel is the mean of what it covers, or the nearest where it covers less than one.
#[must_use]
pub fn resize(picture: &RgbaImage, [width, height]: [u32; 2]) -> RgbaImage {
    let mut smaller = RgbaImage::filled(width.max(1), height.max(1), [0; 4]);
    let (w, h) = (smaller.width(), smaller.height());
    let range = |at: u32, of: u32, size: u32| {
        let from = u64::from(at) * u64::from(size) / u64::from(of);
        let to = (u64::from(at + 1) * u64::from(size) / u64::from(of)).max(from + 1);
        // Below the size of the picture.
        u32::try_from(from).unwrap_or(0)..u32::try_from(to).unwrap_or(size).min(size)
    };
    let (pixels, _) = smaller.rgba_mut().as_chunks_mut::<4>();
    for (at, pixel) in (0_u32..).zip(pixels) {
        let (columns, rows) = (range(at % w, w, picture.width()), range(at / w, h, picture.height()));
        let mut sums = [0_u64; 4];
        let mut count = 0;
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            for (sum, channel) in sums.iter_mut().zip(picture.pixel(x, y)) {
                *sum += u64::from(channel);
            }
            count += 1;
        }
        *pixel = sums.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX));
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> RgbaImage {
        let pixels: Vec<u8> =
            (0..64_u8).flat_map(|i| [i * 4, 255 - i * 4, i, if i == 9 { 0 } else { 255 }]).collect();
        RgbaImage::new(8, 8, pixels).expect("64 pixels")
    }

    #[test]
    fn few_colors_are_kept_in_a_pcx() {
        let colors = choose_colors(&picture());
        let file = encode_pcx(&picture(), &colors).expect("small");
        let mut reader = pcx::Reader::new(&file[..]).expect("a PCX");
        let mut rows = [[0; 8]; 8];
        rows.iter_mut().for_each(|row| reader.next_row_paletted(row).expect("a row"));
        let mut palette = [0; 768];
        reader.read_palette(&mut palette).expect("a palette");
        for (index, pixel) in rows.as_flattened().iter().zip(picture().pixels()) {
            let color = &palette[3 * usize::from(*index)..][..3];
            if pixel[3] == 0 {
                assert_eq!(*index, 255);
            } else {
                assert_eq!(color, &pixel[..3]);
            }
        }
    }

    #[test]
    fn a_palette_comes_out_of_a_pcx_or_alone() {
        let colors = choose_colors(&picture());
        let file = encode_pcx(&picture(), &colors).expect("small");
        assert_eq!(read_palette(&file).as_ref(), Ok(&colors));
        assert_eq!(read_palette(colors.as_flattened()).as_ref(), Ok(&colors));
        let expected = "3 bytes, expected a PCX of 256 colors, or the 768 bytes of a palette";
        assert_eq!(read_palette(&[10, 5, 1]), Err(expected.to_owned()));
    }

    #[test]
    fn many_colors_become_near_ones() {
        let side = 64_u32;
        let gradient = (0..side * side).flat_map(|i| [i % side * 4, i / side * 4, 128, 255]);
        let gradient: Vec<u8> = gradient.map(|c| u8::try_from(c).expect("a byte")).collect();
        let gradient = RgbaImage::new(side, side, gradient).expect("its size");
        let colors = choose_colors(&gradient);
        let off = |pixel: [u8; 4]| {
            let color = colors[usize::from(nearest(&colors, pixel))];
            (0..3).map(|i| color[i].abs_diff(pixel[i])).max().unwrap_or(0)
        };
        // 16 by 16 even steps would be off by 8 at most.
        let (sum, worst) = gradient
            .pixels()
            .map(off)
            .fold((0, 0), |(sum, worst), off| (sum + u32::from(off), off.max(worst)));
        assert!(sum < 8 * side * side && worst <= 32, "mean {} of 255, worst {worst}", sum / (side * side));
    }

    #[test]
    fn a_png_has_the_pixels() {
        let file = encode_png(&picture()).expect("it is in memory");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
        reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!(pixels, picture().rgba());
    }

    #[test]
    fn a_smaller_picture_is_the_mean_and_a_larger_one_repeats() {
        let two = RgbaImage::new(2, 1, vec![0, 10, 20, 255, 100, 20, 21, 255]).expect("two pixels");
        assert_eq!(resize(&two, [1, 1]).rgba(), [50, 15, 21, 255]);
        assert_eq!(resize(&two, [4, 1]).pixel(1, 0), [0, 10, 20, 255]);
        assert_eq!(resize(&two, [4, 1]).pixel(2, 0), [100, 20, 21, 255]);
    }
}
