//! What the window exports: the commands' own work, on a thread of its own, of what is seen.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::Context as _;
use clap::Parser as _;
use md2_render::RendererOptions;
use md2_scene::Workspace;

use crate::cli::Cli;
use crate::commands::{Command, contact_sheet, export, render};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::picture;
use crate::work::{Counter, Steps, Work};

/// The longer side of an animation, in pixels.
const ANIMATION_SIDE: f32 = 640.0;
/// So many files of one stem lie in a folder at most.
const MAX_NUMBER: u32 = 9999;

/// What can be made of what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Export {
    Gif,
    WebP,
    Apng,
    Turntable,
    ContactSheet,
    Glb,
    Obj,
    Md2,
}

impl Export {
    /// Those that move.
    pub(crate) const ANIMATIONS: [Self; 4] = [Self::Gif, Self::WebP, Self::Apng, Self::Turntable];
    /// Those that are models again.
    pub(crate) const MODELS: [Self; 3] = [Self::Glb, Self::Obj, Self::Md2];

    /// As the menu calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gif => "GIF",
            Self::WebP => "WebP",
            Self::Apng => "APNG",
            Self::Turntable => "GIF, turning once around",
            Self::ContactSheet => "Contact sheet of all sequences",
            Self::Glb => "glTF (.glb), all sequences",
            Self::Obj => "OBJ of this frame",
            Self::Md2 => "MD2",
        }
    }

    /// As it is called while it is made.
    const fn short_name(self) -> &'static str {
        match self {
            Self::Turntable => Self::Gif.name(),
            Self::ContactSheet => "Contact sheet",
            Self::Glb => "glTF",
            Self::Obj => "OBJ",
            Self::Gif | Self::WebP | Self::Apng | Self::Md2 => self.name(),
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Gif | Self::Turntable => "gif",
            Self::WebP => "webp",
            Self::Apng | Self::ContactSheet => "png",
            Self::Glb => "glb",
            Self::Obj => "obj",
            Self::Md2 => "md2",
        }
    }

    /// What the name of its file is made of.
    fn stem(self, workspace: &Workspace) -> String {
        let playing = workspace.playing().into_iter().map(|sequence| sequence.name.as_str());
        let what: Vec<&str> = match self {
            Self::ContactSheet => vec!["sequences"],
            Self::Glb | Self::Md2 | Self::Obj => Vec::new(),
            _ => playing.collect(),
        };
        let names: Vec<&str> = std::iter::once(workspace.figure().stem()).chain(what).collect();
        picture::file_stem(&names)
    }

    /// The command line that makes it. What of it is about the scene is left out: the workspace knows.
    fn command_line(self, workspace: &Workspace, output: &Path) -> Vec<OsString> {
        let frame = workspace.player().pose().frame_a;
        let [width, height] = animation_size(workspace);
        let size = format!("--size={width}x{height}");
        let words: Vec<String> = match self {
            Self::Gif | Self::WebP | Self::Apng => ["render", "--animate", &size].map(String::from).into(),
            Self::Turntable => ["render", "--turntable", &size].map(String::from).into(),
            Self::ContactSheet => vec![String::from("contact-sheet")],
            Self::Glb | Self::Md2 => vec![String::from("export")],
            Self::Obj => vec![String::from("export"), format!("--frames={frame}..{frame}")],
        };
        let words = std::iter::once(String::from("md2-viewer")).chain(words).map(OsString::from);
        words.chain([OsString::from("-o"), output.as_os_str().to_owned()]).collect()
    }
}

/// As wide and high as what panels leave free of the window, and smaller.
fn animation_size(workspace: &Workspace) -> [u32; 2] {
    let [width, height] = workspace.viewport().free_size();
    let factor = (ANIMATION_SIDE / width.max(height)).min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the side above")]
    [width, height].map(|side| ((side * factor).round() as u32).max(16))
}

/// What is being made, and how far it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) export: Export,
    pub(crate) steps: Option<Steps>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.export.short_name())?;
        self.steps.map_or(Ok(()), |steps| write!(f, ": {steps}"))
    }
}

/// Exports one thing after the other.
#[derive(Debug, Default)]
pub(crate) struct Exporter {
    job: Option<Job>,
}

#[derive(Debug)]
struct Job {
    export: Export,
    path: PathBuf,
    interrupt: Interrupt,
    counter: Arc<Counter>,
    work: JoinHandle<Result<(), Failure>>,
}

impl Job {
    /// What came of it; waits for that.
    fn end(self) -> Result<PathBuf, Failure> {
        let lost = |_| Err(Failure::File(anyhow::anyhow!("the work ended without a result")));
        self.work.join().unwrap_or_else(lost).map(|()| self.path)
    }
}

impl Exporter {
    /// What is being made, if something is.
    pub(crate) fn progress(&self) -> Option<Progress> {
        self.job.as_ref().map(|job| Progress { export: job.export, steps: job.counter.steps() })
    }

    /// Begins to make something of what a workspace shows now, into a folder, under a name that is free.
    ///
    /// # Errors
    /// If something is being made already, or no thread or name is to be had.
    pub(crate) fn start(
        &mut self,
        export: Export,
        workspace: &Workspace,
        renderer: &RendererOptions,
        folder: &Path,
    ) -> anyhow::Result<()> {
        anyhow::ensure!(self.job.is_none(), "something is being exported already");
        let path = free_name(folder, &export.stem(workspace), export.extension())?;
        let line = Cli::try_parse_from(export.command_line(workspace, &path))?;
        let command = line.command.context("no command makes it")?;
        let (interrupt, counter) = (Interrupt::by_hand(), Arc::<Counter>::default());
        let work = Work::in_background(interrupt.clone(), Arc::clone(&counter));
        let (workspace, renderer) = (workspace.clone(), renderer.clone());
        let thread = thread::Builder::new().name(String::from("exporter"));
        let work = thread.spawn(move || make(&command, workspace, &renderer, &work))?;
        self.job = Some(Job { export, path, interrupt, counter, work });
        Ok(())
    }

    /// Ends what is being made, at its next step.
    pub(crate) fn cancel(&self) {
        if let Some(job) = &self.job {
            job.interrupt.raise();
        }
    }

    /// What came of the work, once, when it is done.
    pub(crate) fn take_end(&mut self) -> Option<Result<PathBuf, Failure>> {
        self.job.take_if(|job| job.work.is_finished()).map(Job::end)
    }

    /// Ends what is being made and waits for that, so that nothing half-made stays. Tells what came of it.
    pub(crate) fn close(&mut self) -> Option<Result<PathBuf, Failure>> {
        self.cancel();
        self.job.take().map(Job::end)
    }
}

/// Does what a command does, with the workspace in place of the model that the command would open.
fn make(
    command: &Command,
    workspace: Workspace,
    renderer: &RendererOptions,
    work: &Work,
) -> Result<(), Failure> {
    match command {
        Command::Render(args) => render::animation(args, workspace, renderer, work),
        Command::ContactSheet(args) => contact_sheet::of_sequences(args, workspace.figure().clone(), work),
        Command::Export(args) => export::figure(args, workspace.figure(), work),
        _ => Err(Failure::Usage(String::from("nothing is made of what is seen by that"))),
    }
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
