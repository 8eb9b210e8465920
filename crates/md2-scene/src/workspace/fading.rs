//! Cross-fades: the previous pose stays still while the next sequence replaces it.

use std::time::Duration;

use md2_anim::{CrossFade, PoseMix};
use md2_mesh::Fade;

use super::Workspace;
use crate::actor::{Actor, ActorId, Motion};
use crate::command::Command;

pub const CROSSFADE: Duration = Duration::from_millis(150);

impl Workspace {
    pub(super) fn mixes_before(&self, command: &Command) -> Vec<(ActorId, PoseMix)> {
        let chooses = matches!(
            command,
            Command::Play(_) | Command::ChooseSequence { .. } | Command::ChooseRanges { .. }
        );
        if !chooses || !self.look.crossfade {
            return Vec::new();
        }
        self.actors.iter().filter_map(|actor| Some((actor.id, mix(actor)?))).collect()
    }

    pub(super) fn start_fades(&mut self, left: &[(ActorId, PoseMix)]) {
        for (id, before) in left {
            let Some(actor) = self.actors.iter_mut().find(|actor| actor.id == *id) else { continue };
            if mix(actor).is_some_and(|now| now.to != before.to) {
                actor.fading = Some(CrossFade::from_mix(before, CROSSFADE));
            }
        }
    }

    /// Ends all cross-fades, so that a position to which the user moves is visible immediately.
    pub(super) fn end_fades(&mut self) {
        self.actors.iter_mut().for_each(|actor| actor.fading = None);
    }

    /// Advances cross-fades by the time `passed`, which is already multiplied by the speed.
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

    /// The cross-fade from an earlier pose to the actor's current pose, if one runs. Frame numbers are those of the actor's document.
    pub(crate) fn fade_of(&self, actor: &Actor) -> Option<Fade> {
        // Previews start at once.
        if self.preview.is_some() {
            return None;
        }
        let Fade { from, weight } = match &actor.motion {
            Motion::Own(_) => {
                let PoseMix { from, weight, .. } = mix(actor).filter(|_| actor.fading.is_some())?;
                Fade { from, weight }
            }
            // The recursion ends, because an actor follows only earlier actors.
            Motion::Follows(leader) => self.fade_of(self.actor(*leader)?)?,
            Motion::Still(_) => return None,
        };
        Some(Fade { from: from.clamped_to(actor.document().mesh().frame_count()), weight })
    }
}

fn mix(actor: &Actor) -> Option<PoseMix> {
    let pose = actor.player().filter(|player| !player.is_in_game())?.pose();
    Some(actor.fading.map_or(PoseMix::from_pose(pose), |fading| fading.mix(pose)))
}
