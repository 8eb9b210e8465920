//! `md2-viewer render`: the scene of the window, drawn into a PNG file.

use std::path::PathBuf;

use clap::Args;
use md2_scene::{Actor, Shown, Viewport, Workspace};

use crate::cli::{PictureSize, SceneArgs, png_path};
use crate::failure::Failure;
use crate::output::Overwrite;
use crate::picture;
use crate::session::Session;
use crate::text::{list, message, shown};
use crate::{cli, output, sources, startup, steady};

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    /// The model to draw, or the folder of a player; without it, the project's own figure.
    pub(crate) file: Option<PathBuf>,

    /// The PNG file to write.
    #[arg(short, long, value_name = "PNG", value_parser = png_path)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub(crate) size: PictureSize,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

/// Draws one picture, as the window would show it at that moment.
///
/// # Errors
/// If the model cannot be read, the picture not be drawn, or the file not be written.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let PictureSize(size) = args.size;
    let (mut workspace, warnings) = startup::workspace(args.file.as_deref(), &args.scene, |figure| {
        Workspace::new(figure, Viewport::whole(size))
    })?;
    keep_inputs(args, &workspace)?;
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    for note in notes(&workspace).into_iter().chain(unpainted(&workspace)) {
        tracing::warn!("{}", message(&note));
    }
    if let Some(note) = steady::exceptions(&workspace) {
        tracing::warn!("{}", message(&note));
    }
    steady::restore_all(&mut workspace)?;
    let renderer = startup::headless(&args.scene)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, workspace)?;
    let image = session.picture(size)?;
    drop(session);
    startup::check_validation(&validation)?;
    picture::write(&args.output, size, image.rgba(), args.overwrite)
}

/// Refuses to write the picture over what it is made from, by whatever name or link, or over what exists without leave to.
fn keep_inputs(
    RenderArgs { output, overwrite, .. }: &RenderArgs,
    workspace: &Workspace,
) -> Result<(), Failure> {
    let target = output::end_of_links(output).unwrap_or_else(|_| output.clone());
    // A script beside a model is no picture, whatever a link to it is called.
    cli::check_picture_name(&target)
        .map_err(|reason| Failure::Usage(format!("{}: {reason}", target.display())))?;
    sources::keep(output, *overwrite, workspace)
}

/// What is wrong with what is drawn, with what lies beside it, and with what it wears.
fn notes(workspace: &Workspace) -> Vec<String> {
    let of_actor = |actor: &Actor| {
        let document = actor.document();
        let notes = document.notes().iter().cloned().chain(actor.skin_note());
        notes.map(|note| format!("{}: {note}", shown(document.name()))).collect::<Vec<_>>()
    };
    let of_actors = workspace.actors().iter().filter(|actor| actor.is_shown()).flat_map(of_actor);
    of_actors.chain(workspace.figure().notes().iter().cloned()).collect()
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
            names => list(names.iter().copied()),
        };
        let document = drawn.document;
        let guess = document.skins().iter().find(|skin| skin.is_guess());
        let hint =
            guess.map_or_else(String::new, |skin| format!(" (--skin \"{}\" might do)", shown(skin.label())));
        Some(format!("{}: no picture for {what}; a checker takes its place{hint}", shown(document.name())))
    };
    workspace.drawn().filter_map(note).collect()
}
