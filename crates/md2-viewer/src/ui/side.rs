//! The panel on the right: the model, its sequences, its skins and weapons, and the switches of the view.

use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui, vec2};
use md2_scene::Workspace;

use super::{Machine, sequences, style, widgets, worn};
use crate::keys::{Action, key_of};
use crate::text::{message, shown};
use crate::wish::Wish;

const WIDTH: f32 = 292.0;
/// With less room than this the panel scrolls as a whole, and with less than so much more for each further list.
const MIN_HEIGHT_FOR_LIST: f32 = 642.0;
const MIN_HEIGHT_FOR_ANOTHER: f32 = 140.0;
/// What the switch for alpha takes, and each note on a skin.
const HEIGHT_OF_ALPHA: f32 = 32.0;
const HEIGHT_OF_SKIN_NOTE: f32 = 32.0;

pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    machine: Machine<'_>,
    lists: &mut Vec<sequences::ListState>,
    wishes: &mut Vec<Wish>,
) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 12));
    let more = workspace.body().filter(|actor| actor.player().is_some()).count().saturating_sub(1);
    let skin_notes = workspace.body().filter_map(md2_scene::Actor::skin_note).count();
    let alpha = if worn::wears_alpha(workspace) { HEIGHT_OF_ALPHA } else { 0.0 }
        + HEIGHT_OF_SKIN_NOTE * skin_notes as f32;
    let min_height = MIN_HEIGHT_FOR_LIST + MIN_HEIGHT_FOR_ANOTHER * more as f32 + alpha;
    Panel::right("side").frame(frame).resizable(false).exact_size(WIDTH).show(ui, |ui| {
        if ui.available_height() >= min_height {
            Panel::bottom("switches")
                .frame(Frame::new())
                .show_separator_line(false)
                .resizable(false)
                .show(ui, |ui| switches(ui, workspace, machine, wishes));
            model(ui, workspace, machine);
            sequences::show(ui, workspace, lists, false, wishes);
        } else {
            ScrollArea::vertical().show(ui, |ui| {
                model(ui, workspace, machine);
                sequences::show(ui, workspace, lists, true, wishes);
                switches(ui, workspace, machine, wishes);
            });
        }
    });
}

/// Name and numbers, those of all parts together.
fn model(ui: &mut Ui, workspace: &Workspace, machine: Machine<'_>) {
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
    let memory = format!("{} of frames on the GPU", bytes(machine.frame_bytes));
    widgets::note(ui, &numbers);
    widgets::note(ui, &memory);
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

/// Skins, the switches of the view, and the device.
fn switches(ui: &mut Ui, workspace: &Workspace, machine: Machine<'_>, wishes: &mut Vec<Wish>) {
    worn::skins(ui, workspace, wishes);
    worn::weapons(ui, workspace, wishes);
    widgets::section(ui, "View");
    let look = workspace.look();
    let mut rows = vec![
        ("Floor", look.floor, Action::ToggleFloor),
        ("Light", look.light, Action::ToggleLight),
        ("Wireframe", look.wireframe, Action::ToggleWireframe),
        ("Back faces", look.two_sided, Action::ToggleTwoSided),
        ("Smooth skin", look.smooth, Action::ToggleFilter),
        ("Turntable", workspace.camera().auto_orbit(), Action::ToggleOrbit),
        ("Steady", look.steady, Action::ToggleSteady),
    ];
    if workspace.drawn().any(|drawn| drawn.document.own_normals().is_some()) {
        rows.insert(5, ("File normals", look.own_normals, Action::ToggleOwnNormals));
    }
    egui::Grid::new("view")
        .num_columns(2)
        .min_col_width((ui.available_width() - 12.0) / 2.0)
        .spacing(vec2(12.0, 4.0))
        .show(ui, |ui| {
            for pair in rows.chunks(2) {
                for &(name, on, action) in pair {
                    switch(ui, workspace, (name, on, action), wishes);
                }
                if pair.len() == 1 {
                    // Beside the last switch, which it is about.
                    widgets::note(ui, &steadiness(workspace, machine.restoring));
                }
                ui.end_row();
            }
        });
    let below = steadiness(workspace, machine.restoring);
    if rows.len().is_multiple_of(2) && !below.is_empty() {
        widgets::note(ui, &below);
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        for (name, action) in
            [("Frame", Action::FrameModel), ("Picture", Action::Screenshot), ("Help", Action::ToggleHelp)]
        {
            if ui.button(name).on_hover_text(format!("Key {}", key_of(action))).clicked() {
                wishes.push(action.wish(workspace));
            }
        }
    });
    ui.add_space(4.0);
    widgets::note(ui, machine.device);
}

fn switch(
    ui: &mut Ui,
    workspace: &Workspace,
    (name, on, action): (&str, bool, Action),
    wishes: &mut Vec<Wish>,
) {
    ui.horizontal(|ui| {
        let mut value = on;
        if ui.checkbox(&mut value, name).changed() {
            wishes.push(action.wish(workspace));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            widgets::key_cap(ui, key_of(action));
        });
    });
}

/// How far the steady look is, in a few words.
fn steadiness(workspace: &Workspace, restoring: Option<f32>) -> String {
    let mut documents = workspace.drawn().map(|drawn| drawn.document);
    if !workspace.look().steady {
        String::new()
    } else if let Some(part) = restoring {
        format!("restoring, {:.0} %", part * 100.0)
    } else if !documents.any(|document| document.has_8_bit_keys()) {
        String::from("16 bits already")
    } else if workspace.to_restore().next().is_none() {
        String::from("keys restored")
    } else {
        String::new()
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
