//! Operations that move a body or its legs onto the floor, or lift it above the floor.

use glam::DVec3;

use crate::degrees::{acos, atan2};
use crate::motion::anatomy::{Body, Leg};
use crate::motion::clearance::{clearances, lowest, soles};
use crate::motion::rig::{FLOOR, LEFT, RIGHT, Side};
use crate::skeleton::Joint;

impl Body {
    /// Returns the pose, moved up or down until the trunk or the head touches the floor.
    pub fn laid_down(mut self) -> Self {
        self.pelvis.up -= clearances(&self.to_skeleton())
            .filter(|(joint, _)| (*joint as usize) <= Joint::Head as usize)
            .map(|(_, height)| height)
            .fold(f64::INFINITY, f64::min);
        self
    }

    pub fn lifted_clear(mut self) -> Self {
        // Legs with placed feet stretch during the lift, so one round may not be enough.
        for _ in 0..4 {
            self.pelvis.up -= lowest(&self.to_skeleton()).min(0.0);
        }
        self
    }

    /// Returns the pose with each leg swung at the hip to the nearest angle at which it touches the floor, if there is one.
    pub fn legs_let_down(mut self) -> Self {
        for side in [LEFT, RIGHT] {
            let at = side.leg_of(&mut self).flex;
            let height = |flex: f64| {
                let mut body = self;
                side.leg_of(&mut body).flex = flex;
                side.leg_height(&body)
            };
            // Finds the nearest angle, in both directions, at which the leg touches the floor.
            let through = |flex: &f64| (height(*flex) > 0.0) != (height(*flex + 1.0) > 0.0);
            let nearest = (0..60_u8).flat_map(|i| [at + f64::from(i), at - f64::from(i)]).find(through);
            if let Some(flex) = nearest {
                let (mut above, mut below) =
                    if height(flex) > 0.0 { (flex, flex + 1.0) } else { (flex + 1.0, flex) };
                for _ in 0..12 {
                    let middle = (above + below) * 0.5;
                    if height(middle) > 0.0 { above = middle } else { below = middle }
                }
                side.leg_of(&mut self).flex = above;
            }
        }
        self
    }

    /// Returns the same pose with its legs given by angles, so that the feet follow when the body moves.
    pub fn feet_freed(mut self) -> Self {
        for side in [LEFT, RIGHT] {
            let freed = side.freed(&self);
            *side.leg_of(&mut self) = freed;
        }
        self
    }
}

impl Side {
    fn leg_of(self, body: &mut Body) -> &mut Leg {
        if self.out > 0.0 { &mut body.legs.left } else { &mut body.legs.right }
    }

    fn leg_height(self, body: &Body) -> f64 {
        let pose = body.to_skeleton();
        let soles = soles(&pose)[usize::from(self.out < 0.0)].map(|point| point.z - FLOOR);
        let rest = clearances(&pose).filter(|(joint, _)| self.leg.contains(joint)).map(|(_, height)| height);
        rest.chain(soles).fold(f64::INFINITY, f64::min)
    }

    /// Returns this side's leg of `body` in the same position, but defined by angles instead of by the position of its foot.
    fn freed(self, body: &Body) -> Leg {
        let [hip, knee, ankle, toe] = self.leg;
        let pose = body.to_skeleton();
        let at = pose.joint_positions();
        let hips = pose.rotations[Joint::Pelvis as usize].inverse();
        let thigh = hips * (at[knee as usize] - at[hip as usize]).normalize();
        let shin = hips * (at[ankle as usize] - at[knee as usize]).normalize();
        let maps = pose.skinning();
        let foot = hips * (maps[ankle as usize].matrix3 * DVec3::X);
        let old = if self.out > 0.0 { body.legs.left } else { body.legs.right };
        Leg {
            placed: 0.0,
            flex: atan2(thigh.x, -thigh.z),
            spread: atan2(thigh.y * self.out, libm::sqrt(thigh.x * thigh.x + thigh.z * thigh.z)),
            roll: 0.0,
            knee: acos(thigh.dot(shin)),
            // In the rest pose, the foot is at right angles to the shin.
            ankle: acos(foot.dot(shin)) - 90.0,
            toe: 2.0 * acos(pose.rotations[toe as usize].w),
            ..old
        }
    }
}
