//! The dialog that saves the model under a new name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, Popup, RichText, Ui};
use md2_browse::PathRules;
use md2_scene::Document;

use super::{dialog, export_dialog, style};
use crate::action::Action;
use crate::text::{message, shown};

#[derive(Clone, Debug)]
pub(crate) struct SaveDialog {
    document: Arc<Document>,
    pub(crate) folder: String,
    name: String,
    existing: Option<PathBuf>,
    is_new: bool,
}

const WIDTH: f32 = 400.0;

/// The name that the dialog proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveName {
    /// The name of the model's file. A model in an archive is saved next to the archive.
    Own,
    New,
}

impl SaveDialog {
    pub(crate) fn new(
        document: &Arc<Document>,
        current: &Path,
        name: SaveName,
    ) -> Result<Self, &'static str> {
        if let Some(obstacle) = document.edit_obstacle() {
            return Err(obstacle);
        }
        let path = document.path().map(|path| current.join(path));
        let folder = path.iter().flat_map(|path| path.ancestors().skip(1)).find(|folder| folder.is_dir());
        let folder = folder.unwrap_or(current).display().to_string();
        let stem = path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| document.name().to_owned());
        let existing = path.filter(|path| name == SaveName::Own && path.is_file());
        let own =
            existing.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let end = if name == SaveName::New { "-edited" } else { "" };
        let name = own.unwrap_or_else(|| format!("{stem}{end}.{}", extension(document)));
        Ok(Self { document: Arc::clone(document), folder, name, existing, is_new: true })
    }

    fn path(&self) -> Option<PathBuf> {
        let (folder, name) = (&self.folder, self.name.trim());
        let name = Path::new(name);
        let name = if name.extension().is_none() {
            name.with_extension(extension(&self.document))
        } else {
            name.to_owned()
        };
        let folder = PathRules::CURRENT.parse(folder);
        (!folder.as_os_str().is_empty() && !self.name.trim().is_empty()).then(|| folder.join(name))
    }
}

fn extension(document: &Document) -> String {
    document.format().to_string().to_lowercase()
}

pub(super) fn show(context: &Context, open: &mut SaveDialog, actions: &mut Vec<Action>) -> bool {
    let title = format!("Save {} as", shown(open.document.name()));
    let answer = dialog::show(context, ("save", WIDTH, &title), |ui| {
        ui.add_space(4.0);
        fields(ui, open, actions);
        question(ui, open);
        ui.add_space(6.0);
        let name = if open.existing.is_some() { "Replace" } else { "Save" };
        dialog::buttons(ui, name, open.path().is_some(), !open.is_new)
    });
    open.is_new &= Popup::is_any_open(context);
    let answer = answer.flatten();
    let Some(path) = open.path().filter(|_| answer == Some(true)) else { return answer.is_none() };
    let replaces = open.existing.as_ref() == Some(&path);
    let exists = !replaces && path.symlink_metadata().is_ok();
    if exists {
        (open.existing, open.is_new) = (Some(path), true);
    } else {
        let document = Arc::clone(&open.document);
        actions.push(Action::SaveModel { document, path, replaces });
    }
    exists
}

fn fields(ui: &mut Ui, open: &mut SaveDialog, actions: &mut Vec<Action>) {
    let before = open.path();
    export_dialog::folder(ui, &mut open.folder, actions);
    export_dialog::name(ui, &mut open.name, open.is_new);
    // The confirmation belongs to one path.
    if open.path() != before {
        open.existing = None;
    }
}

fn question(ui: &mut Ui, open: &SaveDialog) {
    let Some(path) = &open.existing else { return };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = if open.document.is_file_at(path) {
        let is_unchanged = open.document.is_unchanged_on_disk();
        let state =
            if is_unchanged { "is the file that you opened" } else { "has changed since you opened it" };
        format!("{} {state}. Replace it?", message(&name))
    } else {
        format!("{} exists. Replace it?", message(&name))
    };
    ui.add(egui::Label::new(RichText::new(text).color(style::ACCENT)).wrap());
}
