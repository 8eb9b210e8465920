//! The figure's actors together: parts, skins and weapon.

use std::path::Path;
use std::sync::Arc;

use md2_anim::Sequence;

use super::Workspace;
use crate::actor::{Actor, ActorId};
use crate::command::{Choice, Command, Moment};
use crate::document::Document;
use crate::figure::{Figure, MountPoint};
use crate::look::{Lighting, Look};
use crate::mistake::Mistake;
use crate::models::Models;
use crate::player::Player;
use crate::skin::Skin;
use crate::weapon::{FLASH, Weapon};

impl Workspace {
    pub fn models(&self) -> &Models {
        &self.models
    }

    pub fn figure(&self) -> &Figure {
        self.models.open()
    }

    pub fn has_unsaved_edits(&self) -> bool {
        self.figure().unsaved().next().is_some()
    }

    /// The documents with unsaved edits: those of the open figure, then those of pinned figures.
    pub fn unsaved(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.models.edited().flat_map(Figure::unsaved)
    }

    /// Returns the commands that make a mistake, at the moment that shows it best.
    pub fn mistake_commands(&self, mistake: Mistake) -> Vec<Command> {
        let light = if mistake.needs_lamp() { Lighting::Lamp } else { self.look().light };
        let look = Look { mistake: Some(mistake), light, ..*self.look() };
        let sequences = self.player().sequences().iter().enumerate();
        let (actor, mut commands) = (self.lead(), vec![Command::SetLook(look)]);
        if let Some((sequence, key)) = mistake.best_moment(self.document().mesh(), sequences) {
            commands.push(Command::ChooseSequence { actor, sequence: Choice::Index(sequence) });
            commands.push(Command::Seek { actor, to: Moment::Key(key) });
            commands.push(Command::SetPlaying(false));
        }
        commands.extend((mistake == Mistake::PictureSpeed).then_some(Command::SetPlaying(true)));
        commands
    }

    pub fn body(&self) -> impl Iterator<Item = &Actor> {
        self.parts.iter().filter_map(|id| self.actor(*id))
    }

    /// Returns the model with the newest of the edits that can be undone.
    pub fn last_edited(&self) -> Option<ActorId> {
        let edited = self.body().filter(|actor| actor.document().can_undo_edit());
        edited.max_by_key(|actor| actor.document().last_edit_time()).map(|actor| actor.id)
    }

    pub fn skin_file_commands(&self, path: &Path) -> Vec<Command> {
        let parts = self.body().map(|actor| actor.id);
        parts.map(|actor| Command::AddSkin { actor, skin: Skin::chosen(path) }).collect()
    }

    pub fn playing(&self) -> Vec<&Sequence> {
        let mut playing: Vec<&Sequence> = Vec::new();
        for sequence in self.body().filter_map(Actor::player).map(Player::sequence) {
            if !playing.iter().any(|other| other.name == sequence.name) {
                playing.push(sequence);
            }
        }
        playing
    }

    pub fn weapon(&self) -> Option<(usize, &Weapon)> {
        let index = self.carried.as_ref()?.weapon;
        Some((index, self.figure().weapons().get(index)?))
    }

    pub fn weapon_actors(&self) -> impl Iterator<Item = &Actor> {
        self.carried.iter().flat_map(|carried| &carried.actors).filter_map(|id| self.actor(*id))
    }

    pub fn flashes(&self) -> impl Iterator<Item = &Actor> {
        self.actors.iter().filter(|actor| actor.role() == FLASH)
    }

    /// The skins of the first actor that all other parts have, too, compared by label: see [`Figure::skins`](crate::Figure::skins).
    pub fn skins(&self) -> impl Iterator<Item = &Skin> {
        let is_at_origin =
            |actor: &Actor| actor.mount().is_some_and(|mount| mount.place == MountPoint::Origin);
        self.actors[0].skins().filter(move |skin| {
            let others = self.body().skip(1).filter(|actor| actor.skin_count() > 0);
            others.filter(|actor| !is_at_origin(actor)).all(|actor| skin_of(actor, skin).is_some())
        })
    }

    pub fn skin_index(&self) -> Option<usize> {
        let current = self.actors[0].current_skin()?;
        self.skins().position(|skin| std::ptr::eq(skin, current))
    }

    pub(super) fn wanted_index(&self) -> Option<usize> {
        let wanted = self.actors[0].skin(self.actors[0].wanted_index()?)?;
        self.skins().position(|skin| std::ptr::eq(skin, wanted))
    }

    pub fn skin_error(&self, skin: &Skin) -> Option<&str> {
        self.body().find_map(|actor| actor.skin_error(skin_of(actor, skin)?))
    }

    pub(super) fn together_with(&self, id: ActorId) -> Vec<ActorId> {
        let mut found = vec![id];
        let name = self.actor(id).and_then(Actor::player).map(|player| &player.sequence().name);
        if let Some(name) = name.filter(|_| self.parts.contains(&id)) {
            let same = |actor: &&Actor| {
                let player = actor.player();
                actor.id != id && player.is_some_and(|p| p.sequence().name.eq_ignore_ascii_case(name))
            };
            found.extend(self.body().filter(same).map(|actor| actor.id));
        }
        found
    }
}

pub(super) fn skin_of(actor: &Actor, skin: &Skin) -> Option<usize> {
    actor.skins().position(|own| own.is_labeled(skin.label()))
}
