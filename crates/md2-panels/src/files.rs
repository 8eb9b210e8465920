//! The tab of files: folders and archives as a tree with thumbnails.

use std::path::{Path, PathBuf};

use egui::{
    Align2, Button, Color32, EventFilter, FontId, Id, Key, Modifiers, Painter, Pos2, Rect, Response,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::{elided, style, thumbnail, tips, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of, tooltip};
use crate::text::{message, shown};
use md2_browse::{Browser, DialogPurpose, EntryKind, NodeId, Row, RowFilter, ThumbnailSubject, Tree};
use md2_scene::text::grouped;

const ROW_HEIGHT: f32 = 32.0;
const ROW_GAP: f32 = 1.0;
const THUMBNAIL: f32 = 28.0;
const INDENT: f32 = 13.0;
/// The deepest level of the tree with its own indentation; deeper rows are not indented further.
const MAX_INDENT: u32 = 7;
const LIST: &str = "files";
const MIN_HEIGHT_FOR_SWITCH: f32 = 160.0;
const ARROW: f32 = 12.0;
const SIGN_WIDTH: f32 = 18.0;

#[derive(Debug, Default)]
pub struct FilesState {
    pub(crate) filter: RowFilter,
    rows: Vec<Row>,
    rows_source: Option<(u64, RowFilter)>,
    row_width: f32,
    cursor: Option<NodeId>,
    current: Option<NodeId>,
    scrolls_to_cursor: bool,
    scrolls_to_top: bool,
    offset: f32,
    height: f32,
    wants_focus: bool,
    pub visible: Vec<ThumbnailSubject>,
    pub has_focus: bool,
}

impl FilesState {
    pub fn filter(&self) -> &str {
        &self.filter.words
    }

    pub fn selected_model(&self, tree: &Tree) -> Option<PathBuf> {
        let is_same_tree = self.rows_source.as_ref().is_some_and(|(version, _)| tree.has_ids_of(*version));
        let row = self.rows.iter().find(|row| is_same_tree && is_at_cursor(row, self))?;
        let is_model = tree.kind(row.node).is_figure() && tree.reason(row.node).is_none();
        is_model.then(|| tree.path(row.node))
    }

    pub fn focus_filter(&mut self) {
        self.wants_focus = true;
    }

    pub fn clear_filter(&mut self) -> bool {
        let was = !self.filter.words.trim().is_empty();
        self.filter.words.clear();
        self.scrolls_to_cursor |= was;
        was
    }

    /// Clears the state of the last picture. The layout calls this before each picture, as the tab may be hidden.
    pub(crate) fn begin(&mut self) {
        self.visible.clear();
        self.has_focus = false;
    }
}

pub(crate) fn list_id() -> Id {
    Id::new(LIST)
}

pub(crate) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    (state, most): (&mut FilesState, f32),
    actions: &mut Vec<Action>,
) {
    let browser = input.files;
    lost(ui, browser);
    if browser.tree().is_empty() {
        empty(ui, actions);
        return;
    }
    let list = list_id();
    filter(ui, list, browser.tree(), state, actions);
    let now = (browser.tree().version(), state.filter.clone());
    if state.rows_source.as_ref() != Some(&now) {
        state.rows = browser.tree().rows(&state.filter);
        state.rows_source = Some(now);
        state.row_width = 0.0;
    }
    status(ui, browser, state, actions);
    if browser.current() != state.current {
        state.current = browser.current();
        state.cursor = state.current.or(state.cursor);
        state.scrolls_to_cursor = true;
    }
    rows(ui, list, input, (state, most), actions);
}

fn lost(ui: &mut Ui, browser: &Browser) {
    for path in browser.lost() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let text = format!("Deleted or moved: {}", shown(&name));
        let label = elided::label(ui, &text, TextStyle::Small, style::ERROR);
        label.on_hover_text("The window still shows the model. If the file returns, it is loaded again.");
    }
}

fn empty(ui: &mut Ui, actions: &mut Vec<Action>) {
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

fn filter(ui: &mut Ui, list: Id, tree: &Tree, state: &mut FilesState, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    let hint = format!("Search ({})", key_of(Shortcut::FilterSequences));
    let has_words = !state.filter.words.is_empty();
    ui.horizontal(|ui| {
        let width = ui.available_width() - if has_words { 32.0 } else { 0.0 };
        let field = TextEdit::singleline(&mut state.filter.words).id_salt("filter").hint_text(hint);
        let field = ui.add(field.desired_width(width).margin(widgets::FIELD_MARGIN));
        if std::mem::take(&mut state.wants_focus) {
            field.request_focus();
        }
        if field.changed() {
            let is_search = !state.filter.words.trim().is_empty();
            (state.scrolls_to_top, state.scrolls_to_cursor) = (is_search, !is_search);
            if is_search {
                actions.push(Action::ListAll);
            }
        }
        // Consumed, so that the list does not move by another row.
        let down = field.has_focus()
            && ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) > 0);
        let enter = field.lost_focus()
            && ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, Key::Enter) > 0);
        if down || enter {
            let is_leaf = |row: &&Row| !matches!(tree.kind(row.node), EntryKind::Folder | EntryKind::Archive);
            let words = state.filter.words.to_lowercase();
            let is_named = |row: &&Row| tree.name(row.node).to_lowercase().contains(words.trim());
            let mut leaves = state.rows.iter().filter(is_leaf);
            // A player is listed also if only a file in its folder has the name.
            let found = leaves.clone().find(is_named).or_else(|| leaves.next()).or(state.rows.first());
            state.cursor = found.map(|row| row.node);
            state.scrolls_to_cursor = true;
            if enter && let Some(cursor) = state.cursor {
                actions.push(Action::OpenNode(cursor));
            }
            ui.memory_mut(|memory| memory.request_focus(list));
        }
        if has_words && ui.button("×").on_hover_text("Clear").clicked() {
            state.clear_filter();
        }
    });
    if ui.available_height() < MIN_HEIGHT_FOR_SWITCH {
        return;
    }
    let tip = "Hide images, and folders with nothing but images";
    ui.checkbox(&mut state.filter.models_only, "Models only").on_hover_text(tip);
}

fn status(ui: &mut Ui, browser: &Browser, state: &FilesState, actions: &mut Vec<Action>) {
    let tree = browser.tree();
    if browser.is_listing_long() {
        ui.horizontal(|ui| {
            let text = format!("Listing… {} entries", grouped(tree.name_count() as u64));
            ui.label(RichText::new(text).small().color(style::WEAK));
            if ui.small_button("Stop").clicked() {
                actions.push(Action::StopReading);
            }
        });
    } else if !state.filter.words.trim().is_empty() && state.rows.is_empty() {
        let files = if state.filter.models_only { "models" } else { "files" };
        widgets::note(ui, &format!("No matching {files}"));
    } else if tree.is_truncated() {
        widgets::note(
            ui,
            &format!("Only the first {} entries are listed", grouped(tree.name_count() as u64)),
        );
    }
}

fn is_at_cursor(row: &Row, state: &FilesState) -> bool {
    Some(row.node) == state.cursor
}

fn rows(
    ui: &mut Ui,
    list: Id,
    input: &PanelInput<'_>,
    (state, most): (&mut FilesState, f32),
    actions: &mut Vec<Action>,
) {
    let height = ui.available_height();
    let place = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
    // The list is below the rows: rows take the clicks, the list takes the keys.
    let response = ui.interact(place, list, Sense::click());
    state.has_focus = response.has_focus();
    if state.has_focus {
        let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(list, filter));
        keys(ui, input.files, state, actions);
    }
    ui.spacing_mut().item_spacing.y = ROW_GAP;
    let mut area = ScrollArea::both().id_salt("files").auto_shrink([false, false]).max_height(height);
    if std::mem::take(&mut state.scrolls_to_top) {
        area = area.vertical_scroll_offset(0.0);
    }
    let index = state.cursor.and_then(|cursor| state.rows.iter().position(|row| row.node == cursor));
    if let Some(index) = index {
        let top = index as f32 * (ROW_HEIGHT + ROW_GAP);
        let bottom = top + ROW_HEIGHT;
        // A visible row stays visible when the window shrinks.
        let shrinks = height < state.height;
        let stays = shrinks && top >= state.offset && bottom <= state.offset + state.height;
        if std::mem::take(&mut state.scrolls_to_cursor) || stays {
            if top < state.offset {
                area = area.vertical_scroll_offset(top);
            } else if bottom > state.offset + height {
                area = area.vertical_scroll_offset((bottom - height).max(0.0));
            }
        }
    }
    let all = std::mem::take(&mut state.rows);
    let visible_width = ui.available_width();
    let output = area.show_rows(ui, ROW_HEIGHT, all.len(), |ui, visible| {
        let widths = all[visible.clone()].iter().map(|row| needed_width(ui, input.files.tree(), row));
        state.row_width = widths.fold(state.row_width, f32::max);
        // Long names scroll until the panel has its greatest width. From then on, the middle of long names is omitted.
        let width = state.row_width.min(most).max(visible_width);
        for index in visible {
            let row = &all[index];
            // During a search, a folder is open if something was found in it.
            let is_open = match state.filter.words.trim() {
                "" => input.files.tree().is_open(row.node),
                _ => all.get(index + 1).is_some_and(|next| next.depth > row.depth),
            };
            let Some(clicked) = line(ui, input.files, (row, is_open), (state, width)) else { continue };
            if !matches!(clicked, RowClick::Compare | RowClick::ShowInFolder) {
                state.cursor = Some(row.node);
                ui.memory_mut(|memory| memory.request_focus(list));
            }
            match clicked {
                RowClick::ApplySkin => actions.push(Action::ApplySkin(input.files.tree().path(row.node))),
                RowClick::Line => activate(input.files, row.node, state, actions),
                RowClick::Compare => actions.push(Action::CompareWith(input.files.tree().path(row.node))),
                RowClick::ShowInFolder => {
                    actions.push(Action::ShowInFileManager(input.files.tree().path(row.node)));
                }
                RowClick::Arrow => {
                    let is_open = input.files.tree().is_open(row.node);
                    actions.push(Action::SetFolderOpen(row.node, !is_open));
                }
            }
        }
    });
    state.rows = all;
    // egui's scroll area may be higher than the available height, so that height is saved.
    (state.offset, state.height) = (output.state.offset.y, height);
}

fn activate(browser: &Browser, node: NodeId, state: &FilesState, actions: &mut Vec<Action>) {
    let tree = browser.tree();
    match tree.kind(node) {
        EntryKind::Folder | EntryKind::Archive if state.filter.words.trim().is_empty() => {
            actions.push(Action::SetFolderOpen(node, !tree.is_open(node)));
        }
        EntryKind::Folder | EntryKind::Archive => {}
        _ => actions.push(Action::OpenNode(node)),
    }
}

fn keys(ui: &Ui, browser: &Browser, state: &mut FilesState, actions: &mut Vec<Action>) {
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key) > 0);
    let index = state.rows.iter().position(|row| is_at_cursor(row, state));
    let last = state.rows.len().saturating_sub(1);
    let mut to = None;
    if pressed(Key::ArrowDown) {
        to = Some(index.map_or(0, |index| (index + 1).min(last)));
    }
    if pressed(Key::ArrowUp) {
        to = Some(index.map_or(0, |index| index.saturating_sub(1)));
    }
    if pressed(Key::Home) {
        to = Some(0);
    }
    if pressed(Key::End) {
        to = Some(last);
    }
    if let Some(row) = to.and_then(|to| state.rows.get(to)) {
        state.cursor = Some(row.node);
        state.scrolls_to_cursor = true;
        return;
    }
    let Some(cursor) = index.map(|index| state.rows[index].node) else { return };
    let tree = browser.tree();
    let has_inside = tree.kind(cursor).is_folder();
    if pressed(Key::ArrowRight) && has_inside {
        actions.push(Action::SetFolderOpen(cursor, true));
    }
    if pressed(Key::ArrowLeft) {
        if has_inside && tree.is_open(cursor) {
            actions.push(Action::SetFolderOpen(cursor, false));
        } else if let Some(row) = index.and_then(|index| enclosing(&state.rows, index)) {
            state.cursor = Some(row.node);
            state.scrolls_to_cursor = true;
        }
    }
    let applies = ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::Enter));
    if applies && tree.kind(cursor) == EntryKind::Image {
        actions.push(Action::ApplySkin(tree.path(cursor)));
    }
    if pressed(Key::Enter) {
        activate(browser, cursor, state, actions);
    }
}

#[derive(Clone, Copy)]
enum RowClick {
    Arrow,
    Line,
    Compare,
    ApplySkin,
    ShowInFolder,
}

fn enclosing(rows: &[Row], index: usize) -> Option<&Row> {
    rows[..index].iter().rev().find(|row| row.depth < rows[index].depth)
}

fn columns(row: &Row, kind: EntryKind) -> (f32, f32) {
    let arrow = 6.0 + INDENT * row.depth.min(MAX_INDENT) as f32;
    let icon = if matches!(kind, EntryKind::Folder | EntryKind::Archive) { 24.0 } else { THUMBNAIL + 6.0 };
    (arrow, arrow + ARROW + icon)
}

fn needed_width(ui: &Ui, tree: &Tree, row: &Row) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let name = shown(&tree.row_name(row));
    let (_, left) = columns(row, tree.kind(row.node));
    left + ui.painter().layout_no_wrap(name, font, style::TEXT).size().x + SIGN_WIDTH
}

fn line(
    ui: &mut Ui,
    browser: &Browser,
    (row, is_open): (&Row, bool),
    (state, width): (&mut FilesState, f32),
) -> Option<RowClick> {
    let tree = browser.tree();
    let (node, kind) = (row.node, tree.kind(row.node));
    let name = shown(&tree.row_name(row));
    // Only the whole list can have the focus: arrow keys move through its rows.
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW_HEIGHT), Sense::CLICK);
    let is_current = browser.current() == Some(node);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, is_current, &name));
    let painter = ui.painter_at(rect);
    widgets::row_background(&painter, rect, is_current, response.hovered());
    if state.has_focus && state.cursor == Some(node) {
        painter.rect_stroke(rect.shrink(0.5), 4.0, Stroke::new(1.0, style::ACCENT), StrokeKind::Inside);
    }
    let (arrow, left) = columns(row, kind);
    let (x, icon_end) = (rect.left() + arrow, rect.left() + left);
    let y = rect.center().y;
    if kind.is_folder() {
        widgets::fold_mark(&painter, pos2(x + 4.0, y), is_open, 3.0, style::WEAK);
    }
    let arrow_end = x + ARROW;
    let mut reason = tree.reason(node).map(str::to_owned);
    if matches!(kind, EntryKind::Folder | EntryKind::Archive) {
        draw_folder(&painter, pos2(arrow_end, y), kind);
    } else {
        let center = pos2(arrow_end + THUMBNAIL / 2.0, y);
        let subject = ThumbnailSubject::File(tree.path(node));
        if let Err(unreadable) = draw_thumbnail(&painter, center, browser, &subject) {
            reason = reason.or(Some(unreadable));
        }
        if tree.reason(node).is_none() {
            state.visible.push(subject);
        }
    }
    let color = match (&reason, is_current) {
        (Some(_), _) => style::ERROR,
        (None, true) => style::STRONG,
        (None, false) => style::TEXT,
    };
    let body = TextStyle::Body.resolve(ui.style());
    let is_listing = tree.is_being_listed(node) && tree.is_open(node);
    // The sign stays visible while the rows scroll.
    let end = rect.right().min(painter.clip_rect().right()) - 8.0;
    let sign = draw_sign(&painter, pos2(end, y), (reason.is_some(), is_listing), &body);
    let sign = if browser.is_edited(node) { draw_dot(&painter, pos2(sign, y)) } else { sign };
    let right = sign + (rect.right() - 8.0 - end);
    let painter = painter.with_clip_rect(painter.clip_rect().with_max_x(sign.max(icon_end)));
    let galley = elided::layout(ui, &name, body, color, (right - icon_end).max(0.0));
    painter.galley(pos2(icon_end, y - galley.size().y / 2.0), galley, color);
    let at_arrow = || response.interact_pointer_pos().is_some_and(|pointer| pointer.x < arrow_end);
    let mut clicked = match (response.clicked(), kind.is_folder() && at_arrow()) {
        (false, _) => None,
        (true, false) => Some(RowClick::Line),
        (true, true) => Some(RowClick::Arrow),
    };
    let is_model = kind.is_figure() && tree.reason(node).is_none();
    response.context_menu(|ui| {
        let own = if kind == EntryKind::Image { picture_menu(ui) } else { menu(ui, is_model) };
        clicked = own.or(file_menu(ui, &tree.path(node))).or(clicked.take());
    });
    path_tooltip(&response, &tree.path(node), reason.as_deref());
    clicked
}

fn draw_thumbnail(
    painter: &Painter,
    center: Pos2,
    browser: &Browser,
    subject: &ThumbnailSubject,
) -> Result<(), String> {
    match browser.thumbnail(subject) {
        Some(Ok(image)) => thumbnail::draw(painter, center, THUMBNAIL, Color32::WHITE, image),
        Some(Err(reason)) => return Err(reason.clone()),
        None => {
            let place = Rect::from_center_size(center, Vec2::splat(THUMBNAIL));
            painter.rect_filled(place.shrink(4.0), 3.0, style::WELL);
        }
    }
    Ok(())
}

fn draw_sign(painter: &Painter, end: Pos2, (is_broken, is_listing): (bool, bool), body: &FontId) -> f32 {
    if is_broken {
        painter.text(end, Align2::RIGHT_CENTER, "!", FontId::proportional(14.0), style::ERROR);
        end.x - 10.0
    } else if is_listing {
        painter.text(end, Align2::RIGHT_CENTER, "…", body.clone(), style::WEAK);
        end.x - 14.0
    } else {
        end.x
    }
}

/// Draws the mark of a model with unsaved edits.
fn draw_dot(painter: &Painter, end: Pos2) -> f32 {
    painter.circle_filled(end - vec2(4.0, 0.0), 3.0, style::ACCENT);
    end.x - 12.0
}

fn path_tooltip(response: &Response, path: &Path, reason: Option<&str>) {
    tips::show_at_right(response, |ui| {
        ui.set_max_width(360.0);
        ui.label(message(&path.display().to_string()));
        if let Some(reason) = reason {
            ui.label(RichText::new(message(reason)).color(style::ERROR));
        }
    });
}

fn menu(ui: &mut Ui, is_model: bool) -> Option<RowClick> {
    let mut clicked = None;
    if ui.button("Open").clicked() {
        clicked = Some(RowClick::Line);
    }
    if is_model {
        let tip = "Show this model in green over the open model";
        let compare = Button::new("Compare with this").shortcut_text(key_of(Shortcut::CompareListed));
        if ui.add(compare).on_hover_text(tip).clicked() {
            clicked = Some(RowClick::Compare);
        }
    }
    clicked
}

fn file_menu(ui: &mut Ui, path: &Path) -> Option<RowClick> {
    let mut clicked = None;
    ui.separator();
    if ui.button("Show in file manager").clicked() {
        clicked = Some(RowClick::ShowInFolder);
    }
    if ui.button("Copy path").clicked() {
        ui.ctx().copy_text(path.display().to_string());
    }
    clicked
}

fn picture_menu(ui: &mut Ui) -> Option<RowClick> {
    if ui.button("Open").clicked() {
        return Some(RowClick::Line);
    }
    let apply = Button::new("Apply as skin").shortcut_text("Shift+Enter");
    ui.add(apply).clicked().then_some(RowClick::ApplySkin)
}

fn draw_folder(painter: &Painter, anchor: Pos2, kind: EntryKind) {
    let body = Rect::from_min_size(anchor + vec2(1.0, -5.0), vec2(17.0, 12.0));
    painter.rect_filled(Rect::from_min_size(anchor + vec2(1.0, -8.0), vec2(8.0, 5.0)), 1.5, style::WEAK);
    painter.rect_filled(body, 1.5, style::WEAK);
    if kind == EntryKind::Archive {
        let band = Rect::from_center_size(body.center(), vec2(3.0, 12.0));
        painter.rect_filled(band, 0.0, style::PANEL);
    }
}

pub(crate) fn opening(context: &egui::Context, free: Rect, browser: &Browser, actions: &mut Vec<Action>) {
    let Some(path) = browser.slow_opening() else { return };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    egui::Area::new(Id::new("opening"))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(free.center_bottom() - vec2(0.0, 16.0))
        .show(context, |ui| {
            widgets::box_frame().inner_margin(egui::Margin::symmetric(14, 8)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("Opening {}…", shown(&name))).color(style::STRONG));
                    if ui.small_button("Cancel").clicked() {
                        actions.push(Action::StopReading);
                    }
                });
            });
        });
}
