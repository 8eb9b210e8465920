//! Conversion of the frames of a mesh to a base shape and morph targets.

use std::collections::HashMap;
use std::ops::Range;

use md2_mesh::{Bounds, Mesh, Pose, blend};

use super::data::{Data, Section};
use crate::gltf::space::to_gltf;
use crate::used_vertices::UsedVertices;

#[derive(Debug)]
pub(super) struct Shape {
    pub(super) vertices: UsedVertices,
    pub(super) base: Block,
    /// The byte offset of the mesh's texture coordinates in the section of texture coordinates.
    pub(super) uvs: usize,
    /// The differences of all frames but the first from the base frame. Equal differences share their bytes.
    pub(super) targets: Vec<Block>,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The byte offset of the vertices in the section of positions, and also in the section of normals.
    pub(super) offset: usize,
    pub(super) bounds: Vec<Bounds>,
}

#[derive(Clone, Debug, Default)]
struct Vertices(Vec<[f32; 3]>);

impl Vertices {
    fn pose(&mut self, mesh: &Mesh, used: &UsedVertices, frame: usize, scale: f32) {
        let count = mesh.vertex_count();
        self.0.resize(2 * count, [0.0; 3]);
        let (positions, normals) = self.0.split_at_mut(count);
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        blend::blend_frames(mesh, Pose::still(frame), positions, normals);
        positions.iter_mut().for_each(|position| *position = position.map(|c| c * scale));
        used.keep(&mut self.0, 2);
        self.0.iter_mut().for_each(|vector| *vector = to_gltf(*vector));
    }

    fn subtract(&mut self, base: &Self) {
        for (c, base) in self.0.as_flattened_mut().iter_mut().zip(base.0.as_flattened()) {
            *c -= base;
        }
    }

    fn hash(&self) -> u64 {
        // The sums are independent, so that the compiler vectorizes them.
        let mut lanes = [0_u64; 3];
        for vector in &self.0 {
            for (lane, c) in lanes.iter_mut().zip(vector) {
                *lane = (lane.rotate_left(5) ^ u64::from(c.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        lanes
            .into_iter()
            .fold(0, |hash, lane| (hash.rotate_left(23) ^ lane).wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn write(&self, used: &UsedVertices, data: &mut Data) -> Block {
        let (positions, normals) = self.0.split_at(used.count());
        let surface_bounds = |range: &Range<usize>| Bounds::around(positions[range.clone()].iter().copied());
        let bounds = used.surfaces().iter().map(surface_bounds).collect();
        data.append(Section::NORMALS, normals);
        Block { offset: data.append(Section::POSITIONS, positions), bounds }
    }
}

impl Shape {
    /// Adds the given frames to `data`. The first of them becomes the base frame.
    pub(super) fn write(mesh: &Mesh, frames: &[usize], scale: f32, data: &mut Data) -> Self {
        let vertices = UsedVertices::new(mesh);
        let mut base = Vertices::default();
        base.pose(mesh, &vertices, frames.first().copied().unwrap_or(0), scale);
        let mut uvs = mesh.uvs().to_vec();
        vertices.keep(&mut uvs, 1);
        let mut shape = Self {
            uvs: data.append(Section::UVS, &uvs),
            base: base.write(&vertices, data),
            vertices,
            targets: Vec::new(),
        };
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut delta = Vertices::default();
        for &frame in frames.iter().skip(1) {
            delta.pose(mesh, &shape.vertices, frame, scale);
            delta.subtract(&base);
            let block = delta.write(&shape.vertices, data);
            let alike = known.entry(delta.hash()).or_default();
            let same = alike.iter().copied().find(|&target| is_same(data, &shape.targets[target], &block));
            let block = match same {
                Some(target) => {
                    data.bytes_mut(Section::POSITIONS).truncate(block.offset);
                    data.bytes_mut(Section::NORMALS).truncate(block.offset);
                    shape.targets[target].clone()
                }
                None => {
                    alike.push(shape.targets.len());
                    block
                }
            };
            shape.targets.push(block);
        }
        shape
    }
}

fn is_same(data: &Data, before: &Block, last: &Block) -> bool {
    [Section::POSITIONS, Section::NORMALS].into_iter().all(|section| {
        let bytes = data.bytes(section);
        bytes[before.offset..].starts_with(&bytes[last.offset..])
    })
}
