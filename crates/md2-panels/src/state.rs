//! The state of the interface.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_browse::{DialogPurpose, KindFilter};
use md2_scene::{ActorId, Choice, Command, Document, Workspace};

use crate::action::{Action, Question};
use crate::animation::AnimationState;
use crate::bar::BarState;
use crate::check::CheckTab;
use crate::choose::PathField;
use crate::dialogs::Dialog;
use crate::export_dialog::ExportDialog;
use crate::export_settings::ExportSettings;
use crate::files::FilesState;
use crate::keys::Shortcut;
use crate::messages::Messages;
use crate::model_edits::TransformFields;
use crate::picture::PictureView;
use crate::question::QuestionDialog;
use crate::save_dialog::{SaveDialog, SaveName};
use crate::sequence_edit::RenameDialog;
use crate::skin::SkinTab;
use crate::tab::{PanelSettings, SelectedTabs, Tab};

#[derive(Debug, Default)]
pub struct PanelState {
    pub hides_panels: bool,
    pub shows_help: bool,
    pub shows_start: bool,
    /// The part of the scene, in points, that the card of the start or the tour leaves free. The camera frames the model there.
    pub uncovered: Option<egui::Rect>,
    pub tabs: SelectedTabs,
    pub(crate) left_width: Option<f32>,
    pub(crate) grid_width: Option<f32>,
    pub(crate) shown: Vec<Tab>,
    pub is_drawer_open: bool,
    pub export_menu_requested: bool,
    pub export_settings: ExportSettings,
    pub(crate) dialog: Option<Dialog>,
    pub messages: Messages,
    pub(crate) animation: AnimationState,
    pub(crate) bar: BarState,
    pub(crate) check: CheckTab,
    pub files: FilesState,
    pub(crate) skin: SkinTab,
    pub(crate) transform: TransformFields,
    pub(crate) picture: Option<PictureView>,
    pub(crate) tour: Option<Tour>,
    /// The tab whose contents get the keyboard focus when they are laid out.
    pub(crate) focus_request: Option<Tab>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tour {
    /// The index of the step; the number of steps until the first one is shown.
    pub(crate) step: usize,
    pub(crate) before: (SelectedTabs, bool),
}

impl PanelState {
    pub fn from_settings(panels: &PanelSettings) -> Self {
        let mut state = Self { hides_panels: panels.shown == Some(false), ..Self::default() };
        state.tabs.restore(panels);
        state.left_width = panels.left_width.filter(|width| width.is_finite());
        if panels.models_only == Some(true) {
            state.files.filter.kinds = KindFilter::Models;
        }
        state.files.is_grid = panels.grid == Some(true);
        state.export_settings = panels.export.clone();
        state
    }

    pub fn to_settings(&self) -> PanelSettings {
        PanelSettings {
            shown: Some(!self.hides_panels),
            left_width: self.left_width,
            models_only: Some(self.files.filter.kinds.without_format() == KindFilter::Models),
            grid: Some(self.files.is_grid),
            export: self.export_settings.clone(),
            ..self.tabs.to_settings()
        }
    }

    pub fn toggle_large_skin(&mut self) {
        // If the panels are hidden, so is the window with the skin.
        let shows = self.hides_panels || !self.close_large_skin();
        self.skin.is_large = shows;
        self.hides_panels &= !shows;
    }

    pub fn close_large_skin(&mut self) -> bool {
        std::mem::take(&mut self.skin.is_large)
    }

    pub fn show_picture(&mut self, path: PathBuf) {
        self.picture = Some(PictureView::open(path));
    }

    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    pub fn close_picture(&mut self) -> bool {
        self.picture.take().is_some()
    }

    pub fn poll(&mut self) -> bool {
        let has_picture = self.picture.as_mut().is_some_and(PictureView::poll);
        self.skin.poll() || has_picture
    }

    pub fn show_tab(&mut self, tab: Tab) {
        // A second press closes the drawer.
        self.is_drawer_open = self.hides_panels || !(self.is_drawer_open && self.tabs.single == tab);
        self.hides_panels = false;
        self.tabs.show(tab);
    }

    /// Shows a tab, and moves the keyboard focus into it.
    pub fn focus_tab(&mut self, tab: Tab) {
        self.show_tab(tab);
        self.focus_request = Some(tab);
        // The next keys belong to the list, even if they are pressed before it is laid out.
        self.files.has_focus = tab == Tab::Files && !self.has_dialog();
    }

    /// Selects the tab with the comparison on its side of the window. In a small window, the single panel does not change, as it
    /// may cover the model.
    pub fn show_comparison(&mut self) {
        self.tabs.show_on_side(Tab::Model);
    }

    pub fn filter_sequences(&mut self) {
        if self.tabs.left == Tab::Files {
            self.show_tab(Tab::Files);
            self.files.focus_filter();
            return;
        }
        self.show_tab(Tab::Animation);
        self.animation.focus_filter();
    }

    /// Whether the list of sequences has the focus, whose keys are shortcuts.
    pub fn has_focused_sequences(&self) -> bool {
        self.animation.has_focus
    }

    pub fn has_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// Closes the dialog, as its button Cancel does.
    pub fn close_dialog(&mut self) -> bool {
        self.dialog.take().is_some()
    }

    pub fn set_folder(&mut self, folder: &Path) {
        if let Some(
            Dialog::Export(ExportDialog { folder: field, .. })
            | Dialog::Save(SaveDialog { folder: field, .. }),
        ) = &mut self.dialog
        {
            *field = folder.display().to_string();
        }
    }

    fn open(&mut self, dialog: Result<Dialog, &'static str>) {
        match dialog {
            Ok(dialog) => self.dialog = Some(dialog),
            Err(reason) => self.messages.show_notice(reason.to_owned()),
        }
    }

    pub fn ask_name(&mut self, workspace: &Workspace, actor: ActorId) {
        self.open(RenameDialog::new(workspace, actor).map(Dialog::Rename));
    }

    pub fn ask_save_path(&mut self, document: &Arc<Document>, current: &Path, name: SaveName) {
        self.open(SaveDialog::new(document, current, name).map(Dialog::Save));
    }

    pub fn ask_path(&mut self, folder: &Path, purpose: DialogPurpose) {
        self.dialog = Some(Dialog::Path(PathField::new(folder, purpose)));
    }

    /// Shows the path dialog with a path that could not be opened, and the reason.
    pub fn ask_path_again(&mut self, path: &Path, reason: String) {
        self.dialog = Some(Dialog::Path(PathField::after_failure(path, reason)));
    }

    pub fn is_saving(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Save(_)))
    }

    pub fn is_asking(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Question(_)))
    }

    /// Asks a question. `models` has a line about each model with unsaved edits.
    pub fn ask(&mut self, question: Question, models: Vec<String>) {
        self.dialog = Some(Dialog::Question(QuestionDialog::new(question, models)));
    }

    pub fn clear_filter(&mut self) -> bool {
        let is_shown = |tab| self.shown.contains(&tab);
        is_shown(Tab::Animation) && self.animation.clear_filter()
            || is_shown(Tab::Files) && self.files.clear_filter()
    }

    pub fn controlled_actor(&self, workspace: &Workspace) -> ActorId {
        self.bar.controlled_actor(workspace)
    }

    /// Returns the action of a shortcut. The action applies to the actor (a model in the scene) that the playback bar controls. During a
    /// search, keys step only through the sequences that the search has found.
    pub fn action(&self, shortcut: Shortcut, workspace: &Workspace) -> Action {
        let actor = self.bar.controlled_actor(workspace);
        let found = match shortcut {
            Shortcut::PreviousSequence => self.animation.neighbor(workspace, actor, None, false),
            Shortcut::NextSequence => self.animation.neighbor(workspace, actor, None, true),
            _ => None,
        };
        match found.map(Choice::Index) {
            Some(sequence) => Command::ChooseSequence { actor, sequence }.into(),
            None => shortcut.action_for(workspace, actor),
        }
    }
}
