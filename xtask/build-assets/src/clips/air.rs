//! Sequences off the floor: the jump and the backward somersault.

use glam::DVec3;

use crate::clips::stand;
use crate::degrees::about_y;
use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, Key, curve, set};
use crate::skeleton::Joint;
use crate::trig::ramp;

fn gathered(depth: f64) -> Body {
    stand::at_ease().with(|b| {
        set!(b.pelvis { up = -6.5 * depth, ahead = -2.2 * depth, lean = 26.0 * depth });
        set!(b.spine { bend = 16.0 * depth }, b.head { nod = 4.0 * depth });
        set!(b.legs { knee_out = 8.0 * depth });
        set!(b.arms { swing = -44.0 * depth, spread = 12.0, elbow = 22.0, roll = 4.0 });
    })
}

pub fn jump(key: f64) -> Body {
    let leap = stand::at_ease().with(|b| {
        set!(b.pelvis { up = 5.5, ahead = 1.0, lean = 3.0 }, b.spine { bend = -5.0 }, b.head { nod = -4.0 });
        set!(b.legs.left { ahead = -2.0, lift = 4.2, pitch = -38.0 });
        set!(b.legs.right { ahead = 0.6, lift = 5.0, pitch = -34.0 });
        set!(b.arms { swing = 62.0, spread = 24.0, elbow = 34.0 });
    });
    let tuck = stand::at_ease().with(|b| {
        set!(b.pelvis { up = 9.5, lean = 12.0 }, b.spine { bend = 9.0 });
        set!(b.legs.left { ahead = -1.0, lift = 14.0, pitch = -28.0 });
        set!(b.legs.right { ahead = 3.2, lift = 16.5, pitch = -16.0 });
        set!(b.arms { swing = 48.0, spread = 40.0, elbow = 44.0 });
    });
    let reach = stand::at_ease().with(|b| {
        set!(b.pelvis { up = 4.0, lean = 9.0 }, b.spine { bend = 6.0 }, b.head { nod = 8.0 });
        set!(b.legs.left { ahead = 1.0, lift = 5.0, pitch = -12.0 });
        set!(b.legs.right { ahead = 2.6, lift = 5.6, pitch = -8.0 });
        set!(b.arms { swing = 18.0, spread = 52.0, elbow = 30.0 });
    });
    let land = gathered(0.85).with(|b| {
        set!(b.head { nod = 8.0 }, b.arms { swing = 22.0, spread = 34.0, elbow = 38.0 });
    });
    let rise = gathered(0.22).with(|b| b.arms.each(|arm| arm.swing = 8.0));
    curve(&[(0.0, gathered(1.0)), (1.0, leap), (2.0, tuck), (3.0, reach), (4.0, land), (5.0, rise)], key)
}

/// The times in frames at which the feet leave the floor in [`flip`] and return to it.
const FLIGHT: (f64, f64) = (2.4, 8.4);
/// The height of the body's center above its standing height, at the top of the somersault.
const FLIP_HEIGHT: f64 = 11.5;

pub fn flip(key: f64) -> Body {
    let air = (key - FLIGHT.0) / (FLIGHT.1 - FLIGHT.0);
    if (0.0..=1.0).contains(&air) { tumbling(air) } else { on_floor(key) }
}

fn on_floor(key: f64) -> Body {
    let throw = stand::at_ease().with(|b| {
        set!(b.pelvis { up = 1.2, ahead = -1.0, lean = -14.0 }, b.spine { bend = -12.0 });
        set!(b.head { nod = -16.0 }, b.legs { pitch = -42.0 });
        set!(b.arms { swing = 150.0, spread = 12.0, elbow = 18.0 });
    });
    let absorb = gathered(0.9).with(|b| set!(b.arms { swing = 48.0, spread = 26.0, elbow = 24.0 }));
    let (easy, start, end) = (stand::at_ease(), gathered(0.8), gathered(0.35));
    let keys = [(0.0, easy), (1.2, start), (FLIGHT.0, throw), (FLIGHT.1, end), (9.3, absorb), (11.0, easy)];
    curve(&keys, key)
}

/// Returns the pose of the somersault in flight; `air` is the time from 0 at the start of the flight to 1 at its end. The
/// body turns around its center, which moves along a ballistic arc.
fn tumbling(air: f64) -> Body {
    let hanging = Body::NEUTRAL.with(|b| set!(b.legs { placed = 0.0, spread = 3.0 }));
    let open = hanging.with(|b| {
        set!(b.spine { bend = -12.0 }, b.head { nod = -16.0 }, b.legs { flex = -6.0, knee = 12.0, ankle = -40.0 });
        set!(b.arms { swing = 150.0, spread = 12.0, elbow = 18.0 });
    });
    let tuck = hanging.with(|b| {
        set!(b.spine { bend = 42.0 }, b.head { nod = 24.0 }, b.legs { flex = 112.0, knee = 128.0, ankle = -20.0 });
        set!(b.arms { swing = 52.0, spread = 10.0, roll = 24.0, elbow = 58.0 });
    });
    let reach = hanging.with(|b| {
        set!(b.spine { bend = 16.0 }, b.head { nod = 6.0 }, b.legs { flex = 42.0, knee = 46.0, ankle = -12.0 });
        set!(b.arms { swing = 48.0, spread = 34.0, elbow = 20.0 });
    });
    let shape: [Key<Body>; 4] = [(0.0, open), (0.32, tuck), (0.66, tuck), (1.0, reach)];
    // The rotation is slow while the body is stretched and fast while it is tucked.
    let turned = curve(&[(0.0, 14.0), (0.2, 66.0), (0.5, 188.0), (0.8, 308.0), (1.0, 348.0)], air);
    curve(&shape, air).with(|b| {
        let middle = DVec3::new(0.5, 0.0, 9.0);
        let arc = 4.0 * air * (1.0 - air);
        let (before, after) = (on_floor(FLIGHT.0), on_floor(FLIGHT.1));
        let at = |body: &Body| {
            let hips = DVec3::new(body.pelvis.ahead, 0.0, body.pelvis.up) + Joint::Pelvis.rest();
            hips + about_y(body.pelvis.lean) * (middle - Joint::Pelvis.rest())
        };
        let flying = at(&before).lerp(at(&after), ramp(0.0, 1.0, air)) + DVec3::Z * FLIP_HEIGHT * arc;
        let hips = flying - about_y(-turned) * (middle - Joint::Pelvis.rest()) - Joint::Pelvis.rest();
        // The head turns with the chest.
        set!(b.pelvis { ahead = hips.x, up = hips.z, lean = -turned }, b.head { level = 0.0 });
    })
}
