//! The tab of findings in the open files, and of the repairs that the loader made to show a damaged file.

mod groups;
mod list;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Color32, ComboBox, RichText, ScrollArea, Ui};
use md2_load::{ModelPiece, Severity};
use md2_scene::findings::{Counts, EngineFilter, SEVERITIES, report_lines, severity_index};
use md2_scene::{ActorId, Command, Document, Piece, Selection, Workspace};

use super::{style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use groups::FindingFilter;
use list::{FileEntry, FileNote, FindingList, GroupKey, ItemKey, ListClick, ListInput, Tone, color};
use md2_browse::checker::{CheckState, FileCheck};

#[derive(Debug, Default)]
pub(super) struct CheckTab {
    filter: FindingFilter,
    toggled: HashSet<GroupKey>,
    selected: Option<ItemKey>,
    entries: Vec<FileEntry>,
    list: Option<FindingList>,
}

pub(super) fn tab_label(files: &[FileCheck]) -> (String, Option<Color32>) {
    let counts = total(files);
    let Counts([errors, warnings, _notes]) = counts;
    let name = match errors + warnings {
        0 => String::from("Check"),
        count => format!("Check {count}"),
    };
    (name, counts.worst().filter(|worst| *worst != Severity::Note).map(color))
}

fn total(files: &[FileCheck]) -> Counts {
    let mut counts = Counts::default();
    files.iter().for_each(|file| counts.add(file.counts()));
    counts
}

pub(super) fn show(ui: &mut Ui, input: &PanelInput<'_>, state: &mut CheckTab, actions: &mut Vec<Action>) {
    let files = input.checks;
    state.update(files);
    if total(files).total() > 0 {
        filters(ui, files, state);
    }
    if files.iter().any(FileCheck::is_slow) {
        widgets::note(ui, "Checking…");
    }
    let area = ScrollArea::vertical().id_salt("findings").auto_shrink([false, false]);
    let click = area
        .show_viewport(ui, |ui, viewport| {
            let input =
                ListInput { entries: &state.entries, toggled: &state.toggled, selected: state.selected };
            let list = state.list.take().filter(|list| list.fits(ui));
            let list = list.unwrap_or_else(|| FindingList::new(ui, input, &state.filter));
            ui.set_height(list.height());
            let click = list.show(ui, (viewport.top(), viewport.bottom()), input);
            state.list = Some(list);
            click
        })
        .inner;
    if let Some(click) = click {
        state.apply_click(click, input, actions);
    }
}

impl CheckTab {
    fn update(&mut self, files: &[FileCheck]) {
        let is_shown = |(entry, file): (&FileEntry, &FileCheck)| {
            entry.checked.as_ref().map(Arc::as_ptr) == file.checked().map(Arc::as_ptr)
                && entry.name == *file.document.name()
        };
        let is_same = self.entries.len() == files.len() && self.entries.iter().zip(files).all(is_shown);
        if is_same {
            return;
        }
        *self = Self { filter: std::mem::take(&mut self.filter), ..Self::default() };
        self.entries = files.iter().map(file_entry).collect();
        // The engine of the filter may not read any of the new files.
        if !engines(files).contains(&self.filter.engine) {
            self.filter.engine = EngineFilter::default();
        }
    }

    fn apply_click(&mut self, click: ListClick, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
        self.list = None;
        match click {
            ListClick::Group(key) => {
                if !self.toggled.remove(&key) {
                    self.toggled.insert(key);
                }
            }
            ListClick::Item((file, number)) => {
                self.selected = Some((file, number));
                let finding = list::finding(&self.entries, file, number);
                show_piece(file, finding.and_then(|finding| finding.piece), input, actions);
            }
            ListClick::Save(file) => {
                let document = input.checks.get(file).map(|file| &file.document);
                let actor = document.and_then(|document| actor_with(input.workspace, document));
                actions.extend(actor.map(Action::SaveRepaired));
            }
        }
    }
}

fn show_piece(file: usize, piece: Option<ModelPiece>, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    let document = input.checks.get(file).map(|file| &file.document);
    if let (Some(piece), Some(document)) = (piece, document)
        && let Some(actor) = actor_with(input.workspace, document)
    {
        let select = |piece| Command::Select(Some(Selection { actor, piece })).into();
        actions.extend(selections(piece).into_iter().flatten().map(select));
    }
}

fn actor_with(workspace: &Workspace, document: &Arc<Document>) -> Option<ActorId> {
    let actors = workspace.actors().iter();
    actors.filter(|actor| Arc::ptr_eq(actor.document(), document)).map(|actor| actor.id).next()
}

fn selections(piece: ModelPiece) -> [Option<Piece>; 2] {
    match piece {
        ModelPiece::Frame(frame) => [Some(Piece::Frame(frame)), None],
        ModelPiece::Triangle(triangle) => [Some(Piece::Triangle(triangle)), None],
        ModelPiece::Vertex { frame, vertex } => [frame.map(Piece::Frame), Some(Piece::Vertex(vertex))],
        _ => [None, None],
    }
}

fn file_entry(file: &FileCheck) -> FileEntry {
    let repairs = file.document.repairs();
    let mut notes = Vec::new();
    if let Some(repairs) = repairs {
        notes.push(FileNote::new(Tone::Important, widgets::capitalized(&repairs.summary)));
        let text = format!("{}. The file is unchanged. Repairs:", repairs.refusal);
        notes.push(FileNote::new(Tone::Quiet, text));
        notes.extend(repairs.done.iter().map(|repair| FileNote::new(Tone::Repair, repair)));
    }
    if let Some(refusal) = &file.refusal {
        let text = format!("The file has changed and cannot be loaded: {refusal}");
        notes.push(FileNote::new(Tone::Important, text));
        let text = "The previous version is still shown. The findings are for the new one.";
        notes.push(FileNote::new(Tone::Quiet, text));
    }
    match &file.state {
        CheckState::Done { checked, counts, .. } => match &checked.outcome {
            Err(reason) => notes.push(FileNote::new(Tone::Important, format!("Not checked: {reason}"))),
            Ok(_) if counts.total() == 0 => notes.push(FileNote::new(Tone::Quiet, "No findings")),
            Ok(_) => {}
        },
        CheckState::Runs { .. } => {}
    }
    FileEntry {
        name: file.document.name().to_owned(),
        checked: file.checked().cloned(),
        notes,
        is_repaired: repairs.is_some() && file.document.path().is_some(),
    }
}

fn engines(files: &[FileCheck]) -> Vec<EngineFilter> {
    let mut formats = Vec::new();
    for file in files {
        if !formats.contains(&file.document.format()) {
            formats.push(file.document.format());
        }
    }
    EngineFilter::for_formats(formats)
}

fn filters(ui: &mut Ui, files: &[FileCheck], state: &mut CheckTab) {
    let Counts(counts) = total(files);
    let before = state.filter.clone();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (severity, count) in SEVERITIES.into_iter().zip(counts) {
            if count == 0 {
                continue;
            }
            let is_hidden = &mut state.filter.hidden[severity_index(severity)];
            let text =
                RichText::new(format!("{count} {}", severity_name(severity, count))).color(if *is_hidden {
                    style::WEAK
                } else {
                    color(severity).lerp_to_gamma(style::STRONG, 0.2)
                });
            let text = if *is_hidden { text.strikethrough() } else { text };
            let verb = if *is_hidden { "Show" } else { "Hide" };
            let tip = format!("{verb} {}", severity_name(severity, 2));
            if ui.selectable_label(!*is_hidden, text).on_hover_text(tip).clicked() {
                *is_hidden = !*is_hidden;
            }
        }
    });
    ui.horizontal(|ui| {
        let copy = 62.0;
        let label =
            |engine: &EngineFilter| engine.name().map_or_else(|| String::from("All engines"), String::from);
        ComboBox::from_id_salt("engine")
            .width((ui.available_width() - copy).max(60.0))
            .selected_text(label(&state.filter.engine))
            .show_ui(ui, |ui| {
                for engine in engines(files) {
                    let text = label(&engine);
                    ui.selectable_value(&mut state.filter.engine, engine, text);
                }
            })
            .response
            .on_hover_text("Hide findings for other engines");
        if ui.button("Copy").on_hover_text("Copy the listed findings as text").clicked() {
            ui.ctx().copy_text(state.text());
        }
    });
    if state.filter != before {
        state.list = None;
        state.selected = None;
    }
    if let Some(list) = &state.list {
        let (listed, all) = (list.count(), total(files).total());
        if listed < all {
            widgets::note(ui, &format!("{} of {all} hidden", all - listed));
        }
    }
    ui.add_space(2.0);
}

impl CheckTab {
    fn text(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            for FileNote { text: note, .. } in &entry.notes {
                text.push_str(&format!("{}: {note}\n", entry.name));
            }
            if let Some(checked) = &entry.checked
                && checked.outcome.is_ok()
            {
                text.push_str(&report_lines(&self.filter.apply(checked), false));
            }
        }
        md2_scene::text::escaped(&text)
    }
}

fn severity_name(severity: Severity, count: usize) -> String {
    format!("{severity}{}", if count == 1 { "" } else { "s" })
}
