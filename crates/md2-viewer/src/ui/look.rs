//! The tab of the look: the switches of the picture.

use egui::{Ui, vec2};
use md2_scene::Workspace;

use super::{Seen, widgets};
use crate::keys::{Action, key_of};
use crate::wish::Wish;

/// The whole tab.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
    let &Seen { workspace, machine, .. } = seen;
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
