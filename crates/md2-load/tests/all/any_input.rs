//! Whatever the bytes are, loading ends, and what comes out of it is sound.

use md2_load::{LoadOptions, ModelSkin, load};
use md2_mesh::{Pose, blend};
use md2_testdata::{md3, mdl};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Small files of every format, each with what the format alone has.
fn seeds() -> Vec<Vec<u8>> {
    let md2 = [md2_testdata::one_triangle(), md2_testdata::seamed_quad()].map(|spec| spec.build());
    let mdl = [mdl::frame_group(), mdl::seamed_quad(), mdl::skin_group()].map(|spec| spec.build());
    let md3 = [md3::two_surfaces(), md3::turning_tag(), md3::player_upper()].map(|spec| spec.build());
    md2.into_iter().chain(mdl).chain(md3).map(|file| file.bytes().to_vec()).collect()
}

fn changed_file() -> impl Strategy<Value = Vec<u8>> {
    let seeds = seeds();
    let word = prop_oneof![
        any::<[u8; 4]>(),
        prop::sample::select(vec![0_i32, 1, 2, 3, 7, -1, 255, 65_535, i32::MAX, i32::MIN])
            .prop_map(i32::to_le_bytes),
        any::<f32>().prop_map(f32::to_le_bytes),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), word), 0..4);
    (0..seeds.len(), changes, any::<prop::sample::Index>(), prop::bool::weighted(0.1)).prop_map(
        move |(seed, changes, end, cut)| {
            let mut file = seeds[seed].clone();
            for (place, word) in changes {
                let start = place.index(file.len());
                let rest = &mut file[start..];
                let length = rest.len().min(4);
                rest[..length].copy_from_slice(&word[..length]);
            }
            if cut {
                file.truncate(end.index(file.len()));
            }
            file
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_file_is_refused_or_sound(file in changed_file(), blend in any::<f32>()) {
        let Ok(model) = load(&file, &LoadOptions { max_packed_bytes: 1 << 20, ..LoadOptions::default() }) else {
            return Ok(());
        };
        let mesh = &model.mesh;
        prop_assert_eq!(model.frame_names.len(), mesh.frame_count());
        prop_assert!(mesh.skin_slot_count() <= model.slot_count());
        prop_assert!(mesh.tags().iter().all(|tag| tag.frames.len() == mesh.frame_count()));
        for sequence in model.detection.sequences() {
            prop_assert!(sequence.first <= sequence.last);
            prop_assert!((sequence.last as usize) < mesh.frame_count());
        }
        for skin in &model.skins.alternatives {
            if let ModelSkin::Embedded(skin) = skin {
                prop_assert!(skin.paint(skin.picture_count()).is_none());
                let [width, height] = skin.size();
                prop_assert_eq!(skin.paint(0).is_some(), width > 0 && height > 0 && skin.picture_count() > 0);
            }
        }
        let last = u32::try_from(mesh.frame_count() - 1).expect("a small model");
        for index in mesh.indices().iter().take(50) {
            let vertex = blend::blend_vertex(mesh, index as usize, Pose { frame_a: 0, frame_b: last, blend });
            prop_assert!(vertex.position.iter().chain(&vertex.normal).all(|c| c.is_finite()));
        }
    }
}
