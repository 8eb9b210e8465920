//! MD2 models for tests.

use crate::fields::int;
use crate::spec::{FrameSpec, GlWord, Md2Spec, TriangleSpec};

/// Returns a model with one triangle that faces up, three vertices, two frames (`"stand01"`, `"stand02"`), one skin
/// of 64 x 64 texels and one strip.
pub fn one_triangle() -> Md2Spec {
    Md2Spec {
        skin_size: [64, 64],
        skins: vec![b"models/test/skin.pcx".to_vec()],
        st: vec![[0, 0], [63, 0], [0, 63]],
        triangles: vec![TriangleSpec { xyz: [0, 1, 2], st: [0, 1, 2] }],
        vertices: 3,
        frames: vec![
            frame(b"stand01", [0.0, 0.0, 0.0], &[[0, 0, 0, 5], [0, 255, 0, 5], [255, 0, 0, 5]]),
            frame(b"stand02", [0.0, 0.0, 8.0], &[[0, 0, 0, 5], [0, 255, 0, 0], [255, 0, 255, 161]]),
        ],
        gl_words: strip(&[(0, [0, 0]), (1, [63, 0]), (2, [0, 63])]),
    }
}

/// Returns a square of two triangles that have different skin coordinates at their shared edge: four vertices, six skin
/// coordinates, one frame. On a GPU, two of the vertices must be duplicated.
pub fn seamed_quad() -> Md2Spec {
    Md2Spec {
        skin_size: [64, 32],
        skins: vec![b"quad.pcx".to_vec()],
        st: vec![[0, 0], [31, 0], [0, 31], [32, 31], [63, 31], [63, 0]],
        triangles: vec![
            TriangleSpec { xyz: [0, 1, 2], st: [0, 1, 2] },
            TriangleSpec { xyz: [2, 1, 3], st: [3, 5, 4] },
        ],
        vertices: 4,
        frames: vec![frame(
            b"quad",
            [-16.0, -16.0, 0.0],
            &[[0, 0, 0, 5], [0, 255, 0, 5], [255, 0, 0, 5], [255, 255, 0, 5]],
        )],
        gl_words: Vec::new(),
    }
}

/// Returns a closed cube of 12 triangles, clockwise seen from outside, 51 units wide, with one frame `"stand01"`. The
/// normals at its corners point outward, or inward if `inverted`, as in the files of some exporters.
pub fn block(inverted: bool) -> Md2Spec {
    // The indices of the normals nearest to the directions of the corners. Bit 0 of a corner's index is X, bit 1 Y,
    // and bit 2 Z.
    const NORMALS: [u8; 8] = [159, 99, 156, 73, 125, 138, 17, 45];
    const FACES: [[u16; 4]; 6] =
        [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
    let corner = |i: usize| {
        let at = |bit: usize| if i >> bit & 1 == 1 { 255 } else { 0 };
        [at(0), at(1), at(2), NORMALS[if inverted { 7 - i } else { i }]]
    };
    let halves = FACES.map(|[a, b, c, d]| [([a, b, c], [0, 1, 2]), ([a, c, d], [0, 2, 3])]);
    let mut pose = frame(b"stand01", [-25.5, -25.5, -24.0], &[0, 1, 2, 3, 4, 5, 6, 7].map(corner));
    pose.scale = [0.2; 3];
    Md2Spec {
        skin_size: [64, 64],
        skins: vec![],
        st: vec![[0, 0], [0, 63], [63, 63], [63, 0]],
        triangles: halves.as_flattened().iter().map(|&(xyz, st)| TriangleSpec { xyz, st }).collect(),
        vertices: 8,
        frames: vec![pose],
        gl_words: Vec::new(),
    }
}

/// Returns [`one_triangle`] with one frame for each name and without OpenGL commands. Frame `i` is `i` units higher
/// than the first.
pub fn with_frames<N: AsRef<[u8]>>(names: impl IntoIterator<Item = N>) -> Md2Spec {
    let mut spec = one_triangle();
    let pose = spec.frames.swap_remove(0);
    spec.gl_words.clear();
    spec.frames = names
        .into_iter()
        .zip(0u16..)
        .map(|(name, height)| FrameSpec {
            name: name.as_ref().to_vec(),
            translate: [0.0, 0.0, f32::from(height)],
            ..pose.clone()
        })
        .collect();
    spec
}

fn frame(name: &[u8], translate: [f32; 3], vertices: &[[u8; 4]]) -> FrameSpec {
    FrameSpec { name: name.to_vec(), scale: [0.125; 3], translate, vertices: vertices.to_vec() }
}

/// Returns the OpenGL commands of one strip. Each corner is a vertex index and a texel on a skin of 64 x 64 texels.
fn strip(corners: &[(i32, [u8; 2])]) -> Vec<GlWord> {
    let mut words = vec![GlWord::I(int(corners.len()))];
    for &(vertex, [s, t]) in corners {
        let uv = |texel: u8| GlWord::F((f32::from(texel) + 0.5) / 64.0);
        words.extend([uv(s), uv(t), GlWord::I(vertex)]);
    }
    words.push(GlWord::I(0));
    words
}
