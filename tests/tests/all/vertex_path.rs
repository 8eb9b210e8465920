//! The book's picture of a vertex that trembles: its height over the keyframes, as stored and as restored.

#![expect(clippy::cast_possible_truncation, reason = "keyframes and colors are small numbers")]

use std::path::Path;

use md2_load::{LoadOptions, load};
use md2_mesh::Mesh;
use md2_tests::Picture;

const SIZE: [u32; 2] = [520, 200];
/// A vertex of the built-in model, and the last keyframe of its sequence `stand`.
const VERTEX: u32 = 193;
const LAST: usize = 39;
const BACKGROUND: [f32; 3] = [32.0, 36.0, 44.0];
const STORED: [f32; 3] = [236.0, 128.0, 60.0];
const RESTORED: [f32; 3] = [120.0, 190.0, 255.0];

/// Draws the heights of a vertex in an MD2 (orange) and in the MD3 that `md2 enhance` makes of it (blue).
pub(crate) fn draw(md2: &Path, md3: &Path) -> Picture {
    let [stored, restored] = [md2, md3].map(|path| {
        let file = std::fs::read(path).expect("the model can be read");
        load(&file, &LoadOptions::default()).expect("the model is valid").mesh
    });
    let of_file = |vertex: &usize| stored.source_vertices()[*vertex].xyz == VERTEX;
    let vertex = (0..stored.vertex_count()).find(of_file).expect("the vertex exists");
    let distance = |other: usize| -> f32 {
        let axes = (0..=LAST).map(|frame| (stored.position(frame, vertex), restored.position(frame, other)));
        axes.map(|(a, b)| (0..3).map(|axis| (a[axis] - b[axis]).abs()).sum::<f32>()).sum()
    };
    let others = 0..restored.vertex_count();
    let same = others.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).expect("the model has vertices");
    let heights =
        |mesh: &Mesh, vertex| (0..=LAST).map(|frame| mesh.position(frame, vertex)[2]).collect::<Vec<_>>();
    plot(&heights(&stored, vertex), &heights(&restored, same))
}

fn plot(stored: &[f32], restored: &[f32]) -> Picture {
    let [low, high] =
        [f32::min, f32::max].map(|choose| stored.iter().copied().reduce(choose).expect("a height"));
    let [width, height] = SIZE.map(|length| length as f32);
    let y = |value: f32| height * (0.9 - 0.8 * (value - low) / (high - low));
    let line = |heights: &[f32], [x, row]: [f32; 2]| -> f32 {
        let key = x / width * LAST as f32;
        let first = (key as usize).min(LAST - 1);
        let [a, b] = [y(heights[first]), y(heights[first + 1])];
        let slope = (b - a) * LAST as f32 / width;
        let distance = (a + (b - a) * (key - first as f32) - row).abs() / (1.0 + slope * slope).sqrt();
        (2.0 - distance).clamp(0.0, 1.0)
    };
    let pixel = |index: u32| {
        let at = [(index % SIZE[0]) as f32 + 0.5, (index / SIZE[0]) as f32 + 0.5];
        let mix = |under: [f32; 3], over: [f32; 3], part: f32| {
            [0, 1, 2].map(|i| under[i] + (over[i] - under[i]) * part)
        };
        let color = mix(BACKGROUND, STORED, line(stored, at));
        mix(color, RESTORED, line(restored, at)).map(|part| part.round() as u8)
    };
    Picture { width: SIZE[0], height: SIZE[1], pixels: (0..SIZE[0] * SIZE[1]).map(pixel).collect() }
}
