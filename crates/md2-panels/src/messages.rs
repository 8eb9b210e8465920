//! Messages: errors below the scene, notices over the scene, and a hint while the user drags a file over the window.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::{Align2, Context, Frame, Label, Margin, Panel, Rect, RichText, ScrollArea, Ui, vec2};

use super::{style, widgets};
use crate::action::Action;
use crate::keys::{Shortcut, key_of};
use crate::text::{lines, shown};
use md2_scene::Workspace;

const NOTICE_TIME: Duration = Duration::from_secs(4);
const SAVED_TIME: Duration = Duration::from_secs(12);

const MAX_PART: f32 = 0.3;
const MIN_TEXT: f32 = 20.0;
const MIN_HEIGHT_FOR_ERROR: f32 = 60.0;
const CROSS: f32 = 28.0;
const NOTICE_MARGIN: f32 = 8.0;
/// The maximum fraction of the scene's width that a notice takes, so that it does not cover the model.
const NOTICE_PART: f32 = 0.4;
const MIN_NOTICE: f32 = 120.0;

/// The cause of a message. A later success removes the message of an earlier failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Skin,
    Edit,
    Save,
    Export,
    Comparison,
    Other,
}

/// An error, which stays until the user dismisses it, and a notice, which disappears. Both end with their cause.
#[derive(Debug, Default)]
pub struct Messages {
    error: Option<(Cause, String)>,
    notice: Option<Notice>,
}

#[derive(Debug)]
struct Notice {
    cause: Cause,
    text: String,
    until: Instant,
    files: Vec<PathBuf>,
}

impl Messages {
    pub fn show_error(&mut self, text: String) {
        self.show_failure(Cause::Other, &text);
    }

    pub fn show_failure(&mut self, cause: Cause, text: &str) {
        tracing::warn!("{text}");
        self.error = Some((cause, widgets::capitalized_lines(&lines(text))));
    }

    pub fn clear_error(&mut self) -> bool {
        self.error.take().is_some()
    }

    /// Removes all messages, since another model is open.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Removes the messages about a cause, since it no longer exists.
    pub fn end(&mut self, ended: Cause) {
        self.error.take_if(|(cause, _)| *cause == ended);
        self.notice.take_if(|notice| notice.cause == ended);
    }

    pub fn show_notice(&mut self, text: String) {
        self.show_notice_about(Cause::Other, &text);
    }

    pub fn show_notice_about(&mut self, cause: Cause, text: &str) {
        let text = widgets::capitalized_lines(&lines(text));
        self.notice = Some(Notice { cause, text, until: Instant::now() + NOTICE_TIME, files: Vec::new() });
    }

    /// Names the files that an export has written.
    pub fn show_saved(&mut self, files: Vec<PathBuf>) {
        let text = match &files[..] {
            [path] => format!("Saved {}", lines(&path.display().to_string())),
            paths => {
                let names = paths.iter().filter_map(|path| path.file_name());
                let names: Vec<String> = names.map(|name| shown(&name.to_string_lossy())).collect();
                format!("{} files saved: {}", paths.len(), names.join(", "))
            }
        };
        let until = Instant::now() + SAVED_TIME;
        self.notice = Some(Notice { cause: Cause::Other, text, until, files });
    }
}

pub(super) fn error_strip(ui: &mut Ui, messages: &mut Messages) {
    let room = ui.available_height();
    let Some((_, text)) = messages.error.as_ref().filter(|_| room >= MIN_HEIGHT_FOR_ERROR) else { return };
    let frame = Frame::new().fill(style::ERROR_DARK);
    let frame = frame.inner_margin(Margin { left: 14, right: 6, top: 4, bottom: 4 });
    let strip = Panel::bottom("error").frame(frame).resizable(false);
    let strip = strip.show(ui, |ui| error_text(ui, MAX_PART * room, text));
    widgets::settle_height(ui, "error", strip.response.rect.height());
    if strip.inner {
        messages.error = None;
    }
}

fn error_text(ui: &mut Ui, height: f32, text: &str) -> bool {
    let height = height.max(MIN_TEXT);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - CROSS).max(0.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.add_space(2.0);
            // Without `min_scrolled_height`, egui makes the area lower than it could be.
            let area = ScrollArea::vertical().auto_shrink([false, true]);
            area.max_height(height).min_scrolled_height(height).show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).color(style::STRONG)).wrap());
            });
        });
        widgets::close_button(ui, &format!("Dismiss ({})", key_of(Shortcut::Close))).clicked()
    })
    .inner
}

pub(super) fn notice_bubble(
    context: &Context,
    free: Rect,
    messages: &mut Messages,
    actions: &mut Vec<Action>,
) {
    let Some(Notice { text, until, files, .. }) = &messages.notice else { return };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        messages.notice = None;
        return;
    }
    let position = free.right_top() + vec2(-NOTICE_MARGIN, NOTICE_MARGIN);
    let width = (NOTICE_PART * free.width() - NOTICE_MARGIN).max(MIN_NOTICE);
    let width = width.min(free.width() - 2.0 * NOTICE_MARGIN);
    let place = (position, Align2::RIGHT_TOP);
    widgets::bubble(context, ("notice", !files.is_empty()), place, width, |ui| {
        ui.label(RichText::new(text).color(style::STRONG));
        let Some(file) = files.first() else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.small_button("Show in file manager").clicked() {
                actions.push(Action::ShowInFileManager(file.clone()));
            }
            if ui.small_button("Copy path").clicked() {
                ui.ctx().copy_text(file.display().to_string());
            }
        });
    });
    context.request_repaint_after(left);
}

pub(super) fn nothing_to_see(context: &Context, free: Rect, workspace: &Workspace) {
    let mut reasons = Vec::new();
    for drawn in workspace.drawn() {
        let Some(reason) = drawn.document.invisibility() else { return };
        reasons.push(format!("{}: {reason}", shown(drawn.document.name())));
    }
    if !reasons.is_empty() {
        text_in_the_middle(context, "nothing", free, &reasons.join("\n"));
    }
}

pub(super) fn drop_hint(context: &Context, free: Rect) {
    if context.input(|input| !input.raw.hovered_files.is_empty()) {
        text_in_the_middle(context, "drop", free, "Drop to open. Images become the skin");
    }
}

fn text_in_the_middle(context: &Context, id: &str, free: Rect, text: &str) {
    widgets::bubble(context, (id, false), (free.center(), Align2::CENTER_CENTER), free.width(), |ui| {
        ui.label(RichText::new(text).color(style::STRONG));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_ends_the_failure_that_it_answers() {
        let mut messages = Messages::default();
        messages.show_failure(Cause::Save, "not saved");
        messages.show_notice_about(Cause::Skin, "skin not found");
        messages.end(Cause::Skin);
        assert!(messages.notice.is_none() && messages.error.is_some());
        messages.end(Cause::Export);
        assert!(messages.error.is_some());
        messages.end(Cause::Save);
        assert!(messages.error.is_none());
    }

    #[test]
    fn capitalizes_lines_but_not_names_of_files() {
        for (text, shown) in [
            ("there is no file \"a\"\nshowing the model", "There is no file \"a\"\nShowing the model"),
            ("cut.md2 is damaged", "cut.md2 is damaged"),
            ("Saved /a/b.png", "Saved /a/b.png"),
            ("glTF is written", "glTF is written"),
            ("", ""),
        ] {
            assert_eq!(widgets::capitalized_lines(text), shown);
        }
    }
}
