//! The rows of the file list: the expanded entries of the tree, or the entries that match a filter.

use super::{EntryKind, NodeId, Tree};

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The entry.
    pub node: NodeId,
    /// The number of folders of the tree that contain the entry, by which the list indents the row.
    pub depth: u32,
}

impl Tree {
    /// Returns the visible entries if `filter` is empty. Otherwise returns the entries whose paths contain all words of `filter`,
    /// and the folders around these entries.
    #[must_use]
    pub fn rows(&self, filter: &str) -> Vec<Row> {
        let words = words(filter);
        let (mut rows, mut path) = (Vec::new(), String::new());
        for (id, _) in &self.roots {
            if words.is_empty() {
                self.push_open(*id, 0, &mut rows);
            } else {
                self.push_matching(*id, 0, &words, &mut path, &mut rows);
            }
        }
        rows
    }

    /// Returns the models and players that match `filter`, in the order of the list. Models in collapsed folders are included.
    #[must_use]
    pub fn figures(&self, filter: &str) -> Vec<NodeId> {
        let words = words(filter);
        let (mut rows, mut path) = (Vec::new(), String::new());
        for (id, _) in &self.roots {
            self.push_matching(*id, 0, &words, &mut path, &mut rows);
        }
        let figures = rows.into_iter().map(|row| row.node).filter(|id| self.kind(*id).is_figure());
        // The files of a player are not models of their own.
        let in_figure =
            |id: &NodeId| self.parent(*id).is_some_and(|parent| self.kind(parent) == EntryKind::Figure);
        figures.filter(|id| !in_figure(id)).collect()
    }

    fn push_open(&self, id: NodeId, depth: u32, rows: &mut Vec<Row>) {
        let node = self.node(id);
        if node.is_empty && node.parent.is_some() {
            return;
        }
        rows.push(Row { node: id, depth });
        if node.is_open {
            node.children.iter().for_each(|child| self.push_open(*child, depth + 1, rows));
        }
    }

    fn push_matching(
        &self,
        id: NodeId,
        depth: u32,
        words: &[String],
        path: &mut String,
        rows: &mut Vec<Row>,
    ) {
        let node = self.node(id);
        let (length, count) = (path.len(), rows.len());
        if node.parent.is_some() || !matches!(node.kind, EntryKind::Folder | EntryKind::Archive) {
            path.push('/');
            path.extend(node.name.chars().flat_map(char::to_lowercase));
        }
        rows.push(Row { node: id, depth });
        node.children.iter().for_each(|child| self.push_matching(*child, depth + 1, words, path, rows));
        let matches = || words.iter().all(|word| path.contains(word.as_str()));
        let is_leaf = !matches!(node.kind, EntryKind::Folder | EntryKind::Archive);
        if rows.len() == count + 1 && !(is_leaf && matches()) {
            rows.truncate(count);
        }
        path.truncate(length);
    }
}

/// Returns the words of a filter, in lower case and with each `\` replaced by `/`.
fn words(filter: &str) -> Vec<String> {
    filter.split_whitespace().map(|word| word.to_lowercase().replace('\\', "/")).collect()
}
