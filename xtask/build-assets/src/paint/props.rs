//! The paint of the weapon and the ball.

use glam::DVec3;

use super::materials::{Color, MaterialColors, band, ramp};
use super::noise::{mottle, noise};
use super::surface::Spot;
use super::{Dab, leather};
use crate::props::model_to_hand;
use crate::trig::{atan2, sin};

const IRON: Color = DVec3::new(0.36, 0.34, 0.34);
const WALNUT: Color = DVec3::new(0.42, 0.25, 0.14);
/// The color that is mixed into every other panel of the ball.
const CREAM: Color = DVec3::new(0.95, 0.88, 0.74);

pub fn iron(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = model_to_hand(spot.at);
    let mut dab = Dab { color: IRON, tone: 1.0 + 0.12 * mottle(spot.at * 0.8, 110) };
    dab.shade(0.22 * band(noise(DVec3::new(p.x * 0.4, p.y * 3.0, p.z * 3.0), 111) - 0.5, 0.02, 0.1));
    let brass = ramp(9.2, 9.4, p.x).max(band(p.x - 6.2, 0.16, 0.06)).max(band(p.x - 3.4, 0.16, 0.06));
    dab.cover(materials.metal, brass);
    dab.shade(0.18 * brass * (noise(spot.at * 2.0, 112) - 0.4));
    for edge in [9.15, 6.0, 6.4, 3.2, 3.6] {
        dab.shade(-0.35 * band(p.x - edge, 0.03, 0.10));
    }
    // The rim of the muzzle and the bore.
    dab.shade(0.25 * band(p.x - 10.8, 0.08, 0.15));
    let axis = DVec3::new(0.0, p.y - 1.65, p.z + 1.0).length();
    dab.shade(
        -0.85 * ramp(0.98, 0.80, axis) * ramp(10.0, 10.7, p.x)
            - 0.5 * ramp(0.5, 0.2, axis) * ramp(8.0, 8.6, p.x),
    );
    dab
}

pub fn wood(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = model_to_hand(spot.at);
    let grain = sin(p.y * 9.0 + 5.0 * noise(DVec3::new(p.x * 0.35, p.y, p.z), 113) + p.z * 4.0);
    let mut dab = Dab { color: WALNUT, tone: 1.0 + 0.10 * grain + 0.10 * mottle(spot.at * 0.7, 114) };
    let grip = ramp(0.2, -0.2, p.y) * ramp(-1.9, -1.6, p.y);
    let hatch = band(sin((p.x + p.y) * 7.0), 0.15, 0.3).max(band(sin((p.x - p.y) * 7.0), 0.15, 0.3));
    dab.shade(-0.22 * grip * hatch);
    let butt = ramp(-1.95, -2.02, p.y);
    dab.cover(materials.metal, butt);
    dab.shade(-0.3 * band(p.y + 1.95, 0.04, 0.1));
    // The lock plate.
    let plate = DVec3::new((p.x - 1.9) / 1.5, (p.y - 1.0) / 0.42, 0.0).length();
    let on = ramp(1.05, 0.95, plate);
    dab.cover(IRON, on);
    dab.shade(-0.3 * band(plate - 1.02, 0.03, 0.10));
    dab
}

pub fn ball(spot: &Spot, materials: &MaterialColors) -> Dab {
    let p = spot.at.normalize_or(DVec3::Z);
    let sector = (atan2(p.y, p.x) / core::f64::consts::TAU + 0.5) * 6.0;
    let across = (sector - sector.floor() - 0.5).abs();
    let light = sector.floor() % 2.0 == 0.0;
    let width = (1.0 - p.z * p.z).max(0.0).sqrt();
    let panel = if light { materials.stripe.lerp(CREAM, 0.6) } else { materials.scarf };
    let mut dab = leather::hide(spot.at * 0.35, panel, 120);
    // Seams with stitches between the panels, and caps at the poles.
    let seam = (0.5 - across) * width * 12.0 / 0.955;
    dab.shade(-0.40 * band(seam, 0.12, 0.22));
    dab.shade(0.10 * band(seam - 0.5, 0.1, 0.25));
    dab.shade(-0.16 * band(seam - 0.75, 0.06, 0.12) * ramp(-0.1, 0.3, sin(p.z * 40.0)));
    let cap = (width - 0.36) * 12.0;
    let on = ramp(0.1, -0.1, cap);
    let hide = leather::hide(spot.at * 0.35, materials.leather, 122);
    dab.lay(hide, on);
    dab.shade(-0.36 * band(cap, 0.12, 0.2));
    dab
}
