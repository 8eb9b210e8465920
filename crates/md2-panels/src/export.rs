//! The export menu, and the progress of the current export.

use egui::{Button, Popup, ProgressBar, RichText, SetOpenCommand, Ui};

use super::{style, widgets};
use crate::action::Action;
use crate::dialogs::Dialog;
use crate::export_dialog::ExportDialog;
use crate::export_kind::{ExportKind, ModelFormat};
use crate::export_settings::ExportSettings;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of, tooltip};
use crate::state::PanelState;
use crate::text::message;

use md2_task::Steps;

const ENHANCE_TIP: &str = "MDL and MD2 store coarse positions, so models tremble. Ironwail, vkQuake, DarkPlaces and Q2RTX load an \
                           enhanced MD3 in place of the model.";
const PROGRESS_WIDTH: f32 = 190.0;
const MAX_PART_OF_BAR: f32 = 0.5;

pub(super) fn menu(ui: &mut Ui, input: &PanelInput<'_>, state: &mut PanelState, actions: &mut Vec<Action>) {
    let toggles = &mut state.export_menu_requested;
    if let Some(progress) = input.exporting {
        if ui.button("Cancel").on_hover_text("Stop without writing a file").clicked() {
            actions.push(Action::CancelExport);
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
    let (dialog, settings) = (&mut state.dialog, &state.export_settings);
    menu.show(|ui| widgets::menu(ui, |ui| items(ui, input, (dialog, settings), actions)));
    button.on_hover_text(tooltip(Shortcut::ToggleExport));
}

fn items(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    (dialog, settings): (&mut Option<Dialog>, &ExportSettings),
    actions: &mut Vec<Action>,
) {
    let mut item = |ui: &mut Ui, export: ExportKind| {
        if ui.button(export.menu()).clicked() {
            *dialog = Some(Dialog::Export(ExportDialog::new(export, settings, input)));
        }
    };
    let picture = Button::new("Picture (PNG)").shortcut_text(key_of(Shortcut::Screenshot));
    if ui.add(picture).clicked() {
        actions.push(Shortcut::Screenshot.action(input.workspace));
    }
    item(ui, ExportKind::Picture);
    item(ui, ExportKind::ContactSheet);
    ui.separator();
    ui.label(RichText::new("Animation in this view").small().color(style::WEAK));
    ExportKind::ANIMATIONS.into_iter().for_each(|export| item(ui, export));
    ui.separator();
    ui.label(RichText::new("Model").small().color(style::WEAK));
    let parts = input.workspace.figure().parts().len();
    let is_possible = |format: &&ModelFormat| parts == 1 || format.is_animated;
    let save = Button::new("Save as…").shortcut_text(key_of(Shortcut::SaveModelAs));
    if ui.add(save).clicked() {
        actions.push(Action::Key(Shortcut::SaveModelAs));
    }
    let formats = input.formats.iter().filter(is_possible);
    formats.for_each(|format| item(ui, ExportKind::Model(*format)));
    if parts == 1 && input.workspace.document().format().features().has_byte_positions {
        ui.separator();
        let heading = RichText::new("Smooth MD3 for engines").small().color(style::WEAK);
        ui.label(heading).on_hover_text(ENHANCE_TIP);
        let compare = ui
            .button("Enhance and compare")
            .on_hover_text("Show the model and its enhanced MD3 side by side");
        if compare.clicked() {
            actions.push(Action::Enhance);
        }
        item(ui, ExportKind::EnhancedMd3);
    }
    ui.separator();
    let folder = settings.folder.as_deref().unwrap_or(input.folder);
    widgets::note(ui, &format!("Folder of pictures: {}", message(&folder.display().to_string())));
}
