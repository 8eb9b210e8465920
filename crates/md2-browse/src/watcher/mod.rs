//! Watches the files of the models that are seen, and the files beside them. A task looks at them and reads changed ones again,
//! so that a slow disk does not delay pictures.

mod folders;
mod looks;
mod watch;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use md2_assets::{FileStamp, surrounding_folders};
use md2_scene::{Actor, ActorId, Document, OpenError, Skin, Workspace};
use md2_task::{Progress, Task};

use folders::{FolderWatcher, add_folders};
use looks::Looks;
use watch::QUIET;

/// The use of a model whose files are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelRole {
    /// The actor shows it.
    Shown(ActorId),
    /// The actor is compared with it.
    Compared(ActorId),
}

/// The files that are watched for a model.
#[derive(Clone, Debug)]
struct WatchedModel {
    role: ModelRole,
    document: Arc<Document>,
    /// The applied skin, and the version of it that is shown.
    worn: Option<(PathBuf, Option<FileStamp>)>,
    /// Skins that could not be shown when they were last tried.
    unreadable: Vec<PathBuf>,
}

impl WatchedModel {
    fn from_actor(actor: &Actor) -> Self {
        let worn = actor
            .current_skin()
            .and_then(Skin::path)
            .map(|path| (path.to_owned(), actor.outfit().and_then(|outfit| outfit.stamp_of(path))));
        let unreadable = actor.skins().enumerate().filter(|(index, _)| actor.skin_error(*index).is_some());
        let unreadable = unreadable.filter_map(|(_, skin)| skin.path().map(Path::to_owned)).collect();
        Self { role: ModelRole::Shown(actor.id()), document: Arc::clone(actor.document()), worn, unreadable }
    }

    fn add_folders(&self, folders: &mut BTreeSet<PathBuf>) {
        let model = self.document.path();
        let skins = self.worn.iter().map(|(path, _)| path).chain(&self.unreadable);
        model.into_iter().chain(skins.map(PathBuf::as_path)).for_each(|path| add_folders(path, folders));
        let around = model.map_or_else(Vec::new, surrounding_folders);
        around.iter().for_each(|folder| add_folders(folder, folders));
    }
}

impl PartialEq for WatchedModel {
    /// Compares documents by their address: a document that is loaded again is another one.
    fn eq(&self, other: &Self) -> bool {
        self.role == other.role
            && Arc::ptr_eq(&self.document, &other.document)
            && self.worn == other.worn
            && self.unreadable == other.unreadable
    }
}

/// The files of all models that are seen or compared with.
fn watched(workspace: &Workspace) -> Vec<WatchedModel> {
    let beside = |actor: &Actor| {
        let document = Arc::clone(workspace.counterpart()?.document(actor.id())?);
        Some(WatchedModel {
            role: ModelRole::Compared(actor.id()),
            document,
            worn: None,
            unreadable: Vec::new(),
        })
    };
    let all =
        workspace.actors().iter().map(WatchedModel::from_actor).chain(workspace.body().filter_map(beside));
    all.filter(|watched| watched.document.path().is_some()).collect()
}

/// A change of files.
#[derive(Debug)]
pub enum FileChange {
    /// There is a newer version of a model, which may be unreadable.
    Model {
        /// The use of the model.
        role: ModelRole,
        /// The model that is shown.
        document: Arc<Document>,
        /// The newer version, or the reason why it cannot be opened.
        newer: Result<Arc<Document>, OpenError>,
    },
    /// With the files that are beside it now, it is another model.
    Companions {
        /// The use of the model.
        role: ModelRole,
        /// The model that is shown.
        document: Arc<Document>,
        /// The model with the files beside it.
        newer: Arc<Document>,
    },
    /// Files beside a model have changed, and the model is the same with them.
    Surroundings,
    /// There is a newer version of the applied skin, or the skin does not exist any more.
    Skin(ModelRole),
}

/// Watches the files of a workspace. The system reports changes in their folders; a task then looks at the files. If the system
/// cannot report all changes, as on network disks, the task looks every two seconds.
#[derive(Debug, Default)]
pub struct Watcher {
    watched: Vec<WatchedModel>,
    /// Whether the files are to be looked at without a notice of the system.
    must_look: bool,
    has_notice: Arc<AtomicBool>,
    /// The files while no task looks at them; `None` also before the first look.
    state: Option<WatchState>,
    task: Option<Task<(WatchState, Vec<FileChange>)>>,
}

/// The files that are watched, and their folders.
#[derive(Debug)]
struct WatchState {
    looks: Looks,
    folders: FolderWatcher,
    /// Whether the system reports all changes.
    is_complete: bool,
}

/// The time after a notice in which others of the same change arrive.
const GATHERING: Duration = Duration::from_millis(100);
/// The time between looks if the system does not report all changes. Over a network each takes many times as long as on a disk.
const SLOW: Duration = Duration::from_secs(2);

impl Watcher {
    /// Watches the files of the models that are seen from now on, and returns the changes that were found. The event loop calls it
    /// each time it is woken; it never waits.
    pub fn poll(&mut self, workspace: &Workspace) -> Vec<FileChange> {
        let watched = watched(workspace);
        if watched != self.watched {
            self.watched = watched;
            self.must_look = true;
            if let Some(task) = &self.task {
                task.cancel();
            }
        }
        let mut found = Vec::new();
        if let Some(Ok((state, changes))) = Task::take_finished(&mut self.task) {
            self.must_look |= !self.watched.is_empty() && (state.looks.is_settling() || !state.is_complete);
            (self.state, found) = (Some(state), changes);
        }
        let is_known = self.state.is_some() || !self.watched.is_empty();
        if self.task.is_none() && is_known {
            let has_notice = self.has_notice.swap(false, Ordering::Relaxed);
            if std::mem::take(&mut self.must_look) || has_notice {
                self.start(has_notice);
            }
        }
        found
    }

    fn start(&mut self, has_notice: bool) {
        let notice = Arc::clone(&self.has_notice);
        let (state, watched) = (self.state.take(), self.watched.clone());
        self.task = Some(Task::start(move |progress| {
            let state = state.unwrap_or_else(|| WatchState::new(notice));
            if has_notice {
                thread::sleep(GATHERING);
            }
            state.look(&watched, progress)
        }));
    }
}

impl WatchState {
    fn new(has_notice: Arc<AtomicBool>) -> Self {
        let on_change = move || {
            if !has_notice.swap(true, Ordering::Relaxed) {
                md2_task::wake();
            }
        };
        Self { looks: Looks::default(), folders: FolderWatcher::new(on_change), is_complete: false }
    }

    /// Looks at the files until changes are found, or nothing settles any more and the system reports what follows.
    fn look(mut self, watched: &[WatchedModel], progress: &Progress) -> (Self, Vec<FileChange>) {
        let mut folders = BTreeSet::new();
        watched.iter().for_each(|watched| watched.add_folders(&mut folders));
        self.is_complete = self.folders.watch(folders);
        loop {
            let found = self.looks.look(watched, Instant::now());
            let is_settling = self.looks.is_settling();
            let is_done = self.is_complete && !is_settling;
            if is_done || !found.is_empty() || watched.is_empty() || progress.is_cancelled() {
                return (self, found);
            }
            thread::sleep(if is_settling { QUIET } else { SLOW });
        }
    }
}

#[cfg(test)]
mod tests;
