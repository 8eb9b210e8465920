//! Leather: boots, gloves, the satchel, and [`hide`] for straps and patches.

use glam::DVec3;

use super::Dab;
use super::materials::{MaterialColors, band, ramp};
use super::noise::{mottle, noise};
use super::surface::Spot;
use crate::body::extras::model_to_satchel;
use crate::body::islands::Island;
use crate::skeleton::Joint;
use crate::trig::{atan2, sin};

pub fn hide(p: DVec3, color: DVec3, seed: u64) -> Dab {
    let scuffs = ramp(0.66, 0.85, noise(DVec3::new(p.x * 2.3, p.y * 2.3, p.z * 1.4), seed + 5));
    let grain = noise(p * 5.5, seed + 6) - 0.5;
    Dab { color, tone: 1.0 + 0.13 * mottle(p * 0.6, seed) + 0.10 * grain + 0.16 * scuffs }
}

pub fn boot(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = hide(p, materials.boots, 90);
    if spot.island == Island::Sole {
        dab.shade(-0.38);
        dab.shade(0.12 * sin(p.x * 4.5));
        dab.shade(-0.3 * band(p.x + 0.6, 0.25, 0.2));
        return dab;
    }
    let center = Joint::AnkleL.rest();
    let turn = atan2(p.y - center.y, p.x - center.x);

    // The turned-down top shows the lighter inside of the leather, with a shadow under its edge.
    let edge = -13.9 + 0.22 * sin(turn * 2.0) - p.z;
    let top = ramp(0.06, -0.06, edge);
    let inside = hide(p, materials.leather, 91);
    dab.lay(inside, top);
    dab.shade(0.14 * band(edge + 0.14, 0.05, 0.1));
    dab.shade(-0.36 * ramp(-0.02, 0.06, edge) * ramp(0.75, 0.1, edge));
    dab.shade(-0.14 * (1.0 - top) * band(edge - 0.9, 0.1, 0.5));

    // Creases above the ankle.
    let crease = sin(p.z * 3.0 + 1.4 * sin(turn) + 2.4 * noise(p * 0.7, 92));
    dab.shade(0.14 * crease * band(p.z + 19.8, 0.9, 1.2));
    // A strap around the ankle, with a buckle on the outer side.
    let across = p.z + 20.6 - 0.10 * (p.x + 0.6);
    let strap = band(across, 0.34, 0.08);
    dab.shade(-0.30 * band(across + 0.2, 0.4, 0.25));
    let band_hide = hide(p, materials.leather, 93);
    dab.lay(Dab { tone: band_hide.tone * 0.95, ..band_hide }, strap);
    let buckle = ((p.x + 0.55).abs() - 0.42).max(across.abs() - 0.46);
    let frame = ramp(0.08, -0.02, buckle) * ramp(2.8, 3.1, p.y);
    dab.lay(Dab { color: materials.metal, tone: 1.08 }, frame);

    // Toe cap, welt, sole, heel.
    let cap = p.x - 3.05 - 0.12 * (p.y - 2.8) * (p.y - 2.8);
    dab.shade(-0.26 * band(cap, 0.05, 0.12) * ramp(-21.0, -21.8, p.z));
    dab.shade(0.10 * ramp(0.1, 0.9, cap));
    let sole = ramp(-23.28, -23.36, p.z);
    dab.shade(-0.42 * sole);
    dab.shade(0.20 * band(p.z + 23.22, 0.04, 0.08));
    dab.shade(-0.30 * sole * ramp(-0.5, -0.7, p.x));
    dab.cover(materials.coat, 0.30 * ramp(-22.2, -23.6, p.z + 1.3 * (noise(p * 0.9, 94) - 0.5)));
    dab
}

pub fn glove(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = hide(p, materials.leather, 95);
    let (elbow, wrist) = (Joint::ElbowL.rest(), Joint::WristL.rest());
    let axis = (wrist - elbow).normalize();
    let t = (p - wrist).dot(axis);
    let out = (p - wrist).dot(DVec3::new(0.0, 0.707, 0.707));
    // The inside of the cuff.
    let cuff = ramp(-0.35, -0.6, t);
    dab.cover(materials.lining, cuff);
    dab.shade(-0.45 * cuff);
    // Three grooves separate the four fingers.
    for groove in [-0.55, 0.05, 0.62] {
        dab.shade(-0.34 * band(p.x - 0.45 - groove, 0.05, 0.11) * ramp(2.1, 2.7, t));
    }
    dab.shade(0.16 * band(t - 2.25, 0.15, 0.4) * ramp(0.0, 0.4, out));
    dab.shade(-0.10 * band(t - 3.4, 0.05, 0.25));
    for stitch in [-0.3, 0.35] {
        dab.shade(
            -0.14
                * band(p.x - 0.45 - stitch, 0.04, 0.08)
                * ramp(0.5, 0.9, t)
                * ramp(2.0, 1.6, t)
                * ramp(0.0, 0.3, out),
        );
    }
    dab.shade(-0.2 * band(t - 0.05, 0.05, 0.12));
    dab
}

pub fn satchel(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = hide(p, materials.leather, 96);
    let DVec3 { x: s, y: b, z } = model_to_satchel(p);
    let outer = ramp(0.2, 0.5, b);
    // A flap with a rounded edge, on the outside.
    let flap = z + 0.5 - 0.10 * s * s;
    dab.shade(0.10 * outer * ramp(0.0, 0.1, flap));
    dab.shade(-0.42 * outer * ramp(0.03, -0.04, flap) * ramp(-0.7, -0.1, flap));
    dab.shade(0.18 * outer * band(flap - 0.16, 0.05, 0.1));
    dab.shade(-0.16 * outer * band(flap - 0.45, 0.03, 0.06) * ramp(-0.2, 0.3, sin(s * 9.0)));
    // Faded edges.
    dab.shade(0.18 * band(s.abs() - 2.45, 0.1, 0.2));
    dab.shade(0.16 * ramp(2.3, 2.6, z));
    dab.shade(-0.2 * ramp(-1.4, -2.2, z));
    let strap = band(s, 0.42, 0.06) * outer * ramp(-1.3, -1.2, z);
    let dark = hide(p, materials.boots, 97);
    dab.shade(-0.2 * band(s, 0.5, 0.25) * outer * ramp(-1.5, -1.2, z));
    dab.lay(Dab { tone: dark.tone * 1.05, ..dark }, strap);
    let buckle = (s.abs() - 0.6).max((z + 0.55).abs() - 0.5);
    let frame = band(buckle + 0.12, 0.10, 0.06) * outer;
    dab.lay(Dab { color: materials.metal, tone: 1.1 }, frame);
    dab
}
