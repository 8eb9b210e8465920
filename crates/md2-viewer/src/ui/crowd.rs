//! A crowd in numbers, over the corner of the picture.

use std::time::Duration;

use egui::{Align2, Area, Context, Frame, Grid, Id, Margin, Order, Rect, RichText, Stroke, vec2};

use super::style;
use crate::crowd::grouped;
use crate::stage::CrowdNumbers;

const LINE_HEIGHT: f32 = 16.0;

/// What is told of a crowd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrowdStatus {
    /// What the last picture drew.
    pub(crate) numbers: CrowdNumbers,
    /// Processor time of all threads for a picture, where it is known.
    pub(crate) cpu: Option<Duration>,
    /// From one picture to the next.
    pub(crate) picture: Option<Duration>,
}

pub(super) fn show(context: &Context, free: Rect, status: CrowdStatus) {
    let CrowdStatus { numbers, cpu, picture } = status;
    let milliseconds = |time: Option<Duration>| {
        time.map_or_else(|| String::from("–"), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
    };
    let rows = [
        (grouped(numbers.members), "figures"),
        (grouped(numbers.members_drawn), "of them drawn"),
        (grouped(numbers.triangles_drawn), "triangles drawn"),
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
