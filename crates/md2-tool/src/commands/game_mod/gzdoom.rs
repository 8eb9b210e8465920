//! Models of GZDoom: an MD3 with its images, a definition and an actor.

use md2_export::GzdoomActor;

use super::ModModel;
use crate::commands::export::{self, ExportArgs, ExportFormat};
use crate::commands::import;
use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// Writes a model with its actor, and the script with the number by which a map editor places the actor. The name determines the number,
/// so that several mods can be loaded together.
pub(super) fn write(model: &ModModel<'_>) -> Result<(), Failure> {
    let folder = format!("models/{}", model.name);
    let figure = if import::is_importable(model.path) {
        crate::open::figure(Some(&model.convert_alone("md3")?))?
    } else {
        ModModel::open_alone(model.path)?
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
    let number = 20_000 + md2_assets::crc32(model.name.as_bytes()) % 12_000;
    let text = format!("DoomEdNums\n{{\n\t{number} = {}\n}}\n", GzdoomActor::class_name(&output));
    let script = model.stage.join(format!("mapinfo.{}", GzdoomActor::script_name(&output)));
    output::write(&script, text.as_bytes(), Overwrite::default())
}
