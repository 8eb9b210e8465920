//! The keys around the pose that is seen.

use md2_mesh::Pose;

use crate::{Actor, Drawn, Motion, Workspace};

/// A key of an actor that is drawn beside its pose, as a shape that is seen through.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Onion<'a> {
    /// The actor as it is drawn.
    pub drawn: Drawn<'a>,
    /// The key.
    pub pose: Pose,
    /// sRGB: one color for what was, one for what comes.
    pub color: [u8; 3],
    /// How much it hides, 0 to 1.
    pub opacity: f32,
}

/// What was.
pub(crate) const BEFORE: [u8; 3] = [0x6f, 0xa8, 0xff];
/// What comes.
pub(crate) const AFTER: [u8; 3] = [0xff, 0x9d, 0x5c];

/// What is compared with.
pub(crate) const COMPARED: [u8; 3] = [0x7a, 0xe0, 0x8a];

const OPACITY: f32 = 0.38;

impl Workspace {
    /// The keys around what is seen, if the look asks for them: the two that a pose lies between, or those before and after one
    /// that is a key itself. Before them the frame that is compared with. Allocates nothing.
    pub fn onions(&self) -> impl Iterator<Item = Onion<'_>> {
        let is_on = self.look().onion;
        self.drawn().filter(|_| self.crowd().is_none()).flat_map(move |drawn| {
            let actor = self.actor(drawn.actor).filter(|_| is_on);
            let [before, after] = actor.map_or([None; 2], |actor| self.keys_around(actor, drawn.pose));
            let reference = self.reference().filter(|to| to.actor == drawn.actor).map(|to| to.frame);
            let keys = [reference, before, after];
            let colors = [COMPARED, BEFORE, AFTER];
            keys.into_iter().zip(colors).filter_map(move |(key, color)| {
                key.map(|key| Onion { drawn, pose: Pose::still(key), color, opacity: OPACITY })
            })
        })
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
