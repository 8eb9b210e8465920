//! The palette: what each material is painted with, and how colors mix.

use glam::DVec3;

/// A color, red, green and blue in 0..=1 as displayed (sRGB).
pub type Color = DVec3;

/// The colors of one skin.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// Face and neck.
    pub skin: Color,
    /// Cheeks, lips and the tip of the nose lean toward this.
    pub blush: Color,
    /// Hair and brows.
    pub hair: Color,
    /// Iris.
    pub eye: Color,
    /// The coat.
    pub coat: Color,
    /// The coat's lining.
    pub lining: Color,
    /// Trousers.
    pub trousers: Color,
    /// Boots and belt.
    pub boots: Color,
    /// Gloves, satchel, straps and patches.
    pub leather: Color,
    /// Scarf.
    pub scarf: Color,
    /// Stripes of the scarf.
    pub stripe: Color,
    /// Buttons and buckles.
    pub metal: Color,
}

/// What deep shadow turns to: never black, a little warm.
pub const SHADOW: Color = DVec3::new(0.13, 0.085, 0.10);
/// What highlights lean toward.
pub const LIGHT: Color = DVec3::new(1.0, 0.93, 0.80);

/// The skins: file name and colors.
pub const SKINS: [(&str, Inks); 3] = [("wanderer", WANDERER), ("ember", EMBER), ("moss", MOSS)];

const WANDERER: Inks = Inks {
    skin: rgb(0xe0, 0xaa, 0x84),
    blush: rgb(0xc8, 0x62, 0x4c),
    hair: rgb(0x5a, 0x36, 0x24),
    eye: rgb(0x4e, 0x5c, 0x48),
    coat: rgb(0xa8, 0x80, 0x4e),
    lining: rgb(0x6e, 0x36, 0x2c),
    trousers: rgb(0x58, 0x4a, 0x46),
    boots: rgb(0x5a, 0x38, 0x26),
    leather: rgb(0x86, 0x50, 0x2c),
    scarf: rgb(0xb2, 0x36, 0x28),
    stripe: rgb(0xdc, 0x9c, 0x54),
    metal: rgb(0xd2, 0xa8, 0x5c),
};

const EMBER: Inks = Inks {
    skin: rgb(0xa8, 0x6e, 0x4c),
    blush: rgb(0x96, 0x44, 0x34),
    hair: rgb(0x34, 0x26, 0x24),
    eye: rgb(0x4a, 0x30, 0x20),
    coat: rgb(0x7e, 0x36, 0x34),
    lining: rgb(0xa8, 0x7a, 0x44),
    trousers: rgb(0x4c, 0x42, 0x44),
    boots: rgb(0x42, 0x2e, 0x2a),
    leather: rgb(0x70, 0x46, 0x30),
    scarf: rgb(0xd8, 0x94, 0x3a),
    stripe: rgb(0x92, 0x3c, 0x2a),
    metal: rgb(0xc8, 0xb4, 0x94),
};

const MOSS: Inks = Inks {
    skin: rgb(0xec, 0xbc, 0x9c),
    blush: rgb(0xd0, 0x6e, 0x5c),
    hair: rgb(0xb0, 0x70, 0x34),
    eye: rgb(0x4c, 0x66, 0x70),
    coat: rgb(0x72, 0x70, 0x4a),
    lining: rgb(0x4e, 0x40, 0x32),
    trousers: rgb(0x6c, 0x58, 0x42),
    boots: rgb(0x60, 0x42, 0x2e),
    leather: rgb(0x92, 0x60, 0x38),
    scarf: rgb(0xd6, 0x7a, 0x34),
    stripe: rgb(0xf0, 0xd0, 0x98),
    metal: rgb(0xb8, 0xa4, 0x80),
};

/// A color from its bytes.
const fn rgb(r: u8, g: u8, b: u8) -> Color {
    DVec3::new(r as f64 / 255.0, g as f64 / 255.0, b as f64 / 255.0)
}

/// `tone` 1 leaves a color alone; less darkens it toward [`SHADOW`], more lightens it toward [`LIGHT`].
pub fn toned(color: Color, tone: f64) -> Color {
    if tone < 1.0 {
        let tone = tone.max(0.0);
        // Shadows keep their hue longer than a plain mix would.
        SHADOW.lerp(color, tone) * 0.6 + (color * tone).max(SHADOW * 0.6) * 0.4
    } else {
        color.lerp(LIGHT, (tone - 1.0).min(1.0) * 0.7)
    }
}

/// 0 up to `from`, 1 beyond `to`, smooth between; `from` may exceed `to`, which turns it around.
pub fn ramp(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 within `half` of zero, 0 beyond `half + soft`.
pub fn band(x: f64, half: f64, soft: f64) -> f64 {
    ramp(half + soft, half, x.abs())
}
