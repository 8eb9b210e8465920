//! The search for images whose names consist of the name of a surface or model and the number of a skin. Quake engines that replace an MDL
//! by an MD3 use such images.

use std::collections::BTreeSet;
use std::path::Path;

use super::images::{ImageFinder, unscripted};
use super::{MAX_SKINS, MAX_TIMED, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin, missing_names};
use crate::find::SkinName;
use crate::model_names::model_stem;
use crate::replacement::{ReplacementImage, find_numbered};
use crate::tree::FolderCache;

pub(super) fn find_numbered_skins(
    tree: &FolderCache,
    finder: &ImageFinder<'_>,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
) -> Vec<SurfaceSkin> {
    let find = |base: &str| {
        let mut found = find_numbered(tree, model_path, base);
        found.retain(|image| image.skin < MAX_SKINS && image.image.is_none_or(|image| image < MAX_TIMED));
        (!found.is_empty()).then_some(found)
    };
    let stem = &*model_stem(model_path);
    let of_model =
        find(&format!("{stem}.mdl")).or_else(|| find(&format!("{stem}.md3"))).or_else(|| find(stem));
    let of_model = of_model.unwrap_or_default();
    let by_number = |number: usize| find(&format!("{stem}.md3_{number}"));
    let of_surface = |(number, names): (usize, &SurfaceNames<'_>)| {
        let own = SkinName::parse(names.surface).stems().next().and_then(find);
        own.or_else(|| by_number(number)).unwrap_or_else(|| of_model.clone())
    };
    let numbered: Vec<Vec<ReplacementImage>> = (0..).zip(surfaces).map(of_surface).collect();
    let plain: Vec<_> = surfaces.iter().map(|names| finder.find_called(names.surface)).collect();
    let mut skins: BTreeSet<usize> = numbered.iter().flatten().map(|image| image.skin).collect();
    if plain.iter().any(Option::is_some) {
        skins.insert(0);
    }
    let image = |surface: usize, skin: usize| {
        let images = |skin: usize| {
            let found = numbered[surface].iter().filter(|image| image.skin == skin);
            // If a skin has both a single image and a group of images, the group is used.
            let is_group = found.clone().any(|image| image.image.is_some());
            let found = found.filter(|image| image.image.is_some() == is_group);
            SurfaceImage::timed(found.map(|image| unscripted(image.path.clone())).collect())
        };
        let plain = || plain[surface].clone().map(unscripted);
        images(skin)
            .or_else(plain)
            .or_else(|| images(0))
            .unwrap_or_else(|| finder.find(surfaces[surface].shader))
    };
    let skin = |skin: usize| {
        let images: Vec<_> = (0..surfaces.len()).map(|surface| image(surface, skin)).collect();
        let missing = missing_names(&images);
        SurfaceSkin { label: skin.to_string(), source: SkinSource::Numbered, images, missing }
    };
    skins.into_iter().map(skin).collect()
}
