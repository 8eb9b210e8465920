//! Folders, archives and what lies in them, as far as they are listed: the tree of the Files tab.

mod rows;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md2_assets::{Item, ItemKind, Listing};

pub use rows::Row;

/// The number of something in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What something in the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Folder,
    Archive,
    /// A folder whose models are one figure, such as a player.
    Figure,
    Model,
    Picture,
}

impl Sort {
    /// Whether something can lie in it.
    pub fn is_folder(self) -> bool {
        matches!(self, Self::Folder | Self::Archive | Self::Figure)
    }

    /// Whether it is shown as a whole when it is chosen.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure | Self::Model)
    }
}

impl From<ItemKind> for Sort {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Folder => Self::Folder,
            ItemKind::Archive => Self::Archive,
            ItemKind::Model => Self::Model,
            ItemKind::Picture => Self::Picture,
        }
    }
}

/// What is known of what lies in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unlisted,
    /// Somebody is at it.
    Asked,
    Listed,
}

#[derive(Debug)]
struct Node {
    name: Box<str>,
    parent: Option<NodeId>,
    sort: Sort,
    state: State,
    /// Whether what lies in it is shown.
    is_open: bool,
    /// Whether it is known that nothing in it can be opened.
    is_empty: bool,
    /// Why it cannot be read.
    reason: Option<Box<str>>,
    children: Vec<NodeId>,
    /// How many names were listed in it.
    names: usize,
}

/// Where a tree begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub path: PathBuf,
    pub sort: Sort,
    /// Whether all below it is listed, not only what is looked at.
    pub is_whole: bool,
}

/// What is to be listed next.
pub type Ask = (NodeId, PathBuf);

/// The most names that are listed for one tree, as many as for one opening.
const MAX_NAMES: usize = 1 << 18;

#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: Vec<(NodeId, Root)>,
    names: usize,
    is_cut: bool,
    version: u64,
    /// That with which the tree began.
    began: u64,
}

impl Tree {
    /// A tree of these roots, and what to list first.
    pub fn new(roots: Vec<Root>, version: u64) -> (Self, Vec<Ask>) {
        let mut tree = Self { version, began: version, ..Self::default() };
        for root in roots {
            let name = root.path.file_name().unwrap_or(root.path.as_os_str()).to_string_lossy().into_owned();
            let id = tree.add(None, &name, root.sort);
            tree.node_mut(id).is_open = true;
            tree.roots.push((id, root));
        }
        let folders: Vec<NodeId> =
            tree.roots.iter().map(|(id, _)| *id).filter(|id| tree.node(*id).sort.is_folder()).collect();
        let asks = folders.into_iter().filter_map(|id| tree.ask(id)).collect();
        (tree, asks)
    }

    /// Another number for every state of it.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the numbers of nodes that were told at a version mean the same now: they do as long as it is one tree.
    pub fn has_numbers_of(&self, version: u64) -> bool {
        (self.began..=self.version).contains(&version)
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether all there is in it was given to be shown, not only what lies beside a model.
    pub fn is_whole(&self) -> bool {
        self.roots.iter().any(|(_, root)| root.is_whole)
    }

    /// How many names were listed.
    pub fn names(&self) -> usize {
        self.names
    }

    /// Whether there are more names than are listed.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    pub fn sort(&self, id: NodeId) -> Sort {
        self.node(id).sort
    }

    pub fn is_open(&self, id: NodeId) -> bool {
        self.node(id).is_open
    }

    /// Whether what lies in it is not known yet.
    pub fn is_waited_for(&self, id: NodeId) -> bool {
        self.node(id).state == State::Asked
    }

    /// Why it cannot be read.
    pub fn reason(&self, id: NodeId) -> Option<&str> {
        self.node(id).reason.as_deref()
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Its path; of what an archive refuses it leads nowhere.
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

    /// Takes what lies in a folder. What was there before stays what it was. Returns what is to be listed next.
    pub fn listed(&mut self, id: NodeId, listing: Listing) -> Vec<Ask> {
        self.version += 1;
        self.is_cut |= listing.is_cut;
        let is_root = self.node(id).parent.is_none();
        let holds_more = listing.items.iter().any(|item| Sort::from(item.kind).is_folder());
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = None;
        if listing.is_figure && node.sort == Sort::Folder {
            node.sort = Sort::Figure;
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
        self.tell_if_empty(id);
        self.below(id)
    }

    /// Lists again what lies in a folder, if that was listed. Returns what is to be listed for that.
    pub fn list_again(&mut self, id: NodeId) -> Option<Ask> {
        let node = self.node_mut(id);
        if !node.sort.is_folder() || node.state == State::Unlisted {
            return None;
        }
        node.state = State::Asked;
        Some((id, self.path(id)))
    }

    /// Takes why a folder cannot be listed.
    pub fn failed(&mut self, id: NodeId, reason: &str) {
        self.version += 1;
        let node = self.node_mut(id);
        node.state = State::Listed;
        node.reason = Some(reason.into());
    }

    /// Notes why a file cannot be read, or that it can.
    pub fn mark(&mut self, id: NodeId, reason: Option<&str>) {
        if self.reason(id) != reason {
            self.version += 1;
            self.node_mut(id).reason = reason.map(Into::into);
        }
    }

    /// Opens a folder, or closes it. Returns what is to be listed for that.
    pub fn set_open(&mut self, id: NodeId, is_open: bool) -> Vec<Ask> {
        if !self.node(id).sort.is_folder() {
            return Vec::new();
        }
        self.version += 1;
        self.node_mut(id).is_open = is_open;
        if !is_open {
            return Vec::new();
        }
        self.ask(id).into_iter().chain(self.below(id)).collect()
    }

    /// Opens the folders around something. Returns what is to be listed for that.
    pub fn reveal(&mut self, id: NodeId) -> Vec<Ask> {
        let mut asks = Vec::new();
        let mut around = self.parent(id);
        while let Some(folder) = around {
            if !self.is_open(folder) {
                asks.extend(self.set_open(folder, true));
            }
            around = self.parent(folder);
        }
        asks
    }

    /// Lists all there is from now on, as a search wants it. Returns what is to be listed for that.
    pub fn deepen(&mut self) -> Vec<Ask> {
        if self.roots.iter().all(|(_, root)| root.is_whole) {
            return Vec::new();
        }
        self.roots.iter_mut().for_each(|(_, root)| root.is_whole = true);
        (0..self.nodes.len()).filter_map(|index| self.ask(NodeId(u32::try_from(index).ok()?))).collect()
    }

    /// Nobody lists any more what was asked for.
    pub fn stopped(&mut self) {
        self.version += 1;
        for node in self.nodes.iter_mut().filter(|node| node.state == State::Asked) {
            node.state = State::Unlisted;
        }
    }

    /// Where a file or a folder stands: a figure, if it is one's. What lies in a folder of its own below a figure is not.
    pub fn find(&self, path: &Path) -> Option<NodeId> {
        let in_root = |(id, root): &(NodeId, Root)| Some((*id, path.strip_prefix(&root.path).ok()?));
        let mut found = self.roots.iter().filter_map(in_root);
        found.find_map(|(root, rest)| {
            let mut at = root;
            for part in rest {
                let name = part.to_string_lossy();
                let child =
                    self.node(at).children.iter().copied().find(|child| *self.node(*child).name == *name);
                if self.sort(at) == Sort::Figure && !child.is_some_and(|child| self.sort(child).is_folder()) {
                    return Some(at);
                }
                at = child?;
            }
            Some(at)
        })
    }

    fn add(&mut self, parent: Option<NodeId>, name: &str, sort: Sort) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let state = if sort.is_folder() { State::Unlisted } else { State::Listed };
        let (name, children) = (name.into(), Vec::new());
        self.nodes.push(Node {
            name,
            parent,
            sort,
            state,
            is_open: false,
            is_empty: false,
            reason: None,
            children,
            names: 0,
        });
        id
    }

    /// Adds what a listing tells of.
    fn add_item(&mut self, parent: NodeId, item: &Item) -> NodeId {
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
        let sort = self.sort(id);
        sort == kind.into() || (sort == Sort::Figure && kind == ItemKind::Folder)
    }

    /// What to list of what lies in a folder: all of it in a whole tree, and where it is seen, so that figures are told.
    fn below(&mut self, id: NodeId) -> Vec<Ask> {
        let is_whole = self.is_in_whole(id);
        if !is_whole && !self.node(id).is_open {
            return Vec::new();
        }
        let children = self.node(id).children.clone();
        let wanted = children.into_iter().filter(|child| is_whole || self.sort(*child) != Sort::Archive);
        let wanted: Vec<NodeId> = wanted.collect();
        wanted.into_iter().filter_map(|child| self.ask(child)).collect()
    }

    fn ask(&mut self, id: NodeId) -> Option<Ask> {
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
        self.roots.iter().any(|(root, about)| *root == id && about.is_whole)
    }

    /// Notes whether a folder is one in which nothing can be opened, and the same of those around it.
    fn tell_if_empty(&mut self, mut id: NodeId) {
        loop {
            let node = self.node(id);
            let is_empty = node.state == State::Listed
                && node.sort == Sort::Folder
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
