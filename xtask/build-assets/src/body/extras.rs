//! The scarf with its free end, and the satchel.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Binding, Corner, Soup, blend, closed_row, rigid};
use crate::skeleton::Joint;
use crate::trig::{cos, sin};

pub fn build(soup: &mut Soup) {
    soup.group = 1;
    scarf(soup);
    soup.group = 2;
    tail(soup);
    soup.group = 3;
    satchel(soup);
}

/// Adds a thick loop around the neck, lower in front. Its upper and lower edges are inside the neck and the shoulders.
fn scarf(soup: &mut Soup) {
    const SIDES: usize = 7;
    // Radius, height, weight of the neck.
    const ROWS: [(f64, f64, f64); 3] = [(1.3, 22.6, 0.6), (3.15, 21.5, 0.4), (2.75, 18.9, 0.0)];
    let row = |(i, &(radius, z, neck)): (usize, &(f64, f64, f64))| {
        closed_row(SIDES, i as f64 / 2.0, |k| {
            let angle = (k as f64 / SIDES as f64 - 0.5) * core::f64::consts::TAU;
            let (x, y) = (cos(angle), sin(angle));
            let at = DVec3::new(-0.1 + x * radius, y * radius * 1.05, z - 0.6 * x - 0.3 * x.max(0.0));
            (at, blend(Joint::Chest, Joint::Neck, neck))
        })
    };
    soup.grid(Island::Scarf, &ROWS.iter().enumerate().map(row).collect::<Vec<_>>());
}

/// Adds the free end of the scarf, which hangs behind the left shoulder. It is flat outside and has a low ridge inside.
fn tail(soup: &mut Soup) {
    use Joint::{Chest, Neck, Scarf, ScarfEnd};
    // Center of each row, half its width, and the joints that move it.
    const ROWS: [([f64; 3], f64, Binding); 4] = [
        ([-2.4, 1.5, 20.8], 0.8, blend(Chest, Neck, 0.2)),
        ([-4.0, 2.0, 17.6], 1.15, rigid(Scarf)),
        ([-4.5, 2.3, 14.0], 1.35, blend(Scarf, ScarfEnd, 0.7)),
        ([-4.6, 2.5, 10.6], 1.5, rigid(ScarfEnd)),
    ];
    let row = |i: usize| {
        let (middle, half, binding) = ROWS[i];
        let at = |x: f64, y: f64| DVec3::from_array(middle) + DVec3::new(x, y * half, 0.0);
        let v = i as f64 / 3.0;
        // The outside uses the left half of the island, the inside the right half.
        let outside = [(1.0, 0.5), (-1.0, 0.0)].map(|(y, u)| Corner::new(at(0.0, y), binding, u, v));
        let inside = [(-1.0, 1.0), (0.0, 0.75), (1.0, 0.5)].map(|(y, u)| {
            let edge = i == 0 || i == 3;
            let corner = Corner::new(at(if edge || y != 0.0 { 0.0 } else { 0.35 }, y), binding, u, v);
            if i == 0 { corner } else { corner.creased() }
        });
        (outside, inside)
    };
    let rows = [0, 1, 2, 3].map(row);
    soup.grid(Island::Tail, &rows.map(|(outside, _)| outside.to_vec()));
    // The first and the last row have no ridge.
    let [first, .., last] = rows.map(|(_, inside)| inside);
    soup.grid(Island::Tail, &[rows[1].1.to_vec(), rows[2].1.to_vec()]);
    soup.zip(Island::Tail, &[first[0], first[2]], &rows[1].1);
    soup.zip(Island::Tail, &rows[2].1, &[last[0], last[2]]);
}

const SATCHEL: DVec3 = DVec3::new(-2.7, 5.0, 1.2);
/// The direction of the satchel's width, toward the front. The satchel is slightly turned to touch the coat.
const SIDE: DVec3 = DVec3::new(0.835, 0.55, 0.0);
/// The direction from the coat to the satchel.
const OFF: DVec3 = DVec3::new(-0.55, 0.835, 0.0);

pub fn model_to_satchel(at: DVec3) -> DVec3 {
    let from = at - SATCHEL;
    DVec3::new(from.dot(SIDE), from.dot(OFF), from.z)
}

fn satchel(soup: &mut Soup) {
    let corner = |side: f64, off: f64, z: f64, u: f64, v: f64| {
        let at = SATCHEL + SIDE * side + OFF * off + DVec3::Z * z;
        Corner::new(at, blend(Joint::Pelvis, Joint::HipL, 0.15), u, v)
    };
    // Seen from above, the corners of a row are counter-clockwise: near front, far front, far rear, near rear.
    let row = |wide: f64, near: f64, far: f64, z: f64, v: f64| {
        vec![
            corner(wide, near, z, 0.0, v),
            corner(wide, far, z, 0.2, v),
            corner(-wide, far, z, 0.8, v),
            corner(-wide, near, z, 1.0, v),
            corner(wide, near, z, 0.0, v),
        ]
    };
    let top = row(2.4, -0.9, 0.7, 2.6, 0.12);
    let bottom = row(2.7, -0.9, 1.2, -2.2, 0.86);
    soup.band(Island::Satchel, &top, &bottom);
    let lid = |i: usize, row: &[Corner], v: f64| row[i].with_uv(if i == 0 || i == 1 { 0.2 } else { 0.8 }, v);
    soup.quad(Island::Satchel, [lid(0, &top, 0.0), lid(3, &top, 0.0), top[2], top[1]]);
    soup.quad(Island::Satchel, [lid(0, &bottom, 1.0), bottom[1], bottom[2], lid(3, &bottom, 1.0)]);
}
