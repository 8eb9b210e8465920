//! Carrying out commands.

use std::sync::Arc;

use crate::player::MAX_SPEED;
use crate::{
    Actor, ActorId, Choice, Command, CommandError, Cue, Document, Moment, Motion, OrbitCamera, Outcome,
    Player, Skin, Transport, Workspace,
};

/// Factor of one step of speed.
const SPEED_STEP: f32 = 1.25;
/// From a standstill, speed grows from here.
const LEAST_SPEED: f32 = 0.05;

impl Workspace {
    /// Carries out a command.
    ///
    /// # Errors
    /// Says why it cannot be carried out; nothing has changed then.
    pub fn apply(&mut self, command: Command) -> Result<Outcome, CommandError> {
        let outcome = self.carry_out(command)?;
        self.settle();
        Ok(outcome)
    }

    fn carry_out(&mut self, command: Command) -> Result<Outcome, CommandError> {
        match command {
            Command::Open(document) => return Ok(self.open(document)),
            Command::Reload { actor, document } => return self.reload(actor, document),
            Command::Add { document, cue } => return self.add(document, cue),
            Command::Remove(actor) => self.remove(actor)?,

            Command::ChooseRanges { actor, index } => self.choose_ranges(actor, index)?,
            Command::ChooseSequence { actor, sequence } => self.choose_sequence(actor, &sequence)?,
            Command::SetMode { actor, mode } => self.player_mut(actor)?.set_mode(mode),
            Command::SetRates { actor, rates } => self.player_mut(actor)?.set_rates(rates),
            Command::SetEasing { actor, easing } => self.player_mut(actor)?.set_easing(easing),
            Command::SetReversed { actor, reversed } => self.player_mut(actor)?.set_reversed(reversed),
            Command::Seek { actor, to } => seek(self.player_mut(actor)?, to)?,

            Command::SetPlaying(playing) => self.set_playing(playing),
            Command::TogglePlaying => self.set_playing(!self.is_playing()),
            Command::Hold(held) => self.transport.held = held,
            Command::Step { forward } => {
                self.transport.playing = false;
                self.players_mut().for_each(|player| player.step(forward));
            }
            Command::SetSpeed(speed) => self.set_speed(finite(speed)?),
            Command::ChangeSpeed { faster } => self.change_speed(faster),

            Command::Wear { actor, skin } => self.wear(actor, &skin)?,
            Command::AddSkin { actor, skin } => self.add_skin(actor, skin)?,

            Command::Orbit(drag) => self.camera.orbit(finite_pair(drag)?),
            Command::Pan(drag) => self.camera.pan(finite_pair(drag)?, &self.viewport),
            Command::Zoom(notches) => self.camera.zoom(finite(notches)?),
            Command::Frame => self.camera.frame(&self.subject(), &self.viewport),
            Command::SetYaw(radians) => self.camera.set_yaw(finite(radians)?),
            Command::SetPitch(radians) => {
                self.camera.set_pitch(finite(radians)?);
                // How far away a model fits depends on how steep it is looked at.
                self.camera.refit(&self.viewport);
            }
            Command::SetDistance(units) => self.camera.set_distance(finite(units)?),
            Command::SetAutoOrbit(on) => self.camera.set_auto_orbit(on),
            Command::SetViewport(viewport) => {
                if viewport != self.viewport {
                    self.viewport = viewport;
                    self.camera.refit(&viewport);
                }
            }

            Command::SetLook(look) => self.look = look,
            Command::Toggle(switch) => {
                let on = switch.of(&mut self.look);
                *on = !*on;
            }
        }
        Ok(Outcome::default())
    }

    /// Shows a model instead of all that is there, seen afresh.
    pub(super) fn open(&mut self, document: Arc<Document>) -> Outcome {
        let mut player = Player::new(document.range_sets().to_vec());
        player.choose(document.default_sequence());
        let mut actor = Actor::new(self.take_id(), document, Motion::Own(player));
        let outcome = put_on_first_skin(&mut actor);
        self.actors.clear();
        self.actors.push(actor);
        self.transport = Transport::default();
        self.camera = OrbitCamera::framing(&self.subject(), &self.viewport);
        outcome
    }

    fn reload(&mut self, id: ActorId, document: Arc<Document>) -> Result<Outcome, CommandError> {
        let before = self.subject();
        let actor = self.actor_mut(id)?;
        let label = actor.worn_skin().map(|skin| skin.label().to_owned());
        actor.become_version(document);
        let same = label.and_then(|label| actor.skins().position(|skin| skin.label() == label));
        let outcome = match same {
            Some(index) => match put_on(actor, index) {
                Ok(()) => Outcome::default(),
                Err(error) => Outcome { warnings: vec![error], ..Outcome::default() },
            },
            None => put_on_first_skin(actor),
        };
        let subject = self.subject();
        if subject != before {
            self.camera.replace_subject(&subject, &self.viewport);
        }
        Ok(outcome)
    }

    fn add(&mut self, document: Arc<Document>, cue: Cue) -> Result<Outcome, CommandError> {
        let motion = match cue {
            Cue::Play => {
                let mut player = Player::new(document.range_sets().to_vec());
                player.set_speed(self.transport.speed);
                player.choose(document.default_sequence());
                Motion::Own(player)
            }
            Cue::Follow(leader) => {
                self.actor(leader).ok_or(CommandError::NoActor { actor: leader })?;
                Motion::Follows(leader)
            }
            Cue::Still(frame) => Motion::Still(frame),
        };
        let mut actor = Actor::new(self.take_id(), document, motion);
        let outcome = Outcome { added: Some(actor.id()), ..put_on_first_skin(&mut actor) };
        self.actors.push(actor);
        Ok(outcome)
    }

    fn remove(&mut self, id: ActorId) -> Result<(), CommandError> {
        self.actor(id).ok_or(CommandError::NoActor { actor: id })?;
        if id == self.lead() {
            return Err(CommandError::LeadStays);
        }
        let mut gone = vec![id];
        // Followers come after those they follow, so one walk finds all.
        self.actors.retain(|actor| {
            let follows = matches!(actor.motion(), Motion::Follows(leader) if gone.contains(leader));
            if follows {
                gone.push(actor.id());
            }
            !gone.contains(&actor.id())
        });
        Ok(())
    }

    fn choose_ranges(&mut self, id: ActorId, index: usize) -> Result<(), CommandError> {
        let player = self.player_mut(id)?;
        let count = player.range_sets().len();
        if index >= count {
            return Err(CommandError::NoRanges { index, count });
        }
        player.choose_set(index);
        Ok(())
    }

    fn choose_sequence(&mut self, id: ActorId, choice: &Choice) -> Result<(), CommandError> {
        let player = self.player_mut(id)?;
        let (now, count) = (player.sequence_index(), player.sequences().len());
        let found = match choice {
            Choice::Next => neighbor(Some(now), count, true),
            Choice::Previous => neighbor(Some(now), count, false),
            Choice::Index(index) => Some(*index).filter(|&index| index < count),
            Choice::Named(name) => player.find(name),
        };
        match found {
            Some(index) => player.choose(index),
            None => {
                let known = player.sequences().iter().map(|sequence| sequence.name.clone()).collect();
                let document = self.actor_mut(id)?.document().name().to_owned();
                return Err(CommandError::NoSequence { document, name: choice.to_string(), known });
            }
        }
        Ok(())
    }

    fn set_playing(&mut self, playing: bool) {
        self.transport.playing = playing;
        if playing && !self.is_playing() {
            self.players_mut().for_each(Player::restart);
        }
    }

    fn set_speed(&mut self, speed: f32) {
        let speed = speed.clamp(0.0, MAX_SPEED);
        self.transport.speed = speed;
        self.players_mut().for_each(|player| player.set_speed(speed));
    }

    fn change_speed(&mut self, faster: bool) {
        let factor = if faster { SPEED_STEP } else { 1.0 / SPEED_STEP };
        let speed = self.transport.speed.max(LEAST_SPEED) * factor;
        // Back at normal speed it should be exactly that, whatever was rounded on the way.
        let exact = if (speed - 1.0).abs() < 0.01 { 1.0 } else { speed };
        self.set_speed(exact);
    }

    fn wear(&mut self, id: ActorId, choice: &Choice) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        let count = actor.skin_count();
        let found = match choice {
            // Nothing follows on nothing.
            Choice::Next | Choice::Previous if count == 0 => return Ok(()),
            Choice::Next => neighbor(actor.worn_index(), count, true),
            Choice::Previous => neighbor(actor.worn_index(), count, false),
            Choice::Index(index) => Some(*index).filter(|&index| index < count),
            Choice::Named(name) => actor.find_skin(name),
        };
        match found {
            Some(index) => Ok(put_on(actor, index)?),
            None => Err(CommandError::NoSkin {
                document: actor.document().name().to_owned(),
                name: choice.to_string(),
                known: actor.skins().map(|skin| skin.label().to_owned()).collect(),
            }),
        }
    }

    fn add_skin(&mut self, id: ActorId, skin: Skin) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        let outfit = skin.decode()?;
        let index = actor.add_skin(skin);
        actor.wear(index, outfit);
        Ok(())
    }

    fn take_id(&mut self) -> ActorId {
        let id = ActorId(self.next_id);
        self.next_id += 1;
        id
    }

    fn actor_mut(&mut self, id: ActorId) -> Result<&mut Actor, CommandError> {
        let found = self.actors.iter_mut().find(|actor| actor.id() == id);
        found.ok_or(CommandError::NoActor { actor: id })
    }

    fn player_mut(&mut self, id: ActorId) -> Result<&mut Player, CommandError> {
        match &mut self.actor_mut(id)?.motion {
            Motion::Own(player) => Ok(player),
            Motion::Follows(_) | Motion::Still(_) => Err(CommandError::NoPlayer { actor: id }),
        }
    }
}

/// The place one on from `index` in a list, or one back, around the ends; `None` is beside the list. There is none in an
/// empty one.
fn neighbor(index: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (index, forward) {
        (Some(index), true) if index < last => index + 1,
        (_, true) => 0,
        (Some(index), false) if index > 0 => index - 1,
        (_, false) => last,
    })
}

fn seek(player: &mut Player, to: Moment) -> Result<(), CommandError> {
    match to {
        Moment::Key(key) => player.seek(finite(key)?),
        Moment::Seconds(seconds) => player.seek_time(finite(seconds)?),
        Moment::First => player.seek(0.0),
        Moment::Last => player.seek_last(),
    }
    Ok(())
}

/// Puts on the skin of this number, which is there.
fn put_on(actor: &mut Actor, index: usize) -> Result<(), crate::PictureError> {
    if let Some(skin) = actor.skin(index) {
        let outfit = skin.decode()?;
        actor.wear(index, outfit);
    }
    Ok(())
}

/// Puts on the first skin that can be shown.
fn put_on_first_skin(actor: &mut Actor) -> Outcome {
    let mut outcome = Outcome::default();
    for index in 0..actor.skin_count() {
        match put_on(actor, index) {
            Ok(()) => break,
            Err(error) => outcome.warnings.push(error),
        }
    }
    outcome
}

fn finite(value: f32) -> Result<f32, CommandError> {
    if value.is_finite() { Ok(value) } else { Err(CommandError::NotFinite { value }) }
}

fn finite_pair(values: [f32; 2]) -> Result<glam::Vec2, CommandError> {
    let [x, y] = values;
    Ok(glam::Vec2::new(finite(x)?, finite(y)?))
}
