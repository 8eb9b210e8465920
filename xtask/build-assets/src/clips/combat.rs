//! Combat while standing: the attack, and pain from three sides.

use glam::DVec3;

use crate::clips::stand;
use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, curve, set};
use crate::motion::rig::{LEFT, RIGHT};

pub fn attack(key: f64) -> Body {
    let low = braced().with(|b| {
        set!(b.pelvis { up = -1.0 });
        hold_weapon(b, DVec3::new(7.4, -5.4, 10.8), DVec3::new(1.0, 0.25, -0.25));
    });
    let aim = aiming(0.0);
    let kick = aiming(1.0);
    let settle = aiming(0.25);
    curve(&[(0.0, low), (2.0, aim), (3.0, aim), (4.0, kick), (5.2, settle), (6.0, aim), (7.0, low)], key)
}

fn braced() -> Body {
    stand::at_ease().with(|b| {
        set!(b.pelvis { up = -1.3, ahead = 0.5, turn = -16.0 });
        set!(b.legs.left { ahead = 3.4, out = 1.0, toe_out = 4.0 });
        set!(b.legs.right { ahead = -3.6, out = 1.6, toe_out = 34.0 }, b.spine { twist = -14.0, bend = 6.0 });
    })
}

fn aiming(kick: f64) -> Body {
    braced().with(|b| {
        set!(b.pelvis { ahead -= 1.3 * kick }, b.spine { bend -= 9.0 * kick, twist -= 7.0 * kick });
        set!(b.head { nod = 3.0 - 4.0 * kick, tilt = -7.0 + 2.0 * kick });
        let grip = DVec3::new(8.8 - 3.0 * kick, -4.0, 18.6 + 1.6 * kick);
        hold_weapon(b, grip, DVec3::new(1.0, 0.0, 0.22 * kick));
    })
}

/// Puts both hands on the weapon at the point `grip`, so that the weapon points `along`. The right hand holds the grip like the grip of a
/// pistol: the fingers point to the muzzle, and the thumb is on top. The left hand supports the barrel from below.
pub(super) fn hold_weapon(body: &mut Body, grip: DVec3, along: DVec3) {
    let along = along.normalize();
    RIGHT.reach(body, grip, DVec3::new(-0.5, -1.0, -0.75));
    RIGHT.point(body, along, DVec3::Z);
    LEFT.reach(body, grip + along * 6.6 + DVec3::new(0.0, 1.1, -1.8), DVec3::new(-0.1, 0.45, -1.0));
    LEFT.point(body, along * 0.7 + DVec3::new(0.3, -0.7, 0.2), along - DVec3::Y * 0.3);
}

pub fn pain_front(key: f64) -> Body {
    let easy = stand::at_ease();
    let hit = easy.with(|b| {
        set!(b.pelvis { ahead = -2.2, up = -1.1, lean = -7.0 }, b.spine { bend = -15.0, twist = -6.0 });
        set!(b.head { nod = -14.0 });
        set!(b.arms { swing = 34.0, spread = 34.0, elbow = 52.0, roll = 10.0, shrug = 8.0 });
        set!(b.legs.right { ahead = -3.5, lift = 0.6 });
    });
    let fold = easy.with(|b| {
        set!(b.pelvis { ahead = -2.4, up = -2.0, lean = 4.0 }, b.spine { bend = 20.0 });
        set!(b.head { nod = 22.0, level = 0.6 }, b.legs.right { ahead = -4.2 });
        set!(b.arms { swing = 18.0, spread = 14.0, elbow = 88.0, roll = 52.0 });
    });
    let rise = fold.lerp(easy, 0.6).with(|b| b.legs.right.lift = 0.8);
    curve(&[(0.0, easy.lerp(hit, 0.45)), (1.0, hit), (2.0, fold), (3.0, rise)], key)
}

pub fn pain_left(key: f64) -> Body {
    let easy = stand::at_ease();
    let hit = easy.with(|b| {
        set!(b.pelvis { left = -2.4, up = -1.2, tilt = -6.0, turn = -8.0 });
        set!(b.spine { side = -17.0, twist = -16.0 }, b.head { tilt = 15.0, turn = -16.0, nod = 6.0 });
        set!(b.arms.left { swing = -8.0, spread = 30.0, elbow = 62.0, shrug = 8.0 });
        set!(b.arms.right { spread = 44.0, elbow = 34.0, swing = 12.0 });
        set!(b.legs.right { out = 3.4, lift = 0.6 });
    });
    let guard = easy.with(|b| {
        set!(b.pelvis { left = -2.6, up = -1.9, turn = 6.0 });
        set!(b.spine { bend = 13.0, side = 10.0, twist = 10.0 });
        set!(b.head { tilt = -6.0, nod = 14.0, turn = 14.0 }, b.legs.right { out = 4.0 });
        set!(b.arms.right { spread = 20.0, elbow = 50.0 });
        LEFT.reach(b, DVec3::new(4.6, 0.8, 12.0), DVec3::new(0.1, 1.0, -0.6));
    });
    let rise = guard.lerp(easy, 0.6).with(|b| b.legs.right.lift = 0.7);
    curve(&[(0.0, easy.lerp(hit, 0.45)), (1.0, hit), (2.0, guard), (3.0, rise)], key)
}

pub fn pain_right(key: f64) -> Body {
    let easy = stand::at_ease();
    let hit = easy.with(|b| {
        set!(b.pelvis { left = 2.0, up = -2.4, tilt = 7.0, turn = 13.0 });
        set!(b.spine { side = 13.0, twist = 22.0, bend = 8.0 });
        set!(b.head { tilt = -14.0, turn = 20.0, nod = 10.0 }, b.legs.right { knee_out = -12.0 });
        set!(b.arms.right { swing = -22.0, spread = 26.0, elbow = 48.0, shrug = 7.0 });
        set!(b.arms.left { spread = 40.0, swing = 22.0, elbow = 40.0 });
    });
    let crumple = easy.with(|b| {
        set!(b.pelvis { left = 1.4, up = -4.2, lean = 10.0, turn = 8.0 });
        set!(b.spine { bend = 20.0, side = -8.0 }, b.head { nod = 18.0 }, b.legs.right { pitch = -22.0 });
        set!(b.arms.left { swing = 26.0, spread = 24.0, elbow = 46.0 });
        set!(b.arms.right { swing = 20.0, elbow = 58.0, roll = 34.0 });
    });
    let rise = crumple.lerp(easy, 0.6);
    curve(&[(0.0, easy.lerp(hit, 0.45)), (1.0, hit), (2.0, crumple), (3.0, rise)], key)
}
