//! The exports of the window: the commands' own work, as a task, on what the window shows.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use md2_panels::export_kind::{ExportKind, ExportProgress};
use md2_render::RendererOptions;
use md2_scene::Workspace;
use md2_task::{Progress, Task};
use md2_tool::commands::contact_sheet::{self, ContactSheetArgs};
use md2_tool::commands::export::{self, ExportArgs};
use md2_tool::{Failure, args, picture};

use crate::commands::render;

/// The longer side of an animation, in pixels.
const ANIMATION_SIDE: f32 = 640.0;
/// The duration of a turn of the camera.
const TURN: Duration = Duration::from_secs(4);
/// Files of one stem that a folder holds at most.
const MAX_NUMBER: u32 = 9999;

/// As wide and high as what panels leave free of the window, and smaller.
fn animation_size(workspace: &Workspace) -> [u32; 2] {
    let [width, height] = workspace.viewport().free_size();
    let factor = (ANIMATION_SIDE / width.max(height)).min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the side above")]
    [width, height].map(|side| ((side * factor).round() as u32).max(16))
}

/// Exports one thing after the other.
#[derive(Debug, Default)]
pub(crate) struct Exporter {
    running: Option<Running>,
}

/// The export that is running.
#[derive(Debug)]
struct Running {
    kind: ExportKind,
    path: PathBuf,
    task: Task<Result<(), Failure>>,
}

impl Exporter {
    /// The progress of the export that is running.
    pub(crate) fn progress(&self) -> Option<ExportProgress> {
        let Running { kind, task, .. } = self.running.as_ref()?;
        Some(ExportProgress { kind: *kind, steps: task.progress().steps() })
    }

    /// Starts to export what a workspace shows into a folder, under a name that is free.
    ///
    /// # Errors
    /// If an export is running already, or no name is free.
    pub(crate) fn start(
        &mut self,
        export: ExportKind,
        workspace: &Workspace,
        renderer: &RendererOptions,
        folder: &Path,
    ) -> anyhow::Result<()> {
        anyhow::ensure!(self.running.is_none(), "something is being exported already");
        let path = free_name(folder, &stem(export, workspace), export.extension())?;
        let (workspace, renderer, output) = (workspace.clone(), renderer.clone(), path.clone());
        let task = Task::start(move |progress| write(export, workspace, &renderer, output, progress));
        self.running = Some(Running { kind: export, path, task });
        Ok(())
    }

    /// Ends the running export at its next step.
    pub(crate) fn cancel(&self) {
        if let Some(running) = &self.running {
            running.task.cancel();
        }
    }

    /// Returns the written file, or the failure, once the export has finished.
    pub(crate) fn take_end(&mut self) -> Option<Result<PathBuf, Failure>> {
        let result = self.running.as_mut()?.task.poll()?;
        Some(outcome(result, self.running.take()?.path))
    }

    /// Ends the running export and waits for it, so that no half-written file stays.
    pub(crate) fn close(&mut self) -> Option<Result<PathBuf, Failure>> {
        self.cancel();
        let mut running = self.running.take()?;
        Some(outcome(running.task.wait(None)?, running.path))
    }
}

fn outcome(
    result: Result<Result<(), Failure>, md2_task::LostResult>,
    path: PathBuf,
) -> Result<PathBuf, Failure> {
    result.unwrap_or_else(|lost| Err(Failure::File(lost.into()))).map(|()| path)
}

/// Runs a command's work on the workspace, in place of the model that the command would open.
fn write(
    export: ExportKind,
    workspace: Workspace,
    renderer: &RendererOptions,
    output: PathBuf,
    progress: &Progress,
) -> Result<(), Failure> {
    let frame = workspace.player().pose().frame_a;
    let size = animation_size(&workspace);
    match export {
        ExportKind::Gif | ExportKind::WebP | ExportKind::Apng | ExportKind::Turntable => {
            let turn = (export == ExportKind::Turntable).then_some(TURN);
            render::animation(output, size, turn, workspace, renderer, progress)
        }
        ExportKind::ContactSheet => {
            let args = ContactSheetArgs::for_sequences(output);
            contact_sheet::write_sequence_sheet(&args, workspace.figure().clone(), progress)
        }
        ExportKind::Glb | ExportKind::Md2 | ExportKind::Obj => {
            let frames =
                (export == ExportKind::Obj).then_some(args::FrameRange { first: frame, last: frame });
            let args = ExportArgs { output, frames, ..ExportArgs::default() };
            export::export_figure(&args, workspace.figure(), progress)
        }
    }
}

/// The stem of the file's name.
fn stem(export: ExportKind, workspace: &Workspace) -> String {
    let mut names = vec![workspace.figure().stem()];
    match export {
        ExportKind::ContactSheet => names.push("sequences"),
        ExportKind::Glb | ExportKind::Md2 | ExportKind::Obj => {}
        _ => names.extend(workspace.playing().into_iter().map(|sequence| sequence.name.as_str())),
    }
    picture::file_stem(&names)
}

/// The first of `stem.ext`, `stem-002.ext`, … that is free. Who takes it in the meantime is not overwritten.
fn free_name(folder: &Path, stem: &str, extension: &str) -> anyhow::Result<PathBuf> {
    let names = (1..=MAX_NUMBER).map(|number| match number {
        1 => format!("{stem}.{extension}"),
        number => format!("{stem}-{number:03}.{extension}"),
    });
    let free = names.map(|name| folder.join(name)).find(|path| path.symlink_metadata().is_err());
    free.with_context(|| format!("there are {MAX_NUMBER} files named {stem}-….{extension} already"))
}

#[cfg(test)]
mod tests;
