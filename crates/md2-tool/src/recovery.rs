//! Files from which the unsaved edits of a window can be restored after a crash.
//!
//! Each window writes one file, with the edits and the hash of each original. A lock, which the system releases when the process ends, shows
//! that the window still exists.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use hmac_sha256::Hash;
use md2_assets::{ReadAs, read_file};
use md2_scene::builtin::{self, BuiltIn};
use md2_scene::change::edits_line;
use md2_scene::{Document, Edit, Figure, Models, open_restored};
use md2_task::Task;
use serde::{Deserialize, Serialize};

use crate::edited::edit_document;
use crate::output::{self, Overwrite};

const MAX_WINDOWS: u32 = 1000;

/// A model with unsaved edits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnsavedModel {
    /// The path that was opened; `None` for a built-in model.
    figure: Option<PathBuf>,
    /// The path of the model's file; `None` for a built-in model.
    file: Option<PathBuf>,
    name: String,
    /// The SHA-256 of the file without the edits.
    hash: String,
    edits: Vec<Edit>,
    /// The edited file, if undo has removed edits that were saved. The edits alone then do not lead to it.
    content: Option<Vec<u8>>,
}

impl UnsavedModel {
    fn new(figure: &Figure, document: &Document) -> Option<Self> {
        let absolute =
            |path: Option<&Path>| path.map(|path| std::path::absolute(path).unwrap_or(path.to_owned()));
        let (edits, content) = match document.unsaved_edits() {
            Some(edits) => (edits, None),
            None => (document.edits(), Some(document.file()?.to_vec())),
        };
        Some(Self {
            figure: absolute(figure.path()),
            file: absolute(document.path()),
            name: document.name().to_owned(),
            hash: hash(document.saved_content()?),
            edits: edits.to_vec(),
            content,
        })
    }

    /// Whether the model's file has changed since the edits, or cannot be read.
    fn has_changed(&self) -> bool {
        self.file.as_deref().is_some_and(|file| {
            read_file(file, ReadAs::Model).map_or(true, |content| hash(&content.bytes) != self.hash)
        })
    }

    /// Returns the line about the model in a question.
    pub fn line(&self) -> String {
        let line = edits_line(&self.name, &self.edits);
        let is_lost = self.file.as_deref().is_some_and(|file| read_file(file, ReadAs::Model).is_err());
        line + match self.has_changed() {
            true if is_lost => ". The file cannot be read now: its edits are offered until you discard them",
            true => {
                ". The file has changed since: the edits apply to the new version, and the file stays as it is"
            }
            false => "",
        }
    }

    /// Opens the model, and applies the edits. The model's file remains unchanged.
    fn restore(&self) -> anyhow::Result<Figure> {
        let built_in = || BuiltIn::ALL.into_iter().find(|which| which.name() == self.name);
        let figure = match &self.figure {
            Some(path) => md2_scene::open(path)?,
            None => builtin::open(built_in().context("the model has no file")?)?,
        };
        let is_own = |document: &Document| match &self.file {
            Some(file) => document.is_file_at(file),
            None => document.path().is_none(),
        };
        let mut documents = figure.parts().iter().map(|part| &part.document);
        let original = Arc::clone(documents.find(|document| is_own(document)).context("the model is gone")?);
        if let Some(content) = &self.content {
            let edited = open_restored(&original, self.edits.clone(), content.clone())?;
            return Ok(figure.renewed(&original, &Arc::new(edited)));
        }
        let mut edited = Arc::clone(&original);
        for edit in &self.edits {
            edited = Arc::new(edit_document(&edited, edit.clone())?);
        }
        Ok(figure.renewed(&original, &edited))
    }
}

fn hash(content: &[u8]) -> String {
    Hash::hash(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file of a window, with its lock.
#[derive(Debug)]
struct LockedFile {
    path: PathBuf,
    _lock: File,
}

impl LockedFile {
    /// Locks the file of the window with this number, unless the window exists.
    fn lock(folder: &Path, number: u32) -> Option<Self> {
        let path = |end: &str| folder.join(format!("unsaved-{number}.{end}"));
        Some(Self { path: path("json"), _lock: output::lock(&path("lock"))? })
    }
}

/// The edits of a window that no longer exists. Until they are dropped, no other window offers them.
#[derive(Debug)]
pub struct LostEdits {
    file: LockedFile,
    pub models: Vec<UnsavedModel>,
}

impl LostEdits {
    fn find(folder: &Path) -> Vec<Self> {
        let numbers =
            (1..=MAX_WINDOWS).filter(|number| folder.join(format!("unsaved-{number}.json")).exists());
        let lost = numbers.filter_map(|number| {
            let file = LockedFile::lock(folder, number)?;
            let content = read_file(&file.path, ReadAs::Model).ok()?;
            Some(Self { models: serde_json::from_slice(&content.bytes).ok()?, file })
        });
        lost.collect()
    }

    /// Opens the models, and applies their edits. Models that cannot be opened stay in the list; also returns the reasons.
    pub fn restore(&mut self) -> (Vec<Figure>, Vec<String>) {
        let (mut figures, mut reasons) = (Vec::new(), Vec::new());
        self.models.retain(|model| match model.restore() {
            Ok(figure) => {
                figures.push(figure);
                false
            }
            Err(error) => {
                reasons.push(format!("{}: {error:#}", model.name));
                true
            }
        });
        (figures, reasons)
    }

    /// Replaces the file by one with the remaining `models`, or removes it.
    pub fn store(&self) -> anyhow::Result<()> {
        write(&self.file.path, &self.models)
    }
}

fn write(path: &Path, models: &[UnsavedModel]) -> anyhow::Result<()> {
    if models.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if path.exists() => Err(error.into()),
            _ => Ok(()),
        };
    }
    // A path that is not UTF-8 has no JSON.
    let models: Vec<_> = models.iter().filter_map(|model| serde_json::to_value(model).ok()).collect();
    Ok(output::write(path, &serde_json::to_vec_pretty(&models)?, Overwrite { force: true })?)
}

/// The recovery file of this window.
#[derive(Debug, Default)]
pub struct RecoveryFile {
    folder: Option<PathBuf>,
    file: Option<Arc<LockedFile>>,
    stored: Vec<Arc<Document>>,
    writer: Option<Task<anyhow::Result<()>>>,
}

impl RecoveryFile {
    /// `None` disables the file.
    pub fn new(folder: Option<&Path>) -> Self {
        Self { folder: folder.map(Path::to_owned), ..Self::default() }
    }

    /// Finds the edits of all windows that no longer exist.
    pub fn find_lost(&self) -> Vec<LostEdits> {
        self.folder.as_deref().map(LostEdits::find).unwrap_or_default()
    }

    /// Starts to write the unsaved edits, if they have changed. Returns the error of the last time.
    pub fn update(&mut self, models: &Models) -> Option<anyhow::Error> {
        let finished = Task::take_finished(&mut self.writer);
        let failure = finished.and_then(|result| result.unwrap_or_else(|lost| Err(lost.into())).err());
        let unsaved = unsaved(models);
        let shown = unsaved.iter().map(|(_, document)| Arc::as_ptr(document));
        let is_stored = shown.eq(self.stored.iter().map(Arc::as_ptr));
        if self.folder.is_none() || self.writer.is_some() || is_stored {
            return failure;
        }
        self.stored = unsaved.iter().map(|(_, document)| Arc::clone(document)).collect();
        match self.file() {
            Ok(file) => self.writer = Some(Task::start(move |_| write(&file.path, &records(&unsaved)))),
            Err(error) => return Some(error),
        }
        failure
    }

    /// Writes the unsaved edits now. Without `models`, removes the file, because the user has discarded the edits.
    pub fn write(&mut self, models: Option<&Models>) -> anyhow::Result<()> {
        let unsaved = models.map(unsaved).unwrap_or_default();
        if let Some(mut writer) = self.writer.take() {
            let _replaced_below = writer.wait(None);
        }
        if self.folder.is_none() || self.file.is_none() && unsaved.is_empty() {
            return Ok(());
        }
        write(&self.file()?.path, &records(&unsaved))
    }

    /// Locks a file that no other window uses, at the first call.
    fn file(&mut self) -> anyhow::Result<Arc<LockedFile>> {
        if let Some(file) = &self.file {
            return Ok(Arc::clone(file));
        }
        let folder = self.folder.as_deref().context("there is no folder")?;
        fs::create_dir_all(folder)?;
        let mut files = (1..=MAX_WINDOWS).filter_map(|number| LockedFile::lock(folder, number));
        let file = files.find(|file| !file.path.exists());
        let file = file.with_context(|| format!("no file in \"{}\" can be locked", folder.display()))?;
        Ok(Arc::clone(self.file.insert(Arc::new(file))))
    }
}

fn unsaved(models: &Models) -> Vec<(Figure, Arc<Document>)> {
    let of_figure = |figure: &Figure| {
        figure.unsaved().map(|document| (figure.clone(), Arc::clone(document))).collect::<Vec<_>>()
    };
    models.edited().flat_map(of_figure).collect()
}

fn records(unsaved: &[(Figure, Arc<Document>)]) -> Vec<UnsavedModel> {
    unsaved.iter().filter_map(|(figure, document)| UnsavedModel::new(figure, document)).collect()
}

#[cfg(test)]
mod tests {
    use md2_scene::{Command, Viewport, Workspace};
    use md2_testdata::TempFolder;

    use super::*;

    fn rename(workspace: &mut Workspace, name: &str) {
        let edit = Edit::RenameFrames { frames: 0..=0, old: String::new(), name: name.to_owned() };
        let document = Arc::new(edit_document(workspace.document(), edit).unwrap());
        let _ = workspace.apply(Command::SetEdited { actor: workspace.lead(), document }).unwrap();
    }

    #[test]
    fn edits_are_offered_after_the_window_is_gone() {
        let folder = TempFolder::new();
        let path = folder.file("a.md2", md2_testdata::one_triangle().build().bytes());
        let state = folder.path("state");
        let mut workspace = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64])).0;
        let mut window = RecoveryFile::new(Some(&state));
        window.write(Some(workspace.models())).unwrap();
        assert!(!state.exists(), "nothing is edited");
        rename(&mut workspace, "walk");
        rename(&mut workspace, "run");
        assert!(window.update(workspace.models()).is_none());
        window.write(Some(workspace.models())).unwrap();
        assert!(LostEdits::find(&state).is_empty(), "the window exists");
        drop(window);

        let [lost] = &LostEdits::find(&state)[..] else { panic!("one window is gone") };
        assert!(LostEdits::find(&state).is_empty(), "it is offered once");
        let [model] = &lost.models[..] else { panic!("one model is edited") };
        assert_eq!((&*model.name, model.edits.len(), model.has_changed()), ("a.md2", 2, false));
        let restored = model.restore().unwrap();
        assert_eq!(restored.parts()[0].document.file(), workspace.document().file());
        assert_eq!(restored.unsaved().count(), 1);

        let changed = md2_testdata::seamed_quad().build().into_bytes();
        fs::write(&path, &changed).unwrap();
        assert!(model.has_changed());
        assert_eq!(model.restore().unwrap().parts()[0].document.frame_name(0), "run1");
        assert_eq!(fs::read(&path).unwrap(), changed, "both versions remain");
        fs::remove_file(&path).unwrap();
        assert!(model.line().contains("cannot be read now"), "{}", model.line());
    }
}
