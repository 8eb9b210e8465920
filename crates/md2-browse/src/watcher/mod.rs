//! Watches the files of the open models, and the files around them. A task checks the files and reads changed files, so that a slow
//! disk does not delay the window.

mod file_watch;
mod folders;
mod model_watch;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use md2_assets::{FileStamp, surrounding_folders};
use md2_scene::{Actor, ActorId, Document, OpenError, Skin, Workspace};
use md2_task::{Progress, Task};

use file_watch::QUIET;
pub(super) use folders::FolderWatcher;
use folders::add_folders;
use model_watch::ModelWatches;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelRole {
    Shown(ActorId),
    Compared(ActorId),
}

#[derive(Clone, Debug)]
struct WatchedModel {
    role: ModelRole,
    document: Arc<Document>,
    skin: Option<(PathBuf, Option<FileStamp>)>,
    unreadable: Vec<PathBuf>,
}

impl WatchedModel {
    fn from_actor(actor: &Actor) -> Self {
        let skin = actor
            .current_skin()
            .and_then(Skin::path)
            .map(|path| (path.to_owned(), actor.outfit().and_then(|outfit| outfit.stamp_of(path))));
        let unreadable = actor.skins().enumerate().filter(|(index, _)| actor.skin_error(*index).is_some());
        let unreadable = unreadable.filter_map(|(_, skin)| skin.path().map(Path::to_owned)).collect();
        Self { role: ModelRole::Shown(actor.id), document: Arc::clone(actor.document()), skin, unreadable }
    }

    fn add_folders(&self, folders: &mut BTreeSet<PathBuf>) {
        let model = self.document.path();
        let skins = self.skin.iter().map(|(path, _)| path).chain(&self.unreadable);
        model.into_iter().chain(skins.map(PathBuf::as_path)).for_each(|path| add_folders(path, folders));
        let around = model.map_or_else(Vec::new, surrounding_folders);
        around.iter().for_each(|folder| add_folders(folder, folders));
    }
}

impl PartialEq for WatchedModel {
    /// Compares documents by address, so that a reloaded document differs from the old document.
    fn eq(&self, other: &Self) -> bool {
        self.role == other.role
            && Arc::ptr_eq(&self.document, &other.document)
            && self.skin == other.skin
            && self.unreadable == other.unreadable
    }
}

fn watched_models(workspace: &Workspace) -> Vec<WatchedModel> {
    // The original of an edited model is not loaded again when its file is saved.
    let other = workspace.counterpart().filter(|other| !other.figure().shares_place_with(workspace.figure()));
    let compared = |actor: &Actor| {
        let document = Arc::clone(other?.document(actor.id)?);
        Some(WatchedModel {
            role: ModelRole::Compared(actor.id),
            document,
            skin: None,
            unreadable: Vec::new(),
        })
    };
    let all =
        workspace.actors().iter().map(WatchedModel::from_actor).chain(workspace.body().filter_map(compared));
    all.filter(|watched| watched.document.path().is_some()).collect()
}

#[derive(Debug)]
pub enum FileChange {
    Model {
        role: ModelRole,
        document: Arc<Document>,
        newer: Result<Arc<Document>, OpenError>,
    },
    /// Files around a model have changed, so that the model has other skins or sequences.
    Companions {
        role: ModelRole,
        document: Arc<Document>,
        newer: Arc<Document>,
        /// Problems with the files that the window's version of the model does not have, such as an invalid script.
        problems: Vec<String>,
    },
    /// A model file was deleted or moved. The window still shows the model.
    Lost {
        role: ModelRole,
        document: Arc<Document>,
    },
    /// Files around a model have changed without an effect on the model.
    Surroundings,
    /// The file of the applied skin has changed or no longer exists.
    Skin(ModelRole),
}

/// Watches the files of a workspace. The operating system reports changes in the folders of these files, and a task then checks the
/// files. If the system cannot report all changes, as on network disks, the task checks the files every two seconds.
#[derive(Debug, Default)]
pub struct Watcher {
    models: Vec<WatchedModel>,
    must_check: bool,
    /// A flag for changes that the operating system reports. The folder watcher sets the flag, and the start of a check resets it.
    has_notice: Arc<AtomicBool>,
    /// The watched files and folders; `None` before the first check, and while a task checks them.
    state: Option<WatchState>,
    task: Option<Task<(WatchState, Vec<FileChange>)>>,
}

#[derive(Debug)]
struct WatchState {
    models: ModelWatches,
    folders: FolderWatcher,
    /// Whether the operating system reports all changes of the watched files.
    is_complete: bool,
}

/// The delay of a check after the operating system reports a change, because several reports of the same change can follow each other.
const NOTICE_DELAY: Duration = Duration::from_millis(100);
/// The time between checks if the operating system does not report all changes, as on network disks. Checks of such disks are slow.
const NETWORK_INTERVAL: Duration = Duration::from_secs(2);

impl Watcher {
    /// Watches the files of the workspace's models, and returns the changes that were found. This function never waits; the event
    /// loop calls it after each wake-up.
    pub fn poll(&mut self, workspace: &Workspace) -> Vec<FileChange> {
        let models = watched_models(workspace);
        if models != self.models {
            self.models = models;
            self.must_check = true;
            if let Some(task) = &self.task {
                task.cancel();
            }
        }
        let mut found = Vec::new();
        if let Some(Ok((state, changes))) = Task::take_finished(&mut self.task) {
            self.must_check |= !self.models.is_empty() && (state.models.is_settling() || !state.is_complete);
            (self.state, found) = (Some(state), changes);
        }
        let is_known = self.state.is_some() || !self.models.is_empty();
        if self.task.is_none() && is_known {
            let has_notice = self.has_notice.swap(false, Ordering::Relaxed);
            if std::mem::take(&mut self.must_check) || has_notice {
                self.start(has_notice);
            }
        }
        found
    }

    fn start(&mut self, has_notice: bool) {
        let notice = Arc::clone(&self.has_notice);
        let (state, models) = (self.state.take(), self.models.clone());
        self.task = Some(Task::start(move |progress| {
            let state = state.unwrap_or_else(|| WatchState::new(notice));
            if has_notice {
                thread::sleep(NOTICE_DELAY);
            }
            state.check(&models, progress)
        }));
    }
}

impl WatchState {
    fn new(has_notice: Arc<AtomicBool>) -> Self {
        let on_change = move |_: &[PathBuf]| {
            if !has_notice.swap(true, Ordering::Relaxed) {
                md2_task::wake();
            }
        };
        Self { models: ModelWatches::default(), folders: FolderWatcher::new(on_change), is_complete: false }
    }

    /// Checks the files repeatedly until it finds changes. Without changes, ends when no file is being written any more
    /// and the operating system reports all further changes.
    fn check(mut self, models: &[WatchedModel], progress: &Progress) -> (Self, Vec<FileChange>) {
        let mut folders = BTreeSet::new();
        models.iter().for_each(|model| model.add_folders(&mut folders));
        self.is_complete = self.folders.watch(folders);
        loop {
            let found = self.models.check(models, Instant::now());
            let is_settling = self.models.is_settling();
            let is_done = self.is_complete && !is_settling;
            if is_done || !found.is_empty() || models.is_empty() || progress.is_cancelled() {
                return (self, found);
            }
            thread::sleep(if is_settling { QUIET } else { NETWORK_INTERVAL });
        }
    }
}

#[cfg(test)]
mod tests;
