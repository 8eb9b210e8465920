//! The selected entry, and the keys that move it.

use std::ops::Range;

use egui::{Event, EventFilter, FocusDirection, Key, Modifiers, Ui};

use super::{FilesState, activate, list_id};
use crate::action::Action;
use md2_browse::{Browser, EntryKind, Row};

/// The number of rows that stay visible above and below the selected row.
const ROWS_AROUND: f32 = 2.0;

impl FilesState {
    fn cursor_index(&self) -> Option<usize> {
        self.rows.iter().position(|row| Some(row.node) == self.cursor)
    }

    fn select(&mut self, index: usize) {
        if let Some(row) = self.rows.get(index) {
            self.cursor = Some(row.node);
            self.scrolls_to_cursor = true;
        }
    }

    /// Returns the new scroll offset of the list; `None` if it stays. `step` is the height of a row with its gap, `columns` the number
    /// of entries in a row.
    pub(super) fn next_offset(&mut self, step: f32, columns: usize, height: f32) -> Option<f32> {
        if std::mem::take(&mut self.scrolls_to_top) {
            return Some(0.0);
        }
        let top = (self.cursor_index()? / columns) as f32 * step;
        let bottom = top + step;
        // A visible row stays visible when the window shrinks.
        let shrinks = height < self.height;
        let stays = shrinks && top >= self.offset && bottom <= self.offset + self.height;
        if !(std::mem::take(&mut self.scrolls_to_cursor) || stays) {
            return None;
        }
        let around = (ROWS_AROUND * step).min(0.5 * (height - step)).max(0.0);
        let Range { start, end } = (top - around).max(0.0)..bottom + around;
        match () {
            () if start < self.offset => Some(start),
            () if end > self.offset + height => Some((end - height).max(0.0)),
            () => None,
        }
    }
}

/// Handles the pressed keys in their order. If a key changes the rows, the next picture handles the keys after it.
pub(super) fn keys(ui: &Ui, browser: &Browser, state: &mut FilesState, actions: &mut Vec<Action>) {
    let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(list_id(), filter));
    let mut applies_skin = false;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let &Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let is_mine = modifiers == Modifiers::NONE && LIST_KEYS.contains(&key);
            state.keys.extend(is_mine.then_some(key));
            let applies = modifiers == Modifiers::SHIFT && key == Key::Enter;
            applies_skin |= applies;
            !(is_mine || applies)
        });
    });
    let image = state.cursor.filter(|cursor| browser.tree().kind(*cursor) == EntryKind::Image);
    actions.extend(image.filter(|_| applies_skin).map(|image| Action::ApplySkin(browser.tree().path(image))));
    if !state.keys.is_empty() {
        // The arrow keys do not move the focus, either.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    let picture = ui.ctx().cumulative_frame_nr();
    if picture == state.keys_picture {
        return;
    }
    let mut pressed = std::mem::take(&mut state.keys).into_iter();
    for key in pressed.by_ref() {
        if press(key, browser, state, actions) {
            break;
        }
    }
    state.keys.extend(pressed);
    if !state.keys.is_empty() {
        state.keys_picture = picture;
        ui.ctx().request_repaint();
    }
}

const LIST_KEYS: [Key; 8] =
    [Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End, Key::Enter, Key::G];

/// Handles one key. Returns whether it changes the rows.
fn press(key: Key, browser: &Browser, state: &mut FilesState, actions: &mut Vec<Action>) -> bool {
    let last = state.rows.len().saturating_sub(1);
    let index = state.cursor_index();
    let step = if state.is_grid { state.columns.max(1) } else { 1 };
    let forward = |step: usize| index.map_or(0, |index| (index + step).min(last));
    let back = |step: usize| index.map_or(0, |index| index.checked_sub(step).unwrap_or(index % step));
    match key {
        Key::ArrowDown => state.select(forward(step)),
        Key::ArrowUp => state.select(back(step)),
        Key::ArrowRight if state.is_grid => state.select(forward(1)),
        Key::ArrowLeft if state.is_grid => state.select(back(1)),
        Key::Home => state.select(0),
        Key::End => state.select(last),
        Key::G => {
            state.is_grid = !state.is_grid;
            state.scrolls_to_cursor = true;
            actions.extend(state.is_grid.then_some(Action::ListAll));
            return true;
        }
        _ => return index.is_some_and(|index| press_on_entry(key, index, browser, state, actions)),
    }
    false
}

fn press_on_entry(
    key: Key,
    index: usize,
    browser: &Browser,
    state: &mut FilesState,
    actions: &mut Vec<Action>,
) -> bool {
    let (tree, cursor) = (browser.tree(), state.rows[index].node);
    let has_inside = tree.kind(cursor).is_folder();
    let before = actions.len();
    match key {
        Key::ArrowRight if has_inside => actions.push(Action::SetFolderOpen(cursor, true)),
        Key::ArrowLeft if has_inside && tree.is_open(cursor) => {
            actions.push(Action::SetFolderOpen(cursor, false));
        }
        Key::ArrowLeft => {
            if let Some(outer) = enclosing(&state.rows, index) {
                state.select(outer);
            }
        }
        Key::Enter => activate(browser, cursor, state, actions),
        _ => {}
    }
    actions.len() > before
}

fn enclosing(rows: &[Row], index: usize) -> Option<usize> {
    rows[..index].iter().rposition(|row| row.depth < rows[index].depth)
}
