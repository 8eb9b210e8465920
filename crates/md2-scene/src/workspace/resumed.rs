//! Undo and redo of settings, without a change of time and view.

use std::sync::Arc;

use super::{Transport, Workspace};
use crate::actor::Actor;
use crate::command::Command;

impl Workspace {
    /// Returns this state for the history, which holds no pinned models.
    pub(crate) fn into_past(self) -> Self {
        Self { models: self.models.into_past(), ..self }
    }

    /// Returns this state from the history with those parts of the current state `now` that undo does not change: time, view, selection,
    /// comparison, newer versions of the models' files (but not edits), pinned models, and restored meshes. If this state shows another model
    /// than `now`, it keeps its own view and comparison.
    pub(crate) fn resumed(mut self, now: &Self) -> Self {
        if let Some(state) = self.preview.take() {
            self.exchange_players(state);
        }
        let Transport { playing, held, .. } = now.transport;
        self.transport = Transport { playing, held, ..self.transport };
        self.next_id = self.next_id.max(now.next_id);
        let others = now.restored.iter().filter(|restored| self.restored(restored.document()).is_none());
        self.restored.extend(others.cloned().collect::<Vec<_>>());
        let is_same_figure = self.lead() == now.lead();
        self.models = self.models.resumed(&now.models, is_same_figure);
        if is_same_figure {
            (self.clock, self.orbits_while_stopped) = (now.clock, now.orbits_while_stopped);
            (self.camera, self.weapon_view) = (now.camera, now.weapon_view);
            (self.selection, self.reference) = (now.selection, now.reference);
            self.counterpart.clone_from(&now.counterpart);
        }
        self.hover = None;
        let speed = self.transport.speed;
        let mut newer = Vec::new();
        for actor in &mut self.actors {
            actor.fading = None;
            let id = actor.id;
            let own = actor.document();
            let pinned = self.parts.iter().position(|part| *part == id && !is_same_figure);
            if let Some(pinned) = pinned.map(|part| &self.models.open().parts()[part].document)
                && !Arc::ptr_eq(own, pinned)
            {
                newer.push(Command::Reload { actor: id, document: Arc::clone(pinned) });
            }
            let Some(document) = now.actor(id).map(Actor::document) else { continue };
            let is_edit = own.is_version_of(document) && !own.shares_content_with(document);
            if !Arc::ptr_eq(own, document) && !is_edit {
                newer.push(Command::Reload { actor: id, document: Arc::clone(document) });
            }
            if let (Some(own), Some(current)) = (actor.player_mut(), now.player_without_preview(id)) {
                own.resume(current);
                own.set_speed(speed);
            }
        }
        for reload in newer {
            // The actor exists, so the command cannot fail.
            let _outcome = self.apply(reload);
        }
        self.set_viewport(now.viewport);
        self.settle();
        self.alter_meshes();
        self
    }
}
