//! Commands that select skins.

use std::sync::Arc;

use super::{neighbor, pick};
use crate::actor::{Actor, ActorId, SkinFallback, SkinRequest, SkinSearch};
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
        let called = |name: &str| actor.skins().position(|skin| skin.is_called(name));
        match pick(choice, actor.wanted_index(), actor.skin_count(), called) {
            Some(index) => Ok(self.apply_or_request(&[(id, index)], SkinFallback::None)?),
            // A step through an empty list.
            None if matches!(choice, Choice::Next | Choice::Previous) => Ok(()),
            None => {
                let document = actor.document().name().to_owned();
                Err(unknown(document, choice, actor.skins()))
            }
        }
    }

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
        self.apply_or_request(&self.parts_with(skin), SkinFallback::None)?;
        Ok(Outcome::default())
    }

    fn parts_with(&self, skin: &Skin) -> Vec<(ActorId, usize)> {
        self.body().filter_map(|actor| Some((actor.id, skin_of(actor, skin)?))).collect()
    }

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
            let Err(error) = self.apply_or_request(&parts, SkinFallback::Step(forward)) else { break };
            for (id, index) in parts {
                if let Ok(actor) = self.actor_mut(id) {
                    actor.mark_unreadable(index, &error);
                }
            }
            outcome.warnings.push(error.into());
        }
        outcome
    }

    pub(super) fn add_skin(&mut self, id: ActorId, skin: Skin) -> Result<(), CommandError> {
        self.actor_mut(id)?;
        let outfit = self.decode(&skin)?;
        let actor = self.actor_mut(id)?;
        let index = actor.add_skin(skin);
        actor.apply_or_request(index, outfit, SkinFallback::None);
        Ok(())
    }

    /// Decodes skins of several actors, and applies all or none of them. With [`SkinDecoding::Deferred`], only requests them.
    pub(super) fn apply_or_request(
        &mut self,
        skins: &[(ActorId, usize)],
        fallback: SkinFallback,
    ) -> Result<(), SkinImageError> {
        let decoded = skins.iter().filter_map(|&(id, index)| {
            let skin = self.actor(id)?.skin(index)?;
            Some(self.decode(skin).map(|outfit| (id, index, outfit)))
        });
        for (id, index, outfit) in decoded.collect::<Result<Vec<_>, SkinImageError>>()? {
            if let Ok(actor) = self.actor_mut(id) {
                actor.apply_or_request(index, outfit, fallback);
            }
        }
        Ok(())
    }

    fn decode(&self, skin: &Skin) -> Result<Option<Arc<Outfit>>, SkinImageError> {
        match self.decoding {
            SkinDecoding::Immediate => skin.decode().map(|outfit| Some(Arc::new(outfit))),
            SkinDecoding::Deferred => Ok(None),
        }
    }

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

fn unknown<'a>(document: String, choice: &Choice, skins: impl Iterator<Item = &'a Skin>) -> CommandError {
    let known = skins.map(|skin| skin.label().to_owned()).collect();
    CommandError::NoSkin { document, name: choice.to_string(), known }
}

/// Decodes skins in order, except guesses, and applies the first one that can be shown. Returns the errors of the
/// others. With `Deferred`, only requests the first skin.
pub(super) fn apply_first_skin(actor: &mut Actor, decoding: SkinDecoding) -> Vec<Warning> {
    let first = actor.candidates(0).next();
    if let Some(first) = first {
        actor.request_skin(first, SkinFallback::NextCandidate);
    }
    let mut warnings = Vec::new();
    while decoding == SkinDecoding::Immediate
        && let Some(request) = actor.skin_request()
    {
        let outfit = request.skin.decode().map(Arc::new).map_err(Arc::new);
        warnings = warnings_of(&actor.set_outfit(&request, outfit));
    }
    warnings
}
