//! Lists folders and archives in a thread of its own, one after the other, as long as there is something to list.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use md2_assets::{Listing, list_folder};

use crate::tree::{Ask, NodeId};

/// Names of one folder that are listed at most: what people can look through ends far before.
const MAX_NAMES: usize = 1 << 17;

/// What a folder came to, or why it cannot be listed.
pub(crate) type News = (NodeId, Result<Listing, String>);

#[derive(Debug)]
pub(crate) struct Lister {
    queue: Arc<Mutex<Queue>>,
    sender: Sender<News>,
    news: Receiver<News>,
    /// How many answers are to come.
    open: usize,
    since: Option<Instant>,
}

#[derive(Debug, Default)]
struct Queue {
    asks: VecDeque<Ask>,
    /// The folders that were listed, by their one name.
    seen: HashMap<PathBuf, NodeId>,
    is_running: bool,
}

impl Default for Lister {
    fn default() -> Self {
        let (sender, news) = mpsc::channel();
        Self { queue: Arc::default(), sender, news, open: 0, since: None }
    }
}

impl Drop for Lister {
    fn drop(&mut self) {
        lock(&self.queue).asks.clear();
    }
}

impl Lister {
    /// Lists these too: before all others if somebody waits for them.
    pub(crate) fn ask(&mut self, asks: Vec<Ask>, first: bool) {
        if asks.is_empty() {
            return;
        }
        let mut queue = lock(&self.queue);
        self.open += asks.len();
        self.since.get_or_insert_with(Instant::now);
        if first {
            asks.into_iter().rev().for_each(|ask| queue.asks.push_front(ask));
        } else {
            queue.asks.extend(asks);
        }
        if !queue.is_running {
            let (shared, sender) = (Arc::clone(&self.queue), self.sender.clone());
            let started =
                thread::Builder::new().name(String::from("lister")).spawn(move || work(&shared, &sender));
            queue.is_running = started.is_ok();
            if let Err(error) = started {
                for (id, _) in queue.asks.drain(..) {
                    let _ = self.sender.send((id, Err(format!("no thread can be started: {error}"))));
                }
            }
        }
    }

    /// What is listed since the last call, if anything is.
    pub(crate) fn next(&mut self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.since = None;
        }
        Some(news)
    }

    /// Since when there is something to list.
    pub(crate) fn busy_since(&self) -> Option<Instant> {
        self.since
    }
}

/// Lists until there is nothing left.
fn work(queue: &Mutex<Queue>, sender: &Sender<News>) {
    work_with(queue, sender, |path| list_folder(path, MAX_NAMES).map_err(|error| error.reason()));
}

fn work_with(queue: &Mutex<Queue>, sender: &Sender<News>, list: impl Fn(&Path) -> Result<Listing, String>) {
    loop {
        let (id, path) = {
            let mut queue = lock(queue);
            match queue.asks.pop_front() {
                Some(ask) => ask,
                None => {
                    queue.is_running = false;
                    return;
                }
            }
        };
        let asked = Asked { id, queue, sender };
        // In an archive there is nothing to follow.
        let own = path.canonicalize().ok().filter(|own| own.is_dir());
        let other = own.map(|own| *lock(queue).seen.entry(own).or_insert(id));
        let listed = match other {
            Some(other) if other != id => Err(String::from("a link to a folder that is listed already")),
            _ => list(&path),
        };
        if !asked.answer(listed) {
            return;
        }
    }
}

/// What is being listed. Every ask is answered, also where listing it ends the thread: somebody counts the answers.
struct Asked<'a> {
    id: NodeId,
    queue: &'a Mutex<Queue>,
    sender: &'a Sender<News>,
}

impl Asked<'_> {
    /// Returns whether anybody listens.
    fn answer(&self, listed: Result<Listing, String>) -> bool {
        self.sender.send((self.id, listed)).is_ok()
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        let mut queue = lock(self.queue);
        queue.is_running = false;
        let waiting: Vec<NodeId> = queue.asks.drain(..).map(|(id, _)| id).collect();
        for id in std::iter::once(self.id).chain(waiting) {
            let _ = self.sender.send((id, Err(String::from("the listing ended without a result"))));
        }
    }
}

fn lock(queue: &Mutex<Queue>) -> std::sync::MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tree::{Root, Sort, Tree};

    #[test]
    fn every_ask_is_answered_also_where_the_thread_ends_early() {
        let folder = tempfile::tempdir().unwrap();
        let root = |name: &str| Root { path: folder.path().join(name), sort: Sort::Folder, is_whole: true };
        let (_, asks) = Tree::new(vec![root("a"), root("b"), root("c")], 1);
        let count = asks.len();
        assert!(count > 1);
        let mut lister = Lister::default();
        (lister.open, lister.since) = (count, Some(Instant::now()));
        *lock(&lister.queue) = Queue { asks: asks.clone().into(), is_running: true, ..Queue::default() };
        let (queue, sender) = (Arc::clone(&lister.queue), lister.sender.clone());
        let early = thread::spawn(move || work_with(&queue, &sender, |_| panic!("as if it were broken")));
        assert!(early.join().is_err());
        for _ in 0..count {
            assert!(lister.next().is_some_and(|(_, listed)| listed.is_err()));
        }
        assert!(lister.busy_since().is_none() && lister.next().is_none());

        lister.ask(asks, false);
        for _ in 0..count {
            assert!(lister.news.recv_timeout(Duration::from_secs(60)).is_ok(), "the next thread is begun");
        }
    }
}
