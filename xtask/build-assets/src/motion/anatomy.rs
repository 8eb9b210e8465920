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

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides<T> {
    /// The value for the figure's left side (+Y).
    pub left: T,
    /// The value for the figure's right side (-Y).
    pub right: T,
}

impl<T: Channels> Channels for Sides<T> {
    const ZERO: Self = Self { left: T::ZERO, right: T::ZERO };

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
        Self { left: self.left.zip(other.left, f), right: self.right.zip(other.right, f) }
    }
}

impl<T> Sides<T> {
    pub fn each(&mut self, f: impl Fn(&mut T)) {
        f(&mut self.left);
        f(&mut self.right);
    }
}

channels! {
    Body {
        pelvis: Pelvis,
        spine: Spine,
        head: Head,
        arms: Sides<Arm>,
        legs: Sides<Leg>,
    }
}

channels! {
    Pelvis {
        ahead: f64,
        left: f64,
        up: f64,
        /// The turn of the body to the left, seen from above, in degrees.
        turn: f64,
        /// The forward lean of the body in degrees; 90 is face down, -90 face up, -360 a backward somersault.
        lean: f64,
        /// The lean of the body to the left in degrees, which lowers the left hip.
        tilt: f64,
    }
}

channels! {
    /// Bends of the trunk relative to the pelvis, divided among three joints.
    Spine {
        bend: f64,
        twist: f64,
        side: f64,
    }
}

channels! {
    Head {
        turn: f64,
        nod: f64,
        tilt: f64,
        /// The axes to which the other angles refer: 1 for the axes of the model, 0 for those of the chest, or a mixture for values between
        /// them.
        level: f64,
    }
}

channels! {
    Arm {
        shrug: f64,
        protract: f64,
        swing: f64,
        /// The angle in degrees by which the upper arm is spread to its side, before it swings.
        spread: f64,
        /// The inward roll of the upper arm about its length, in degrees.
        roll: f64,
        elbow: f64,
        /// The inward roll of the forearm in degrees, which moves the thumb towards the belly.
        pronate: f64,
        /// The bend of the hand towards its palm, in degrees.
        flex: f64,
        /// The bend of the hand towards its thumb, in degrees.
        cock: f64,
    }
}

channels! {
    /// A leg, given by the position of its foot, by angles relative to the pelvis, or by a mix of both.
    Leg {
        /// The mix of the two ways to define a leg: 1 uses only the position of the foot, 0 uses only the angles of the leg.
        placed: f64,
        ahead: f64,
        /// Position of the foot: the distance of the sole to the outside of its rest position, in units.
        out: f64,
        lift: f64,
        /// Position of the foot: the pitch of the foot in degrees. Positive angles raise the toes while the heel stays down; negative
        /// angles raise the heel while the ball stays down.
        pitch: f64,
        /// Position of the foot: the angle by which the toes are turned out, in degrees.
        toe_out: f64,
        /// Position of the foot: the angle in degrees by which the foot is tipped to its outside, as for a leg that lies on the floor.
        fallen: f64,
        /// Position of the foot: the angle in degrees of the knee to the outside of the line from hip to foot.
        knee_out: f64,
        /// Angles of the leg: the angle by which the thigh swings forward, in degrees.
        flex: f64,
        /// Angles of the leg: the angle by which the thigh is spread to the outside, in degrees.
        spread: f64,
        /// Angles of the leg: the inward roll of the thigh about its length, in degrees.
        roll: f64,
        knee: f64,
        /// Angles of the leg: the angle by which the ankle raises the toes, in degrees.
        ankle: f64,
        /// The upward bend of the toes at the ball of the foot, in degrees.
        toe: f64,
    }
}

impl Body {
    /// The pose of a body that stands at ease, from which most poses start.
    pub const NEUTRAL: Self = Self {
        pelvis: Pelvis { up: -0.25, ..Pelvis::ZERO },
        spine: Spine::ZERO,
        head: Head { level: 1.0, ..Head::ZERO },
        arms: Sides { left: Arm::AT_EASE, right: Arm::AT_EASE },
        legs: Sides { left: Leg::AT_EASE, right: Leg::AT_EASE },
    };

    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl Arm {
    pub const AT_EASE: Self =
        Self { swing: 2.0, spread: 8.0, roll: 12.0, elbow: 16.0, pronate: 8.0, flex: 6.0, ..Self::ZERO };

    /// Moves upper arm and elbow so that the wrist is at `wrist` and the elbow points in the direction `elbow`. Both vectors are relative
    /// to the shoulder, with the axes forward, outward and up of the chest.
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
    pub const AT_EASE: Self =
        Self { placed: 1.0, out: 0.6, toe_out: 7.0, spread: 4.0, knee: 4.0, ..Self::ZERO };
}
