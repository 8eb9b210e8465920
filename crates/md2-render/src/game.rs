//! The lighting of Quake II: one value for each vertex, from a table.
//!
//! - The light comes from a fixed side of the world, 45 degrees above the horizon. Its direction in model space
//!   depends on the model's yaw, rounded down to one of 16 steps. So the light jumps every 22.5 degrees when a
//!   model turns.
//! - The shade of a vertex depends on `d`, the cosine of the angle between its normal and the light: `1 + d` on the
//!   lit side and `1 + 0.3 d` on the other side. Shades are rounded to hundredths, and range from 0.70 to 1.99. With
//!   162 normals the table has 16 × 162 entries.
//! - Only positions are interpolated between frames; the normal is the normal of the next frame.
//! - The light of a vertex is its shade times the light of the place where the model is. The rasterizer interpolates
//!   this light over triangles. The shader multiplies the bytes of the skin by it, and limits the products to 255.
//!
//! The game's own table has exactly these numbers; here they are computed. The light can double the brightness of
//! a skin. The game's software renderer limits bytes after the multiplication, as this crate does. Its OpenGL
//! renderer doubles the colors of skins when it loads them, which desaturates bright colors.

use md2_mesh::NORMALS;

/// The number of steps to which a model's yaw is rounded, each with its own direction of the light in model space.
pub const DIRECTIONS: usize = 16;

/// The default of `Light::place`, the brightness of the models' surroundings.
pub const PLACE_LIGHT: f32 = 0.8;

/// Returns the index of the light direction, below [`DIRECTIONS`], for a model with this transform. The index depends
/// on the yaw of the transformed X axis.
pub fn direction(transform: &[[f32; 4]; 4]) -> usize {
    /// Tolerance for rounding errors of the yaw, as a fraction of a step of 22.5 degrees. A yaw this close below a step is rounded up.
    const ROUNDING: f32 = 1e-3;
    let [x, y, ..] = transform[0];
    let turns = y.atan2(x) / std::f32::consts::TAU;
    let steps = turns.rem_euclid(1.0) * DIRECTIONS as f32 + ROUNDING;
    // Without a yaw the step is 0, since the cast turns NaN into 0.
    #[expect(clippy::cast_possible_truncation, reason = "in 0..=16")]
    let step = steps as usize;
    step % DIRECTIONS
}

/// Returns the unrounded shade (brightness) of a normal in model space, for the light direction with index `direction`.
pub fn shade([x, y, z]: [f32; 3], direction: usize) -> f32 {
    let (sin, cos) = (direction as f32 * std::f32::consts::TAU / DIRECTIONS as f32).sin_cos();
    let cosine = (x * cos - y * sin + z) * std::f32::consts::FRAC_1_SQRT_2;
    if cosine < 0.0 { 1.0 + 0.3 * cosine } else { 1.0 + cosine }
}

/// Returns the shade of a normal, rounded to hundredths. `normal` is an index in the table of 162 normals,
/// `direction` the index of the light direction.
///
/// # Panics
/// If `normal` is not below 162.
pub fn table_shade(normal: u8, direction: usize) -> f32 {
    (shade(NORMALS[usize::from(normal)], direction) * 100.0).round() / 100.0
}

pub(crate) fn shade_table() -> Vec<[f32; 4]> {
    let normals = 0..u8::try_from(NORMALS.len()).expect("there are 162 normals");
    let shades = (0..DIRECTIONS).flat_map(|way| normals.clone().map(move |normal| table_shade(normal, way)));
    shades.collect::<Vec<f32>>().as_chunks().0.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_without_a_yaw_has_the_first_direction() {
        assert_eq!([0.0, f32::NAN].map(|number| direction(&[[number; 4]; 4])), [0, 0]);
    }

    #[test]
    fn shades_match_the_game() {
        // Up and down have the same shade at any yaw.
        for way in 0..DIRECTIONS {
            assert_eq!(table_shade(5, way), 1.71);
            assert_eq!(table_shade(84, way), 0.79);
        }
        // Forward, at yaws of 0, 90, 180 and 270 degrees.
        assert_eq!([0, 4, 8, 12].map(|way| table_shade(52, way)), [1.71, 1.0, 0.79, 1.0]);
        // Left: the light turns against the model.
        assert_eq!([0, 4, 8, 12].map(|way| table_shade(32, way)), [1.0, 0.79, 1.0, 1.71]);
        let all = || shade_table().into_iter().flatten();
        assert_eq!((all().fold(2.0, f32::min), all().fold(0.0, f32::max)), (0.7, 1.99));
        assert_eq!(all().count(), 16 * 162);
    }
}
