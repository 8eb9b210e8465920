//! The dialog that asks for the folder and the options of an export.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use egui::{ComboBox, Context, Id, Popup, RichText, TextEdit, Ui};
use md2_browse::{DialogPurpose, PathRules};

use super::{dialog, style, widgets};
use crate::action::Action;
use crate::export_kind::ExportKind;
use crate::export_settings::{ExportBackground, ExportRange, ExportSettings};
use crate::input::PanelInput;

#[derive(Clone, Debug)]
pub(crate) struct ExportDialog {
    pub(crate) kind: ExportKind,
    pub(crate) folder: String,
    name: String,
    is_new: bool,
}

impl ExportDialog {
    pub(crate) fn new(kind: ExportKind, settings: &ExportSettings, input: &PanelInput<'_>) -> Self {
        // Engines look for the enhanced MD3 next to the model.
        let chosen = settings.folder.clone().filter(|_| kind != ExportKind::EnhancedMd3);
        let folder = chosen.map_or_else(|| own_folder(input), |folder| input.folder.join(folder));
        let name = (input.export_name)(kind, input.workspace);
        Self { kind, folder: folder.display().to_string(), name, is_new: true }
    }

    fn path(&self) -> PathBuf {
        let stem = Path::new(self.name.trim()).file_stem().unwrap_or_default();
        let name = format!("{}.{}", stem.to_string_lossy(), self.kind.extension());
        PathRules::CURRENT.parse(&self.folder).join(name)
    }
}

fn own_folder(input: &PanelInput<'_>) -> PathBuf {
    let model = input.workspace.figure().path().map(|path| input.folder.join(path));
    let own = model.as_deref().and_then(|path| path.ancestors().find(|folder| folder.is_dir()));
    own.unwrap_or(input.folder).to_owned()
}

const WIDTH: f32 = 380.0;
const LABEL_WIDTH: f32 = 84.0;

pub(super) fn show(
    context: &Context,
    input: &PanelInput<'_>,
    (open, settings): (&mut ExportDialog, &mut ExportSettings),
    actions: &mut Vec<Action>,
) -> bool {
    let title = format!("Export {}", open.kind.name());
    let answer = dialog::show(context, ("export", WIDTH, &title), |ui| {
        ui.add_space(4.0);
        folder(ui, &mut open.folder, actions);
        let is_enhanced = open.kind == ExportKind::EnhancedMd3;
        ui.add_enabled_ui(!is_enhanced, |ui| name(ui, &mut open.name, open.is_new));
        if is_enhanced {
            widgets::note(ui, "Engines expect the MD3 under this name, and its skins next to it.");
        } else if open.path().exists() {
            widgets::note(ui, "This file exists. The new one gets a number.");
        }
        options(ui, open.kind, settings);
        ui.add_space(6.0);
        let is_possible = ![&open.folder, &open.name].iter().any(|text| text.trim().is_empty());
        // The key that has opened the dialog does not confirm it.
        dialog::buttons(ui, "Export", is_possible, !open.is_new)
    });
    // A menu that is closing still holds the focus.
    open.is_new &= Popup::is_any_open(context);
    let answer = answer.flatten();
    if answer == Some(true) {
        let folder = PathRules::CURRENT.parse(&open.folder);
        if open.kind != ExportKind::EnhancedMd3 {
            settings.folder = (folder != own_folder(input)).then_some(folder);
        }
        actions.push(Action::Export(open.kind, open.path()));
    }
    answer.is_none()
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

pub(super) fn name(ui: &mut Ui, name: &mut String, is_new: bool) {
    row(ui, "Name", |ui| {
        let field = TextEdit::singleline(name).id(Id::new("file name"));
        let field = ui.add(field.desired_width(ui.available_width() - 8.0));
        if is_new {
            field.request_focus();
            let stem = Path::new(&*name).file_stem().map_or(0, |stem| stem.to_string_lossy().chars().count());
            dialog::select(ui, &field, 0..stem);
        }
    });
}

pub(super) fn folder(ui: &mut Ui, folder: &mut String, actions: &mut Vec<Action>) {
    row(ui, "Folder", |ui| {
        let width = (ui.available_width() - 78.0).max(40.0);
        let field = TextEdit::singleline(folder).id(Id::new("export folder")).desired_width(width);
        // The field may be too narrow.
        ui.add(field).on_hover_text(folder.as_str());
        if ui.button("Choose…").clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::ExportFolder));
        }
    });
}

/// A number that the user types or drags. It looks like a text field.
fn number(ui: &mut Ui, value: &mut u32, range: RangeInclusive<u32>, unit: &str) {
    ui.scope(|ui| {
        let visuals = ui.visuals_mut();
        visuals.widgets.inactive.weak_bg_fill = visuals.extreme_bg_color;
        ui.add(widgets::number_field(value).range(range));
    });
    ui.label(RichText::new(unit).small().color(style::WEAK));
}

fn options(ui: &mut Ui, kind: ExportKind, settings: &mut ExportSettings) {
    let is_animation = ExportKind::ANIMATIONS.contains(&kind);
    if is_animation || kind == ExportKind::Picture {
        row(ui, "Size", |ui| number(ui, &mut settings.side, 16..=4096, "pixels, longer side, at most 4096"));
        row(ui, "Background", |ui| {
            let name = ExportBackground::ALL.iter().find(|(one, _)| *one == settings.background);
            let list = ComboBox::from_id_salt("export background");
            list.selected_text(name.map_or("", |one| one.1)).show_ui(ui, |ui| {
                for (background, name) in ExportBackground::ALL {
                    ui.selectable_value(&mut settings.background, background, name);
                }
            });
        });
    }
    if is_animation {
        row(ui, "Rate", |ui| number(ui, &mut settings.rate, 1..=100, "per second"));
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
