//! The rows of the file list: the expanded entries of the tree, or the entries that match a filter.

use md2_load::Format;

use super::survey::ModelCondition;
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
    pub kinds: KindFilter,
    /// The condition of the listed models; `None` for all models.
    pub condition: Option<ModelCondition>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KindFilter {
    #[default]
    All,
    /// Hides images, and folders with nothing but images.
    Models,
    /// Lists only models whose names have the extension of the format.
    Format(Format),
}

impl KindFilter {
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::All, Self::Models].into_iter().chain(Format::ALL.map(Self::Format))
    }

    pub fn label(self) -> String {
        match self {
            Self::All => String::from("All files"),
            Self::Models => String::from("Models"),
            Self::Format(format) => format.to_string(),
        }
    }

    #[must_use]
    pub fn without_images(self) -> Self {
        if self == Self::All { Self::Models } else { self }
    }

    /// The filter without a format, which is part of a search.
    #[must_use]
    pub fn without_format(self) -> Self {
        if matches!(self, Self::Format(_)) { Self::Models } else { self }
    }
}

impl RowFilter {
    pub fn with_words(words: &str) -> Self {
        Self { words: words.to_owned(), ..Self::default() }
    }

    /// Whether the list shows only what matches, in folders that the user has closed, too.
    pub fn is_search(&self) -> bool {
        !self.words.trim().is_empty()
            || self.condition.is_some()
            || matches!(self.kinds, KindFilter::Format(_))
    }

    fn hides(&self, content: Content) -> bool {
        content == Content::Nothing || self.kinds != KindFilter::All && content == Content::Images
    }
}

impl Tree {
    /// Returns the visible entries if the filter is no search. Otherwise returns the entries that match and whose paths contain all
    /// words, and the folders around these entries.
    pub fn rows(&self, filter: &RowFilter) -> Vec<Row> {
        if filter.is_search() {
            return self.matching(filter);
        }
        let mut rows = Vec::new();
        self.roots.iter().for_each(|(id, _)| self.push_open(*id, 0, filter, &mut rows));
        rows
    }

    fn matching(&self, filter: &RowFilter) -> Vec<Row> {
        let words = words(&filter.words);
        let (mut rows, mut path) = (Vec::new(), String::new());
        for (id, _) in &self.roots {
            self.push_matching(*id, 0, (&words, filter), &mut path, &mut rows);
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
    pub fn figures(&self, filter: &RowFilter) -> Vec<NodeId> {
        self.matching(filter).into_iter().map(|row| row.node).filter(|id| self.is_own_figure(*id)).collect()
    }

    /// Whether an entry is a model or a player. The files of a player are not models of their own.
    pub(super) fn is_own_figure(&self, id: NodeId) -> bool {
        let in_figure = self.parent(id).is_some_and(|parent| self.kind(parent) == EntryKind::Figure);
        self.kind(id).is_figure() && !in_figure
    }

    fn meets(&self, id: NodeId, filter: &RowFilter) -> bool {
        let has_format = |id: NodeId, format: Format| {
            let extension = self.name(id).rsplit_once('.').map(|(_, extension)| extension);
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(&format.to_string()))
        };
        let kind = match filter.kinds {
            KindFilter::Format(format) => {
                has_format(id, format)
                    || self.node(id).children.iter().any(|child| has_format(*child, format))
            }
            _ => true,
        };
        kind && filter.condition.is_none_or(|condition| self.has_condition(id, condition))
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
        let matches = || {
            let has_words = words.iter().all(|word| path.contains(word.as_str()));
            has_words && !filter.hides(node.content) && self.meets(id, filter)
        };
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
