//! The tab of the model: its name, its numbers, the notes of its loading, and the device that draws it.

use egui::{CollapsingHeader, RichText, TextStyle, Ui};
use md2_load::{HeaderField, HeaderValue, Limit, limits};
use md2_scene::{Actor, Document, Workspace};

use super::{compare, elided, style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use md2_scene::text::{message, shown};

/// The contents of the tab.
pub(super) fn show(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    numbers(ui, input.workspace, input.renderer.frame_bytes);
    widgets::note(ui, &format!("drawn by {}", input.renderer.device));
    notes(ui, input.workspace);
    // Above what may be a long list: its numbers change while one looks at the model.
    compare::show(ui, input.workspace, input.comparison, actions);
    missing(ui, input.workspace);
    let parts: Vec<&Actor> = input.workspace.body().collect();
    for actor in &parts {
        if parts.len() == 1 {
            about(ui, actor);
        } else {
            CollapsingHeader::new(widgets::capitalized(actor.role()))
                .id_salt(actor.id())
                .show(ui, |ui| about(ui, actor));
        }
    }
}

/// Name and numbers of all parts together.
fn numbers(ui: &mut Ui, workspace: &Workspace, frame_bytes: u64) {
    let figure = workspace.figure();
    let place = figure.path().map_or_else(|| String::from("built in"), |path| path.display().to_string());
    let place = message(&place).to_string();
    let name = shown(figure.name()).to_string();
    elided::label(ui, &name, TextStyle::Heading, style::STRONG).on_hover_text(place);
    let documents = || workspace.body().map(md2_scene::Actor::document);
    let frames = workspace.document().mesh().frame_count();
    let numbers = format!(
        "{} · {} · {}",
        plural(documents().map(|document| document.mesh().triangle_count()).sum(), "triangle", "triangles"),
        plural(documents().map(|document| document.facts().vertices).sum(), "vertex", "vertices"),
        match documents().count() {
            1 => plural(frames, "frame", "frames"),
            parts => plural(parts, "model", "models"),
        }
    );
    let memory = format!("{} of frames on the GPU", bytes(frame_bytes));
    widgets::note(ui, &numbers);
    widgets::note(ui, &memory);
}

/// The numbers of a single model in its file.
fn about(ui: &mut Ui, actor: &Actor) {
    let document = actor.document();
    widgets::section(ui, "File");
    widgets::table(ui, file(document));
    let counts = counts(document);
    if !counts.is_empty() {
        widgets::section(ui, "Counts");
        widgets::note(ui, "And the most that engines allow.");
        for (name, value, is_above) in counts {
            let value =
                if is_above { RichText::new(value).color(style::ACCENT) } else { RichText::new(value) };
            widgets::row(ui, name, value);
        }
    }
    if !document.named_skins().is_empty() {
        widgets::section(ui, "Skins it names");
        for name in document.named_skins().iter().take(MAX_ROWS) {
            file_name(ui, name);
        }
        if document.named_skins().len() > MAX_ROWS {
            widgets::note(ui, &format!("and {} more", document.named_skins().len() - MAX_ROWS));
        }
    }
    widgets::section(ui, "Sequences");
    for set in document.range_sets() {
        let found = plural(set.sequences.len(), "sequence", "sequences");
        let value = format!("{found}; {}", message(&set.evidence));
        widgets::row(ui, &shown(&set.label).to_string(), RichText::new(value));
    }
    widgets::section(ui, "Header");
    widgets::table(ui, document.header().iter().map(|field| (field.name, value(field))));
}

/// The most missing files that are listed.
const MAX_MISSING: usize = 12;
/// The most names that are listed.
const MAX_ROWS: usize = 40;

fn value(field: &HeaderField) -> String {
    message(&field.value.to_string()).to_string()
}

/// Position and size.
fn file(document: &Document) -> Vec<(&'static str, String)> {
    let facts = document.facts();
    let frames = document.mesh().frame_count();
    let mut rows = vec![
        ("Path", message(&document.place()).to_string()),
        ("Format", document.format().to_string()),
        ("Size", format!("{} ({} bytes)", bytes(facts.file_bytes as u64), facts.file_bytes)),
    ];
    let framesize = document.header().iter().find(|field| field.name == "framesize");
    if let Some(HeaderField { value: HeaderValue::Int(size), .. }) = framesize {
        rows.push(("Bytes a frame", format!("{size} in the file")));
    }
    rows.push(("Drawn", plural(document.mesh().vertex_count(), "vertex", "vertices") + ", seams split"));
    if let Some([width, height]) = facts.skin_size {
        rows.push(("Skin size", format!("{width} × {height} declared")));
    }
    rows.push(("Frames", frames.to_string()));
    if facts.bad_normals > 0 {
        rows.push(("Bad normals", facts.bad_normals.to_string()));
    }
    rows
}

/// The fields of the header that engines limit, each with its value, its limits, and whether it exceeds one.
fn counts(document: &Document) -> Vec<(&'static str, String, bool)> {
    let limits = limits(document.format());
    let field = |field: &HeaderField| {
        let HeaderValue::Int(found) = field.value else { return None };
        let own: Vec<&Limit> = limits.iter().filter(|limit| limit.field == field.name).collect();
        if own.is_empty() {
            return None;
        }
        let is_above = |limit: &&Limit| usize::try_from(found).is_ok_and(|found| found > limit.most);
        let told = own.iter().map(|limit| match &*limit.engines {
            [] => format!("{} on paper", limit.most),
            engines => format!("{} {}", limit.most, engines.join(", ")),
        });
        let told: Vec<String> = told.collect();
        let is_above = own.iter().any(is_above);
        let kept = kept(document, field.name).filter(|&kept| usize::try_from(found) != Ok(kept));
        let (found, is_other) = match kept {
            Some(kept) => (format!("{found} in the header, {kept} kept;"), true),
            None => (found.to_string(), false),
        };
        Some((field.name, format!("{found} of {}", told.join("; ")), is_above || is_other))
    };
    document.header().iter().filter_map(field).collect()
}

/// The number of items of a header field that are left of a damaged file; `None` for an undamaged one.
fn kept(document: &Document, field: &str) -> Option<usize> {
    document.repairs()?;
    match field {
        "num_xyz" => Some(document.facts().vertices),
        "num_tris" => Some(document.facts().triangles),
        "num_frames" => Some(document.mesh().frame_count()),
        "num_skins" => Some(document.named_skins().len()),
        _ => None,
    }
}

/// The missing files of the figure: those that its game needs, and its models' pictures.
fn missing(ui: &mut Ui, workspace: &Workspace) {
    let mut rows: Vec<(String, String)> = Vec::new();
    for document in workspace.body().map(Actor::document) {
        rows.extend(document.missing_files().iter().map(|file| (file.name.clone(), file.purpose.clone())));
    }
    for actor in workspace.body().chain(workspace.weapon_actors()) {
        let purpose = format!("a skin of the {}", actor.role());
        let names = actor.document().missing_skins().iter();
        rows.extend(names.map(|name| (name.clone(), purpose.clone())));
    }
    if rows.is_empty() {
        return;
    }
    widgets::section(ui, "Missing files");
    for (name, purpose) in rows.iter().take(MAX_MISSING) {
        file_name(ui, name);
        ui.add_space(-4.0);
        widgets::note(ui, &message(purpose).to_string());
    }
    if rows.len() > MAX_MISSING {
        widgets::note(ui, &format!("and {} more", rows.len() - MAX_MISSING));
    }
}

/// The name of a file in a model, which can be selected and copied. A name that is no text is only described.
fn file_name(ui: &mut Ui, name: &str) {
    let text = message(name).to_string();
    if name.contains(char::REPLACEMENT_CHARACTER) {
        elided::label(ui, &text, TextStyle::Small, style::TEXT);
    } else {
        let text = RichText::new(text).small().color(style::TEXT);
        ui.add(egui::Label::new(text).wrap().selectable(true));
    }
}

/// The notes of its loading.
fn notes(ui: &mut Ui, workspace: &Workspace) {
    let documents = || workspace.body().map(md2_scene::Actor::document);
    let figure = workspace.figure();
    let accented = |ui: &mut Ui, note: &str| {
        ui.add(egui::Label::new(RichText::new(message(note).to_string()).small().color(style::ACCENT)).wrap())
    };
    for repairs in documents().filter_map(|document| document.repairs()) {
        let note = format!("Damaged: {}", plural(repairs.done.len(), "repair", "repairs"));
        accented(ui, &note).on_hover_text(repairs.to_string());
    }
    for note in documents().flat_map(|document| document.notes()).chain(figure.notes()) {
        accented(ui, note);
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A size in the unit that leaves one to three digits before the point.
fn bytes(count: u64) -> String {
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
    fn sizes_are_readable() {
        assert_eq!(bytes(512), "512 bytes");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(5 * 1024 * 1024), "5.0 MiB");
    }

    #[test]
    fn counts_stand_beside_what_engines_allow() {
        let told = |bytes: &[u8], field: &str| {
            let figure = md2_scene::open_bytes("a.md2", bytes).unwrap();
            let counts = counts(&figure.parts()[0].document);
            counts.into_iter().find(|(name, ..)| *name == field).unwrap()
        };
        let mut file = md2_testdata::one_triangle().build();
        let triangles = told(file.bytes(), "num_tris");
        assert_eq!(triangles, ("num_tris", String::from("1 of 4096 on paper; 6144 Q2PRO"), false));
        // A damaged file has both: the number in the header, and that of the items that are left.
        file.set_i32("num_skins", 661);
        let (_, text, is_above) = told(file.bytes(), "num_skins");
        assert!(text.starts_with("661 in the header, 1 kept; of 32 ") && is_above, "{text}");
        let (_, text, _) = told(file.bytes(), "num_frames");
        assert!(text.starts_with("2 of 512"), "{text}");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(plural(1, "frame", "frames"), "1 frame");
        assert_eq!(plural(198, "frame", "frames"), "198 frames");
    }
}
