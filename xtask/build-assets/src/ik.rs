//! Inverse kinematics for a chain of two bones: hip, knee and ankle, or shoulder, elbow and wrist.

use glam::DVec3;

use crate::degrees::{acos, cos, sin};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    pub middle: DVec3,
    /// The ankle or wrist. It is at the target if the chain can reach it.
    pub end: DVec3,
}

/// The distance up to which a limb reaches a target exactly, as a fraction of the limb's length.
const SOFT_FROM: f64 = 0.9955;
/// The largest fraction of its length to which a limb stretches. It is below 1, so that a knee does not straighten suddenly.
const SOFT_TO: f64 = 0.9995;

/// Bends a chain of bones with the lengths `upper` and `lower` from `start` towards `target`.
///
/// The middle joint moves in the direction `bend`, perpendicular to the line from `start` to `target`. When the chain is almost straight,
/// its end does not quite reach the target; see [`reach`].
pub fn two_bone(start: DVec3, target: DVec3, bend: DVec3, upper: f64, lower: f64) -> Chain {
    let line = target - start;
    let wanted = line.length().max((upper - lower).abs() * 1.02 + 1e-3);
    let along = line.normalize_or(DVec3::NEG_Z);
    let distance = reach(wanted, upper + lower);
    let out = (bend - along * bend.dot(along)).normalize_or(DVec3::X);

    // The angle at the start between the line and the upper bone, by the law of cosines.
    let angle = acos((upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance));
    let middle = start + along * (upper * cos(angle)) + out * (upper * sin(angle));
    Chain { middle, end: start + along * distance }
}

/// Returns the distance between the ends of a chain with the given length, whose target is at the distance `wanted` from its start.
///
/// Up to [`SOFT_FROM`] of the length, the chain reaches the target. For farther targets, the distance approaches [`SOFT_TO`] of the length.
pub fn reach(wanted: f64, length: f64) -> f64 {
    let (from, to) = (SOFT_FROM * length, SOFT_TO * length);
    if wanted <= from {
        return wanted;
    }
    let room = to - from;
    let excess = (wanted - from) / room;
    from + room * (excess / (1.0 + excess))
}
