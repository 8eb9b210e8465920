//! What floats over the picture: errors, notices and the drop hint.

use std::time::{Duration, Instant};

use egui::{Align2, Area, Context, Frame, Id, Margin, Order, Rect, RichText, ScrollArea, Stroke, vec2};

use super::style;
use crate::text::lines;

/// How long a notice stays.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// What the banner needs besides its text, with room below it.
const BANNER_MARGIN: f32 = 120.0;
/// Height of a banner's text in the lowest window.
const MIN_BANNER: f32 = 20.0;

/// An error that stays until it is dismissed, and a notice that goes by itself.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    error: Option<String>,
    notice: Option<(String, Instant)>,
}

impl Messages {
    /// Shows what went wrong until it is dismissed, and logs it.
    pub(crate) fn error(&mut self, text: String) {
        tracing::warn!("{text}");
        self.error = Some(lines(&text).to_string());
    }

    /// Returns whether there was one.
    pub(crate) fn clear_error(&mut self) -> bool {
        self.error.take().is_some()
    }

    pub(crate) fn notice(&mut self, text: String) {
        self.notice = Some((lines(&text).to_string(), Instant::now() + NOTICE_TIME));
    }
}

pub(super) fn show(context: &Context, free: Rect, messages: &mut Messages) {
    if let Some(text) = &messages.error {
        let dismissed = error_banner(context, free, text);
        if dismissed {
            messages.error = None;
        }
    }
    if let Some((text, until)) = &messages.notice {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            messages.notice = None;
        } else {
            notice(context, free, text);
            context.request_repaint_after(left);
        }
    }
}

/// Returns whether the user has dismissed it.
fn error_banner(context: &Context, free: Rect, text: &str) -> bool {
    let width = (free.width() - 40.0).clamp(120.0, 560.0);
    Area::new(Id::new("error"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(free.center_top() + vec2(0.0, 14.0))
        .show(context, |ui| {
            Frame::new()
                .fill(style::ERROR_DARK)
                .stroke(Stroke::new(1.0, style::ERROR))
                .corner_radius(6.0)
                .inner_margin(Margin::symmetric(14, 10))
                .show(ui, |ui| {
                    ui.set_max_width(width);
                    let text = RichText::new(text).color(style::STRONG);
                    // However much there is to say, the button stays in sight.
                    let height = (free.height() - BANNER_MARGIN).max(MIN_BANNER);
                    ScrollArea::vertical()
                        .auto_shrink([false, true])
                        .max_height(height)
                        .show(ui, |ui| ui.add(egui::Label::new(text).wrap()));
                    ui.add_space(2.0);
                    ui.button("Dismiss").clicked()
                })
                .inner
        })
        .inner
}

fn notice(context: &Context, free: Rect, text: &str) {
    bubble(context, "notice", free.center_bottom() - vec2(0.0, 16.0), Align2::CENTER_BOTTOM, text);
}

/// Shown while a file hangs over the window.
pub(super) fn drop_hint(context: &Context, free: Rect) {
    if context.input(|input| !input.raw.hovered_files.is_empty()) {
        bubble(context, "drop", free.center(), Align2::CENTER_CENTER, "Drop to open");
    }
}

fn bubble(context: &Context, id: &str, at: egui::Pos2, pivot: Align2, text: &str) {
    Area::new(Id::new(id)).order(Order::Foreground).interactable(false).pivot(pivot).fixed_pos(at).show(
        context,
        |ui| {
            Frame::new()
                .fill(style::WELL)
                .stroke(Stroke::new(1.0, style::LINE))
                .corner_radius(6.0)
                .inner_margin(Margin::symmetric(14, 8))
                .show(ui, |ui| ui.label(RichText::new(text).color(style::STRONG)));
        },
    );
}
