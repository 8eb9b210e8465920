//! The skins that the `MODELDEF` scripts of a mod define.

use std::path::{Path, PathBuf};

use md3_format::modeldef::Reference;

use crate::find::{MatchReason, SkinCandidate, SkinName, SkinSearch};
use crate::modeldef::{Definition, Moment, find_definitions};
use crate::surfaces::{Cover, ShaderLayers, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin};
use crate::tree::FolderCache;

/// Puts the skins that `MODELDEF` scripts define for a model before the skins in `others`. The names that are missing in `others` are then
/// irrelevant, because the engine uses only the defined skins. If the first definition names no skin, it shows the images that the model
/// names, so a complete skin in `others` comes first.
pub fn with_defined_skins(
    tree: &FolderCache,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
    others: Vec<SurfaceSkin>,
) -> Vec<SurfaceSkin> {
    let definitions = find_definitions(tree, model_path);
    let default = others.iter().find(|skin| !skin.source.is_guess());
    let is_there = |image: &SurfaceImage| !matches!(image, SurfaceImage::Missing { .. });
    let is_whole = |skin: &SurfaceSkin| skin.images.iter().all(is_there);
    let mut skins: Vec<SurfaceSkin> = Vec::new();
    let mut is_named_first = true;
    for (index, definition) in definitions.iter().enumerate() {
        let moments = definition.moments();
        let mut own: Vec<_> = moments
            .iter()
            .filter_map(|moment| defined_skin(definition, *moment, tree, surfaces, default))
            .collect();
        if own.is_empty() {
            is_named_first &= index > 0;
            // The block may name skins only after its frames. The engine ignores them.
            let end = Moment { offset: usize::MAX, row: None };
            own.extend(defined_skin(definition, end, tree, surfaces, default));
        }
        for skin in own {
            if skins.iter().all(|known| known.images != skin.images) {
                skins.push(skin);
            }
        }
    }
    let (found, broken): (Vec<_>, Vec<_>) =
        skins.into_iter().partition(|skin| skin.images.iter().any(is_there));
    let is_defined = found.first().is_some_and(is_whole);
    let others = others
        .into_iter()
        .map(|other| SurfaceSkin { missing: if is_defined { Vec::new() } else { other.missing }, ..other });
    let mut others: Vec<_> = others.collect();
    let is_leading =
        !is_named_first && others.first().is_some_and(|first| !first.source.is_guess() && is_whole(first));
    let leading: Vec<_> = others.drain(..usize::from(is_leading)).collect();
    let file = |image: &SurfaceImage| match image {
        SurfaceImage::File { path, .. } => Some(path.clone()),
        _ => None,
    };
    let files = |skin: &SurfaceSkin| skin.images.iter().map(file).collect::<Option<Vec<_>>>();
    // A definition can name the same images as the model. Such a skin is listed once.
    let defined: Vec<_> = found.iter().filter_map(files).collect();
    others.retain(|other| files(other).is_none_or(|own| !defined.contains(&own)));
    leading.into_iter().chain(found).chain(others).chain(broken).collect()
}

/// Puts the images that `MODELDEF` scripts define for a model with a single skin before the images of a search. Returns the defined names
/// that are missing. If an image is defined, no name in the model counts as missing.
pub fn prefer_defined_skins(tree: &FolderCache, model_path: &Path, search: &mut SkinSearch) -> Vec<String> {
    let one = [SurfaceNames { surface: b"", shader: b"" }];
    let own = search.best().filter(|best| matches!(best.reason, MatchReason::Name { .. })).cloned();
    let own_skin = own.iter().map(|own| SurfaceSkin {
        label: String::new(),
        source: SkinSource::Model,
        images: vec![unscripted(own.path.clone())],
        missing: Vec::new(),
    });
    let skins = with_defined_skins(tree, model_path, &one, own_skin.collect());
    let is_own = |skin: &SurfaceSkin| skin.source == SkinSource::Model;
    let path = |skin: &SurfaceSkin| match &skin.images[..] {
        [SurfaceImage::File { path, .. }] if !is_own(skin) => Some(path.clone()),
        _ => None,
    };
    let paths: Vec<PathBuf> = skins.iter().filter_map(path).collect();
    if !paths.is_empty() {
        search.missing.clear();
        search.found.retain(|candidate| !paths.contains(&candidate.path));
        let place = usize::from(skins.first().is_some_and(is_own) && search.found.first() == own.as_ref());
        let defined = paths.into_iter().map(|path| SkinCandidate { path, reason: MatchReason::Defined });
        search.found.splice(place..place, defined);
    }
    skins.into_iter().flat_map(|skin| skin.missing).collect()
}

/// Returns the skin that the block defines at a moment. Surfaces that it does not mention have the image of their shader name, or else the
/// image in `default`. `None` if the block names no image for the model.
fn defined_skin(
    definition: &Definition,
    moment: Moment<'_>,
    tree: &FolderCache,
    surfaces: &[SurfaceNames<'_>],
    default: Option<&SurfaceSkin>,
) -> Option<SurfaceSkin> {
    let block = definition.block();
    let is_read = |skin: &&Reference| skin.model == definition.number && skin.offset < moment.offset;
    let is_image = |skin: &&Reference| !skin.name.is_empty();
    let whole = block.skins.iter().rfind(is_read).filter(is_image);
    let of_surface = |index: usize| {
        let named = block.surface_skins.iter().filter(|(surface, _)| usize::try_from(*surface) == Ok(index));
        named.map(|(_, skin)| skin).rfind(is_read).filter(is_image)
    };
    let mut missing = Vec::new();
    let mut is_named = false;
    let mut image = |(index, names): (usize, &SurfaceNames<'_>)| match whole.or_else(|| of_surface(index)) {
        Some(skin) => {
            is_named = true;
            definition.definitions.find_image(tree, skin).map(unscripted).unwrap_or_else(|| {
                missing.push(skin.name.clone());
                SurfaceImage::Missing { name: skin.name.clone() }
            })
        }
        None => {
            let shader = SkinName::parse(names.shader);
            let own = || default.and_then(|skin| skin.images.get(index)).cloned();
            let unknown = || SurfaceImage::Missing { name: md2_common::readable(names.shader) };
            let found = definition.definitions.image_at(tree, &shader).map(unscripted);
            found.or_else(own).unwrap_or_else(unknown)
        }
    };
    let images: Vec<_> = surfaces.iter().enumerate().map(&mut image).collect();
    missing.dedup();
    let source = SkinSource::File(definition.script().to_owned());
    let label = match moment.row {
        Some(row) if block.frames.first() != Some(row) => {
            format!("{} {} {}", block.actor, row.sprite, row.letters)
        }
        _ => block.actor.clone(),
    };
    is_named.then_some(SurfaceSkin { label, source, images, missing })
}

fn unscripted(path: PathBuf) -> SurfaceImage {
    SurfaceImage::File { path, cover: Cover::ByAlpha, layers: ShaderLayers::default() }
}
