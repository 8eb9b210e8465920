//! The trunk: the coat from collar to belt, its skirt and lining, and the seat of the trousers.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Binding, Corner, Soup, blend, other_side, rigid};
use crate::skeleton::Joint;

/// The trunk's open ends, for other parts to join.
#[derive(Debug)]
pub struct Trunk {
    /// Around the base of the neck, from the back seam over the right side and the front back to the seam.
    pub collar: Vec<Corner>,
    /// Around the left arm, from the armpit over the front and the top back to the armpit.
    pub armhole: Vec<Corner>,
    /// Around the left leg, from the crotch over the front and the outside back to the crotch.
    pub hip: Vec<Corner>,
}

/// Half a ring: front center, three points on the way around the left side, back center. `y` is zero at both ends.
pub type Half = [[f64; 3]; 6];

/// How far around the unrolled half each column lies; the wide back needs more texels than a column of the front.
const U: [f64; 6] = [0.0, 0.1, 0.2, 0.29, 0.38, 0.5];

/// Under the scarf; hidden columns share a point with their neighbor, which saves vertices.
const COLLAR: Half = [
    [1.6, 0.0, 19.4],
    [1.6, 0.0, 19.4],
    [0.6, 1.9, 19.9],
    [-0.5, 2.3, 20.4],
    [-2.2, 0.0, 20.5],
    [-2.2, 0.0, 20.5],
];
const SHOULDER: Half = [
    [2.5, 0.0, 18.0],
    [2.4, 1.9, 18.3],
    [1.3, 4.6, 19.1],
    [-0.5, 5.3, 19.8],
    [-2.2, 4.5, 19.2],
    [-3.1, 0.0, 18.9],
];
const ARMPIT: Half = [
    [3.4, 0.0, 14.7],
    [3.4, 2.2, 14.9],
    [1.9, 4.4, 15.0],
    [-0.4, 4.9, 14.0],
    [-2.7, 4.3, 15.1],
    [-3.6, 0.0, 15.2],
];
const RIBS: Half = [
    [3.0, 0.0, 10.4],
    [2.8, 1.9, 10.4],
    [1.8, 3.7, 10.4],
    [-0.2, 4.3, 10.4],
    [-2.3, 3.5, 10.5],
    [-2.9, 0.0, 10.6],
];
const BELT_TOP: Half = [
    [2.65, 0.0, 6.7],
    [2.45, 1.7, 6.75],
    [1.6, 3.2, 6.85],
    [-0.1, 3.75, 6.9],
    [-2.0, 3.0, 6.95],
    [-2.5, 0.0, 7.0],
];
const BELT_BOTTOM: Half = [
    [3.0, 0.0, 5.0],
    [2.8, 1.8, 5.05],
    [1.85, 3.5, 5.15],
    [-0.1, 4.1, 5.2],
    [-2.2, 3.3, 5.25],
    [-2.8, 0.0, 5.3],
];
/// The skirt at the hips. Below the belt the coat is open in front and slit behind, so the ends leave the middle.
const SKIRT_HIPS: Half = [
    [3.7, 0.3, -1.0],
    [3.35, 2.5, -1.1],
    [2.2, 4.4, -1.2],
    [-0.2, 5.2, -1.2],
    [-2.8, 4.3, -1.2],
    [-3.9, 0.12, -1.2],
];
const SKIRT_HEM: Half = [
    [4.1, 1.2, -7.0],
    [4.0, 3.1, -7.6],
    [2.5, 5.3, -8.4],
    [-0.4, 6.2, -9.0],
    [-3.4, 5.3, -9.6],
    [-5.1, 0.45, -9.8],
];
/// Well inside the coat, which closes in on it where a raised thigh folds the skirt.
const SEAT: Half =
    [[1.6, 0.0, 0.2], [1.1, 2.6, 0.6], [1.1, 2.6, 0.6], [-0.3, 3.5, 0.7], [-1.9, 2.7, 0.6], [-2.1, 0.0, 0.2]];
const CROTCH: DVec3 = DVec3::new(-0.1, 0.0, -1.0);

/// Builds the trunk, both sides.
pub fn build(soup: &mut Soup) -> Trunk {
    use Joint::*;
    let collar = ring(&COLLAR, &U, 0.0, |_| blend(Chest, Neck, 0.35));
    let shoulder = ring(&SHOULDER, &U, 0.2, |column| match column {
        2 | 4 => blend(ClavicleL, ShoulderL, 0.25),
        3 => blend(ClavicleL, ShoulderL, 0.45),
        _ => rigid(Chest),
    });
    let armpit = ring(&ARMPIT, &U, 0.42, |column| match column {
        2 | 4 => blend(Chest, ShoulderL, 0.2),
        3 => blend(Chest, ShoulderL, 0.4),
        _ => blend(Spine2, Chest, 0.7),
    });
    let ribs = ring(&RIBS, &U, 0.65, |_| blend(Spine1, Spine2, 0.55));
    let belt_top = ring(&BELT_TOP, &U, 0.88, |_| blend(Pelvis, Spine1, 0.5));
    let belt_bottom = ring(&BELT_BOTTOM, &U, 1.0, |_| rigid(Pelvis));

    soup.band(Island::Torso, &collar, &shoulder);
    // The columns between 2 and 4 and their mirror images are left open for the arms.
    for columns in [0..2, 3..8, 9..11] {
        soup.band(Island::Torso, &shoulder[columns.clone()], &armpit[columns]);
    }
    soup.grid(Island::Torso, &[armpit.clone(), ribs, belt_top, belt_bottom.clone()]);

    let first = soup.triangles.len();
    let seat = half(&SEAT, 0.0, |column| match column {
        0 | 5 => rigid(Pelvis),
        1 | 2 => blend(Pelvis, HipL, 0.15),
        _ => blend(Pelvis, HipL, 0.35),
    });
    skirt(soup, &belt_bottom, &seat);
    soup.mirror_from(first);

    let armhole = [&armpit[8], &armpit[7], &shoulder[7], &shoulder[8], &shoulder[9], &armpit[9], &armpit[8]];
    let crotch = Corner::new(CROTCH, rigid(Pelvis), 0.0, 0.0);
    let hip = [crotch].into_iter().chain(seat).chain([crotch]).collect();
    Trunk { collar, armhole: armhole.into_iter().copied().collect(), hip }
}

/// The left half of the skirt and its lining, from the belt down to the hem and up again to the seat.
fn skirt(soup: &mut Soup, belt: &[Corner], seat: &[Corner]) {
    use Joint::{HipL, Pelvis};
    let belt: Vec<Corner> =
        belt[5..].iter().zip(0..).map(|(c, i)| c.with_uv(f64::from(i) / 5.0, 0.0)).collect();
    let hips = half(&SKIRT_HIPS, 0.42, |column| blend(Pelvis, HipL, if column < 3 { 0.5 } else { 0.4 }));
    let hem = half(&SKIRT_HEM, 1.0, |column| match column {
        5 => blend(HipL, Pelvis, 0.3),
        4 => blend(HipL, Pelvis, 0.15),
        _ => rigid(HipL),
    });
    soup.grid(Island::Skirt, &[belt.clone(), hips.clone(), hem.clone()]);

    // Seen from inside the columns run the other way around; the ends climb the open edges to the belt.
    let mut edge = vec![belt[5].with_uv(1.0, 0.0), hips[5].with_uv(1.0, 0.5)];
    edge.extend(hem.iter().rev().map(|corner| corner.creased()));
    edge.extend([hips[0].with_uv(0.0, 0.5), belt[0].with_uv(0.0, 0.0)]);
    let seat: Vec<Corner> = seat.iter().rev().map(|c| c.with_uv(0.15 + 0.7 * c.uv.x, 0.1)).collect();
    soup.zip(Island::Lining, &seat, &edge);
}

/// The left half of a ring as corners, front to back.
fn half(points: &Half, v: f64, binding: impl Fn(usize) -> Binding) -> Vec<Corner> {
    let corners = points.iter().enumerate();
    corners.map(|(i, &at)| Corner::new(DVec3::from_array(at), binding(i), i as f64 / 5.0, v)).collect()
}

/// A whole ring as corners, from the back seam over the right side, the front and the left side back to the seam.
///
/// `u` tells how far around the unrolled half each column lies; `binding` gives the left side's joints by column.
pub fn ring(points: &Half, u: &[f64; 6], v: f64, binding: impl Fn(usize) -> Binding) -> Vec<Corner> {
    let left = |i: usize| Corner::new(DVec3::from_array(points[i]), binding(i), 0.5 + u[i], v);
    let right = |i: usize| {
        let corner = left(i);
        let at = DVec3::new(corner.at.x, -corner.at.y, corner.at.z);
        let binding = corner.binding.map(|(joint, weight)| (other_side(joint), weight));
        Corner::new(at, binding, 0.5 - u[i], v)
    };
    (1..6).rev().map(right).chain((0..6).map(left)).collect()
}
