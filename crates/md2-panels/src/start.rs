//! The card of a start without a file: ways to open one, the tour, and the book.

use egui::{Align, Context, Id, Layout, Rect, RichText, Ui, Window, vec2};

use super::{files, style, top, tour, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::state::PanelState;

const WIDTH: f32 = 250.0;
const MARGIN: f32 = 10.0;

/// Shows the card. Returns the part of `free` next to it, if it is shown.
pub(super) fn show(
    context: &Context,
    free: Rect,
    input: &PanelInput<'_>,
    state: &mut PanelState,
    actions: &mut Vec<Action>,
) -> Option<Rect> {
    let is_covered = state.shows_help || state.has_dialog() || state.tour.is_some() || state.hides_panels;
    // A file, another built-in model or a crowd needs no card.
    if !state.shows_start || is_covered || free.width() < WIDTH + 4.0 * MARGIN {
        return None;
    }
    if input.workspace.figure().path().is_some() || input.renderer.crowd.is_some() {
        state.shows_start = false;
        return None;
    }
    let window = Window::new("start").id(Id::new("start")).title_bar(false).resizable(false);
    let shown = window.fixed_pos(free.min + vec2(MARGIN, MARGIN)).show(context, |ui| {
        ui.set_width(WIDTH);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Welcome").heading().color(style::STRONG));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::close_button(ui, "Close (Esc)").clicked() {
                    state.shows_start = false;
                }
            });
        });
        files::empty(ui, actions);
        if !input.files.recent.paths().is_empty() {
            ui.add_space(4.0);
            widgets::note(ui, "Recent");
            let recent = input.files.recent.paths().iter().take(4);
            recent.for_each(|path| top::recent_row(ui, path, WIDTH - 20.0, actions));
        }
        ui.add_space(4.0);
        learning(ui, input, state, actions);
    });
    shown.map(|shown| uncovered(free, shown.response.rect))
}

/// Returns the part of `free` at the right of the card, or the part below it if a figure, which is higher than wide, is larger there.
fn uncovered(free: Rect, card: Rect) -> Rect {
    let (right, below) = (free.with_min_x(card.right()), free.with_min_y(card.bottom()));
    let height = |place: Rect| place.height().min(2.0 * place.width());
    if height(below) > height(right) { below } else { right }
}

fn learning(ui: &mut Ui, input: &PanelInput<'_>, state: &mut PanelState, actions: &mut Vec<Action>) {
    widgets::note(ui, "Learn how keyframe animation works:");
    ui.horizontal(|ui| {
        if ui.button("Tour").clicked() {
            tour::begin(state, actions);
        }
        if let Some(book) = &input.files.book
            && ui.button("Book").on_hover_text(book.display().to_string()).clicked()
        {
            actions.push(Action::ShowInFileManager(book.clone()));
        }
    });
}
