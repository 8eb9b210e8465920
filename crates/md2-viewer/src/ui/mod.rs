//! The interface: panels that show a workspace and collect what the user asks for.
//!
//! Nothing here changes the workspace. Each panel reads it and pushes [`Wish`]es, which are carried out between
//! two pictures, the same way as key presses.

mod bar;
mod crowd;
mod messages;
mod sequences;
mod side;
mod style;
mod timeline;
mod widgets;
mod worn;

#[cfg(test)]
mod tests;

use egui::{Rect, Ui};
use md2_scene::Workspace;

use crate::wish::Wish;

pub(crate) use crowd::CrowdStatus;
pub(crate) use messages::Messages;
pub(crate) use style::apply as apply_style;

/// Below this window size in points the panels would leave no room for the model.
const MIN_SIZE_FOR_SIDE: egui::Vec2 = egui::vec2(560.0, 240.0);
const MIN_HEIGHT_FOR_BAR: f32 = 160.0;

/// What the panels tell of the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine<'a> {
    /// Name of the device that draws.
    pub(crate) device: &'a str,
    /// Bytes of all frames on it.
    pub(crate) frame_bytes: u64,
    /// How much of the restoring of keys is done, 0 to 1, while it goes on.
    pub(crate) restoring: Option<f32>,
    /// What the crowd comes to, if there is one.
    pub(crate) crowd: Option<CrowdStatus>,
}

/// What the interface remembers between two pictures.
#[derive(Debug)]
pub(crate) struct UiState {
    pub(crate) panels: bool,
    pub(crate) help: bool,
    pub(crate) messages: Messages,
    lists: Vec<sequences::ListState>,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panels: true, help: false, messages: Messages::default(), lists: Vec::new() }
    }
}

/// Lays out the interface over the whole window. Returns the part that the panels leave free, in
/// points.
pub(crate) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    machine: Machine<'_>,
    state: &mut UiState,
    wishes: &mut Vec<Wish>,
) -> Rect {
    let size = ui.available_size();
    if let Some(status) = machine.crowd {
        // The panels are about one figure; what they show of it would tell nothing of the others.
        if state.panels && size.y >= MIN_HEIGHT_FOR_BAR {
            crowd::show(ui.ctx(), ui.available_rect_before_wrap(), status);
        }
    } else if state.panels {
        if size.x >= MIN_SIZE_FOR_SIDE.x && size.y >= MIN_SIZE_FOR_SIDE.y {
            side::show(ui, workspace, machine, &mut state.lists, wishes);
        }
        if size.y >= MIN_HEIGHT_FOR_BAR {
            bar::show(ui, workspace, wishes);
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
