//! The statistics of a crowd, in a corner of the scene.

use std::time::Duration;

use egui::{Align2, Context, Grid, Rect, RichText, vec2};

use super::{style, widgets};
use md2_scene::text::grouped;

const LINE_HEIGHT: f32 = 16.0;

#[derive(Clone, Copy, Debug)]
pub struct CrowdStatus {
    pub members: u64,
    pub members_drawn: u64,
    /// The triangles of all members.
    pub triangles: u64,
    pub triangles_drawn: u64,
    pub cpu: Option<Duration>,
    /// The time that the graphics device takes for a picture; `None` if it has no clock of its own.
    pub device: Option<Duration>,
    pub picture: Option<Duration>,
}

pub(super) fn show(context: &Context, free: Rect, status: CrowdStatus) {
    let CrowdStatus { members, members_drawn, triangles, triangles_drawn, cpu, device, picture } = status;
    let milliseconds = |time: Option<Duration>| {
        time.map_or_else(|| String::from("–"), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
    };
    let rows = [
        (grouped(members), "models"),
        (grouped(members_drawn), "visible"),
        (grouped(triangles), "triangles"),
        (grouped(triangles_drawn), "triangles drawn"),
        (milliseconds(cpu), "CPU time per picture"),
        (milliseconds(device), "GPU time per picture"),
        (milliseconds(picture), "between pictures"),
    ];
    let place = (free.left_top() + vec2(14.0, 14.0), Align2::LEFT_TOP);
    widgets::bubble(context, ("crowd", false), place, free.width(), |ui| {
        // Nothing reacts to clicks, so rows can be low.
        ui.spacing_mut().interact_size.y = LINE_HEIGHT;
        Grid::new("crowd").spacing(vec2(8.0, 3.0)).show(ui, |ui| {
            for (number, name) in rows {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(RichText::new(number).monospace().color(style::STRONG));
                });
                ui.label(name);
                ui.end_row();
            }
        });
    });
}
