//! The head: face, ears, neck and hair.

use glam::DVec3;

use super::Dab;
use super::materials::{Color, MaterialColors, band, ramp};
use super::noise::{mottle, noise};
use super::surface::Spot;
use crate::body::islands::Island;
use crate::trig::{atan2, sin};

const EYE_WHITE: Color = DVec3::new(0.90, 0.86, 0.79);
/// The height of the eyes and their distance from the center.
const EYE: (f64, f64) = (26.5, 1.22);
const LIPS: f64 = 24.32;

pub fn head(spot: &Spot, materials: &MaterialColors) -> Dab {
    let mut dab = face(spot.at, materials);
    let hair = if spot.island == Island::HairTop { 1.0 } else { hairline(spot.at) };
    let strands = hair_at(spot.at, materials);
    dab.lay(strands, hair);
    dab
}

fn hairline(p: DVec3) -> f64 {
    let strand = noise(DVec3::new(p.x * 2.0, p.y * 3.2, p.z * 0.5), 21) - 0.5;
    // The front edge of the hair at each height: temple, sideburn, behind the ear, nape.
    let temple = 1.75 + 0.4 * (p.z - 27.0);
    let sideburn = -0.9 + 1.55 * ramp(25.2, 25.9, p.z);
    let front = if p.z > 26.95 { temple } else { sideburn };
    let side = ramp(front + 0.14, front - 0.14, p.x + strand * 0.5);
    let nape = ramp(23.3, 23.7, p.z + strand * 0.8);
    // Locks of the fringe on the forehead.
    let fringe = ramp(27.72, 27.88, p.z - 0.1 * p.y + strand * 1.1);
    (side * nape).max(fringe) * (1.0 - ear(p).0.min(1.0) * 0.98)
}

/// Returns the ear's coverage of a point, 0 to 1, and the change of brightness by the ear's rim and hollow.
fn ear(p: DVec3) -> (f64, f64) {
    let (x, z) = ((p.x + 0.15) / 0.62, (p.z - 26.0) / 0.98);
    let lobe = (x - 0.25 * z) / (0.85 + 0.25 * z.clamp(-1.0, 1.0));
    let distance = (lobe * lobe + z * z).sqrt();
    let inside = if p.y.abs() > 1.8 { ramp(1.08, 0.95, distance) } else { 0.0 };
    let rim = band(distance - 0.82, 0.08, 0.14) * 0.10 - band(distance - 1.02, 0.05, 0.1) * 0.35;
    let hollow = -0.32 * ramp(0.62, 0.3, distance) * ramp(-0.8, -0.2, z);
    (inside, rim + hollow)
}

fn face(p: DVec3, materials: &MaterialColors) -> Dab {
    let mut dab = Dab { color: materials.skin, tone: 1.0 + 0.03 * mottle(p * 1.6, 3) };
    let y = p.y.abs();
    let front = ramp(0.6, 1.6, p.x);

    // Red cheeks and nose, and a darker jaw.
    let cheek = ramp(1.2, 0.0, DVec3::new(0.0, y - 1.65, (p.z - 25.35) * 1.2).length());
    dab.cover(materials.blush, 0.30 * cheek * front);
    dab.cover(materials.blush, 0.28 * ramp(0.85, 0.1, DVec3::new(p.x - 4.1, y, p.z - 25.1).length()));
    dab.shade(-0.10 * ramp(24.9, 23.4, p.z) * ramp(0.4, 1.4, y + 0.4 * (24.4 - p.z).max(0.0)));
    dab.shade(-0.22 * ramp(2.0, 2.6, y) * front * ramp(26.4, 25.2, p.z));

    // Shadows and highlights of the eye sockets, the nose, the lips and the chin.
    let socket = band((p.z - EYE.0 - 0.22) / 0.62, 0.35, 0.75) * band(y - 1.15, 0.55, 0.6);
    dab.shade(-0.20 * socket * front);
    dab.shade(-0.16 * band(y - 0.52, 0.1, 0.3) * ramp(24.9, 25.3, p.z) * ramp(26.9, 26.2, p.z) * front);
    dab.shade(0.12 * band(y, 0.12, 0.25) * ramp(25.0, 25.5, p.z) * ramp(27.0, 26.4, p.z));
    dab.shade(-0.26 * band(p.z - 24.86, 0.06, 0.16) * band(y, 0.3, 0.35) * front);
    dab.shade(-0.30 * band(p.z - 24.93, 0.06, 0.09) * band(y - 0.33, 0.1, 0.12) * front);
    dab.shade(-0.12 * band(p.z - 23.86, 0.08, 0.22) * band(y, 0.4, 0.5) * front);
    dab.shade(0.07 * ramp(0.6, 0.1, DVec3::new(0.0, y, p.z - 23.3).length()) * front);
    let crease =
        band(y - 0.85 - 0.35 * (25.0 - p.z), 0.03, 0.16) * ramp(24.2, 24.6, p.z) * ramp(25.3, 24.9, p.z);
    dab.shade(-0.13 * crease * front);
    // The shadow of the hair on the forehead.
    dab.shade(-0.28 * ramp(27.2, 27.85, p.z - 0.1 * p.y));

    mouth(&mut dab, p, materials, front);
    eye(&mut dab, p, materials, front);

    let (ear, shade) = ear(p);
    dab.cover(materials.skin.lerp(materials.blush, 0.25), ear);
    dab.shade(shade * ear);
    dab
}

fn mouth(dab: &mut Dab, p: DVec3, materials: &MaterialColors, front: f64) {
    let y = p.y.abs();
    let line = LIPS + 0.10 * y * y;
    let wide = ramp(0.98, 0.72, y) * front;
    let bow = 0.17 + 0.04 * band(y - 0.2, 0.05, 0.15);
    let lips = materials.skin.lerp(materials.blush, 0.75);
    dab.cover(lips, 0.75 * wide * ramp(bow + 0.05, bow - 0.05, p.z - line) * ramp(-0.02, 0.03, p.z - line));
    dab.cover(lips, 0.6 * wide * ramp(-0.27, -0.17, p.z - line) * ramp(0.04, -0.02, p.z - line));
    dab.shade(0.10 * wide * band(p.z - line + 0.13, 0.03, 0.07) * band(y, 0.25, 0.3));
    dab.shade(-0.50 * ramp(1.0, 0.85, y) * front * band(p.z - line, 0.03, 0.06));
}

fn eye(dab: &mut Dab, p: DVec3, materials: &MaterialColors, front: f64) {
    let y = p.y.abs();
    // From -1 at the inner corner of the eye to 1 at the outer one.
    let across = (y - EYE.1) / 0.56;
    let height = p.z - EYE.0 - 0.04 * across;
    let arch = (1.0 - across * across).max(0.0);
    let (upper, lower) = (0.30 * arch.sqrt(), -0.20 * arch);
    let open =
        ramp(-0.05, 0.05, upper - height) * ramp(-0.05, 0.05, height - lower) * ramp(1.0, 0.9, across.abs());
    dab.cover(EYE_WHITE, open * front);
    dab.tone += (0.92 - 0.25 * ramp(0.0, 0.28, height) - dab.tone) * open * front;
    let iris = DVec3::new(0.0, y - EYE.1 + 0.02, height - 0.04).length();
    dab.cover(materials.eye, open * front * ramp(0.27, 0.21, iris));
    dab.shade(-0.55 * open * front * band(iris - 0.25, 0.02, 0.05));
    dab.shade(-0.75 * open * front * ramp(0.15, 0.10, iris));
    let glint = DVec3::new(0.0, p.y - EYE.1 * p.y.signum() - 0.10, height - 0.15).length();
    dab.shade(1.6 * open * front * ramp(0.11, 0.05, glint));
    // The upper lid with lashes and a crease, and the lower lid.
    let span = ramp(1.12, 0.92, across.abs()) * front;
    dab.cover(materials.hair, 0.5 * span * band(height - upper - 0.02, 0.05, 0.05));
    dab.shade(-0.55 * span * band(height - upper - 0.02, 0.05, 0.05));
    dab.shade(-0.16 * span * band(height - upper - 0.17, 0.02, 0.07));
    dab.shade(-0.18 * span * band(height - lower + 0.02, 0.02, 0.06));
    // An arched brow, thick at the inner end.
    let along = (y - 0.5) / 1.65;
    let middle = 27.02 + 0.26 * sin(along.clamp(0.0, 1.0) * 2.4) - 0.06 * along;
    let thick = 0.15 - 0.09 * along.clamp(0.0, 1.0);
    let hairs = noise(DVec3::new(p.y * 5.0 + p.z * 4.0, p.z * 1.5, 0.0), 8) * 0.3;
    let brow = band(p.z - middle, thick, 0.08) * ramp(-0.06, 0.04, along) * ramp(1.05, 0.9, along) * front;
    dab.cover(materials.hair, brow * (0.95 - hairs));
    dab.shade(-0.15 * brow);
}

fn hair_at(p: DVec3, materials: &MaterialColors) -> Dab {
    let turn = atan2(p.y + 0.4, p.x);
    let around = DVec3::new(crate::trig::cos(turn), sin(turn), 0.0);
    let lift = p.z * 0.22;
    let locks = noise(around * 4.5 + DVec3::Z * lift, 31) - 0.5;
    let strands = noise(around * 13.0 + DVec3::Z * (lift * 1.6), 32) - 0.5;
    let shine = band(p.z - 28.9 - 0.5 * locks, 0.25, 0.55);
    let tone =
        1.0 + 0.35 * locks + 0.30 * strands + 0.22 * shine * (0.6 + strands) - 0.2 * ramp(26.0, 23.8, p.z);
    Dab { color: materials.hair, tone }
}
