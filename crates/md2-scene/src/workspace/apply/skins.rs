//! What is worn.

use std::sync::Arc;

use super::{neighbor, pick};
use crate::actor::{Actor, ActorId};
use crate::command::{Choice, Outcome, Warning};
use crate::error::CommandError;
use crate::outfit::Outfit;
use crate::picture::PictureError;
use crate::skin::{MAX_PIXELS_IN_VAIN, Skin};
use crate::workspace::figure::skin_of;
use crate::workspace::{Dresser, Workspace};

impl Workspace {
    pub(super) fn wear(&mut self, id: ActorId, choice: &Choice) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        if turns_in_nothing(choice, actor.skin_count()) {
            return Ok(());
        }
        let found = pick(choice, actor.aimed_index(), actor.skin_count(), |name| actor.find_skin(name));
        match found {
            Some(index) => Ok(self.put_on(id, index, false)?),
            None => {
                let document = actor.document().name().to_owned();
                Err(unknown(document, choice, actor.skins()))
            }
        }
    }

    /// Puts on a skin that all parts of the figure have.
    pub(super) fn wear_all(&mut self, choice: &Choice) -> Result<Outcome, CommandError> {
        let count = self.skins().count();
        match choice {
            Choice::Next => return Ok(self.turn(self.aimed_index(), true)),
            Choice::Previous => return Ok(self.turn(self.aimed_index(), false)),
            _ => {}
        }
        let called = |name: &str| self.skins().position(|skin| skin.is_called(name));
        let found = pick(choice, self.aimed_index(), count, called);
        let Some(skin) = found.and_then(|index| self.skins().nth(index)) else {
            return Err(unknown(self.figure().name().to_owned(), choice, self.skins()));
        };
        let parts = self.parts_with(skin);
        if let Dresser::Later { .. } = self.dresser {
            parts.into_iter().try_for_each(|(id, index)| self.put_on(id, index, false))?;
            return Ok(Outcome::default());
        }
        self.wear_at_once(parts)?;
        Ok(Outcome::default())
    }

    /// The parts of the figure that have a skin of this name, each with its place there.
    fn parts_with(&self, skin: &Skin) -> Vec<(ActorId, usize)> {
        self.body().filter_map(|actor| Some((actor.id(), skin_of(actor, skin)?))).collect()
    }

    /// Puts on the next skin after one of all that can be shown, or the one before, around the ends.
    fn turn(&mut self, from: Option<usize>, forward: bool) -> Outcome {
        let mut outcome = Outcome::default();
        let count = self.skins().count();
        let mut at = from;
        for _ in 0..count {
            at = neighbor(at, count, forward);
            let Some(skin) = at.and_then(|at| self.skins().nth(at)) else { break };
            if self.why_unreadable(skin).is_some() {
                continue;
            }
            let parts = self.parts_with(skin);
            if let Dresser::Later { .. } = self.dresser {
                for (id, index) in parts {
                    // Whoever decodes it tells what is wrong with it.
                    let _ = self.put_on(id, index, false);
                    if let Ok(actor) = self.actor_mut(id) {
                        actor.wish_in_turn(forward);
                    }
                }
                break;
            }
            match self.wear_at_once(parts.clone()) {
                Ok(()) => break,
                Err(error) => {
                    for (id, index) in parts {
                        if let Ok(actor) = self.actor_mut(id) {
                            actor.mark_unreadable(index, &error);
                        }
                    }
                    outcome.warnings.push(error.into());
                }
            }
        }
        outcome
    }

    /// Decodes skins of several actors and puts them on: all are read before any is put on.
    fn wear_at_once(&mut self, parts: Vec<(ActorId, usize)>) -> Result<(), PictureError> {
        let read = parts.into_iter().filter_map(|(id, index)| {
            let skin = self.actor(id)?.skin(index)?;
            Some(skin.decode().map(|outfit| (id, index, outfit)))
        });
        for (id, index, outfit) in read.collect::<Result<Vec<_>, PictureError>>()? {
            if let Ok(actor) = self.actor_mut(id) {
                actor.wear(index, Arc::new(outfit));
            }
        }
        Ok(())
    }

    pub(super) fn add_skin(&mut self, id: ActorId, skin: Skin) -> Result<(), CommandError> {
        let wish = self.dresser.wish();
        let actor = self.actor_mut(id)?;
        if let Some(number) = wish {
            let index = actor.add_skin(skin);
            actor.wish_for(index, false, number);
            return Ok(());
        }
        let outfit = skin.decode()?;
        let index = actor.add_skin(skin);
        actor.wear(index, Arc::new(outfit));
        Ok(())
    }

    /// Puts on the skin of this number of an actor, which is there, or lets it be decoded, or then maybe the next that can be.
    pub(super) fn put_on(&mut self, id: ActorId, index: usize, or_next: bool) -> Result<(), PictureError> {
        let wish = self.dresser.wish();
        let Ok(actor) = self.actor_mut(id) else { return Ok(()) };
        match (wish, actor.skin(index)) {
            (Some(number), Some(_)) => actor.wish_for(index, or_next, number),
            (None, Some(skin)) => {
                let outfit = skin.decode()?;
                actor.wear(index, Arc::new(outfit));
            }
            (_, None) => {}
        }
        Ok(())
    }

    /// Takes what became of a wish.
    pub(super) fn dress(
        &mut self,
        id: ActorId,
        wish: u64,
        outfit: Result<Arc<Outfit>, Arc<PictureError>>,
    ) -> Result<Outcome, CommandError> {
        let next = self.dresser.wish().unwrap_or(0);
        let actor = self.actor_mut(id)?;
        let search = actor.dress(wish, outfit, next);
        let mut warnings: Vec<Warning> = search.failures.iter().cloned().map(Warning::Dress).collect();
        if let Some((failed, forward)) = search.turn {
            let label = actor.skin(failed).map(|skin| skin.label().to_owned()).unwrap_or_default();
            let from = self.skins().position(|skin| skin.is_labeled(&label));
            warnings.extend(self.turn(from, forward).warnings);
        }
        if search.not_tried > 0 {
            warnings.push(Warning::NotTried { count: search.not_tried });
        }
        Ok(Outcome { warnings, ..Outcome::default() })
    }
}

/// Nothing follows on nothing.
fn turns_in_nothing(choice: &Choice, count: usize) -> bool {
    count == 0 && matches!(choice, Choice::Next | Choice::Previous)
}

fn unknown<'a>(document: String, choice: &Choice, skins: impl Iterator<Item = &'a Skin>) -> CommandError {
    let known = skins.map(|skin| skin.label().to_owned()).collect();
    CommandError::NoSkin { document, name: choice.to_string(), known }
}

/// Puts on the first skin that is no guess and can be shown, or lets it be decoded under this number. Returns why those before
/// it cannot.
pub(super) fn put_on_first_skin(actor: &mut Actor, wish: Option<u64>) -> Vec<Warning> {
    let is_candidate = |&index: &usize| actor.skin(index).is_some_and(|skin| !skin.is_guess());
    let candidates: Vec<usize> = (0..actor.skin_count()).filter(is_candidate).collect();
    if let Some(number) = wish {
        if let Some(&first) = candidates.first() {
            actor.wish_for(first, true, number);
        }
        return Vec::new();
    }
    let (mut warnings, mut in_vain) = (Vec::new(), 0);
    for (tried, &index) in candidates.iter().enumerate() {
        if in_vain > MAX_PIXELS_IN_VAIN {
            warnings.push(Warning::NotTried { count: candidates.len() - tried });
            break;
        }
        let Some(skin) = actor.skin(index) else { continue };
        match skin.decode() {
            Ok(outfit) => {
                actor.wear(index, Arc::new(outfit));
                break;
            }
            Err(error) => {
                in_vain += skin.stated_pixels();
                actor.mark_unreadable(index, &error);
                warnings.push(error.into());
            }
        }
    }
    warnings
}
