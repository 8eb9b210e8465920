//! `md2-viewer render`: the scene of the window, drawn into a PNG file.

use md2_scene::{Shown, Viewport, Workspace};

use crate::cli::{PictureSize, RenderArgs};
use crate::failure::Failure;
use crate::picture;
use crate::session::Session;
use crate::{startup, steady};

/// Draws one picture, as the window would show it at that moment.
///
/// # Errors
/// If the model cannot be read, the picture not be drawn, or the file not be written.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let PictureSize(size) = args.size;
    let (mut workspace, warnings) =
        startup::workspace(args.file.as_deref(), &args.scene, Viewport::whole(size))?;
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    for note in unpainted(&workspace) {
        tracing::warn!("{note}");
    }
    if let Some(note) = steady::exceptions(&workspace) {
        tracing::warn!("{note}");
    }
    steady::restore_all(&mut workspace)?;
    let renderer = startup::headless(&args.scene)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, workspace)?;
    let image = session.picture(size)?;
    drop(session);
    startup::check_validation(&validation)?;
    picture::write(&args.output, size, image.rgba()).map_err(Failure::File)
}

/// For each model of which something is seen without a picture, a sentence that says so.
fn unpainted(workspace: &Workspace) -> Vec<String> {
    let note = |drawn: md2_scene::Drawn<'_>| {
        let bare = drawn.mesh().surfaces().iter().filter(|surface| {
            !surface.indices.is_empty() && matches!(drawn.shown(surface.skin_slot), Shown::Checker)
        });
        let names: Vec<&str> = bare.map(|surface| surface.name.as_str()).collect();
        let what = match &*names {
            [] => return None,
            [""] => String::from("it"),
            names => names.join(", "),
        };
        Some(format!("{}: no picture for {what}; a checker takes its place", drawn.document.name()))
    };
    workspace.drawn().filter_map(note).collect()
}
