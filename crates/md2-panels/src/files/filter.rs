//! The search field and the filters above the list, and the line about the listing and the matches.

use egui::{Button, ComboBox, Key, Modifiers, RichText, TextEdit, Ui};

use super::{FilesState, FocusTarget, list_id};
use crate::action::Action;
use crate::keys::{Shortcut, key_of};
use crate::{style, widgets};
use md2_browse::{Browser, EntryKind, KindFilter, ModelCondition, Row, Tree};
use md2_scene::text::grouped;

const MIN_HEIGHT_FOR_SWITCH: f32 = 160.0;

pub(super) fn show(ui: &mut Ui, tree: &Tree, state: &mut FilesState, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    let has_words = !state.filter.words.is_empty();
    ui.horizontal(|ui| {
        words(ui, tree, state, actions);
        if has_words && ui.button("×").on_hover_text("Clear").clicked() {
            state.clear_filter();
        }
    });
    if ui.available_height() < MIN_HEIGHT_FOR_SWITCH {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = 0.5 * (ui.available_width() - 4.0);
        kinds(ui, width, state);
        conditions(ui, width, state, actions);
    });
    ui.horizontal(|ui| {
        for (is_grid, name, tip) in
            [(false, "List", "Folders and files (G)"), (true, "Grid", "Models as pictures (G)")]
        {
            if ui.selectable_label(state.is_grid == is_grid, name).on_hover_text(tip).clicked() {
                state.is_grid = is_grid;
                state.scrolls_to_cursor = true;
                actions.extend(is_grid.then_some(Action::ListAll));
            }
        }
    });
}

fn words(ui: &mut Ui, tree: &Tree, state: &mut FilesState, actions: &mut Vec<Action>) {
    let hint = format!("Search ({})", key_of(Shortcut::FilterSequences));
    let width = ui.available_width() - if state.filter.words.is_empty() { 0.0 } else { 32.0 };
    let field = TextEdit::singleline(&mut state.filter.words).id_salt("filter").hint_text(hint);
    let field = ui.add(field.desired_width(width).margin(widgets::FIELD_MARGIN));
    if state.wants_focus.take_if(|target| *target == FocusTarget::Filter).is_some() {
        field.request_focus();
    }
    if field.changed() {
        let is_search = !state.filter.words.trim().is_empty();
        (state.scrolls_to_top, state.scrolls_to_cursor) = (is_search, !is_search);
        actions.extend(is_search.then_some(Action::ListAll));
    }
    // Only the first press, which selects an entry: the list handles the others.
    let down = field.has_focus() && take_key(ui, Key::ArrowDown);
    let enter = field.lost_focus() && take_key(ui, Key::Enter);
    if !(down || enter) {
        return;
    }
    state.update_rows(tree);
    let is_leaf = |row: &&Row| !matches!(tree.kind(row.node), EntryKind::Folder | EntryKind::Archive);
    let words = state.filter.words.to_lowercase();
    let is_named = |row: &&Row| tree.name(row.node).to_lowercase().contains(words.trim());
    let mut leaves = state.rows.iter().filter(is_leaf);
    // A player is listed also if only a file in its folder has the name.
    let found = leaves.clone().find(is_named).or_else(|| leaves.next()).or(state.rows.first());
    state.cursor = found.map(|row| row.node);
    state.scrolls_to_cursor = true;
    actions.extend(state.cursor.filter(|_| enter).map(Action::OpenNode));
    ui.memory_mut(|memory| memory.request_focus(list_id()));
}

fn take_key(ui: &Ui, wanted: Key) -> bool {
    ui.input_mut(|input| {
        let is_wanted = |event: &egui::Event| {
            matches!(event, egui::Event::Key { key, pressed: true, modifiers: Modifiers::NONE, .. } if *key == wanted)
        };
        input.events.iter().position(is_wanted).map(|index| input.events.remove(index)).is_some()
    })
}

fn kinds(ui: &mut Ui, width: f32, state: &mut FilesState) {
    // A grid shows no other files.
    let shown = if state.is_grid { KindFilter::without_images } else { |kind| kind };
    let selected = shown(state.filter.kinds).label();
    ComboBox::from_id_salt("kinds").width(width).truncate().selected_text(selected).show_ui(ui, |ui| {
        for kind in KindFilter::all().filter(|kind| shown(*kind) == *kind) {
            ui.selectable_value(&mut state.filter.kinds, kind, kind.label());
        }
    });
}

fn conditions(ui: &mut Ui, width: f32, state: &mut FilesState, actions: &mut Vec<Action>) {
    let before = state.filter.condition;
    let label = |condition: Option<ModelCondition>| condition.map_or("Any state", ModelCondition::label);
    let list = ComboBox::from_id_salt("conditions").width(width).truncate().selected_text(label(before));
    list.show_ui(ui, |ui| {
        for condition in std::iter::once(None).chain(ModelCondition::ALL.map(Some)) {
            ui.selectable_value(&mut state.filter.condition, condition, label(condition));
        }
    });
    if state.filter.condition != before {
        state.scrolls_to_top = true;
        actions.extend(state.filter.condition.map(|_| Action::Survey));
    }
}

pub(super) fn status(ui: &mut Ui, browser: &Browser, state: &FilesState, actions: &mut Vec<Action>) {
    let tree = browser.tree();
    let number = |count: usize| grouped(count as u64);
    let line = |ui: &mut Ui, text: String, actions: &mut Vec<Action>| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).small().color(style::WEAK));
            if ui.add(Button::new(RichText::new("Stop").small()).small()).clicked() {
                actions.push(Action::StopReading);
            }
        });
    };
    let has_images =
        state.filter.kinds == KindFilter::All && state.filter.condition.is_none() && !state.is_grid;
    let noun = if has_images { "file" } else { "model" };
    let matches = format!("{} {noun}{}", number(state.matches), if state.matches == 1 { "" } else { "s" });
    let is_filtered = state.is_grid || state.filter.is_search();
    if browser.is_listing_long() {
        line(ui, format!("Listing… {} entries", number(tree.name_count())), actions);
    } else if let Some(rest) = browser.survey_rest().filter(|_| state.filter.condition.is_some()) {
        line(ui, format!("{matches}, {} to check…", number(rest)), actions);
    } else if is_filtered && state.rows.is_empty() {
        widgets::note(ui, &format!("No matching {noun}s"));
    } else if tree.is_truncated() {
        widgets::note(ui, &format!("Only the first {} entries are listed", number(tree.name_count())));
    } else if is_filtered {
        widgets::note(ui, &matches);
    }
}
