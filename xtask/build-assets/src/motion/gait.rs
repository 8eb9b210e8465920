//! The motion of a foot in one cycle of walking or running.

use crate::degrees::cos;
use crate::motion::anatomy::{Leg, Sides};
use crate::motion::channels::{Key, cycle};

/// The motion of a foot in a cycle. Times are fractions of the cycle, and 0 is the time at which the foot lands.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    pub keys: u16,
    /// The distance in units that the body covers in a cycle.
    pub stride: f64,
    /// The fraction of the cycle in which the foot is on the floor. Above 0.5, both feet are sometimes on the floor together. Below 0.5,
    /// both feet are sometimes in the air.
    pub contact: f64,
    /// The distance in units ahead of its rest position at which the foot lands.
    pub landing: f64,
    /// The height of the sole above the floor when the foot is halfway through its swing.
    pub clearance: f64,
    /// The pitch of the foot during the cycle in degrees. Positive values raise the toes.
    pub pitch: &'static [Key<f64>],
    /// The additional upward bend of the toes during the cycle, in degrees.
    pub toe: &'static [Key<f64>],
}

impl Gait {
    pub const fn speed(&self) -> f64 {
        self.stride * 10.0 / self.keys as f64
    }

    /// Places both feet, the left one at `phase` of its cycle and the right one half a cycle behind.
    pub fn place(&self, legs: &mut Sides<Leg>, phase: f64) {
        self.place_foot(&mut legs.left, phase);
        self.place_foot(&mut legs.right, phase + 0.5);
    }

    fn place_foot(&self, leg: &mut Leg, phase: f64) {
        let phase = phase - phase.floor();
        let takeoff = self.landing - self.stride * self.contact;
        let swing = (phase - self.contact) / (1.0 - self.contact);
        leg.placed = 1.0;
        (leg.ahead, leg.lift) = if self.on_floor(phase) {
            (self.landing - self.stride * phase, 0.0)
        } else {
            // The foot has the floor's speed when it leaves the floor and when it lands.
            let slope = -self.stride * (1.0 - self.contact);
            let (s, s2, s3) = (swing, swing * swing, swing * swing * swing);
            let ahead = takeoff * (2.0 * s3 - 3.0 * s2 + 1.0)
                + self.landing * (3.0 * s2 - 2.0 * s3)
                + slope * (2.0 * s3 - 3.0 * s2 + s);
            (ahead, self.clearance * 0.5 * (1.0 - cos(360.0 * swing)))
        };
        leg.pitch = cycle(self.pitch, 1.0, phase);
        leg.toe = cycle(self.toe, 1.0, phase);
    }

    pub fn on_floor(&self, phase: f64) -> bool {
        phase - phase.floor() <= self.contact
    }
}

/// Returns the value at `phase` of a cosine wave with amplitude 1. The wave has a peak at `peak` and `times` periods in a cycle.
pub fn wave(phase: f64, peak: f64, times: f64) -> f64 {
    cos(360.0 * times * (phase - peak))
}
