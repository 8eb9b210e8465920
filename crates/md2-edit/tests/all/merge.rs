//! Tests of merging two models.

use md2_edit::Model;
use md2_testdata::mdl::{self, MdlSpec, SkinSpec};
use md2_testdata::{md3, one_triangle, seamed_quad};

use crate::common::{corners, parse};

#[test]
fn an_md2_gets_both_skins_side_by_side() {
    let mut model = parse(one_triangle().build());
    let quad = parse(seamed_quad().build());
    let merged = model.merge(&quad).unwrap();
    assert_eq!((merged.skin_place, model.skin_size()), (Some([64, 0]), Some([128, 64])));
    let own = corners(&parse(one_triangle().build()), 1);
    let added = corners(&quad, 0);
    let found = corners(&model, 1);
    assert_eq!(found.len(), 3);
    for (found, expected) in found.iter().flatten().zip(own.iter().chain(&added).flatten()) {
        let right = if own.iter().flatten().any(|corner| corner == expected) { 0.0 } else { 64.0 };
        assert_eq!(found.1, [expected.1[0] + right, expected.1[1]]);
        let off = (0..3).map(|axis| (found.0[axis] - expected.0[axis]).abs()).fold(0.0, f32::max);
        assert!(f64::from(off) <= merged.error + 1e-4 && merged.error < 0.2, "{off} {}", merged.error);
    }
    let bytes = model.to_bytes().unwrap();
    let md2 = md2_format::Md2::parse(&bytes).unwrap();
    assert_eq!(md2.gl_commands().triangles().count(), 3, "the commands contain all triangles");
}

#[test]
fn models_with_the_same_skin_share_it() {
    let mut model = parse(one_triangle().build());
    let merged = model.merge(&parse(one_triangle().build())).unwrap();
    assert_eq!((merged.skin_place, merged.error, model.skin_size()), (None, 0.0, Some([64, 64])));
    assert_eq!(model.weld(0.0), Ok([3, 0]), "all vertices were stored twice");
}

#[test]
fn an_mdl_gets_both_skins_below_each_other() {
    // The square has a skin of 16 x 8 texels with a seam, the triangle one of 8 x 8 texels.
    let mut model = parse(mdl::seamed_quad().build());
    let triangle = MdlSpec { frames: mdl::with_frames(["a"]).frames, ..mdl::one_triangle() };
    let merged = model.merge(&parse(triangle.build())).unwrap();
    assert_eq!((merged.skin_place, merged.error, model.skin_size()), (Some([0, 8]), 0.0, Some([16, 16])));
    let texels = model.skin_images(0).unwrap()[0];
    assert_eq!(texels[..128], [7; 128]);
    let row: Vec<u8> = (8..16).chain([0; 8]).collect();
    assert_eq!(texels[144..160], row, "the second row of the added skin");
    let layout = model.uv_layout(1).unwrap();
    assert_eq!(layout.triangles[1], [[15.5, 7.5], [8.5, 0.5], [12.5, 3.5]], "the back of the square");
    assert_eq!(layout.triangles[2], [[0.5, 8.5], [7.5, 8.5], [0.5, 15.5]]);
}

#[test]
fn skins_without_width_are_merged_only_up_to_the_height_that_a_file_can_store() {
    let tall = |height| {
        let spec = MdlSpec {
            skin_size: [0, height],
            skins: vec![SkinSpec::Single(Vec::new())],
            frames: mdl::with_frames(["a"]).frames,
            ..mdl::one_triangle()
        };
        parse(spec.build())
    };
    let (mut model, other) = (tall(1 << 30), tall((1 << 30) - 1));
    model.merge(&other).unwrap();
    let written = Model::parse(&model.to_bytes().unwrap()).unwrap();
    assert_eq!(written.skin_size(), Some([0, i32::MAX as u32]));
    let error = model.merge(&other).unwrap_err().to_string();
    assert!(error.contains("2³¹ texels or more"), "{error}");
}

#[test]
fn a_narrow_skin_with_a_seam_becomes_part_of_a_wider_one() {
    let wide = MdlSpec {
        skin_size: [32, 8],
        skins: vec![SkinSpec::Single(vec![9; 256])],
        frames: mdl::with_frames(["a"]).frames,
        ..mdl::one_triangle()
    };
    let mut model = parse(mdl::seamed_quad().build());
    let before = model.uv_layout(1).unwrap().triangles;
    model.merge(&parse(wide.build())).unwrap();
    assert_eq!(model.skin_size(), Some([32, 16]));
    assert_eq!(model.uv_layout(1).unwrap().triangles[..2], before, "half the width is another number now");
    assert!(Model::parse(&model.to_bytes().unwrap()).is_ok());
}

#[test]
fn an_md3_gets_the_surfaces_of_both() {
    let mut model = parse(md3::two_surfaces().build());
    let blade = parse(md3::one_triangle().build());
    let error = model.merge(&blade).unwrap_err().to_string();
    assert!(error.starts_with("the models have 3 and 2 frames, expected the same number"), "{error}");
    let mut blade = blade;
    blade.keep_frames(&[1]).unwrap();
    model.merge(&blade).unwrap();
    let Model::Md3(merged) = &model else { panic!("an MD3") };
    let names: Vec<_> = merged.surfaces.iter().map(|surface| surface.name.to_string()).collect();
    assert_eq!(names, ["Floor", "wall_1", "blade"]);
    assert!(merged.frames.iter().all(|frame| frame.tags[0].name.as_bytes() == b"tag_tip"));
    for frame in 0..3 {
        assert_eq!(model.frame_positions(frame)[7..], blade.frame_positions(0), "the single frame is in all");
    }
    let parts = model.split_surfaces().unwrap();
    assert_eq!(parts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(parts[2].1.frame_positions(2), blade.frame_positions(0));
    assert!(parse(one_triangle().build()).merge(&blade).is_err(), "different formats");
}
