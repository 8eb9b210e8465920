//! The skins that the `MODELDEF` scripts of a mod define.

use std::path::{Path, PathBuf};

use md3_format::modeldef::Reference;

use crate::find::{MatchReason, SkinCandidate, SkinName, SkinSearch};
use crate::modeldef::{Definition, find_definitions};
use crate::surfaces::{Cover, ShaderLayers, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin};
use crate::tree::FolderCache;

/// Puts the skins that `MODELDEF` scripts define for a model before the skins in `others`. The names that are missing in `others` are then
/// irrelevant, because the engine uses only the defined skins.
pub fn with_defined_skins(
    tree: &FolderCache,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
    others: Vec<SurfaceSkin>,
) -> Vec<SurfaceSkin> {
    let definitions = find_definitions(tree, model_path);
    let default = others.iter().find(|skin| !skin.source.is_guess());
    let mut skins: Vec<SurfaceSkin> = Vec::new();
    for definition in &definitions {
        let skin = defined_skin(definition, tree, surfaces, default);
        skins.extend(skin.filter(|skin| skins.iter().all(|known| known.images != skin.images)));
    }
    let is_there = |image: &SurfaceImage| !matches!(image, SurfaceImage::Missing { .. });
    let (found, broken): (Vec<_>, Vec<_>) =
        skins.into_iter().partition(|skin| skin.images.iter().any(is_there));
    let is_defined = found.first().is_some_and(|skin| skin.images.iter().all(is_there));
    let others = others
        .into_iter()
        .map(|other| SurfaceSkin { missing: if is_defined { Vec::new() } else { other.missing }, ..other });
    found.into_iter().chain(others).chain(broken).collect()
}

/// Puts the images that `MODELDEF` scripts define for a model with a single skin before the images of a search. Returns the defined names
/// that are missing. If an image is defined, no name in the model counts as missing.
pub fn prefer_defined_skins(tree: &FolderCache, model_path: &Path, search: &mut SkinSearch) -> Vec<String> {
    let one = [SurfaceNames { surface: b"", shader: b"" }];
    let skins = with_defined_skins(tree, model_path, &one, Vec::new());
    let path = |skin: &SurfaceSkin| match &skin.images[..] {
        [SurfaceImage::File { path, .. }] => Some(path.clone()),
        _ => None,
    };
    let paths: Vec<PathBuf> = skins.iter().filter_map(path).collect();
    if !paths.is_empty() {
        search.missing.clear();
        search.found.retain(|candidate| !paths.contains(&candidate.path));
        let defined = paths.into_iter().map(|path| SkinCandidate { path, reason: MatchReason::Defined });
        search.found.splice(0..0, defined);
    }
    skins.into_iter().flat_map(|skin| skin.missing).collect()
}

/// Returns the skin that the block defines. Surfaces that it does not mention have the image of their shader name, or else the image in
/// `default`. `None` if the block names no image for the model.
fn defined_skin(
    definition: &Definition,
    tree: &FolderCache,
    surfaces: &[SurfaceNames<'_>],
    default: Option<&SurfaceSkin>,
) -> Option<SurfaceSkin> {
    let block = definition.block();
    let is_own = |skin: &&Reference| skin.model == definition.number && !skin.name.is_empty();
    let whole = block.skins.iter().rfind(is_own);
    let of_surface = |index: usize| {
        let named = block.surface_skins.iter().filter(|(surface, _)| usize::try_from(*surface) == Ok(index));
        named.map(|(_, skin)| skin).rfind(is_own)
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
    is_named.then(|| SurfaceSkin { label: block.actor.clone(), source, images, missing })
}

fn unscripted(path: PathBuf) -> SurfaceImage {
    SurfaceImage::File { path, cover: Cover::ByAlpha, layers: ShaderLayers::default() }
}
