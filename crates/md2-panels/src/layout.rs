//! The layout of the whole window.

use egui::{Rect, Ui};

use crate::action::Action;
use crate::dialogs::{self, Dialog};
use crate::input::PanelInput;
use crate::state::PanelState;
use crate::{
    badge, bar, crowd, files, focus, help, inspect, messages, picture, skin, split, start, style, tabs, tags,
    tips, top, tour,
};

const MIN_HEIGHT_FOR_BAR: f32 = 160.0;
const MIN_SCENE: f32 = 100.0;
const MIN_HEIGHT_FOR_TOP: f32 = 240.0;

pub fn show(ui: &mut Ui, input: &PanelInput<'_>, state: &mut PanelState, actions: &mut Vec<Action>) -> Rect {
    state.shown.clear();
    state.files.begin();
    state.animation.has_focus = false;
    tips::begin(ui.ctx());
    let height = ui.available_height();
    state.animation.hover.current = None;
    if let Some(status) = input.renderer.crowd {
        // The panels are for a single player.
        if !state.hides_panels && !state.shows_help && height >= MIN_HEIGHT_FOR_BAR {
            crowd::show(ui.ctx(), ui.available_rect_before_wrap(), status);
        }
    } else if !state.hides_panels {
        if height >= MIN_HEIGHT_FOR_TOP {
            top::show(ui, input, state, actions);
        }
        if height >= MIN_HEIGHT_FOR_BAR {
            bar::show(ui, input.workspace, &mut state.bar, actions);
        }
        tabs::show(ui, input, state, actions);
    }
    // An unhandled request of a part that is not laid out would act when the part appears.
    state.animation.filter.wants_focus = false;
    state.export_menu_requested = false;
    state.animation.hover.request_preview(ui.ctx(), input.workspace, actions);
    // Messages are not shown over the help or the path field.
    let asks_path = matches!(state.dialog, Some(Dialog::Path(_)));
    let has_messages = !state.shows_help && !asks_path;
    let without_panels = ui.available_rect_before_wrap();
    if has_messages {
        messages::error_strip(ui, &mut state.messages);
    }
    let free = ui.available_rect_before_wrap();
    focus::set_free(ui.ctx(), free);
    // The help or a window would cover the card.
    let mut card = None;
    if !state.hides_panels && has_messages && !state.skin.is_large {
        let top = state.uncovered.map_or(free.top(), |uncovered| uncovered.top());
        card = inspect::show(ui.ctx(), free.with_min_y(top), input.workspace);
    }
    if !state.shows_help {
        tags::show(ui.ctx(), free, input.workspace);
        badge::show(ui.ctx(), free, input.workspace, actions);
    }
    if !state.hides_panels && input.renderer.crowd.is_none() {
        skin::show_large(ui.ctx(), without_panels, free, input, &mut state.skin, actions);
    }
    if has_messages {
        messages::notice_bubble(ui.ctx(), free, &mut state.messages, actions);
    }
    messages::nothing_to_see(ui.ctx(), without_panels, input.workspace);
    picture::show(ui.ctx(), without_panels, &mut state.picture, actions);
    split::show(ui.ctx(), free, input.workspace, actions);
    state.uncovered = None;
    tour::show(ui.ctx(), free, input.workspace, state, actions);
    // The figure of a tour is beside the card with the bytes of a vertex.
    if let (Some(below), Some(card)) = (&mut state.uncovered, card)
        && below.right() - card.right() > MIN_SCENE
    {
        below.min.x = card.right();
    }
    messages::drop_hint(ui.ctx(), free);
    files::opening(ui.ctx(), free, input.files, actions);
    dialogs::show(ui.ctx(), input, (&mut state.dialog, &mut state.export_settings), actions);
    if state.shows_help {
        help::show(ui.ctx(), input.renderer.crowd.is_some(), state, actions);
    }
    // After the tour, which ends at once if the scene has not begun it yet.
    let beside = start::show(ui.ctx(), free, input, state, actions);
    state.uncovered = beside.or(state.uncovered);
    style::mark_focus(ui.ctx(), files::list_id());
    free
}
