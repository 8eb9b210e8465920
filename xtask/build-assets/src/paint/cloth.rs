//! Cloth: the coat with its skirt, lining and sleeves, the trousers, the scarf.

use glam::DVec3;

use super::materials::{MaterialColors, band, ramp};
use super::noise::{mottle, noise};
use super::surface::Spot;
use super::{Dab, leather};
use crate::skeleton::Joint;
use crate::trig::{atan2, exp, sin};

fn wool(p: DVec3, color: DVec3, seed: u64) -> Dab {
    let weave = noise(DVec3::new(p.x * 5.0, p.y * 5.0, p.z * 5.0), seed + 7) - 0.5;
    Dab { color, tone: 1.0 + 0.09 * mottle(p * 0.45, seed) + 0.07 * weave }
}

fn seam(dab: &mut Dab, distance: f64, strength: f64) {
    dab.shade(-0.34 * strength * band(distance, 0.06, 0.13));
    dab.shade(0.10 * strength * band(distance - 0.24, 0.05, 0.12));
}

fn stitches(dab: &mut Dab, distance: f64, along: f64) {
    let dash = ramp(-0.1, 0.3, sin(along * 9.0));
    dab.shade(-0.14 * dash * band(distance, 0.04, 0.08));
}

fn button(dab: &mut Dab, p: DVec3, y: f64, z: f64, materials: &MaterialColors) {
    let from = DVec3::new(0.0, p.y - y, p.z - z);
    let distance = from.length();
    dab.shade(-0.35 * ramp(0.62, 0.36, DVec3::new(0.0, p.y - y, p.z - z + 0.1).length()));
    let on = ramp(0.40, 0.32, distance);
    // The button is round and lit from above, with a rim.
    let tone = 1.0 + 0.5 * from.z - 0.25 * band(distance - 0.2, 0.03, 0.06);
    dab.lay(Dab { color: materials.metal, tone }, on);
}

/// Paints the coat above the belt, with collar, buttons, strap and belt.
pub fn torso(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.coat, 40);
    let turn = atan2(p.y, p.x);
    let front = ramp(-0.2, 0.6, p.x);
    let back = 1.0 - front;

    // Folds above the belt, creases that spread from the armpits, and a crease under the chest.
    let gather = sin(turn * 11.0 + 2.5 * noise(p * 0.5, 41));
    dab.shade(0.15 * gather * exp(-(p.z - 6.9).max(0.0) / 2.0));
    let reach = DVec3::new(0.0, p.y.abs() - 4.6, p.z - 14.4);
    let fan = sin(atan2(reach.z, reach.y) * 8.0 + 2.0 * noise(p * 0.7, 42));
    dab.shade(0.10 * fan * ramp(4.2, 1.0, reach.length()));
    dab.shade(-0.10 * band(p.z - 11.6 - 0.25 * p.y.abs(), 0.2, 1.1) * front * ramp(0.0, 1.0, p.y.abs()));
    dab.shade(0.07 * ramp(2.4, 0.2, DVec3::new(0.0, p.y.abs() - 2.0, p.z - 14.6).length()) * front);

    // Seams of the sleeves, and the yoke and the pleat at the back.
    seam(&mut dab, p.y.abs() - 4.35 - 0.1 * (p.z - 17.0).abs(), ramp(13.8, 14.6, p.z));
    seam(&mut dab, 16.9 - p.z - 0.08 * p.y.abs(), back * ramp(4.6, 4.0, p.y.abs()));
    seam(&mut dab, p.y + 0.04, back * ramp(17.0, 16.8, p.z) * 0.9);

    // A double-breasted front. The left side covers the right one.
    let edge = p.y + 1.35 - 0.02 * (p.z - 6.0);
    let lapel = 15.3 - p.z;
    seam(&mut dab, edge, front * ramp(-0.4, 0.2, lapel));
    for z in [8.6, 11.3, 14.0] {
        for y in [-0.55, 1.75] {
            if front > 0.5 {
                button(&mut dab, p, y, z, materials);
            }
        }
    }
    // The lapels' outer edges rise from the top button to the shoulders.
    let wing = p.y.abs() - 1.2 - 0.55 * (p.z - 15.0) + 0.8 * (p.z - 17.2).max(0.0);
    let collar = front * ramp(14.9, 15.3, p.z);
    dab.shade(-0.32 * collar * band(wing, 0.08, 0.16));
    dab.shade(0.08 * collar * ramp(0.1, -0.2, wing));
    dab.shade(-0.25 * collar * ramp(0.8, 0.2, wing) * ramp(0.0, 0.2, wing));
    let opening = p.y.abs() - 0.42 * (p.z - 15.2);
    dab.cover(materials.trousers.lerp(materials.coat, 0.15), collar * ramp(0.1, -0.1, opening));
    dab.shade(-0.30 * collar * ramp(0.15, -0.15, opening));
    // The shadow of the scarf.
    dab.shade(-0.25 * ramp(18.2, 19.4, p.z));

    strap(&mut dab, p, materials);
    belt(&mut dab, p, materials);
    dab
}

fn strap(dab: &mut Dab, p: DVec3, materials: &MaterialColors) {
    // A point on the strap and its direction, seen along X.
    const FROM: (f64, f64) = (-3.9, 19.6);
    const ALONG: (f64, f64) = (0.49, -0.872);
    let (y, z) = (p.y - FROM.0, p.z - FROM.1);
    let distance = y * ALONG.1 - z * ALONG.0;
    let along = y * ALONG.0 + z * ALONG.1;
    let above_belt = ramp(6.7, 7.1, p.z);
    dab.shade(-0.28 * above_belt * band(distance - 0.25, 0.45, 0.5));
    let on = above_belt * band(distance, 0.46, 0.06);
    let mut hide = leather::hide(p, materials.leather, 50);
    hide.shade(-0.35 * band(distance.abs() - 0.46, 0.05, 0.08));
    hide.shade(0.16 * band(distance.abs() - 0.32, 0.03, 0.06));
    stitches(&mut hide, distance.abs() - 0.26, along);
    // A small buckle on the chest.
    if p.x > 0.0 {
        let buckle = (distance.abs() - 0.55).max((along - 6.1).abs() - 0.55);
        let frame = band(buckle + 0.13, 0.10, 0.06) * above_belt;
        hide.lay(Dab { color: materials.metal, tone: 1.1 }, frame);
        dab.lay(Dab { color: materials.metal, tone: 1.1 }, frame);
    }
    dab.lay(hide, on);
}

fn belt(dab: &mut Dab, p: DVec3, materials: &MaterialColors) {
    let middle = p.z - 5.95 + 0.02 * p.x;
    dab.shade(-0.32 * band(middle, 0.75, 0.45));
    let on = band(middle, 0.68, 0.07);
    let mut hide = leather::hide(p, materials.boots, 52);
    hide.shade(0.22 * band(middle.abs() - 0.54, 0.04, 0.08));
    hide.shade(-0.30 * band(middle.abs() - 0.68, 0.04, 0.08));
    if p.x > 0.0 {
        let (y, z) = (p.y - 0.15, middle);
        let outside = (y.abs() - 0.95).max(z.abs() - 0.72);
        let frame = band(outside + 0.16, 0.13, 0.06);
        hide.lay(Dab { color: materials.metal, tone: 1.12 + 0.25 * z }, frame);
        let prong = band(z, 0.07, 0.05) * ramp(-0.75, -0.6, y) * ramp(0.75, 0.6, y);
        hide.cover(materials.metal, prong);
        for hole in [2.0, 2.7] {
            hide.shade(-0.5 * ramp(0.16, 0.06, DVec3::new(0.0, y - hole, z).length()));
        }
    }
    dab.lay(hide, on);
}

/// Paints half of the skirt: folds, a pocket with its flap, and dust near the hem.
pub fn skirt(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.coat, 40);
    let turn = atan2(p.y, p.x);
    let drop = ramp(4.6, -6.0, p.z);
    let wander = 1.6 * noise(DVec3::new(turn * 1.5, 0.0, p.z * 0.16), 44);
    let fold = sin(turn * 6.5 + wander);
    dab.shade((0.10 * fold + 0.07 * sin(turn * 13.0 - 1.7 * wander)) * (0.35 + 0.65 * drop));
    let gather = sin(turn * 11.0 + 2.5 * noise(p * 0.5, 41));
    dab.shade(0.12 * gather * ramp(1.8, 4.8, p.z));
    dab.shade(-0.30 * ramp(4.2, 5.2, p.z));

    // Stitches along the front edge.
    let edge = p.y - 0.3 - 0.11 * (4.6 - p.z).max(0.0);
    if p.x > 0.5 {
        stitches(&mut dab, edge - 0.6, p.z);
        dab.shade(0.12 * band(edge, 0.1, 0.2));
    }
    // A pocket with a flap on the side.
    let (across, down) = (p.x - 0.7, 0.4 - p.z + 0.12 * p.x);
    if p.y > 2.5 {
        let flap = (across.abs() - 1.35).max((down - 0.6).abs() - 0.62);
        dab.shade(
            -0.26 * ramp(0.42, 0.0, flap - 0.1 * down) * ramp(-0.05, 0.05, flap) * ramp(-0.2, 0.4, down),
        );
        dab.shade(-0.32 * band(flap, 0.04, 0.09));
        dab.shade(0.09 * ramp(0.0, -0.2, flap));
        stitches(&mut dab, flap + 0.24, across + down);
        let pocket = (across.abs() - 1.3).max((down - 1.6).abs() - 1.7);
        dab.shade(-0.13 * band(pocket, 0.04, 0.10) * ramp(1.0, 1.3, down));
    }
    // A hem with stitches and dust.
    let hem = p.z - hem_height(p);
    stitches(&mut dab, hem - 0.75, turn * 5.0);
    dab.shade(0.14 * ramp(0.35, 0.05, hem));
    let dust = ramp(3.2, 0.0, hem + 1.6 * (noise(p * 0.8, 46) - 0.5));
    dab.cover(materials.trousers.lerp(materials.coat, 0.35), 0.45 * dust);
    dab
}

fn hem_height(p: DVec3) -> f64 {
    -8.5 + 0.32 * p.x.clamp(-5.0, 4.5)
}

pub fn lining(spot: &Spot, materials: &MaterialColors) -> Dab {
    let mut dab = wool(spot.at, materials.lining, 60);
    dab.shade(-0.30 + 0.25 * ramp(-2.0, -8.5, spot.at.z));
    dab.shade(0.08 * sin(spot.at.y * 3.0 + spot.at.x * 2.0));
    dab
}

/// Paints a sleeve: creases and a leather patch at the elbow, and a turned-back cuff.
pub fn sleeve(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.coat, 40);
    let (shoulder, elbow) = (Joint::ShoulderL.rest(), Joint::ElbowL.rest());
    let axis = (elbow - shoulder).normalize();
    let t = (p - shoulder).dot(axis);
    let beside = p - shoulder - axis * t;
    // The position across the arm.
    let out = beside.dot(DVec3::new(0.0, 0.707, 0.707));
    let forward = beside.x;
    let e = (elbow - shoulder).length();

    let turn = atan2(out, forward);
    dab.shade(0.10 * sin(t * 1.9 + 2.2 * sin(turn) + 3.0 * noise(p * 0.5, 47)) * band(t - e, 1.5, 2.5));
    dab.shade(0.09 * sin(turn * 3.0 + t * 0.7 + 2.0 * noise(p * 0.4, 48)) * ramp(5.0, 1.0, t));
    dab.shade(-0.16 * band(t - e, 0.3, 1.2) * ramp(0.2, 1.2, forward));
    seam(&mut dab, forward + 0.35, ramp(0.0, -0.8, out) * 0.8);

    let patch = DVec3::new((t - e) / 1.5, (forward + 0.55) / 1.0, 0.0).length();
    let on = ramp(1.04, 0.96, patch) * ramp(0.1, 0.5, out - 0.35 * forward);
    let hide = leather::hide(p, materials.leather, 53);
    dab.lay(Dab { tone: hide.tone - 0.25 * band(patch - 0.97, 0.03, 0.07), ..hide }, on);
    stitches(&mut dab, patch - 0.86 + 9.0 * (1.0 - on), turn * 6.0 + t * 2.0);

    let cuff = t - (e + 5.1);
    dab.shade(-0.32 * band(cuff + 0.05, 0.08, 0.22));
    dab.shade(0.10 * ramp(0.0, 0.25, cuff));
    dab.shade(0.14 * ramp(1.75, 2.05, cuff));
    stitches(&mut dab, cuff - 1.55, turn * 5.0);
    let knob = DVec3::new(cuff - 0.9, forward + 1.0, 0.0).length();
    let knob = ramp(0.42, 0.30, knob) * ramp(0.0, 0.4, out);
    dab.lay(Dab { color: materials.metal, tone: 1.08 }, knob);
    dab
}

pub fn trousers(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.trousers, 70);
    let below = p.z - Joint::KneeL.rest().z;
    let turn = atan2(p.y - Joint::KneeL.rest().y, p.x - 0.3);
    dab.shade(0.13 * sin(below * 2.6 + 1.8 * sin(turn) + 3.0 * noise(p * 0.6, 71)) * band(below, 1.6, 2.4));
    dab.shade(0.14 * ramp(1.5, 0.2, DVec3::new(0.0, p.y - 2.6, below * 0.8).length()) * ramp(0.8, 1.4, p.x));
    seam(&mut dab, (p.x - 0.2) * 0.9, ramp(3.4, 3.9, p.y) * 0.7);
    dab.shade(-0.40 * ramp(-1.0, -2.0, below));
    dab.shade(-0.25 * ramp(-7.0, -3.0, p.z));
    dab
}

pub fn scarf(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.scarf, 80);
    let turn = atan2(p.y, p.x);
    let slope = p.z + 0.6 * p.x.max(0.0) * 0.8;
    let fold = sin(slope * 4.2 + 1.1 * sin(turn * 2.0 + 0.6) + 1.5 * noise(p * 0.6, 81));
    dab.shade(0.20 * fold);
    dab.shade(-0.28 * ramp(-0.7, -0.98, fold));
    let stripe = sin(turn * 7.0 + slope * 1.1);
    dab.cover(materials.stripe, 0.85 * ramp(0.86, 0.94, stripe));
    dab.shade(0.05 * sin(turn * 60.0));
    dab
}

pub fn tail(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at;
    let mut dab = wool(p, materials.scarf, 80);
    let down = 20.8 - p.z;
    dab.shade(0.14 * sin(p.y * 3.1 + 0.4 * down + 1.5 * noise(p * 0.6, 82)));
    for at in [5.6, 6.6, 7.6] {
        dab.cover(materials.stripe, 0.9 * band(down - at, 0.26, 0.07));
    }
    dab.shade(-0.35 * ramp(9.0, 9.3, down) * ramp(0.0, 0.5, sin(p.y * 13.0)));
    dab.shade(0.12 * ramp(8.95, 9.05, down));
    dab.shade(-0.2 * ramp(2.5, 0.0, down));
    dab
}
