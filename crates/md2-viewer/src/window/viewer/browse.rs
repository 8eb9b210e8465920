//! Opening files: from the tree, a dialog, a drop on the window or the command line.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::ImageFormat;
use md2_render::AdapterKind;
use md2_scene::{Command, Figure, Workspace};
use winit::event::KeyEvent;
use winit::keyboard::{Key, NamedKey};

use super::Viewer;
use md2_browse::builtin::{self, BuiltIn};
use md2_browse::{DialogPurpose, DialogResult, NodeId, OpenOrigin, OpenResult, PATIENCE, messages_for};
use md2_panels::keys::{Shortcut, key_of};
use md2_panels::{PathField, Tab};
use md2_scene::text;
use md2_scene::text::grouped;
use md2_scene::text::shown;

use md2_tool::timings;

/// How long the window waits for what was just asked for, at most: a picture with software takes longer, and nobody sees one come
/// so much later.
const SOON: Duration = Duration::from_millis(20);
/// How often it is shown how far they are.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Why the built-in figure is shown instead of what was asked for.
#[derive(Clone, Debug)]
pub(crate) enum StandIn {
    /// It cannot be opened.
    Failed(PathBuf),
    /// It is being looked for.
    Awaited,
}

impl Viewer {
    /// Whether what was asked for at the start was never shown, nor anything else that was opened since.
    pub(in crate::window) fn has_failed(&self) -> bool {
        matches!(self.opening.stand_in, Some(StandIn::Failed(_)))
    }

    /// Whether a key is none of the list of files, which has the focus, so that it does what it always does.
    pub(super) fn list_passes_on(&self, event: &KeyEvent) -> bool {
        let is_for_list = matches!(
            event.logical_key,
            Key::Named(
                NamedKey::ArrowUp
                    | NamedKey::ArrowDown
                    | NamedKey::ArrowLeft
                    | NamedKey::ArrowRight
                    | NamedKey::Home
                    | NamedKey::End
                    | NamedKey::Enter
                    | NamedKey::Tab
                    | NamedKey::Escape
            )
        );
        self.ui.files.has_focus && !is_for_list
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

    /// Opens the file of a node of the tree, which stays as it is.
    pub(super) fn open_node(&mut self, node: NodeId) {
        let path = self.browser.tree().path(node);
        if ImageFormat::from_name(&path).is_some() {
            self.wear_file(&path);
        } else {
            self.browser.opener.start(vec![path], OpenOrigin::Tree);
        }
    }

    /// Opens the next model of the tree that the filter leaves, or the one before.
    pub(super) fn open_neighbor(&mut self, forward: bool) {
        let filter = self.ui.files.filter().to_owned();
        match self.browser.neighbor(&filter, forward) {
            Some(path) => self.browser.opener.start_neighbor(path),
            None if filter.trim().is_empty() => {}
            None => self.ui.messages.show_notice(self.browser.no_neighbor_message(&filter)),
        }
    }

    /// Opens a model to compare the one that is shown with it.
    pub(super) fn open_counterpart(&mut self, path: PathBuf) {
        self.browser.counterpart.start(vec![path], OpenOrigin::Tree);
    }

    /// Compares with the model at the cursor in the list of files.
    pub(super) fn compare_listed(&mut self) {
        match self.ui.files.selected_model(self.browser.tree()) {
            Some(path) => self.open_counterpart(path),
            None => {
                let key = key_of(Shortcut::Show(Tab::Files));
                self.ui.messages.show_notice(format!("Choose a model in the files ({key}) to compare with"));
            }
        }
    }

    /// Opens what was dropped on the window or chosen: a picture, by its name, is put on as a skin. What is shown stays if that
    /// fails.
    pub(super) fn open_files(&mut self, paths: Vec<PathBuf>) {
        self.display.pacer.request();
        let (pictures, others): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.into_iter().partition(|path| ImageFormat::from_name(path).is_some());
        if let Some(picture) = pictures.last().filter(|_| others.is_empty()) {
            self.wear_file(picture);
        } else if !others.is_empty() {
            self.browser.opener.start(others, OpenOrigin::Elsewhere);
        }
    }

    fn wear_file(&mut self, path: &Path) {
        for command in self.session.workspace().skin_file_commands(path) {
            self.apply(command);
        }
    }

    /// Takes the results of finished tasks, each of which has woken the event loop.
    pub(super) fn poll_browser(&mut self, now: Instant) {
        if !self.opening.dropped.is_empty() {
            let dropped = std::mem::take(&mut self.opening.dropped);
            self.open_files(dropped);
        }
        if self.browser.poll() {
            self.display.pacer.request();
        }
        self.poll_opener();
        if let Some(opened) = self.browser.counterpart.poll() {
            self.display.pacer.request();
            self.compare_with(opened);
        }
        let picks = self.browser.chooser.purpose();
        match self.browser.chooser.poll() {
            Some(DialogResult::Paths(paths)) if picks == DialogPurpose::Counterpart => {
                let first = paths.into_iter().next();
                first.into_iter().for_each(|path| self.open_counterpart(path));
            }
            Some(DialogResult::Paths(paths)) => self.open_files(paths),
            Some(DialogResult::NoDialog) => {
                self.ui.path_field = Some(PathField::new(&self.folder_to_choose_in(), picks));
                self.display.pacer.request();
            }
            None => {}
        }
        if self.browser.is_listing_long() || self.browser.slow_opening().is_some() {
            self.display.pacer.request_after(PROGRESS_INTERVAL, now);
        } else if self.browser.is_working() {
            self.display.pacer.request_after(PATIENCE, now);
        }
    }

    /// Takes what was opened, which most files are in less than [`SOON`]. On software devices that is waited for, as a picture of
    /// what was shown before would take longer. Returns whether something was.
    pub(super) fn poll_opener(&mut self) -> bool {
        let since = self.browser.opener.busy().map(|(_, since)| since);
        let waits = self.session.stage().adapter().kind == AdapterKind::Software;
        let patience = since.filter(|_| waits).map(|since| SOON.saturating_sub(since.elapsed()));
        let Some(opened) = self.browser.opener.wait(Some(patience.unwrap_or_default())) else { return false };
        self.opening.since = since.filter(|_| timings::is_enabled() && opened.figure.is_ok());
        self.display.pacer.request();
        self.take_opened(opened);
        true
    }

    /// Shows what was opened, or why it cannot be.
    pub(super) fn take_opened(&mut self, opened: OpenResult) {
        let OpenResult { figure, skipped, missing, roots, requested, origin } = opened;
        if let Some(roots) = roots {
            let is_many = roots.iter().any(|root| root.is_recursive);
            self.browser.show(roots);
            if is_many {
                self.ui.show_tab(Tab::Files);
            }
        }
        self.browser.note_opened(&requested, origin, &figure, &skipped);
        let skipped = messages_for(&[skipped, self.browser.note_missing(missing)].concat());
        match figure {
            Ok((figure, path)) => {
                self.browser.mark(&path, None);
                self.show_figure(figure);
                self.warn(&skipped);
            }
            Err(error) => {
                let error = [vec![format!("{error:#}")], skipped].concat().join("\n");
                if matches!(self.opening.stand_in, Some(StandIn::Awaited)) {
                    self.opening.stand_in = requested.first().cloned().map(StandIn::Failed);
                    self.display
                        .window
                        .set_title(&title(self.session.workspace(), self.opening.stand_in.as_ref()));
                }
                self.ui.messages.show_error(error);
            }
        }
    }

    /// Compares what is shown with what was opened for that, or says why it cannot be.
    fn compare_with(&mut self, opened: OpenResult) {
        match opened.figure {
            Ok((figure, _)) => {
                let name = shown(figure.name()).to_string();
                if figure.shares_place_with(self.session.workspace().figure()) {
                    return self
                        .ui
                        .messages
                        .show_notice(format!("{name} is what is open: nothing to compare with"));
                }
                match self.session.apply(Command::CompareWith(figure)) {
                    Ok(outcome) => {
                        self.warn(&text::warnings(outcome));
                        let key = key_of(Shortcut::ToggleCompare);
                        self.ui
                            .messages
                            .show_notice(format!("Compared with {name}, in green ({key} ends it)"));
                        self.ui.show_comparison();
                    }
                    Err(error) => {
                        let error = anyhow::Error::from(error);
                        self.ui.messages.show_error(format!("Nothing to compare with: {error:#}"));
                    }
                }
            }
            Err(error) => self.ui.messages.show_error(format!("Nothing to compare with: {error:#}")),
        }
    }

    /// Shows a figure instead of what is shown.
    fn show_figure(&mut self, figure: Figure) {
        self.display.pacer.request();
        let uploading = timings::measure("the model: uploaded");
        let before = compared(self.session.workspace());
        let opened = self.session.apply(Command::Open(figure));
        drop(uploading);
        match opened {
            Ok(outcome) => {
                self.ui.messages.clear_error();
                let workspace = self.session.workspace();
                if let Some(ended) = before.filter(|_| !workspace.is_comparing()) {
                    self.ui.messages.show_notice(ended);
                }
                if workspace.weapon_view() && !workspace.supports_weapon_view() {
                    self.apply(Command::SetWeaponView(false));
                }
                let dressing = timings::measure("its skins: decoded and uploaded");
                let unreadable = self.jobs.skins.wait_for_first(&mut self.session);
                drop(dressing);
                self.warn(&[text::warnings(outcome), unreadable].concat());
                self.opening.stand_in = None;
                let workspace = self.session.workspace();
                self.display.window.set_title(&title(workspace, None));
                let path = workspace.figure().path().map(Path::to_owned);
                self.browser.opened(path.as_deref());
                self.keep_folder();
            }
            Err(error) => self.ui.messages.show_error(format!("{:#}", anyhow::Error::from(error))),
        }
    }

    /// The folder of what is open, or of what was open last, or else the current one.
    pub(super) fn folder_to_choose_in(&self) -> PathBuf {
        let kept = || self.saved.settings.folder.clone().filter(|folder| folder.is_dir());
        self.folder_of_open().or_else(kept).unwrap_or_else(|| self.folder.clone())
    }

    /// The folder that what is open lies in; of an archive, the one that the archive lies in.
    pub(super) fn folder_of_open(&self) -> Option<PathBuf> {
        let open = self.session.workspace().figure().path().map(md2_browse::absolute)?;
        open.ancestors().find(|above| above.is_dir()).map(Path::to_owned)
    }
}

/// What is told where a comparison ends with the model that is shown: why.
fn compared(workspace: &Workspace) -> Option<String> {
    let model = workspace
        .counterpart()
        .map(|other| format!("Not compared any more: {} is open itself", shown(other.figure().name())));
    model.or_else(|| {
        let frame = workspace.reference()?.frame;
        Some(format!("Not compared any more: frame {frame} was one of {}", shown(workspace.figure().name())))
    })
}

/// What the window is called.
pub(super) fn title(workspace: &Workspace, stands_in_for: Option<&StandIn>) -> String {
    if let Some(StandIn::Failed(path)) = stands_in_for {
        return format!("{} cannot be opened – md2-viewer", shown(&name_of(path)));
    }
    if let Some(crowd) = workspace.crowd() {
        return format!("{} figures – md2-viewer", grouped(crowd.count() as u64));
    }
    format!("{} – md2-viewer", shown(workspace.figure().name()))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
