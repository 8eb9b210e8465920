//! What the actors of a figure are together: its parts, its skins, its weapon.

use std::path::Path;

use md2_anim::Sequence;

use super::Workspace;
use crate::actor::{Actor, ActorId};
use crate::command::Command;
use crate::figure::Figure;
use crate::player::Player;
use crate::skin::Skin;
use crate::weapon::{FLASH, Weapon};

impl Workspace {
    /// What was opened, with the weapons that were added.
    #[must_use]
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    /// The actors that are parts of the figure, the first of which leads; not the weapon.
    pub fn body(&self) -> impl Iterator<Item = &Actor> {
        self.parts.iter().filter_map(|id| self.actor(*id))
    }

    /// The commands that put one picture file on every part of the figure.
    #[must_use]
    pub fn skin_file_commands(&self, path: &Path) -> Vec<Command> {
        let parts = self.body().map(Actor::id);
        parts.map(|actor| Command::AddSkin { actor, skin: Skin::chosen(path) }).collect()
    }

    /// What the parts of the figure play, the first one's first; of sequences of one name, which are played together, one.
    #[must_use]
    pub fn playing(&self) -> Vec<&Sequence> {
        let mut playing: Vec<&Sequence> = Vec::new();
        for sequence in self.body().filter_map(Actor::player).map(Player::sequence) {
            if !playing.iter().any(|other| other.name == sequence.name) {
                playing.push(sequence);
            }
        }
        playing
    }

    /// The weapon that is carried: its place among the figure's, and itself.
    #[must_use]
    pub fn weapon(&self) -> Option<(usize, &Weapon)> {
        let index = self.carried.as_ref()?.weapon;
        Some((index, self.figure.weapons().get(index)?))
    }

    /// The actors that the carried weapon consists of, itself first.
    pub fn weapon_actors(&self) -> impl Iterator<Item = &Actor> {
        self.carried.iter().flat_map(|carried| &carried.actors).filter_map(|id| self.actor(*id))
    }

    /// Muzzle flashes, which are not shown unless they are asked for.
    pub fn flashes(&self) -> impl Iterator<Item = &Actor> {
        self.actors.iter().filter(|actor| actor.role() == FLASH)
    }

    /// The first actor's skins that all parts of the figure have by that name; of a model by itself all, and parts that
    /// have no skins at all do not count.
    pub fn skins(&self) -> impl Iterator<Item = &Skin> {
        self.actors[0].skins().filter(|skin| {
            let mut others = self.body().skip(1).filter(|actor| actor.skin_count() > 0);
            others.all(|actor| skin_of(actor, skin).is_some())
        })
    }

    /// Which of [`skins`](Self::skins) is worn; `None` if the first actor wears another, or none.
    #[must_use]
    pub fn skin_index(&self) -> Option<usize> {
        let worn = self.actors[0].current_skin()?;
        self.skins().position(|skin| std::ptr::eq(skin, worn))
    }

    /// Which of [`skins`](Self::skins) the first actor wants to wear, or wears if it wants no other.
    pub(super) fn wanted_index(&self) -> Option<usize> {
        let aimed = self.actors[0].skin(self.actors[0].wanted_index()?)?;
        self.skins().position(|skin| std::ptr::eq(skin, aimed))
    }

    /// Why a skin that all parts have could not be shown when it was last tried.
    #[must_use]
    pub fn skin_error(&self, skin: &Skin) -> Option<&str> {
        self.body().find_map(|actor| actor.skin_error(skin_of(actor, skin)?))
    }

    /// This actor and those parts of the figure that play the same as it, by the sequence's name.
    pub(super) fn together_with(&self, id: ActorId) -> Vec<ActorId> {
        let mut found = vec![id];
        let name = self.actor(id).and_then(Actor::player).map(|player| &player.sequence().name);
        if let Some(name) = name.filter(|_| self.parts.contains(&id)) {
            let same = |actor: &&Actor| {
                let player = actor.player();
                actor.id() != id && player.is_some_and(|p| p.sequence().name.eq_ignore_ascii_case(name))
            };
            found.extend(self.body().filter(same).map(Actor::id));
        }
        found
    }
}

/// The place of an actor's skin that goes by the name of another's.
pub(super) fn skin_of(actor: &Actor, skin: &Skin) -> Option<usize> {
    actor.skins().position(|own| own.is_labeled(skin.label()))
}
