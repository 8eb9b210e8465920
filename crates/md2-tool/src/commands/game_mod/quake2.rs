//! Models of Quake II: an MD2 with skins as PNG and PCX. A player also has icons and a weapon.

use std::path::{Path, PathBuf};

use md2_assets::ReadAs;
use md2_edit::Model;

use super::images::{add_pcx, file_of};
use super::{ModGame, ModModel};
use crate::commands::{export, import};
use crate::failure::{Failure, program_name};
use crate::output::{self, Overwrite};

/// The largest height of a skin in texels that Yamagi Quake II and the original game load.
const MAX_SKIN_HEIGHT: i32 = 480;

pub(super) fn write(model: &ModModel<'_>) -> Result<(), Failure> {
    let is_player = model.args.player;
    let folder = format!("{}/{}", if is_player { "players" } else { "models" }, model.name);
    let tris = model.convert_as(&folder, "tris", "md2")?;
    if !import::is_importable(model.path) {
        let figure = crate::open::figure(Some(model.path))?;
        write_skins(model, &figure.parts()[0].document, &tris, (&folder, &model.name))?;
        let weapon = model.path.with_file_name("weapon.md2");
        if is_player && weapon != model.path && weapon.exists() {
            let copy = tris.with_file_name("weapon.md2");
            let bytes = md2_assets::read_model(&weapon).map_err(|error| Failure::File(error.into()))?;
            output::write(&copy, &bytes, Overwrite { force: true })?;
            let alone = ModModel::open_alone(&weapon)?;
            write_skins(model, &alone.parts()[0].document, &copy, (&folder, "weapon"))?;
        }
    }
    let place = model.stage.join(&folder);
    let figure = crate::open::figure(Some(&tris))?;
    add_pcx(&place, &figure, model.args.palette.as_deref(), is_player)?;
    let files = md2_assets::list_files(&place).map_err(|error| Failure::File(error.into()))?;
    let is_skin = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "pcx")
            && path.file_stem().is_some_and(|stem| stem != "weapon")
    };
    if is_player && !files.iter().any(is_skin) {
        let text = "no skin was found, and engines do not show a player without a skin: put an image next to the model";
        return Err(Failure::File(anyhow::anyhow!("{}: {text}", model.label)));
    }
    let weapon = place.join("weapon.md2");
    let frames = figure.parts()[0].document.last_frame() as usize + 1;
    if is_player && frames < 198 {
        let cure = format!("export a glTF with `{} export`, and write the mod from it", program_name());
        tracing::warn!(
            "{frames} frames: the game plays the frames of a player by their numbers, 0 to 197: {cure}"
        );
    }
    if is_player && !weapon.exists() {
        let bytes = md2_export::empty_weapon(frames).map_err(anyhow::Error::msg).map_err(Failure::File)?;
        output::write(&weapon, &bytes, Overwrite::default())?;
    }
    Ok(())
}

/// Writes the skins of a model as images next to its copy, and stores their paths from the root of the game in the copy. Models of
/// other formats already have the images of their conversion. `place` is the folder in the game and the name of a skin without a name.
fn write_skins(
    job: &ModModel<'_>,
    document: &md2_scene::Document,
    copy: &Path,
    place: (&str, &str),
) -> Result<(), Failure> {
    let failed = |error: md2_edit::EditError| Failure::File(anyhow::anyhow!("{}: {error}", copy.display()));
    if document.format().features().skins != md2_load::SkinStorage::Paths {
        return Ok(());
    }
    let bytes = md2_assets::read_model(copy).map_err(|error| Failure::File(error.into()))?;
    let mut model = Model::parse(&bytes).map_err(failed)?;
    let (mut count, mut names) = (0, std::collections::BTreeSet::new());
    let mut lost = Vec::new();
    for skin in export::skin_sets(document)? {
        let Some((image, extension)) = file_of(&skin, 0)? else {
            lost.push(skin.name);
            continue;
        };
        let name = Path::new(&skin.name).file_stem().unwrap_or_default().to_string_lossy();
        let label = name.to_lowercase();
        let stem = if label.is_empty() || label == "tris" { place.1.to_owned() } else { label };
        if !names.insert(stem.clone()) {
            continue;
        }
        let path: PathBuf = copy.with_file_name(format!("{stem}.{extension}"));
        output::write(&path, &image, Overwrite { force: true })?;
        let icon = job.path.with_file_name(format!("{name}_i.pcx"));
        if job.args.player && icon.exists() {
            let icon = md2_assets::read_file(&icon, ReadAs::Image);
            let icon = icon.map_err(|error| Failure::File(error.into()))?.bytes;
            output::write(&path.with_file_name(format!("{stem}_i.pcx")), &icon, Overwrite { force: true })?;
        }
        let in_game = format!("{}/{stem}.pcx", place.0);
        match model.skin_path(count) {
            Some(_) => model.set_skin_path(&count.to_string(), &in_game).map_err(failed)?,
            None => drop(model.add_skin_path(&in_game).map_err(failed)?),
        }
        count += 1;
    }
    // The game draws nothing with a skin that it cannot load.
    while count > 0 && model.skin_count() > count {
        model.remove_skin(count).map_err(failed)?;
    }
    if count > 0 && !lost.is_empty() {
        let lost = md2_scene::text::list(lost.iter().map(String::as_str));
        tracing::warn!("{}: no image was found for the skins {lost}", job.label);
    }
    fit_engines(&mut model, job).map_err(failed)?;
    output::write(copy, &model.to_bytes().map_err(failed)?, Overwrite { force: true })
}

/// Computes the OpenGL commands of a model without any, which Yamagi Quake II and the original game draw. For these engines, also scales
/// the skin coordinates to the largest height of a skin that they load. The commands contain the exact coordinates.
fn fit_engines(model: &mut Model, job: &ModModel<'_>) -> Result<(), md2_edit::EditError> {
    if matches!(model, Model::Md2(model) if model.gl_commands.is_empty()) {
        let [_, words] = model.rebuild_commands()?;
        tracing::info!("{}: computed the OpenGL commands, {words} words", job.label);
    }
    let Model::Md2(model) = model else { return Ok(()) };
    if job.args.target == ModGame::Quake2 && model.skin_height > MAX_SKIN_HEIGHT {
        let height = i64::from(model.skin_height);
        for st in &mut model.st {
            // Texture coordinates are those of the middles of texels.
            let t = (2 * i64::from(st.t) + 1) * i64::from(MAX_SKIN_HEIGHT);
            st.t = i16::try_from(t.div_euclid(2 * height)).unwrap_or(i16::MAX);
        }
        tracing::warn!(
            "{}: the skin height is now {MAX_SKIN_HEIGHT} texels instead of {height}, which the game rejects",
            job.label
        );
        model.skin_height = MAX_SKIN_HEIGHT;
    }
    Ok(())
}
