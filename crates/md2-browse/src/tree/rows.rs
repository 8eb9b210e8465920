//! The rows of the file list: the expanded entries of the tree, or the entries that match a filter.

use super::{Content, EntryKind, NodeId, Tree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub node: NodeId,
    /// The outermost of the folders that form one row with the entry, because each of them contains only the next one. The entry itself
    /// if there are none.
    pub outermost: NodeId,
    /// The number of rows that contain the row, by which the list indents it.
    pub depth: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFilter {
    pub words: String,
    /// Whether images, and folders with nothing but images, are hidden.
    pub models_only: bool,
}

impl RowFilter {
    fn hides(&self, content: Content) -> bool {
        content == Content::Nothing || self.models_only && content == Content::Images
    }
}

impl Tree {
    /// Returns the visible entries if the filter has no words. Otherwise returns the entries whose paths contain all words, and the
    /// folders around these entries.
    pub fn rows(&self, filter: &RowFilter) -> Vec<Row> {
        let words = words(&filter.words);
        let (mut rows, mut path) = (Vec::new(), String::new());
        for (id, _) in &self.roots {
            if words.is_empty() {
                self.push_open(*id, 0, filter, &mut rows);
            } else {
                self.push_matching(*id, 0, (&words, filter), &mut path, &mut rows);
            }
        }
        rows
    }

    /// Returns the name of a row: the names of all its entries, separated by slashes.
    pub fn row_name(&self, row: &Row) -> String {
        let mut name = String::from(self.name(row.node));
        let mut id = row.node;
        while id != row.outermost
            && let Some(parent) = self.parent(id)
        {
            name = format!("{}/{name}", self.name(parent));
            id = parent;
        }
        name
    }

    /// Returns the models and players that match `filter`, in the order of the list. Models in collapsed folders are included.
    pub fn figures(&self, filter: &str) -> Vec<NodeId> {
        let words = words(filter);
        let (mut rows, mut path) = (Vec::new(), String::new());
        for (id, _) in &self.roots {
            self.push_matching(*id, 0, (&words, &RowFilter::default()), &mut path, &mut rows);
        }
        let figures = rows.into_iter().map(|row| row.node).filter(|id| self.kind(*id).is_figure());
        // The files of a player are not models of their own.
        let in_figure =
            |id: &NodeId| self.parent(*id).is_some_and(|parent| self.kind(parent) == EntryKind::Figure);
        figures.filter(|id| !in_figure(id)).collect()
    }

    fn push_open(&self, outermost: NodeId, depth: u32, filter: &RowFilter, rows: &mut Vec<Row>) {
        let mut id = outermost;
        while let Some(only) = self.only_folder(id) {
            id = only;
        }
        let node = self.node(id);
        if filter.hides(self.node(outermost).content) && self.parent(outermost).is_some() {
            return;
        }
        rows.push(Row { node: id, outermost, depth });
        if node.is_open {
            node.children.iter().for_each(|child| self.push_open(*child, depth + 1, filter, rows));
        }
    }

    fn push_matching(
        &self,
        id: NodeId,
        depth: u32,
        (words, filter): (&[String], &RowFilter),
        path: &mut String,
        rows: &mut Vec<Row>,
    ) {
        let node = self.node(id);
        let (length, count) = (path.len(), rows.len());
        if node.parent.is_some() || !matches!(node.kind, EntryKind::Folder | EntryKind::Archive) {
            path.push('/');
            path.extend(node.name.chars().flat_map(char::to_lowercase));
        }
        rows.push(Row { node: id, outermost: id, depth });
        for child in &node.children {
            self.push_matching(*child, depth + 1, (words, filter), path, rows);
        }
        let matches = || !filter.hides(node.content) && words.iter().all(|word| path.contains(word.as_str()));
        let is_leaf = !matches!(node.kind, EntryKind::Folder | EntryKind::Archive);
        if rows.len() == count + 1 && !(is_leaf && matches()) {
            rows.truncate(count);
        }
        path.truncate(length);
        let mut inside = rows.get(count + 1..).into_iter().flatten().filter(|row| row.depth == depth + 1);
        let is_folder = |row: &Row| matches!(self.kind(row.node), EntryKind::Folder | EntryKind::Figure);
        if node.kind == EntryKind::Folder && inside.next().is_some_and(is_folder) && inside.next().is_none() {
            rows.remove(count);
            rows[count].outermost = id;
            rows[count..].iter_mut().for_each(|row| row.depth -= 1);
        }
    }
}

fn words(filter: &str) -> Vec<String> {
    filter.split_whitespace().map(|word| word.to_lowercase().replace('\\', "/")).collect()
}
