//! Backgrounds of the scene.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Background {
    #[default]
    Studio,
    Light,
    Gray,
    Black,
    /// A color in sRGB.
    Plain([u8; 3]),
}

impl Background {
    pub const NAMED: [Self; 4] = [Self::Studio, Self::Light, Self::Gray, Self::Black];

    pub fn next(self) -> Self {
        let next = Self::NAMED.iter().position(|named| *named == self).map_or(0, |place| place + 1);
        Self::NAMED[next % Self::NAMED.len()]
    }

    /// The colors at the upper and at the lower edge of the picture, in sRGB, 0 to 1.
    pub fn colors(self) -> [[f32; 3]; 2] {
        match self {
            Self::Studio => [[0.17, 0.19, 0.23], [0.36, 0.38, 0.41]],
            Self::Light => [[0.93, 0.94, 0.95]; 2],
            Self::Gray => [[0.5; 3]; 2],
            Self::Black => [[0.0; 3]; 2],
            Self::Plain(color) => [color.map(|part| f32::from(part) / 255.0); 2],
        }
    }
}

impl fmt::Display for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Studio => f.write_str("studio"),
            Self::Light => f.write_str("light"),
            Self::Gray => f.write_str("gray"),
            Self::Black => f.write_str("black"),
            Self::Plain([r, g, b]) => write!(f, "#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be studio, light, gray, black, or a color as #4060ff")]
pub struct BackgroundError;

impl FromStr for Background {
    type Err = BackgroundError;

    fn from_str(text: &str) -> Result<Self, BackgroundError> {
        let named = Self::NAMED.into_iter().find(|named| named.to_string().eq_ignore_ascii_case(text));
        let color = || {
            let digits = text.strip_prefix('#').unwrap_or(text);
            let repeats = if digits.len() == 3 { 2 } else { 1 };
            let digits =
                digits.chars().flat_map(|digit| std::iter::repeat_n(digit, repeats)).collect::<String>();
            let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let [_, r, g, b] = u32::from_str_radix(&digits, 16).ok().filter(|_| is_color)?.to_be_bytes();
            Some(Self::Plain([r, g, b]))
        };
        named.or_else(color).ok_or(BackgroundError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_and_colors_as_written() {
        for background in Background::NAMED.into_iter().chain([Background::Plain([0x40, 0x60, 0xff])]) {
            assert_eq!(background.to_string().parse(), Ok(background));
        }
        assert_eq!("GRAY".parse(), Ok(Background::Gray));
        assert_eq!("00fF10".parse(), Ok(Background::Plain([0, 255, 16])));
        assert_eq!("#1aF".parse(), Ok(Background::Plain([0x11, 0xaa, 0xff])));
        for text in ["", "#", "white", "#ff", "#+12", "#12345", "#1234567", "#+12345", "#12345g", "ünïcö"]
        {
            assert_eq!(text.parse::<Background>(), Err(BackgroundError), "{text}");
        }
    }

    #[test]
    fn backgrounds_are_cyclic() {
        let mut seen = vec![Background::Plain([1, 2, 3]).next()];
        for _ in 1..Background::NAMED.len() {
            seen.push(seen[seen.len() - 1].next());
        }
        assert_eq!(seen, Background::NAMED);
        assert_eq!(Background::Black.next(), Background::Studio);
    }
}
