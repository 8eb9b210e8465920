//! Conversion of the frames of a mesh to a base shape and morph targets.

use std::collections::HashMap;

use md2_mesh::{Bounds, Mesh, Pose, blend};

use super::data::{Data, Section};
use crate::gltf::space::to_gltf;

/// The places of a mesh's frames in the buffer.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) base: Block,
    /// The byte offset of the texture coordinates in their section.
    pub(super) uvs: usize,
    /// The distinct differences between the other frames and the base frame.
    pub(super) targets: Vec<Block>,
    /// The index of each frame in `targets`; `None` if the frame equals the base frame.
    pub(super) target_of: Vec<Option<usize>>,
    pub(super) frame_of: Vec<usize>,
}

/// The byte offsets of the positions and the normals of all vertices, and the bounds of each surface.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) positions: usize,
    pub(super) normals: usize,
    pub(super) bounds: Vec<Bounds>,
}

/// Positions and normals of a frame, in the axes of glTF.
#[derive(Clone, Debug, Default)]
struct Vertices {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

impl Vertices {
    fn pose(&mut self, mesh: &Mesh, frame: usize, scale: f32) {
        let count = mesh.vertex_count();
        self.positions.resize(count, [0.0; 3]);
        self.normals.resize(count, [0.0; 3]);
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        blend::blend_frames(mesh, Pose::still(frame), &mut self.positions, &mut self.normals);
        for position in &mut self.positions {
            *position = to_gltf(position.map(|c| c * scale));
        }
        for normal in &mut self.normals {
            *normal = to_gltf(*normal);
        }
    }

    fn subtract(&mut self, base: &Self) {
        let less = |from: &mut [[f32; 3]], what: &[[f32; 3]]| {
            for (from, what) in from.as_flattened_mut().iter_mut().zip(what.as_flattened()) {
                *from -= what;
            }
        };
        less(&mut self.positions, &base.positions);
        less(&mut self.normals, &base.normals);
    }

    fn is_zero(&self) -> bool {
        let zero = |vectors: &[[f32; 3]]| vectors.as_flattened().iter().all(|c| *c == 0.0);
        zero(&self.positions) && zero(&self.normals)
    }

    fn hash(&self) -> u64 {
        // The sums are independent, so that the compiler vectorizes them.
        let mut lanes = [0_u64; 3];
        for vector in self.positions.iter().chain(&self.normals) {
            for (lane, c) in lanes.iter_mut().zip(vector) {
                *lane = (lane.rotate_left(5) ^ u64::from(c.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        lanes
            .into_iter()
            .fold(0, |hash, lane| (hash.rotate_left(23) ^ lane).wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn write(&self, mesh: &Mesh, data: &mut Data) -> Block {
        let surface_bounds = |surface: &md2_mesh::Surface| {
            Bounds::around(self.positions[surface.vertices.clone()].iter().copied())
        };
        let block = Block {
            positions: data.len(Section::POSITIONS),
            normals: data.len(Section::NORMALS),
            bounds: mesh.surfaces().iter().map(surface_bounds).collect(),
        };
        data.append(Section::POSITIONS, &self.positions);
        data.append(Section::NORMALS, &self.normals);
        block
    }
}

impl Shape {
    /// Adds the given frames to `data`. The first frame becomes the base.
    pub(super) fn write(mesh: &Mesh, frames: &[usize], scale: f32, data: &mut Data) -> Self {
        let mut base = Vertices::default();
        base.pose(mesh, frames.first().copied().unwrap_or(0), scale);
        let uvs = data.len(Section::UVS);
        data.append(Section::UVS, mesh.uvs());
        let base_block = base.write(mesh, data);
        let mut shape =
            Self { base: base_block, uvs, targets: Vec::new(), target_of: vec![None], frame_of: Vec::new() };
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut delta = Vertices::default();
        for (place, &frame) in frames.iter().enumerate().skip(1) {
            delta.pose(mesh, frame, scale);
            delta.subtract(&base);
            if delta.is_zero() {
                shape.target_of.push(None);
                continue;
            }
            let block = delta.write(mesh, data);
            let alike = known.entry(delta.hash()).or_default();
            let same = alike.iter().copied().find(|&target| is_same(data, &shape.targets[target], &block));
            match same {
                Some(_) => {
                    data.truncate(Section::POSITIONS, block.positions);
                    data.truncate(Section::NORMALS, block.normals);
                }
                None => {
                    alike.push(shape.targets.len());
                    shape.targets.push(block);
                    shape.frame_of.push(place);
                }
            }
            shape.target_of.push(Some(same.unwrap_or(shape.targets.len() - 1)));
        }
        shape
    }
}

/// Whether the block `last` has the same values as the block `before`.
fn is_same(data: &Data, before: &Block, last: &Block) -> bool {
    let same = |part, before: usize, last: usize| {
        let bytes = data.bytes(part);
        bytes[before..].starts_with(&bytes[last..])
    };
    same(Section::POSITIONS, before.positions, last.positions)
        && same(Section::NORMALS, before.normals, last.normals)
}
