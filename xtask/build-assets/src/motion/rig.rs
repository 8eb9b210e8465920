//! Converts a [`Body`] to the joint rotations of a [`SkeletonPose`].

use glam::{DQuat, DVec3};

use crate::degrees::{about, about_x, about_y, about_z, acos, cos, frame_to_frame, sin};
use crate::ik::two_bone;
use crate::motion::anatomy::{Arm, Body, Leg};
use crate::skeleton::{JOINT_COUNT, Joint, SkeletonPose};
use crate::trig::{ramp, slerp};

pub const FLOOR: f64 = -24.0;
pub const HEEL_BEHIND: f64 = 1.9;
pub const TIP_AHEAD: f64 = 2.4;
pub const TOE_LIMIT: f64 = 48.0;
/// The fraction of the rotation from chest to face that the joint of the neck performs. The joint of the head performs the rest.
const NECK_SHARE: f64 = 0.45;
/// The largest rotation of the face relative to the chest, in degrees.
const HEAD_LIMIT: f64 = 75.0;

#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The sign of Y on this side: 1 on the left, -1 on the right.
    pub(super) out: f64,
    pub(super) arm: [Joint; 4],
    pub(super) leg: [Joint; 4],
}

pub const LEFT: Side = Side {
    out: 1.0,
    arm: [Joint::ClavicleL, Joint::ShoulderL, Joint::ElbowL, Joint::WristL],
    leg: [Joint::HipL, Joint::KneeL, Joint::AnkleL, Joint::ToeL],
};

pub const RIGHT: Side = Side {
    out: -1.0,
    arm: [Joint::ClavicleR, Joint::ShoulderR, Joint::ElbowR, Joint::WristR],
    leg: [Joint::HipR, Joint::KneeR, Joint::AnkleR, Joint::ToeR],
};

impl Body {
    pub fn to_skeleton(self) -> SkeletonPose {
        let Self { pelvis, spine, head, arms, legs } = self;
        let mut pose = SkeletonPose::REST;
        pose.root = DVec3::new(pelvis.ahead, pelvis.left, pelvis.up);
        let hips = attitude(pelvis.turn, pelvis.lean, pelvis.tilt);
        pose.rotations[Joint::Pelvis as usize] = hips;

        // The waist bends more than the ribs and twists less.
        let mut chest = hips;
        for (joint, bend, twist) in
            [(Joint::Spine1, 0.36, 0.25), (Joint::Spine2, 0.36, 0.35), (Joint::Chest, 0.28, 0.4)]
        {
            let turn = attitude(spine.twist * twist, spine.bend * bend, spine.side * bend);
            pose.rotations[joint as usize] = turn;
            chest *= turn;
        }

        let face = attitude(head.turn, head.nod, head.tilt);
        let turn = limited(slerp(face, chest.inverse() * face, head.level), HEAD_LIMIT);
        let neck = slerp(DQuat::IDENTITY, turn, NECK_SHARE);
        pose.rotations[Joint::Neck as usize] = neck;
        pose.rotations[Joint::Head as usize] = neck.inverse() * turn;

        for (side, arm, leg) in [(LEFT, arms.left, legs.left), (RIGHT, arms.right, legs.right)] {
            side.pose_arm(&arm, &mut pose.rotations);
            side.pose_leg(&leg, pose.root, hips, &mut pose.rotations);
        }
        pose
    }
}

impl Side {
    /// Returns the rotation from the arm of the rest pose, which points down and out at 45 degrees, to the neutral arm, which hangs down.
    pub(super) fn arms_down(self) -> DQuat {
        about_x(-45.0 * self.out)
    }

    /// Sets the rotations of an arm. Its angles are relative to an arm that hangs down, not to the rest pose.
    fn pose_arm(self, arm: &Arm, rotations: &mut [DQuat; JOINT_COUNT]) {
        let out = self.out;
        let down = self.arms_down();
        let from_neutral = |turn: DQuat| down.inverse() * turn * down;
        let [clavicle, shoulder, elbow, wrist] = self.arm;

        // A raised arm lifts the shoulder blade.
        let raised = acos(cos(arm.swing) * cos(arm.spread));
        let shrug = arm.shrug + 18.0 * ramp(50.0, 160.0, raised);
        let blade = about_z(-arm.protract * out) * about_x(shrug * out);
        let upper = about_y(-arm.swing) * about_x(arm.spread * out) * about_z(-arm.roll * out);
        rotations[clavicle as usize] = blade;
        rotations[shoulder as usize] = blade.inverse() * upper * down;
        // Forearm and hand share the roll, so that the wrist does not twist too far.
        let roll = about_z(-0.5 * arm.pronate * out);
        rotations[elbow as usize] = from_neutral(about_y(-arm.elbow) * roll);
        rotations[wrist as usize] = from_neutral(roll * about_x(-arm.flex * out) * about_y(-arm.cock));
    }

    fn pose_leg(self, leg: &Leg, root: DVec3, hips: DQuat, rotations: &mut [DQuat; JOINT_COUNT]) {
        let joints = self.leg.map(|joint| joint as usize);
        let placed = (leg.placed > 0.0).then(|| self.placed_leg(leg, root, hips));
        let hung = (leg.placed < 1.0).then(|| self.hung_leg(leg));
        let mixed = match (placed, hung) {
            (Some(placed), Some(hung)) => std::array::from_fn(|i| slerp(hung[i], placed[i], leg.placed)),
            (Some(rotations), None) | (None, Some(rotations)) => rotations,
            (None, None) => unreachable!("a number is above 0 or below 1"),
        };
        for (joint, rotation) in joints.into_iter().zip(mixed) {
            rotations[joint] = rotation;
        }
    }

    fn hung_leg(self, leg: &Leg) -> [DQuat; 4] {
        [
            about_y(-leg.flex) * about_x(leg.spread * self.out) * about_z(-leg.roll * self.out),
            about_y(leg.knee),
            about_y(-leg.ankle),
            about_y(-leg.toe),
        ]
    }

    fn placed_leg(self, leg: &Leg, root: DVec3, hips: DQuat) -> [DQuat; 4] {
        let [hip, knee, ankle, toe] = self.leg;
        let flat = about_z(leg.toe_out * self.out);
        let foot = flat * about_x(-leg.fallen * self.out) * about_y(-leg.pitch);

        // While the heel rises, the toes stay flat on the floor.
        let flat_toes = (-leg.pitch).clamp(0.0, TOE_LIMIT) * (1.0 - ramp(0.3, 2.5, leg.lift));
        let toe_bend = (leg.toe + flat_toes).min(TOE_LIMIT);

        // The foot turns around the part that stays on the floor: the edge of the heel, or the joint above the ball. If the toes
        // point down, `lift` is the height of their tip.
        let sole = DVec3::new(ankle.rest().x, ankle.rest().y, FLOOR);
        let pivot = if leg.pitch >= 0.0 { sole - DVec3::X * HEEL_BEHIND } else { toe.rest() };
        let tip = TIP_AHEAD * sin((-leg.pitch - toe_bend).max(0.0));
        let place = DVec3::new(leg.ahead, leg.out * self.out, leg.lift + tip) + sole + flat * (pivot - sole);
        let target = place + foot * (ankle.rest() - pivot);

        // The axis of the knee is halfway between the left direction of the hips and that of the foot.
        let start = root + Joint::Pelvis.rest() + hips * (hip.rest() - Joint::Pelvis.rest());
        let line = (target - start).normalize_or(DVec3::NEG_Z);
        let hinge = ((hips * DVec3::Y).normalize() + flat * DVec3::Y).normalize_or(hips * DVec3::Y);
        let hinge = about(line, -leg.knee_out * self.out) * hinge;
        let hinge = hinge - line * hinge.dot(line);
        let upper = hip.rest().distance(knee.rest());
        let lower = knee.rest().distance(ankle.rest());
        let chain = two_bone(start, target, line.cross(hinge), upper, lower);

        let thigh = frame_to_frame((knee.rest() - hip.rest(), DVec3::Y), (chain.middle - start, hinge));
        let shin = frame_to_frame((ankle.rest() - knee.rest(), DVec3::Y), (chain.end - chain.middle, hinge));
        [hips.inverse() * thigh, thigh.inverse() * shin, shin.inverse() * foot, about_y(-toe_bend)]
    }
}

/// Returns a rotation that leans to the left, then leans forward, then turns to the left. Angles are in degrees.
fn attitude(turn: f64, forward: f64, left: f64) -> DQuat {
    about_z(turn) * about_y(forward) * about_x(-left)
}

/// Returns a rotation about the same axis whose angle is at most `limit` degrees.
fn limited(rotation: DQuat, limit: f64) -> DQuat {
    let angle = 2.0 * acos(rotation.w.abs());
    if angle <= limit { rotation } else { slerp(DQuat::IDENTITY, rotation, limit / angle) }
}
