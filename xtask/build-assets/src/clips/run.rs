//! The run: a loop of six frames. Both feet are off the floor twice in a cycle.

use crate::motion::anatomy::Body;
use crate::motion::channels::{Channels, set};
use crate::motion::gait::{Gait, wave};

/// The gait of the run: a step every 0.3 s.
pub const GAIT: Gait = Gait {
    keys: 6,
    stride: 56.0,
    contact: 0.35,
    landing: 8.0,
    clearance: 4.0,
    pitch: &[(0.0, 5.0), (0.045, 0.0), (0.15, 0.0), (0.35, -44.0), (0.52, -78.0), (0.74, -30.0), (0.93, 8.0)],
    toe: &[(0.0, 4.0), (0.045, 0.0), (0.36, 0.0), (0.50, 10.0), (0.80, 6.0)],
};

/// The phase of the left foot in the cycle of the run at frame 0, just after the foot has landed.
pub const OFFSET: f64 = 0.05;

pub fn pose(key: f64) -> Body {
    let phase = key / f64::from(GAIT.keys) + OFFSET;

    Body::NEUTRAL.with(|b| {
        GAIT.place(&mut b.legs, phase);
        set!(b.legs { out = -1.2, toe_out = 3.0 });

        // The hips are lowest in the middle of the contact and highest in flight.
        set!(b.pelvis { up = -1.9 - 1.1 * wave(phase, 0.17, 2.0), left = 0.5 * wave(phase, 0.18, 1.0) });
        set!(b.pelvis { turn = -9.0 * wave(phase, 0.0, 1.0), lean = 11.0 + 2.0 * wave(phase, 0.3, 2.0) });
        set!(b.pelvis { tilt = -3.0 * wave(phase, 0.16, 1.0) });
        set!(b.spine { twist = 22.0 * wave(phase, 0.02, 1.0), side = 3.0 * wave(phase, 0.18, 1.0) });
        set!(b.spine { bend = 8.0 + 2.0 * wave(phase, 0.2, 2.0) });
        set!(b.head { nod = 5.0, turn = 2.0 * wave(phase, 0.0, 1.0) });

        for (arm, ahead) in [(&mut b.arms.left, 0.5), (&mut b.arms.right, 0.0)] {
            let forward = wave(phase, ahead + 0.02, 1.0);
            set!(arm { swing = 2.0 + 40.0 * forward, elbow = 84.0 + 14.0 * forward });
            set!(arm { spread = 13.0 - 3.0 * forward, roll = 16.0 + 8.0 * forward });
            set!(arm { protract = 5.0 * forward, shrug = 3.0, flex = 10.0 });
        }
        // When the left arm swings back, the hand moves around the satchel.
        set!(b.arms.left { spread += 7.0 - 7.0 * wave(phase, 0.52, 1.0) });
    })
}
