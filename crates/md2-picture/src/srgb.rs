//! The sRGB transfer curve, and tables of it. Source: IEC 61966-2-1.

use std::sync::OnceLock;

/// Number of light levels in the table that maps light to sRGB. Each sRGB value has at least two levels, even where the curve is steepest.
const STEPS: usize = 8192;

/// Converts an sRGB value to linear light, both 0 to 1.
pub fn light(color: f32) -> f32 {
    if color <= 0.04045 { color / 12.92 } else { ((color + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear light to an sRGB value, both 0 to 1.
pub fn color(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[derive(Debug)]
pub(crate) struct Tables {
    to_light: [f32; 256],
    to_color: Vec<u8>,
}

impl Tables {
    pub(crate) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let to_color = |step: usize| byte(color(step as f32 / (STEPS - 1) as f32));
        Self {
            to_light: std::array::from_fn(|color| light(color as f32 / 255.0)),
            to_color: (0..STEPS).map(to_color).collect(),
        }
    }

    #[inline]
    pub(crate) fn light(&self, color: u8) -> f32 {
        self.to_light[usize::from(color)]
    }

    #[inline]
    pub(crate) fn color(&self, light: f32) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 8191, and NaN becomes 0")]
        let step = (light * (STEPS - 1) as f32 + 0.5).clamp(0.0, (STEPS - 1) as f32) as i32;
        self.to_color[usize::try_from(step).unwrap_or(0)]
    }
}

#[inline]
pub(crate) fn byte(part: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "0 to 255, or saturated")]
    let byte = (part * 255.0 + 0.5) as u8;
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_color_survives_a_round_trip() {
        let tables = Tables::get();
        for color in 0..=255 {
            assert_eq!(tables.color(tables.light(color)), color);
        }
        assert_eq!((tables.color(-1.0), tables.color(2.0), tables.color(f32::NAN)), (0, 255, 0));
        // According to IEC 61966-2-1, the value 188 is half the light of white.
        assert!((tables.light(188) - 0.5).abs() < 0.005);
    }
}
