//! What there is to open: folders and archives as a tree, what was opened last, dialogs; and all that is read for it in the
//! background.
//!
//! Nothing here waits. Threads list, draw and open; [`Browser::poll`] takes what they have come to.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use md2_assets::list_folder;

use crate::chooser::Chooser;
use crate::lister::Lister;
use crate::opener::{Opener, Way};
use crate::recent::Recent;
use crate::thumbnails::{Subject, Thumbnail, Thumbnails};
use crate::tree::{NodeId, Root, Sort, Tree};

use crate::place;
use crate::stdin::STANDARD_INPUT;
use md2_scene::text::shown;

/// What takes longer than this is shown, and can be stopped.
pub const PATIENCE: Duration = Duration::from_millis(200);
/// How long listings are taken in at once, so that the window goes on.
const MAX_TAKING: Duration = Duration::from_millis(4);
/// Names that the field for a path offers.
const MAX_OFFERED: usize = 4096;

#[derive(Debug, Default)]
pub struct Browser {
    tree: Tree,
    lister: Lister,
    thumbnails: Thumbnails,
    pub opener: Opener,
    /// Opens what the model that is shown is compared with.
    pub counterpart: Opener,
    pub chooser: Chooser,
    pub recent: Recent,
    offered: Offered,
    /// What is open, where it stands, and for which state of the tree that is known.
    current: Option<PathBuf>,
    current_node: Option<NodeId>,
    known: u64,
    /// What was asked for since and could not be opened.
    tried: Option<PathBuf>,
    /// Whether the folders around it are still to be opened, once they are listed.
    reveals: bool,
}

/// What lies in a folder, for whoever types a path.
#[derive(Debug, Default)]
struct Offered {
    folder: Option<PathBuf>,
    names: Vec<(String, bool)>,
    news: Option<Receiver<Vec<(String, bool)>>>,
}

impl Offered {
    /// Takes the names, once they are known. Where the thread has ended without any, none are offered.
    fn tend(&mut self) -> bool {
        let Some(news) = &self.news else { return false };
        match news.try_recv() {
            Ok(names) => self.names = names,
            Err(TryRecvError::Disconnected) => {}
            Err(TryRecvError::Empty) => return false,
        }
        self.news = None;
        true
    }
}

impl Browser {
    /// The tree of folders, archives and models.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What is open, if it stands in the tree.
    pub fn current(&self) -> Option<NodeId> {
        self.current_node
    }

    /// How something looks, if it was drawn.
    pub fn look(&self, subject: &Subject) -> Option<&Thumbnail> {
        self.thumbnails.look(subject)
    }

    /// Whether the tree is being listed for so long that it is to be told.
    pub fn lists_long(&self) -> bool {
        self.lister.busy_since().is_some_and(|since| since.elapsed() >= PATIENCE)
    }

    /// What is being opened for so long that it is to be told.
    pub fn opens_long(&self) -> Option<&Path> {
        let busy = [&self.opener, &self.counterpart].into_iter().filter_map(Opener::busy);
        let mut long = busy.filter(|(_, since)| since.elapsed() >= PATIENCE);
        long.find_map(|(asked, _)| asked.first()).map(PathBuf::as_path)
    }

    /// Whether what lies in a folder was asked for last.
    pub fn offers(&self, folder: &Path) -> bool {
        self.offered.folder.as_deref() == Some(folder)
    }

    /// The names in a folder, and whether each is a folder; none until they are known.
    pub fn offered(&self, folder: &Path) -> &[(String, bool)] {
        if self.offers(folder) { &self.offered.names } else { &[] }
    }

    /// Begins a tree, and finds what is open in it.
    pub fn show(&mut self, roots: Vec<Root>) {
        let (tree, asks) = Tree::new(roots, self.tree.version() + 1);
        (self.tree, self.lister) = (tree, Lister::default());
        self.lister.ask(asks, false);
        self.reveals = self.current.is_some();
        self.find_current();
    }

    /// Tells what is shown from now on. What was asked for to compare what was shown before with is not wanted any more.
    pub fn opened(&mut self, path: Option<&Path>) {
        self.counterpart.stop();
        self.current = path.map(place::absolute);
        self.tried = None;
        self.reveals = self.current.is_some();
        self.find_current();
    }

    /// Notes why something cannot be opened, or that it can.
    pub fn mark(&mut self, path: &Path, reason: Option<&str>) {
        let path = place::absolute(path);
        if let Some(node) = self.tree.find(&path) {
            self.tree.mark(node, reason);
            // What could not be drawn may be seen now.
            let subject = Subject::File(self.tree.path(node));
            if reason.is_none() && self.look(&subject).is_some_and(Result::is_err) {
                self.look_again();
            }
        }
    }

    /// Notes what came of what was asked for: marks what could not be opened, and adds what could to what was opened last, unless
    /// it was only passed.
    pub fn note_opened<T>(
        &mut self,
        asked: &[PathBuf],
        way: Way,
        figure: &anyhow::Result<T>,
        passed_over: &[(PathBuf, String)],
    ) {
        for (path, reason) in passed_over {
            self.mark(path, Some(reason));
        }
        let reason = figure.as_ref().err().map(|error| format!("{error:#}"));
        // What stands before it was passed over.
        let place = if reason.is_some() { 0 } else { passed_over.len() };
        let Some(path) = asked.get(place) else { return };
        self.mark(path, reason.as_deref());
        self.tried = reason.as_ref().map(|_| place::absolute(path));
        // Standard input holds something else another time.
        if reason.is_none() && way != Way::Passing && path.as_os_str() != STANDARD_INPUT {
            self.recent.add(path);
        }
    }

    /// Marks what is not there, and hands it on.
    pub fn note_missing(&mut self, missing: Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
        for (path, reason) in &missing {
            self.mark(path, Some(reason));
        }
        missing
    }

    /// Lists the folder again in which a file was written, if that stands in the tree.
    pub fn written(&mut self, file: &Path) {
        let file = place::absolute(file);
        let folder = file.parent().and_then(|folder| self.tree.find(folder));
        let asks = folder.and_then(|folder| self.tree.list_again(folder));
        self.lister.ask(asks.into_iter().collect(), true);
    }

    pub fn set_open(&mut self, node: NodeId, is_open: bool) {
        let asks = self.tree.set_open(node, is_open);
        self.lister.ask(asks, true);
    }

    pub fn deepen(&mut self) {
        let asks = self.tree.deepen();
        self.lister.ask(asks, false);
    }

    /// Ends what is listed and opened.
    pub fn stop(&mut self) {
        self.opener.stop();
        self.counterpart.stop();
        if self.lister.busy_since().is_some() {
            self.lister = Lister::default();
            self.tree.stopped();
        }
    }

    /// The model after the one that is open, about to be or could not be, or the one before, around the ends.
    pub fn neighbor(&self, filter: &str, forward: bool) -> Option<PathBuf> {
        let figures = self.tree.figures(filter);
        let pending =
            self.opener.busy().and_then(|(asked, _)| self.tree.find(&place::absolute(asked.first()?)));
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

    /// What is told of a search that finds no [neighbor](Self::neighbor): at most one entry can be opened. The files of a figure
    /// are listed, too.
    pub fn no_neighbor(&self, filter: &str) -> String {
        let words = shown(filter);
        let Some(&only) = self.tree.figures(filter).first() else {
            return format!("The search for {words} finds no model");
        };
        let name = shown(self.tree.name(only));
        match self.tree.sort(only) {
            Sort::Figure => format!("All that the search for {words} finds are files of {name}"),
            _ => format!("The search for {words} finds no model but {name}"),
        }
    }

    /// Tells what is seen of the tree and of skins, to be drawn.
    pub fn see(&mut self, subjects: Vec<Subject>) {
        self.thumbnails.see(subjects);
    }

    /// Looks again at the files of what is seen: they may have changed.
    pub fn look_again(&mut self) {
        self.thumbnails.look_again();
    }

    /// Lists a folder for whoever types a path.
    pub fn offer(&mut self, folder: PathBuf) {
        if self.offered.folder.as_ref() == Some(&folder) {
            return;
        }
        let (sender, news) = mpsc::channel();
        let of = folder.clone();
        let work = move || {
            let listing = list_folder(&of, MAX_OFFERED).unwrap_or_default();
            let item = |item: md2_assets::Item| (item.name, item.kind == md2_assets::ItemKind::Folder);
            let names = listing.items.into_iter().filter(|item| item.refused.is_none()).map(item);
            // Where nobody listens any more, another folder is wanted.
            let _ = sender.send(names.collect());
        };
        // Where no thread can be started, nothing is offered.
        let _ = thread::Builder::new().name(String::from("offer")).spawn(work);
        self.offered = Offered { folder: Some(folder), names: Vec::new(), news: Some(news) };
    }

    /// Takes what the threads have come to. Returns whether there is something new to show.
    pub fn poll(&mut self) -> bool {
        let start = Instant::now();
        let mut is_new = false;
        while let Some((node, listed)) = self.lister.next() {
            is_new = true;
            match listed {
                Ok(listing) => {
                    let asks = self.tree.listed(node, listing);
                    self.lister.ask(asks, false);
                }
                Err(reason) => self.tree.failed(node, &reason),
            }
            if start.elapsed() >= MAX_TAKING {
                break;
            }
        }
        is_new |= self.offered.tend();
        if self.known != self.tree.version() {
            self.find_current();
        }
        self.thumbnails.poll() || is_new
    }

    /// Whether a thread is at work.
    pub fn is_busy(&self) -> bool {
        self.lister.busy_since().is_some()
            || self.thumbnails.is_busy()
            || self.opener.busy().is_some()
            || self.counterpart.busy().is_some()
            || self.chooser.is_busy()
            || self.offered.news.is_some()
    }

    fn find_current(&mut self) {
        self.current_node = self.current.as_deref().and_then(|path| self.tree.find(path));
        if let Some(node) = self.current_node
            && std::mem::take(&mut self.reveals)
        {
            let asks = self.tree.reveal(node);
            self.lister.ask(asks, true);
        }
        self.known = self.tree.version();
    }
}

#[cfg(test)]
#[path = "browser_tests.rs"]
mod tests;
