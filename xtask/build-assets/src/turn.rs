//! The turning head, which shows why two keys are not enough.

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::export::FloatFrame;
use crate::trig::{cos, sin};

/// The script of the head: each sequence looks to the left, to the right and back in two seconds.
pub const SCRIPT: &str = "// name first last fps\ntwo 0 1 1\nfour 2 5 2\neight 6 13 4\ntwenty 14 33 10\n";

const SEQUENCES: [(&str, u32); 4] = [("two", 2), ("four", 4), ("eight", 8), ("twenty", 20)];
/// The largest angle to each side, in radians.
const WIDEST: f64 = 75.0 / 180.0 * core::f64::consts::PI;
/// The point of the figure that becomes the origin: on the axis of the neck, at the height of the nose.
const CENTER: DVec3 = DVec3::new(-0.4, 0.0, 25.0);

pub fn frames(head: &SkinnedMesh) -> Vec<FloatFrame> {
    let keys = SEQUENCES.iter().flat_map(|&(name, count)| (0..count).map(move |key| (name, key, count)));
    let frame = |(name, key, count): (&str, u32, u32)| {
        let place = f64::from(key) / f64::from(count);
        let angle = WIDEST * ((place - 0.5).abs() * 4.0 - 1.0);
        let turned = head.positions.iter().map(|&at| {
            let DVec3 { x, y, z } = at - CENTER;
            DVec3::new(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle), z)
        });
        FloatFrame::new(&format!("{name}{:02}", key + 1), head, turned.collect())
    };
    keys.map(frame).collect()
}
