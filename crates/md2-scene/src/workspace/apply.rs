//! Execution of commands.

mod cast;
mod select;
mod sequences;
mod skins;

use std::sync::Arc;

use glam::{Vec2, Vec3};
use md2_anim::LoopMode;

use crate::actor::{Actor, ActorId};
use crate::camera::OrbitCamera;
use crate::command::{Choice, Command, Outcome};
use crate::error::CommandError;
use crate::look::{Look, LookSwitch};
use crate::player::{MAX_SPEED, Player};
use crate::viewport::Viewport;
use crate::workspace::Workspace;

const SPEEDS: [f32; 7] = [1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0, 2.0, 4.0];

impl Workspace {
    pub fn apply(&mut self, command: Command) -> Result<Outcome, CommandError> {
        let needs_settling = needs_settling(&command);
        let left = self.mixes_before(&command);
        let ends_fades =
            matches!(command, Command::Seek { .. } | Command::Step { .. } | Command::StepTenth { .. });
        let leaves_weapon_view = moves_camera(&command);
        let preview = self.preview.take_if(|_| needs_settling).map(|state| self.exchange_players(state));
        match self.carry_out(command) {
            Ok(outcome) => {
                self.start_fades(&left);
                self.weapon_view &= !leaves_weapon_view;
                if ends_fades || !self.look.crossfade {
                    self.end_fades();
                }
                if needs_settling {
                    self.settle();
                }
                self.alter_meshes();
                Ok(outcome)
            }
            Err(error) => {
                if let Some(state) = preview {
                    self.preview = Some(self.exchange_players(state));
                }
                Err(error)
            }
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<Outcome, CommandError> {
        match command {
            Command::Open(figure) => return Ok(self.open(figure)),
            Command::OpenCrowd(plan) => return Ok(self.open_crowd(&plan)),
            Command::BeginTour(figure) => return Ok(self.begin_tour(figure)),
            Command::EndTour => self.end_tour(),
            Command::Reload { actor, document } => return self.reload(actor, document),
            Command::SetEdited { actor, document } => return self.set_edited(actor, document),
            Command::SetSaved(saved) => self.set_saved(&mut saved.versions()),
            Command::Show { actor, shown } => self.actor_mut(actor)?.is_shown = shown,
            Command::ShowSlot { actor, slot, shown } => {
                let hidden = &mut self.actor_mut(actor)?.hidden_slots;
                if shown { hidden.retain(|other| *other != slot) } else { hidden.push(slot) }
            }
            Command::SelectWeapon(weapon) => return self.select_weapon(weapon.as_ref()),
            Command::AddWeapon(weapon) => return self.add_weapon(weapon),

            Command::Play(name) => self.play(&name)?,
            Command::ChooseRanges { actor, index } => self.choose_ranges(actor, index)?,
            Command::ChooseSequence { actor, sequence } => self.choose_sequence(actor, &sequence)?,
            Command::Preview(preview) => preview.map_or(Ok(()), |preview| self.start_preview(preview))?,
            Command::SetMode { actor, mode } => self.set_mode(actor, mode)?,
            Command::SetRates { actor, rates } => self.player_mut(actor)?.set_rates(rates),
            Command::SetEasing { actor, easing } => {
                self.with_players(actor, |player| player.set_easing(Some(easing)))?;
            }
            Command::SetReversed { actor, reversed } => {
                self.with_players(actor, |player| player.set_reversed(reversed))?;
            }
            Command::Seek { actor, to } => self.seek(actor, to)?,

            Command::SetPlaying(playing) => self.set_playing(playing),
            Command::TogglePlaying => self.set_playing(!self.can_pause()),
            Command::SetGame(game) => self.set_game(game),
            Command::Hold(held) => self.transport.held = held,
            Command::Step { forward } => self.step(forward),
            Command::StepTenth { forward } => self.step_tenth(forward),
            Command::SetSpeed(speed) => self.set_speed(finite(speed)?),
            Command::ChangeSpeed { faster } => self.change_speed(faster),

            Command::SelectSkin { actor, skin } => self.select_skin(actor, &skin)?,
            Command::SelectFigureSkin(skin) => return self.select_figure_skin(&skin),
            Command::AddSkin { actor, skin } => self.add_skin(actor, skin)?,
            Command::SetOutfit { request, outfit } => return Ok(self.set_outfit(&request, outfit)),

            Command::Orbit(drag) => self.camera.orbit(finite_pair(drag)?),
            Command::Pan(drag) => self.camera.pan(finite_pair(drag)?, &self.viewport),
            Command::Zoom(notches) => self.camera.zoom(finite(notches)?),
            Command::ZoomAt { notches, pixel } => self.zoom_at(notches, pixel)?,
            Command::ZoomTo { notches, point } => self.zoom_to(notches, point)?,
            Command::Frame => self.camera.frame(&self.subject(), &self.viewport),
            Command::ResetView => self.reset_view(),
            Command::LookFrom(side) => self.camera.look_from(side, &self.viewport),
            Command::SetYaw(radians) => self.camera.set_yaw(finite(radians)?),
            Command::SetPitch(radians) => self.set_pitch(finite(radians)?),
            Command::SetDistance(units) => self.camera.set_distance(finite(units)?),
            Command::SetAutoOrbit(on) => self.set_auto_orbit(on),
            Command::SetOrthographic(on) => self.camera.set_orthographic(on, &self.viewport),
            Command::SetWeaponView(on) => self.weapon_view = on,
            Command::SetViewport(viewport) => self.set_viewport(viewport),

            Command::SetRestored { document, mesh } => self.set_restored(document, mesh)?,

            Command::Select(selection) => self.select(selection)?,
            Command::Hover(pointed) => self.hover_over(pointed)?,
            Command::Compare(reference) => self.compare(reference)?,
            Command::CompareWith(figure) => self.compare_with(figure),
            Command::ViewCounterpart(view) => self.counterpart.iter_mut().for_each(|other| other.view = view),

            Command::SetLook(look) => self.set_look(look),
            Command::SetBackground(background) => self.look.background = background,
            Command::SetBrightness(brightness) => self.look.brightness = brightness,
            Command::Toggle(switch) => self.toggle(switch),
        }
        Ok(Outcome::default())
    }

    fn set_mode(&mut self, actor: ActorId, mode: LoopMode) -> Result<(), CommandError> {
        self.player_mut(actor)?;
        self.set_game(false);
        self.with_players(actor, |player| player.set_mode(mode))
    }

    fn set_playing(&mut self, playing: bool) {
        let starts = playing && !self.is_playing();
        self.rest();
        self.transport.playing = playing;
        if starts {
            // Legs that have landed jump again, also if the torso still plays.
            self.players_mut().filter(|player| player.is_finished()).for_each(Player::restart);
        }
    }

    fn rest(&mut self) {
        self.transport.playing = false;
        self.orbits_while_stopped = false;
    }

    fn step(&mut self, forward: bool) {
        self.rest();
        self.players_mut().for_each(|player| player.step(forward));
        if let Some(crowd) = self.crowd.as_mut().map(Arc::make_mut) {
            crowd.step(forward);
        }
    }

    fn step_tenth(&mut self, forward: bool) {
        self.rest();
        self.players_mut().for_each(|player| player.step_tenth(forward));
    }

    fn set_game(&mut self, game: bool) {
        self.transport.game = game;
        self.players_mut().for_each(|player| player.set_game(game));
    }

    fn set_speed(&mut self, speed: f32) {
        let speed = speed.clamp(0.0, MAX_SPEED);
        self.transport.speed = speed;
        self.players_mut().for_each(|player| player.set_speed(speed));
        if let Some(crowd) = self.crowd.as_mut().map(Arc::make_mut) {
            crowd.set_speed(speed);
        }
    }

    fn change_speed(&mut self, faster: bool) {
        let now = self.transport.speed;
        let next = if faster {
            SPEEDS.into_iter().find(|&speed| speed > now)
        } else {
            SPEEDS.into_iter().rfind(|&speed| speed < now)
        };
        if let Some(speed) = next {
            self.set_speed(speed);
        }
    }

    fn zoom_at(&mut self, notches: f32, pixel: [f32; 2]) -> Result<(), CommandError> {
        let point = self.camera.point_at_target_depth(finite_pair(pixel)?, &self.viewport);
        self.camera.zoom_to(point, finite(notches)?);
        Ok(())
    }

    fn zoom_to(&mut self, notches: f32, [x, y, z]: [f32; 3]) -> Result<(), CommandError> {
        let point = Vec3::new(finite(x)?, finite(y)?, finite(z)?);
        self.camera.zoom_to(point, finite(notches)?);
        Ok(())
    }

    fn reset_view(&mut self) {
        self.camera = OrbitCamera::framing(&self.subject(), &self.viewport);
        self.orbits_while_stopped = false;
    }

    fn set_pitch(&mut self, radians: f32) {
        self.camera.set_pitch(radians);
        // The distance at which a model fits depends on the pitch.
        self.camera.refit(&self.viewport);
    }

    fn set_auto_orbit(&mut self, on: bool) {
        self.camera.set_auto_orbit(on);
        self.orbits_while_stopped = on && !self.transport.playing;
    }

    pub(super) fn set_viewport(&mut self, viewport: Viewport) {
        if viewport != self.viewport {
            self.viewport = viewport;
            self.camera.refit(&viewport);
        }
    }

    fn set_look(&mut self, look: Look) {
        self.look = look;
        self.limit_hover();
    }

    fn toggle(&mut self, switch: LookSwitch) {
        let on = switch.field_mut(&mut self.look);
        *on = !*on;
        self.limit_hover();
    }

    fn actor_mut(&mut self, id: ActorId) -> Result<&mut Actor, CommandError> {
        let found = self.actors.iter_mut().find(|actor| actor.id == id);
        found.ok_or(CommandError::NoActor { actor: id })
    }

    fn player_mut(&mut self, id: ActorId) -> Result<&mut Player, CommandError> {
        self.actor_mut(id)?.player_mut().ok_or(CommandError::NoPlayer { actor: id })
    }
}

/// Whether a command may change actors, their positions or frames, so that the floor must be computed again. Camera
/// commands do not, which matters since dragging sends many of them per second.
pub(super) fn needs_settling(command: &Command) -> bool {
    use Command as C;
    let is_seen_only = matches!(
        command,
        C::SetAutoOrbit(_)
            | C::SetOrthographic(_)
            | C::SetWeaponView(_)
            | C::SetViewport(_)
            | C::Hold(_)
            | C::SetSpeed(_)
            | C::ChangeSpeed { .. }
            | C::SetBackground(_)
            | C::SetBrightness(_)
            | C::SelectSkin { .. }
            | C::SelectFigureSkin(_)
            | C::AddSkin { .. }
            | C::SetOutfit { .. }
            | C::SetRestored { .. }
            | C::Hover(_)
            | C::Compare(_)
            | C::SetLook(_)
            | C::Toggle(_)
    );
    !is_seen_only && !sets_camera(command)
}

fn moves_camera(command: &Command) -> bool {
    use Command as C;
    sets_camera(command)
        || matches!(command, C::SetAutoOrbit(true) | C::SetOrthographic(true) | C::OpenCrowd(_))
}

fn sets_camera(command: &Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::Orbit(_)
            | C::Pan(_)
            | C::Zoom(_)
            | C::ZoomAt { .. }
            | C::ZoomTo { .. }
            | C::Frame
            | C::ResetView
            | C::LookFrom(_)
            | C::SetYaw(_)
            | C::SetPitch(_)
            | C::SetDistance(_)
    )
}

fn pick(
    choice: &Choice,
    now: Option<usize>,
    count: usize,
    called: impl Fn(&str) -> Option<usize>,
) -> Option<usize> {
    let in_list = |index: &usize| *index < count;
    match choice {
        Choice::Next => neighbor(now, count, true),
        Choice::Previous => neighbor(now, count, false),
        Choice::Index(index) => Some(*index).filter(in_list),
        Choice::Named(name) => called(name).or_else(|| name.parse().ok().filter(in_list)),
    }
}

/// Returns the index after or before `index`, cyclic. For `None`, this is the first or the last index. `None` for an empty list.
fn neighbor(index: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (index, forward) {
        (Some(index), true) if index < last => index + 1,
        (_, true) => 0,
        (Some(index), false) if index > 0 => index - 1,
        (_, false) => last,
    })
}

fn finite(value: f32) -> Result<f32, CommandError> {
    if value.is_finite() { Ok(value) } else { Err(CommandError::NotFinite { value }) }
}

fn finite_pair(values: [f32; 2]) -> Result<Vec2, CommandError> {
    let [x, y] = values;
    Ok(Vec2::new(finite(x)?, finite(y)?))
}
