//! The interface: panels that show a workspace and collect what the user asks for.
//!
//! Nothing here changes the workspace. Each panel reads it and pushes [`Wish`]es, which are carried out between
//! two pictures, the same way as key presses.

#![forbid(unsafe_code)]

mod animation;
mod bar;
mod check;
mod choose;
mod compare;
mod crowd;
mod elided;
mod export;
pub mod export_kind;
mod files;
mod fonts;
pub mod glyphs;
mod help;
mod hover;
mod inspect;
pub mod keys;
mod look;
mod messages;
mod model;
mod samples;
mod sequences;
mod skin;
mod skins;
pub mod steering;
mod strip;
mod style;
mod tabs;
mod thumbnail;
mod timeline;
mod tips;
mod top;
mod widgets;
pub mod wish;
mod worn;

#[cfg(test)]
mod tests;

use std::path::Path;

use egui::{Rect, Ui};
use md2_scene::{Choice, Command, Comparison, Workspace};
use serde::{Deserialize, Serialize};

use crate::export_kind::Progress;
use crate::keys::Action;
use crate::wish::Wish;
use md2_browse::Browser;
use md2_browse::checker::FileCheck;

pub use choose::PathField;
pub use crowd::CrowdStatus;
pub use files::FilesState;
pub use fonts::folders as font_folders;
pub use messages::Messages;
pub use samples::Samples;
pub use style::apply as apply_style;
use tabs::Front;
pub use tabs::Tab;

const MIN_HEIGHT_FOR_BAR: f32 = 160.0;
const MIN_HEIGHT_FOR_TOP: f32 = 240.0;

/// The panels' part of saved settings: whether they are shown, and the names of the tabs in front.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSettings {
    /// Whether the panels are shown.
    pub shown: Option<bool>,
    /// The tab in front on the left.
    pub left: Option<String>,
    /// The tab in front on the right.
    pub right: Option<String>,
    /// The tab in front where all tabs share one panel.
    pub single: Option<String>,
}

/// All that the interface shows.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub workspace: &'a Workspace,
    /// How far that is from what it is compared with.
    pub comparison: &'a Comparison,
    pub machine: Machine<'a>,
    /// What is known of the models' files.
    pub checks: &'a [FileCheck],
    /// What is being exported.
    pub exporting: Option<Progress>,
    /// What there is to open.
    pub files: &'a Browser,
    /// Where what is made of it is written to.
    pub folder: &'a Path,
}

/// What the panels tell of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'a> {
    /// Name of the device that draws.
    pub device: &'a str,
    /// How many samples a pixel it draws, and why.
    pub samples: Samples,
    /// Bytes of all frames on it.
    pub frame_bytes: u64,
    /// How much of the restoring of keys is done, 0 to 1, while it goes on.
    pub restoring: Option<f32>,
    /// What the crowd comes to, if there is one.
    pub crowd: Option<CrowdStatus>,
}

/// What the interface remembers between two pictures.
#[derive(Debug)]
pub struct UiState {
    pub panels: bool,
    pub help: bool,
    front: Front,
    /// The tabs that were seen in the last picture.
    shown: Vec<Tab>,
    /// Whether the panel is out in a window that has no room for one beside the model.
    pub drawer: bool,
    /// Whether a key has asked for the menu of exports.
    pub toggles_export: bool,
    pub messages: Messages,
    animation: animation::AnimationState,
    bar: bar::BarState,
    check: check::CheckTab,
    pub files: files::FilesState,
    /// A path that is being typed.
    pub path_field: Option<PathField>,
    skin: skin::SkinTab,
}

impl Default for UiState {
    fn default() -> Self {
        Self {
            panels: true,
            help: false,
            front: Front::default(),
            shown: Vec::new(),
            drawer: false,
            toggles_export: false,
            messages: Messages::default(),
            animation: animation::AnimationState::default(),
            bar: bar::BarState::default(),
            check: check::CheckTab::default(),
            files: files::FilesState::default(),
            path_field: None,
            skin: skin::SkinTab::default(),
        }
    }
}

impl UiState {
    /// As the last window was left.
    pub fn kept(panels: &PanelSettings) -> Self {
        let mut state = Self { panels: panels.shown.unwrap_or(true), ..Self::default() };
        state.front.restore(panels);
        state
    }

    /// What the next window begins with.
    pub fn to_keep(&self) -> PanelSettings {
        PanelSettings { shown: Some(self.panels), ..self.front.to_keep() }
    }

    /// Shows the skin large over the scene, or in its tab again.
    pub fn toggle_large(&mut self) {
        // Without the panels it is not seen.
        let shows = !(self.panels && self.skin.close());
        self.skin.set_large(shows);
        self.panels |= shows;
    }

    /// Closes what hangs large over the scene; tells whether something did.
    pub fn close_large(&mut self) -> bool {
        self.skin.close()
    }

    /// Which tabs are in front.
    pub fn front(&self) -> Front {
        self.front
    }

    /// Brings a tab to the front, where it is seen.
    pub fn show_tab(&mut self, tab: Tab) {
        // A second press puts it away where it hides the model.
        self.drawer = !(self.panels && self.drawer && self.front.is_single(tab));
        self.panels = true;
        self.front.show(tab);
    }

    /// Brings the numbers of a comparison to the front, unless they would hide the model.
    pub fn show_compared(&mut self) {
        self.front.show_beside(Tab::Model);
    }

    /// Brings the list of sequences to the front, or that of files if it is there already, and lets what is typed next go into its
    /// filter.
    pub fn filter_sequences(&mut self) {
        if self.front.is_left(Tab::Files) {
            self.show_tab(Tab::Files);
            self.files.search();
            return;
        }
        self.show_tab(Tab::Animation);
        self.animation.focus_filter();
    }

    /// Whether keys that are pressed now are text for the interface, though it has not been laid out for it yet.
    pub fn takes_text(&self) -> bool {
        self.animation.takes_text() || self.path_field.is_some()
    }

    /// Closes the field for a path; tells whether it was open.
    pub fn close_path_field(&mut self) -> bool {
        self.path_field.take().is_some()
    }

    /// Shows all sequences again, or else all files, in a tab that is seen; tells whether some were left out.
    pub fn clear_filter(&mut self) -> bool {
        let is_shown = |tab| self.shown.contains(&tab);
        is_shown(Tab::Animation) && self.animation.clear_filter()
            || is_shown(Tab::Files) && self.files.clear_filter()
    }

    /// What a key means: for the part of the figure that the bar is about, and in a filtered list.
    pub fn wish(&self, action: Action, workspace: &Workspace) -> Wish {
        let actor = self.bar.subject(workspace);
        let found = match action {
            Action::PreviousSequence => self.animation.neighbor(workspace, actor, false),
            Action::NextSequence => self.animation.neighbor(workspace, actor, true),
            _ => None,
        };
        match found.map(Choice::Index) {
            Some(sequence) => Command::ChooseSequence { actor, sequence }.into(),
            None => action.wish_for(workspace, actor),
        }
    }
}

/// Lays out the interface over the whole window. Returns the part that the panels leave free, in
/// points.
pub fn show(ui: &mut Ui, seen: &Seen<'_>, state: &mut UiState, wishes: &mut Vec<Wish>) -> Rect {
    state.shown.clear();
    state.files.begin();
    tips::begin(ui.ctx());
    let height = ui.available_height();
    state.animation.hover.begin();
    if let Some(status) = seen.machine.crowd {
        // The panels are about one figure; what they show of it would tell nothing of the others.
        if state.panels && height >= MIN_HEIGHT_FOR_BAR {
            crowd::show(ui.ctx(), ui.available_rect_before_wrap(), status);
        }
    } else if state.panels {
        if height >= MIN_HEIGHT_FOR_TOP {
            top::show(ui, seen, state, wishes);
        }
        if height >= MIN_HEIGHT_FOR_BAR {
            bar::show(ui, seen.workspace, &mut state.bar, wishes);
        }
        tabs::show(ui, seen, state, wishes);
    }
    state.animation.hover.settle(ui.ctx(), seen.workspace, wishes);
    // Messages wait below the help and the field for a path.
    let tells = !state.help && state.path_field.is_none();
    let beside_panels = ui.available_rect_before_wrap();
    if tells {
        messages::error(ui, &mut state.messages);
    }
    let free = ui.available_rect_before_wrap();
    // Windows over the picture lie over what is told of it, too.
    if state.panels && !state.help && state.path_field.is_none() && !state.skin.is_large() {
        inspect::show(ui.ctx(), free, seen.workspace);
    }
    if state.panels && seen.machine.crowd.is_none() {
        skin::show_large(
            ui.ctx(),
            skin::Room { beside_panels, above_errors: free },
            seen,
            &mut state.skin,
            wishes,
        );
    }
    if tells {
        messages::notice(ui.ctx(), free, &mut state.messages);
    }
    messages::drop_hint(ui.ctx(), free);
    files::opening(ui.ctx(), free, seen.files, wishes);
    choose::show(ui.ctx(), seen.files, &mut state.path_field, wishes);
    if state.help {
        help::show(ui.ctx(), &mut state.help);
    }
    style::focus_mark(ui.ctx());
    free
}
