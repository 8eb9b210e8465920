//! Opening files: from the tree, a dialog, a drop on the window or the command line.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::ImageFormat;
use md2_render::AdapterKind;
use md2_scene::builtin::{self, BuiltIn};
use md2_scene::{Command, Edit, Figure, Workspace};
use winit::event::KeyEvent;
use winit::keyboard::{Key, KeyCode, NamedKey, PhysicalKey};

use super::Viewer;
use md2_browse::{DialogPurpose, DialogResult, NodeId, OpenOrigin, OpenResult, SLOW};
use md2_panels::keys::{Shortcut, key_of};
use md2_panels::notice::{comparison_end, pinned_notice, window_title};
use md2_panels::{Cause, Tab, missing_skin_notice};
use md2_scene::text::{self, shown};
use md2_tool::timings;

const OPEN_WAIT: Duration = Duration::from_millis(20);
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug)]
pub(crate) enum PendingModel {
    Failed(PathBuf),
    Opening,
}

impl Viewer {
    pub(in crate::window) fn has_failed(&self) -> bool {
        matches!(self.opening.pending, Some(PendingModel::Failed(_)))
    }

    pub(super) fn is_unused_by_list(&self, event: &KeyEvent) -> bool {
        use NamedKey::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, End, Enter, Home, Tab};
        const LIST_KEYS: [NamedKey; 8] = [ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, Enter, Tab];
        let is_for_list = matches!(event.logical_key, Key::Named(key) if LIST_KEYS.contains(&key))
            || event.physical_key == PhysicalKey::Code(KeyCode::KeyG)
                && self.input.modifiers.state().is_empty();
        let is_tab = event.logical_key == Key::Named(Tab);
        self.ui.files.has_focus && !is_for_list || self.ui.has_focused_sequences() && !is_tab
    }

    pub(super) fn open_builtin(&mut self, which: BuiltIn) {
        match builtin::open(which) {
            Ok(figure) => {
                self.browser.opener.stop();
                self.show_figure(figure);
            }
            Err(error) => self.ui.messages.show_error(format!("{error:#}")),
        }
    }

    pub(super) fn open_pinned(&mut self, figure: Figure) {
        self.browser.opener.stop();
        self.show_figure(figure);
    }

    pub(super) fn open_node(&mut self, node: NodeId) {
        let path = self.browser.tree().path(node);
        if ImageFormat::from_name(&path).is_some() {
            self.ui.show_picture(path);
        } else {
            self.browser.opener.start(vec![path], OpenOrigin::Tree);
        }
    }

    pub(super) fn open_neighbor(&mut self, forward: bool) {
        let filter = self.ui.files.filter();
        match self.browser.neighbor(filter, forward) {
            Some(path) => self.browser.opener.start_neighbor(path),
            None if !filter.is_search() => {
                let key = key_of(Shortcut::Open);
                self.ui.messages.show_notice(format!("No other model in Files ({key} to open some)"));
            }
            None => self.ui.messages.show_notice(self.browser.no_neighbor_message(filter)),
        }
    }

    pub(super) fn open_counterpart(&mut self, path: PathBuf) {
        self.browser.counterpart.start(vec![path], OpenOrigin::Tree);
    }

    pub(super) fn compare_selected(&mut self) {
        match self.ui.files.selected_model(self.browser.tree()) {
            Some(path) => self.open_counterpart(path),
            None => {
                let key = key_of(Shortcut::Show(Tab::Files));
                self.ui.messages.show_notice(format!("Select the other model in the Files tab ({key})"));
            }
        }
    }

    pub(super) fn open_files(&mut self, paths: Vec<PathBuf>) {
        self.display.pacer.request();
        let (images, others): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.into_iter().partition(|path| ImageFormat::from_name(path).is_some());
        if let Some(image) = images.last().filter(|_| others.is_empty()) {
            self.ui.show_picture(image.clone());
        } else if !others.is_empty() {
            self.browser.opener.start(others, OpenOrigin::Elsewhere);
        }
    }

    fn open_dropped(&mut self, paths: Vec<PathBuf>) {
        match paths.last().filter(|_| paths.iter().all(|path| ImageFormat::from_name(path).is_some())) {
            Some(image) => self.apply_skin_file(&image.clone()),
            None => self.open_files(paths),
        }
    }

    pub(super) fn apply_skin_file(&mut self, path: &Path) {
        // The picture would cover the model.
        self.ui.close_picture();
        let mut is_applied = true;
        for command in self.session.workspace().skin_file_commands(path) {
            is_applied &= self.apply(command);
        }
        if is_applied {
            self.ui.messages.end(Cause::Skin);
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let key = key_of(Shortcut::Undo);
            self.ui.messages.show_notice(format!("Skin: {} ({key} to undo)", shown(&name)));
        }
    }

    pub(super) fn poll_browser(&mut self, now: Instant) {
        if !self.opening.dropped.is_empty() {
            let dropped = std::mem::take(&mut self.opening.dropped);
            self.open_dropped(dropped);
        }
        if self.browser.poll() {
            self.display.pacer.request();
        }
        self.poll_opener();
        if let Some(opened) = self.browser.counterpart.poll() {
            self.display.pacer.request();
            self.compare_with(opened);
        }
        let purpose = self.browser.chooser.purpose();
        match self.browser.chooser.poll() {
            Some(DialogResult::Paths(paths)) if purpose == DialogPurpose::Counterpart => {
                if let Some(path) = paths.into_iter().next() {
                    self.open_counterpart(path);
                }
            }
            Some(DialogResult::Paths(paths)) => match (purpose, paths.first()) {
                (DialogPurpose::ExportFolder, folder) => {
                    folder.into_iter().for_each(|folder| self.ui.set_folder(folder));
                    self.display.pacer.request();
                }
                (DialogPurpose::SkinImage(actor, skin), file) => {
                    let edit = file.map(|file| Edit::replace_skin(skin, file.clone()));
                    edit.into_iter().for_each(|edit| self.start_edit(actor, Some(edit)));
                }
                _ => self.open_files(paths),
            },
            Some(DialogResult::NoDialog) if purpose == DialogPurpose::ExportFolder => {
                let notice = "The desktop has no file dialog: type the path of the folder";
                self.ui.messages.show_notice(String::from(notice));
                self.display.pacer.request();
            }
            Some(DialogResult::NoDialog) => {
                self.ui.ask_path(&self.dialog_folder(), purpose);
                self.display.pacer.request();
            }
            None => {}
        }
        if let Some(reason) = self.browser.file_manager.poll() {
            self.ui.messages.show_error(format!("Cannot show the file in a file manager: {reason}"));
            self.display.pacer.request();
        }
        if self.browser.is_listing_long() || self.browser.slow_opening().is_some() {
            self.display.pacer.request_after(PROGRESS_INTERVAL, now);
        } else if self.browser.is_working() {
            self.display.pacer.request_after(SLOW, now);
        }
    }

    pub(super) fn poll_opener(&mut self) -> bool {
        let since = self.browser.opener.busy().map(|(_, since)| since);
        let waits = self.session.stage().renderer().adapter().kind == AdapterKind::Software;
        let patience = since.filter(|_| waits).map(|since| OPEN_WAIT.saturating_sub(since.elapsed()));
        let Some(opened) = self.browser.opener.wait(Some(patience.unwrap_or_default())) else { return false };
        self.opening.since = since.filter(|_| timings::is_enabled() && opened.figure.is_ok());
        self.display.pacer.request();
        self.show_opened(opened);
        true
    }

    fn show_opened(&mut self, mut opened: OpenResult) {
        // After a failure, the tree stays unchanged.
        let is_shown = opened.figure.is_ok() || self.browser.tree().is_empty();
        if let Some(roots) = opened.roots.take().filter(|_| is_shown) {
            let is_many = roots.iter().any(|root| root.is_recursive);
            // A model of the tree is selected there.
            if is_many || !self.browser.lists(&opened.requested) {
                self.browser.set_roots(roots);
                self.ui.files.clear_filter();
            }
            if is_many {
                self.ui.focus_tab(Tab::Files);
            }
        }
        let messages = self.browser.note_opened(&opened);
        let typed = self.opening.typed.take_if(|typed| opened.requested == [&**typed]);
        match opened.figure {
            Ok((figure, path)) => {
                self.browser.mark(&path, None);
                self.show_figure(figure);
                self.warn(&messages);
            }
            Err(error) => {
                let error = [vec![format!("{error:#}")], messages].concat().join("\n");
                if matches!(self.opening.pending, Some(PendingModel::Opening)) {
                    self.opening.pending = opened.requested.first().cloned().map(PendingModel::Failed);
                    self.display
                        .window
                        .set_title(&title(self.session.workspace(), self.opening.pending.as_ref()));
                }
                match typed {
                    Some(typed) => self.ui.ask_path_again(&typed, error),
                    None => self.ui.messages.show_error(error),
                }
            }
        }
    }

    fn compare_with(&mut self, opened: OpenResult) {
        let workspace = self.session.workspace();
        // The file of an edited model is the original.
        if let Ok((figure, _)) = &opened.figure
            && figure.shares_place_with(workspace.figure())
            && !workspace.has_unsaved_edits()
        {
            let name = shown(figure.name());
            let notice = format!("{name} is already open: select another model to compare");
            return self.ui.messages.show_notice(notice);
        }
        let compared = opened.figure.and_then(|(figure, _)| {
            let name = shown(figure.name());
            Ok((name, self.session.apply(Command::CompareWith(figure))?))
        });
        match compared {
            Ok((name, outcome)) => {
                self.ui.messages.end(Cause::Comparison);
                self.warn(&text::notices(outcome));
                let key = key_of(Shortcut::ToggleCompare);
                self.ui.messages.show_notice(format!("Comparing with {name} in green ({key} to stop)"));
                self.ui.show_comparison();
            }
            Err(error) => {
                self.ui.messages.show_failure(Cause::Comparison, &format!("Cannot compare: {error:#}"));
            }
        }
    }

    pub(super) fn show_figure(&mut self, figure: Figure) {
        self.display.pacer.request();
        let uploading = timings::measure("the model: uploaded");
        let comparison_end = comparison_end(self.session.workspace());
        let workspace = self.session.workspace();
        let is_pinned = workspace.has_unsaved_edits() && !figure.shares_place_with(workspace.figure());
        let unsaved = is_pinned.then(|| pinned_notice(workspace.figure().name()));
        let opened = self.session.apply(Command::Open(figure));
        drop(uploading);
        match opened {
            Ok(outcome) => {
                self.ui.messages.clear();
                self.ui.close_picture();
                let workspace = self.session.workspace();
                if let Some(notice) = comparison_end.filter(|_| !workspace.is_comparing()) {
                    self.ui.messages.show_notice(notice);
                }
                if workspace.weapon_view() && !workspace.supports_weapon_view() {
                    self.apply(Command::SetWeaponView(false));
                }
                let decoding = timings::measure("its skins: decoded and uploaded");
                let unreadable = self.session.wait_for_skins();
                drop(decoding);
                self.warn(&[text::notices(outcome), unreadable].concat());
                let is_first = self.opening.pending.take().is_some();
                let workspace = self.session.workspace();
                if let Some(notice) = missing_skin_notice(workspace) {
                    self.ui.messages.show_notice_about(Cause::Skin, &notice);
                }
                unsaved.into_iter().for_each(|notice| self.ui.messages.show_notice(notice));
                if is_first {
                    self.hint_at_panels();
                }
                self.note_figure();
            }
            Err(error) => self.ui.messages.show_error(format!("{:#}", anyhow::Error::from(error))),
        }
    }

    pub(super) fn note_figure(&mut self) {
        let workspace = self.session.workspace();
        self.display.window.set_title(&title(workspace, None));
        let edited = workspace.unsaved().filter_map(|document| document.path());
        self.browser.set_edited(edited.chain(workspace.models().edited().filter_map(Figure::path)));
        let path = workspace.figure().path().map(Path::to_owned);
        self.browser.set_current(path.as_deref());
        self.save_folder();
    }

    pub(super) fn dialog_folder(&self) -> PathBuf {
        let saved = || self.saved.settings.folder.clone().filter(|folder| folder.is_dir());
        self.folder_of_model().or_else(saved).unwrap_or_else(|| self.folder.clone())
    }

    pub(super) fn folder_of_model(&self) -> Option<PathBuf> {
        let path = self.session.workspace().figure().path().map(md2_browse::absolute)?;
        path.ancestors().find(|above| above.is_dir()).map(Path::to_owned)
    }
}

pub(super) fn title(workspace: &Workspace, pending: Option<&PendingModel>) -> String {
    if let Some(PendingModel::Failed(path)) = pending {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        return format!("Cannot open {} – md2-viewer", shown(&name));
    }
    window_title(workspace)
}
