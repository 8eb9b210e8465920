//! The keys around the pose that is seen.

use std::sync::Arc;

use md2_mesh::{Mesh, Pose};

use crate::actor::{Actor, Motion};
use crate::compare::Pair;
use crate::drawn::DrawnActor;
use crate::outfit::SlotContent;
use crate::workspace::Workspace;

/// A key of an actor that is drawn beside its pose, or another model, as a shape that is seen through.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GhostModel<'a> {
    /// The actor as it is drawn.
    pub drawn: DrawnActor<'a>,
    /// The mesh to draw.
    pub mesh: &'a Arc<Mesh>,
    /// The key.
    pub pose: Pose,
    /// sRGB: one color for what was, one for what comes.
    pub color: [u8; 3],
    /// How much it hides, 0 to 1.
    pub opacity: f32,
    /// Whether it lies behind the pose wherever they are, so that the pose stays as it is.
    pub behind: bool,
}

const OPACITY: f32 = 0.38;
/// Of what is behind the pose, and so hides nothing of it.
const OPACITY_BEHIND: f32 = 0.6;

impl GhostModel<'_> {
    /// The color of what was.
    pub const BEFORE: [u8; 3] = [0x6f, 0xa8, 0xff];
    /// That of what comes.
    pub const AFTER: [u8; 3] = [0xff, 0x9d, 0x5c];
    /// That of what is compared with.
    pub const COMPARED: [u8; 3] = [0x7a, 0xe0, 0x8a];

    /// What is seen on one of the mesh's skin slots: of what is worn only counts what hides it.
    #[must_use]
    pub fn shown(&self, slot: usize) -> SlotContent {
        let is_own = Arc::ptr_eq(self.mesh, self.drawn.mesh());
        if is_own { self.drawn.shown(slot) } else { SlotContent::Checker }
    }
}

impl Workspace {
    /// What is compared with what is seen, and the keys around that, if the look asks for them: the two that a pose lies between,
    /// or those before and after one that is a key itself. Allocates nothing.
    pub fn ghosts(&self) -> impl Iterator<Item = GhostModel<'_>> {
        let compared = self.pairs().filter_map(|Pair { drawn, mesh, pose, fade }| {
            // Shapes that are seen through do not fade from pose to pose: in another place than it is measured in, one would lie.
            let pose = fade.map_or(Some(pose), |fade| fade.ends_at(pose))?;
            Some(GhostModel {
                drawn,
                mesh,
                pose,
                color: GhostModel::COMPARED,
                opacity: OPACITY,
                behind: false,
            })
        });
        let is_on = self.look().onion && self.crowd().is_none();
        let around = self.drawn().filter(move |_| is_on).flat_map(move |drawn| {
            let keys = self.actor(drawn.actor).map_or([None; 2], |actor| self.keys_around(actor, drawn.pose));
            keys.into_iter().zip([GhostModel::BEFORE, GhostModel::AFTER]).filter_map(move |(key, color)| {
                let pose = Pose::still(key?);
                Some(GhostModel {
                    drawn,
                    mesh: drawn.mesh(),
                    pose,
                    color,
                    opacity: OPACITY_BEHIND,
                    behind: true,
                })
            })
        });
        compared.chain(around)
    }

    fn keys_around(&self, actor: &Actor, Pose { frame_a, frame_b, blend }: Pose) -> [Option<u32>; 2] {
        if frame_a != frame_b && blend > 0.0 && blend < 1.0 {
            return [Some(frame_a), Some(frame_b)];
        }
        let key = if blend < 1.0 { frame_a } else { frame_b };
        let (first, last) = match actor.motion() {
            Motion::Own(player) => (player.sequence().first, player.sequence().last),
            Motion::Follows(_) => (0, actor.document().last_frame()),
            // It has no other keys than the one it shows.
            Motion::Still(frame) => (*frame, *frame),
        };
        let before = key.checked_sub(1).filter(|before| (first..=last).contains(before));
        [before, Some(key + 1).filter(|after| (first..=last).contains(after))]
    }
}
