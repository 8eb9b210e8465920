//! The figure's joints: names, parents, rest positions, and posing.
//!
//! Lengths are in Quake units. X points forward, Y left and Z up. The floor is at z = -24 and the top of the head near z = 30.
//! In the rest pose, the axes of every joint are those of the model, the legs are straight, and the arms point down and out at
//! 45 degrees.
//!
//! The generated files must have the same bytes on every machine. Numbers are therefore `f64`: glam's double-precision types are
//! scalar code on every target, while its single-precision quaternions and affine maps round differently with SSE, FMA and NEON.
//! For the same reason, trigonometric functions come from [`crate::trig`], never from `std` or glam.

use glam::{DAffine3, DQuat, DVec3};

/// Defines each joint with its parent and its rest position in model space.
macro_rules! joints {
    ($($joint:ident($parent:expr, $x:literal, $y:literal, $z:literal),)+) => {
        /// A joint of the figure. Parents come before their children.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Joint { $($joint),+ }

        /// Every joint with its parent and its rest position in model space, in the order of [`Joint`].
        pub const JOINTS: [(Joint, Option<Joint>, DVec3); JOINT_COUNT] =
            [$((Joint::$joint, $parent, DVec3::new($x, $y, $z))),+];
    };
}

joints! {
    Pelvis(None, 0.0, 0.0, 3.4),
    Spine1(Some(Joint::Pelvis), 0.0, 0.0, 6.6),
    Spine2(Some(Joint::Spine1), -0.2, 0.0, 10.4),
    Chest(Some(Joint::Spine2), -0.4, 0.0, 14.2),
    Neck(Some(Joint::Chest), -0.5, 0.0, 20.0),
    Head(Some(Joint::Neck), 0.1, 0.0, 22.8),
    ClavicleL(Some(Joint::Chest), 0.2, 1.0, 18.6),
    ShoulderL(Some(Joint::ClavicleL), -0.5, 5.4, 18.4),
    ElbowL(Some(Joint::ShoulderL), -0.5, 11.9, 11.9),
    WristL(Some(Joint::ElbowL), -0.5, 17.6, 6.2),
    ClavicleR(Some(Joint::Chest), 0.2, -1.0, 18.6),
    ShoulderR(Some(Joint::ClavicleR), -0.5, -5.4, 18.4),
    ElbowR(Some(Joint::ShoulderR), -0.5, -11.9, 11.9),
    WristR(Some(Joint::ElbowR), -0.5, -17.6, 6.2),
    HipL(Some(Joint::Pelvis), 0.0, 2.6, 2.2),
    KneeL(Some(Joint::HipL), 0.3, 2.6, -9.8),
    AnkleL(Some(Joint::KneeL), -0.6, 2.6, -21.2),
    ToeL(Some(Joint::AnkleL), 3.4, 2.8, -23.2),
    HipR(Some(Joint::Pelvis), 0.0, -2.6, 2.2),
    KneeR(Some(Joint::HipR), 0.3, -2.6, -9.8),
    AnkleR(Some(Joint::KneeR), -0.6, -2.6, -21.2),
    ToeR(Some(Joint::AnkleR), 3.4, -2.8, -23.2),
    Scarf(Some(Joint::Chest), -2.4, 1.5, 20.8),
    ScarfEnd(Some(Joint::Scarf), -4.3, 2.2, 15.8),
}

pub const JOINT_COUNT: usize = Joint::ScarfEnd as usize + 1;

impl Joint {
    pub const fn rest(self) -> DVec3 {
        JOINTS[self as usize].2
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonPose {
    /// Displacement of the pelvis from its rest position, in model space.
    pub root: DVec3,
    /// Rotation of each joint relative to its parent. The identity is the rest pose.
    pub rotations: [DQuat; JOINT_COUNT],
}

impl SkeletonPose {
    pub const REST: Self = Self { root: DVec3::ZERO, rotations: [DQuat::IDENTITY; JOINT_COUNT] };

    pub fn skinning(&self) -> [DAffine3; JOINT_COUNT] {
        let mut maps = [DAffine3::IDENTITY; JOINT_COUNT];
        for (joint, parent, rest) in JOINTS {
            let turn = DAffine3::from_translation(rest)
                * DAffine3::from_quat(self.rotations[joint as usize])
                * DAffine3::from_translation(-rest);
            maps[joint as usize] = match parent {
                Some(parent) => maps[parent as usize] * turn,
                None => DAffine3::from_translation(self.root) * turn,
            };
        }
        maps
    }

    pub fn joint_positions(&self) -> [DVec3; JOINT_COUNT] {
        let maps = self.skinning();
        std::array::from_fn(|i| maps[i].transform_point3(JOINTS[i].2))
    }
}

/// Returns the same joint on the other side of the body, or `joint` itself if it has no side.
pub fn other_side(joint: Joint) -> Joint {
    use Joint::{AnkleL, AnkleR, ClavicleL, ClavicleR, ElbowL, ElbowR, HipL, HipR, KneeL, KneeR, ShoulderL};
    use Joint::{ShoulderR, ToeL, ToeR, WristL, WristR};
    let pairs = [
        [(ClavicleL, ClavicleR), (ShoulderL, ShoulderR), (ElbowL, ElbowR), (WristL, WristR)],
        [(HipL, HipR), (KneeL, KneeR), (AnkleL, AnkleR), (ToeL, ToeR)],
    ];
    let other = |&(left, right): &(Joint, Joint)| match joint {
        _ if joint == left => Some(right),
        _ if joint == right => Some(left),
        _ => None,
    };
    pairs.as_flattened().iter().find_map(other).unwrap_or(joint)
}
