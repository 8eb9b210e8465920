//! The tab of model information: name, size, notes about loading, and the device that renders the model.

use std::path::PathBuf;

use egui::{CollapsingHeader, RichText, TextStyle, Ui};
use md2_load::{HeaderField, HeaderValue, Limit};
use md2_scene::{Actor, Document, Workspace};

use super::model_edits::{self, TransformFields};
use super::{compare, elided, style, surfaces, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::text::{message, shown};

pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    fields: &mut TransformFields,
    actions: &mut Vec<Action>,
) {
    summary(ui, input.workspace, input.renderer.frame_bytes);
    levels(ui, input.workspace, actions);
    widgets::note(ui, &format!("Device: {}", input.renderer.device));
    notes(ui, input.workspace);
    model_edits::transform(ui, input.workspace, fields, actions);
    model_edits::list(ui, input.workspace, actions);
    // Above the lists, which may be long: its numbers change during playback.
    compare::show(ui, input.workspace, input.comparison, actions);
    let parts: Vec<&Actor> = input.workspace.body().collect();
    parts.iter().for_each(|actor| surfaces::show(ui, input.workspace, actor, actions));
    missing_files(ui, input.workspace);
    for actor in &parts {
        if parts.len() == 1 {
            details(ui, actor.document());
        } else {
            let part = CollapsingHeader::new(widgets::capitalized(actor.role())).id_salt(actor.id);
            part.show(ui, |ui| details(ui, actor.document()));
        }
    }
}

fn summary(ui: &mut Ui, workspace: &Workspace, frame_bytes: u64) {
    let figure = workspace.figure();
    let place = figure.path().map_or_else(|| String::from("Built in"), |path| path.display().to_string());
    let place = message(&place);
    let name = shown(figure.name());
    elided::label(ui, &name, TextStyle::Heading, style::STRONG).on_hover_text(place);
    let documents = || workspace.body().map(md2_scene::Actor::document);
    let frames = workspace.document().mesh().frame_count();
    let numbers = format!(
        "{} · {} · {}",
        widgets::plural(
            documents().map(|document| document.mesh().triangle_count()).sum(),
            "triangle",
            "triangles"
        ),
        widgets::plural(documents().map(|document| document.facts.vertices).sum(), "vertex", "vertices"),
        match documents().count() {
            1 => widgets::plural(frames, "frame", "frames"),
            parts => widgets::plural(parts, "model", "models"),
        }
    );
    widgets::note(ui, &numbers);
    let size = workspace.figure_bounds().size().map(|length| format!("{length:.1}")).join(" × ");
    let size = ui.label(RichText::new(format!("{size} units")).small().color(style::WEAK));
    size.on_hover_text("Length along X, Y and Z, in all frames of the current sequence");
    widgets::note(ui, &format!("{} of frames on the GPU", size_text(frame_bytes)));
}

fn levels(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let documents = workspace.body().map(Actor::document);
    let Some(document) = documents.max_by_key(|document| document.levels.len()) else { return };
    if document.levels.is_empty() {
        return;
    }
    let current = document.levels.iter().position(|path| document.is_file_at(path));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Level of detail").small().color(style::WEAK));
        for (level, path) in document.levels.iter().enumerate() {
            let name = if level == 0 { String::from("Full") } else { level.to_string() };
            let row = egui::Button::selectable(current == Some(level), RichText::new(name).small());
            // Another level would replace the edited model.
            let row = ui.add_enabled(!workspace.has_unsaved_edits(), row);
            let row = row.on_disabled_hover_text("Save or undo the edits first");
            if row.on_hover_text(message(&path.display().to_string())).clicked() {
                actions.push(Action::SetLevel(level));
            }
        }
    });
    let parts = workspace.body().filter(|actor| actor.document().levels.len() <= current.unwrap_or(0));
    let missing = parts.filter(|_| current > Some(0)).filter_map(|actor| {
        let levels = &actor.document().levels;
        let full = levels.first().map_or(actor.document().path()?, PathBuf::as_path);
        let (name, number) = (full.file_stem()?.to_string_lossy(), levels.len().max(1));
        Some(format!("{} (no {name}_{number}.md3)", actor.role()))
    });
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        widgets::note(ui, &message(&format!("Without this level: {}", missing.join(", "))));
    }
}

fn details(ui: &mut Ui, document: &Document) {
    widgets::section(ui, "File");
    widgets::table(ui, file_rows(document));
    let counts = counts(document);
    if !counts.is_empty() {
        widgets::section(ui, "Counts and limits");
        for (name, value, is_above) in counts {
            let value =
                if is_above { RichText::new(value).color(style::ACCENT) } else { RichText::new(value) };
            widgets::row(ui, name, value);
        }
    }
    if !document.named_skins.is_empty() {
        widgets::section(ui, "Skin names");
        for name in document.named_skins.iter().take(MAX_ROWS) {
            file_name(ui, name);
        }
        if document.named_skins.len() > MAX_ROWS {
            widgets::note(ui, &format!("and {} more", document.named_skins.len() - MAX_ROWS));
        }
    }
    widgets::section(ui, "Sequences");
    for set in document.range_sets() {
        let found = widgets::plural(set.sequences.len(), "sequence", "sequences");
        let value = format!("{found}; {}", message(&set.evidence));
        widgets::row(ui, &shown(&set.label), RichText::new(value));
    }
    widgets::section(ui, "Header");
    let header = document.header.iter();
    widgets::table(ui, header.map(|field| (field.name, message(&header_text(field)))));
}

/// Returns the text of a header field. The identifier is stored as a number, but means four characters, such as `IDP2`.
fn header_text(field: &HeaderField) -> String {
    match field.value {
        HeaderValue::Int(ident) if field.name == "ident" => ident.to_le_bytes().escape_ascii().to_string(),
        _ => field.value.to_string(),
    }
}

const MAX_MISSING: usize = 12;
const MAX_ROWS: usize = 40;

fn file_rows(document: &Document) -> Vec<(&'static str, String)> {
    let facts = document.facts;
    let frames = document.mesh().frame_count();
    let mut rows = vec![
        ("Path", message(&document.place())),
        ("Format", document.format().to_string()),
        ("Size", format!("{} ({} bytes)", size_text(facts.file_bytes as u64), facts.file_bytes)),
    ];
    let framesize = document.header.iter().find(|field| field.name == "framesize");
    if let Some(HeaderField { value: HeaderValue::Int(size), .. }) = framesize {
        rows.push(("Frame size", format!("{size} bytes")));
    }
    rows.push((
        "Rendered",
        widgets::plural(document.mesh().vertex_count(), "vertex", "vertices") + ", split at seams",
    ));
    if let Some([width, height]) = facts.skin_size {
        rows.push(("Skin size", format!("{width} × {height}")));
    }
    rows.push(("Frames", frames.to_string()));
    if facts.bad_normals > 0 {
        rows.push(("Invalid normals", facts.bad_normals.to_string()));
    }
    rows
}

fn counts(document: &Document) -> Vec<(&'static str, String, bool)> {
    let limits = document.format().limits();
    let field = |field: &HeaderField| {
        let HeaderValue::Int(found) = field.value else { return None };
        let own: Vec<&Limit> = limits.iter().filter(|limit| limit.field == field.name).collect();
        if own.is_empty() {
            return None;
        }
        let is_above = |limit: &&Limit| usize::try_from(found).is_ok_and(|found| found > limit.most);
        let texts = own.iter().map(|limit| match &*limit.engines {
            [] => format!("{} (format limit)", limit.most),
            engines => format!("{} ({})", limit.most, engines.join(", ")),
        });
        let texts: Vec<String> = texts.collect();
        let is_above = own.iter().any(is_above);
        let loaded =
            loaded_count(document, field.name).filter(|&loaded| usize::try_from(found) != Ok(loaded));
        let count = loaded.map_or_else(|| found.to_string(), |loaded| format!("{loaded} (header: {found})"));
        Some((field.name, format!("{count} of {}", texts.join(", ")), is_above || loaded.is_some()))
    };
    document.header.iter().filter_map(field).collect()
}

fn loaded_count(document: &Document, field: &str) -> Option<usize> {
    document.repairs()?;
    match field {
        "num_xyz" => Some(document.facts.vertices),
        "num_tris" => Some(document.facts.triangles),
        "num_frames" => Some(document.mesh().frame_count()),
        "num_skins" => Some(document.named_skins.len()),
        _ => None,
    }
}

fn missing_files(ui: &mut Ui, workspace: &Workspace) {
    let mut rows: Vec<(String, String)> = Vec::new();
    for document in workspace.body().map(Actor::document) {
        rows.extend(document.missing_files.iter().map(|file| (file.name.clone(), file.purpose.clone())));
    }
    for actor in workspace.body().chain(workspace.weapon_actors()) {
        let purpose = format!("Skin of the {}", actor.role());
        let names = actor.document().missing_skins.iter();
        rows.extend(names.map(|name| (name.clone(), purpose.clone())));
    }
    if rows.is_empty() {
        return;
    }
    widgets::section(ui, "Missing files");
    for (name, purpose) in rows.iter().take(MAX_MISSING) {
        file_name(ui, name);
        ui.add_space(-4.0);
        widgets::note(ui, &widgets::capitalized(&message(purpose)));
    }
    if rows.len() > MAX_MISSING {
        widgets::note(ui, &format!("and {} more", rows.len() - MAX_MISSING));
    }
}

fn file_name(ui: &mut Ui, name: &str) {
    let text = message(name);
    if name.contains(char::REPLACEMENT_CHARACTER) {
        elided::label(ui, &text, TextStyle::Small, style::TEXT);
    } else {
        let text = RichText::new(text).small().color(style::TEXT);
        ui.add(egui::Label::new(text).wrap().selectable(true));
    }
}

fn notes(ui: &mut Ui, workspace: &Workspace) {
    let documents = || workspace.body().map(md2_scene::Actor::document);
    let figure = workspace.figure();
    let accented = |ui: &mut Ui, note: &str| {
        ui.add(egui::Label::new(RichText::new(message(note)).small().color(style::ACCENT)).wrap())
    };
    for repairs in documents().filter_map(|document| document.repairs()) {
        let note = format!("Damaged: {}", widgets::plural(repairs.done.len(), "repair", "repairs"));
        accented(ui, &note).on_hover_text(repairs.to_string());
    }
    for note in documents().flat_map(|document| document.notes()).chain(figure.notes()) {
        accented(ui, note);
    }
}

fn size_text(count: u64) -> String {
    const KIB: f64 = 1024.0;
    let count = count as f64;
    if count < KIB {
        format!("{count} bytes")
    } else if count < KIB * KIB {
        format!("{:.1} KiB", count / KIB)
    } else {
        format!("{:.1} MiB", count / (KIB * KIB))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_the_limits_of_the_format_and_of_engines() {
        let count = |bytes: &[u8], field: &str| {
            let figure = md2_scene::open_bytes("a.md2", bytes).unwrap();
            let counts = counts(&figure.parts()[0].document);
            counts.into_iter().find(|(name, ..)| *name == field).unwrap()
        };
        let mut file = md2_testdata::one_triangle().build();
        let triangles = count(file.bytes(), "num_tris");
        assert_eq!(triangles, ("num_tris", String::from("1 of 4096 (format limit), 6144 (Q2PRO)"), false));
        // A damaged file has the number of loaded items, and the number in the header.
        file.set_i32("num_skins", 661);
        let (_, text, is_above) = count(file.bytes(), "num_skins");
        assert!(text.starts_with("1 (header: 661) of 32 ") && is_above, "{text}");
        let (_, text, _) = count(file.bytes(), "num_frames");
        assert!(text.starts_with("2 of 512"), "{text}");
    }
}
