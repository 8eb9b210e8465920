//! The left leg: trousers bloused into a high boot with a turned-down top, a sole and a toe.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Binding, Corner, Soup, blend, closed_row, rigid};
use crate::skeleton::Joint;

/// Returns a ring of six corners around the leg. `reach` contains their distances from `center`: to the front, the front outside, the back
/// outside, the back, the back inside and the front inside. The ring starts and ends at the front inside. `v` is the texture coordinate.
fn ring(center: DVec3, reach: [f64; 6], v: f64, binding: Binding) -> Vec<Corner> {
    const AROUND: [(f64, f64); 6] =
        [(1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87)];
    closed_row(6, v, |i| {
        let k = (i + 5) % 6;
        let (forward, left) = AROUND[k];
        (center + DVec3::new(forward * reach[k], left * reach[k], 0.0), binding)
    })
}

pub fn build(soup: &mut Soup, hip: &[Corner]) {
    use Joint::{AnkleL, HipL, KneeL};
    let knee = KneeL.rest();
    let below = |x: f64, z: f64| DVec3::new(knee.x + x, knee.y, z);
    let hip: Vec<Corner> = hip.iter().zip(0..).map(|(c, i)| c.with_uv(f64::from(i) / 7.0, 0.0)).collect();
    let thigh = ring(below(0.0, knee.z + 2.6), [1.95, 1.8, 1.8, 1.8, 1.6, 1.7], 0.66, rigid(HipL));
    // The hip has one corner more: crotch and middle of the front both lead to the inside of the thigh.
    let below_hip: Vec<Corner> = thigh[..1].iter().chain(&thigh).copied().collect();
    soup.band(Island::Leg, &hip, &below_hip);
    let at_knee = ring(below(0.1, knee.z), [1.75, 1.55, 1.5, 1.5, 1.45, 1.5], 0.82, blend(HipL, KneeL, 0.5));
    let cuff = ring(below(-0.1, knee.z - 2.1), [2.0, 1.95, 2.0, 2.1, 1.85, 1.9], 1.0, rigid(KneeL));
    soup.grid(Island::Leg, &[thigh, at_knee, cuff.clone()]);

    let cuff: Vec<Corner> = cuff.into_iter().map(|corner| corner.with_uv(corner.uv.x, 0.0)).collect();
    let ankle = ring(
        DVec3::new(-0.55, knee.y, -20.4),
        [1.5, 1.15, 1.2, 1.35, 1.1, 1.1],
        0.62,
        blend(KneeL, AnkleL, 0.5),
    );
    soup.grid(
        Island::Boot,
        &[
            cuff,
            ring(below(-0.5, knee.z - 5.4), [1.75, 1.7, 1.95, 2.1, 1.7, 1.55], 0.27, rigid(KneeL)),
            ankle.clone(),
        ],
    );
    foot(soup, &ankle);
}

fn foot(soup: &mut Soup, ankle: &[Corner]) {
    use Joint::{AnkleL, ToeL};
    // Front inside (ball of the foot), toe, front outside (ball), heel outside, back, inside. The upper and the sole share the
    // points of the heel.
    const UPPER: [[f64; 3]; 6] =
        [[3.3, 1.65, -22.2], [4.6, 2.75, -22.6], [3.1, 3.95, -22.4], SOLE[3], SOLE[4], SOLE[5]];
    const SOLE: [[f64; 3]; 6] = [
        [4.0, 1.4, -24.0],
        [5.4, 2.85, -23.9],
        [3.7, 4.3, -24.0],
        [-1.7, 3.75, -24.0],
        [-2.7, 2.6, -24.0],
        [-1.7, 1.55, -24.0],
    ];
    let row = |points: &[[f64; 3]; 6], v: f64| {
        closed_row(6, v, |i| {
            let binding = match i {
                1 => rigid(ToeL),
                0 | 2 => blend(AnkleL, ToeL, 0.5),
                _ => rigid(AnkleL),
            };
            (DVec3::from_array(points[i]), binding)
        })
    };
    let sole = row(&SOLE, 1.0);
    soup.grid(Island::Boot, &[ankle.to_vec(), row(&UPPER, 0.8), sole.clone()]);

    // Seen from below: toe at the top.
    let [inside, toe, outside, heel_outside, heel, heel_inside] = std::array::from_fn(|i| {
        sole[i].with_uv(1.0 - (sole[i].at.y - 1.2) / 3.4, (5.7 - sole[i].at.x) / 8.6)
    });
    soup.triangle(Island::Sole, inside, toe, outside);
    soup.quad(Island::Sole, [inside, outside, heel_outside, heel_inside]);
    soup.triangle(Island::Sole, heel_inside, heel_outside, heel);
}
