//! Limits on the number of skins that a model contains. Skins without texels take only a few bytes of a file.

use md2_load::{LoadOptions, LoadedModel, MAX_EMBEDDED_IMAGES, load};
use md2_testdata::heap;
use md2_testdata::mdl::{SkinSpec, empty_skin};

fn loaded(skins: Vec<SkinSpec>, size: [i32; 2]) -> LoadedModel {
    let file = md2_testdata::mdl::MdlSpec { skin_size: size, skins, ..empty_skin() }.build();
    let model = heap::within_bounds(file.bytes(), || load(file.bytes(), &LoadOptions::default()));
    model.expect("the model is valid")
}

#[test]
fn skins_without_texels_are_listed_up_to_a_limit() {
    let model = loaded(vec![SkinSpec::Single(Vec::new()); 60_000], [0, 8]);
    assert_eq!(model.skins.alternatives.len(), MAX_EMBEDDED_IMAGES);
    assert_eq!(model.skins.omitted, 60_000 - MAX_EMBEDDED_IMAGES);
}

#[test]
fn images_of_groups_count_like_skins() {
    let group =
        |pictures: usize| SkinSpec::Group((1..=pictures).map(|end| (end as f32, Vec::new())).collect());
    let model = loaded(vec![group(1000), group(24), group(1), SkinSpec::Single(Vec::new())], [0, 8]);
    assert_eq!((model.skins.alternatives.len(), model.skins.omitted), (2, 2));
    let model = loaded(vec![group(60_000)], [0, 8]);
    assert_eq!((model.skins.alternatives.len(), model.skins.omitted), (0, 1));
}
