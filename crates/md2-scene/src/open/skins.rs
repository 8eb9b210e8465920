//! Search for the skins of a model.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use md2_anim::KeyTimes;
use md2_assets::{
    Cover, FolderCache, LoadImageError, ReplacementImage, ShapeMismatch, SkinSearch, SurfaceImage,
    SurfaceNames, SurfaceSkin,
};
use md2_common::readable;
use md2_load::{EmbeddedSkin, LoadedModel, ModelSkin, SkinStorage};

use crate::embedded::{skin_name, slot};
use crate::skin::Skin;
use crate::skin_image::SkinImage;
use crate::slot_images::{Paint, SlotImages};

const TENTH: Duration = Duration::from_millis(100);

#[derive(Debug, Default)]
pub(super) struct FoundSkins {
    pub(super) skins: Vec<Skin>,
    pub(super) missing: Vec<String>,
}

pub(super) fn find(folders: &FolderCache, path: &Path, model: &LoadedModel) -> FoundSkins {
    let mut found = match model.format.features().skins {
        SkinStorage::Images => replacements(folders, path, model),
        SkinStorage::SurfacePaths => by_surface(folders, path, model),
        SkinStorage::Paths => by_name(folders, path, model),
    };
    if md2_assets::is_in_player_folder(path) {
        found.skins.sort_by_key(|skin| md2_assets::is_team_skin(skin.label()));
    }
    found
}

pub(super) fn notes_on_first(folders: &FolderCache, skins: &[Skin], model: &LoadedModel) -> Vec<String> {
    let Some(first) = skins.iter().find(|skin| !skin.is_guess) else { return Vec::new() };
    let Some(path) = first.path() else { return Vec::new() };
    let size = match md2_assets::image_size(path) {
        Ok(size) => {
            let stated = model.facts.skin_size.map(|size| size.map(|side| u32::try_from(side).unwrap_or(0)));
            let mismatch = stated.zip(size).and_then(|(stated, size)| ShapeMismatch::detect(stated, size));
            mismatch.map(|mismatch| mismatch.to_string())
        }
        Err(LoadImageError::Read(error)) => Some(error.reason()),
        Err(_) => None,
    };
    let palette = md2_assets::has_gray_palette(path).then(|| {
        let game = md2_assets::find_game_palette(folders, path);
        game.map_or_else(
            || {
                String::from(
                    "its palette has only grays, and the game's palette, pics/colormap.pcx, was not found",
                )
            },
            |game| format!("its palette has only grays; using the palette of {}", game.display()),
        )
    });
    size.into_iter().chain(palette).map(|what| format!("{}: {what}", first.label())).collect()
}

fn by_name(folders: &FolderCache, path: &Path, model: &LoadedModel) -> FoundSkins {
    let names = model.skins.names();
    let mut search = md2_assets::find_skins(folders, path, &names);
    let defined = md2_assets::prefer_defined_skins(folders, path, &mut search);
    let found = search
        .found
        .iter()
        .map(|found| Skin::file(&found.path, found.reason.to_string()).guessed(found.reason.is_guess()));
    let missing = search.missing.iter().filter_map(|&index| names.get(index));
    FoundSkins {
        skins: found.collect(),
        missing: missing.map(|name| readable(name)).chain(defined).collect(),
    }
}

fn by_surface(folders: &FolderCache, path: &Path, model: &LoadedModel) -> FoundSkins {
    let slots = &model.skins.slots;
    let names: Vec<_> =
        slots.iter().map(|slot| SurfaceNames { surface: &slot.surface, shader: &slot.shader }).collect();
    let (mut found, mut known) = (FoundSkins::default(), HashSet::new());
    if names.is_empty() {
        return found;
    }
    let skins = md2_assets::find_surface_skins(folders, path, &names);
    let skins = md2_assets::with_defined_skins(folders, path, &names, skins);
    for SurfaceSkin { label, source, images, missing } in skins {
        found.missing.extend(missing.into_iter().filter(|name| known.insert(name.clone())));
        // A skin without any image is listed only if a `.skin` file defines it, so that the user sees the file.
        let is_there = |image: &SurfaceImage| !matches!(image, SurfaceImage::Missing { .. });
        if images.iter().any(is_there) || matches!(source, md2_assets::SkinSource::File(_)) {
            let slots = images.into_iter().map(|image| slot_images(folders, image)).collect();
            let skin = Skin::per_slot(label, source.to_string(), slots);
            found.skins.push(skin.guessed(source.is_guess()));
        }
    }
    found
}

fn slot_images(folders: &FolderCache, image: SurfaceImage) -> SlotImages {
    match image {
        SurfaceImage::Hidden => SlotImages::Hidden,
        SurfaceImage::File { path, cover, layers } => {
            let found = || md2_assets::find_glow(folders, &path).filter(|_| cover == Cover::ByAlpha);
            let glow = layers.glow.or_else(found).map(SkinImage::File);
            let reflection = layers.reflection.map(|(path, blend)| Box::new((SkinImage::File(path), blend)));
            let colors = layers.colors;
            SlotImages::Still(Paint { image: SkinImage::File(path), glow, reflection, cover, colors })
        }
        SurfaceImage::Timed(images) => {
            let slots: Vec<_> = images.into_iter().map(|image| slot_images(folders, image)).collect();
            let paints: Vec<_> = slots.iter().flat_map(SlotImages::paints).cloned().collect();
            let times = KeyTimes::even(u32::try_from(paints.len()).unwrap_or(u32::MAX), TENTH);
            if paints.is_empty() { SlotImages::Missing } else { SlotImages::Timed { paints, times } }
        }
        _ => SlotImages::Missing,
    }
}

fn replacements(folders: &FolderCache, path: &Path, model: &LoadedModel) -> FoundSkins {
    let inside: Vec<Arc<EmbeddedSkin>> = model
        .skins
        .alternatives
        .iter()
        .filter_map(|skin| match skin {
            ModelSkin::Embedded(skin) => Some(Arc::new(skin.clone())),
            _ => None,
        })
        .collect();
    let mut defined = SkinSearch::default();
    let missing = md2_assets::prefer_defined_skins(folders, path, &mut defined);
    let defined = defined.found.iter().map(|found| Skin::file(&found.path, found.reason.to_string()));
    let found = md2_assets::find_replacements(folders, path);
    if found.is_empty() && inside.is_empty() {
        return by_name(folders, path, model);
    }
    let groups = found.chunk_by(|a, b| a.skin == b.skin);
    let skins = defined.chain(groups.filter_map(|list| replacement(list, &inside))).collect();
    FoundSkins { skins, missing }
}

fn replacement(list: &[ReplacementImage], inside: &[Arc<EmbeddedSkin>]) -> Option<Skin> {
    // The list is sorted: an image that replaces the whole skin comes before images that replace single images of an
    // animated skin.
    let first = list.first()?;
    let reason = match inside.get(first.skin) {
        Some(_) => format!("replaces {}", skin_name(first.skin)),
        None => format!("additional {}", skin_name(first.skin)),
    };
    let label = first.path.file_name()?.to_string_lossy();
    let shown = match (first.image, inside.get(first.skin)) {
        (None, _) | (_, None) => SlotImages::Still(paint(first)),
        (Some(_), Some(skin)) => {
            slot(skin, |own, number| list.iter().find(|other| other.image == Some(number)).map_or(own, paint))
        }
    };
    Some(Skin::everywhere(label, reason, shown).numbered(first.skin))
}

fn paint(replacement: &ReplacementImage) -> Paint {
    let file = |path: &PathBuf| SkinImage::File(path.clone());
    Paint { glow: replacement.glow.as_ref().map(file), ..file(&replacement.path).into() }
}
