//! Models of Quake II: an MD2 with skins as PNG and PCX. A player also has icons and a weapon.

use std::path::{Path, PathBuf};

use md2_edit::Model;

use super::ModModel;
use super::images::{add_pcx, file_of};
use crate::commands::{export, import};
use crate::failure::Failure;
use crate::output::{self, Overwrite};

const PLAYER_FRAMES: usize = 198;

pub(super) fn write(model: &ModModel<'_>) -> Result<(), Failure> {
    let is_player = model.args.player;
    let folder = format!("{}/{}", if is_player { "players" } else { "models" }, model.name);
    let tris = model.convert_as(&folder, "tris", "md2")?;
    if !import::is_importable(model.path) {
        let figure = model.open(model.path)?;
        write_skins(&figure.parts()[0].document, &tris, &folder, &model.name)?;
        let weapon = model.path.with_file_name("weapon.md2");
        if is_player && weapon != model.path && weapon.exists() {
            let copy = tris.with_file_name("weapon.md2");
            let bytes = md2_assets::read_model(&weapon).map_err(|error| Failure::File(error.into()))?;
            output::write(&copy, &bytes, Overwrite { force: true })?;
            let folders = md2_assets::FolderCache::default();
            let alone =
                md2_scene::open_alone(&folders, &weapon).map_err(|error| Failure::File(error.into()))?;
            write_skins(&alone.parts()[0].document, &copy, &folder, "weapon")?;
        }
    }
    let place = model.stage.join(&folder);
    add_pcx(&place, model.args.palette.as_deref(), is_player)?;
    let files = md2_assets::list_files(&place).map_err(|error| Failure::File(error.into()))?;
    let is_skin = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "pcx")
            && path.file_stem().is_some_and(|stem| stem != "weapon")
    };
    if is_player && !files.iter().any(is_skin) {
        let text = "no skin was found, and engines do not show a player without a skin: put an image next to the model";
        return Err(Failure::File(anyhow::anyhow!("{}: {text}", model.path.display())));
    }
    let weapon = place.join("weapon.md2");
    let frames = model.open(&tris)?.parts()[0].document.last_frame() as usize + 1;
    if is_player && frames != PLAYER_FRAMES {
        tracing::warn!("{frames} frames: the game plays the frames of a player by their numbers, 0 to 197");
    }
    if is_player && !weapon.exists() {
        let bytes =
            md2_export::empty_weapon(frames).map_err(|reason| Failure::File(anyhow::anyhow!(reason)))?;
        output::write(&weapon, &bytes, Overwrite::default())?;
    }
    Ok(())
}

/// Writes the skins of a model as images next to its copy, and stores their paths from the root of the game in the copy. The images of the
/// conversion from another format are replaced.
fn write_skins(document: &md2_scene::Document, copy: &Path, folder: &str, name: &str) -> Result<(), Failure> {
    let failed = |error: md2_edit::EditError| Failure::File(anyhow::anyhow!("{}: {error}", copy.display()));
    let bytes = md2_assets::read_model(copy).map_err(|error| Failure::File(error.into()))?;
    let mut model = Model::parse(&bytes).map_err(|error| Failure::File(anyhow::anyhow!("{error}")))?;
    let (mut count, mut names) = (0, std::collections::BTreeSet::new());
    if document.format().features().skins != md2_load::SkinStorage::Paths {
        // The conversion has already written the images.
        return Ok(());
    }
    for skin in export::skin_sets(document)? {
        let Some((image, extension)) = file_of(&skin, 0)? else { continue };
        let label: String =
            Path::new(&skin.name).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let stem = if label.is_empty() || label == "tris" { name.to_owned() } else { label };
        if !names.insert(stem.clone()) {
            continue;
        }
        let path: PathBuf = copy.with_file_name(format!("{stem}.{extension}"));
        output::write(&path, &image, Overwrite { force: true })?;
        let in_game = format!("{folder}/{stem}.pcx");
        match model.skin_path(count) {
            Some(_) => model.set_skin_path(&count.to_string(), &in_game).map_err(failed)?,
            None => drop(model.add_skin_path(&in_game).map_err(failed)?),
        }
        count += 1;
    }
    output::write(copy, &model.to_bytes().map_err(failed)?, Overwrite { force: true })
}
