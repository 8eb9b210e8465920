//! What there is to draw at one moment.

use std::sync::Arc;

use md2_mesh::Pose;

use crate::{Actor, ActorId, Document, Motion, Outfit, Workspace};

/// One actor as it is seen.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Drawn<'a> {
    /// Whose picture it is.
    pub actor: ActorId,
    /// What to draw.
    pub document: &'a Arc<Document>,
    /// In which pose; both frames are the document's.
    pub pose: Pose,
    /// What it wears; `None` is the checker.
    pub outfit: Option<&'a Arc<Outfit>>,
}

impl Workspace {
    /// What there is to draw at this moment, in the order in which actors were added. Allocates nothing.
    pub fn drawn(&self) -> impl Iterator<Item = Drawn<'_>> {
        self.actors().iter().map(|actor| Drawn {
            actor: actor.id(),
            document: actor.document(),
            pose: self.pose_of(actor),
            outfit: actor.outfit(),
        })
    }

    /// The pose of an actor of this workspace.
    fn pose_of(&self, actor: &Actor) -> Pose {
        let pose = match actor.motion() {
            Motion::Own(player) => {
                let md2_anim::Pose { frame_a, frame_b, blend } = player.pose();
                Pose { frame_a, frame_b, blend }
            }
            // Only actors that were there before can be followed, so this comes to an end.
            Motion::Follows(leader) => {
                self.actor(*leader).map_or(Pose::still(0), |leader| self.pose_of(leader))
            }
            Motion::Still(frame) => Pose::still(*frame),
        };
        let last = actor.document().last_frame();
        Pose { frame_a: pose.frame_a.min(last), frame_b: pose.frame_b.min(last), ..pose }
    }
}
