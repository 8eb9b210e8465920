//! Opening of the model or player to which the arguments of a command refer.

use std::path::Path;

use md2_scene::stdin::STANDARD_INPUT;
use md2_scene::{Figure, Outcome, Workspace, builtin};

use crate::args::SceneArgs;
use crate::failure::Failure;
use crate::inputs;
use crate::scene_setup;

/// Opens a file, a folder or standard input. Without an argument, opens the built-in model.
pub fn figure(file: Option<&Path>) -> Result<Figure, Failure> {
    let Some(path) = file else { return builtin::figure().map_err(Failure::File) };
    if path.as_os_str() == STANDARD_INPUT {
        return inputs::standard_input().figure();
    }
    md2_scene::open(path).map_err(|error| Failure::File(error.into()))
}

/// Shows a model or player that is already open, and applies the scene arguments. Also returns the texts of its warnings.
pub fn show_figure(
    figure: Figure,
    scene: &SceneArgs,
    show: impl FnOnce(Figure) -> (Workspace, Outcome),
    warnings: fn(Outcome) -> Vec<String>,
) -> Result<(Workspace, Vec<String>), Failure> {
    let (mut workspace, outcome) = show(figure);
    let mut warnings = warnings(outcome);
    warnings.extend(scene_setup::apply_args(&mut workspace, scene)?);
    Ok((workspace, warnings))
}
