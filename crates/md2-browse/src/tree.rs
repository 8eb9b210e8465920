//! The tree of the Files tab: folders, archives and their contents, as far as they are listed.

mod rows;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md2_assets::{FolderItem, FolderListing, ItemKind};

pub use rows::Row;

/// The number of an entry in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// The kind of an entry in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A folder.
    Folder,
    /// A file that contains others.
    Archive,
    /// A folder whose models are one figure, such as a player.
    Figure,
    /// The file of a model.
    Model,
    /// The file of a picture.
    Picture,
}

impl EntryKind {
    /// Whether it can contain other entries.
    #[must_use]
    pub fn is_folder(self) -> bool {
        matches!(self, Self::Folder | Self::Archive | Self::Figure)
    }

    /// Whether it is shown as a whole when it is chosen.
    #[must_use]
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
            ItemKind::Image => Self::Picture,
        }
    }
}

/// The progress of listing a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unlisted,
    /// A task lists it, or will.
    Asked,
    Listed,
}

#[derive(Debug)]
struct Node {
    name: Box<str>,
    parent: Option<NodeId>,
    kind: EntryKind,
    state: State,
    /// Whether its entries are shown.
    is_open: bool,
    /// Whether nothing in it can be opened.
    is_empty: bool,
    /// The reason why it cannot be read.
    reason: Option<Box<str>>,
    children: Vec<NodeId>,
    /// The number of names that were listed in it.
    names: usize,
}

/// A folder or file with which a tree begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The absolute path.
    pub path: PathBuf,
    /// The kind of the entry.
    pub kind: EntryKind,
    /// Whether all folders below it are listed, not only those that are open.
    pub is_recursive: bool,
}

/// A folder that is to be listed.
pub(crate) type ListRequest = (NodeId, PathBuf);

/// The maximum number of names that are listed for one tree, the same as for opening one path.
const MAX_NAMES: usize = 1 << 18;

/// Folders and archives with their contents, as far as they are listed.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: Vec<(NodeId, Root)>,
    names: usize,
    is_cut: bool,
    version: u64,
    /// The version with which the tree began.
    began: u64,
}

impl Tree {
    /// Makes a tree of these roots, and returns the folders to list first.
    pub(crate) fn new(roots: Vec<Root>, version: u64) -> (Self, Vec<ListRequest>) {
        let mut tree = Self { version, began: version, ..Self::default() };
        for root in roots {
            let name = root.path.file_name().unwrap_or(root.path.as_os_str()).to_string_lossy().into_owned();
            let id = tree.add(None, &name, root.kind);
            tree.node_mut(id).is_open = true;
            tree.roots.push((id, root));
        }
        let folders: Vec<NodeId> =
            tree.roots.iter().map(|(id, _)| *id).filter(|id| tree.node(*id).kind.is_folder()).collect();
        let requests = folders.into_iter().filter_map(|id| tree.ask(id)).collect();
        (tree, requests)
    }

    /// The version of the tree, which grows with every change.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the numbers of entries at a version mean the same now: they do as long as it is one tree.
    #[must_use]
    pub fn has_ids_of(&self, version: u64) -> bool {
        (self.began..=self.version).contains(&version)
    }

    /// Whether the tree has no roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether a root was given as a whole, and is not only the folder around a model.
    #[must_use]
    pub fn is_recursive(&self) -> bool {
        self.roots.iter().any(|(_, root)| root.is_recursive)
    }

    /// The number of names that were listed.
    #[must_use]
    pub fn name_count(&self) -> usize {
        self.names
    }

    /// Whether there are more names than are listed.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.is_cut
    }

    /// The name of an entry.
    #[must_use]
    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    /// The kind of an entry.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> EntryKind {
        self.node(id).kind
    }

    /// Whether the contents of an entry are shown.
    #[must_use]
    pub fn is_open(&self, id: NodeId) -> bool {
        self.node(id).is_open
    }

    /// Whether the contents of an entry are being listed.
    #[must_use]
    pub fn is_being_listed(&self, id: NodeId) -> bool {
        self.node(id).state == State::Asked
    }

    /// The reason why an entry cannot be read.
    #[must_use]
    pub fn reason(&self, id: NodeId) -> Option<&str> {
        self.node(id).reason.as_deref()
    }

    /// The folder that contains an entry.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The path of an entry. Of an entry that an archive refuses it leads nowhere.
    #[must_use]
    pub fn path(&self, id: NodeId) -> PathBuf {
        let mut names = Vec::new();
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            names.push(&*self.node(at).name);
            at = parent;
        }
        let root = self.roots.iter().find(|(root, _)| *root == at).map(|(_, root)| root.path.clone());
        let mut path = root.unwrap_or_default();
        path.extend(names.iter().rev());
        path
    }

    /// Takes the contents of a folder. Entries that were there before stay the same. Returns the folders to list next.
    pub(crate) fn listed(&mut self, id: NodeId, listing: FolderListing) -> Vec<ListRequest> {
        self.version += 1;
        self.is_cut |= listing.is_cut;
        let is_root = self.node(id).parent.is_none();
        let holds_more = listing.items.iter().any(|item| EntryKind::from(item.kind).is_folder());
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = None;
        if listing.is_figure && node.kind == EntryKind::Folder {
            node.kind = EntryKind::Figure;
            // It is one entry, as it is among others, unless that hid what else was given.
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
                let same = before.get(&*item.name).filter(|child| self.is_still(**child, item.kind));
                same.copied().unwrap_or_else(|| self.add_item(id, item))
            })
            .collect();
        self.node_mut(id).children = children;
        self.update_empty(id);
        self.below(id)
    }

    /// Lists a folder again, if it was listed.
    pub(crate) fn list_again(&mut self, id: NodeId) -> Option<ListRequest> {
        let node = self.node_mut(id);
        if !node.kind.is_folder() || node.state == State::Unlisted {
            return None;
        }
        node.state = State::Asked;
        Some((id, self.path(id)))
    }

    /// Takes the reason why a folder cannot be listed.
    pub(crate) fn failed(&mut self, id: NodeId, reason: &str) {
        self.version += 1;
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = Some(reason.into());
    }

    /// Stores the reason why a file cannot be read; `None` if it can.
    pub(crate) fn mark(&mut self, id: NodeId, reason: Option<&str>) {
        if self.reason(id) != reason {
            self.version += 1;
            self.node_mut(id).reason = reason.map(Into::into);
        }
    }

    /// Opens a folder, or closes it. Returns the folders to list for that.
    pub(crate) fn set_open(&mut self, id: NodeId, is_open: bool) -> Vec<ListRequest> {
        if !self.node(id).kind.is_folder() {
            return Vec::new();
        }
        self.version += 1;
        self.node_mut(id).is_open = is_open;
        if !is_open {
            return Vec::new();
        }
        self.ask(id).into_iter().chain(self.below(id)).collect()
    }

    /// Opens the folders around an entry. Returns the folders to list for that.
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

    /// Lists all folders from now on, for a search. Returns the folders to list for that.
    pub(crate) fn deepen(&mut self) -> Vec<ListRequest> {
        if self.roots.iter().all(|(_, root)| root.is_recursive) {
            return Vec::new();
        }
        self.roots.iter_mut().for_each(|(_, root)| root.is_recursive = true);
        (0..self.nodes.len()).filter_map(|index| self.ask(NodeId(u32::try_from(index).ok()?))).collect()
    }

    /// Takes that nothing is being listed any more.
    pub(crate) fn stopped(&mut self) {
        self.version += 1;
        for node in self.nodes.iter_mut().filter(|node| node.state == State::Asked) {
            node.state = State::Unlisted;
        }
    }

    /// Finds the entry of a path: of a file of a figure, the figure. Files in a folder below a figure have entries of their own.
    #[must_use]
    pub fn find(&self, path: &Path) -> Option<NodeId> {
        let in_root = |(id, root): &(NodeId, Root)| Some((*id, path.strip_prefix(&root.path).ok()?));
        let mut found = self.roots.iter().filter_map(in_root);
        found.find_map(|(root, rest)| {
            let mut at = root;
            for part in rest {
                let name = part.to_string_lossy();
                let child =
                    self.node(at).children.iter().copied().find(|child| *self.node(*child).name == *name);
                if self.kind(at) == EntryKind::Figure
                    && !child.is_some_and(|child| self.kind(child).is_folder())
                {
                    return Some(at);
                }
                at = child?;
            }
            Some(at)
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
            is_empty: false,
            reason: None,
            children,
            names: 0,
        });
        id
    }

    /// Adds an item of a listing.
    fn add_item(&mut self, parent: NodeId, item: &FolderItem) -> NodeId {
        let id = self.add(Some(parent), &item.name, item.kind.into());
        if let Some(reason) = &item.refused {
            let node = self.node_mut(id);
            node.reason = Some(reason.as_str().into());
            node.state = State::Listed;
        }
        id
    }

    /// Whether it is of this kind. A folder may have turned out to be a figure.
    fn is_still(&self, id: NodeId, kind: ItemKind) -> bool {
        let now = self.kind(id);
        now == kind.into() || (now == EntryKind::Figure && kind == ItemKind::Folder)
    }

    /// The folders in a folder that are to be listed: all of them in a whole tree, and those that are seen, to recognize figures.
    fn below(&mut self, id: NodeId) -> Vec<ListRequest> {
        let is_recursive = self.is_in_whole(id);
        if !is_recursive && !self.node(id).is_open {
            return Vec::new();
        }
        let children = self.node(id).children.clone();
        let wanted =
            children.into_iter().filter(|child| is_recursive || self.kind(*child) != EntryKind::Archive);
        let wanted: Vec<NodeId> = wanted.collect();
        wanted.into_iter().filter_map(|child| self.ask(child)).collect()
    }

    fn ask(&mut self, id: NodeId) -> Option<ListRequest> {
        if self.node(id).state != State::Unlisted {
            return None;
        }
        if self.names >= MAX_NAMES {
            self.is_cut = true;
            return None;
        }
        self.node_mut(id).state = State::Asked;
        Some((id, self.path(id)))
    }

    fn is_in_whole(&self, mut id: NodeId) -> bool {
        while let Some(parent) = self.node(id).parent {
            id = parent;
        }
        self.roots.iter().any(|(root, about)| *root == id && about.is_recursive)
    }

    /// Updates whether nothing in a folder can be opened, and the same of those around it.
    fn update_empty(&mut self, mut id: NodeId) {
        loop {
            let node = self.node(id);
            let is_empty = node.state == State::Listed
                && node.kind == EntryKind::Folder
                && node.reason.is_none()
                && node.children.iter().all(|child| self.node(*child).is_empty);
            if is_empty == node.is_empty {
                return;
            }
            self.node_mut(id).is_empty = is_empty;
            match self.node(id).parent {
                Some(parent) => id = parent,
                None => return,
            }
        }
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
