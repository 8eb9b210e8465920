//! Tables for conversion between sRGB and linear light.

use std::sync::OnceLock;

use crate::srgb;

/// Number of light levels in the table that maps light to sRGB. Each sRGB value has at least two levels, even where the curve is steepest.
const STEPS: usize = 8192;

#[derive(Debug)]
pub(super) struct Tables {
    to_light: [f32; 256],
    to_color: Vec<u8>,
}

impl Tables {
    pub(super) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let light = |color: usize| srgb::light(color as f32 / 255.0);
        let color = |step: usize| {
            let light = step as f32 / (STEPS - 1) as f32;
            byte(srgb::color(light))
        };
        Self { to_light: std::array::from_fn(light), to_color: (0..STEPS).map(color).collect() }
    }

    #[inline]
    pub(super) fn light(&self, color: u8) -> f32 {
        self.to_light[usize::from(color)]
    }

    #[inline]
    pub(super) fn color(&self, light: f32) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
        let step = (light * (STEPS - 1) as f32 + 0.5) as usize;
        self.to_color[step.min(STEPS - 1)]
    }
}

#[inline]
pub(super) fn byte(part: f32) -> u8 {
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
