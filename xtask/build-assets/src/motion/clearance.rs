//! The height of body parts above the floor. Balls around the joints approximate the thickness of the body.

use glam::DVec3;

use crate::motion::rig::{FLOOR, HEEL_BEHIND, TIP_AHEAD};
use crate::skeleton::{Joint, SkeletonPose, other_side};

type Ball = (Joint, DVec3, f64);

const fn ball(joint: Joint, ahead: f64, left: f64, up: f64, radius: f64) -> Ball {
    (joint, DVec3::new(ahead, left, up), radius)
}

/// The balls that approximate the trunk, the head and the left limbs, without the feet. [`clearances`] adds their mirror images.
const BALLS: &[Ball] = {
    use Joint::*;
    &[
        ball(Pelvis, -0.4, 2.2, -1.0, 3.6),
        ball(Spine2, 0.0, 0.0, 0.0, 3.5),
        ball(Chest, 0.2, 2.6, 1.5, 3.6),
        ball(Head, -0.7, 0.0, 4.6, 3.2),
        ball(Head, 1.0, 0.0, 2.9, 2.9),
        ball(ShoulderL, 0.0, 0.0, 0.0, 2.3),
        ball(ElbowL, 0.0, 0.0, 0.0, 1.6),
        ball(WristL, 0.0, 0.0, 0.0, 1.1),
        ball(WristL, 0.0, 2.2, -2.2, 0.9),
        ball(KneeL, 0.0, 0.0, 0.0, 2.1),
        ball(AnkleL, 0.0, 0.0, 0.0, 1.5),
    ]
};

/// Returns three points of each sole that can touch the floor: the heel, the ball of the foot, and the tip of the boot.
pub fn soles(pose: &SkeletonPose) -> [[DVec3; 3]; 2] {
    let maps = pose.skinning();
    [(Joint::AnkleL, Joint::ToeL), (Joint::AnkleR, Joint::ToeR)].map(|(ankle, toe)| {
        let heel = DVec3::new(ankle.rest().x - HEEL_BEHIND, ankle.rest().y, FLOOR);
        let ball = DVec3::new(toe.rest().x, toe.rest().y, FLOOR);
        let tip = ball + DVec3::X * TIP_AHEAD;
        [
            maps[ankle as usize].transform_point3(heel),
            maps[ankle as usize].transform_point3(ball),
            maps[toe as usize].transform_point3(tip),
        ]
    })
}

/// Returns the joint of each ball that approximates the body, and the height of the ball's lowest point above the floor.
pub fn clearances(pose: &SkeletonPose) -> impl Iterator<Item = (Joint, f64)> {
    let maps = pose.skinning();
    let mirrored = |&(joint, at, radius): &Ball| (other_side(joint), at.with_y(-at.y), radius);
    BALLS.iter().flat_map(move |ball| [*ball, mirrored(ball)]).map(move |(joint, offset, radius)| {
        (joint, maps[joint as usize].transform_point3(joint.rest() + offset).z - radius - FLOOR)
    })
}

pub fn lowest(pose: &SkeletonPose) -> f64 {
    let soles = soles(pose).into_iter().flatten().map(|point| point.z - FLOOR);
    clearances(pose).map(|(_, height)| height).chain(soles).fold(f64::INFINITY, f64::min)
}
