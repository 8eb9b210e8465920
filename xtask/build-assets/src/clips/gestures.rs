//! Gestures of the left hand: salute, taunt, wave, point. The right hand holds the weapon.

use glam::DVec3;

use crate::clips::stand;
use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, curve, set};
use crate::motion::gait::wave;
use crate::motion::rig::LEFT;

pub fn salute(key: f64) -> Body {
    let easy = stand::at_ease();
    let draw_up = easy.with(|b| {
        set!(b.pelvis { up = 0.0 }, b.spine { bend = -4.0 }, b.head { nod = -2.0 });
        set!(b.arms.left { shrug = 3.0, swing = 8.0, elbow = 55.0, roll = 40.0 });
    });
    let held = draw_up.with(|b| {
        set!(b.spine { bend = -6.0, twist = 2.0 }, b.head { nod = -3.0 });
        LEFT.reach(b, DVec3::new(3.0, 6.3, 26.2), DVec3::new(0.2, 1.0, -0.2));
        LEFT.point(b, DVec3::new(-0.4, -0.85, 0.35), DVec3::new(-0.7, 0.1, -0.5));
        set!(b.arms.right { swing = -2.0, spread = 5.0, elbow = 8.0 });
    });
    let firm = held.with(|b| b.head.nod = -4.0);
    // The hand moves away faster than it came.
    let away = draw_up.with(|b| set!(b.arms.left { swing = 42.0, spread = 20.0, elbow = 40.0, roll = 10.0 }));
    curve(&[(0.0, easy), (1.0, draw_up), (3.0, held), (7.0, firm), (8.3, away), (10.0, easy)], key)
}

pub fn taunt(key: f64) -> Body {
    let easy = stand::at_ease();
    let gather = easy.with(|b| {
        set!(b.pelvis { up = -1.2 }, b.spine { bend = 10.0 }, b.head { nod = 8.0 });
        set!(b.arms.left { swing = 20.0, roll = 50.0, elbow = 70.0 });
        set!(b.arms.right { swing = 14.0, roll = 40.0, elbow = 55.0 });
    });
    let open = easy.with(|b| {
        set!(b.pelvis { up = -0.15, ahead = 0.8 }, b.spine { bend = -12.0 }, b.head { nod = -10.0 });
        set!(b.arms { swing = 8.0, spread = 62.0, roll = -50.0, elbow = 38.0, pronate = -30.0, shrug = 6.0 });
    });
    let hold = open.with(|b| set!(b.head { tilt = 8.0, nod = -6.0 }, b.spine { twist = 6.0 }));
    let lean_in = easy.with(|b| {
        set!(b.pelvis { up = -0.9, ahead = 1.4, turn = -14.0 }, b.spine { bend = 13.0, twist = -10.0 });
        set!(b.head { nod = 2.0, tilt = -7.0 });
        LEFT.reach(b, DVec3::new(12.5, 5.5, 15.5), DVec3::new(-0.3, 0.5, -1.0));
        LEFT.point(b, DVec3::new(0.8, -0.2, 0.6), DVec3::new(0.2, 1.0, 0.2));
        set!(b.arms.right { swing = -10.0, spread = 16.0, elbow = 30.0 });
    });
    let arms_wide = [(0.0, easy), (1.6, gather), (4.0, open), (7.0, hold)];
    let body = curve(&[&arms_wide[..], &[(9.5, lean_in), (14.0, lean_in), (16.0, easy)]].concat(), key);
    // The hand beckons twice.
    let curl = curve(&[(9.0, 0.0), (10.2, 1.0), (11.3, 0.0), (12.5, 1.0), (13.8, 0.0)], key);
    body.with(|b| {
        set!(b.arms.left { flex += 55.0 * curl, elbow += 22.0 * curl }, b.head { nod += 3.0 * curl });
    })
}

pub fn wave_hand(key: f64) -> Body {
    let easy = stand::at_ease();
    let lift = easy.with(|b| {
        set!(b.pelvis { left = -0.6 });
        set!(b.arms.left { swing = 38.0, spread = 40.0, roll = -10.0, elbow = 95.0, pronate = 0.0 });
    });
    let up = easy.with(|b| {
        set!(b.pelvis { left = -1.1, tilt = 2.5 }, b.spine { side = -6.0, bend = -3.0 });
        set!(b.head { tilt = 5.0, nod = -3.0 });
        LEFT.reach(b, DVec3::new(4.5, 11.5, 28.5), DVec3::new(0.2, 1.0, -0.5));
        LEFT.point(b, DVec3::Z, DVec3::new(0.2, -1.0, 0.0));
    });
    let body = curve(&[(0.0, easy), (1.2, lift), (2.4, up), (8.2, up), (9.0, lift), (10.0, easy)], key);
    let strength = curve(&[(1.8, 0.0), (2.8, 1.0), (7.6, 1.0), (8.6, 0.0)], key);
    let swing = strength * wave(key / 2.0, 1.45, 1.0);
    body.with(|b| {
        set!(b.arms.left { elbow += 24.0 * swing, cock += 12.0 * swing }, b.spine { side += 1.5 * swing });
        set!(b.head { tilt -= 1.5 * swing });
    })
}

pub fn point(key: f64) -> Body {
    let easy = stand::at_ease();
    let draw = easy.with(|b| {
        set!(b.pelvis { turn = 5.0 }, b.spine { twist = 8.0 });
        set!(b.arms.left { swing = 28.0, spread = 18.0, roll = 30.0, elbow = 100.0, shrug = 3.0 });
    });
    let aim = easy.with(|b| {
        set!(b.pelvis { ahead = 1.0, turn = -10.0 }, b.spine { twist = -18.0, bend = 3.0 });
        set!(b.head { turn = 3.0 });
        LEFT.reach(b, DVec3::new(19.7, 3.4, 19.4), DVec3::new(0.0, 0.7, -1.0));
        LEFT.point(b, DVec3::X, DVec3::new(0.0, -0.4, 1.0));
        set!(b.arms.left { protract = 8.0 }, b.arms.right { swing = -8.0, spread = 13.0 });
    });
    let back = aim.with(|b| {
        set!(b.pelvis { ahead = 0.3 }, b.spine { twist = -12.0, bend = 0.0 }, b.head { nod = 2.0 });
        LEFT.reach(b, DVec3::new(15.6, 4.4, 18.2), DVec3::new(0.0, 0.7, -1.0));
    });
    let jab = aim.with(|b| set!(b.pelvis { ahead = 1.5 }, b.spine { twist = -22.0 }, b.head { nod = 4.0 }));
    let pointing = [(3.0, aim), (4.8, aim), (5.8, back), (6.8, jab), (8.6, aim)];
    curve(&[&[(0.0, easy), (1.4, draw)], &pointing[..], &[(11.0, easy)]].concat(), key)
}
