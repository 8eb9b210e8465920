//! The paths of exported files.

use std::collections::HashSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use md2_scene::{Document, Figure};

use super::format::ExportFormat;
use super::{ExportArgs, FORMATS};
use crate::failure::Failure;
use crate::failures::Failures;
use crate::inputs::Input;
use crate::output::{self, Overwrite};
use crate::sources::image_paths;
use md2_scene::text::shown;
use md2_task::Progress;

pub(super) fn open_player(path: &Path) -> Option<Figure> {
    let is_folder = md2_assets::is_folder(path) && !md2_assets::is_archive(path);
    let figure = if is_folder { md2_scene::open(path).ok() } else { None };
    figure.filter(|figure| figure.parts().len() > 1)
}

pub(super) type NamedFiles = Vec<(PathBuf, Vec<u8>)>;

#[derive(Debug)]
pub(super) struct Outputs {
    format: &'static ExportFormat,
    path: PathBuf,
    is_folder: bool,
    are_many: bool,
    /// The output files that are complete or being written. With this list, the export detects that a model would overwrite an earlier
    /// model.
    written: Mutex<HashSet<PathBuf>>,
    /// The value of `--skin`, if given. It may be the path of an image file, which no output may overwrite.
    skin: Option<PathBuf>,
    overwrite: Overwrite,
    /// Detects Ctrl-C. Empty until the first file is written: until then, Ctrl-C ends the program at once, even while the program
    /// waits for standard input.
    interrupt: OnceLock<Progress>,
}

impl Outputs {
    pub(super) fn new(args: &ExportArgs) -> Result<Self, Failure> {
        let path = args.output.clone();
        let holds_many = |file: &PathBuf| md2_assets::is_container(file) && open_player(file).is_none();
        let are_many = args.files.len() > 1 || args.files.iter().any(holds_many);
        let ends_as_folder = output::ends_as_folder(&path);
        let is_vat = args.format().is_some_and(|format| format.name == "vat");
        let is_folder = are_many || ends_as_folder || is_vat || path.is_dir();
        if is_folder && output::is_standard_output(&path) {
            let text = "several models cannot be written to standard output (-): choose a folder";
            return Err(Failure::Usage(String::from(text)));
        }
        if is_folder && path.exists() && !path.is_dir() {
            let text = format!("{} is a file: choose a folder for several models", path.display());
            return Err(Failure::Usage(text));
        }
        let is_file = path.extension().is_some_and(|end| ExportFormat::from_extension(end).is_some());
        if are_many && is_file && !ends_as_folder && !path.is_dir() {
            let text = format!("{} is a file name: choose a folder for several models", path.display());
            return Err(Failure::Usage(text));
        }
        let format = match args.format() {
            Some(requested) => requested,
            None if is_folder => &FORMATS[0],
            None => ExportFormat::of_output(&path)?,
        };
        let written = Mutex::default();
        let skin = args.skin.as_ref().map(PathBuf::from);
        let (overwrite, interrupt) = (args.overwrite, OnceLock::new());
        Ok(Self { format, path, is_folder, are_many, written, skin, overwrite, interrupt })
    }

    pub(super) fn with_progress(self, interrupt: Progress) -> Self {
        Self { interrupt: OnceLock::from(interrupt), ..self }
    }

    pub(super) fn format(&self) -> &'static ExportFormat {
        self.format
    }

    pub(super) fn built_in_file(&self, figure: &Figure) -> PathBuf {
        self.take(Path::new(figure.stem()))
    }

    pub(super) fn folder(&self, folder: &Path) -> PathBuf {
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        self.take(Path::new(whole.file_name().unwrap_or(folder.as_os_str())))
    }

    /// Returns the path of the output file for a model. `argument` is the command-line argument that contains the model. For a model in a
    /// folder, the output has the same path in the output folder.
    pub(super) fn file(&self, argument: &Path, input: &Input) -> PathBuf {
        let below = input.path().and_then(|path| path.strip_prefix(argument).ok()?.parent());
        let folder = below.unwrap_or(Path::new("")).to_path_buf();
        self.take(&folder.join(input.stem()))
    }

    /// Returns the path of the output file for a model. `name` is the output path relative to the output folder, without extension.
    fn take(&self, name: &Path) -> PathBuf {
        if !self.is_folder {
            return self.path.clone();
        }
        let mut file = self.path.join(name).into_os_string();
        file.push(".");
        file.push(self.format.extension);
        PathBuf::from(file)
    }

    /// Writes all files of a model. After an error, none of them remains. Rejects files that would overwrite an input.
    pub(super) fn write(
        &self,
        files: &[(PathBuf, Vec<u8>)],
        documents: &[&Document],
    ) -> Result<Vec<String>, Failure> {
        let documents = documents.iter().flat_map(|document| sources(document));
        let inputs: Vec<&Path> = documents.chain(self.skin.as_deref()).collect();
        check_unwritten(&self.written(), files)?;
        for (path, _) in files {
            output::check(path, self.overwrite, inputs.iter().copied())?;
        }
        if let Some(folder) = files.first().and_then(|(path, _)| path.parent())
            && !output::is_standard_output(&self.path)
        {
            output::create_folder(folder)?;
        }
        // Output to standard output cannot be undone, so Ctrl-C may end the program at once.
        if self.interrupt.get().is_none() && !output::is_standard_output(&self.path) {
            let _ = self.interrupt.set(crate::interrupt::watch_signals()?);
        }
        let mut staged = output::Files::new(self.overwrite);
        for (path, bytes) in files {
            staged.add(path, bytes)?;
            self.check_interrupt()?;
        }
        // Since the check above, another thread may have written the same file.
        let mut written = self.written();
        check_unwritten(&written, files)?;
        written.extend(files.iter().map(|(path, _)| path.clone()));
        drop(written);
        staged.commit()?;
        self.clear_progress();
        Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
    }

    fn written(&self) -> MutexGuard<'_, HashSet<PathBuf>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check_interrupt(&self) -> Result<(), Failure> {
        let is_written = !self.written().is_empty();
        let stopped = |cancelled: md2_task::Cancellation| {
            if is_written {
                Failure::Stopped(String::from("the files listed so far are complete"))
            } else {
                cancelled.into()
            }
        };
        self.interrupt.get().map_or(Ok(()), Progress::check).map_err(stopped)
    }

    /// Shows on a terminal which model is being exported, if there are several.
    pub(super) fn progress(&self, label: &str) {
        if self.are_many && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K{}", shown(label));
        }
    }

    fn clear_progress(&self) {
        if self.are_many && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Prints the failure of the model `file`, so that the export can continue with the next model. Returns the failure instead if it
    /// affects all models.
    pub(super) fn report_and_continue(
        &self,
        file: &str,
        failure: Failure,
        failures: &mut Failures,
    ) -> Result<(), Failure> {
        self.clear_progress();
        if matches!(failure, Failure::AlreadyReported(_) | Failure::Interrupted | Failure::Stopped(_)) {
            return Err(failure);
        }
        failures.add(file, &failure)
    }
}

fn check_unwritten(written: &HashSet<PathBuf>, files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let Some((path, _)) = files.iter().find(|(path, _)| written.contains(path)) else { return Ok(()) };
    let path = path.display();
    let text = format!("{path} already contains another exported model: choose different folders");
    Err(Failure::File(anyhow::anyhow!(text)))
}

fn sources(document: &Document) -> impl Iterator<Item = &Path> {
    document.path().into_iter().chain(image_paths(document.skins().iter()))
}
