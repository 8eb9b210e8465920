//! Cross-fades: what an actor showed when another sequence was chosen stands still while that takes its place.

use std::time::Duration;

use md2_anim::{CrossFade, PoseMix};
use md2_mesh::Fade;

use super::Workspace;
use crate::actor::{Actor, ActorId, Motion};
use crate::command::Command;

/// How long one sequence goes over into another: long enough to be no jump, and too short for feet to be seen gliding.
pub const CROSSFADE: Duration = Duration::from_millis(150);

impl Workspace {
    /// What those show who may play something else after this command, if that is to fade in.
    pub(super) fn mixes_before(&self, command: &Command) -> Vec<(ActorId, PoseMix)> {
        let chooses = matches!(
            command,
            Command::Play(_) | Command::ChooseSequence { .. } | Command::ChooseRanges { .. }
        );
        if !chooses || !self.look.crossfade {
            return Vec::new();
        }
        self.actors.iter().filter_map(|actor| Some((actor.id(), mix(actor)?))).collect()
    }

    /// Lets what was left fade into what plays now.
    pub(super) fn start_fades(&mut self, left: &[(ActorId, PoseMix)]) {
        for (id, before) in left {
            let Some(actor) = self.actors.iter_mut().find(|actor| actor.id() == *id) else { continue };
            if mix(actor).is_some_and(|now| now.to != before.to) {
                actor.fading = Some(CrossFade::from_mix(before, CROSSFADE));
            }
        }
    }

    /// Ends all fades: who goes to a place wants to see that place.
    pub(super) fn end_fades(&mut self) {
        self.actors.iter_mut().for_each(|actor| actor.fading = None);
    }

    /// Lets time pass that the speed was applied to already.
    pub(super) fn advance_fades(&mut self, passed: Duration) {
        for actor in &mut self.actors {
            if let Some(fading) = &mut actor.fading {
                fading.advance(passed);
                actor.fading = Some(*fading).filter(|fading| !fading.is_over());
            }
        }
    }

    pub(super) fn fades(&self) -> bool {
        self.actors.iter().any(|actor| actor.fading.is_some())
    }

    /// The pose that an actor of this workspace leaves, while it does. Its frames are the document's.
    pub(crate) fn fade_of(&self, actor: &Actor) -> Option<Fade> {
        // What is looked at for a while comes at once.
        if self.preview.is_some() {
            return None;
        }
        let Fade { from, weight } = match actor.motion() {
            Motion::Own(_) => {
                let PoseMix { from, weight, .. } = mix(actor).filter(|_| actor.fading.is_some())?;
                Fade { from, weight }
            }
            // Only actors that were there before can be followed, so this comes to an end.
            Motion::Follows(leader) => self.fade_of(self.actor(*leader)?)?,
            Motion::Still(_) => return None,
        };
        Some(Fade { from: from.clamped_to(actor.document().mesh().frame_count()), weight })
    }
}

/// What an actor that plays by itself shows. In the game nothing fades.
fn mix(actor: &Actor) -> Option<PoseMix> {
    let pose = actor.player().filter(|player| !player.is_in_game())?.pose();
    Some(actor.fading.map_or(PoseMix::from_pose(pose), |fading| fading.mix(pose)))
}
