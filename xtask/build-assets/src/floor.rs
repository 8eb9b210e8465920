//! The image of the floor: rows of gray flagstones. It repeats without a seam in both directions.

use crate::paint::materials::{Color, band, ramp};
use crate::paint::noise::{cell, lattice_noise};
use crate::paint::{Image, bytes};
use glam::{DVec2, DVec3, I64Vec3};

const SIZE: u32 = 256;
/// The number of rows of stones. Each row is as wide as the image.
const COURSES: usize = 5;
/// Height of each row of stones, and the right ends of its stones, in pixels. A row's last stone continues at the left edge of the image.
const LAYOUT: [(f64, &[f64]); COURSES] = [
    (46.0, &[22.0, 104.0, 170.0]),
    (58.0, &[60.0, 138.0, 236.0]),
    (44.0, &[4.0, 92.0, 196.0]),
    (62.0, &[48.0, 118.0, 180.0]),
    (46.0, &[82.0, 152.0, 250.0]),
];

const JOINT: Color = DVec3::new(0.20, 0.225, 0.255);
const STONE: Color = DVec3::new(0.435, 0.465, 0.495);
const TINTS: [Color; 4] = [
    DVec3::new(0.40, 0.46, 0.50),
    DVec3::new(0.46, 0.475, 0.48),
    DVec3::new(0.42, 0.455, 0.49),
    DVec3::new(0.45, 0.485, 0.475),
];

pub fn paint() -> Image {
    let pixels = (0..SIZE * SIZE).map(|i| {
        let at = DVec2::new(f64::from(i % SIZE) + 0.5, f64::from(i / SIZE) + 0.5);
        bytes(color(at))
    });
    Image { width: SIZE, height: SIZE, pixels: pixels.collect() }
}

fn color(at: DVec2) -> Color {
    // The joints between stones are slightly wavy.
    let wobble = DVec2::new(smooth(at, 32, 1), smooth(at, 32, 2)) - DVec2::splat(0.5);
    let stone = stone_at(at + wobble * 5.0);
    let tint = TINTS[stone.number % TINTS.len()];
    let own = cell(I64Vec3::new(stone.number as i64, 0, 0), 7) - 0.5;

    let mut color = STONE.lerp(tint, 0.55) * (1.0 + 0.10 * own);
    // Clouds, grain, and fine lines along the row.
    color *= 1.0 + 0.12 * (smooth(at, 16, 3) - 0.5) + 0.08 * (smooth(at, 64, 4) - 0.5);
    color *= 1.0
        + 0.07 * (smooth(at, 128, 5) - 0.5)
        + 0.05 * (smooth(DVec2::new(at.x * 0.25, at.y), 128, 6) - 0.5);
    // Pits.
    color *= 1.0 - 0.20 * ramp(0.80, 0.92, smooth(at, 64, 8)) * ramp(0.5, 0.8, smooth(at, 128, 9));
    // Rounded edges, lit from the top left.
    let edge = stone.edge + 1.6 * (smooth(at, 64, 10) - 0.5);
    color *= 1.0 + 0.16 * ramp(6.0, 2.0, edge) * (stone.facing - 0.15);
    color *= 1.0 - 0.10 * ramp(14.0, 2.0, stone.edge);
    let joint = ramp(2.0, 0.6, edge);
    let sand = JOINT * (1.0 + 0.35 * (smooth(at, 128, 11) - 0.5));
    // Joints with sand, and moss in some places.
    let moss = DVec3::new(0.27, 0.32, 0.26);
    color.lerp(
        sand.lerp(moss, ramp(0.55, 0.75, smooth(at, 8, 12))),
        joint * (1.0 - 0.15 * band(edge, 0.2, 0.2)),
    )
}

struct Stone {
    number: usize,
    /// The distance from the point to the nearest border of the stone, in pixels.
    edge: f64,
    /// 1 if the nearest border faces the light at the top left, otherwise -1.
    facing: f64,
}

fn stone_at(at: DVec2) -> Stone {
    let size = f64::from(SIZE);
    let (x, y) = (at.x.rem_euclid(size), at.y.rem_euclid(size));
    let mut top = 0.0;
    let mut course = 0;
    while course + 1 < COURSES && y >= top + LAYOUT[course].0 {
        top += LAYOUT[course].0;
        course += 1;
    }
    let (height, ends) = LAYOUT[course];
    let after = ends.iter().position(|&end| x < end).unwrap_or(0);
    let (before, next) = (ends[(after + ends.len() - 1) % ends.len()], ends[after]);
    let borders = [
        (y - top, 1.0),
        (top + height - y, -1.0),
        ((x - before).rem_euclid(size), 1.0),
        ((next - x).rem_euclid(size), -1.0),
    ];
    let (edge, facing) = borders.into_iter().fold((f64::INFINITY, 0.0), |a, b| if b.0 < a.0 { b } else { a });
    Stone { number: course * 3 + after, edge, facing }
}

fn smooth(at: DVec2, cells: i64, seed: u64) -> f64 {
    let wrapped = |corner: I64Vec3| cell(corner.rem_euclid(I64Vec3::splat(cells)), seed);
    lattice_noise((at * (cells as f64 / f64::from(SIZE))).extend(0.0), wrapped)
}
