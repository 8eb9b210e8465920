//! The state of the interface, which keys and panels change.

use md2_scene::{Choice, Command, Workspace};

use crate::action::Action;
use crate::animation::AnimationState;
use crate::bar::BarState;
use crate::check::CheckTab;
use crate::choose::PathField;
use crate::files::FilesState;
use crate::keys::Shortcut;
use crate::messages::Messages;
use crate::skin::SkinTab;
use crate::tab::{PanelSettings, SelectedTabs, Tab};

/// The state of the interface between two pictures.
#[derive(Debug)]
pub struct PanelState {
    /// Whether the panels are shown.
    pub shows_panels: bool,
    /// Whether the list of keys is shown.
    pub shows_help: bool,
    pub(crate) tabs: SelectedTabs,
    /// The tabs of the last picture.
    pub(crate) shown: Vec<Tab>,
    /// Whether the panel is open in a window that has no room for one beside the model.
    pub is_drawer_open: bool,
    /// Whether a key has asked for the menu of exports.
    pub export_menu_requested: bool,
    /// Notices and errors over the scene.
    pub messages: Messages,
    pub(crate) animation: AnimationState,
    pub(crate) bar: BarState,
    pub(crate) check: CheckTab,
    /// The state of the list of files.
    pub files: FilesState,
    /// The field for a path, while it is open.
    pub path_field: Option<PathField>,
    pub(crate) skin: SkinTab,
}

impl Default for PanelState {
    fn default() -> Self {
        Self {
            shows_panels: true,
            shows_help: false,
            tabs: SelectedTabs::default(),
            shown: Vec::new(),
            is_drawer_open: false,
            export_menu_requested: false,
            messages: Messages::default(),
            animation: AnimationState::default(),
            bar: BarState::default(),
            check: CheckTab::default(),
            files: FilesState::default(),
            path_field: None,
            skin: SkinTab::default(),
        }
    }
}

impl PanelState {
    /// The state that settings of an earlier window describe.
    #[must_use]
    pub fn from_settings(panels: &PanelSettings) -> Self {
        let mut state = Self { shows_panels: panels.shown.unwrap_or(true), ..Self::default() };
        state.tabs.restore(panels);
        state
    }

    /// The settings for a later window.
    #[must_use]
    pub fn to_settings(&self) -> PanelSettings {
        PanelSettings { shown: Some(self.shows_panels), ..self.tabs.to_settings() }
    }

    /// Shows the skin large over the scene, or in its tab again.
    pub fn toggle_large_skin(&mut self) {
        // It is hidden with the panels.
        let shows = !(self.shows_panels && self.skin.close());
        self.skin.set_large(shows);
        self.shows_panels |= shows;
    }

    /// Closes the window with the skin over the scene; returns whether it was open.
    pub fn close_large_skin(&mut self) -> bool {
        self.skin.close()
    }

    /// Polls the background tasks of the panels; returns whether one has finished with something to show.
    pub fn poll(&mut self) -> bool {
        self.skin.poll()
    }

    /// The selected tabs.
    #[must_use]
    pub fn selected_tabs(&self) -> SelectedTabs {
        self.tabs
    }

    /// Brings a tab to the front, and shows the panels.
    pub fn show_tab(&mut self, tab: Tab) {
        // Where the panel hides the model, a second press closes it.
        self.is_drawer_open = !(self.shows_panels && self.is_drawer_open && self.tabs.single == tab);
        self.shows_panels = true;
        self.tabs.show(tab);
    }

    /// Brings the numbers of a comparison to the front, unless they would hide the model.
    pub fn show_comparison(&mut self) {
        self.tabs.show_beside(Tab::Model);
    }

    /// Brings the list of sequences to the front and moves the focus to its filter, or to that of the files if they are selected.
    pub fn filter_sequences(&mut self) {
        if self.tabs.left == Tab::Files {
            self.show_tab(Tab::Files);
            self.files.focus_filter();
            return;
        }
        self.show_tab(Tab::Animation);
        self.animation.focus_filter();
    }

    /// Whether keys are text for a field, even one that no picture shows yet.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        self.animation.takes_text() || self.path_field.is_some()
    }

    /// Closes the field for a path; returns whether it was open.
    pub fn close_path_field(&mut self) -> bool {
        self.path_field.take().is_some()
    }

    /// Clears the filter of the sequences, or else that of the files, in a tab that is shown; returns whether it hid some.
    pub fn clear_filter(&mut self) -> bool {
        let is_shown = |tab| self.shown.contains(&tab);
        is_shown(Tab::Animation) && self.animation.clear_filter()
            || is_shown(Tab::Files) && self.files.clear_filter()
    }

    /// Closes the list of keys; returns whether it was open.
    pub fn close_help(&mut self) -> bool {
        std::mem::take(&mut self.shows_help)
    }

    /// Returns the action of a shortcut, for the actor that the bar shows and the sequences that the filter leaves.
    #[must_use]
    pub fn action(&self, shortcut: Shortcut, workspace: &Workspace) -> Action {
        let actor = self.bar.subject(workspace);
        let found = match shortcut {
            Shortcut::PreviousSequence => self.animation.neighbor(workspace, actor, false),
            Shortcut::NextSequence => self.animation.neighbor(workspace, actor, true),
            _ => None,
        };
        match found.map(Choice::Index) {
            Some(sequence) => Command::ChooseSequence { actor, sequence }.into(),
            None => shortcut.action_for(workspace, actor),
        }
    }
}
