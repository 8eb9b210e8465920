//! Ghosts: translucent shapes of neighboring keyframes, or of the other model in a comparison.

use std::sync::Arc;

use md2_mesh::{Mesh, Pose};

use crate::actor::{Actor, Motion};
use crate::compare::Pair;
use crate::drawn::DrawnActor;
use crate::outfit::SlotContent;
use crate::selection::CounterpartView;
use crate::workspace::Workspace;

#[derive(Clone, Copy, Debug)]
pub struct GhostModel<'a> {
    pub drawn: DrawnActor<'a>,
    pub mesh: &'a Arc<Mesh>,
    pub pose: Pose,
    pub color: [u8; 3],
    pub opacity: f32,
    pub behind: bool,
}

const OPACITY: f32 = 0.38;
const OPACITY_BEHIND: f32 = 0.6;

impl GhostModel<'_> {
    pub const BEFORE: [u8; 3] = [0x6f, 0xa8, 0xff];
    pub const AFTER: [u8; 3] = [0xff, 0x9d, 0x5c];
    pub const COMPARED: [u8; 3] = [0x7a, 0xe0, 0x8a];

    pub fn shown(&self, slot: usize) -> SlotContent {
        let is_own = Arc::ptr_eq(self.mesh, self.drawn.mesh());
        if is_own { self.drawn.shown(slot) } else { SlotContent::Missing }
    }
}

impl Workspace {
    /// The ghosts to draw: the other frames or models of a comparison and, with [`Look::onion`](crate::Look::onion),
    /// the keyframes around each pose. For a pose between two keyframes, these two are drawn; for a pose at a keyframe,
    /// its two neighbors. Allocates nothing.
    pub fn ghosts(&self) -> impl Iterator<Item = GhostModel<'_>> {
        let is_alone = self.counterpart().is_some_and(|other| other.view != CounterpartView::Both);
        let pairs = self.pairs().filter(move |_| !is_alone);
        let compared = pairs.filter_map(|Pair { drawn, mesh, pose, fade }| {
            // A ghost shows a single pose, so there is none during a cross-fade.
            let pose = fade.map_or(Some(pose), |fade| fade.single_pose(pose))?;
            let (color, opacity) = (GhostModel::COMPARED, OPACITY);
            Some(GhostModel { drawn, mesh, pose, color, opacity, behind: false })
        });
        let is_on = self.look().onion && self.crowd().is_none();
        let around = self.drawn().filter(move |_| is_on).flat_map(move |drawn| {
            let keys = self.actor(drawn.actor).map_or([None; 2], |actor| self.keys_around(actor, drawn.pose));
            keys.into_iter().zip([GhostModel::BEFORE, GhostModel::AFTER]).filter_map(move |(key, color)| {
                let (mesh, pose, opacity) = (drawn.mesh(), Pose::still(key?), OPACITY_BEHIND);
                Some(GhostModel { drawn, mesh, pose, color, opacity, behind: true })
            })
        });
        compared.chain(around)
    }

    fn keys_around(&self, actor: &Actor, Pose { frame_a, frame_b, blend }: Pose) -> [Option<u32>; 2] {
        if frame_a != frame_b && blend > 0.0 && blend < 1.0 {
            return [Some(frame_a), Some(frame_b)];
        }
        let key = if blend < 1.0 { frame_a } else { frame_b };
        let (first, last) = match &actor.motion {
            Motion::Own(player) => (player.sequence().first, player.sequence().last),
            Motion::Follows(_) => (0, actor.document().last_frame()),
            Motion::Still(frame) => (*frame, *frame),
        };
        let before = key.checked_sub(1).filter(|before| (first..=last).contains(before));
        [before, Some(key + 1).filter(|after| (first..=last).contains(after))]
    }
}
