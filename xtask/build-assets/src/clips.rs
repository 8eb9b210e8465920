//! The figure's sequences: all frames of the model as poses of the skeleton, a tenth of a second apart.

pub mod air;
pub mod combat;
pub mod crouch;
pub mod death;
pub mod gestures;
pub mod run;
pub mod stand;
pub mod walk;

use crate::motion::anatomy::Body;
use crate::motion::scarf;
use crate::skeleton::SkeletonPose;

#[derive(Clone, Debug)]
pub struct NamedPose {
    pub name: String,
    pub pose: SkeletonPose,
}

/// For each sequence with steps, the speed of the floor at which feet do not slide, in units per second at ten frames per second.
pub const GROUND_SPEEDS: &[(&str, f64)] =
    &[("walk", walk::GAIT.speed()), ("run", run::GAIT.speed()), ("crwalk", crouch::GAIT.speed())];

pub struct Clip {
    /// The name of the sequence, with which the names of its frames start.
    pub name: &'static str,
    pub frames: u16,
    /// The number of digits of the number in each frame name. Numbers start at 1.
    digits: usize,
    /// Whether the last frame leads back to the first. If not, a game holds the last frame or plays another sequence.
    pub loops: bool,
    /// Returns the pose at a frame number, counted from 0. A number with a fraction is a time between two frames.
    pose: fn(f64) -> Body,
}

const fn clip(name: &'static str, frames: u16, digits: usize, pose: fn(f64) -> Body) -> Clip {
    Clip { name, frames, digits, loops: false, pose }
}

const fn looping(name: &'static str, frames: u16, digits: usize, pose: fn(f64) -> Body) -> Clip {
    Clip { loops: true, ..clip(name, frames, digits, pose) }
}

/// Every sequence, in the order of the model's frames: the 198 frames of a Quake II player, named as in id Software's
/// `m_player.h`, then the walk.
pub const CLIPS: &[Clip] = &[
    looping("stand", 40, 2, stand::pose),
    looping("run", 6, 1, run::pose),
    clip("attack", 8, 1, combat::attack),
    clip("pain1", 4, 2, combat::pain_front),
    clip("pain2", 4, 2, combat::pain_left),
    clip("pain3", 4, 2, combat::pain_right),
    clip("jump", 6, 1, air::jump),
    clip("flip", 12, 2, air::flip),
    clip("salute", 11, 2, gestures::salute),
    clip("taunt", 17, 2, gestures::taunt),
    clip("wave", 11, 2, gestures::wave_hand),
    clip("point", 12, 2, gestures::point),
    looping("crstnd", 19, 2, crouch::stand),
    looping("crwalk", 6, 1, crouch::walk),
    clip("crattak", 9, 1, crouch::attack),
    clip("crpain", 4, 1, crouch::pain),
    clip("crdeath", 5, 1, crouch::death),
    clip("death1", 6, 2, death::backward),
    clip("death2", 6, 2, death::forward),
    clip("death3", 8, 2, death::slowly),
    looping("walk", 16, 2, walk::pose),
];

pub fn all_frames() -> Vec<NamedPose> {
    CLIPS.iter().flat_map(Clip::named_poses).collect()
}

impl Clip {
    fn named_poses(&self) -> impl Iterator<Item = NamedPose> {
        let mut poses: Vec<_> = (0..self.frames).map(|i| (self.pose)(f64::from(i)).to_skeleton()).collect();
        let speed =
            GROUND_SPEEDS.iter().find(|(name, _)| *name == self.name).map_or(0.0, |(_, speed)| *speed);
        scarf::simulate(&mut poses, self.loops, speed);
        (1..).zip(poses).map(|(number, pose)| NamedPose {
            name: format!("{}{number:0width$}", self.name, width = self.digits),
            pose,
        })
    }
}
