//! Models of GZDoom: an MD3 with its images, a definition and an actor.

use md2_export::GzdoomActor;

use super::ModModel;
use crate::commands::export::{self, ExportArgs, ExportFormat};
use crate::commands::import;
use crate::failure::Failure;

/// The folder of models that are converted once more. The mod does not contain it.
pub(super) const IMPORTED: &str = "imported";

/// Writes a model. Returns the name of its actor.
pub(super) fn write(model: &ModModel<'_>) -> Result<String, Failure> {
    let folder = format!("models/{}", model.name);
    let figure = if import::is_importable(model.path) {
        model.open(&model.convert(IMPORTED, "md3")?)?
    } else if md2_assets::is_folder(model.path) {
        model.open(model.path)?
    } else {
        let folders = md2_assets::FolderCache::default();
        md2_scene::open_alone(&folders, model.path).map_err(|error| Failure::File(error.into()))?
    };
    let output = model.stage.join(&folder).join(&model.name).with_extension("md3");
    let args = ExportArgs {
        files: vec![model.path.to_owned()],
        output: output.clone(),
        to: ExportFormat::named("md3"),
        modeldef: true,
        game_path: Some(folder),
        ..ExportArgs::default()
    };
    export::export_figure(&args, &figure, &crate::interrupt::watch_signals()?)?;
    Ok(GzdoomActor::class_name(&output))
}

/// Returns the script with a number for each actor, by which a map editor places it.
pub(super) fn map_info(actors: &[String]) -> String {
    let rows = actors.iter().zip(21_001..).map(|(name, number)| format!("\t{number} = {name}\n"));
    format!("DoomEdNums\n{{\n{}}}\n", rows.collect::<String>())
}
