//! What floats over the picture: errors, notices and the drop hint.

use std::time::{Duration, Instant};

use egui::{
    Align2, Area, Context, Frame, Id, Margin, Order, Rect, RichText, ScrollArea, Stroke, TextStyle,
    TextWrapMode, Ui, WidgetText, vec2,
};

use super::{style, widgets};
use crate::keys::{Action, key_of};
use crate::text::lines;

/// How long a notice stays.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// Between the banner and what is around it, in a window that is not very small.
const BANNER_MARGIN: f32 = 12.0;
/// How wide it is with its cross.
const LEAST_WIDTH: f32 = 120.0;
const MOST_WIDTH: f32 = 580.0;
/// What the cross and the frame take of it.
const CROSS: f32 = 52.0;
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
        self.error = Some(sentences(&lines(&text).to_string()));
    }

    /// Returns whether there was one.
    pub(crate) fn clear_error(&mut self) -> bool {
        self.error.take().is_some()
    }

    pub(crate) fn notice(&mut self, text: String) {
        self.notice = Some((sentences(&lines(&text).to_string()), Instant::now() + NOTICE_TIME));
    }
}

/// The lines of a message as they stand on their own: errors begin in the middle of a sentence. The name of a file stays.
fn sentences(text: &str) -> String {
    let begins = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        word.chars().all(|letter| letter.is_ascii_lowercase())
    };
    let line = |line: &str| if begins(line) { widgets::capitalized(line) } else { line.to_owned() };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
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
    let most = (free.width() - 2.0 * BANNER_MARGIN).clamp(LEAST_WIDTH, MOST_WIDTH);
    Area::new(Id::new("error"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(free.center_top() + vec2(0.0, BANNER_MARGIN))
        .show(context, |ui| {
            let frame = Frame::new()
                .fill(style::ERROR_DARK)
                .stroke(Stroke::new(1.0, style::ERROR))
                .corner_radius(6.0)
                .inner_margin(Margin { left: 14, right: 6, top: 6, bottom: 8 });
            frame.show(ui, |ui| ui.horizontal_top(|ui| said(ui, free, most, text)).inner).inner
        })
        .inner
}

/// What the banner says, as wide as it has to be, and the cross beside it, which stays in sight however much there is to say.
fn said(ui: &mut Ui, free: Rect, most: f32, text: &str) -> bool {
    let text = WidgetText::from(RichText::new(text).color(style::STRONG));
    let galley = text.into_galley(ui, Some(TextWrapMode::Wrap), most - CROSS, TextStyle::Body);
    // A bar for scrolling lies over the end of the text.
    let width = galley.size().x + 8.0;
    let height = (free.height() - 4.0 * BANNER_MARGIN).max(MIN_BANNER);
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.add_space(4.0);
        // Areas are lower by themselves, whatever room there is.
        let area = ScrollArea::vertical().auto_shrink([false, true]);
        area.max_height(height).min_scrolled_height(height).show(ui, |ui| ui.label(galley));
    });
    widgets::close_button(ui, &format!("Dismiss: key {}", key_of(Action::Quit))).clicked()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_sentences_and_names_stay_as_they_are() {
        for (text, shown) in [
            ("there is no file \"a\"\nthe figure stands in", "There is no file \"a\"\nThe figure stands in"),
            ("cut.md2 is damaged", "cut.md2 is damaged"),
            ("Saved /a/b.png", "Saved /a/b.png"),
            ("glTF is written", "glTF is written"),
            ("", ""),
        ] {
            assert_eq!(sentences(text), shown);
        }
    }
}
