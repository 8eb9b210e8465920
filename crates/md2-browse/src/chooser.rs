//! The file dialog of the desktop.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::MODEL_EXTENSIONS;
use md2_scene::{ActorId, FileSkin};
use md2_task::Task;
use rfd::{FileDialog, MessageDialog, MessageLevel};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DialogPurpose {
    #[default]
    Files,
    Folder,
    Counterpart,
    ExportFolder,
    /// The image that replaces a skin in the file of an actor's model.
    SkinImage(ActorId, FileSkin),
}

impl DialogPurpose {
    pub fn title(self) -> &'static str {
        match self {
            Self::Files | Self::Folder => "Open",
            Self::Counterpart => "Compare with",
            Self::ExportFolder => "Folder of exported files",
            Self::SkinImage(..) => "Replace the skin with an image",
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum DialogResult {
    Paths(Vec<PathBuf>),
    NoDialog,
}

#[derive(Debug, Default)]
pub struct FileChooser {
    task: Option<Task<DialogResult>>,
    purpose: DialogPurpose,
}

/// The shortest time in which a user can close a dialog. If a dialog ends sooner without a path, the desktop has probably not shown it.
const MIN_TIME: Duration = Duration::from_millis(150);
/// Whether the dialogs are part of the system, and not of a desktop that may lack them.
const IS_NATIVE: bool = cfg!(any(windows, target_vendor = "apple"));
/// The extensions that the dialog lists by default, in addition to those of models. Common extensions are in lower and upper case, as
/// some desktops are case-sensitive.
const OTHER_EXTENSIONS: [&str; 16] = [
    "pak", "PAK", "pk2", "pk3", "PK3", "pkz", "pk4", "dpk", "ipk3", "kpf", "zip", "pcx", "PCX", "png", "tga",
    "jpg",
];

const IMAGE_EXTENSIONS: [&str; 6] = ["pcx", "PCX", "png", "PNG", "tga", "jpg"];

impl FileChooser {
    /// Shows a dialog that begins in `folder`, unless a dialog is already open.
    pub fn start(&mut self, purpose: DialogPurpose, folder: &Path) {
        if self.task.is_none() {
            self.purpose = purpose;
            let folder = folder.to_owned();
            self.task = Some(Task::start(move |_| show(purpose, &folder)));
        }
    }

    pub fn poll(&mut self) -> Option<DialogResult> {
        Some(Task::take_finished(&mut self.task)?.unwrap_or(DialogResult::NoDialog))
    }

    pub fn purpose(&self) -> DialogPurpose {
        self.purpose
    }

    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }
}

fn show(purpose: DialogPurpose, folder: &Path) -> DialogResult {
    let start = Instant::now();
    let dialog = FileDialog::new().set_title(purpose.title()).set_directory(folder);
    // Functions that return one path do not distinguish a closed dialog from one that cannot be shown.
    let paths = match purpose {
        DialogPurpose::SkinImage(..) => {
            let dialog = dialog.add_filter("Images", &IMAGE_EXTENSIONS);
            dialog.add_filter("All files", &["*"]).pick_files()
        }
        DialogPurpose::Folder | DialogPurpose::ExportFolder => dialog.pick_folders(),
        DialogPurpose::Files | DialogPurpose::Counterpart => {
            let models = MODEL_EXTENSIONS.iter().flat_map(|name| [(*name).to_owned(), name.to_uppercase()]);
            let shown: Vec<String> = models.chain(OTHER_EXTENSIONS.map(str::to_owned)).collect();
            let dialog = dialog.add_filter("Models, archives, images", &shown);
            dialog.add_filter("All files", &["*"]).pick_files()
        }
    };
    // The native dialogs of Windows and macOS have no path if the user closed them.
    let paths = if IS_NATIVE { paths.or(Some(Vec::new())) } else { paths };
    result(paths, start.elapsed())
}

fn result(paths: Option<Vec<PathBuf>>, took: Duration) -> DialogResult {
    match paths {
        Some(paths) if !paths.is_empty() || took >= MIN_TIME => DialogResult::Paths(paths),
        _ => DialogResult::NoDialog,
    }
}

/// Shows a message that the user must close. For programs without a terminal.
pub fn show_error(title: &str, text: &str) {
    let dialog = MessageDialog::new().set_level(MessageLevel::Error).set_title(title).set_description(text);
    let _closed = dialog.show();
}

/// Shows a message like [`show_error`] if Windows started the program without a console, as after a double click.
pub fn show_error_without_console(title: &str, text: &str) {
    #[cfg(windows)]
    {
        use std::os::windows::io::AsRawHandle as _;
        if std::io::stderr().as_raw_handle().is_null() {
            show_error(title, text);
        }
    }
    #[cfg(not(windows))]
    let _ = (title, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_that_ends_at_once_without_a_path_was_not_shown() {
        let (quick, slow) = (Duration::from_millis(10), Duration::from_secs(1));
        let path = vec![PathBuf::from("/a b/c.md2")];
        assert_eq!(result(Some(path.clone()), quick), DialogResult::Paths(path));
        assert_eq!(result(Some(Vec::new()), slow), DialogResult::Paths(Vec::new()), "the user closed it");
        assert_eq!(result(Some(Vec::new()), quick), DialogResult::NoDialog);
        assert_eq!(result(None, slow), DialogResult::NoDialog);
    }
}
