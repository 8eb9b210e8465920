//! Commands that select skins.

use std::sync::Arc;

use super::{neighbor, pick};
use crate::actor::{Actor, ActorId, SkinRequest, SkinSearch};
use crate::command::{Choice, Outcome, Warning};
use crate::error::CommandError;
use crate::outfit::Outfit;
use crate::skin::Skin;
use crate::skin_image::SkinImageError;
use crate::workspace::figure::skin_of;
use crate::workspace::{SkinDecoding, Workspace};

impl Workspace {
    pub(super) fn select_skin(&mut self, id: ActorId, choice: &Choice) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        if steps_nowhere(choice, actor.skin_count()) {
            return Ok(());
        }
        let called = |name: &str| actor.skins().position(|skin| skin.is_called(name));
        match pick(choice, actor.wanted_index(), actor.skin_count(), called) {
            Some(index) => Ok(self.apply_or_request(id, index, false)?),
            None => {
                let document = actor.document().name().to_owned();
                Err(unknown(document, choice, actor.skins()))
            }
        }
    }

    /// Applies a skin that all parts of the figure have.
    pub(super) fn select_figure_skin(&mut self, choice: &Choice) -> Result<Outcome, CommandError> {
        let count = self.skins().count();
        match choice {
            Choice::Next => return Ok(self.step_skin(self.wanted_index(), true)),
            Choice::Previous => return Ok(self.step_skin(self.wanted_index(), false)),
            _ => {}
        }
        let called = |name: &str| self.skins().position(|skin| skin.is_called(name));
        let found = pick(choice, self.wanted_index(), count, called);
        let Some(skin) = found.and_then(|index| self.skins().nth(index)) else {
            return Err(unknown(self.figure().name().to_owned(), choice, self.skins()));
        };
        let parts = self.parts_with(skin);
        if self.decoding == SkinDecoding::Deferred {
            parts.into_iter().try_for_each(|(id, index)| self.apply_or_request(id, index, false))?;
            return Ok(Outcome::default());
        }
        self.decode_and_apply(parts)?;
        Ok(Outcome::default())
    }

    /// The parts of the figure that have a skin of this label, each with its index.
    fn parts_with(&self, skin: &Skin) -> Vec<(ActorId, usize)> {
        self.body().filter_map(|actor| Some((actor.id(), skin_of(actor, skin)?))).collect()
    }

    /// Applies the next or previous skin that can be shown, cyclic.
    fn step_skin(&mut self, from: Option<usize>, forward: bool) -> Outcome {
        let mut outcome = Outcome::default();
        let count = self.skins().count();
        let mut index = from;
        for _ in 0..count {
            index = neighbor(index, count, forward);
            let Some(skin) = index.and_then(|index| self.skins().nth(index)) else { break };
            if self.skin_error(skin).is_some() {
                continue;
            }
            let parts = self.parts_with(skin);
            if self.decoding == SkinDecoding::Deferred {
                for (id, index) in parts {
                    // A request never fails.
                    let _ = self.apply_or_request(id, index, false);
                    if let Ok(actor) = self.actor_mut(id) {
                        actor.note_step(forward);
                    }
                }
                break;
            }
            match self.decode_and_apply(parts.clone()) {
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

    /// Decodes skins of several actors, and applies them only if all can be shown.
    fn decode_and_apply(&mut self, parts: Vec<(ActorId, usize)>) -> Result<(), SkinImageError> {
        let read = parts.into_iter().filter_map(|(id, index)| {
            let skin = self.actor(id)?.skin(index)?;
            Some(skin.decode().map(|outfit| (id, index, outfit)))
        });
        for (id, index, outfit) in read.collect::<Result<Vec<_>, SkinImageError>>()? {
            if let Ok(actor) = self.actor_mut(id) {
                actor.apply_skin(index, Arc::new(outfit));
            }
        }
        Ok(())
    }

    pub(super) fn add_skin(&mut self, id: ActorId, skin: Skin) -> Result<(), CommandError> {
        let decoding = self.decoding;
        let actor = self.actor_mut(id)?;
        if decoding == SkinDecoding::Deferred {
            let index = actor.add_skin(skin);
            actor.request_skin(index, false);
            return Ok(());
        }
        let outfit = skin.decode()?;
        let index = actor.add_skin(skin);
        actor.apply_skin(index, Arc::new(outfit));
        Ok(())
    }

    /// Decodes and applies the skin at `index`, or requests it. With `or_next`, another skin may replace the requested one.
    pub(super) fn apply_or_request(
        &mut self,
        id: ActorId,
        index: usize,
        or_next: bool,
    ) -> Result<(), SkinImageError> {
        let decoding = self.decoding;
        let Ok(actor) = self.actor_mut(id) else { return Ok(()) };
        let Some(skin) = actor.skin(index) else { return Ok(()) };
        match decoding {
            SkinDecoding::Deferred => actor.request_skin(index, or_next),
            SkinDecoding::Immediate => {
                let outfit = skin.decode()?;
                actor.apply_skin(index, Arc::new(outfit));
            }
        }
        Ok(())
    }

    /// Applies the answer to a request. An actor that was removed, or that requests another skin, ignores it.
    pub(super) fn set_outfit(
        &mut self,
        request: &SkinRequest,
        outfit: Result<Arc<Outfit>, Arc<SkinImageError>>,
    ) -> Outcome {
        let Ok(actor) = self.actor_mut(request.actor) else { return Outcome::default() };
        let search = actor.set_outfit(request, outfit);
        let mut warnings = warnings_of(&search);
        if let Some((failed, forward)) = search.failed_step {
            let label = actor.skin(failed).map(|skin| skin.label().to_owned()).unwrap_or_default();
            let from = self.skins().position(|skin| skin.is_labeled(&label));
            warnings.extend(self.step_skin(from, forward).warnings);
        }
        Outcome { warnings }
    }
}

fn warnings_of(search: &SkinSearch) -> Vec<Warning> {
    let failures = search.failures.iter().cloned().map(Warning::Image);
    let not_tried = Some(Warning::NotTried { count: search.not_tried }).filter(|_| search.not_tried > 0);
    failures.chain(not_tried).collect()
}

/// Whether the choice is a step through an empty list.
fn steps_nowhere(choice: &Choice, count: usize) -> bool {
    count == 0 && matches!(choice, Choice::Next | Choice::Previous)
}

fn unknown<'a>(document: String, choice: &Choice, skins: impl Iterator<Item = &'a Skin>) -> CommandError {
    let known = skins.map(|skin| skin.label().to_owned()).collect();
    CommandError::NoSkin { document, name: choice.to_string(), known }
}

/// Decodes and applies the first skin that is not a guess and can be shown, or requests it. Returns the errors of
/// the skins that cannot be shown.
pub(super) fn apply_first_skin(actor: &mut Actor, decoding: SkinDecoding) -> Vec<Warning> {
    let is_candidate = |&index: &usize| actor.skin(index).is_some_and(|skin| !skin.is_guess());
    let Some(first) = (0..actor.skin_count()).find(is_candidate) else { return Vec::new() };
    actor.request_skin(first, true);
    let mut warnings = Vec::new();
    while decoding == SkinDecoding::Immediate
        && let Some(request) = actor.skin_request()
    {
        let outfit = request.skin.decode().map(Arc::new).map_err(Arc::new);
        warnings = warnings_of(&actor.set_outfit(&request, outfit));
    }
    warnings
}
