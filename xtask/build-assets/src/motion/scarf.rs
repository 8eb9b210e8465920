//! A simulation of the scarf's free end: two links that hang from the neck, with gravity, drag, and contact with the back.

use glam::DVec3;

use crate::motion::channels::{Channels, Key, channels, curve, cycle};
use crate::motion::rig::FLOOR;
use crate::skeleton::{Joint, SkeletonPose};
use crate::trig::between;

const TIP: DVec3 = DVec3::new(-4.6, 2.5, 10.6);
/// The acceleration of gravity, in units per second squared, for a figure that is 54 units tall.
const GRAVITY: f64 = 294.0;
/// The rate, per second, at which the velocity of the cloth approaches that of the air.
const DRAG: f64 = 2.2;
/// The rate, per second, at which the velocity of the cloth approaches that of the back.
const FRICTION: f64 = 8.0;
/// The strength with which the cloth returns to its rest shape, per second squared.
const STIFFNESS: f64 = 42.0;
/// The minimum distance by which each link extends backward from the chest, as a fraction of the link's length.
const OFF_THE_BACK: f64 = 0.16;
/// The minimum height of the cloth above the floor.
const OFF_THE_FLOOR: f64 = 0.3;
const STEPS: u16 = 12;
/// The number of times that the simulation plays a looping sequence. After fewer rounds, the scarf would not yet repeat its motion.
const ROUNDS: u16 = 5;

channels! {
    ChestPose {
        anchor: DVec3,
        axes: [DVec3; 3],
    }
}

impl Channels for DVec3 {
    const ZERO: Self = Self::ZERO;

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
        Self::new(f(self.x, other.x), f(self.y, other.y), f(self.z, other.z))
    }
}

impl<T: Channels, const N: usize> Channels for [T; N] {
    const ZERO: Self = [T::ZERO; N];

    fn zip(self, other: Self, f: &impl Fn(f64, f64) -> f64) -> Self {
        std::array::from_fn(|i| self[i].zip(other[i], f))
    }
}

impl ChestPose {
    fn new(pose: &SkeletonPose) -> Self {
        let map = pose.skinning()[Joint::Chest as usize];
        let axes = [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis];
        Self { anchor: map.transform_point3(Joint::Scarf.rest()), axes }
    }

    fn to_model(self, direction: DVec3) -> DVec3 {
        let [x, y, z] = self.axes;
        x.normalize() * direction.x + y.normalize() * direction.y + z.normalize() * direction.z
    }

    fn to_chest(self, direction: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|axis| axis.normalize().dot(direction)))
    }
}

fn links() -> [DVec3; 2] {
    [Joint::ScarfEnd.rest() - Joint::Scarf.rest(), TIP - Joint::ScarfEnd.rest()]
}

#[derive(Clone, Copy, Debug)]
struct Cloth {
    at: [DVec3; 2],
    speed: [DVec3; 2],
}

impl Cloth {
    fn at_rest(chest: ChestPose) -> Self {
        let [upper, lower] = links();
        let middle = chest.anchor + chest.to_model(upper);
        Self { at: [middle, middle + chest.to_model(lower)], speed: [DVec3::ZERO; 2] }
    }

    /// Simulates `seconds`, during which the chest moves from `from` to `to`, in air with the velocity `wind`.
    fn advance(&mut self, from: ChestPose, to: ChestPose, wind: DVec3, seconds: f64) {
        let before = self.at;
        let (old_rest, rest) = (Self::at_rest(from).at, Self::at_rest(to).at);
        for i in 0..2 {
            let speed = self.speed[i];
            let back = (rest[i] - old_rest[i]) / seconds;
            let pull = (rest[i] - self.at[i]) * STIFFNESS - DVec3::Z * GRAVITY;
            let drag = (wind - speed) * DRAG + (back - speed) * FRICTION;
            self.speed[i] += (pull + drag) * seconds;
            self.at[i] += self.speed[i] * seconds;
        }
        // Restores the lengths of the links, and moves them out of the back and the floor.
        for _ in 0..4 {
            let mut from = to.anchor;
            for (at, link) in self.at.iter_mut().zip(links()) {
                let length = link.length();
                let mut along = to.to_chest(*at - from);
                along.x = along.x.min(-OFF_THE_BACK * length);
                *at = from + to.to_model(along.normalize_or(DVec3::NEG_X) * length);
                at.z = at.z.max(FLOOR + OFF_THE_FLOOR);
                from = *at;
            }
        }
        for (speed, (at, before)) in self.speed.iter_mut().zip(self.at.iter().zip(before)) {
            *speed = (at - before) / seconds;
        }
    }

    fn bend(self, chest: ChestPose, pose: &mut SkeletonPose) {
        let [upper, lower] = links().map(DVec3::normalize);
        let direction = |to: DVec3, from: DVec3| chest.to_chest(to - from).normalize_or(DVec3::NEG_Z);
        let first = between(upper, direction(self.at[0], chest.anchor));
        let second = between(lower, first.inverse() * direction(self.at[1], self.at[0]));
        pose.rotations[Joint::Scarf as usize] = first.normalize();
        pose.rotations[Joint::ScarfEnd as usize] = second.normalize();
    }
}

/// Simulates the scarf for a sequence of poses, which are a tenth of a second apart. With `loops`, the first pose follows the
/// last. The figure moves forward at `speed`, which causes wind from the front.
pub fn simulate(poses: &mut [SkeletonPose], loops: bool, speed: f64) {
    let keys: Vec<Key<ChestPose>> =
        poses.iter().enumerate().map(|(i, pose)| (i as f64, ChestPose::new(pose))).collect();
    let period = keys.len() as f64;
    let at = |time: f64| if loops { cycle(&keys, period, time) } else { curve(&keys, time) };
    let wind = DVec3::NEG_X * speed;
    let seconds = 0.1 / f64::from(STEPS);

    let mut cloth = Cloth::at_rest(at(0.0));
    // The cloth comes to rest in the first pose, before the sequence starts.
    for _ in 0..20 * STEPS {
        cloth.advance(at(0.0), at(0.0), wind, seconds);
    }
    let rounds = if loops { ROUNDS } else { 1 };
    for _ in 0..rounds {
        for (i, pose) in poses.iter_mut().enumerate() {
            let frame = i as f64;
            cloth.bend(at(frame), pose);
            for step in 1..=STEPS {
                let time = |step: u16| frame + f64::from(step) / f64::from(STEPS);
                cloth.advance(at(time(step - 1)), at(time(step)), wind, seconds);
            }
        }
    }
}
