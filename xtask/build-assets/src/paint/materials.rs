//! The colors of the materials of each skin, and functions to mix colors.

use glam::DVec3;

pub use crate::trig::ramp;

/// Red, green and blue in `0..=1` (sRGB).
pub type Color = DVec3;

#[derive(Clone, Copy, Debug)]
pub struct MaterialColors {
    pub skin: Color,
    /// The color that is mixed into cheeks, lips and the tip of the nose.
    pub blush: Color,
    pub hair: Color,
    pub eye: Color,
    pub coat: Color,
    pub lining: Color,
    pub trousers: Color,
    pub boots: Color,
    pub leather: Color,
    pub scarf: Color,
    pub stripe: Color,
    pub metal: Color,
}

pub const SHADOW: Color = DVec3::new(0.13, 0.085, 0.10);
pub const LIGHT: Color = DVec3::new(1.0, 0.93, 0.80);

/// The file name of each skin, and its colors in the order of the fields of [`MaterialColors`].
const SKINS: [(&str, [u32; 12]); 3] = [
    (
        "wanderer",
        [
            0xe0aa84, 0xc8624c, 0x5a3624, 0x4e5c48, 0xa8804e, 0x6e362c, 0x584a46, 0x5a3826, 0x86502c,
            0xb23628, 0xdc9c54, 0xd2a85c,
        ],
    ),
    (
        "ember",
        [
            0xa86e4c, 0x964434, 0x342624, 0x4a3020, 0x7e3634, 0xa87a44, 0x4c4244, 0x422e2a, 0x704630,
            0xd8943a, 0x923c2a, 0xc8b494,
        ],
    ),
    (
        "moss",
        [
            0xecbc9c, 0xd06e5c, 0xb07034, 0x4c6670, 0x72704a, 0x4e4032, 0x6c5842, 0x60422e, 0x926038,
            0xd67a34, 0xf0d098, 0xb8a480,
        ],
    ),
];

pub fn skins() -> [(&'static str, MaterialColors); 3] {
    SKINS.map(|(name, codes)| {
        let colors =
            codes.map(|code| DVec3::from([16, 8, 0].map(|shift| f64::from(code >> shift & 255))) / 255.0);
        let [skin, blush, hair, eye, coat, lining, trousers, boots, leather, scarf, stripe, metal] = colors;
        (
            name,
            MaterialColors {
                skin,
                blush,
                hair,
                eye,
                coat,
                lining,
                trousers,
                boots,
                leather,
                scarf,
                stripe,
                metal,
            },
        )
    })
}

/// Returns a color with a tone. A tone of 1 leaves the color unchanged, a smaller tone darkens it toward [`SHADOW`], and a larger tone
/// lightens it toward [`LIGHT`].
pub fn toned(color: Color, tone: f64) -> Color {
    if tone < 1.0 {
        let tone = tone.max(0.0);
        // The second term preserves more of the hue than a plain mix.
        SHADOW.lerp(color, tone) * 0.6 + (color * tone).max(SHADOW * 0.6) * 0.4
    } else {
        color.lerp(LIGHT, (tone - 1.0).min(1.0) * 0.7)
    }
}

/// Returns 1 if `x` is within `half` of zero, 0 if it is beyond `half + soft`, and a smooth transition between.
pub fn band(x: f64, half: f64, soft: f64) -> f64 {
    ramp(half + soft, half, x.abs())
}
