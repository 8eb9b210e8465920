//! The walk: a loop of 16 frames.

use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, set};
use crate::motion::gait::{Gait, wave};

/// The gait of the walk: a step every 0.8 s. The heel lands first, then the sole is flat, then the foot rolls over its ball.
pub const GAIT: Gait = Gait {
    keys: 16,
    stride: 35.0,
    contact: 0.62,
    landing: 9.7,
    clearance: 2.1,
    pitch: &[
        (0.0, 19.0),
        (0.09, 0.0),
        (0.37, 0.0),
        (0.50, -14.0),
        (0.62, -50.0),
        (0.70, -57.0),
        (0.84, -8.0),
        (0.95, 20.0),
    ],
    toe: &[(0.0, 8.0), (0.10, 0.0), (0.60, 0.0), (0.72, 14.0), (0.85, 4.0)],
};

pub fn pose(key: f64) -> Body {
    // The phase of the left leg. The right one is half a cycle behind.
    let phase = key / f64::from(GAIT.keys);
    // A wave for motions that follow the legs. Its peak is where the left foot lands.
    let scissors = wave(phase, 0.0, 1.0);
    // The weight shifts to the left while the left foot is on the floor.
    let sway = wave(phase, 0.31, 1.0);

    Body::NEUTRAL.with(|b| {
        GAIT.place(&mut b.legs, phase);
        set!(b.legs { out = -0.9 });

        // The hips are lowest just after a foot lands and highest when the legs pass each other.
        set!(b.pelvis { up = -0.78 + 0.52 * wave(phase, 0.31, 2.0), ahead = 0.35 * wave(phase, 0.16, 2.0) });
        set!(b.pelvis { left = 0.85 * sway, turn = -7.0 * scissors });
        set!(b.pelvis { lean = 2.5 + 1.0 * wave(phase, 0.06, 2.0) });
        // The hip of the swinging leg drops.
        set!(b.pelvis { tilt = -3.6 * wave(phase, 0.22, 1.0) });
        set!(b.spine { twist = 14.0 * wave(phase, 0.03, 1.0), side = 4.6 * wave(phase, 0.24, 1.0) });
        set!(b.spine { bend = 1.5 + 1.2 * wave(phase, 0.10, 2.0) });
        set!(b.head { turn = 1.2 * scissors, nod = 2.0 - 1.0 * wave(phase, 0.12, 2.0), tilt = 0.8 * sway });

        // An arm is furthest forward just after the opposite foot lands.
        for (arm, ahead) in [(&mut b.arms.left, 0.53), (&mut b.arms.right, 0.03)] {
            set!(arm { swing = 1.0 + 21.0 * wave(phase, ahead, 1.0) });
            set!(arm { elbow = 25.0 + 13.0 * wave(phase, ahead + 0.06, 1.0) });
            set!(arm { spread = 10.0 - 3.0 * wave(phase, ahead, 1.0) });
            set!(arm { roll = 14.0 + 6.0 * wave(phase, ahead + 0.05, 1.0) });
            set!(arm { protract = 3.0 * wave(phase, ahead, 1.0), shrug = 1.0 * wave(phase, ahead, 2.0) });
            set!(arm { flex = 8.0 + 6.0 * wave(phase, ahead + 0.12, 1.0) });
        }
        // When the left arm swings back, the hand moves around the satchel.
        set!(b.arms.left { spread += 4.0 - 4.0 * wave(phase, 0.55, 1.0) });
    })
}
