//! A pose as anatomical angles, which are converted to joint rotations.
//!
//! Angles are in degrees and lengths in Quake units. In the neutral pose, the body is upright on both feet, the arms hang, the
//! palms face the thighs, and the thumbs point forward. Left and right limbs use the same signs: *out* is away from the other
//! side.

use glam::DVec3;

use crate::degrees::{about_x, about_y, atan2};
use crate::ik::two_bone;
use crate::motion::channels::{Channels, channels};
use crate::skeleton::Joint;

/// A value for each side of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides<T> {
    /// The figure's left, +Y.
    pub left: T,
    /// The figure's right, -Y.
    pub right: T,
}

impl<T: Channels> Channels for Sides<T> {
    const ZERO: Self = Self { left: T::ZERO, right: T::ZERO };

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
        Self { left: self.left.zip(other.left, f), right: self.right.zip(other.right, f) }
    }
}

impl<T> Sides<T> {
    /// Calls `f` for the left and for the right value.
    pub fn each(&mut self, f: impl Fn(&mut T)) {
        f(&mut self.left);
        f(&mut self.right);
    }
}

channels! {
    /// A whole pose.
    Body {
        /// The position and rotation of the hips.
        pelvis: Pelvis,
        /// The bends of the trunk above the hips.
        spine: Spine,
        /// The direction of the head.
        head: Head,
        arms: Sides<Arm>,
        legs: Sides<Leg>,
    }
}

channels! {
    /// The hips, in model space.
    Pelvis {
        /// Displacement forward.
        ahead: f64,
        /// Displacement to the left.
        left: f64,
        /// Displacement up.
        up: f64,
        /// Turn to the left, seen from above.
        turn: f64,
        /// Lean forward; 90 is face down, -90 face up, -360 a backward somersault.
        lean: f64,
        /// Lean to the left: the left hip drops.
        tilt: f64,
    }
}

channels! {
    /// Bends of the trunk relative to the pelvis, divided among three joints.
    Spine {
        /// Forward.
        bend: f64,
        /// Shoulders turned to the left.
        twist: f64,
        /// Shoulders leaned to the left.
        side: f64,
    }
}

channels! {
    /// The head's direction.
    Head {
        /// To the left.
        turn: f64,
        /// Down.
        nod: f64,
        /// Towards the left shoulder.
        tilt: f64,
        /// With 1, the angles are relative to the model's axes. With 0, they are relative to the chest.
        level: f64,
    }
}

channels! {
    /// An arm, relative to the chest.
    Arm {
        /// Shoulder raised towards the ear.
        shrug: f64,
        /// Shoulder brought forward.
        protract: f64,
        /// Upper arm forward.
        swing: f64,
        /// Upper arm out to its side, before it swings.
        spread: f64,
        /// Upper arm rolled inward about its length.
        roll: f64,
        /// Elbow bent.
        elbow: f64,
        /// Forearm rolled inward (thumb towards the belly).
        pronate: f64,
        /// Hand bent towards its palm.
        flex: f64,
        /// Hand bent towards its thumb.
        cock: f64,
    }
}

channels! {
    /// A leg, given by the position of its foot, by angles relative to the pelvis, or by a mix of both.
    Leg {
        /// With 1, the fields marked "Placed" set the position of the foot. With 0, those marked "Hung" set the angles of the
        /// leg.
        placed: f64,
        /// Placed: sole ahead of its rest position.
        ahead: f64,
        /// Placed: sole to the outside of its rest position.
        out: f64,
        /// Placed: height of the sole above the floor.
        lift: f64,
        /// Placed: toes up (the heel stays down) or, negative, heel up (the ball stays down).
        pitch: f64,
        /// Placed: toes turned out.
        toe_out: f64,
        /// Placed: the foot tipped to its outside, as for a leg that lies on the floor.
        fallen: f64,
        /// Placed: knee to the outside of the line from hip to foot.
        knee_out: f64,
        /// Hung: thigh forward.
        flex: f64,
        /// Hung: thigh out.
        spread: f64,
        /// Hung: thigh rolled inward about its length.
        roll: f64,
        /// Hung: knee bent.
        knee: f64,
        /// Hung: toes up at the ankle.
        ankle: f64,
        /// Toes bent up at the ball of the foot.
        toe: f64,
    }
}

impl Body {
    /// The body standing at ease, from which most poses start.
    pub const NEUTRAL: Self = Self {
        pelvis: Pelvis { up: -0.25, ..Pelvis::ZERO },
        spine: Spine::ZERO,
        head: Head { level: 1.0, ..Head::ZERO },
        arms: Sides { left: Arm::AT_EASE, right: Arm::AT_EASE },
        legs: Sides { left: Leg::AT_EASE, right: Leg::AT_EASE },
    };

    /// Returns the pose with changes.
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl Arm {
    /// A hanging arm with a slightly bent elbow.
    pub const AT_EASE: Self =
        Self { swing: 2.0, spread: 8.0, roll: 12.0, elbow: 16.0, pronate: 8.0, flex: 6.0, ..Self::ZERO };

    /// Moves upper arm and elbow so that the wrist is at `wrist` and the elbow points towards `elbow`. Both are relative to the
    /// shoulder: forward, out and up along the chest's axes.
    pub fn reach(&mut self, wrist: DVec3, elbow: DVec3) {
        // The left arm's chain, with "out" as +Y. Both arms have the same lengths.
        let upper = Joint::ShoulderL.rest().distance(Joint::ElbowL.rest());
        let lower = Joint::ElbowL.rest().distance(Joint::WristL.rest());
        let chain = two_bone(DVec3::ZERO, wrist, elbow, upper, lower);
        let arm = chain.middle.normalize();
        let forearm = (chain.end - chain.middle).normalize();
        self.spread = atan2(arm.y, libm::sqrt(arm.x * arm.x + arm.z * arm.z));
        self.swing = atan2(arm.x, -arm.z);
        // Without swing and spread, the direction of the forearm gives the roll.
        let bent = (about_y(-self.swing) * about_x(self.spread)).inverse() * forearm;
        self.elbow = atan2(libm::sqrt(bent.x * bent.x + bent.y * bent.y), -bent.z);
        self.roll = atan2(-bent.y, bent.x);
    }
}

impl Leg {
    /// A standing leg with the toes slightly turned out.
    pub const AT_EASE: Self =
        Self { placed: 1.0, out: 0.6, toe_out: 7.0, spread: 4.0, knee: 4.0, ..Self::ZERO };
}
