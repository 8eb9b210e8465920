//! The three deaths of a standing figure. Each ends at rest on the floor.

use glam::DVec3;

use crate::clips::stand;
use crate::motion::anatomy::{Arm, Body, Leg};
use crate::motion::channels::{Channels, curve, set};
use crate::motion::rig::{FLOOR, LEFT, RIGHT};

/// The height in model space of a wrist that rests on the floor.
const WRIST_ON_FLOOR: f64 = FLOOR + 1.15;
/// The height in model space of the right wrist while the weapon in the right hand is on the floor.
const GRIP_ON_FLOOR: f64 = FLOOR + 2.5;

/// Returns a figure that sits on the floor with its knees up. The trunk leans by `lean`; negative is back.
pub(super) fn seated(lean: f64) -> Body {
    Body::NEUTRAL
        .with(|b| {
            set!(b.pelvis { ahead = -9.5, lean = lean }, b.spine { bend = 20.0 });
            set!(b.head { level = 0.3, nod = 10.0 });
            set!(b.legs.left { ahead = 3.6, out = 1.6, pitch = 4.0, toe_out = 14.0, knee_out = 8.0 });
            set!(b.legs.right { ahead = 7.4, out = 2.0, pitch = 24.0, toe_out = 18.0, knee_out = 12.0 });
            set!(b.arms { swing = 0.0, spread = 30.0, elbow = 30.0, roll = 0.0 });
        })
        .laid_down()
}

/// Returns a figure on its back with one knee up and its arms spread. With a larger `stir`, head and arms are higher above the
/// floor.
pub(super) fn supine(stir: f64) -> Body {
    let body = Body::NEUTRAL.with(|b| {
        set!(b.pelvis { ahead = -8.0, lean = -91.0, turn = 5.0 });
        set!(b.spine { bend = 1.5 + 12.0 * stir, side = 4.0 });
        set!(b.head { level = 0.0, nod = -8.0 + 40.0 * stir, turn = 30.0 * (1.0 - stir) });
        set!(b.legs.left { ahead = 8.0, out = 2.8, toe_out = 20.0, knee_out = 9.0 });
        set!(b.legs.right { ahead = 20.2, out = 1.6, lift = 0.4, pitch = 62.0, fallen = 34.0, knee_out = 20.0 });
    });
    body.laid_down().with(|b| {
        LEFT.reach(b, DVec3::new(-17.0, 17.6, WRIST_ON_FLOOR + 9.0 * stir), DVec3::new(-1.0, 0.2, 0.0));
        LEFT.point(b, DVec3::new(0.3, 1.0, -0.1), DVec3::new(-1.0, 0.3, 0.3));
        RIGHT.reach(b, DVec3::new(-10.0, -14.0, GRIP_ON_FLOOR + 9.0 * stir), DVec3::new(-0.6, -1.0, 0.0));
        RIGHT.point(b, DVec3::new(1.0, -0.6, 0.0), DVec3::new(-0.5, -1.0, 0.1));
    })
}

/// Returns a figure that lies face down with one arm next to its head. With a larger `stir`, the chest is higher above the floor.
fn prone(stir: f64) -> Body {
    let body = Body::NEUTRAL.with(|b| {
        set!(b.pelvis { ahead = 2.0, lean = 91.0, turn = -6.0 });
        set!(b.spine { bend = -4.0 - 16.0 * stir, side = -5.0 });
        set!(b.head { level = 0.0, nod = -6.0, turn = 58.0 - 20.0 * stir });
        set!(b.legs { placed = 0.0, flex = 2.0, knee = 4.0, spread = 7.0, roll = -12.0, ankle = -34.0 });
        set!(b.legs.right { knee = 8.0, spread = 16.0, roll = -24.0 });
    });
    body.laid_down().legs_let_down().with(|b| {
        LEFT.reach(b, DVec3::new(24.5, 11.5, WRIST_ON_FLOOR), DVec3::new(-0.3, 1.0, 0.1));
        LEFT.point(b, DVec3::new(1.0, -0.3, 0.0), DVec3::new(0.3, -1.0, 0.2));
        RIGHT.reach(b, DVec3::new(3.6, -11.0, GRIP_ON_FLOOR), DVec3::new(0.2, -1.0, 0.1));
        RIGHT.point(b, DVec3::new(-0.6, -1.0, 0.0), DVec3::new(-0.2, 0.6, 0.4));
    })
}

pub fn backward(key: f64) -> Body {
    let struck = stand::at_ease().with(|b| {
        set!(b.pelvis { ahead = -3.0, up = -1.2, lean = -14.0 }, b.spine { bend = -14.0 });
        set!(b.head { nod = 14.0, level = 0.4 }, b.legs.left { pitch = 10.0 });
        set!(b.arms { swing = 46.0, spread = 40.0, elbow = 30.0, roll = 0.0 });
    });
    let falling = supine(0.8).with(|b| {
        set!(b.pelvis { lean = -44.0, up = -12.5, ahead = -9.0 });
        b.legs.left = Leg { ahead: 3.0, out: 1.6, pitch: 22.0, lift: 1.5, ..Leg::AT_EASE };
        b.legs.right = Leg { ahead: 6.0, out: 1.2, pitch: 34.0, lift: 3.0, ..Leg::AT_EASE };
        set!(b.arms { swing = 60.0, spread = 50.0, elbow = 28.0, roll = 0.0 });
    });
    // The left arm falls next to the head.
    let thrown = |stir: f64| {
        supine(stir).with(|b| {
            LEFT.reach(b, DVec3::new(-29.0, 11.5, WRIST_ON_FLOOR + 7.0 * stir), DVec3::new(0.3, 1.0, 0.0));
            LEFT.point(b, DVec3::new(-1.0, 0.2, -0.1), DVec3::new(-0.2, -1.0, 0.2));
        })
    };
    let impact = thrown(0.35).with(|b| set!(b.legs.left { lift = 2.5 }, b.legs.right { lift = 3.5 }));
    let still = thrown(0.0);
    curve(&[(0.0, struck), (1.6, falling), (3.0, impact), (4.0, still), (5.0, still)], key).lifted_clear()
}

pub fn forward(key: f64) -> Body {
    let buckle = stand::at_ease()
        .with(|b| {
            set!(b.pelvis { up = -5.0, ahead = 1.0, lean = -4.0 }, b.spine { bend = 14.0 });
            set!(b.head { nod = 20.0, level = 0.4 }, b.legs { pitch = -24.0 }, b.arms.left { spread = 14.0 });
        })
        .feet_freed();
    let kneel = Body::NEUTRAL
        .with(|b| {
            set!(b.pelvis { up = -12.2, ahead = 2.0, lean = 10.0 }, b.spine { bend = 24.0 });
            set!(b.head { level = 0.0, nod = 18.0 }, b.arms { swing = 18.0, spread = 14.0, elbow = 22.0 });
            set!(b.legs { placed = 0.0, flex = 12.0, knee = 88.0, spread = 7.0, ankle = -34.0 });
        })
        .lifted_clear();
    let topple = prone(0.5).with(|b| {
        set!(b.pelvis { lean = 56.0, up = -17.0, ahead = 3.0 }, b.spine { bend = 6.0 });
        set!(b.head { turn = 20.0 }, b.legs { flex = -2.0, knee = 52.0 });
        b.arms.left = Arm { swing: 66.0, spread: 30.0, elbow: 60.0, ..Arm::AT_EASE };
        RIGHT.reach(b, DVec3::new(9.0, -10.0, GRIP_ON_FLOOR + 3.0), DVec3::new(-1.0, -0.8, 0.3));
        RIGHT.point(b, DVec3::new(-0.1, -1.0, 0.1), DVec3::new(-0.2, 0.4, 1.0));
    });
    let impact = prone(0.4).with(|b| b.legs.each(|leg| leg.knee += 22.0));
    let still = prone(0.0);
    curve(&[(0.0, buckle), (1.4, kneel), (2.6, topple), (3.5, impact), (4.4, still), (5.0, still)], key)
        .lifted_clear()
}

pub fn slowly(key: f64) -> Body {
    let clutch = stand::at_ease().with(|b| {
        set!(b.pelvis { up = -2.2, ahead = -0.5 }, b.spine { bend = 20.0 });
        set!(b.head { nod = 26.0, level = 0.5 });
        LEFT.reach(b, DVec3::new(6.4, 0.4, 12.6), DVec3::new(0.0, 1.0, -0.6));
    });
    let sway = stand::at_ease().with(|b| {
        set!(b.pelvis { up = -6.5, ahead = -4.4, lean = 8.0, left = -1.0 });
        set!(b.spine { bend = 16.0, side = -8.0 }, b.head { nod = 4.0, level = 0.5, tilt = -14.0 });
        set!(b.legs.right { ahead = 2.6 });
        LEFT.reach(b, DVec3::new(4.0, 0.6, 7.6), DVec3::new(0.0, 1.0, -0.6));
        set!(b.arms.right { spread = 30.0, elbow = 34.0, swing = -14.0 });
    });
    let sit = seated(-12.0).with(|b| {
        set!(b.spine { bend = 28.0 }, b.head { nod = 26.0 });
        RIGHT.reach(b, DVec3::new(-15.0, -10.0, GRIP_ON_FLOOR + 2.2), DVec3::new(-1.0, -0.6, 0.2));
        RIGHT.point(b, DVec3::new(-0.2, -1.0, 0.0), DVec3::new(1.0, -0.3, 0.3));
    });
    let recline = seated(-48.0).with(|b| {
        set!(b.head { nod = 24.0 });
        RIGHT.reach(b, DVec3::new(-17.0, -11.0, GRIP_ON_FLOOR + 1.4), DVec3::new(-1.0, -0.6, 0.2));
        RIGHT.point(b, DVec3::new(0.3, -1.0, 0.0), DVec3::new(0.6, 0.3, 0.6));
    });
    let back = supine(0.2);
    let still = supine(0.0);
    curve(&[(0.0, clutch), (1.5, sway), (3.2, sit), (4.6, recline), (6.0, back), (7.0, still)], key)
        .lifted_clear()
}
