//! Judging a skin's alpha takes any skin and any triangles, in bounded time.

use std::time::{Duration, Instant};

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
    fn any_triangles_on_any_skin_have_a_clear_part(
        [width, height] in [1_u32..20, 1_u32..20],
        alphas in prop::collection::vec(prop::sample::select(vec![0, 127, 128, 255_u8]), 400),
        triangles in prop::collection::vec(prop::array::uniform3(corner()), 0..8),
    ) {
        let texels = (width * height) as usize;
        let rgba: Vec<u8> = alphas.iter().take(texels).flat_map(|&alpha| [9, 9, 9, alpha]).collect();
        let skin = RgbaImage::new(width, height, rgba).unwrap();
        let found = SkinAlpha::of(&skin, triangles.iter().copied()).clear();
        prop_assert!((0.0..=1.0).contains(&found), "{found}");
        let (clear, all) = (skin.pixels().filter(|texel| texel[3] < 128).count(), texels);
        if clear == 0 || triangles.is_empty() {
            prop_assert_eq!(found, 0.0);
        } else if clear == all {
            prop_assert_eq!(found, 1.0);
        }
    }
}

#[test]
fn a_hundred_thousand_triangles_that_each_wear_all_of_a_large_skin_are_no_trouble() {
    let mut skin = RgbaImage::filled(1024, 1024, [9, 9, 9, 0]);
    skin.rgba_mut()[3] = 255;
    // Up to the most repeats that are counted, and one column short of all, so that no end is in sight.
    let triangles = (0..100_000).map(|_| [[0.0, 0.0], [0.99, 0.0], [0.0, 7.9]]);
    let start = Instant::now();
    assert!(SkinAlpha::of(&skin, triangles).clear() > 0.9);
    // Without a bound it would take minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
