//! What is worn.

use super::pick;
use crate::workspace::figure::skin_of;
use crate::{Actor, ActorId, Choice, CommandError, Outfit, PictureError, Skin, Warning, Workspace};

impl Workspace {
    pub(super) fn wear(&mut self, id: ActorId, choice: &Choice) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        if turns_in_nothing(choice, actor.skin_count()) {
            return Ok(());
        }
        let found = pick(choice, actor.worn_index(), actor.skin_count(), |name| actor.find_skin(name));
        match found {
            Some(index) => Ok(put_on(actor, index)?),
            None => {
                let document = actor.document().name().to_owned();
                Err(unknown(document, choice, actor.skins()))
            }
        }
    }

    /// Puts on a skin that all parts of the figure have.
    pub(super) fn wear_all(&mut self, choice: &Choice) -> Result<(), CommandError> {
        let count = self.skins().count();
        if turns_in_nothing(choice, count) {
            return Ok(());
        }
        let called = |name: &str| self.skins().position(|skin| skin.is_called(name));
        let found = pick(choice, self.worn_index(), count, called);
        let Some(skin) = found.and_then(|index| self.skins().nth(index)) else {
            return Err(unknown(self.figure().name().to_owned(), choice, self.skins()));
        };
        // All are read before any is put on.
        let parts = self.body().filter_map(|actor| Some((actor, skin_of(actor, skin)?)));
        let read = parts.filter_map(|(actor, index)| Some((actor.id(), index, actor.skin(index)?.decode())));
        let read: Vec<(ActorId, usize, Result<Outfit, PictureError>)> = read.collect();
        let read: Vec<_> = read
            .into_iter()
            .map(|(id, index, outfit)| Ok((id, index, outfit?)))
            .collect::<Result<_, PictureError>>()?;
        for (id, index, outfit) in read {
            self.actor_mut(id)?.wear(index, outfit);
        }
        Ok(())
    }

    pub(super) fn add_skin(&mut self, id: ActorId, skin: Skin) -> Result<(), CommandError> {
        let actor = self.actor_mut(id)?;
        let outfit = skin.decode()?;
        let index = actor.add_skin(skin);
        actor.wear(index, outfit);
        Ok(())
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

/// Puts on the skin of this number, which is there.
pub(super) fn put_on(actor: &mut Actor, index: usize) -> Result<(), PictureError> {
    if let Some(skin) = actor.skin(index) {
        let outfit = skin.decode()?;
        actor.wear(index, outfit);
    }
    Ok(())
}

/// Puts on the first skin that is no guess and can be shown. Returns why those before it cannot.
pub(super) fn put_on_first_skin(actor: &mut Actor) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for index in 0..actor.skin_count() {
        if actor.skin(index).is_some_and(Skin::is_guess) {
            continue;
        }
        match put_on(actor, index) {
            Ok(()) => break,
            Err(error) => warnings.push(error.into()),
        }
    }
    warnings
}
