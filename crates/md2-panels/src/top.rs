//! The bar at the top of the window: the name of the open model, and the menus.

use std::path::Path;

use egui::{Align, Button, Frame, Layout, Margin, Panel, RichText, TextStyle, Ui};

use super::{elided, export, style, tabs, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of, tooltip};
use crate::state::PanelState;
use crate::tab::Tab;
use crate::text::{message, shown};
use md2_browse::DialogPurpose;
use md2_scene::builtin::BuiltIn;

pub(super) fn show(ui: &mut Ui, input: &PanelInput<'_>, state: &mut PanelState, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 5));
    Panel::top("top").frame(frame).resizable(false).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = Shortcut::ToggleHelp;
            if ui.button("?").on_hover_text(tooltip(help)).clicked() {
                actions.push(help.action(input.workspace));
            }
            export::menu(ui, input, state, actions);
            if input.workspace.has_unsaved_edits() {
                let save = ui.button("Save").on_hover_text(tooltip(Shortcut::SaveModel));
                if save.clicked() {
                    actions.push(Action::Key(Shortcut::SaveModel));
                }
            }
            if is_narrow(ui) {
                let [first, .., last] = Tab::ALL.map(|tab| key_of(Shortcut::Show(tab)));
                let text = format!("Show or hide panels ({first}–{last})");
                if ui.selectable_label(state.is_drawer_open, "Panels").on_hover_text(text).clicked() {
                    state.is_drawer_open = !state.is_drawer_open;
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                open(ui, input, actions);
                if !is_narrow(ui) {
                    recent(ui, input, actions);
                }
                model_name(ui, input, actions);
            });
        });
    });
}

fn is_narrow(ui: &Ui) -> bool {
    tabs::are_in_drawer(ui.ctx())
}

fn open(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    ui.menu_button("Open ⏷", |ui| {
        widgets::menu(ui, |ui| {
            open_rows(ui, actions);
            if is_narrow(ui) && has_recent(input) {
                ui.separator();
                ui.label(RichText::new("Recent").small().color(style::WEAK));
                recent_rows(ui, input, actions);
            }
        });
    });
}

fn open_rows(ui: &mut Ui, actions: &mut Vec<Action>) {
    let file = Button::new("File…").shortcut_text(key_of(Shortcut::Open));
    if ui.add(file).clicked() {
        actions.push(Action::ShowDialog(DialogPurpose::Files));
    }
    if ui.button("Folder…").clicked() {
        actions.push(Action::ShowDialog(DialogPurpose::Folder));
    }
    ui.separator();
    ui.label(RichText::new("Built in").small().color(style::WEAK));
    for which in BuiltIn::ALL {
        if ui.button(which.name()).clicked() {
            actions.push(Action::OpenBuiltIn(which));
        }
    }
}

const MAX_ROW: f32 = 320.0;

const AROUND_ROW: f32 = 60.0;

fn recent(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    ui.add_enabled_ui(has_recent(input), |ui| {
        ui.menu_button("Recent ⏷", |ui| widgets::menu(ui, |ui| recent_rows(ui, input, actions)));
    });
}

fn has_recent(input: &PanelInput<'_>) -> bool {
    !input.files.recent.paths().is_empty() || !input.workspace.models().pinned().is_empty()
}

fn recent_rows(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    for figure in input.workspace.models().pinned() {
        let place = figure.path().map_or_else(|| String::from("Built in"), |path| path.display().to_string());
        let row = ui.button(format!("● {}", shown(figure.name())));
        if row.on_hover_text(format!("Unsaved edits: {}", message(&place))).clicked() {
            actions.push(Action::OpenPinned(figure.clone()));
        }
    }
    if !input.workspace.models().pinned().is_empty() {
        ui.separator();
    }
    input.files.recent.paths().iter().for_each(|path| recent_row(ui, path, MAX_ROW, actions));
}

pub(super) fn recent_row(ui: &mut Ui, path: &Path, widest: f32, actions: &mut Vec<Action>) {
    // Many models have the same name, so the name of the folder is shown, too.
    let names = path.iter().rev().take(2).map(|name| name.to_string_lossy()).collect::<Vec<_>>();
    let name = names.into_iter().rev().collect::<Vec<_>>().join("/");
    let name = shown(name.trim_start_matches("//"));
    let font = TextStyle::Button.resolve(ui.style());
    let width = widest.min(ui.ctx().content_rect().width() - AROUND_ROW);
    let row = ui.button(elided::layout(ui, &name, font, style::TEXT, width).text());
    if row.on_hover_text(message(&path.display().to_string())).clicked() {
        actions.push(Action::Open(vec![path.to_owned()]));
    }
}

fn model_name(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    let can_step = !input.files.tree().is_empty();
    let mut step = |ui: &mut Ui, sign: &str, action: Shortcut| {
        let button = ui.add_enabled(can_step, Button::new(sign).frame(false));
        if button.on_hover_text(tooltip(action)).clicked() {
            actions.push(action.action(input.workspace));
        }
    };
    // Before the name, so that the buttons stay in place when another model is open.
    step(ui, "◀", Shortcut::PreviousModel);
    step(ui, "▶", Shortcut::NextModel);
    let figure = input.workspace.figure();
    let place = figure.path().map_or_else(|| String::from("Built in"), |path| path.display().to_string());
    let status = if input.workspace.has_unsaved_edits() { " (edited)" } else { "" };
    let name = format!("{}{status}", shown(figure.name()));
    let label = elided::label(ui, &name, TextStyle::Body, style::STRONG);
    label.on_hover_text(message(&place));
}
