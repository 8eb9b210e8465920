//! The figure's joints: names, parents, rest positions, and posing.
//!
//! Space: Quake units, X forward, Y left, Z up; the floor is at z = -24 and the crown near z = 30.
//! At rest every joint's axes are the model's axes, the legs are straight and the arms hang out at 45 degrees.

use glam::{Affine3A, Quat, Vec3};

/// A joint of the figure. The order is parents first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Joint {
    /// Root of the tree, at the hips.
    Pelvis,
    /// Lumbar spine.
    Spine1,
    /// Lower ribs.
    Spine2,
    /// Chest; carries both clavicles and the neck.
    Chest,
    /// Base of the neck.
    Neck,
    /// Top of the neck; the skull turns here.
    Head,
    /// Left collar bone.
    ClavicleL,
    /// Left upper arm.
    ShoulderL,
    /// Left forearm.
    ElbowL,
    /// Left hand.
    WristL,
    /// Right collar bone.
    ClavicleR,
    /// Right upper arm.
    ShoulderR,
    /// Right forearm.
    ElbowR,
    /// Right hand.
    WristR,
    /// Left thigh.
    HipL,
    /// Left shin.
    KneeL,
    /// Left foot.
    AnkleL,
    /// Ball of the left foot.
    ToeL,
    /// Right thigh.
    HipR,
    /// Right shin.
    KneeR,
    /// Right foot.
    AnkleR,
    /// Ball of the right foot.
    ToeR,
}

/// Number of joints.
pub const JOINT_COUNT: usize = Joint::ToeR as usize + 1;

/// Every joint with its parent and its rest position in model space, parents first.
pub const JOINTS: [(Joint, Option<Joint>, Vec3); JOINT_COUNT] = {
    use Joint::*;
    [
        (Pelvis, None, Vec3::new(0.0, 0.0, 3.4)),
        (Spine1, Some(Pelvis), Vec3::new(0.0, 0.0, 6.6)),
        (Spine2, Some(Spine1), Vec3::new(-0.2, 0.0, 10.4)),
        (Chest, Some(Spine2), Vec3::new(-0.4, 0.0, 14.2)),
        (Neck, Some(Chest), Vec3::new(-0.5, 0.0, 20.0)),
        (Head, Some(Neck), Vec3::new(0.1, 0.0, 22.8)),
        (ClavicleL, Some(Chest), Vec3::new(0.2, 1.0, 18.6)),
        (ShoulderL, Some(ClavicleL), Vec3::new(-0.5, 5.4, 18.4)),
        (ElbowL, Some(ShoulderL), Vec3::new(-0.5, 11.9, 11.9)),
        (WristL, Some(ElbowL), Vec3::new(-0.5, 17.6, 6.2)),
        (ClavicleR, Some(Chest), Vec3::new(0.2, -1.0, 18.6)),
        (ShoulderR, Some(ClavicleR), Vec3::new(-0.5, -5.4, 18.4)),
        (ElbowR, Some(ShoulderR), Vec3::new(-0.5, -11.9, 11.9)),
        (WristR, Some(ElbowR), Vec3::new(-0.5, -17.6, 6.2)),
        (HipL, Some(Pelvis), Vec3::new(0.0, 2.6, 2.2)),
        (KneeL, Some(HipL), Vec3::new(0.3, 2.6, -9.8)),
        (AnkleL, Some(KneeL), Vec3::new(-0.6, 2.6, -21.2)),
        (ToeL, Some(AnkleL), Vec3::new(3.4, 2.8, -23.2)),
        (HipR, Some(Pelvis), Vec3::new(0.0, -2.6, 2.2)),
        (KneeR, Some(HipR), Vec3::new(0.3, -2.6, -9.8)),
        (AnkleR, Some(KneeR), Vec3::new(-0.6, -2.6, -21.2)),
        (ToeR, Some(AnkleR), Vec3::new(3.4, -2.8, -23.2)),
    ]
};

impl Joint {
    /// Position of the joint in the rest pose, in model space.
    pub const fn rest(self) -> Vec3 {
        JOINTS[self as usize].2
    }
}

/// One pose of the skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonPose {
    /// Displacement of the pelvis from its rest position, in model space.
    pub root: Vec3,
    /// Rotation of each joint relative to its parent; identity is the rest pose.
    pub rotations: [Quat; JOINT_COUNT],
}

impl SkeletonPose {
    /// The rest pose.
    pub const REST: Self = Self { root: Vec3::ZERO, rotations: [Quat::IDENTITY; JOINT_COUNT] };

    /// For each joint, the map from rest space to posed model space: what a vertex bound to the joint goes through.
    pub fn skinning(&self) -> [Affine3A; JOINT_COUNT] {
        let mut maps = [Affine3A::IDENTITY; JOINT_COUNT];
        for (joint, parent, rest) in JOINTS {
            let turn = Affine3A::from_translation(rest)
                * Affine3A::from_quat(self.rotations[joint as usize])
                * Affine3A::from_translation(-rest);
            maps[joint as usize] = match parent {
                Some(parent) => maps[parent as usize] * turn,
                None => Affine3A::from_translation(self.root) * turn,
            };
        }
        maps
    }

    /// Positions of all joints in posed model space.
    pub fn joint_positions(&self) -> [Vec3; JOINT_COUNT] {
        let maps = self.skinning();
        std::array::from_fn(|i| maps[i].transform_point3(JOINTS[i].2))
    }
}
