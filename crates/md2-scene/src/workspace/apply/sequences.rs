//! Commands that choose sequences, for one actor or for the whole figure.

use super::{finite, pick};
use crate::actor::ActorId;
use crate::command::{Choice, Moment};
use crate::error::CommandError;
use crate::player::Player;
use crate::workspace::Workspace;

impl Workspace {
    pub(super) fn choose_ranges(&mut self, id: ActorId, index: usize) -> Result<(), CommandError> {
        let player = self.player_mut(id)?;
        let count = player.range_sets().len();
        if index >= count {
            return Err(CommandError::NoRanges { index, count });
        }
        player.choose_set(index);
        Ok(())
    }

    pub(in crate::workspace) fn choose_sequence(
        &mut self,
        id: ActorId,
        choice: &Choice,
    ) -> Result<(), CommandError> {
        let player = self.player_mut(id)?;
        let (now, count) = (player.sequence_index(), player.sequences().len());
        let Some(index) = pick(choice, Some(now), count, |name| player.find(name)) else {
            let known = player.sequences().iter().map(|sequence| sequence.name.clone()).collect();
            let document = self.actor_mut(id)?.document().name().to_owned();
            return Err(CommandError::NoSequence { document, name: choice.to_string(), known });
        };
        self.start(id, index)
    }

    pub(super) fn play(&mut self, name: &str) -> Result<(), CommandError> {
        let players = || self.body().filter_map(|actor| Some((actor.id, actor.player()?)));
        let find = |matches: &dyn Fn(&Player) -> Option<usize>| {
            players().find_map(|(id, player)| Some((id, matches(player)?)))
        };
        let found = find(&|player| player.exact_position(name))
            .or_else(|| find(&|player| player.position_by_name(name)))
            .or_else(|| find(&|player| player.position_without_part(name)))
            .or_else(|| find(&|player| player.find(name)));
        // Another list of sequences may have it: a script can hide the names of the frames.
        let in_other_list = || {
            players().find_map(|(id, player)| {
                let mut sets = player.range_sets().iter();
                Some((id, sets.position(|set| md2_anim::find_sequence(&set.sequences, name).is_some())?))
            })
        };
        let Some((id, index)) = found else {
            if let Some((id, set)) = in_other_list() {
                self.choose_ranges(id, set)?;
                if let Some(index) = self.player_mut(id)?.find(name) {
                    return self.start(id, index);
                }
            }
            let mut known: Vec<String> = Vec::new();
            for sequence in self.body().filter_map(|actor| actor.player()).flat_map(Player::sequences) {
                if !known.contains(&sequence.name) {
                    known.push(sequence.name.clone());
                }
            }
            let document = self.figure().name().to_owned();
            return Err(CommandError::NoSequence { document, name: name.to_owned(), known });
        };
        self.start(id, index)
    }

    fn start(&mut self, id: ActorId, index: usize) -> Result<(), CommandError> {
        let together = self.together_with(id);
        let player = self.player_mut(id)?;
        player.choose(index);
        let name = player.sequence().name.clone();
        let (reversed, easing) = (player.reversed, player.chosen_easing());
        let others: Vec<ActorId> = self.body().map(|actor| actor.id).filter(|&other| other != id).collect();
        if others.len() == self.body().count() {
            // An actor outside the figure plays alone.
            return Ok(());
        }
        for other in others {
            let first = self.actor_mut(other)?.document().default_sequence;
            let Ok(player) = self.player_mut(other) else { continue };
            match player.exact_position(&name) {
                Some(index) => {
                    // Replaces the direction that was set while the part played another sequence.
                    player.set_reversed(reversed);
                    player.set_easing(easing);
                    player.choose(index);
                }
                None if together.contains(&other) => {
                    let first = if player.range_set_index() == 0 { first } else { player.opening() };
                    player.choose(first);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Calls `change` for the player of an actor, and for the players of the figure's other parts that play the same sequence.
    pub(super) fn with_players(
        &mut self,
        id: ActorId,
        mut change: impl FnMut(&mut Player),
    ) -> Result<(), CommandError> {
        self.player_mut(id)?;
        for id in self.together_with(id) {
            change(self.player_mut(id)?);
        }
        Ok(())
    }

    pub(super) fn seek(&mut self, id: ActorId, to: Moment) -> Result<(), CommandError> {
        match to {
            Moment::Key(key) => {
                let key = finite(key)?;
                self.with_players(id, |player| player.seek(key))
            }
            Moment::In { sequence, key } => {
                let key = finite(key)?;
                let player = self.player_mut(id)?;
                if player.sequence_index() != sequence {
                    self.choose_sequence(id, &Choice::Index(sequence))?;
                }
                self.with_players(id, |player| player.seek(key))
            }
            Moment::Seconds(seconds) => {
                let seconds = finite(seconds)?;
                self.with_players(id, |player| player.seek_time(seconds))?;
                self.clock = std::time::Duration::try_from_secs_f32(seconds).unwrap_or_default();
                Ok(())
            }
            Moment::First => self.with_players(id, |player| player.seek(0.0)),
            Moment::Last => self.with_players(id, |player| player.seek((player.key_count() - 1) as f32)),
        }
    }
}
