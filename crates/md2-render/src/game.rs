//! How Quake II lit its models: one number for each vertex, out of a table.
//!
//! - The light shines from a fixed side of the world, 45 degrees down, but is told in the model's space: its direction goes by
//!   the model's yaw, rounded down to one of 16. So light jumps where a model turns, every 22.5 degrees.
//! - With `d` the cosine between a vertex's normal and the light, the vertex has the shade `1 + d` on the lit side and
//!   `1 + 0.3 d` on the other, rounded to hundredths: 0.70 to 1.99. There are 162 normals, hence a table of 16 × 162.
//! - The normal is that of the frame the model goes to; only positions are blended.
//! - The shade times the light of the place is the light of the vertex, and is blended over triangles. It multiplies the bytes of
//!   the skin, as far as bytes go.
//!
//! The table of the game itself has these very numbers. Here it is computed. The game knows lights up to twice a skin's own
//! brightness: its software renderer by the palette's ramps of light, where bytes end after they were multiplied, as here; its
//! OpenGL renderer by doubling skins when they are loaded, which takes the color from bright ones.

use md2_mesh::NORMALS;

/// Directions of the light in a model's space.
pub const DIRECTIONS: usize = 16;

/// Light of the place where models stand, unless told otherwise.
pub const PLACE_LIGHT: f32 = 0.8;

/// Which of the [`DIRECTIONS`] the light has for a model that stands so, by the yaw of its X axis.
#[must_use]
pub fn direction(transform: &[[f32; 4]; 4]) -> usize {
    /// Of a step. What was rounded below a whole one is meant to be whole.
    const ROUNDING: f32 = 1e-3;
    let [x, y, ..] = transform[0];
    let turns = y.atan2(x) / std::f32::consts::TAU;
    let steps = turns.rem_euclid(1.0) * DIRECTIONS as f32 + ROUNDING;
    // Without a direction it is 0, as casts of what is no number are.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in 0..=16")]
    let step = steps as usize;
    step % DIRECTIONS
}

/// The shade of a normal in model space under one of the [`DIRECTIONS`], before it is rounded.
#[must_use]
pub fn shade([x, y, z]: [f32; 3], direction: usize) -> f32 {
    let (sin, cos) = (direction as f32 * std::f32::consts::TAU / DIRECTIONS as f32).sin_cos();
    let cosine = (x * cos - y * sin + z) * std::f32::consts::FRAC_1_SQRT_2;
    if cosine < 0.0 { 1.0 + 0.3 * cosine } else { 1.0 + cosine }
}

/// The shade of a vertex by the number of its normal, as the table has it.
///
/// # Panics
/// If there is no such normal.
#[must_use]
pub fn table_shade(normal: u8, direction: usize) -> f32 {
    (shade(NORMALS[usize::from(normal)], direction) * 100.0).round() / 100.0
}

/// What a texel becomes, 0 to 1, where a vertex has this light: its shade times that of the place.
#[must_use]
pub fn color(texel: [u8; 3], light: f32) -> [f32; 3] {
    texel.map(|byte| (f32::from(byte) / 255.0 * light).min(1.0))
}

/// The whole table as shaders read it: direction by direction, four shades in each row.
pub(crate) fn table() -> Vec<[f32; 4]> {
    let normals = 0..u8::try_from(NORMALS.len()).expect("162 of them");
    let shades = (0..DIRECTIONS).flat_map(|way| normals.clone().map(move |normal| table_shade(normal, way)));
    shades.collect::<Vec<f32>>().as_chunks().0.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaws_are_rounded_down_to_one_of_sixteen() {
        let check = |degrees: f32, expected: usize| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let up = [0.0, 0.0, 2.0, 0.0];
            let transform = [[2.0 * cos, 2.0 * sin, 0.0, 0.0], [-2.0 * sin, 2.0 * cos, 0.0, 0.0], up, up];
            assert_eq!(direction(&transform), expected, "{degrees} degrees");
        };
        for way in 0..16_u8 {
            let at = f32::from(way) * 22.5;
            check(at, way.into());
            check(at + 22.0, way.into());
            check(at - 360.0, way.into());
        }
        check(-0.0001, 0);
        check(-1.0, 15);
        assert_eq!(direction(&[[0.0; 4]; 4]), 0);
        assert_eq!(direction(&[[f32::NAN; 4]; 4]), 0);
    }

    #[test]
    fn shades_are_those_of_the_game() {
        // Up is as bright at any yaw, and so is down.
        for way in 0..DIRECTIONS {
            assert_eq!(table_shade(5, way), 1.71);
            assert_eq!(table_shade(84, way), 0.79);
        }
        // Ahead, at yaws of 0, 90, 180 and 270 degrees.
        assert_eq!([0, 4, 8, 12].map(|way| table_shade(52, way)), [1.71, 1.0, 0.79, 1.0]);
        // To the left: the light turns against the model.
        assert_eq!([0, 4, 8, 12].map(|way| table_shade(32, way)), [1.0, 0.79, 1.0, 1.71]);
        let all = || table().into_iter().flatten();
        assert_eq!((all().fold(2.0, f32::min), all().fold(0.0, f32::max)), (0.7, 1.99));
        assert_eq!(all().count(), 16 * 162);
    }

    #[test]
    fn bytes_end_where_bytes_do() {
        assert_eq!(color([255, 102, 0], 0.5), [0.5, 0.2, 0.0]);
        assert_eq!(color([240, 255, 128], 1.99)[..2], [1.0; 2]);
    }
}
