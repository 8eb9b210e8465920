//! Motions with known true positions, quantized as exporters do.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers of test models are small, and quantizing rounds on purpose"
)]

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
use md2_steady::Sequence;

pub(crate) type Point = [f64; 3];

pub(crate) struct Motion {
    pub(crate) frames: Vec<Vec<Point>>,
    pub(crate) triangles: Vec<u32>,
    pub(crate) loops: bool,
}

impl Motion {
    pub(crate) fn from_grid(
        [rows, columns]: [u32; 2],
        frames: u32,
        loops: bool,
        at: impl Fn(f64, f64, f64) -> Point,
    ) -> Self {
        let places = |frame: u32| {
            let grid = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            grid.map(|(row, column)| at(row.into(), column.into(), frame.into())).collect()
        };
        let gaps = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
        let triangles = gaps.flat_map(|a| [a, a + 1, a + columns, a + columns, a + 1, a + columns + 1]);
        Self { frames: (0..frames).map(places).collect(), triangles: triangles.collect(), loops }
    }

    pub(crate) fn sequences(&self) -> Vec<Sequence> {
        vec![Sequence { frames: 0..=self.frames.len() - 1, loops: self.loops }]
    }

    pub(crate) fn packed(&self) -> Mesh {
        self.packed_after_adding(0.5)
    }

    /// Quantizes as exporters do that add a part of a step, then round down.
    pub(crate) fn packed_after_adding(&self, part: f64) -> Mesh {
        let (mut frames, mut packed) = (vec![], vec![]);
        for positions in &self.frames {
            let mut frame = FrameTransform { scale: [0.0; 3], translate: [0.0; 3] };
            for axis in 0..3 {
                let all = || positions.iter().map(|position| position[axis]);
                let least = all().fold(f64::INFINITY, f64::min);
                let greatest = all().fold(f64::NEG_INFINITY, f64::max);
                (frame.scale[axis], frame.translate[axis]) =
                    (((greatest - least) / 255.0) as f32, least as f32);
            }
            for position in positions {
                for (axis, coordinate) in position.iter().enumerate() {
                    let steps =
                        (coordinate - f64::from(frame.translate[axis])) / f64::from(frame.scale[axis]);
                    packed.push((steps + part) as u8);
                }
                packed.push(5);
            }
            frames.push(frame);
        }
        mesh(frames, packed, self.triangles.clone())
    }

    /// Compares a mesh with the true positions. Returns the root mean square of the position errors, and the root mean
    /// square of their second differences over time, which measures trembling.
    pub(crate) fn error_and_tremble(&self, mesh: &Mesh) -> [f64; 2] {
        let count = self.frames.len();
        let error = |frame: usize, vertex: usize, axis: usize| {
            let frame = frame % count;
            f64::from(mesh.position(frame, vertex)[axis]) - self.frames[frame][vertex][axis]
        };
        let vertices = self.frames[0].len();
        let bends = if self.loops { count } else { count - 2 };
        let (mut errors, mut tremble) = (0.0, 0.0);
        for (vertex, axis) in (0..vertices).flat_map(|vertex| [(vertex, 0), (vertex, 1), (vertex, 2)]) {
            let at = |frame| error(frame, vertex, axis);
            errors += (0..count).map(|frame| at(frame).powi(2)).sum::<f64>() / (count * vertices) as f64;
            let bend = |frame| at(frame) - 2.0 * at(frame + 1) + at(frame + 2);
            tremble += (0..bends).map(|frame| bend(frame).powi(2)).sum::<f64>() / (bends * vertices) as f64;
        }
        [errors.sqrt(), tremble.sqrt()]
    }
}

pub(crate) fn with_normals_of_surface(mesh: &Mesh) -> Mesh {
    let mut parts = mesh.to_parts();
    parts.recompute_normals();
    Mesh::from_parts(parts).expect("the parts fit")
}

pub(crate) fn mesh(frames: Vec<FrameTransform>, packed: Vec<u8>, indices: Vec<u32>) -> Mesh {
    Mesh::from_parts(MeshParts::whole(Packing::Position8Normal8, frames, packed, indices))
        .expect("the parts fit")
}

pub(crate) fn rigid_spin() -> Motion {
    Motion::from_grid([12, 12], 32, true, |row, column, frame| {
        let (around, up) = (column * 0.55, row * 0.24);
        let [x, y, z] = [20.0 * around.cos() * up.sin(), 12.0 * around.sin() * up.sin(), 28.0 * up.cos()];
        let (sin, cos) = (frame * std::f64::consts::TAU / 32.0).sin_cos();
        let (y, z) = (0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z);
        [x * cos - y * sin, x * sin + y * cos, z]
    })
}

pub(crate) fn bending_tube() -> Motion {
    Motion::from_grid([16, 10], 40, true, |row, column, frame| {
        let bend = 0.05 * (frame * std::f64::consts::TAU / 40.0).sin();
        let (angle, around) = (bend * row, column * 0.7);
        // The center line of an arc, and a ring perpendicular to it.
        let length = 4.0;
        let middle = |i: f64| {
            (0..i as usize).fold([0.0, 0.0], |[x, z], k| {
                let angle = bend * (k as f64 + 0.5);
                [x + length * angle.sin(), z + length * angle.cos()]
            })
        };
        let [x, z] = middle(row);
        let (side, front) = (6.0 * around.cos(), 6.0 * around.sin());
        [x + side * angle.cos(), front, z - side * angle.sin()]
    })
}
