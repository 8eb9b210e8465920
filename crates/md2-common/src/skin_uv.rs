//! Conversion of texels to texture coordinates.

/// The point of a texel that a skin coordinate refers to: its center, in texels from the texel's left and upper edge.
///
/// MDL and MD2 do not specify this point. id Software's tools used the center for the OpenGL commands of MD2, and
/// GLQuake uses the center to draw MDL.
pub const TEXEL_POINT: f32 = 0.5;

/// Returns the texture coordinates of `texel`, counted from the top left, on a skin of `skin_size` (width and height in
/// texels): `(texel + 0.5) / skin_size`, see [`TEXEL_POINT`].
///
/// 0 is the left or upper edge of the skin, 1 the right or lower edge. Texels outside the skin give values outside
/// 0..=1. There the skin repeats. A size below 1 is treated as 1.
///
/// ```
/// use md2_common::skin_uv;
///
/// assert_eq!(skin_uv([0, 3], [2, 4]), [0.25, 0.875]);
/// ```
#[must_use]
pub const fn skin_uv(texel: [i64; 2], skin_size: [i64; 2]) -> [f32; 2] {
    [coordinate(texel[0], skin_size[0]), coordinate(texel[1], skin_size[1])]
}

#[expect(clippy::cast_precision_loss, reason = "skins are far smaller than 2²⁴ texels")]
const fn coordinate(texel: i64, size: i64) -> f32 {
    let size = if size < 1 { 1 } else { size };
    (texel as f32 + TEXEL_POINT) / size as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_a_texel_to_its_center() {
        for (texel, size, uv) in [
            ([0, 0], [1, 1], [0.5, 0.5]),
            ([63, 0], [64, 64], [63.5 / 64.0, 0.5 / 64.0]),
            ([-1, 480], [256, 480], [-0.5 / 256.0, 480.5 / 480.0]),
            ([i16::MIN.into(), i16::MAX.into()], [100, 3], [-32767.5 / 100.0, 32767.5 / 3.0]),
        ] {
            assert_eq!(skin_uv(texel, size), uv);
        }
    }

    #[test]
    fn treats_a_size_below_one_as_one_texel() {
        assert_eq!(skin_uv([3, -1], [0, i64::MIN]), [3.5, -0.5]);
    }
}
