//! The tab of what is wrong with the model's files.

use egui::{RichText, Ui};
use md2_scene::Actor;

use super::{Seen, style, widgets};
use crate::text::message;

/// The whole tab.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>) {
    let damaged = || seen.workspace.body().map(Actor::document).filter_map(|document| document.repairs());
    if damaged().next().is_none() {
        widgets::note(ui, "Nothing had to be repaired to show it.");
    }
    for repairs in damaged() {
        let text = RichText::new(message(&repairs.to_string()).to_string()).color(style::ACCENT);
        ui.add(egui::Label::new(text).wrap());
    }
}
