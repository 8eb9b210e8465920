//! The interface: panels that show a session and collect what the user asks for.
//!
//! Nothing here changes the session. Each panel reads it and pushes [`Request`]s, which the session
//! carries out between two pictures, the same way as key presses.

mod bar;
mod messages;
mod side;
mod style;
mod timeline;
mod widgets;

#[cfg(test)]
mod tests;

use egui::{Rect, Ui};
use md2_anim::{LoopMode, Rates};

use crate::keys::Action;
use crate::session::Session;

pub(crate) use messages::Messages;
pub(crate) use style::apply as apply_style;

/// Below this window size in points the panels would leave no room for the model.
const MIN_SIZE_FOR_SIDE: egui::Vec2 = egui::vec2(560.0, 240.0);
const MIN_HEIGHT_FOR_BAR: f32 = 160.0;

/// What the user asks for by the interface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Request {
    /// What a key does as well.
    Act(Action),
    /// Another way to split the frames into sequences, by its place in the list.
    ChooseRanges(usize),
    /// A sequence of the current list.
    ChooseSequence(usize),
    /// A place in the current sequence, in keys from its first.
    Seek(f32),
    SetSpeed(f32),
    SetMode(LoopMode),
    SetRates(Rates),
    WearSkin(usize),
}

/// What the interface remembers between two pictures.
#[derive(Debug)]
pub(crate) struct UiState {
    pub(crate) panels: bool,
    pub(crate) help: bool,
    pub(crate) messages: Messages,
    list: side::ListState,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panels: true, help: false, messages: Messages::default(), list: side::ListState::default() }
    }
}

/// Lays out the interface over the whole window. Returns the part that the panels leave free, in
/// points.
pub(crate) fn show(ui: &mut Ui, session: &Session, state: &mut UiState, requests: &mut Vec<Request>) -> Rect {
    let size = ui.available_size();
    if state.panels {
        if size.x >= MIN_SIZE_FOR_SIDE.x && size.y >= MIN_SIZE_FOR_SIDE.y {
            side::show(ui, session, &mut state.list, requests);
        }
        if size.y >= MIN_HEIGHT_FOR_BAR {
            bar::show(ui, session, requests);
        }
    }
    let free = ui.available_rect_before_wrap();
    messages::show(ui.ctx(), free, &mut state.messages);
    messages::drop_hint(ui.ctx(), free);
    if state.help {
        messages::help(ui.ctx());
    }
    free
}
