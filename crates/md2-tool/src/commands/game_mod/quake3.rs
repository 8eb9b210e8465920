//! Models of Quake III: a player of three models with its skins, or a single model.

use std::collections::{BTreeMap, BTreeSet};

use md2_assets::ReadAs;
use md2_edit::{EditError, Model};
use md2_export::{SlotSkin, player_icon, write_skin_file};
use md2_load::SkinStorage;

use super::ModModel;
use super::images::{file_of, tga};
use crate::commands::{export, import};
use crate::failure::Failure;
use crate::output::{self, Overwrite};

const PARTS: [&str; 3] = ["lower", "upper", "head"];

pub(super) fn write(model: &ModModel<'_>) -> Result<(), Failure> {
    if !md2_assets::is_folder(model.path) {
        return write_object(model);
    }
    let figure = model.open(model.path)?;
    let parts = figure.parts();
    if parts.len() < PARTS.len() {
        let text =
            format!("{} is not a player: expected lower.md3, upper.md3 and head.md3", model.path.display());
        return Err(Failure::Usage(text));
    }
    let place = format!("models/players/{}", model.name);
    let folder = model.stage.join(&place);
    output::create_folder(&folder)?;
    let write =
        |name: String, bytes: &[u8]| output::write(&folder.join(name), bytes, Overwrite { force: true });
    let (mut icons, mut labels) = (BTreeMap::new(), BTreeSet::new());
    for (part, word) in parts.iter().zip(PARTS) {
        let document = &part.document;
        let mut shaders = Vec::new();
        for skin in export::skin_sets(document)? {
            let label = skin.name.to_lowercase();
            let mut rows = Vec::new();
            for surface in document.mesh().surfaces() {
                let slot = surface.skin_slot;
                if matches!(skin.slot(slot), SlotSkin::Hidden) {
                    rows.push((surface.name.clone(), String::from("nodraw")));
                }
                let Some((bytes, extension)) = file_of(&skin, slot)? else { continue };
                let name = format!("{label}_{word}{slot}.{extension}");
                rows.push((surface.name.clone(), format!("{place}/{name}")));
                if word == "head" {
                    let image =
                        md2_assets::decode(&bytes, &name).map_err(|error| Failure::File(error.into()))?;
                    icons
                        .entry(label.clone())
                        .or_insert_with(|| tga(&player_icon(document.mesh(), &image, 1)));
                }
                write(name, &bytes)?;
            }
            if rows.is_empty() {
                tracing::warn!("{}: no image of the skin {label} for {word}.md3", model.path.display());
                continue;
            }
            labels.insert(label.clone());
            if shaders.is_empty() {
                shaders.clone_from(&rows);
            }
            let text = write_skin_file(rows).map_err(|error| Failure::File(error.into()))?;
            write(format!("{word}_{label}.skin"), &text)?;
        }
        // The engine also loads the images that the models name.
        write(format!("{word}.md3"), &with_shaders(&export::bytes_of(document)?, &shaders)?)?;
        for (level, path) in document.levels.iter().enumerate().skip(1) {
            let bytes = md2_assets::read_model(path).map_err(|error| Failure::File(error.into()))?;
            write(format!("{word}_{level}.md3"), &with_shaders(&bytes, &shaders)?)?;
        }
    }
    if labels.is_empty() {
        let text = "no skin was found, and the game does not show a player without a skin: put its images into their folders";
        return Err(Failure::File(anyhow::anyhow!("{}: {text}", model.path.display())));
    }
    for label in labels {
        // A skin without an image of the head has the icon of another one.
        if let Some(icon) = icons.get(&label).or_else(|| icons.values().next()) {
            let name = format!("icon_{label}.tga");
            let own = md2_assets::read_file(&model.path.join(&name), ReadAs::Image);
            write(name, own.as_ref().map_or(icon, |own| &own.bytes))?;
        }
    }
    let script = md2_assets::read_file(&model.path.join("animation.cfg"), ReadAs::Script);
    write(String::from("animation.cfg"), &script.map_err(|error| Failure::File(error.into()))?.bytes)
}

/// Writes a single model. The images of an MD3, which is not converted, are copied.
fn write_object(model: &ModModel<'_>) -> Result<(), Failure> {
    let folder = format!("models/mapobjects/{}", model.name);
    let output = model.convert(&folder, "md3")?;
    if import::is_importable(model.path) {
        return Ok(());
    }
    let folders = md2_assets::FolderCache::default();
    let figure = md2_scene::open_alone(&folders, model.path).map_err(|error| Failure::File(error.into()))?;
    let document = &figure.parts()[0].document;
    if document.format().features().skins != SkinStorage::SurfacePaths {
        return Ok(());
    }
    let mut shaders = Vec::new();
    for skin in export::skin_sets(document)?.iter().take(1) {
        for surface in document.mesh().surfaces() {
            let Some((bytes, extension)) = file_of(skin, surface.skin_slot)? else { continue };
            let name = format!("{}_{}.{extension}", model.name, surface.skin_slot);
            output::write(&output.with_file_name(&name), &bytes, Overwrite { force: true })?;
            shaders.push((surface.name.clone(), format!("{folder}/{name}")));
        }
    }
    let bytes = with_shaders(&export::bytes_of(document)?, &shaders)?;
    output::write(&output, &bytes, Overwrite { force: true })
}

/// Replaces the shaders of surfaces, which are given by their names.
fn with_shaders(file: &[u8], shaders: &[(String, String)]) -> Result<Vec<u8>, Failure> {
    let failed = |error: EditError| Failure::File(anyhow::anyhow!("{error}"));
    let mut model = Model::parse(file).map_err(failed)?;
    for (surface, path) in shaders {
        // A simpler level of detail may lack a surface.
        let _ = model.set_skin_path(surface, path);
    }
    model.to_bytes().map_err(failed)
}
