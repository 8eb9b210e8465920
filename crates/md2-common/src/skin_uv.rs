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
pub const fn skin_uv(texel: [i64; 2], skin_size: [i64; 2]) -> [f32; 2] {
    [coordinate(texel[0], skin_size[0]), coordinate(texel[1], skin_size[1])]
}

const fn coordinate(texel: i64, size: i64) -> f32 {
    let size = if size < 1 { 1 } else { size };
    (texel as f32 + TEXEL_POINT) / size as f32
}
