//! The state of the Files tab: folders and archives as a tree, recent files, file dialogs and thumbnails.
//!
//! No function of this module waits. Tasks list folders, draw thumbnails and open models; [`Browser::poll`] takes their results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::{FolderItem, list_folder};
use md2_scene::text::shown;
use md2_task::Task;

use super::chooser::FileChooser;
use super::file_manager::FileManager;
use super::lister::Lister;
use super::opener::{OpenOrigin, OpenResult, Opener};
use super::paths;
use super::recent::RecentFiles;
use super::thumbnails::{Thumbnail, ThumbnailSubject, Thumbnails};
use super::tree::{EntryKind, NodeId, Root, RowFilter, Survey, Tree};
use super::tree_watch::{MAX_FOLDERS, TreeWatch};
use md2_scene::stdin::STANDARD_INPUT;

pub const SLOW: Duration = Duration::from_millis(200);
/// The time after which a call of [`Browser::poll`] stops adding listings to the tree. The next call continues.
const MAX_POLL_TIME: Duration = Duration::from_millis(4);
const MAX_SUGGESTIONS: usize = 4096;
/// The maximum number of messages that one request shows about paths that cannot be opened.
const MAX_MESSAGES: usize = 5;

#[derive(Debug, Default)]
pub struct Browser {
    tree: Tree,
    lister: Lister,
    thumbnails: Thumbnails,
    survey: Survey,
    pub opener: Opener,
    pub counterpart: Opener,
    pub chooser: FileChooser,
    pub file_manager: FileManager,
    pub recent: RecentFiles,
    /// The folder of the book about keyframe animation, if the installed program carries it.
    pub book: Option<PathBuf>,
    watch: TreeWatch,
    suggestions: FolderNames,
    lost: Vec<PathBuf>,
    /// The absolute path of the open model; `None` for a model without a file.
    current: Option<PathBuf>,
    /// The tree entry of the open model, as last looked up in version `current_version` of the tree.
    current_node: Option<NodeId>,
    current_version: u64,
    /// The last requested path, if opening it failed; otherwise `None`.
    failed: Option<PathBuf>,
    /// Whether the tree still has to expand the folders around the open model, which is possible once they are listed.
    reveals_current: bool,
}

#[derive(Debug, Default)]
struct FolderNames {
    folder: Option<PathBuf>,
    names: Vec<(String, EntryKind)>,
    task: Option<Task<Vec<(String, EntryKind)>>>,
}

impl Browser {
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn current(&self) -> Option<NodeId> {
        self.current_node
    }

    pub fn thumbnail(&self, subject: &ThumbnailSubject) -> Option<&Thumbnail> {
        self.thumbnails.thumbnail(subject)
    }

    /// Whether the thumbnail shows a damaged model, with repairs.
    pub fn is_damaged(&self, subject: &ThumbnailSubject) -> bool {
        self.thumbnails.is_damaged(subject)
    }

    pub fn lost(&self) -> &[PathBuf] {
        &self.lost
    }

    pub fn set_lost(&mut self, path: &Path, is_lost: bool) {
        self.lost.retain(|lost| lost != path);
        self.lost.extend(is_lost.then(|| path.to_owned()));
    }

    pub fn set_edited<'a>(&mut self, paths: impl Iterator<Item = &'a Path>) {
        self.tree.set_edited(paths.map(paths::absolute).collect());
    }

    pub fn is_listing_long(&self) -> bool {
        self.lister.busy_since().is_some_and(|since| since.elapsed() >= SLOW)
    }

    pub fn slow_opening(&self) -> Option<&Path> {
        let busy = [&self.opener, &self.counterpart].into_iter().filter_map(Opener::busy);
        let mut slow = busy.filter(|(_, since)| since.elapsed() >= SLOW);
        slow.find_map(|(requested, _)| requested.first()).map(PathBuf::as_path)
    }

    pub fn has_requested_names(&self, folder: &Path) -> bool {
        self.suggestions.folder.as_deref() == Some(folder)
    }

    pub fn folder_names(&self, folder: &Path) -> &[(String, EntryKind)] {
        if self.has_requested_names(folder) { &self.suggestions.names } else { &[] }
    }

    pub fn set_roots(&mut self, roots: Vec<Root>) {
        let (tree, requests) = Tree::new(roots, self.tree.version() + 1);
        let edited = self.tree.set_edited(Vec::new());
        (self.tree, self.lister) = (tree, Lister::default());
        self.tree.set_edited(edited);
        self.survey = Survey::default();
        self.lister.add(requests, false);
        self.reveals_current = self.current.is_some();
        self.find_current();
    }

    /// Whether the tree lists all of these paths.
    pub fn lists(&self, paths: &[PathBuf]) -> bool {
        paths.iter().all(|path| self.tree.find(&paths::absolute(path)).is_some())
    }

    pub fn set_current(&mut self, path: Option<&Path>) {
        self.counterpart.stop();
        self.current = path.map(paths::absolute);
        self.failed = None;
        self.lost.clear();
        self.reveals_current = self.current.is_some();
        self.find_current();
    }

    /// Sets or removes the message in the tree that a path cannot be opened. `reason` is `None` if the path can be opened.
    pub fn mark(&mut self, path: &Path, reason: Option<&str>) {
        let path = paths::absolute(path);
        if let Some(node) = self.tree.find(&path) {
            self.tree.mark(node, reason);
            // A thumbnail that could not be drawn may be possible now.
            let subject = ThumbnailSubject::File(self.tree.path(node));
            if reason.is_none() && self.thumbnail(&subject).is_some_and(Result::is_err) {
                self.check_thumbnails();
            }
        }
    }

    /// Shows in the tree which of the requested paths could not be opened. Adds the opened path to the recent files, unless
    /// the user opened it by stepping to the next or previous model. Returns messages about skipped and missing paths.
    pub fn note_opened(&mut self, result: &OpenResult) -> Vec<String> {
        let OpenResult { figure, skipped, missing, requested, origin, .. } = result;
        for (path, reason) in skipped.iter().chain(missing) {
            self.mark(path, Some(reason));
        }
        let reason = figure.as_ref().err().map(|error| format!("{error:#}"));
        // The skipped paths are before the opened one.
        let index = if reason.is_some() { 0 } else { skipped.len() };
        if let Some(path) = requested.get(index) {
            self.mark(path, reason.as_deref());
            self.failed = reason.as_ref().map(|_| paths::absolute(path));
            // Standard input cannot be opened again.
            if reason.is_none() && *origin != OpenOrigin::Neighbor && path.as_os_str() != STANDARD_INPUT {
                self.recent.add(path);
            }
        }
        skipped.iter().chain(missing).take(MAX_MESSAGES).map(|(_, reason)| reason.clone()).collect()
    }

    pub fn note_written(&mut self, file: &Path) {
        if let Some(folder) = paths::absolute(file).parent() {
            self.list_again(folder);
        }
    }

    fn list_again(&mut self, folder: &Path) {
        let requests = self.tree.find(folder).and_then(|folder| self.tree.list_again(folder));
        self.lister.add(requests.into_iter().collect(), true);
    }

    fn poll_watch(&mut self) {
        if self.lister.busy_since().is_none() && !self.tree.is_empty() {
            let Self { tree, watch, .. } = self;
            watch.watch(tree.version(), || tree.listed_folders(MAX_FOLDERS));
        }
        let changed = self.watch.poll();
        self.watch.take_fresh().iter().for_each(|folder| self.list_again(folder));
        if !changed.is_empty() {
            self.survey.is_wanted |= self.survey.follows_changes;
            self.check_thumbnails();
            let folders: BTreeSet<&Path> = changed.iter().filter_map(|path| path.parent()).collect();
            folders.into_iter().for_each(|folder| self.list_again(folder));
            for path in &changed {
                let node = self.tree.find(path);
                node.into_iter().for_each(|node| self.tree.forget_conditions(node));
                let archive = node.filter(|node| self.tree.kind(*node) == EntryKind::Archive);
                let requests = archive.map(|archive| self.tree.list_archive_again(archive));
                self.lister.add(requests.unwrap_or_default(), true);
            }
        }
    }

    pub fn set_open(&mut self, node: NodeId, is_open: bool) {
        let requests = self.tree.set_open(node, is_open);
        self.lister.add(requests, true);
    }

    /// Starts to open all models of the tree, which finds the models of each [condition](super::ModelCondition).
    pub fn start_survey(&mut self) {
        self.list_all();
        (self.survey.is_wanted, self.survey.follows_changes) = (true, true);
    }

    /// The number of models that the survey still has to open; `None` if no survey runs.
    pub fn survey_rest(&self) -> Option<usize> {
        self.survey.rest()
    }

    pub fn list_all(&mut self) {
        let requests = self.tree.list_all();
        self.lister.add(requests, false);
    }

    pub fn stop(&mut self) {
        self.survey = Survey::default();
        self.opener.stop();
        self.counterpart.stop();
        if self.lister.busy_since().is_some() {
            self.lister = Lister::default();
            self.tree.cancel_requests();
        }
    }

    /// Returns the next model of the filtered tree, or the previous model if `forward` is false. Starts at the last
    /// requested model, or else at the open model. After the last model comes the first. `None` if there is no other model.
    pub fn neighbor(&self, filter: &RowFilter, forward: bool) -> Option<PathBuf> {
        let figures = self.tree.figures(filter);
        let pending = self
            .opener
            .busy()
            .and_then(|(requested, _)| self.tree.find(&paths::absolute(requested.first()?)));
        let failed = || self.failed.as_ref().and_then(|path| self.tree.find(path));
        let position = pending
            .or_else(failed)
            .or(self.current_node)
            .and_then(|current| figures.iter().position(|node| *node == current));
        let last = figures.len().checked_sub(1)?;
        let next = match (position, forward) {
            (Some(index), true) if index < last => index + 1,
            (Some(index), false) if index > 0 => index - 1,
            (_, true) => 0,
            (_, false) => last,
        };
        (Some(next) != position).then(|| self.tree.path(figures[next]))
    }

    /// The message to show if there is no [neighbor](Self::neighbor) because a filter matches at most one model.
    pub fn no_neighbor_message(&self, filter: &RowFilter) -> String {
        let Some(&only) = self.tree.figures(filter).first() else {
            return String::from("No model matches the search in Files");
        };
        let name = shown(self.tree.name(only));
        match self.tree.kind(only) {
            EntryKind::Figure => format!("Only files of {name} match the search in Files"),
            _ => format!("Only {name} matches the search in Files"),
        }
    }

    pub fn set_visible(&mut self, subjects: Vec<ThumbnailSubject>) {
        self.thumbnails.set_visible(subjects);
    }

    pub fn check_thumbnails(&mut self) {
        self.thumbnails.check_again();
    }

    /// Lists a folder in a task, also if it was listed before, because files may have changed.
    pub fn list_names(&mut self, folder: PathBuf) {
        let listed = folder.clone();
        let task = Task::start(move |_| {
            let listing = list_folder(&listed, MAX_SUGGESTIONS).unwrap_or_default();
            let name = |item: FolderItem| (item.name, item.kind.into());
            listing.items.into_iter().filter(|item| item.refused.is_none()).map(name).collect()
        });
        self.suggestions = FolderNames { folder: Some(folder), names: Vec::new(), task: Some(task) };
    }

    /// Takes the results of finished tasks. Returns whether there is something new to show.
    pub fn poll(&mut self) -> bool {
        let start = Instant::now();
        let mut is_new = false;
        while let Some((node, listed)) = self.lister.next() {
            is_new = true;
            match listed {
                Ok(listing) => {
                    let requests = self.tree.set_listing(node, listing);
                    self.lister.forget(&std::mem::take(&mut self.tree.removed));
                    self.lister.add(requests, false);
                }
                Err(reason) => self.tree.set_listing_error(node, &reason),
            }
            if start.elapsed() >= MAX_POLL_TIME {
                break;
            }
        }
        if let Some(names) = Task::take_finished(&mut self.suggestions.task) {
            self.suggestions.names = names.unwrap_or_default();
            is_new = true;
        }
        if self.current_version != self.tree.version() {
            self.find_current();
        }
        self.poll_watch();
        is_new |= self.survey.poll(&mut self.tree, self.lister.busy_since().is_none());
        self.thumbnails.poll() || is_new
    }

    pub fn is_working(&self) -> bool {
        self.lister.busy_since().is_some()
            || self.opener.busy().is_some()
            || self.counterpart.busy().is_some()
    }

    pub fn is_busy(&self) -> bool {
        self.is_working()
            || self.thumbnails.is_busy()
            || self.chooser.is_busy()
            || self.suggestions.task.is_some()
            || self.survey.rest().is_some()
    }

    fn find_current(&mut self) {
        self.current_node = self.current.as_deref().and_then(|path| self.tree.find(path));
        if let Some(node) = self.current_node
            && std::mem::take(&mut self.reveals_current)
        {
            let requests = self.tree.reveal(node);
            self.lister.add(requests, true);
        }
        self.current_version = self.tree.version();
    }
}

#[cfg(test)]
mod tests;
