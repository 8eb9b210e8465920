//! Checks that the alpha of any skin can be measured with any triangles, in bounded time.

use md2_common::RgbaImage;
use md2_mesh::SkinAlpha;
use proptest::prelude::*;

fn corner() -> impl Strategy<Value = [f32; 2]> {
    prop_oneof![
        4 => [-2.0_f32..2.0, -2.0_f32..2.0],
        1 => [any::<f32>(), any::<f32>()],
        1 => prop::array::uniform2(prop::sample::select(vec![
            0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1.0e9, 0.5,
        ])),
    ]
}

proptest! {
    #[test]
    fn measures_any_triangles_on_any_skin(
        [width, height] in [1_u32..20, 1_u32..20],
        alphas in prop::collection::vec(prop::sample::select(vec![0, 127, 128, 255_u8]), 400),
        triangles in prop::collection::vec(prop::array::uniform3(corner()), 0..8),
    ) {
        let texels = (width * height) as usize;
        let rgba: Vec<u8> = alphas.iter().take(texels).flat_map(|&alpha| [9, 9, 9, alpha]).collect();
        let skin = RgbaImage::new(width, height, rgba).unwrap();
        let found = SkinAlpha::from_triangles(&skin, triangles.iter().copied()).clear_fraction();
        prop_assert!((0.0..=1.0).contains(&found), "{found}");
        let (clear, all) = (skin.pixels().filter(|texel| texel[3] < 128).count(), texels);
        prop_assert_eq!(SkinAlpha::from_image(&skin).clear_fraction(), clear as f32 / all as f32);
        if clear == 0 || triangles.is_empty() {
            prop_assert_eq!(found, 0.0);
        } else if clear == all {
            prop_assert_eq!(found, 1.0);
        }
    }
}

/// Measures a transparent skin with `count` equal triangles. Returns the number of triangles that were visited before the work limit.
fn visited(triangle: [[f32; 2]; 3], count: usize) -> usize {
    let mut skin = RgbaImage::filled(1024, 1024, [9, 9, 9, 0]);
    skin.rgba_mut()[3] = 255;
    let mut taken = 0;
    let triangles = (0..count).map(|_| triangle).inspect(|_| taken += 1);
    assert!(SkinAlpha::from_triangles(&skin, triangles).clear_fraction() > 0.9, "{triangle:?}");
    taken
}

#[test]
fn large_triangles_are_visited_up_to_the_limit_of_work() {
    let check = |what: &str, triangle, expected: std::ops::RangeInclusive<usize>| {
        let visited = visited(triangle, 100_000);
        assert!(expected.contains(&visited), "{what}: {visited}");
    };
    // The work limit for one mesh, in rows and cells.
    const MOST: usize = 1 << 24;
    // The most repetitions, and one column less than the whole skin: half of 253 columns in 2022 rows, plus the rows.
    check("large", [[0.0, 0.0], [0.99, 0.0], [0.0, 7.9]], MOST / (2022 * 129)..=MOST / (2022 * 126));
    // A triangle through 2022 rows that covers the center of no cell.
    check("slivers", [[0.0, 0.0], [0.0, 7.9], [0.0001, 7.9]], MOST / 2030..=MOST / 2020);
    // The first triangle uses the whole skin.
    check("repeated", [[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]], 1..=1);
    check("whole", [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], 1..=1);
    check("beyond all", [[f32::NAN; 2]; 3], 1..=1);
    check("small", [[0.5, 0.5], [0.51, 0.5], [0.5, 0.51]], 100_000..=100_000);
}
