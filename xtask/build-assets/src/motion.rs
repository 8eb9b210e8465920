//! The figure's motion: every frame the model holds, as a pose of its skeleton.
//!
//! A clip is written in the words of anatomy ([`anatomy`]), as keys with smooth curves through them ([`channels`]) or as a
//! function of the phase of a step ([`gait`]); [`rig`] turns each pose into joint rotations. Frames are a tenth of a second apart.

pub mod anatomy;
pub mod channels;
pub mod degrees;
pub mod gait;
pub mod rig;

use crate::clips;
use crate::skeleton::SkeletonPose;
use anatomy::Body;

/// A pose and the name its MD2 frame bears.
#[derive(Clone, Debug)]
pub struct NamedPose {
    /// Sequence and number, such as `walk03`.
    pub name: String,
    /// The joints.
    pub pose: SkeletonPose,
}

/// How fast the floor passes under a sequence, in units per second: played at ten frames a second, feet then do not slide.
pub const GROUND_SPEEDS: &[(&str, f64)] =
    &[("walk", clips::walk::GAIT.speed()), ("run", clips::run::GAIT.speed())];

/// A sequence of frames.
struct Clip {
    /// Its name, and the stem of its frames' names.
    name: &'static str,
    /// Number of frames.
    frames: u16,
    /// Number of the first frame.
    first: u16,
    /// Digits in a frame's number.
    digits: usize,
    /// Whether the last frame leads back to the first.
    loops: bool,
    /// The pose at a frame counted from 0; fractions lie between frames.
    pose: fn(f64) -> Body,
}

/// Every sequence, in the order of the model's frames.
const CLIPS: &[Clip] = &[
    Clip { name: "stand", frames: 40, first: 1, digits: 2, loops: true, pose: clips::stand::pose },
    Clip { name: "run", frames: 6, first: 1, digits: 1, loops: true, pose: clips::run::pose },
    Clip { name: "walk", frames: 16, first: 1, digits: 2, loops: true, pose: clips::walk::pose },
];

/// All frames of the model, in order.
pub fn all_frames() -> Vec<NamedPose> {
    CLIPS.iter().flat_map(Clip::named_poses).collect()
}

impl Clip {
    fn named_poses(&self) -> impl Iterator<Item = NamedPose> {
        (0..self.frames).map(|i| NamedPose {
            name: format!("{}{:0width$}", self.name, self.first + i, width = self.digits),
            pose: (self.pose)(f64::from(i)).to_skeleton(),
        })
    }
}
