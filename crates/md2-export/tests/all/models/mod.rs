//! The models that tests export.

pub(crate) mod gltf_file;

use std::fs;
use std::path::Path;

use md2_load::{LoadOptions, LoadedModel, load};

pub(crate) fn own_models() -> Vec<(String, Vec<u8>)> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let read = |name: &str| (name.to_owned(), fs::read(assets.join(name)).unwrap());
    ["wanderer/tris.md2", "wanderer/weapon.md2", "ball/ball.md2"].into_iter().map(read).collect()
}

/// Returns small models of each format, the project's own models, and the models of the local test corpus, if there is
/// one.
pub(crate) fn every_model() -> Vec<(String, LoadedModel)> {
    use md2_testdata::{md3, mdl};
    let built = [
        ("one_triangle.md2", md2_testdata::one_triangle().build()),
        ("seamed_quad.md2", md2_testdata::seamed_quad().build()),
        ("one_triangle.mdl", mdl::one_triangle().build()),
        ("frame_group.mdl", mdl::frame_group().build()),
        ("seamed_quad.mdl", mdl::seamed_quad().build()),
        ("fullbright.mdl", mdl::fullbright().build()),
        ("skin_group.mdl", mdl::skin_group().build()),
        ("one_triangle.md3", md3::one_triangle().build()),
        ("two_surfaces.md3", md3::two_surfaces().build()),
        ("turning_tag.md3", md3::turning_tag().build()),
    ];
    let built = built.into_iter().map(|(name, file)| (name.to_owned(), file.into_bytes()));
    let corpus = ["md2", "mdl", "md3"].into_iter().flat_map(md2_testdata::corpus::files);
    let corpus = corpus.map(|(path, bytes)| (path.display().to_string(), bytes));
    let all = built.chain(own_models()).chain(corpus);
    all.map(|(name, bytes)| {
        let stem = Path::new(&name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let model = load(&bytes, &LoadOptions { stem, ..LoadOptions::default() });
        let model = model.unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, model)
    })
    .collect()
}
