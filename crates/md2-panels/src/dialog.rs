//! What the dialogs share: the window with its title, the buttons, and the selection of a text.

use std::ops::Range;

use egui::text::{CCursor, CCursorRange};
use egui::{Align2, Button, Context, Event, Key, Response, RichText, TextEdit, Ui, Vec2, Window};

use super::{focus, style};

pub(super) fn show<T>(
    context: &Context,
    (id, width, title): (&'static str, f32, &str),
    contents: impl FnOnce(&mut Ui) -> T,
) -> Option<T> {
    let width = width.min(context.content_rect().width() - 60.0).max(120.0);
    let window = Window::new(id).title_bar(false).anchor(Align2::CENTER_CENTER, Vec2::ZERO).resizable(false);
    let shown = window.show(context, |ui| {
        ui.set_width(width);
        ui.label(RichText::new(title).heading().color(style::STRONG));
        contents(ui)
    });
    let shown = shown?;
    focus::hold(context, shown.response.layer_id);
    shown.inner
}

/// Shows the buttons. Returns whether the user has confirmed the dialog, or `None` if it stays open.
pub(super) fn buttons(ui: &mut Ui, confirm: &str, is_possible: bool, can_enter: bool) -> Option<bool> {
    ui.horizontal(|ui| {
        let confirmed = ui.add_enabled(is_possible, Button::new(confirm)).clicked();
        let cancel = ui.button("Cancel").clicked();
        // A key that is held down confirms nothing: another question may have appeared.
        let is_enter =
            |event: &Event| matches!(event, Event::Key { key: Key::Enter, pressed: true, repeat: false, .. });
        let enter = can_enter && is_possible && ui.input(|input| input.events.iter().any(is_enter));
        if confirmed || enter { Some(true) } else { cancel.then_some(false) }
    })
    .inner
}

pub(super) fn select(ui: &Ui, field: &Response, characters: Range<usize>) {
    let mut state = TextEdit::load_state(ui.ctx(), field.id).unwrap_or_default();
    let [start, end] = [characters.start, characters.end].map(CCursor::new);
    state.cursor.set_char_range(Some(CCursorRange::two(start, end)));
    state.store(ui.ctx(), field.id);
}
