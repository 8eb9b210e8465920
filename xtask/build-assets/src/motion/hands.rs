//! Arm angles for a given position and direction of a hand in model space.

use glam::{DMat3, DVec3};

use crate::degrees::{about_z, atan2};
use crate::motion::anatomy::{Arm, Body};
use crate::motion::rig::Side;
use crate::skeleton::Joint;

pub const FLEX_LIMIT: f64 = 65.0;
pub const COCK_LIMIT: f64 = 35.0;
pub const PRONATE_LIMIT: f64 = 85.0;

impl Side {
    fn arm_of(self, body: &mut Body) -> &mut Arm {
        if self.out > 0.0 { &mut body.arms.left } else { &mut body.arms.right }
    }

    pub fn reach(self, body: &mut Body, wrist: DVec3, elbow: DVec3) {
        let outward = DVec3::new(1.0, self.out, 1.0);
        let shoulder = self.arm[1];
        // The shoulder moves with the arm, so the angles need iteration.
        for _ in 0..6 {
            let maps = body.to_skeleton().skinning();
            let from = maps[shoulder as usize].transform_point3(shoulder.rest());
            let to_chest = maps[Joint::Chest as usize].matrix3.transpose();
            self.arm_of(body).reach(to_chest * (wrist - from) * outward, to_chest * elbow * outward);
        }
    }

    /// Turns the hand so that its fingers and its thumb point in the given directions of model space, within the limits of the
    /// wrist.
    pub fn point(self, body: &mut Body, fingers: DVec3, thumb: DVec3) {
        let arm = self.arm_of(body);
        (arm.pronate, arm.flex, arm.cock) = (0.0, 0.0, 0.0);
        let maps = body.to_skeleton().skinning();
        // In the space of the forearm, the fingers point along -Z and the thumb along +X.
        let forearm = maps[self.arm[2] as usize].matrix3 * DMat3::from_quat(self.arms_down().inverse());
        let thumb = forearm.transpose() * thumb;
        let pronate = atan2(-thumb.y * self.out, thumb.x).clamp(-PRONATE_LIMIT, PRONATE_LIMIT);
        let rolled = forearm * DMat3::from_quat(about_z(-pronate * self.out));
        let fingers = (rolled.transpose() * fingers).normalize();
        let across = libm::sqrt(fingers.y * fingers.y + fingers.z * fingers.z);

        let arm = self.arm_of(body);
        arm.pronate = pronate;
        arm.flex = (-self.out * atan2(fingers.y, -fingers.z)).clamp(-FLEX_LIMIT, FLEX_LIMIT);
        arm.cock = atan2(fingers.x, across).clamp(-COCK_LIMIT, COCK_LIMIT);
    }
}
