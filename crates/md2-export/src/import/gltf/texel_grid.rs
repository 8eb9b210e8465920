//! Recognition of the skin size for which texture coordinates were made.

use std::collections::BTreeSet;

/// The minimum number of distinct coordinates on each axis. With fewer, other sizes may fit by chance.
const FEWEST: usize = 8;
const LARGEST_SIZE: u16 = 4096;
/// The tolerance in texels.
const ROUNDING: f64 = 0.01;

/// Returns the width and height in texels of the smallest skin of which all texture coordinates are texel centers, as in an MD2;
/// `None` if there is none, or if there are too few coordinates to determine it.
pub(super) fn texel_grid(uvs: &[[f32; 2]]) -> Option<[i32; 2]> {
    let side = |axis: usize| {
        let distinct: BTreeSet<u32> = uvs.iter().map(|uv| uv[axis].to_bits()).collect();
        let is_center = |bits: &u32, size: u16| {
            let texel = f64::from(f32::from_bits(*bits)) * f64::from(size) - 0.5;
            (texel - texel.round()).abs() <= ROUNDING
        };
        let fits = |size: &u16| distinct.iter().all(|bits| is_center(bits, *size));
        (2..=LARGEST_SIZE).find(fits).filter(|_| distinct.len() >= FEWEST).map(i32::from)
    };
    Some([side(0)?, side(1)?])
}

#[cfg(test)]
mod tests {
    use md2_common::skin_uv;

    use super::*;

    #[test]
    fn finds_the_size_of_a_skin_from_its_texels() {
        let uvs = |size: [i64; 2]| -> Vec<[f32; 2]> {
            (0..20).map(|i| skin_uv([(i * 37) % size[0], (i * 11) % size[1]], size)).collect()
        };
        assert_eq!(texel_grid(&uvs([256, 128])), Some([256, 128]));
        assert_eq!(texel_grid(&uvs([308, 206])), Some([308, 206]));
        // Blender turns the vertical axis twice, which rounds.
        let turned: Vec<_> = uvs([256, 194]).into_iter().map(|[u, v]| [u, 1.0 - (1.0 - v)]).collect();
        assert_eq!(texel_grid(&turned), Some([256, 194]));
        assert_eq!(texel_grid(&uvs([256, 128])[..5]), None, "too few coordinates");
        let edges: Vec<_> = uvs([256, 128]).into_iter().chain([[0.0, 1.0]]).collect();
        assert_eq!(texel_grid(&edges), None, "an edge is no texel center");
    }
}
