//! Commands that change the list of actors: opening and reloading models, and selecting weapons.

use std::path::Path;
use std::sync::Arc;

use super::pick;
use super::skins::apply_first_skin;
use crate::actor::{Actor, ActorId, Motion, Mount, SkinFallback};
use crate::camera::OrbitCamera;
use crate::command::{Choice, Outcome, Warning};
use crate::crowd::{Crowd, CrowdPlan, MAX_SKINS};
use crate::document::Document;
use crate::edit::{Edit, FileSkin};
use crate::error::CommandError;
use crate::figure::{Figure, Part, PartMotion};
use crate::open::{OpenError, is_same};
use crate::player::Player;
use crate::skin::Skin;
use crate::skin_image::SkinImage;
use crate::weapon::Weapon;
use crate::workspace::{CarriedWeapon, SkinDecoding, Workspace};

const CROWD_PITCH: f32 = 0.36;

impl Workspace {
    pub(in crate::workspace) fn open(&mut self, figure: Figure) -> Outcome {
        let chosen = self.players().next().map(|player| (player.rates, player.chosen_easing()));
        let turns = self.camera.auto_orbit;
        self.transport.held = false;
        self.clock = std::time::Duration::ZERO;
        self.actors.clear();
        self.carried = None;
        self.crowd = None;
        self.tour = None;
        self.models.replace(figure);
        let figure = self.figure().clone();
        let compared = self.counterpart.take().filter(|other| !other.figure().shares_place_with(&figure));
        let mut outcome = Outcome::default();
        self.parts = self.add_parts(figure.parts(), None, &mut outcome);
        if let Some(weapon) = figure.first_weapon
            && let Err(error) = self.attach_weapon(weapon, &mut outcome)
        {
            outcome.warnings.push(error.into());
        }
        if let Some((rates, easing)) = chosen {
            self.players_mut().for_each(|player| {
                player.set_rates(rates);
                player.set_easing(easing);
            });
        }
        if let Some(other) = compared {
            self.compare_with(other.figure().clone());
        }
        self.camera = OrbitCamera::framing(&self.subject(), &self.viewport);
        self.camera.set_auto_orbit(turns);
        outcome
    }

    pub(super) fn open_crowd(&mut self, plan: &CrowdPlan) -> Outcome {
        let turns = self.camera.auto_orbit;
        let mut outcome = Outcome::default();
        for (index, document) in plan.documents.iter().enumerate() {
            if index == 0 {
                outcome = self.open(Arc::clone(document).into());
            } else {
                self.add_crowd_actor(document, &mut outcome);
            }
            let first = self.actors.last().and_then(Actor::wanted_index);
            let others = (0..document.skins().len()).filter(|&skin| Some(skin) != first);
            let others = others.filter(|&skin| !document.skins()[skin].is_guess).take(MAX_SKINS - 1);
            for skin in others.collect::<Vec<_>>() {
                let id = self.add_crowd_actor(document, &mut outcome);
                if self.apply_or_request(&[(id, skin)], SkinFallback::None).is_err() {
                    // The actors with other skins report the problem.
                    self.actors.retain(|actor| actor.id != id);
                }
            }
        }
        let mut crowd = Crowd::new(&self.actors, plan.count);
        crowd.set_speed(self.transport.speed);
        self.crowd = Some(Arc::new(crowd));
        self.counterpart = None;
        self.camera = OrbitCamera::framing(&self.subject(), &self.viewport);
        self.camera.set_pitch(CROWD_PITCH);
        self.camera.refit(&self.viewport);
        self.camera.set_auto_orbit(turns);
        outcome
    }

    fn add_crowd_actor(&mut self, document: &Arc<Document>, outcome: &mut Outcome) -> ActorId {
        let motion = self.new_player(document);
        let mut actor = Actor::new(self.take_id(), "", Arc::clone(document), motion);
        if !self.actors.iter().any(|other| Arc::ptr_eq(other.document(), document)) {
            outcome.warnings.extend(Warning::for_damage(document));
            outcome.warnings.extend(apply_first_skin(&mut actor, self.decoding));
        }
        let id = actor.id;
        self.actors.push(actor);
        id
    }

    pub(in crate::workspace) fn rebuild_crowd(&mut self) {
        if let Some(crowd) = self.crowd.as_ref().filter(|crowd| !crowd.matches(&self.actors)) {
            let mut crowd = Crowd::new(&self.actors, crowd.count());
            crowd.set_speed(self.transport.speed);
            self.crowd = Some(Arc::new(crowd));
        }
    }

    fn add_parts(
        &mut self,
        parts: &[Part],
        first_mount: Option<Mount>,
        outcome: &mut Outcome,
    ) -> Vec<ActorId> {
        let mut ids: Vec<ActorId> = Vec::with_capacity(parts.len());
        for part in parts {
            let mount = match &part.mount {
                Some((parent, place)) => Some(Mount { parent: ids[*parent], place: place.clone() }),
                None => first_mount.clone(),
            };
            let motion = match (part.motion, &mount) {
                (PartMotion::InStep, Some(mount)) => Motion::Follows(mount.parent),
                (PartMotion::Still(frame), _) => Motion::Still(frame),
                (PartMotion::Plays | PartMotion::InStep, _) => self.new_player(&part.document),
            };
            let id = self.take_id();
            let mut actor = Actor::new(id, &part.role, Arc::clone(&part.document), motion);
            (actor.mount, actor.is_shown) = (mount, part.is_shown);
            outcome.warnings.extend(Warning::for_damage(&part.document));
            outcome.warnings.extend(apply_first_skin(&mut actor, self.decoding));
            self.actors.push(actor);
            ids.push(id);
        }
        ids
    }

    fn new_player(&self, document: &Arc<Document>) -> Motion {
        let mut player = Player::from_document(document);
        player.set_speed(self.transport.speed);
        player.set_game(self.transport.game);
        Motion::Own(player)
    }

    pub(super) fn reload(&mut self, id: ActorId, document: Arc<Document>) -> Result<Outcome, CommandError> {
        let before = self.subject();
        let actor = self.actor_mut(id)?;
        let label = |index: Option<usize>| Some(actor.skin(index?)?.label().to_owned());
        let (current, wanted) = (label(actor.skin_index()), label(actor.wanted_index()));
        let (outfit, fallback) = (actor.outfit().cloned(), actor.lasting_fallback());
        let older = Arc::clone(actor.document());
        actor.become_version(Arc::clone(&document));
        self.models.renew(&older, &document);
        let actor = self.actor_mut(id)?;
        let place = |label: Option<String>| {
            label.and_then(|label| actor.skins().position(|skin| skin.label() == label))
        };
        let (current, wanted) = (place(current), place(wanted));
        if let (SkinDecoding::Deferred, Some(index), Some(outfit)) = (self.decoding, current, outfit) {
            // Until its own skin is decoded, the old version's images are better than none.
            self.actor_mut(id)?.apply_skin(index, outfit);
        }
        let warnings = match wanted.or(current) {
            Some(index) => {
                let applied = self.apply_or_request(&[(id, index)], fallback);
                applied.err().map(Warning::from).into_iter().collect()
            }
            None => {
                let decoding = self.decoding;
                apply_first_skin(self.actor_mut(id)?, decoding)
            }
        };
        let subject = self.subject();
        if subject != before {
            self.camera.replace_subject(&subject, &self.viewport);
        }
        Ok(Outcome { warnings })
    }

    /// Shows an edited version of a model. Only models of the figure can be edited, since only the figure is pinned.
    pub(super) fn set_edited(&mut self, id: ActorId, edited: Arc<Document>) -> Result<Outcome, CommandError> {
        let actor = self.actor(id).filter(|actor| self.figure().contains(actor.document()));
        let Some(shown) = actor.map(|actor| Arc::clone(actor.document())) else {
            return Err(CommandError::NotEditable { actor: id });
        };
        let is_newer = edited.has_edits_of(&shown);
        if !is_newer && !shown.has_edits_of(&edited) {
            return Err(CommandError::NotEditable { actor: id });
        }
        let mut outcome = self.reload(id, edited)?;
        if is_newer {
            self.show_replaced_skin(id)?;
        } else if let Some(Edit::ReplaceSkin { skin, file, .. }) = shown.last_edit() {
            let decoding = self.decoding;
            let actor = self.actor_mut(id)?;
            // A path of the file may name no image.
            match replaced_skin(actor, *skin, file).filter(|_| matches!(skin, FileSkin::Image { .. })) {
                Some(index) => self.apply_or_request(&[(id, index)], SkinFallback::None)?,
                None => outcome.warnings.extend(apply_first_skin(actor, decoding)),
            }
        }
        Ok(outcome)
    }

    /// Shows the skin that the last edit has put into the file.
    fn show_replaced_skin(&mut self, id: ActorId) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        let last = actor.document().last_edit().cloned();
        let Some(Edit::ReplaceSkin { skin, file, .. }) = last else { return Ok(()) };
        match replaced_skin(actor, skin, &file) {
            Some(index) => Ok(self.apply_or_request(&[(id, index)], SkinFallback::None)?),
            None => self.add_skin(id, Skin::chosen(&file)),
        }
    }

    /// Replaces the versions of a model after one of them was saved.
    pub(crate) fn set_saved(&mut self, newer: &mut impl FnMut(&Arc<Document>) -> Arc<Document>) {
        self.models.set_saved(newer);
        self.actors.iter_mut().for_each(|actor| actor.move_to_file(newer));
        if let Some(before) = &mut self.tour {
            Arc::make_mut(before).set_saved(newer);
        }
    }

    pub(super) fn select_weapon(&mut self, choice: Option<&Choice>) -> Result<Outcome, CommandError> {
        let Some(choice) = choice else {
            self.remove_weapon();
            return Ok(Outcome::default());
        };
        let now = self.carried.as_ref().map(|carried| carried.weapon);
        let weapons = self.figure().weapons();
        let called = |name: &str| weapons.iter().position(|weapon| weapon.name().eq_ignore_ascii_case(name));
        let Some(index) = pick(choice, now, weapons.len(), called) else {
            return Err(CommandError::NoWeapon {
                figure: self.figure().name().to_owned(),
                name: choice.to_string(),
                known: weapons.iter().map(|weapon| weapon.name().to_owned()).collect(),
            });
        };
        let mut outcome = Outcome::default();
        self.attach_weapon(index, &mut outcome)?;
        Ok(outcome)
    }

    pub(super) fn add_weapon(&mut self, weapon: Weapon) -> Result<Outcome, CommandError> {
        self.models.weapons_mut().push(weapon);
        let mut outcome = Outcome::default();
        if let Err(error) = self.attach_weapon(self.figure().weapons().len() - 1, &mut outcome) {
            self.models.weapons_mut().pop();
            return Err(error.into());
        }
        Ok(outcome)
    }

    fn attach_weapon(&mut self, weapon: usize, outcome: &mut Outcome) -> Result<(), OpenError> {
        let grip = self.figure().grip.clone();
        let parts = self.figure().weapons()[weapon].parts(&grip)?;
        self.remove_weapon();
        let parent = self.parts[grip.part];
        let actors = self.add_parts(&parts, Some(Mount { parent, place: grip.place }), outcome);
        self.carried = Some(CarriedWeapon { weapon, actors });
        Ok(())
    }

    fn remove_weapon(&mut self) {
        if let Some(carried) = self.carried.take() {
            self.actors.retain(|actor| !carried.actors.contains(&actor.id));
        }
    }

    fn take_id(&mut self) -> ActorId {
        let id = ActorId(self.next_id);
        self.next_id += 1;
        id
    }
}

fn replaced_skin(actor: &Actor, replaced: FileSkin, file: &Path) -> Option<usize> {
    let is_in_file = |skin: &Skin| skin.images().any(SkinImage::is_embedded);
    let shows_file = |skin: &Skin| skin.images().filter_map(SkinImage::path).any(|path| is_same(path, file));
    let mut skins = (0..).zip(actor.skins());
    let found = match replaced {
        FileSkin::Image { skin, .. } => skins.filter(|(_, skin)| is_in_file(skin)).nth(skin),
        FileSkin::Path(_) => skins.find(|(_, skin)| !skin.is_guess && shows_file(skin)),
    };
    found.map(|(index, _)| index)
}
