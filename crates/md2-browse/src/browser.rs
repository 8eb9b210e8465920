//! The files that can be opened: folders and archives as a tree, the last files, dialogs and small pictures.
//!
//! Nothing here waits. Tasks list, draw and open; [`Browser::poll`] takes their results.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::{FolderItem, ItemKind, list_folder};
use md2_scene::text::shown;
use md2_task::Task;

use crate::chooser::FileChooser;
use crate::lister::Lister;
use crate::opener::{OpenOrigin, Opener};
use crate::paths;
use crate::recent::RecentFiles;
use crate::stdin::STANDARD_INPUT;
use crate::thumbnails::{Thumbnail, ThumbnailSubject, Thumbnails};
use crate::tree::{EntryKind, NodeId, Root, Tree};

/// Work that takes longer than this is shown, and can be stopped.
pub const PATIENCE: Duration = Duration::from_millis(200);
/// The time for which listings are added to the tree at once, so that the window does not stop.
const MAX_TAKING: Duration = Duration::from_millis(4);
/// The maximum number of names that the field for a path offers.
const MAX_OFFERED: usize = 4096;

/// The files that can be opened, and the tasks that read them.
#[derive(Debug, Default)]
pub struct Browser {
    tree: Tree,
    lister: Lister,
    thumbnails: Thumbnails,
    /// Opens the figures that are shown.
    pub opener: Opener,
    /// Opens the figure that the one that is shown is compared with.
    pub counterpart: Opener,
    /// Shows the file dialog of the desktop.
    pub chooser: FileChooser,
    /// The files that were opened last.
    pub recent: RecentFiles,
    offered: FolderNames,
    /// The path that is open, its entry in the tree, and the version of the tree for which the entry is known.
    current: Option<PathBuf>,
    current_node: Option<NodeId>,
    known: u64,
    /// The path that was requested since and could not be opened.
    tried: Option<PathBuf>,
    /// Whether the folders around the current path are still to be opened, once they are listed.
    reveals: bool,
}

/// The names in a folder, for the field in which a path is typed.
#[derive(Debug, Default)]
struct FolderNames {
    folder: Option<PathBuf>,
    names: Vec<(String, bool)>,
    task: Option<Task<Vec<(String, bool)>>>,
}

impl Browser {
    /// The tree of folders, archives and models.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The entry of the tree that is open.
    #[must_use]
    pub fn current(&self) -> Option<NodeId> {
        self.current_node
    }

    /// The small picture of a subject, if it was drawn.
    #[must_use]
    pub fn thumbnail(&self, subject: &ThumbnailSubject) -> Option<&Thumbnail> {
        self.thumbnails.thumbnail(subject)
    }

    /// Whether the tree is being listed for longer than [`PATIENCE`].
    #[must_use]
    pub fn is_listing_long(&self) -> bool {
        self.lister.busy_since().is_some_and(|since| since.elapsed() >= PATIENCE)
    }

    /// The path that is being opened for longer than [`PATIENCE`].
    pub fn slow_opening(&self) -> Option<&Path> {
        let busy = [&self.opener, &self.counterpart].into_iter().filter_map(Opener::busy);
        let mut long = busy.filter(|(_, since)| since.elapsed() >= PATIENCE);
        long.find_map(|(requested, _)| requested.first()).map(PathBuf::as_path)
    }

    /// Whether this is the folder whose names were requested last.
    #[must_use]
    pub fn has_requested_names(&self, folder: &Path) -> bool {
        self.offered.folder.as_deref() == Some(folder)
    }

    /// The names in a folder, and whether each is a folder; none until they are known.
    #[must_use]
    pub fn folder_names(&self, folder: &Path) -> &[(String, bool)] {
        if self.has_requested_names(folder) { &self.offered.names } else { &[] }
    }

    /// Begins a tree, and finds what is open in it.
    pub fn show(&mut self, roots: Vec<Root>) {
        let (tree, requests) = Tree::new(roots, self.tree.version() + 1);
        (self.tree, self.lister) = (tree, Lister::default());
        self.lister.add(requests, false);
        self.reveals = self.current.is_some();
        self.find_current();
    }

    /// Sets the path that is open from now on. Ends opening the figure that the one before was to be compared with.
    pub fn opened(&mut self, path: Option<&Path>) {
        self.counterpart.stop();
        self.current = path.map(paths::absolute);
        self.tried = None;
        self.reveals = self.current.is_some();
        self.find_current();
    }

    /// Stores the reason why a path cannot be opened; `None` if it can.
    pub fn mark(&mut self, path: &Path, reason: Option<&str>) {
        let path = paths::absolute(path);
        if let Some(node) = self.tree.find(&path) {
            self.tree.mark(node, reason);
            // A subject that could not be drawn may be readable now.
            let subject = ThumbnailSubject::File(self.tree.path(node));
            if reason.is_none() && self.thumbnail(&subject).is_some_and(Result::is_err) {
                self.check_thumbnails();
            }
        }
    }

    /// Takes the result of a request: marks the paths that could not be opened, and adds the one that could to the recent files,
    /// unless it is a neighbor.
    pub fn note_opened<T>(
        &mut self,
        requested: &[PathBuf],
        origin: OpenOrigin,
        figure: &anyhow::Result<T>,
        skipped: &[(PathBuf, String)],
    ) {
        for (path, reason) in skipped {
            self.mark(path, Some(reason));
        }
        let reason = figure.as_ref().err().map(|error| format!("{error:#}"));
        // The paths before it were passed over.
        let place = if reason.is_some() { 0 } else { skipped.len() };
        let Some(path) = requested.get(place) else { return };
        self.mark(path, reason.as_deref());
        self.tried = reason.as_ref().map(|_| paths::absolute(path));
        // Standard input holds something else another time.
        if reason.is_none() && origin != OpenOrigin::Neighbor && path.as_os_str() != STANDARD_INPUT {
            self.recent.add(path);
        }
    }

    /// Marks the paths that do not exist, and returns them.
    pub fn note_missing(&mut self, missing: Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
        for (path, reason) in &missing {
            self.mark(path, Some(reason));
        }
        missing
    }

    /// Lists the folder again in which a file was written, if the tree has it.
    pub fn written(&mut self, file: &Path) {
        let file = paths::absolute(file);
        let folder = file.parent().and_then(|folder| self.tree.find(folder));
        let requests = folder.and_then(|folder| self.tree.list_again(folder));
        self.lister.add(requests.into_iter().collect(), true);
    }

    /// Opens or closes a folder of the tree.
    pub fn set_open(&mut self, node: NodeId, is_open: bool) {
        let requests = self.tree.set_open(node, is_open);
        self.lister.add(requests, true);
    }

    /// Lists all folders below the roots, for a search.
    pub fn list_all(&mut self) {
        let requests = self.tree.deepen();
        self.lister.add(requests, false);
    }

    /// Ends listing and opening.
    pub fn stop(&mut self) {
        self.opener.stop();
        self.counterpart.stop();
        if self.lister.busy_since().is_some() {
            self.lister = Lister::default();
            self.tree.stopped();
        }
    }

    /// The model after the one that is open, about to be or could not be, or the one before, around the ends.
    #[must_use]
    pub fn neighbor(&self, filter: &str, forward: bool) -> Option<PathBuf> {
        let figures = self.tree.figures(filter);
        let pending = self
            .opener
            .busy()
            .and_then(|(requested, _)| self.tree.find(&paths::absolute(requested.first()?)));
        let tried = || self.tried.as_ref().and_then(|path| self.tree.find(path));
        let at = pending
            .or_else(tried)
            .or(self.current_node)
            .and_then(|at| figures.iter().position(|node| *node == at));
        let last = figures.len().checked_sub(1)?;
        let next = match (at, forward) {
            (Some(at), true) if at < last => at + 1,
            (Some(at), false) if at > 0 => at - 1,
            (_, true) => 0,
            (_, false) => last,
        };
        (Some(next) != at).then(|| self.tree.path(figures[next]))
    }

    /// The message about a search that finds no [neighbor](Self::neighbor): at most one entry can be opened. The files of a figure
    /// are listed, too.
    #[must_use]
    pub fn no_neighbor_message(&self, filter: &str) -> String {
        let words = shown(filter);
        let Some(&only) = self.tree.figures(filter).first() else {
            return format!("No model matches \"{words}\"");
        };
        let name = shown(self.tree.name(only));
        match self.tree.kind(only) {
            EntryKind::Figure => format!("Only files of {name} match \"{words}\""),
            _ => format!("Only {name} matches \"{words}\""),
        }
    }

    /// Sets the subjects that are seen, to be drawn.
    pub fn set_visible(&mut self, subjects: Vec<ThumbnailSubject>) {
        self.thumbnails.set_visible(subjects);
    }

    /// Looks again at the files of the subjects that are seen: they may have changed.
    pub fn check_thumbnails(&mut self) {
        self.thumbnails.check_again();
    }

    /// Lists the names in a folder, for the field in which a path is typed.
    pub fn list_names(&mut self, folder: PathBuf) {
        if self.offered.folder.as_ref() == Some(&folder) {
            return;
        }
        let listed = folder.clone();
        let task = Task::start(move |_| {
            let listing = list_folder(&listed, MAX_OFFERED).unwrap_or_default();
            let name = |item: FolderItem| (item.name, item.kind == ItemKind::Folder);
            listing.items.into_iter().filter(|item| item.refused.is_none()).map(name).collect()
        });
        self.offered = FolderNames { folder: Some(folder), names: Vec::new(), task: Some(task) };
    }

    /// Takes the results of tasks. Returns whether there is something new to show.
    pub fn poll(&mut self) -> bool {
        let start = Instant::now();
        let mut is_new = false;
        while let Some((node, listed)) = self.lister.next() {
            is_new = true;
            match listed {
                Ok(listing) => {
                    let requests = self.tree.listed(node, listing);
                    self.lister.add(requests, false);
                }
                Err(reason) => self.tree.failed(node, &reason),
            }
            if start.elapsed() >= MAX_TAKING {
                break;
            }
        }
        if let Some(names) = Task::take_finished(&mut self.offered.task) {
            self.offered.names = names.unwrap_or_default();
            is_new = true;
        }
        if self.known != self.tree.version() {
            self.find_current();
        }
        self.thumbnails.poll() || is_new
    }

    /// Whether something is listed or opened, which is shown once it takes longer than [`PATIENCE`].
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.lister.busy_since().is_some()
            || self.opener.busy().is_some()
            || self.counterpart.busy().is_some()
    }

    /// Whether a task is at work.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_working()
            || self.thumbnails.is_busy()
            || self.chooser.is_busy()
            || self.offered.task.is_some()
    }

    fn find_current(&mut self) {
        self.current_node = self.current.as_deref().and_then(|path| self.tree.find(path));
        if let Some(node) = self.current_node
            && std::mem::take(&mut self.reveals)
        {
            let requests = self.tree.reveal(node);
            self.lister.add(requests, true);
        }
        self.known = self.tree.version();
    }
}

#[cfg(test)]
mod tests;
