//! The dialog that asks for the folder and the options of an export.

use std::path::Path;

use egui::{Align2, ComboBox, Context, DragValue, Id, Key, RichText, TextEdit, Ui, Vec2, Window};
use md2_browse::DialogPurpose;

use super::typed_path::PathRules;
use super::{style, widgets};
use crate::action::Action;
use crate::export_kind::ExportKind;
use crate::export_settings::{ExportBackground, ExportRange, ExportSettings};
use crate::input::PanelInput;

#[derive(Clone, Debug)]
pub(crate) struct ExportDialog {
    pub(crate) kind: ExportKind,
    folder: String,
    is_new: bool,
}

impl ExportDialog {
    pub(crate) fn new(kind: ExportKind, settings: &ExportSettings, current: &Path) -> Self {
        let folder = settings.folder.as_deref().unwrap_or(current);
        Self { kind, folder: folder.display().to_string(), is_new: true }
    }

    pub(crate) fn set_folder(&mut self, folder: &Path) {
        self.folder = folder.display().to_string();
    }
}

const WIDTH: f32 = 380.0;
const LABEL_WIDTH: f32 = 84.0;

pub(super) fn show(
    context: &Context,
    input: &PanelInput<'_>,
    (dialog, settings): (&mut Option<ExportDialog>, &mut ExportSettings),
    actions: &mut Vec<Action>,
) {
    let Some(open) = dialog else { return };
    let width = WIDTH.min(context.content_rect().width() - 60.0).max(120.0);
    let window =
        Window::new("export").title_bar(false).anchor(Align2::CENTER_CENTER, Vec2::ZERO).resizable(false);
    let mut answer = None;
    window.show(context, |ui| {
        ui.set_width(width);
        let title = format!("Export {}", open.kind.name());
        ui.label(RichText::new(title).heading().color(style::STRONG));
        ui.add_space(4.0);
        folder(ui, &mut open.folder, actions);
        options(ui, open.kind, settings);
        if open.kind == ExportKind::EnhancedMd3 {
            let place = "Writes the MD3 and its skins. Engines expect them next to the original model.";
            widgets::note(ui, place);
        }
        ui.add_space(6.0);
        answer = buttons(ui, open);
    });
    open.is_new = false;
    match answer {
        Some(true) => {
            let folder = PathRules::CURRENT.parse(&open.folder);
            settings.folder = (folder != input.folder && !folder.as_os_str().is_empty()).then_some(folder);
            actions.push(Action::Export(open.kind));
            *dialog = None;
        }
        Some(false) => *dialog = None,
        None => {}
    }
}

pub(super) fn row(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.allocate_ui(egui::vec2(LABEL_WIDTH, 20.0), |ui| {
            ui.set_width(LABEL_WIDTH);
            ui.label(RichText::new(name).color(style::WEAK));
        });
        contents(ui);
    });
}

pub(super) fn folder(ui: &mut Ui, folder: &mut String, actions: &mut Vec<Action>) {
    row(ui, "Folder", |ui| {
        let width = (ui.available_width() - 78.0).max(40.0);
        let field = TextEdit::singleline(folder).id(Id::new("export folder")).desired_width(width);
        ui.add(field);
        if ui.button("Choose…").clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::ExportFolder));
        }
    });
}

fn options(ui: &mut Ui, kind: ExportKind, settings: &mut ExportSettings) {
    let is_animation = ExportKind::ANIMATIONS.contains(&kind);
    if is_animation || kind == ExportKind::Picture {
        row(ui, "Size", |ui| {
            ui.add(DragValue::new(&mut settings.side).range(16..=4096).suffix(" pixels"));
            ui.label(RichText::new("longer side").small().color(style::WEAK));
        });
    }
    if is_animation {
        row(ui, "Rate", |ui| {
            ui.add(DragValue::new(&mut settings.rate).range(1..=100).suffix(" per second"));
        });
    }
    if is_animation || kind == ExportKind::Picture {
        row(ui, "Background", |ui| {
            let name = ExportBackground::ALL.iter().find(|(one, _)| *one == settings.background);
            let list =
                ComboBox::from_id_salt("export background").selected_text(name.map_or("", |one| one.1));
            list.show_ui(ui, |ui| {
                for (background, name) in ExportBackground::ALL {
                    ui.selectable_value(&mut settings.background, background, name);
                }
            });
        });
    }
    if kind.is_animated_model() || is_animation && kind != ExportKind::Turntable {
        row(ui, "Range", |ui| {
            let all = settings.range.has_all(kind);
            for (range, is_selected, name) in
                [(ExportRange::Current, !all, "Current sequence"), (ExportRange::All, all, "All sequences")]
            {
                if ui.selectable_label(is_selected, name).clicked() && !is_selected {
                    settings.range = range;
                }
            }
        });
    }
}

fn buttons(ui: &mut Ui, open: &ExportDialog) -> Option<bool> {
    let has_folder = !open.folder.trim().is_empty();
    ui.horizontal(|ui| {
        let export = ui.add_enabled(has_folder, egui::Button::new("Export")).clicked();
        let cancel = ui.button("Cancel").clicked();
        // The key that has opened the dialog does not confirm it.
        let enter = !open.is_new && has_folder && ui.input(|input| input.key_pressed(Key::Enter));
        if export || enter { Some(true) } else { cancel.then_some(false) }
    })
    .inner
}
