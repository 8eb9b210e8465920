//! Notices of files that are added, removed or changed in the listed folders.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use md2_task::Task;

use super::watcher::FolderWatcher;

/// The delay between a notice of the system and the next listing, because several notices often follow each other.
const DELAY: Duration = Duration::from_millis(150);
/// The maximum number of watched folders. Systems limit this number, for all programs together.
pub(super) const MAX_FOLDERS: usize = 2048;

/// Watches the folders of a tree. It never waits: tasks register the folders.
#[derive(Debug, Default)]
pub(super) struct TreeWatch {
    changed: Arc<Mutex<BTreeSet<PathBuf>>>,
    watcher: Option<FolderWatcher>,
    registering: Option<Task<FolderWatcher>>,
    delay: Option<Task<()>>,
    folders: BTreeSet<PathBuf>,
    /// The folders that are watched since the last registration. They may have changed between their listing and the registration.
    fresh: BTreeSet<PathBuf>,
    /// The version of the tree that contains the watched folders; `None` to register the folders again.
    version: Option<u64>,
}

impl TreeWatch {
    pub(super) fn watch(&mut self, version: u64, folders: impl FnOnce() -> BTreeSet<PathBuf>) {
        if self.registering.is_some() || self.version == Some(version) {
            return;
        }
        let (is_again, folders) = (self.version.is_none(), folders());
        self.version = Some(version);
        // While folders are registered again, the system reports no changes.
        if folders == self.folders && !is_again {
            return;
        }
        // The first folders are many, and are rarely changed while they are listed.
        if !self.folders.is_empty() {
            self.fresh.extend(folders.difference(&self.folders).cloned());
        }
        self.folders.clone_from(&folders);
        let (changed, watcher) = (Arc::clone(&self.changed), self.watcher.take());
        self.registering = Some(Task::start(move |_| {
            let mut watcher =
                watcher.unwrap_or_else(|| FolderWatcher::new(move |paths| note(&changed, paths)));
            // Without reports of the system, the list shows the files that existed when it was made.
            let _ = watcher.watch(folders);
            watcher
        }));
    }

    /// Returns the folders to list again because they are newly watched.
    pub(super) fn take_fresh(&mut self) -> BTreeSet<PathBuf> {
        if self.registering.is_some() { BTreeSet::new() } else { std::mem::take(&mut self.fresh) }
    }

    #[cfg(test)]
    pub(super) fn is_ready(&self) -> bool {
        self.watcher.is_some()
    }

    /// Returns the paths of files and folders that may have been added, removed or changed.
    pub(super) fn poll(&mut self) -> BTreeSet<PathBuf> {
        if let Some(Ok(watcher)) = Task::take_finished(&mut self.registering) {
            self.watcher = Some(watcher);
        }
        let is_over = Task::take_finished(&mut self.delay).is_some();
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_over {
            if self.delay.is_none() && !changed.is_empty() {
                self.delay = Some(Task::start(|_| thread::sleep(DELAY)));
            }
            return BTreeSet::new();
        }
        let changed = std::mem::take(&mut *changed);
        // Another folder may now have the path of a watched folder.
        if changed.iter().any(|path| self.folders.contains(path)) {
            self.version = None;
        }
        changed
    }
}

fn note(changed: &Mutex<BTreeSet<PathBuf>>, paths: &[PathBuf]) {
    let mut changed = changed.lock().unwrap_or_else(PoisonError::into_inner);
    let was_empty = changed.is_empty();
    changed.extend(paths.iter().cloned());
    if was_empty && !changed.is_empty() {
        md2_task::wake();
    }
}
