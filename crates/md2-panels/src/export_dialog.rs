//! The dialog that asks for the folder and the options of an export, and the options that it remembers.

use std::path::{Path, PathBuf};

use egui::{Align2, ComboBox, Context, DragValue, Id, Key, RichText, TextEdit, Ui, Vec2, Window};
use md2_browse::DialogPurpose;
use md2_scene::Background;
use serde::{Deserialize, Serialize};

use super::style;
use crate::action::Action;
use crate::export_kind::ExportKind;
use crate::input::PanelInput;

/// The options of exports, which the dialog remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportSettings {
    /// The folder of exported files; `None` for the current folder.
    pub folder: Option<PathBuf>,
    /// The length of the longer side of animations, in pixels.
    pub side: u32,
    /// The number of pictures per second of animations.
    pub rate: u32,
    /// The background of animations.
    pub background: ExportBackground,
    /// The exported sequences.
    pub range: ExportRange,
}

impl Default for ExportSettings {
    fn default() -> Self {
        let (background, range) = (ExportBackground::default(), ExportRange::default());
        Self { folder: None, side: 640, rate: 20, background, range }
    }
}

/// The background of an exported animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportBackground {
    /// The background of the window.
    #[default]
    Scene,
    /// No background and no floor.
    Transparent,
    /// Nearly white.
    Light,
    /// Middle gray.
    Gray,
    /// Black.
    Black,
}

impl ExportBackground {
    const ALL: [(Self, &str); 5] = [
        (Self::Scene, "As in the window"),
        (Self::Transparent, "Transparent"),
        (Self::Light, "Light"),
        (Self::Gray, "Gray"),
        (Self::Black, "Black"),
    ];

    /// Returns the background that replaces that of the window, if any.
    #[must_use]
    pub fn color(self) -> Option<Background> {
        match self {
            Self::Scene | Self::Transparent => None,
            Self::Light => Some(Background::Light),
            Self::Gray => Some(Background::Gray),
            Self::Black => Some(Background::Black),
        }
    }
}

/// The sequences that an export contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportRange {
    /// The usual range for the kind of file: all sequences for a model, the current sequence for an animation.
    #[default]
    Usual,
    /// The current sequence.
    Current,
    /// All sequences, one after the other.
    All,
}

impl ExportRange {
    /// Whether an export of this kind contains all sequences.
    #[must_use]
    pub fn has_all(self, kind: ExportKind) -> bool {
        match self {
            Self::Usual => kind == ExportKind::Glb,
            Self::Current => false,
            Self::All => true,
        }
    }
}

/// The state of the dialog while it is open.
#[derive(Clone, Debug)]
pub(crate) struct ExportDialog {
    pub(crate) kind: ExportKind,
    folder: String,
    /// Whether no picture has shown the dialog yet.
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

/// Shows the dialog. Sets `dialog` to `None` when the user confirms or cancels the export.
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
        let title = format!("Export {}", open.kind.short_name());
        ui.label(RichText::new(title).heading().color(style::STRONG));
        ui.add_space(4.0);
        folder(ui, open, actions);
        options(ui, open.kind, settings);
        ui.add_space(6.0);
        answer = buttons(ui, open);
    });
    open.is_new = false;
    match answer {
        Some(true) => {
            let folder = PathBuf::from(open.folder.trim());
            settings.folder = (folder != input.folder && !folder.as_os_str().is_empty()).then_some(folder);
            actions.push(Action::Export(open.kind));
            *dialog = None;
        }
        Some(false) => *dialog = None,
        None => {}
    }
}

fn row(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.allocate_ui(egui::vec2(LABEL_WIDTH, 20.0), |ui| {
            ui.set_width(LABEL_WIDTH);
            ui.label(RichText::new(name).color(style::WEAK));
        });
        contents(ui);
    });
}

fn folder(ui: &mut Ui, open: &mut ExportDialog, actions: &mut Vec<Action>) {
    row(ui, "Folder", |ui| {
        let width = (ui.available_width() - 78.0).max(40.0);
        let field = TextEdit::singleline(&mut open.folder).id(Id::new("export folder")).desired_width(width);
        ui.add(field);
        if ui.button("Choose…").clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::ExportFolder));
        }
    });
}

fn options(ui: &mut Ui, kind: ExportKind, settings: &mut ExportSettings) {
    let is_animation = ExportKind::ANIMATIONS.contains(&kind);
    if is_animation {
        row(ui, "Size", |ui| {
            ui.add(DragValue::new(&mut settings.side).range(16..=4096).suffix(" pixels"));
            ui.label(RichText::new("longer side").small().color(style::WEAK));
        });
        row(ui, "Rate", |ui| {
            ui.add(DragValue::new(&mut settings.rate).range(1..=100).suffix(" per second"));
        });
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
    if kind == ExportKind::Glb || is_animation && kind != ExportKind::Turntable {
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

/// Shows the buttons. Returns whether the user has confirmed the export, or `None` if the dialog stays open.
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
