//! The section of a comparison: with which frame, and how far the vertices are from where they are in it.

use egui::{RichText, Ui};
use md2_scene::{Command, Workspace};

use super::{style, widgets};
use crate::commands::diff::Distances;
use crate::keys::{Action, key_of};
use crate::text::shown;
use crate::wish::Wish;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    widgets::section(ui, "Compare");
    let key = key_of(Action::ToggleCompare);
    let Some(reference) = workspace.reference() else {
        let here = workspace.key_at_hand();
        let text = format!("With frame {}", here.frame);
        if ui
            .button(text)
            .on_hover_text(format!("Keeps it beside the pose that plays on. Key {key}"))
            .clicked()
        {
            wishes.push(Command::Compare(Some(here)).into());
        }
        return;
    };
    let name =
        workspace.actor(reference.actor).map_or("", |actor| actor.document().frame_name(reference.frame));
    let mut distances = Distances::default();
    let mut furthest = (0.0, 0);
    for compared in workspace.compared() {
        distances.add(compared.distance());
        if compared.distance() > furthest.0 {
            furthest = (compared.distance(), compared.vertex);
        }
    }
    ui.horizontal(|ui| {
        ui.label(format!("frame {} \"{}\"", reference.frame, shown(name)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Clear").on_hover_text(format!("Key {key}")).clicked() {
                wishes.push(Command::Compare(None).into());
            }
        });
    });
    match distances.measured() {
        Some(Distances { largest, .. }) if largest <= 0.0 => {
            widgets::note(ui, "The same pose; go to another frame: this one stays in green.");
        }
        Some(Distances { largest, mean, .. }) => {
            let line = |text: String| RichText::new(text).monospace().color(style::TEXT);
            ui.label(line(format!("largest {largest:>8.3}  vertex {}", furthest.1)));
            ui.label(line(format!("mean    {mean:>8.3}  units")));
            widgets::note(ui, "The compared frame is green.");
        }
        None => widgets::note(ui, "There is no vertex to compare."),
    }
}
