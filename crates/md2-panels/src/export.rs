//! The menu of what can be made of what is seen, and how far it is.

use egui::{Button, Popup, ProgressBar, RichText, SetOpenCommand, Ui};

use super::{Seen, style, widgets};
use crate::export_kind::Export;
use crate::keys::{Action, key_of};
use crate::wish::{Shell, Wish};
use md2_scene::text::message;
use md2_task::Steps;

/// Room for what is told while something is made.
const PROGRESS_WIDTH: f32 = 190.0;
/// In a narrow window it takes no more of what is left.
const MAX_PART_OF_BAR: f32 = 0.5;

/// The menu, or what is being made. `toggles` opens it or closes it, as a key does.
pub(super) fn menu(ui: &mut Ui, seen: &Seen<'_>, toggles: &mut bool, wishes: &mut Vec<Wish>) {
    if let Some(progress) = seen.exporting {
        if ui.button("Cancel").on_hover_text("Stop, and leave no file").clicked() {
            wishes.push(Shell::CancelExport.into());
        }
        let text = progress.to_string();
        let width = PROGRESS_WIDTH.min(MAX_PART_OF_BAR * ui.available_width());
        let bar = ProgressBar::new(progress.steps.map_or(0.0, Steps::fraction))
            .fill(style::ACCENT_DARK)
            .desired_width(width);
        ui.add(bar.text(RichText::new(&text).small())).on_hover_text(text);
        *toggles = false;
        return;
    }
    let button = ui.button("Export ⏷");
    let menu = Popup::menu(&button);
    let menu = if std::mem::take(toggles) { menu.open_memory(SetOpenCommand::Toggle) } else { menu };
    menu.show(|ui| widgets::menu(ui, |ui| items(ui, seen, wishes)));
    button.on_hover_text(format!("Key {}", key_of(Action::ToggleExport)));
}

fn items(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
    let picture = Button::new("Picture (PNG)").shortcut_text(key_of(Action::Screenshot));
    if ui.add(picture).clicked() {
        wishes.push(Action::Screenshot.wish(seen.workspace));
    }
    item(ui, Export::ContactSheet, wishes);
    ui.separator();
    ui.label(RichText::new("This sequence, as it is seen").small().color(style::WEAK));
    Export::ANIMATIONS.into_iter().for_each(|export| item(ui, export, wishes));
    ui.separator();
    ui.label(RichText::new("The model").small().color(style::WEAK));
    let parts = seen.workspace.figure().parts().len();
    let suited = |export: &Export| parts == 1 || *export == Export::Glb;
    Export::MODELS.into_iter().filter(suited).for_each(|export| item(ui, export, wishes));
    ui.separator();
    widgets::note(ui, &format!("into {}", message(&seen.folder.display().to_string())));
}

fn item(ui: &mut Ui, export: Export, wishes: &mut Vec<Wish>) {
    if ui.button(export.name()).clicked() {
        wishes.push(Shell::Export(export).into());
    }
}
