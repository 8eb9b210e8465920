//! Application of the actions that keys and panels request.

use std::path::Path;

use md2_scene::{Command, Player};
use winit::event::{KeyEvent, Modifiers};
use winit::keyboard::{Key, KeyCode, PhysicalKey};

use super::{Flow, Viewer};
use md2_panels::action::Action;
use md2_panels::export_kind::ExportKind;
use md2_panels::keys::{KeyPress, Shortcut, key_of, shortcut_for};
use md2_panels::notice::{NO_EASING, key_notice, no_view_weapon};
use md2_panels::{Cause, SaveName};
use md2_scene::change::Change;
use md2_scene::text::shown;
use md2_stage::{PictureSetting, Session, SessionError};
use md2_tool::picture;

/// The functions that Esc tries in this order until one of them returns true. Each function closes one layer, such as a
/// popup, a message or a comparison, and returns whether the layer was open.
const LAYERS: [fn(&mut Viewer) -> bool; 13] = [
    // egui closes popups.
    |viewer| viewer.display.interface.has_popup(),
    |viewer| viewer.ui.close_dialog(),
    Viewer::stop_reading,
    Viewer::cancel_export,
    |viewer| viewer.ui.close_picture(),
    |viewer| viewer.ui.close_large_skin(),
    |viewer| std::mem::take(&mut viewer.ui.shows_help),
    |viewer| std::mem::take(&mut viewer.ui.shows_start),
    |viewer| viewer.ui.messages.clear_error(),
    |viewer| viewer.ui.clear_filter(),
    |viewer| viewer.close_layer(viewer.session.workspace().selection().is_some(), Command::Select(None)),
    |viewer| viewer.close_layer(viewer.session.workspace().is_comparing(), Command::Compare(None)),
    |viewer| viewer.close_layer(viewer.session.workspace().weapon_view(), Command::SetWeaponView(false)),
];

impl Viewer {
    pub(super) fn key(&mut self, event: &KeyEvent) -> Flow {
        let shortcut = shortcut_for(key_press(event), modifiers(&self.input.modifiers));
        let is_crowd = self.session.workspace().crowd().is_some();
        match shortcut {
            // Esc closes a dialog regardless of the focus.
            _ if self.ui.has_dialog() && shortcut != Some(Shortcut::Close) => Flow::Continue,
            // The menu uses the keys.
            Some(shortcut) if self.has_menu() && !acts_with_menu(shortcut) => Flow::Continue,
            Some(shortcut) if is_crowd && !shortcut.acts_on_crowd() => {
                self.display.pacer.request();
                self.ui.messages.show_notice(format!("{} has no effect on a crowd", key_of(shortcut)));
                Flow::Continue
            }
            Some(shortcut) if !event.repeat || shortcut.repeats() => {
                let has_ctrl = self.input.modifiers.state().control_key();
                self.input.late = (has_ctrl && !event.repeat).then(Vec::new);
                if let Shortcut::MoveCamera(camera_move) = shortcut {
                    self.input.camera_keys.press(event.physical_key, camera_move);
                }
                let before = self.session.workspace().clone();
                let actor = self.ui.controlled_actor(&before);
                let action = self.ui.action(shortcut, &before);
                let flow = self.apply_action(action);
                let states = (&before, self.session.workspace());
                // A crowd has no panels.
                let hides_panels = self.ui.hides_panels || is_crowd;
                if let Some(notice) = key_notice(shortcut, states, actor, hides_panels) {
                    self.ui.messages.show_notice(notice);
                }
                flow
            }
            _ => Flow::Continue,
        }
    }

    fn has_menu(&self) -> bool {
        self.display.interface.has_popup() || self.ui.export_menu_requested
    }

    pub(super) fn apply_actions(&mut self) -> Flow {
        let actions = std::mem::take(&mut self.actions);
        let scrubs = actions.iter().any(|action| matches!(action, Action::Scene(Command::Seek { .. })));
        if scrubs != self.session.workspace().transport().held {
            self.apply(Command::Hold(scrubs));
        }
        actions.into_iter().map(|action| self.apply_action(action)).fold(Flow::Continue, Flow::and)
    }

    fn apply_action(&mut self, action: Action) -> Flow {
        self.display.pacer.request();
        match action {
            Action::Scene(command) => self.apply_command(command),
            Action::Key(shortcut) => return self.apply_key(shortcut),
            Action::Open(paths) => self.open_files(paths),
            Action::OpenTyped(path) => {
                self.opening.typed = Some(path.clone());
                self.open_files(vec![path]);
            }
            Action::ApplySkin(path) => self.apply_skin_file(&path),
            Action::OpenBuiltIn(which) => self.open_builtin(which),
            Action::OpenNode(node) => self.open_node(node),
            Action::CompareWith(path) => self.open_counterpart(path),
            Action::SetFolderOpen(node, is_open) => self.browser.set_open(node, is_open),
            Action::ListAll => self.browser.list_all(),
            Action::Survey => self.browser.start_survey(),
            Action::ListFolder(folder) => self.browser.list_names(folder),
            Action::ShowDialog(pick) => {
                let folder = self.dialog_folder();
                self.browser.chooser.start(pick, &folder);
            }
            Action::StopReading => self.browser.stop(),
            Action::SetLevel(level) => self.jobs.levels = Some(self.start_level(level)),
            Action::ShowInFileManager(path) => self.browser.file_manager.show(&path),
            Action::Export(kind, path) => self.export(kind, &path),
            Action::Enhance => self.start_enhancing(),
            Action::CancelExport => self.jobs.exporter.cancel(),
            Action::Edit(actor, edit) => self.start_edit(actor, Some(edit)),
            Action::UndoEdit(actor) => self.start_edit(actor, None),
            Action::RenameSequence(actor) => self.ui.ask_name(self.session.workspace(), actor),
            Action::SaveModel { document, path, replaces } => self.save_model(document, path, replaces),
            Action::Answer(question, answer) => self.answer(question, answer),
            Action::OpenPinned(figure) => self.open_pinned(figure),
            Action::SaveRepaired(actor) => self.save_repaired(actor),
            Action::SetSamples(samples) => self.saved.settings.samples = samples,
        }
        Flow::Continue
    }

    fn apply_key(&mut self, shortcut: Shortcut) -> Flow {
        match shortcut {
            Shortcut::Undo => self.travel("Undo", Session::undo),
            Shortcut::Redo => self.travel("Redo", Session::redo),
            Shortcut::UndoEdit => self.undo_edit(),
            Shortcut::PreviousModel => self.open_neighbor(false),
            Shortcut::NextModel => self.open_neighbor(true),
            Shortcut::CompareListed => self.compare_selected(),
            Shortcut::Screenshot => self.screenshot(),
            Shortcut::ToggleExport => (self.ui.hides_panels, self.ui.export_menu_requested) = (false, true),
            Shortcut::SaveModel => self.save(SaveName::Own),
            Shortcut::SaveModelAs => self.save(SaveName::New),
            Shortcut::Show(tab) => self.ui.focus_tab(tab),
            Shortcut::FilterSequences => self.ui.filter_sequences(),
            Shortcut::ToggleLargeSkin => self.ui.toggle_large_skin(),
            Shortcut::TogglePanels => {
                self.ui.hides_panels = !self.ui.hides_panels;
                self.hint_at_panels();
            }
            Shortcut::ToggleHelp => self.ui.shows_help = !self.ui.shows_help,
            Shortcut::Close => {
                let _closed = LAYERS.iter().any(|close| close(self));
            }
            Shortcut::Quit => return self.quit(),
            // All others are commands of the scene.
            _ => {}
        }
        Flow::Continue
    }

    fn apply_command(&mut self, command: Command) {
        let workspace = self.session.workspace();
        match command {
            Command::SetWeaponView(true) if !workspace.supports_weapon_view() => {
                let name = shown(workspace.figure().name());
                self.ui.messages.show_notice(no_view_weapon(&name));
            }
            Command::SetEasing { actor, .. }
                if !workspace.player_without_preview(actor).is_none_or(Player::blends) =>
            {
                self.ui.messages.show_notice(String::from(NO_EASING));
            }
            command => {
                if let Command::SetAutoOrbit(on) = command {
                    self.saved.settings.turntable = Some(on);
                }
                self.apply(command);
            }
        }
    }

    pub(super) fn hint_at_panels(&mut self) {
        if self.ui.hides_panels {
            let key = key_of(Shortcut::TogglePanels);
            self.ui.messages.show_notice(format!("Panels hidden ({key} to show them)"));
        }
    }

    fn travel(&mut self, verb: &str, step: fn(&mut Session) -> Result<Option<Change>, SessionError>) {
        let lead = self.session.workspace().lead();
        match step(&mut self.session) {
            Ok(Some(change)) => {
                self.follow_model(lead);
                self.ui.messages.end(Cause::Edit);
                self.note_figure();
                self.ui.messages.show_notice(format!("{verb}: {change}"));
            }
            Ok(None) => self.ui.messages.show_notice(format!("Nothing to {}", verb.to_lowercase())),
            Err(error) => self.ui.messages.show_error(format!("{:#}", anyhow::Error::from(error))),
        }
    }

    fn stop_reading(&mut self) -> bool {
        let is_long = self.browser.slow_opening().is_some();
        if is_long {
            self.browser.stop();
        }
        is_long
    }

    fn cancel_export(&mut self) -> bool {
        let is_running = self.jobs.exporter.progress().is_some();
        self.jobs.exporter.cancel();
        is_running
    }

    fn close_layer(&mut self, is_open: bool, close: Command) -> bool {
        if is_open {
            self.apply(close);
        }
        is_open
    }

    fn export(&mut self, kind: ExportKind, path: &Path) {
        let settings = &self.ui.export_settings;
        let workspace = self.session.workspace();
        let started = self.jobs.exporter.start((kind, settings), workspace, &self.renderer, path);
        if let Err(error) = started {
            self.ui.messages.show_failure(Cause::Export, &format!("Export failed: {error:#}"));
        }
    }

    fn screenshot(&mut self) {
        let folder = self.ui.export_settings.folder.clone().unwrap_or_else(|| self.folder.clone());
        let size = self.display.window.inner_size();
        let size = [size.width.max(1), size.height.max(1)];
        #[allow(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
        let corners = self.display.interface.free_pixels(None).map(|pixels| pixels.round() as u32);
        let workspace = self.session.workspace();
        let setting = PictureSetting { viewport: Some(*workspace.viewport()), ..PictureSetting::default() };
        let playing = workspace.playing().into_iter().map(|sequence| sequence.name.as_str());
        let names: Vec<&str> = std::iter::once(workspace.figure().stem()).chain(playing).collect();
        let stem = picture::file_stem(&names);
        let written = self
            .session
            .picture_in(size, setting)
            .map_err(anyhow::Error::from)
            .map(|image| picture::part(&image, corners))
            .and_then(|scene| picture::write_numbered(&folder, &stem, scene.size(), scene.rgba()));
        match written {
            Ok(path) => {
                self.ui.messages.end(Cause::Export);
                self.ui.messages.show_saved(vec![path]);
            }
            Err(error) => {
                self.ui.messages.show_failure(Cause::Export, &format!("Picture not saved: {error:#}"));
            }
        }
    }
}

fn acts_with_menu(shortcut: Shortcut) -> bool {
    matches!(shortcut, Shortcut::Close | Shortcut::ToggleExport | Shortcut::Quit)
}

fn key_press(event: &KeyEvent) -> KeyPress {
    let press = match &event.logical_key {
        // winit and egui use the same names for keys.
        Key::Named(name) => egui::Key::from_name(&format!("{name:?}")).map(KeyPress::named),
        Key::Character(text) => Some(KeyPress::typed(text)),
        Key::Unidentified(_) | Key::Dead(_) => None,
    };
    KeyPress { us_sign: us_sign(event.physical_key), ..press.unwrap_or_default() }
}

fn us_sign(key: PhysicalKey) -> Option<char> {
    let PhysicalKey::Code(code) = key else { return None };
    Some(match code {
        KeyCode::BracketLeft => '[',
        KeyCode::BracketRight => ']',
        // Such as `Digit4`.
        code => return format!("{code:?}").strip_prefix("Digit")?.chars().next(),
    })
}

fn modifiers(modifiers: &Modifiers) -> egui::Modifiers {
    let state = modifiers.state();
    egui::Modifiers {
        alt: state.alt_key(),
        ctrl: state.control_key(),
        shift: state.shift_key(),
        mac_cmd: state.super_key(),
        command: false,
    }
}
