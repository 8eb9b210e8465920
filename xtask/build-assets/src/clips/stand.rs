//! Standing at ease: a loop of 40 frames in which the figure breathes and shifts its weight from one leg to the other.

use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, Key, cycle, set};
use crate::motion::gait::wave;

pub const KEYS: u16 = 40;

/// The distribution of the weight over time, from -1 (all on the right leg) to 1 (all on the left leg).
const WEIGHT: &[Key<f64>] = &[(0.0, 0.72), (13.0, 0.80), (19.0, -0.66), (33.0, -0.74)];
/// The direction of the face in degrees. The face turns to the left when the weight shifts to the right.
const GAZE: &[Key<f64>] = &[(0.0, 0.0), (8.0, -4.0), (14.0, 20.0), (20.0, 24.0), (26.0, -6.0), (34.0, -10.0)];

pub fn pose(key: f64) -> Body {
    let period = f64::from(KEYS);
    let weight = cycle(WEIGHT, period, key);
    // The trunk and the arms follow the hips with a delay.
    let late = cycle(WEIGHT, period, key - 2.5);
    let gaze = cycle(GAZE, period, key);
    // Two breaths. Breathing out takes longer than breathing in.
    let phase = key / period;
    let breath = 0.5 + 0.5 * wave(phase + 0.012 * wave(phase, 0.0, 2.0), 0.2, 2.0);

    feet_set().with(|b| {
        set!(b.pelvis { left = 1.9 * weight, up = -0.22 - 0.2 * (1.0 - weight * weight) + 0.06 * breath });
        set!(b.pelvis { tilt = -5.0 * weight, turn = 3.0 + 3.5 * weight, lean = 0.5 });
        set!(b.spine { side = 6.2 * late, twist = -3.0 - 3.0 * late + 0.12 * gaze });
        set!(b.spine { bend = 1.5 - 2.2 * breath });
        set!(b.head { turn = gaze, nod = 2.0 - 1.2 * breath, tilt = -2.0 * late });

        for (arm, near) in [(&mut b.arms.left, late), (&mut b.arms.right, -late)] {
            set!(arm { shrug = 2.4 * breath, spread = 9.0 + 1.2 * breath + 1.5 * near });
            set!(arm { swing = 1.0 + 1.5 * near, elbow = 18.0 + 2.0 * breath - 2.0 * near });
        }
    })
}

/// Returns the pose at the start and the end of gestures, with the weight on both feet.
pub fn at_ease() -> Body {
    feet_set().with(|b| set!(b.pelvis { turn = 3.0 }, b.spine { twist = -3.0, bend = 1.0 }))
}

fn feet_set() -> Body {
    Body::NEUTRAL.with(|b| {
        set!(b.legs.left { out = 0.4, ahead = -1.0, toe_out = 9.0 });
        set!(b.legs.right { out = 0.9, ahead = 1.6, toe_out = 13.0 });
    })
}
