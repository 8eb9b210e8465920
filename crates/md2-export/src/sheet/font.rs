//! The font of contact sheets. Its characters have 5 × 7 pixels and were drawn for this project.

use md2_common::RgbaImage;

const WIDTH: u32 = 5;
const HEIGHT: u32 = 7;
/// The distance from the start of one character to the start of the next, in pixels.
const ADVANCE: u32 = WIDTH + 1;
const FIRST: char = ' ';

/// The printable ASCII characters from [`FIRST`], drawn with `#` in blocks of up to sixteen characters side by side.
const LETTERS: &str = include_str!("letters.txt");
const LETTERS_IN_BLOCK: usize = 16;
const COUNT: usize = 95;

/// Letters with a descender. They are drawn lower than other letters.
const LOW: &str = "gpqy";
const DROP: u32 = 2;

/// Returns the width of a line of text in pixels. `scale` is the number of image pixels per font pixel.
pub(super) fn width(text: &str, scale: u32) -> u32 {
    let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    letters.saturating_mul(ADVANCE * scale).saturating_sub(scale)
}

pub(super) const fn height(scale: u32) -> u32 {
    HEIGHT * scale
}

pub(super) fn fitted(text: &str, scale: u32, most: u32) -> String {
    if width(text, scale) <= most {
        return text.to_owned();
    }
    let letters = (most + scale) / (ADVANCE * scale);
    let kept = usize::try_from(letters.saturating_sub(2)).unwrap_or(0);
    let dots = usize::try_from(letters.min(2)).unwrap_or(0);
    text.chars().take(kept).chain("..".chars().take(dots)).collect()
}

pub(super) fn write(image: &mut RgbaImage, text: &str, at: [u32; 2], scale: u32, [r, g, b]: [u8; 3]) {
    let [width, height] = [image.width(), image.height()];
    let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
    for (number, letter) in (0..).zip(text.chars()) {
        let rows = letter_of(letter);
        let drop = if LOW.contains(letter) { DROP * scale } else { 0 };
        for y in 0..HEIGHT * scale {
            for x in 0..WIDTH * scale {
                let is_set = rows[(y / scale) as usize].as_bytes()[(x / scale) as usize] == b'#';
                let [column, row] = [at[0] + number * ADVANCE * scale + x, at[1] + drop + y];
                if is_set && column < width && row < height {
                    pixels[row as usize * width as usize + column as usize] = [r, g, b, 255];
                }
            }
        }
    }
}

fn letter_of(letter: char) -> [&'static str; HEIGHT as usize] {
    let place = u32::from(letter).checked_sub(u32::from(FIRST)).map_or(COUNT, |place| place as usize);
    if place >= COUNT {
        return ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"];
    }
    // An empty line ends each block.
    let mut rows = LETTERS.lines().skip(place / LETTERS_IN_BLOCK * (HEIGHT as usize + 1));
    let column = place % LETTERS_IN_BLOCK * ADVANCE as usize;
    [(); HEIGHT as usize].map(|()| rows.next().map_or("", |row| &row[column..column + WIDTH as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_distinct_and_fit_their_five_columns() {
        let letters: Vec<_> = (' '..='~').map(letter_of).collect();
        assert_eq!(letters.len(), COUNT);
        for (i, letter) in letters.iter().enumerate() {
            assert!(letter.iter().all(|row| row.len() == 5 && row.trim_matches(['.', '#']).is_empty()));
            assert!(!letters[..i].contains(letter), "{i}");
        }
    }

    #[test]
    fn writes_text_at_its_position() {
        let mut image = RgbaImage::filled(20, 9, [0; 4]);
        write(&mut image, "T\u{e9}", [1, 1], 1, [9; 3]);
        let row = |y| (0..20).map(|x| if image.pixel(x, y)[3] > 0 { '#' } else { '.' }).collect::<String>();
        assert_eq!((row(1), row(2)), (".#####.#####........".into(), "...#...#...#........".into()));
        assert_eq!((row(7), row(8)), ("...#...#####........".into(), ".".repeat(20)));
        // Writing outside the image has no effect.
        write(&mut image, "TTTT", [15, 5], 2, [9; 3]);
        assert_eq!((width("run", 2), height(2)), (34, 14));
        assert_eq!(fitted("standing", 1, 29), "sta..");
        assert_eq!(fitted("standing", 1, 47), "standing");
        assert_eq!(fitted("standing", 1, 3), "");
    }
}
