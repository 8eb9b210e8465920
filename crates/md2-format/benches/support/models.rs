//! Models of four sizes: a small one, a player, the limits of the original game, and far beyond them.

use std::env;
use std::fs;
use std::path::Path;

use md2_format::model::{Frame, Model};
use md2_format::raw::{FrameName, SkinName, St, Triangle, Vertex};
use md2_format::stripify;

/// A file to load and what to call it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) file: Vec<u8>,
}

struct Size {
    name: &'static str,
    vertices: u16,
    triangles: usize,
    frames: usize,
    skins: usize,
}

const SIZES: [Size; 4] = [
    Size { name: "small", vertices: 256, triangles: 500, frames: 198, skins: 1 },
    Size { name: "player", vertices: 500, triangles: 700, frames: 198, skins: 1 },
    Size { name: "max", vertices: 2048, triangles: 4096, frames: 512, skins: 32 },
    Size { name: "huge", vertices: 10_000, triangles: 20_000, frames: 1000, skins: 1 },
];

/// `small.md2` to `huge.md2` from the folder that the variable `MD2_BENCH_MODELS` names; those that are not there
/// are made up, in the same sizes.
pub(crate) fn cases() -> Vec<Case> {
    let folder = env::var_os("MD2_BENCH_MODELS");
    let read = |name| fs::read(Path::new(folder.as_ref()?).join(name).with_extension("md2")).ok();
    SIZES
        .iter()
        .map(|size| Case { name: size.name, file: read(size.name).unwrap_or_else(|| made(size)) })
        .collect()
}

/// A torus of `size`: vertices in rings, two triangles to a square, waves that travel from frame to frame.
fn made(size: &Size) -> Vec<u8> {
    const RING: u16 = 16;
    let vertex = |column: u16, row: u16| (row * RING + column % RING) % size.vertices;
    let squares =
        (0..size.vertices.div_ceil(RING)).flat_map(|row| (0..RING).map(move |column| (column, row)));
    let triangles = squares.flat_map(|(c, r)| {
        let [a, b] = [vertex(c, r), vertex(c + 1, r)];
        let [d, e] = [vertex(c, r + 1), vertex(c + 1, r + 1)];
        [[a, d, b], [b, d, e]].map(|corners| Triangle::new(corners, corners))
    });
    let triangles: Vec<_> = triangles.cycle().take(size.triangles).collect();
    let st: Vec<_> = (0..size.vertices.cast_signed()).map(|i| St::new(i % 256, i / 256)).collect();
    let gl_commands = stripify(&triangles, &st).to_words([256, 256]);
    let frames = (0..size.frames).map(|frame| Frame {
        name: FrameName::new(format!("run{frame}")).unwrap(),
        scale: [0.25; 3],
        translate: [-32.0; 3],
        vertices: (0..usize::from(size.vertices)).map(|i| wave(i, frame)).collect(),
    });
    let model = Model {
        skin_width: 256,
        skin_height: 256,
        skins: (0..size.skins).map(|i| SkinName::new(format!("models/skin{i}.pcx")).unwrap()).collect(),
        frames: frames.collect(),
        st,
        triangles,
        gl_commands,
        ..Model::default()
    };
    model.to_bytes().unwrap()
}

fn wave(vertex: usize, frame: usize) -> Vertex {
    let [x, y, z, _] =
        (vertex * 2_654_435 + frame * 977).to_le_bytes().first_chunk().copied().unwrap_or_default();
    let normal = u8::try_from((vertex + frame) % 162).unwrap_or_default();
    Vertex::new([x, y, z], normal)
}
