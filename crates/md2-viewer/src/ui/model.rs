//! The tab of the model: its name, its numbers, what was noticed while it was opened, and what draws it.

use egui::{RichText, Ui};
use md2_scene::Workspace;

use super::{Seen, compare, style, widgets};
use crate::text::{message, shown};
use crate::wish::Wish;

/// The whole tab.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
    numbers(ui, seen.workspace, seen.machine.frame_bytes);
    notes(ui, seen.workspace);
    compare::show(ui, seen.workspace, wishes);
    widgets::section(ui, "Drawn by");
    widgets::note(ui, seen.machine.device);
}

/// Name and numbers, those of all parts together.
fn numbers(ui: &mut Ui, workspace: &Workspace, frame_bytes: u64) {
    let figure = workspace.figure();
    let place = figure.path().map_or_else(|| String::from("built in"), |path| path.display().to_string());
    let place = message(&place).to_string();
    ui.add(
        egui::Label::new(RichText::new(shown(figure.name()).to_string()).heading().color(style::STRONG))
            .truncate(),
    )
    .on_hover_text(place);
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

/// What was noticed while it was opened.
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
    fn one_is_not_many() {
        assert_eq!(plural(1, "frame", "frames"), "1 frame");
        assert_eq!(plural(198, "frame", "frames"), "198 frames");
    }
}
