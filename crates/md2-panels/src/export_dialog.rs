//! The dialog that asks for the folder and the options of an export.

use egui::{ComboBox, Context, DragValue, Id, RichText, TextEdit, Ui};
use md2_browse::DialogPurpose;

use super::typed_path::PathRules;
use super::{dialog, style, widgets};
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
    pub(crate) fn new(kind: ExportKind, settings: &ExportSettings, input: &PanelInput<'_>) -> Self {
        // Engines look for the enhanced MD3 next to the model.
        let model = input.workspace.figure().path().filter(|_| kind == ExportKind::EnhancedMd3);
        let own = model.and_then(|path| path.ancestors().find(|folder| folder.is_dir()));
        let folder = own.or(settings.folder.as_deref()).unwrap_or(input.folder);
        Self { kind, folder: folder.display().to_string(), is_new: true }
    }

    pub(crate) fn set_folder(&mut self, folder: &std::path::Path) {
        self.folder = folder.display().to_string();
    }
}

const WIDTH: f32 = 380.0;
const LABEL_WIDTH: f32 = 84.0;

pub(super) fn show(
    context: &Context,
    input: &PanelInput<'_>,
    (state, settings): (&mut Option<ExportDialog>, &mut ExportSettings),
    actions: &mut Vec<Action>,
) {
    let Some(open) = state else { return };
    let title = format!("Export {}", open.kind.name());
    let answer = dialog::show(context, ("export", WIDTH, &title), |ui| {
        ui.add_space(4.0);
        folder(ui, &mut open.folder, actions);
        options(ui, open.kind, settings);
        if open.kind == ExportKind::EnhancedMd3 {
            widgets::note(ui, "Engines expect the MD3 and its skins next to the original model.");
        }
        ui.add_space(6.0);
        // The key that has opened the dialog does not confirm it.
        dialog::buttons(ui, "Export", !open.folder.trim().is_empty(), !open.is_new)
    });
    open.is_new = false;
    match answer.flatten() {
        Some(true) => {
            let folder = PathRules::CURRENT.parse(&open.folder);
            if open.kind != ExportKind::EnhancedMd3 {
                settings.folder = (folder != input.folder).then(|| folder.clone());
            }
            actions.push(Action::Export(open.kind, folder));
            *state = None;
        }
        Some(false) => *state = None,
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
