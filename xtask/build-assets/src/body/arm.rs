//! The left arm: a coat sleeve with a turned-back cuff, and a mitten with its thumb.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Binding, Corner, Soup, blend, closed_row, rigid};
use crate::skeleton::Joint;

/// Sine and cosine of 45 degrees, the angle of the arm in the rest pose.
const R: f64 = core::f64::consts::FRAC_1_SQRT_2;
const ALONG: DVec3 = DVec3::new(0.0, R, -R);
/// The direction away from the body, at a right angle to the arm: to the outside of the elbow and the back of the hand.
const OUT: DVec3 = DVec3::new(0.0, R, R);

fn point(t: f64, x: f64, out: f64) -> DVec3 {
    Joint::ShoulderL.rest() + ALONG * t + DVec3::X * x + OUT * out
}

/// Returns a ring of six corners around the sleeve at the distance `t` from the shoulder, from the inside over the front and the outside
/// back to the inside. The center is moved forward by `x`. `wide` and `thick` are half the widths forward and outward, and `v` is the
/// texture coordinate.
fn ring(t: f64, x: f64, wide: f64, thick: f64, v: f64, binding: Binding) -> Vec<Corner> {
    const AROUND: [(f64, f64); 6] =
        [(0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5)];
    let at = |(forward, out): (f64, f64)| point(t, x + forward * wide, out * thick);
    closed_row(6, v, |i| (at(AROUND[i]), binding))
}

pub fn build(soup: &mut Soup, armhole: &[Corner]) {
    use Joint::{ElbowL, ShoulderL, WristL};
    let elbow = (ElbowL.rest() - ShoulderL.rest()).length();
    let wrist = elbow + (WristL.rest() - ElbowL.rest()).length();
    let armhole: Vec<Corner> =
        armhole.iter().zip(0..).map(|(c, i)| c.with_uv(f64::from(i) / 6.0, 0.0)).collect();
    let cuff = ring(wrist - 0.9, -0.05, 1.7, 1.65, 0.9, rigid(ElbowL));
    soup.grid(
        Island::Sleeve,
        &[
            armhole,
            ring(2.9, 0.0, 1.95, 1.75, 0.16, rigid(ShoulderL)),
            ring(elbow - 1.1, -0.05, 1.5, 1.45, 0.46, blend(ShoulderL, ElbowL, 0.1)),
            ring(elbow + 1.2, 0.05, 1.5, 1.45, 0.58, blend(ElbowL, ShoulderL, 0.1)),
            cuff.clone(),
        ],
    );
    hand(soup, wrist, &cuff);
}

/// Adds the mitten, which begins at the ring `cuff`: four points around the wrist, four around the knuckles, two at the fingertips, and the
/// thumb with a web between thumb and hand. `wrist` is the distance of the wrist from the shoulder.
fn hand(soup: &mut Soup, wrist: f64, cuff: &[Corner]) {
    use Joint::{ElbowL, WristL};
    // The fraction of the island's width that the hand uses. The thumb uses the rest.
    const RING: f64 = 0.8;
    let hand =
        |t: f64, x: f64, out: f64, u: f64, v: f64| Corner::new(point(wrist + t, x, out), rigid(WristL), u, v);
    let loop_of = |t: f64, v: f64, points: [(f64, f64); 4]| -> Vec<Corner> {
        let closed = points.iter().chain(&points[..1]).enumerate();
        closed.map(|(i, &(x, out))| hand(t, x, out, RING * i as f64 / 4.0, v)).collect()
    };
    // Inner back, inner front, outer front, outer back: the same order as around the sleeve.
    let wrist_ring: Vec<Corner> =
        loop_of(-0.7, 0.12, [(-0.75, -0.6), (0.75, -0.6), (0.75, 0.6), (-0.75, 0.6)])
            .into_iter()
            .map(|corner| Corner { binding: blend(ElbowL, WristL, 0.4), ..corner })
            .collect();
    let knuckles = loop_of(2.9, 0.55, [(-1.2, -0.85), (1.15, -0.95), (1.15, 0.25), (-1.15, 0.3)]);
    let web = hand(1.1, 0.75, -0.25, RING * 0.375, 0.38);

    let cuff: Vec<Corner> =
        cuff.iter().zip(0..).map(|(c, i)| c.with_uv(RING * f64::from(i) / 6.0, 0.0)).collect();
    soup.zip(Island::Hand, &cuff, &wrist_ring);
    // Inner, outer and rear sides of the palm, then its front around the web.
    soup.quad(Island::Hand, [wrist_ring[0], wrist_ring[1], knuckles[1], knuckles[0]]);
    soup.quad(Island::Hand, [wrist_ring[2], wrist_ring[3], knuckles[3], knuckles[2]]);
    soup.quad(Island::Hand, [wrist_ring[3], wrist_ring[4], knuckles[4], knuckles[3]]);
    soup.triangle(Island::Hand, wrist_ring[1], web, knuckles[1]);
    soup.triangle(Island::Hand, web, knuckles[2], knuckles[1]);
    soup.triangle(Island::Hand, web, wrist_ring[2], knuckles[2]);
    // Slightly curled fingers.
    let tips = [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| {
        let front = u == 0.25 || u == 0.5;
        if front { hand(4.3, 1.0, -1.3, RING * u, 1.0) } else { hand(4.4, -0.6, -1.2, RING * u, 1.0) }
    });
    soup.band(Island::Hand, &knuckles, &tips);
    // A blunt thumb. Its near side faces the forearm, and its far side begins at the web.
    let [inner, outer] = [hand(2.7, 2.3, -1.0, 0.86, 0.9), hand(2.6, 2.25, -0.35, 0.92, 0.9)];
    let [root_inner, root_outer] = [wrist_ring[1].with_uv(0.86, 0.3), wrist_ring[2].with_uv(0.92, 0.3)];
    soup.quad(Island::Hand, [root_inner, root_outer, outer, inner]);
    soup.triangle(Island::Hand, root_outer, web.with_uv(0.97, 0.4), outer);
    soup.triangle(Island::Hand, web.with_uv(0.84, 0.4), root_inner, inner);
    soup.triangle(Island::Hand, web.with_uv(1.0, 0.4), inner.with_uv(1.0, 0.9), outer);
}
