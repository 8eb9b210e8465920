//! The sRGB transfer curve. Source: IEC 61966-2-1.

/// Converts an sRGB value to linear light, both 0 to 1.
pub(crate) fn light(color: f32) -> f32 {
    if color <= 0.04045 { color / 12.92 } else { ((color + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear light to an sRGB value, both 0 to 1.
pub(crate) fn color(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}
