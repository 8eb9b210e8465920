//! The bar at the top: what is open, and what can be done with it as a whole.

use egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, Ui};

use super::{Seen, export, style};
use crate::keys::{Action, key_of};
use crate::text::{message, shown};
use crate::wish::Wish;

pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, toggles_export: &mut bool, wishes: &mut Vec<Wish>) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 5));
    Panel::top("top").frame(frame).resizable(false).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = Action::ToggleHelp;
            if ui.button("?").on_hover_text(format!("Key {}", key_of(help))).clicked() {
                wishes.push(help.wish(seen.workspace));
            }
            export::menu(ui, seen, toggles_export, wishes);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| place(ui, seen));
        });
    });
}

/// What is open; under the pointer, where it lies.
fn place(ui: &mut Ui, seen: &Seen<'_>) {
    let figure = seen.workspace.figure();
    let place = figure.path().map_or_else(|| String::from("built in"), |path| path.display().to_string());
    let name = RichText::new(shown(figure.name()).to_string()).color(style::STRONG).strong();
    ui.add(Label::new(name).truncate()).on_hover_text(message(&place).to_string());
}
