//! Exports from the window. Each export runs a command of the command line in a background task.

use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_panels::export_kind::{ExportKind, ExportProgress, ModelFormat};
use md2_panels::{ExportBackground, ExportSettings};
use md2_render::RendererOptions;
use md2_scene::{Command, Workspace};
use md2_stage::{AnimationOptions, PictureOptions, PictureRate, Timing};
use md2_task::{Progress, Task};
use md2_tool::commands::contact_sheet::{self, ContactSheetArgs};
use md2_tool::commands::export::{self, ExportArgs, ExportFormat, FORMATS, FrameContent};
use md2_tool::{Failure, enhanced, picture};

use crate::commands::render;

const TURN: Duration = Duration::from_secs(4);

fn picture_size(workspace: &Workspace, longest: u32) -> [u32; 2] {
    let [width, height] = workspace.viewport().free_size();
    let factor = longest as f32 / width.max(height);
    #[expect(clippy::cast_possible_truncation, reason = "at most `longest`")]
    [width, height].map(|side| ((side * factor).round() as u32).clamp(16, longest.max(16)))
}

#[derive(Debug)]
pub(crate) struct Exporter {
    /// The formats of models in the menu.
    pub(crate) formats: Vec<ModelFormat>,
    running: Option<ExportJob>,
}

impl Default for Exporter {
    fn default() -> Self {
        let in_menu = |format: &ExportFormat| {
            let ExportFormat { extension, frames, .. } = *format;
            let is_animated = frames == FrameContent::Animated;
            format.menu.map(|[menu, name]| ModelFormat { menu, name, extension, is_animated })
        };
        Self { formats: FORMATS.iter().filter_map(in_menu).collect(), running: None }
    }
}

#[derive(Debug)]
struct ExportJob {
    kind: ExportKind,
    task: Task<Result<Vec<PathBuf>, Failure>>,
}

impl Exporter {
    pub(crate) fn progress(&self) -> Option<ExportProgress> {
        let ExportJob { kind, task, .. } = self.running.as_ref()?;
        Some(ExportProgress { kind: *kind, steps: task.progress().steps() })
    }

    pub(crate) fn start(
        &mut self,
        (export, settings): (ExportKind, &ExportSettings),
        workspace: &Workspace,
        renderer: &RendererOptions,
        path: &Path,
    ) -> anyhow::Result<()> {
        anyhow::ensure!(self.running.is_none(), "an export is already running");
        let folder = path.parent().unwrap_or(Path::new(""));
        anyhow::ensure!(folder.is_dir(), "\"{}\" is not a folder", folder.display());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let path = match export {
            // Engines find the file only under this name.
            ExportKind::EnhancedMd3 => path.to_owned(),
            _ => picture::unused_path(folder, &stem, export.extension())?,
        };
        let (workspace, renderer) = (workspace.clone(), renderer.clone());
        let settings = settings.clone();
        let task =
            Task::start(move |progress| write((export, &settings), workspace, &renderer, &path, progress));
        self.running = Some(ExportJob { kind: export, task });
        Ok(())
    }

    pub(crate) fn cancel(&self) {
        if let Some(running) = &self.running {
            running.task.cancel();
        }
    }

    /// Returns the files that an export has written, once it has ended.
    pub(crate) fn take_finished(&mut self) -> Option<Result<Vec<PathBuf>, Failure>> {
        let result = self.running.as_mut()?.task.poll()?;
        self.running = None;
        Some(outcome(result))
    }

    /// Cancels the running export and waits for its end, so that no incomplete file remains.
    pub(crate) fn close(&mut self) -> Option<Result<Vec<PathBuf>, Failure>> {
        self.cancel();
        Some(outcome(self.running.take()?.task.wait(None)?))
    }
}

fn outcome(
    result: Result<Result<Vec<PathBuf>, Failure>, md2_task::LostResult>,
) -> Result<Vec<PathBuf>, Failure> {
    result.unwrap_or_else(|lost| Err(Failure::File(lost.into())))
}

fn write(
    (export, settings): (ExportKind, &ExportSettings),
    mut workspace: Workspace,
    renderer: &RendererOptions,
    output: &Path,
    progress: &Progress,
) -> Result<Vec<PathBuf>, Failure> {
    let frame = workspace.player().pose().frame_a;
    let has_all = settings.range.has_all(export);
    let draws = export == ExportKind::Picture || ExportKind::ANIMATIONS.contains(&export);
    if draws {
        // The marks of the selected triangle or vertex are no part of the picture.
        let marks = [Command::Select(None), Command::Hover(None)];
        let background = settings.background.color().map(Command::SetBackground);
        for command in marks.into_iter().chain(background) {
            let _outcome = workspace.apply(command)?;
        }
    }
    let transparent = settings.background == ExportBackground::Transparent;
    let picture =
        PictureOptions { transparent, ..PictureOptions::new(picture_size(&workspace, settings.side)) };
    match export {
        ExportKind::Picture => render::write_picture(output, picture, workspace, renderer),
        ExportKind::Gif | ExportKind::WebP | ExportKind::Apng | ExportKind::Turntable => {
            let is_turn = export == ExportKind::Turntable;
            let turn = is_turn.then_some(TURN);
            let all = 0..workspace.player().sequences().len();
            let sequences = if has_all && !is_turn { all.collect() } else { Vec::new() };
            let rate = PictureRate::PerSecond(settings.rate.max(1) as f32);
            let timing = Timing { rate, shortest: Duration::ZERO, turn };
            let options = AnimationOptions { sequences, timing, picture };
            render::write_animation(output.to_owned(), options, workspace, renderer, progress)
        }
        ExportKind::ContactSheet => {
            let args = ContactSheetArgs::for_sequences(output.to_owned());
            contact_sheet::write_sequence_sheet(&args, workspace.figure().clone(), progress)
        }
        ExportKind::EnhancedMd3 => {
            let folder = output.parent().unwrap_or(Path::new(""));
            return enhanced::write(workspace.document(), folder, progress);
        }
        ExportKind::Model(format) => {
            let row = ExportFormat::named(format.extension);
            let is_of_frame = row.is_some_and(|row| row.frames == FrameContent::One);
            let names = workspace.playing().into_iter().map(|sequence| sequence.name.clone());
            let is_part = format.is_animated && !has_all;
            let sequence = is_part.then(|| names.collect::<Vec<_>>().join(","));
            let frames = is_of_frame.then_some(frame..=frame);
            let mut args =
                ExportArgs { output: output.to_owned(), frames, sequence, ..ExportArgs::default() };
            if format.is_animated {
                args.rates = workspace.player().rates;
            }
            export::export_figure(&args, workspace.figure(), progress)
        }
    }?;
    Ok(vec![output.to_owned()])
}

/// Returns the name that the dialog of an export proposes.
pub(crate) fn file_name(export: ExportKind, workspace: &Workspace) -> String {
    let mut names = vec![workspace.figure().stem()];
    match export {
        ExportKind::ContactSheet => names.push("sequences"),
        ExportKind::Model(_) => {}
        ExportKind::EnhancedMd3 => return enhanced::file_name(workspace.document()).display().to_string(),
        _ => names.extend(workspace.playing().into_iter().map(|sequence| sequence.name.as_str())),
    }
    format!("{}.{}", picture::file_stem(&names), export.extension())
}

#[cfg(test)]
mod tests;
