//! The tab of files: folders and archives as a tree or as a grid of thumbnails.

mod cursor;
mod filter;
mod grid;
mod list;
mod menu;

use std::collections::HashSet;
use std::path::PathBuf;

use egui::{Align2, Id, Key, Rect, RichText, Sense, TextStyle, Ui, vec2};

use super::{elided, style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, tooltip};
use crate::text::shown;
use md2_browse::{Browser, DialogPurpose, EntryKind, NodeId, Row, RowFilter, ThumbnailSubject, Tree};

const LIST: &str = "files";

#[derive(Debug, Default)]
pub struct FilesState {
    pub(crate) filter: RowFilter,
    /// Whether the models are shown as a grid of thumbnails, without folders.
    pub is_grid: bool,
    /// The rows of the list, or the cells of the grid.
    rows: Vec<Row>,
    rows_source: Option<(u64, RowFilter, bool)>,
    matches: usize,
    /// The names that several cells have, in lower case. These cells also show their folders.
    repeated: HashSet<String>,
    columns: usize,
    cursor: Option<NodeId>,
    current: Option<NodeId>,
    scrolls_to_cursor: bool,
    scrolls_to_top: bool,
    offset: f32,
    height: f32,
    /// The pressed keys that the list has not handled yet, because an earlier one changes the rows.
    keys: Vec<Key>,
    /// The number of the picture that left these keys.
    keys_picture: u64,
    wants_focus: Option<FocusTarget>,
    pub visible: Vec<ThumbnailSubject>,
    pub has_focus: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FocusTarget {
    Filter,
    List,
}

#[derive(Clone, Copy)]
enum RowClick {
    Arrow,
    Line,
    Compare,
    ApplySkin,
    ShowInFolder,
}

impl FilesState {
    pub fn filter(&self) -> &RowFilter {
        &self.filter
    }

    pub fn selected_model(&self, tree: &Tree) -> Option<PathBuf> {
        let row = self.rows.iter().find(|row| self.lists_tree(tree) && Some(row.node) == self.cursor)?;
        let is_model = tree.kind(row.node).is_figure() && tree.reason(row.node).is_none();
        is_model.then(|| tree.path(row.node))
    }

    pub fn focus_filter(&mut self) {
        self.wants_focus = Some(FocusTarget::Filter);
    }

    pub(crate) fn focus_list(&mut self) {
        self.wants_focus = Some(FocusTarget::List);
    }

    pub fn clear_filter(&mut self) -> bool {
        let was = self.filter.is_search();
        self.filter = RowFilter { kinds: self.filter.kinds.without_format(), ..RowFilter::default() };
        self.scrolls_to_cursor |= was;
        was
    }

    /// Clears the state of the last picture. The layout calls this before each picture, as the tab may be hidden.
    pub(crate) fn begin(&mut self) {
        self.visible.clear();
        self.has_focus = false;
    }

    fn lists_tree(&self, tree: &Tree) -> bool {
        self.rows_source.as_ref().is_some_and(|(version, ..)| tree.has_ids_of(*version))
    }

    fn update_rows(&mut self, tree: &Tree) {
        let now = (tree.version(), self.filter.clone(), self.is_grid);
        if self.rows_source.as_ref() == Some(&now) {
            return;
        }
        if !self.lists_tree(tree) {
            (self.cursor, self.current) = (None, None);
        }
        let cell = |node| Row { node, outermost: node, depth: 0 };
        self.rows = match self.is_grid {
            true => tree.figures(&self.filter).into_iter().map(cell).collect(),
            false => tree.rows(&self.filter),
        };
        let mut names = HashSet::new();
        let cells = self.rows.iter().filter(|_| self.is_grid).map(|row| tree.name(row.node).to_lowercase());
        self.repeated = cells.filter(|name| !names.insert(name.clone())).collect();
        let is_match = |row: &&Row| !matches!(tree.kind(row.node), EntryKind::Folder | EntryKind::Archive);
        self.matches = self.rows.iter().filter(is_match).count();
        self.rows_source = Some(now);
    }
}

pub(crate) fn list_id() -> Id {
    Id::new(LIST)
}

pub(crate) fn show(ui: &mut Ui, input: &PanelInput<'_>, state: &mut FilesState, actions: &mut Vec<Action>) {
    let browser = input.files;
    lost(ui, browser);
    if browser.tree().is_empty() {
        empty(ui, actions);
        return;
    }
    filter::show(ui, browser.tree(), state, actions);
    state.update_rows(browser.tree());
    filter::status(ui, browser, state, actions);
    if browser.current() != state.current {
        state.current = browser.current();
        state.cursor = state.current.or(state.cursor);
        state.scrolls_to_cursor = true;
    }
    let place = Rect::from_min_size(ui.cursor().min, ui.available_size());
    // The list is below the rows: rows take the clicks, the list takes the keys.
    let response = ui.interact(place, list_id(), Sense::click());
    if state.wants_focus.take_if(|target| *target == FocusTarget::List).is_some() {
        response.request_focus();
        // The second layout tells egui that the arrow keys belong to the list.
        ui.ctx().request_discard("the list has the focus");
    }
    state.has_focus = response.has_focus();
    if state.has_focus {
        cursor::keys(ui, browser, state, actions);
        // A key may have switched between list and grid.
        state.update_rows(browser.tree());
    }
    let clicked = if state.is_grid { grid::show(ui, input, state) } else { list::show(ui, input, state) };
    if let Some((node, click)) = clicked {
        if !matches!(click, RowClick::Compare | RowClick::ShowInFolder) {
            state.cursor = Some(node);
            response.request_focus();
        }
        let path = || browser.tree().path(node);
        match click {
            RowClick::ApplySkin => actions.push(Action::ApplySkin(path())),
            RowClick::Line => activate(browser, node, state, actions),
            RowClick::Compare => actions.push(Action::CompareWith(path())),
            RowClick::ShowInFolder => actions.push(Action::ShowInFileManager(path())),
            RowClick::Arrow => actions.push(Action::SetFolderOpen(node, !browser.tree().is_open(node))),
        }
    }
}

fn lost(ui: &mut Ui, browser: &Browser) {
    for path in browser.lost() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let text = format!("Deleted or moved: {}", shown(&name));
        let label = elided::label(ui, &text, TextStyle::Small, style::ERROR);
        label.on_hover_text("The window still shows the model. If the file returns, it is loaded again.");
    }
}

pub(crate) fn empty(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(6.0);
    widgets::note(ui, "Drop a file, folder or archive here, or open one:");
    ui.horizontal(|ui| {
        if ui.button("File…").on_hover_text(tooltip(Shortcut::Open)).clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::Files));
        }
        if ui.button("Folder…").clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::Folder));
        }
    });
}

fn activate(browser: &Browser, node: NodeId, state: &FilesState, actions: &mut Vec<Action>) {
    let tree = browser.tree();
    match tree.kind(node) {
        // Opening it shows the reason.
        _ if tree.reason(node).is_some() => actions.push(Action::OpenNode(node)),
        EntryKind::Folder | EntryKind::Archive if !state.filter.is_search() => {
            actions.push(Action::SetFolderOpen(node, !tree.is_open(node)));
        }
        EntryKind::Folder | EntryKind::Archive => {}
        _ => actions.push(Action::OpenNode(node)),
    }
}

pub(crate) fn opening(context: &egui::Context, free: Rect, browser: &Browser, actions: &mut Vec<Action>) {
    let Some(path) = browser.slow_opening() else { return };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let place = (free.center_bottom() - vec2(0.0, 16.0), Align2::CENTER_BOTTOM);
    widgets::bubble(context, ("opening", true), place, free.width(), |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("Opening {}…", shown(&name))).color(style::STRONG));
            if ui.small_button("Cancel").clicked() {
                actions.push(Action::StopReading);
            }
        });
    });
}
