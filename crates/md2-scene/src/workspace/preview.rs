//! Previews of sequences.

use super::Workspace;
use crate::actor::{Actor, ActorId};
use crate::command::Preview;
use crate::error::CommandError;
use crate::player::Player;

#[derive(Clone, Debug)]
pub(super) struct PreviewState {
    preview: Preview,
    players: Vec<(ActorId, Player)>,
}

impl Workspace {
    pub fn preview(&self) -> Option<Preview> {
        self.preview.as_ref().map(|state| state.preview)
    }

    pub fn player_without_preview(&self, actor: ActorId) -> Option<&Player> {
        let state = self.preview.iter().flat_map(|state| &state.players).find(|(id, _)| *id == actor);
        state.map(|(_, player)| player).or_else(|| self.actor(actor)?.player())
    }

    pub(super) fn preview_moves(&self) -> bool {
        self.preview.is_some() && !self.transport.held && self.players().any(|player| !player.is_finished())
    }

    /// Starts a preview. No other preview may run.
    pub(super) fn start_preview(&mut self, preview: Preview) -> Result<(), CommandError> {
        let players = self.actors.iter().filter_map(|actor| Some((actor.id, actor.player()?.clone())));
        let players = players.collect();
        self.choose_sequence(preview.actor, &crate::command::Choice::Index(preview.sequence))?;
        self.preview = Some(PreviewState { preview, players });
        Ok(())
    }

    pub(super) fn exchange_players(&mut self, mut state: PreviewState) -> PreviewState {
        let speed = self.transport.speed;
        for (id, player) in &mut state.players {
            let actor = self.actors.iter_mut().find(|actor| actor.id == *id);
            if let Some(own) = actor.and_then(Actor::player_mut) {
                std::mem::swap(own, player);
                own.set_speed(speed);
            }
        }
        state
    }
}
