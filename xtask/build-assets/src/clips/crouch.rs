//! Crouched sequences: stand, walk, attack, pain and death.

use glam::DVec3;

use crate::clips::combat::hold_weapon;
use crate::clips::death;
use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, curve, set};
use crate::motion::gait::{Gait, wave};

pub const GAIT: Gait = Gait {
    keys: 6,
    stride: 27.0,
    contact: 0.60,
    landing: 9.5,
    clearance: 2.2,
    pitch: &[(0.0, 10.0), (0.12, 0.0), (0.30, 0.0), (0.60, -40.0), (0.70, -42.0), (0.90, 6.0)],
    toe: &[(0.0, 4.0), (0.60, 0.0), (0.72, 8.0)],
};

pub const OFFSET: f64 = 0.04;

fn low() -> Body {
    Body::NEUTRAL.with(|b| {
        set!(b.pelvis { up = -10.8, ahead = -2.6, lean = 22.0, turn = -10.0 });
        set!(b.spine { bend = 24.0, twist = 4.0 }, b.head { nod = 2.0 });
        set!(b.legs.left { ahead = 4.2, out = 1.0, toe_out = 8.0, knee_out = 6.0 });
        set!(b.legs.right { ahead = -5.4, out = 1.4, toe_out = 16.0, knee_out = 10.0, pitch = -40.0 });
        ready(b, 0.0);
    })
}

fn ready(b: &mut Body, raise: f64) {
    hold_weapon(b, DVec3::new(6.8, -4.6, -3.0 + raise), DVec3::new(1.0, 0.3, 0.05));
}

pub fn stand(key: f64) -> Body {
    let phase = key / 19.0;
    let breath = wave(phase, 0.3, 1.0);
    low().with(|b| {
        set!(b.pelvis { up += 0.25 * breath, ahead += 0.3 * wave(phase, 0.55, 1.0) });
        set!(b.spine { bend -= 2.0 * breath, twist += 3.0 * wave(phase, 0.1, 1.0) });
        set!(b.head { turn = 15.0 * wave(phase, 0.15, 1.0), nod += 1.5 * wave(phase, 0.4, 2.0) });
        ready(b, 0.5 * breath);
        set!(b.arms { shrug += 2.0 * breath });
    })
}

pub fn walk(key: f64) -> Body {
    let phase = key / f64::from(GAIT.keys) + OFFSET;
    low().with(|b| {
        GAIT.place(&mut b.legs, phase);
        set!(b.legs { out = -0.2, toe_out = 7.0, knee_out = 6.0 });
        set!(b.pelvis { ahead = -1.4, up = -9.4 + 0.5 * wave(phase, 0.3, 2.0) });
        set!(b.pelvis { left = 0.8 * wave(phase, 0.3, 1.0), turn = -7.0 * wave(phase, 0.0, 1.0) });
        set!(b.pelvis { tilt = -3.0 * wave(phase, 0.2, 1.0) });
        set!(b.spine { twist = 9.0 * wave(phase, 0.02, 1.0), side = 3.0 * wave(phase, 0.22, 1.0) });
        ready(b, 1.2 + 0.4 * wave(phase, 0.4, 2.0));
    })
}

pub fn attack(key: f64) -> Body {
    let aim = |kick: f64| {
        low().with(|b| {
            set!(b.pelvis { turn = -20.0, ahead -= 0.9 * kick });
            set!(b.spine { twist = -8.0 - 6.0 * kick, bend = 16.0 - 9.0 * kick });
            set!(b.head { nod = 3.0 - 4.0 * kick, tilt = -7.0 });
            hold_weapon(
                b,
                DVec3::new(11.0 - 3.0 * kick, -4.2, 3.6 + 1.6 * kick),
                DVec3::new(1.0, 0.0, 0.22 * kick),
            );
        })
    };
    let (rest, sight) = (low(), aim(0.0));
    let (kick, settle) = (aim(1.0), aim(0.2));
    let shot = [(2.0, sight), (3.0, sight), (4.0, kick), (5.3, settle), (6.2, sight)];
    curve(&[&[(0.0, rest)], &shot[..], &[(8.0, rest)]].concat(), key)
}

pub fn pain(key: f64) -> Body {
    let hit = low().with(|b| {
        set!(b.pelvis { ahead -= 1.6, up -= 0.6, lean = 8.0 }, b.spine { bend = -2.0, twist = -14.0 });
        set!(b.head { nod = -16.0, turn = -12.0 });
        set!(b.arms.left { swing = 40.0, spread = 40.0, elbow = 50.0, roll = 0.0 });
    });
    let curl = low().with(|b| {
        set!(b.pelvis { ahead -= 0.8, up -= 0.8 }, b.spine { bend = 36.0 });
        set!(b.head { nod = 26.0, level = 0.7 });
        ready(b, -0.5);
    });
    curve(&[(0.0, low().lerp(hit, 0.5)), (1.0, hit), (2.0, curl), (3.0, curl.lerp(low(), 0.65))], key)
}

/// Returns the pose of the crouched death at frame `key`, from 0 to 4: the figure falls back, sits, and lies on the floor.
pub fn death(key: f64) -> Body {
    let hit = low().with(|b| {
        set!(b.pelvis { ahead -= 2.0, lean = 0.0 }, b.spine { bend = -4.0 }, b.head { nod = -22.0 });
        set!(b.arms { swing = 40.0, spread = 44.0, elbow = 44.0, roll = 0.0 });
    });
    let sit = death::seated(-30.0).with(|b| b.arms.each(|arm| arm.spread = 52.0));
    curve(&[(0.0, hit), (1.2, sit), (2.6, death::supine(0.3)), (4.0, death::supine(0.0))], key).lifted_clear()
}
