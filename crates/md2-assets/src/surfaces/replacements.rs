//! Images that replace the missing images of a model.

use std::path::Path;

use super::images::{ImageFinder, SKIN, unscripted};
use super::{MAX_SKINS, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin, is_there};
use crate::find::{MatchReason, SkinCandidate, SkinName, find_skins, is_effect};
use crate::model_names::{model_stem, read_image_names};
use crate::tree::{FolderCache, lower_case};

/// Returns several copies of the skin `own`. In each copy, another image file replaces missing images. `gaps` is `true` for each surface
/// whose image is missing. `is_scripted` states whether the model has a script of Cube engines, which use an image named `skin` for all
/// surfaces without an own image.
pub(super) fn find_replacements(
    tree: &FolderCache,
    finder: &ImageFinder<'_>,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
    own: &SurfaceSkin,
    gaps: &[bool],
    is_scripted: bool,
) -> Vec<SurfaceSkin> {
    if !gaps.contains(&true) {
        return Vec::new();
    }
    let stem = model_stem(model_path);
    let is_bare = !own.images.iter().any(is_there);
    // A muzzle flash or another effect does not have the colors of the model.
    let is_body = |names: &SurfaceNames<'_>| {
        let shader = SkinName::parse(names.shader).file_name;
        is_scripted || ![&*stem, &String::from_utf8_lossy(names.surface), &shader].into_iter().any(is_effect)
    };
    let of_bodies: Vec<bool> = surfaces.iter().zip(gaps).map(|(names, gap)| *gap && is_body(names)).collect();
    let of_md2 = if is_bare { skins_of_md2(tree, model_path) } else { Vec::new() };
    let replacement = |candidate: SkinCandidate| {
        let is_skin = lower_case(candidate.path.file_stem()?) == SKIN;
        let is_reliable = of_md2.contains(&candidate)
            || match candidate.reason {
                _ if is_skin => of_bodies.contains(&true),
                MatchReason::ModelName => is_bare,
                MatchReason::FolderName => is_bare && stem == "tris",
                _ => false,
            };
        let image = unscripted(candidate.path);
        let SurfaceImage::File { path, .. } = &image else { return None };
        let is_used = own.images.contains(&image);
        let gaps = if is_skin && is_reliable { &of_bodies } else { gaps };
        let fill = |(own, is_gap): (&SurfaceImage, &bool)| if *is_gap { image.clone() } else { own.clone() };
        let images = own.images.iter().zip(gaps).map(fill).collect();
        let filled = SurfaceSkin { images, ..own.clone() };
        if is_reliable && !is_bare {
            return (!is_used).then_some(filled);
        }
        let label = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let reason =
            if is_reliable || candidate.reason.is_guess() { candidate.reason } else { MatchReason::Beside };
        (!is_used).then_some(SurfaceSkin { label, source: SkinSource::Image(reason), ..filled })
    };
    let missing = surfaces.iter().zip(gaps).filter(|(_, is_gap)| **is_gap);
    let elsewhere = missing.flat_map(|(names, _)| finder.guess(names.shader));
    let elsewhere = elsewhere.map(|path| SkinCandidate { path, reason: MatchReason::Elsewhere });
    let beside = find_skins(tree, model_path, &[""; 0]).found;
    let mut found: Vec<SkinCandidate> = Vec::new();
    for candidate in of_md2.iter().cloned().chain(elsewhere).chain(beside) {
        if !found.iter().any(|known| known.path == candidate.path) {
            found.push(candidate);
        }
    }
    found.into_iter().filter_map(replacement).take(MAX_SKINS).collect()
}

/// Returns the skins of the MD2 with the same name, if there is one: the same model in another format, with the same texture coordinates.
fn skins_of_md2(tree: &FolderCache, model_path: &Path) -> Vec<SkinCandidate> {
    let name = format!("{}.md2", model_stem(model_path));
    let Some(path) = tree.file(&tree.folder_of(model_path), &name) else { return Vec::new() };
    let mut found = find_skins(tree, &path, &read_image_names(tree, &path)).found;
    found.retain(|skin| !skin.reason.is_guess());
    found
}
