//! The tree of the Files tab: listed folders and archives.

mod rows;
mod survey;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{FolderItem, FolderListing, ItemKind};

pub use rows::{KindFilter, Row, RowFilter};
pub use survey::ModelCondition;
pub(crate) use survey::Survey;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Folder,
    Archive,
    /// A folder whose models form one player.
    Figure,
    Model,
    Image,
}

impl EntryKind {
    pub fn is_folder(self) -> bool {
        matches!(self, Self::Folder | Self::Archive | Self::Figure)
    }

    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure | Self::Model)
    }
}

impl From<ItemKind> for EntryKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Folder => Self::Folder,
            ItemKind::Archive => Self::Archive,
            ItemKind::Model => Self::Model,
            ItemKind::Image => Self::Image,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unlisted,
    /// The listing was requested, but has not ended.
    Requested,
    Listed,
}

/// The most useful kind of file in an entry, as far as it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    Nothing,
    Images,
    Models,
}

#[derive(Debug)]
struct Node {
    name: Box<str>,
    parent: Option<NodeId>,
    kind: EntryKind,
    state: State,
    is_open: bool,
    content: Content,
    reason: Option<Box<str>>,
    children: Vec<NodeId>,
    /// The number of file and folder names that the last listing of this folder read.
    names: usize,
    /// The conditions of a model, if a task has opened it.
    conditions: Option<Vec<ModelCondition>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub path: PathBuf,
    pub kind: EntryKind,
    /// Whether all folders below the root are listed, not only expanded folders.
    pub is_recursive: bool,
}

pub(crate) type ListRequest = (NodeId, PathBuf);

const MAX_NAMES: usize = 1 << 18;

#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: Vec<(NodeId, Root)>,
    names: usize,
    is_truncated: bool,
    version: u64,
    first_version: u64,
    /// The entries that later listings did not contain any more, until the browser takes them.
    pub(crate) removed: HashSet<NodeId>,
    /// The absolute paths of models with unsaved edits.
    edited: Vec<PathBuf>,
}

impl Tree {
    /// Creates a tree whose versions start at `version`, and returns the folders to list first.
    pub(crate) fn new(roots: Vec<Root>, version: u64) -> (Self, Vec<ListRequest>) {
        let mut tree = Self { version, first_version: version, ..Self::default() };
        for root in roots {
            let name = root.path.file_name().unwrap_or(root.path.as_os_str()).to_string_lossy().into_owned();
            let id = tree.add(None, &name, root.kind);
            tree.node_mut(id).is_open = true;
            tree.roots.push((id, root));
        }
        let folders: Vec<NodeId> =
            tree.roots.iter().map(|(id, _)| *id).filter(|id| tree.node(*id).kind.is_folder()).collect();
        let requests = folders.into_iter().filter_map(|id| tree.request(id)).collect();
        (tree, requests)
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether [`NodeId`]s from a version of the tree are still valid. False for a version of an earlier tree that this tree has replaced.
    pub fn has_ids_of(&self, version: u64) -> bool {
        (self.first_version..=self.version).contains(&version)
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether the tree has a root below which all folders are listed. The folder around a single model is not such a root.
    pub fn is_recursive(&self) -> bool {
        self.roots.iter().any(|(_, root)| root.is_recursive)
    }

    pub fn name_count(&self) -> usize {
        self.names
    }

    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    pub fn kind(&self, id: NodeId) -> EntryKind {
        self.node(id).kind
    }

    pub fn is_open(&self, id: NodeId) -> bool {
        self.node(id).is_open
    }

    pub fn is_being_listed(&self, id: NodeId) -> bool {
        self.node(id).state == State::Requested
    }

    pub fn reason(&self, id: NodeId) -> Option<&str> {
        self.node(id).reason.as_deref()
    }

    /// Sets the paths of models with unsaved edits, and returns the paths before.
    pub(crate) fn set_edited(&mut self, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        self.version += u64::from(paths != self.edited);
        std::mem::replace(&mut self.edited, paths)
    }

    pub fn is_edited(&self, id: NodeId) -> bool {
        self.edited.iter().any(|path| self.find(path) == Some(id))
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The path of an entry. If an archive rejects the entry, the path cannot be opened.
    pub fn path(&self, id: NodeId) -> PathBuf {
        let mut names = Vec::new();
        let mut node = id;
        while let Some(parent) = self.node(node).parent {
            names.push(&*self.node(node).name);
            node = parent;
        }
        let root = self.roots.iter().find(|(root, _)| *root == node).map(|(_, root)| root.path.clone());
        let mut path = root.unwrap_or_default();
        path.extend(names.iter().rev());
        path
    }

    /// Sets the contents of a folder. Entries that the folder already contained keep their [`NodeId`]s. Returns the folders to list next.
    pub(crate) fn set_listing(&mut self, id: NodeId, listing: FolderListing) -> Vec<ListRequest> {
        self.version += 1;
        self.is_truncated |= listing.is_cut;
        let is_root = self.node(id).parent.is_none();
        let holds_more = listing.items.iter().any(|item| EntryKind::from(item.kind).is_folder());
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = None;
        if listing.is_figure && node.kind == EntryKind::Folder {
            node.kind = EntryKind::Figure;
            // Collapse a player's folder, unless that would hide other folders of a root.
            node.is_open &= !is_root || holds_more;
        }
        let before = std::mem::take(&mut node.children);
        let names = std::mem::replace(&mut node.names, listing.names);
        self.names = self.names - names + listing.names;
        let before: HashMap<Box<str>, NodeId> =
            before.into_iter().map(|child| (self.node(child).name.clone(), child)).collect();
        let children: Vec<NodeId> = listing
            .items
            .iter()
            .map(|item| {
                let same = before.get(&*item.name).filter(|child| self.matches(**child, item.kind));
                same.copied().unwrap_or_else(|| self.add_item(id, item))
            })
            .collect();
        let stays: HashSet<NodeId> = children.iter().copied().collect();
        let gone: Vec<NodeId> = before.into_values().filter(|child| !stays.contains(child)).collect();
        gone.into_iter().for_each(|child| self.remove(child));
        self.node_mut(id).children = children;
        self.update_content(id);
        if let Some(only) = self.only_folder(id).filter(|_| self.node(id).is_open) {
            // Both are one row.
            self.node_mut(only).is_open |= self.node(only).state == State::Unlisted;
        }
        self.request_below(id)
    }

    pub(crate) fn list_again(&mut self, id: NodeId) -> Option<ListRequest> {
        let node = self.node_mut(id);
        if !node.kind.is_folder() || node.state == State::Unlisted {
            return None;
        }
        node.state = State::Requested;
        Some((id, self.path(id)))
    }

    pub(crate) fn list_archive_again(&mut self, id: NodeId) -> Vec<ListRequest> {
        let (mut requests, mut inside) = (Vec::new(), vec![id]);
        while let Some(id) = inside.pop() {
            requests.extend(self.list_again(id));
            inside.extend(&self.node(id).children);
        }
        requests
    }

    pub(crate) fn set_listing_error(&mut self, id: NodeId, reason: &str) {
        self.version += 1;
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = Some(reason.into());
    }

    pub(crate) fn mark(&mut self, id: NodeId, reason: Option<&str>) {
        if self.reason(id) != reason {
            self.version += 1;
            let node = self.node_mut(id);
            (node.reason, node.conditions) = (reason.map(Into::into), None);
        }
    }

    pub(crate) fn set_open(&mut self, id: NodeId, is_open: bool) -> Vec<ListRequest> {
        if !self.node(id).kind.is_folder() {
            return Vec::new();
        }
        self.version += 1;
        self.node_mut(id).is_open = is_open;
        if !is_open {
            return Vec::new();
        }
        // The folders around a visible entry are open, or form one row with it.
        let mut around = self.parent(id);
        while let Some(folder) = around {
            self.node_mut(folder).is_open = true;
            around = self.parent(folder);
        }
        self.request(id).into_iter().chain(self.request_below(id)).collect()
    }

    pub(crate) fn reveal(&mut self, id: NodeId) -> Vec<ListRequest> {
        let mut requests = Vec::new();
        let mut around = self.parent(id);
        while let Some(folder) = around {
            if !self.is_open(folder) {
                requests.extend(self.set_open(folder, true));
            }
            around = self.parent(folder);
        }
        requests
    }

    /// Makes all roots recursive, so that a search finds the files of all folders. Returns the folders that have to be listed for this.
    pub(crate) fn list_all(&mut self) -> Vec<ListRequest> {
        if self.roots.iter().all(|(_, root)| root.is_recursive) {
            return Vec::new();
        }
        self.roots.iter_mut().for_each(|(_, root)| root.is_recursive = true);
        (0..self.nodes.len()).filter_map(|index| self.request(NodeId(u32::try_from(index).ok()?))).collect()
    }

    pub(crate) fn cancel_requests(&mut self) {
        self.version += 1;
        for node in self.nodes.iter_mut().filter(|node| node.state == State::Requested) {
            node.state = State::Unlisted;
        }
    }

    /// Finds the entry of a path. For a file directly in the folder of a player, returns the entry of the player. `None` if the
    /// tree does not contain the path.
    pub fn find(&self, path: &Path) -> Option<NodeId> {
        let in_root = |(id, root): &(NodeId, Root)| Some((*id, path.strip_prefix(&root.path).ok()?));
        let mut found = self.roots.iter().filter_map(in_root);
        found.find_map(|(root, rest)| {
            let mut node = root;
            for part in rest {
                let name = part.to_string_lossy();
                let child =
                    self.node(node).children.iter().copied().find(|child| *self.node(*child).name == *name);
                if self.kind(node) == EntryKind::Figure
                    && !child.is_some_and(|child| self.kind(child).is_folder())
                {
                    return Some(node);
                }
                node = child?;
            }
            Some(node)
        })
    }

    fn add(&mut self, parent: Option<NodeId>, name: &str, kind: EntryKind) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let state = if kind.is_folder() { State::Unlisted } else { State::Listed };
        let (name, children) = (name.into(), Vec::new());
        self.nodes.push(Node {
            name,
            parent,
            kind,
            state,
            is_open: false,
            content: if kind == EntryKind::Image { Content::Images } else { Content::Models },
            reason: None,
            children,
            names: 0,
            conditions: None,
        });
        id
    }

    fn add_item(&mut self, parent: NodeId, item: &FolderItem) -> NodeId {
        let id = self.add(Some(parent), &item.name, item.kind.into());
        if let Some(reason) = &item.refused {
            let node = self.node_mut(id);
            node.reason = Some(reason.as_str().into());
            node.state = State::Listed;
        }
        id
    }

    /// Whether an entry has the same kind as an item of a listing. In listings, players' folders have the kind of any other folder.
    fn matches(&self, id: NodeId, kind: ItemKind) -> bool {
        let entry = self.kind(id);
        entry == kind.into() || (entry == EntryKind::Figure && kind == ItemKind::Folder)
    }

    /// Requests the listings of all subfolders of an expanded folder, since only a listing shows whether a subfolder
    /// contains a player. Below a recursive root, also does this for collapsed folders and for archives.
    fn request_below(&mut self, id: NodeId) -> Vec<ListRequest> {
        let is_recursive = self.is_below_recursive(id);
        let mut wanted = self.node(id).children.clone();
        // A folder that contains only one folder is one row with it, so that folder is listed, too.
        if !is_recursive && !self.node(id).is_open && self.only_folder(id).is_none() {
            return Vec::new();
        }
        wanted.retain(|child| is_recursive || self.kind(*child) != EntryKind::Archive);
        wanted.into_iter().filter_map(|child| self.request(child)).collect()
    }

    fn request(&mut self, id: NodeId) -> Option<ListRequest> {
        if self.node(id).state != State::Unlisted {
            return None;
        }
        if self.names >= MAX_NAMES {
            self.is_truncated = true;
            return None;
        }
        self.node_mut(id).state = State::Requested;
        Some((id, self.path(id)))
    }

    fn is_below_recursive(&self, mut id: NodeId) -> bool {
        while let Some(parent) = self.node(id).parent {
            id = parent;
        }
        self.roots.iter().any(|(root, about)| *root == id && about.is_recursive)
    }

    fn update_content(&mut self, mut id: NodeId) {
        loop {
            let node = self.node(id);
            let is_known =
                node.state == State::Listed && node.kind == EntryKind::Folder && node.reason.is_none();
            let best = || node.children.iter().map(|child| self.node(*child).content).max();
            let content = if is_known { best().unwrap_or(Content::Nothing) } else { Content::Models };
            if content == node.content {
                return;
            }
            self.node_mut(id).content = content;
            match self.node(id).parent {
                Some(parent) => id = parent,
                None => return,
            }
        }
    }

    /// Returns the folder or player in a folder that contains nothing else. The list shows both in one row.
    fn only_folder(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        if node.kind != EntryKind::Folder || node.state != State::Listed || node.reason.is_some() {
            return None;
        }
        let mut shown = node.children.iter().filter(|child| self.node(**child).content > Content::Nothing);
        let only = *shown.next()?;
        let is_folder = matches!(self.kind(only), EntryKind::Folder | EntryKind::Figure);
        (is_folder && shown.next().is_none()).then_some(only)
    }

    fn remove(&mut self, id: NodeId) {
        self.names -= std::mem::take(&mut self.node_mut(id).names);
        self.removed.insert(id);
        std::mem::take(&mut self.node_mut(id).children).into_iter().for_each(|child| self.remove(child));
    }

    /// Returns the paths of the listed folders outside archives and of the folders around roots that are files, at most `most` paths.
    /// Folders closer to the root come first.
    pub(crate) fn listed_folders(&self, most: usize) -> BTreeSet<PathBuf> {
        let mut folders = BTreeSet::new();
        let mut level: Vec<NodeId> = self.roots.iter().map(|(id, _)| *id).collect();
        while !level.is_empty() {
            for &id in level.iter().take(most.saturating_sub(folders.len())) {
                let path = self.path(id);
                match self.kind(id) {
                    EntryKind::Folder | EntryKind::Figure => folders.extend(Some(path)),
                    _ => folders.extend(path.parent().map(Path::to_owned)),
                }
            }
            let is_listed = |id: &NodeId| {
                let node = self.node(*id);
                matches!(node.kind, EntryKind::Folder | EntryKind::Figure) && node.state == State::Listed
            };
            let below = level.iter().filter(|id| is_listed(id)).flat_map(|id| &self.node(*id).children);
            level = below.copied().filter(is_listed).collect();
        }
        folders
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

#[cfg(test)]
mod tests;
