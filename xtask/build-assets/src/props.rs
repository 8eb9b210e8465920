//! The weapon in the wanderer's right hand, and the ball.

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::body::islands::Island;
use crate::body::soup::{Corner, Soup, closed_row, rigid};
use crate::export::FloatFrame;
use crate::skeleton::Joint;
use crate::trig::{cos, sin};

/// Sine and cosine of 45 degrees, the angle of the arm in the rest pose.
const R: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// The direction of the right hand's fingers in the rest pose.
const ALONG: DVec3 = DVec3::new(0.0, -R, -R);
/// The direction of the back of the right hand in the rest pose.
const OUT: DVec3 = DVec3::new(0.0, -R, R);

/// Converts a position relative to the right hand to model space in the rest pose. The coordinates are
/// distances from the wrist: `along` the fingers, `up` toward the thumb, `out` toward the back of the hand.
fn hand_to_model(along: f64, up: f64, out: f64) -> DVec3 {
    Joint::WristR.rest() + ALONG * along + DVec3::X * up + OUT * out
}

/// Converts a position in model space in the rest pose to coordinates of the right hand. This is the inverse of [`hand_to_model`].
pub fn model_to_hand(at: DVec3) -> DVec3 {
    let from = at - Joint::WristR.rest();
    DVec3::new(from.dot(ALONG), from.x, from.dot(OUT))
}

pub fn weapon() -> SkinnedMesh {
    let mut soup = Soup::default();
    barrel(&mut soup);
    soup.group = 1;
    stock(&mut soup);
    soup.group = 2;
    lock(&mut soup);
    SkinnedMesh::weld(&soup)
}

/// The offset of the weapon's center plane from the center of the hand, toward the back of the hand.
const ASIDE: f64 = -1.0;
/// The height of the barrel's bore above the center of the hand.
const BORE: f64 = 1.65;

fn barrel(soup: &mut Soup) {
    const SIDES: usize = 6;
    // Position along the bore, radius, texture coordinate V.
    const ROWS: [(f64, f64, f64); 7] = [
        (0.9, 0.0, 0.09),
        (1.0, 0.72, 0.14),
        (5.2, 0.56, 0.46),
        (9.0, 0.52, 0.76),
        (10.9, 1.25, 0.92),
        (10.8, 0.92, 0.96),
        (8.6, 0.0, 1.0),
    ];
    let row = |&(along, radius, v): &(f64, f64, f64)| -> Vec<Corner> {
        closed_row(SIDES, v, |k| {
            let angle = k as f64 / SIDES as f64 * core::f64::consts::TAU;
            let at = hand_to_model(along, BORE - radius * cos(angle), ASIDE + radius * sin(angle));
            (at, rigid(Joint::WristR))
        })
    };
    let rows: Vec<Vec<Corner>> = ROWS.iter().map(row).collect();
    // The muzzle is a sharp edge, so the bore shares no vertices with the outside.
    soup.grid(Island::Iron, &rows[..5]);
    soup.group = 3;
    soup.grid(Island::Iron, &rows[4..]);
}

fn stock(soup: &mut Soup) {
    // The center of each row (along, up) and its texture coordinate V, then half its height (along, up) and half its width.
    const ROWS: [([f64; 3], [f64; 3]); 6] = [
        ([7.9, 1.15, 0.06], [0.00, 0.10, 0.25]),
        ([6.6, 1.00, 0.20], [0.00, 0.40, 0.50]),
        ([2.6, 0.85, 0.58], [0.00, 0.55, 0.58]),
        ([1.0, 0.75, 0.70], [-0.53, 0.53, 0.55]),
        ([0.7, -0.90, 0.82], [-0.61, 0.11, 0.55]),
        ([0.2, -2.30, 0.88], [-0.75, 0.27, 0.62]),
    ];
    let rows: Vec<Vec<Corner>> = ROWS
        .iter()
        .map(|&([along, up, v], [half_along, half_up, width])| {
            let corner = |high: f64, wide: f64, u: f64| {
                let at = hand_to_model(along + high * half_along, up + high * half_up, ASIDE + wide * width);
                Corner::new(at, rigid(Joint::WristR), u, v)
            };
            vec![
                corner(1.0, -0.7, 0.0),
                corner(1.0, 0.7, 0.15),
                corner(-1.0, 1.0, 0.5),
                corner(-1.0, -1.0, 0.65),
                corner(1.0, -0.7, 1.0),
            ]
        })
        .collect();
    soup.grid(Island::Wood, &rows);
    // In the skin, the ends are above and below the sides.
    let cap = |row: &[Corner], top: f64, bottom: f64| {
        let uv = [(0.2, top), (0.5, top), (0.5, bottom), (0.2, bottom)];
        [0, 1, 2, 3].map(|i| row[i].with_uv(uv[i].0, uv[i].1))
    };
    let mut tip = cap(&rows[0], 0.0, 0.04);
    tip.reverse();
    soup.quad(Island::Wood, tip);
    soup.quad(Island::Wood, cap(&rows[5], 0.9, 1.0));
}

fn lock(soup: &mut Soup) {
    let corner = |along: f64, up: f64, out: f64, u: f64, v: f64| {
        Corner::new(hand_to_model(along, BORE + up, ASIDE + out), rigid(Joint::WristR), u, v)
    };
    // Clockwise seen from above, where the tip is.
    let base = [
        corner(1.0, 0.2, 0.45, 0.1, 0.0),
        corner(2.2, 0.2, 0.45, 0.9, 0.0),
        corner(2.2, 0.2, 0.85, 0.9, 0.05),
        corner(1.0, 0.2, 0.85, 0.1, 0.05),
    ];
    let tip = corner(0.7, 1.5, 0.65, 0.5, 0.025);
    for i in 0..4 {
        soup.triangle(Island::Iron, base[i], base[(i + 1) % 4], tip);
    }
    let [a, b, c, d] = base;
    soup.quad(Island::Iron, [d, c, b, a]);
}

const RADIUS: f64 = 12.0;
const FLOOR: f64 = -24.0;

pub fn ball() -> SkinnedMesh {
    const AROUND: usize = 14;
    const DOWN: usize = 9;
    let row = |i: usize| -> Vec<Corner> {
        let v = i as f64 / DOWN as f64;
        let polar = v * core::f64::consts::PI;
        // A row at a pole is a single point.
        let (height, radius) =
            if i.is_multiple_of(DOWN) { (cos(polar), 0.0) } else { (cos(polar), sin(polar)) };
        closed_row(AROUND, v, |k| {
            let angle = k as f64 / AROUND as f64 * core::f64::consts::TAU;
            let at = DVec3::new(-cos(angle) * radius, -sin(angle) * radius, height) * RADIUS;
            (at, rigid(Joint::Pelvis))
        })
    };
    let mut soup = Soup::default();
    soup.grid(Island::Ball, &(0..=DOWN).map(row).collect::<Vec<_>>());
    SkinnedMesh::weld(&soup)
}

/// Returns the two frames of the ball: flattened on the floor, and stretched at the top of its flight.
pub fn bounce(ball: &SkinnedMesh) -> Vec<FloatFrame> {
    let key = |name: &str, tall: f64, bottom: f64| {
        // The width changes with the height so that the volume stays the same.
        let wide = (1.0 / tall).sqrt();
        let positions = ball.positions.iter().map(|&at| {
            let at = at * DVec3::new(wide, wide, tall);
            DVec3::new(at.x, at.y, at.z + RADIUS * tall + bottom)
        });
        FloatFrame::new(name, ball, positions.collect())
    };
    vec![key("bounce1", 0.66, FLOOR), key("bounce2", 1.08, FLOOR + 20.0)]
}
