//! Tasks that list folders and archives, in the order of the requests.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use md2_assets::{FolderId, FolderListing, list_folder};
use md2_task::Task;

use super::tree::{ListRequest, NodeId};

const MAX_NAMES: usize = 1 << 17;
/// The maximum number of tasks at a time, so that one task lists folders while the window takes the results of the other.
const MAX_TASKS: usize = 2;
const MAX_BATCH: usize = 64;
/// The time after which a task ends instead of listing another folder, so that the window receives results early.
const BATCH_TIME: Duration = Duration::from_millis(20);

pub(crate) type ListResult = (NodeId, Result<FolderListing, String>);

#[derive(Debug, Default)]
pub(crate) struct Lister {
    queue: VecDeque<ListRequest>,
    /// The running tasks, each with the tree entries of the folders that it lists, in the order of the requests.
    tasks: VecDeque<(Vec<NodeId>, Task<Batch>)>,
    results: VecDeque<ListResult>,
    /// The tree node of each listed folder. If a symbolic link leads to a folder in this map, the folder is not listed again.
    listed: HashMap<FolderId, NodeId>,
    since: Option<Instant>,
}

#[derive(Debug)]
struct Batch {
    folders: Vec<ListedFolder>,
    /// The requests that the task returns unprocessed, because [`BATCH_TIME`] had passed.
    rest: VecDeque<ListRequest>,
}

#[derive(Debug)]
struct ListedFolder {
    node: NodeId,
    /// The identity of the folder, which detects links to a listed folder. `None` for a folder in an archive, which has no links.
    id: Option<FolderId>,
    listing: Result<FolderListing, String>,
}

impl Lister {
    pub(crate) fn add(&mut self, requests: Vec<ListRequest>, urgent: bool) {
        if requests.is_empty() {
            return;
        }
        self.since.get_or_insert_with(Instant::now);
        if urgent {
            requests.into_iter().rev().for_each(|request| self.queue.push_front(request));
        } else {
            self.queue.extend(requests);
        }
        self.start();
    }

    /// Forgets the folders of entries that were removed from the tree, since the system may give their identity to a new folder.
    pub(crate) fn forget(&mut self, removed: &HashSet<NodeId>) {
        if !removed.is_empty() {
            self.listed.retain(|_, node| !removed.contains(node));
        }
    }

    pub(crate) fn next(&mut self) -> Option<ListResult> {
        while self.results.is_empty() {
            let finished = self.tasks.front_mut()?.1.poll()?;
            let (nodes, _) = self.tasks.pop_front()?;
            match finished {
                Ok(batch) => self.take(batch),
                Err(lost) => self.results.extend(nodes.into_iter().map(|node| (node, Err(lost.to_string())))),
            }
            self.start();
        }
        let result = self.results.pop_front();
        if self.results.is_empty() && self.tasks.is_empty() {
            self.since = None;
        }
        result
    }

    pub(crate) fn busy_since(&self) -> Option<Instant> {
        self.since
    }

    fn take(&mut self, batch: Batch) {
        batch.rest.into_iter().rev().for_each(|request| self.queue.push_front(request));
        for ListedFolder { node, id, listing } in batch.folders {
            let first = id.map_or(node, |id| *self.listed.entry(id).or_insert(node));
            let is_repeated = first != node;
            let repeated = || Err(String::from("a link to a folder that is already listed"));
            self.results.push_back((node, if is_repeated { repeated() } else { listing }));
        }
    }

    fn start(&mut self) {
        while self.tasks.len() < MAX_TASKS && !self.queue.is_empty() {
            let requests: VecDeque<_> = self.queue.drain(..self.queue.len().min(MAX_BATCH)).collect();
            let nodes = requests.iter().map(|(node, _)| *node).collect();
            self.tasks.push_back((nodes, Task::start(|_| list(requests))));
        }
    }
}

fn list(mut rest: VecDeque<ListRequest>) -> Batch {
    let start = Instant::now();
    let mut folders = Vec::new();
    while folders.is_empty() || start.elapsed() < BATCH_TIME {
        let Some((node, path)) = rest.pop_front() else { break };
        let listing = list_folder(&path, MAX_NAMES).map_err(|error| error.reason());
        folders.push(ListedFolder { node, id: FolderId::read(&path).ok(), listing });
    }
    Batch { folders, rest }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use md2_testdata::TempFolder;

    use super::*;
    use crate::testing;
    use crate::tree::{EntryKind, Root, Tree};

    fn wait(lister: &mut Lister) -> ListResult {
        testing::wait(|| lister.next())
    }

    fn requests(folder: &Path, names: &[&str]) -> Vec<ListRequest> {
        let root =
            |name: &&str| Root { path: folder.join(name), kind: EntryKind::Folder, is_recursive: true };
        Tree::new(names.iter().map(root).collect(), 1).1
    }

    #[cfg(unix)]
    #[test]
    fn does_not_follow_a_link_to_a_listed_folder() {
        let folder = TempFolder::new();
        std::fs::create_dir(folder.path("real")).unwrap();
        std::os::unix::fs::symlink(folder.path("real"), folder.path("link")).unwrap();
        let mut lister = Lister::default();
        lister.add(requests(&folder, &["real", "link"]), false);
        assert!(wait(&mut lister).1.is_ok());
        assert!(wait(&mut lister).1.unwrap_err().contains("already listed"));
    }
}
