//! The trunk: the coat from collar to belt, its skirt and lining, and the seat of the trousers.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Binding, Corner, Soup, blend, rigid};
use crate::skeleton::Joint;

/// The open ends of the trunk, where other parts begin.
#[derive(Debug)]
pub struct Trunk {
    /// The ring around the base of the neck, from the back seam over the right side and the front back to the seam.
    pub collar: Vec<Corner>,
    /// The ring around the left arm, from the armpit over the front and the top back to the armpit.
    pub armhole: Vec<Corner>,
    /// The ring around the left leg, from the crotch over the front and the outside back to the crotch.
    pub hip: Vec<Corner>,
}

/// Half a ring, as the X, Y and Z of six columns: the front center, four points around the left side, and the back center.
pub type Half = [[f64; 6]; 3];

fn point(half: &Half, column: usize) -> DVec3 {
    DVec3::from_array(half.map(|coordinates| coordinates[column]))
}

/// The texture coordinate U of each column of a half ring. The columns of the wide back get more texels than the columns of the front.
const U: [f64; 6] = [0.0, 0.1, 0.2, 0.29, 0.38, 0.5];

/// The ring at the neck, which the scarf hides. To save vertices, some columns share a point.
const COLLAR: Half =
    [[1.6, 1.6, 0.6, -0.5, -2.2, -2.2], [0.0, 0.0, 1.9, 2.3, 0.0, 0.0], [19.4, 19.4, 19.9, 20.4, 20.5, 20.5]];
const SHOULDER: Half =
    [[2.5, 2.4, 1.3, -0.5, -2.2, -3.1], [0.0, 1.9, 4.6, 5.3, 4.5, 0.0], [18.0, 18.3, 19.1, 19.8, 19.2, 18.9]];
const ARMPIT: Half =
    [[3.4, 3.4, 1.9, -0.4, -2.7, -3.6], [0.0, 2.2, 4.4, 4.9, 4.3, 0.0], [14.7, 14.9, 15.0, 14.0, 15.1, 15.2]];
const RIBS: Half =
    [[3.0, 2.8, 1.8, -0.2, -2.3, -2.9], [0.0, 1.9, 3.7, 4.3, 3.5, 0.0], [10.4, 10.4, 10.4, 10.4, 10.5, 10.6]];
const BELT_TOP: Half =
    [[2.65, 2.45, 1.6, -0.1, -2.0, -2.5], [0.0, 1.7, 3.2, 3.75, 3.0, 0.0], [6.7, 6.75, 6.85, 6.9, 6.95, 7.0]];
const BELT_BOTTOM: Half =
    [[3.0, 2.8, 1.85, -0.1, -2.2, -2.8], [0.0, 1.8, 3.5, 4.1, 3.3, 0.0], [5.0, 5.05, 5.15, 5.2, 5.25, 5.3]];
/// The upper half ring of the skirt. Below the belt, the coat is open in front and slit behind, so the half ring does not end at Y = 0.
const SKIRT_HIPS: Half = [
    [3.7, 3.35, 2.2, -0.2, -2.8, -3.9],
    [0.3, 2.5, 4.4, 5.2, 4.3, 0.12],
    [-1.0, -1.1, -1.2, -1.2, -1.2, -1.2],
];
const SKIRT_HEM: Half = [
    [4.1, 4.0, 2.5, -0.4, -3.4, -5.1],
    [1.2, 3.1, 5.3, 6.2, 5.3, 0.45],
    [-7.0, -7.6, -8.4, -9.0, -9.6, -9.8],
];
/// The seat of the trousers. It is far inside the coat, since a raised thigh moves the skirt toward it.
const SEAT: Half =
    [[1.6, 1.1, 1.1, -0.3, -1.9, -2.1], [0.0, 2.6, 2.6, 3.5, 2.7, 0.0], [0.2, 0.6, 0.6, 0.7, 0.6, 0.2]];
const CROTCH: DVec3 = DVec3::new(-0.1, 0.0, -1.0);

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
    // The columns between 2 and 4 and their mirror images are the armholes.
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

/// Adds the left half of the skirt and its lining, from the belt down to the hem and up again to the seat.
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

    // Seen from inside, the columns are in reverse order. The ends of the row follow the open edges up to the belt.
    let mut edge = vec![belt[5].with_uv(1.0, 0.0), hips[5].with_uv(1.0, 0.5)];
    edge.extend(hem.iter().rev().map(|corner| corner.creased()));
    edge.extend([hips[0].with_uv(0.0, 0.5), belt[0].with_uv(0.0, 0.0)]);
    let seat: Vec<Corner> = seat.iter().rev().map(|c| c.with_uv(0.15 + 0.7 * c.uv.x, 0.1)).collect();
    soup.zip(Island::Lining, &seat, &edge);
}

fn half(points: &Half, v: f64, binding: impl Fn(usize) -> Binding) -> Vec<Corner> {
    (0..6).map(|i| Corner::new(point(points, i), binding(i), i as f64 / 5.0, v)).collect()
}

/// Returns the corners of a whole ring, from the back seam over the right side, the front and the left side back to the seam.
///
/// `u` is the texture coordinate of each column of a half ring. `binding` returns the joints of a column on the left side.
pub fn ring(points: &Half, u: &[f64; 6], v: f64, binding: impl Fn(usize) -> Binding) -> Vec<Corner> {
    let left = |i: usize| Corner::new(point(points, i), binding(i), 0.5 + u[i], v);
    let right = |i: usize| left(i).mirrored().with_uv(0.5 - u[i], v);
    (1..6).rev().map(right).chain((0..6).map(left)).collect()
}
