//! Looking at another sequence for a while.

use super::Workspace;
use crate::actor::{ActorId, Motion};
use crate::command::Preview;
use crate::error::CommandError;
use crate::player::Player;

/// Players that are put aside while others are seen in their place.
#[derive(Clone, Debug)]
pub(super) struct PreviewState {
    preview: Preview,
    players: Vec<(ActorId, Player)>,
}

impl Workspace {
    /// The sequence that is [looked at](crate::Command::Preview) for a while, if one is.
    #[must_use]
    pub fn preview(&self) -> Option<Preview> {
        self.preview.as_ref().map(|aside| aside.preview)
    }

    /// What an actor plays, or goes back to when nothing is looked at any longer.
    #[must_use]
    pub fn player_without_preview(&self, actor: ActorId) -> Option<&Player> {
        let aside = self.preview.iter().flat_map(|aside| &aside.players).find(|(id, _)| *id == actor);
        aside.map(|(_, player)| player).or_else(|| self.actor(actor)?.player())
    }

    /// Whether what is looked at moves.
    pub(super) fn preview_moves(&self) -> bool {
        self.preview.is_some() && !self.transport.held && self.players().any(|player| !player.is_finished())
    }

    /// Looks at a sequence. Nothing is looked at before.
    pub(super) fn start_preview(&mut self, preview: Preview) -> Result<(), CommandError> {
        let players = self.actors.iter().filter_map(|actor| Some((actor.id(), actor.player()?.clone())));
        let players = players.collect();
        self.choose_sequence(preview.actor, &crate::command::Choice::Index(preview.sequence))?;
        self.preview = Some(PreviewState { preview, players });
        Ok(())
    }

    /// Goes back to what played before something was looked at, and puts that aside.
    pub(super) fn end_preview(&mut self) -> Option<PreviewState> {
        let aside = self.preview.take()?;
        Some(self.exchange(aside))
    }

    pub(super) fn resume_preview(&mut self, aside: PreviewState) {
        let aside = self.exchange(aside);
        self.preview = Some(aside);
    }

    fn exchange(&mut self, mut aside: PreviewState) -> PreviewState {
        let speed = self.transport.speed;
        for (id, player) in &mut aside.players {
            let actor = self.actors.iter_mut().find(|actor| actor.id() == *id);
            if let Some(Motion::Own(own)) = actor.map(|actor| &mut actor.motion) {
                std::mem::swap(own, player);
                own.set_speed(speed);
            }
        }
        aside
    }
}
