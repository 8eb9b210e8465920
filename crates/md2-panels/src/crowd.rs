//! The numbers of a crowd, over the corner of the picture.

use std::time::Duration;

use egui::{Align2, Area, Context, Frame, Grid, Id, Margin, Order, Rect, RichText, Stroke, vec2};

use super::style;
use md2_scene::text::grouped;

const LINE_HEIGHT: f32 = 16.0;

/// The numbers of a crowd.
#[derive(Clone, Copy, Debug)]
pub struct CrowdStatus {
    /// Figures of the crowd.
    pub members: u64,
    /// Figures that the last picture drew.
    pub members_drawn: u64,
    /// Triangles that the last picture drew.
    pub triangles_drawn: u64,
    /// Processor time of all threads for one picture, if it is known.
    pub cpu: Option<Duration>,
    /// Time from one picture to the next.
    pub picture: Option<Duration>,
}

pub(super) fn show(context: &Context, free: Rect, status: CrowdStatus) {
    let CrowdStatus { members, members_drawn, triangles_drawn, cpu, picture } = status;
    let milliseconds = |time: Option<Duration>| {
        time.map_or_else(|| String::from("–"), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
    };
    let rows = [
        (grouped(members), "figures"),
        (grouped(members_drawn), "of them drawn"),
        (grouped(triangles_drawn), "triangles drawn"),
        (milliseconds(cpu), "of CPU a picture"),
        (milliseconds(picture), "from picture to picture"),
    ];
    Area::new(Id::new("crowd"))
        .order(Order::Foreground)
        .interactable(false)
        .pivot(Align2::LEFT_TOP)
        .fixed_pos(free.left_top() + vec2(14.0, 14.0))
        .show(context, |ui| {
            Frame::new()
                .fill(style::WELL.gamma_multiply(0.85))
                .stroke(Stroke::new(1.0, style::LINE))
                .corner_radius(6.0)
                .inner_margin(Margin::symmetric(12, 8))
                .show(ui, |ui| {
                    // Nothing in it is pressed.
                    ui.spacing_mut().interact_size.y = LINE_HEIGHT;
                    Grid::new("crowd").spacing(vec2(8.0, 3.0)).show(ui, |ui| {
                        for (number, what) in rows {
                            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                                ui.label(RichText::new(number).monospace().color(style::STRONG));
                            });
                            ui.label(what);
                            ui.end_row();
                        }
                    });
                });
        });
}
