//! What keys and panels ask for, carried out.

use md2_scene::{ActorId, Command, Player, Workspace};
use winit::event::{KeyEvent, Modifiers};
use winit::keyboard::{Key, KeyCode, PhysicalKey};

use super::{Next, Viewer};
use md2_panels::export_kind::Export;
use md2_panels::keys::{Action, KeyPress, action_for};
use md2_panels::wish::{NO_EASING, Shell, Wish, no_view_weapon, notice_after};
use md2_scene::text::shown;
use md2_tool::picture;

impl Viewer {
    pub(super) fn key(&mut self, event: &KeyEvent) -> Next {
        let action = action_for(key_press(event), modifiers(&self.input.modifiers));
        // The field for a path is closed by Esc wherever the focus is.
        let closes = action == Some(Action::Quit) && self.ui.path_field.is_some();
        match action {
            _ if self.ui.takes_text() && !closes => Next::GoOn,
            Some(action) if !event.repeat || action.repeats() => {
                if let Action::Steer(steer) = action {
                    self.input.steering.press(event.physical_key, steer);
                }
                let wish = self.ui.wish(action, self.session.workspace());
                self.carry_out(wish)
            }
            _ => Next::GoOn,
        }
    }

    pub(super) fn carry_out_wishes(&mut self) -> Next {
        let wishes = std::mem::take(&mut self.wishes);
        let scrubs = wishes.iter().any(|wish| matches!(wish, Wish::Scene(Command::Seek { .. })));
        if scrubs != self.session.workspace().transport().held {
            self.apply(Command::Hold(scrubs));
        }
        wishes.into_iter().map(|wish| self.carry_out(wish)).fold(Next::GoOn, Next::and)
    }

    fn carry_out(&mut self, wish: Wish) -> Next {
        self.display.pacer.request();
        match wish {
            Wish::Scene(Command::SetWeaponView(true)) if !self.session.workspace().suits_weapon_view() => {
                let name = shown(self.session.workspace().figure().name()).to_string();
                self.ui.messages.notice(no_view_weapon(&name));
            }
            Wish::Scene(Command::SetEasing { actor, .. }) if !blends(self.session.workspace(), actor) => {
                self.ui.messages.notice(String::from(NO_EASING));
            }
            Wish::Scene(command) => {
                let notice = notice_after(&command);
                if let Command::SetAutoOrbit(on) = command {
                    self.saved.settings.turntable = Some(on);
                }
                if self.apply(command)
                    && let Some(notice) = notice
                {
                    self.ui.messages.notice(notice(self.session.workspace()));
                }
            }
            Wish::Files(files) => self.carry_out_files(files),
            Wish::Shell(Shell::Screenshot) => self.screenshot(),
            Wish::Shell(Shell::Export(export)) => self.export(export),
            Wish::Shell(Shell::CancelExport) => self.jobs.exporter.cancel(),
            Wish::Shell(Shell::ToggleExport) => self.ui.toggles_export = true,
            Wish::Shell(Shell::SaveRepaired(actor)) => self.save_repaired(actor),
            Wish::Shell(Shell::ShowTab(tab)) => self.ui.show_tab(tab),
            Wish::Shell(Shell::SetSamples(samples)) => self.saved.settings.samples = samples,
            Wish::Shell(Shell::ToggleLargeSkin) => self.ui.toggle_large(),
            Wish::Shell(Shell::TogglePanels) => toggle(&mut self.ui.panels),
            Wish::Shell(Shell::ToggleHelp) => toggle(&mut self.ui.help),
            Wish::Shell(Shell::FilterSequences) => self.ui.filter_sequences(),
            // First closes what lies over the picture. A popup closes by itself.
            Wish::Shell(Shell::Quit) if self.display.interface.has_popup() => {}
            Wish::Shell(Shell::Quit) if self.ui.close_path_field() => {}
            Wish::Shell(Shell::Quit) if self.browser.opens_long().is_some() => self.browser.stop(),
            Wish::Shell(Shell::Quit) if self.jobs.exporter.progress().is_some() => {
                self.jobs.exporter.cancel()
            }
            Wish::Shell(Shell::Quit) if self.ui.close_large() => {}
            Wish::Shell(Shell::Quit) if self.ui.help => self.ui.help = false,
            Wish::Shell(Shell::Quit) if self.ui.messages.clear_error() => {}
            Wish::Shell(Shell::Quit) if self.ui.clear_filter() => {}
            Wish::Shell(Shell::Quit) if self.session.workspace().selection().is_some() => {
                self.apply(Command::Select(None));
            }
            Wish::Shell(Shell::Quit) if self.session.workspace().compares() => {
                self.apply(Command::Compare(None));
            }
            Wish::Shell(Shell::Quit) if self.session.workspace().weapon_view() => {
                self.apply(Command::SetWeaponView(false));
            }
            Wish::Shell(Shell::Quit) => return Next::Quit,
        }
        Next::GoOn
    }

    fn export(&mut self, export: Export) {
        let started =
            self.jobs.exporter.start(export, self.session.workspace(), &self.renderer, &self.folder);
        if let Err(error) = started {
            self.ui.messages.error(format!("Nothing was exported: {error:#}"));
        }
    }

    /// Writes the scene as it is seen, without the interface, into the current folder.
    fn screenshot(&mut self) {
        let size = self.display.window.inner_size();
        let size = [size.width.max(1), size.height.max(1)];
        let workspace = self.session.workspace();
        let playing = workspace.playing().into_iter().map(|sequence| sequence.name.as_str());
        let names: Vec<&str> = std::iter::once(workspace.figure().stem()).chain(playing).collect();
        let stem = picture::file_stem(&names);
        let written = self
            .session
            .picture(size)
            .map_err(anyhow::Error::from)
            .and_then(|image| picture::write_numbered(&self.folder, &stem, size, image.rgba()));
        match written {
            Ok(path) => self.ui.messages.notice(format!("Saved {}", path.display())),
            Err(error) => self.ui.messages.error(format!("No picture was saved: {error:#}")),
        }
    }
}

/// Whether what an actor plays is seen between two keys.
fn blends(workspace: &Workspace, actor: ActorId) -> bool {
    workspace.settled_player(actor).is_none_or(Player::blends)
}

fn toggle(switch: &mut bool) {
    *switch = !*switch;
}

/// A key press of winit in the terms of the key table.
fn key_press(event: &KeyEvent) -> KeyPress {
    let press = match &event.logical_key {
        // winit and egui call keys by the same names.
        Key::Named(name) => egui::Key::from_name(&format!("{name:?}")).map(KeyPress::named),
        Key::Character(text) => Some(KeyPress::typed(text)),
        Key::Unidentified(_) | Key::Dead(_) => None,
    };
    KeyPress { us_sign: us_sign(event.physical_key), ..press.unwrap_or_default() }
}

/// The sign that a US keyboard types at a place where other layouts need a modifier for it.
fn us_sign(place: PhysicalKey) -> Option<char> {
    let PhysicalKey::Code(code) = place else { return None };
    Some(match code {
        KeyCode::BracketLeft => '[',
        KeyCode::BracketRight => ']',
        KeyCode::Digit0 => '0',
        KeyCode::Digit1 => '1',
        KeyCode::Digit2 => '2',
        KeyCode::Digit3 => '3',
        KeyCode::Digit4 => '4',
        KeyCode::Digit5 => '5',
        KeyCode::Digit6 => '6',
        KeyCode::Digit7 => '7',
        KeyCode::Digit8 => '8',
        KeyCode::Digit9 => '9',
        _ => return None,
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
