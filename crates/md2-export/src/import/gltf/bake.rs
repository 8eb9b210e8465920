//! Computing the positions and normals of all vertices at a time of an animation.

use std::cell::Cell;
use std::collections::HashMap;

use glam::{DMat3, DMat4, DVec3};
use md2_gltf::schema::{AccessorKind, Gltf};
use md2_mesh::TagFrame;

use crate::import::error::ImportError;

use super::animation::ImportAnimation;
use super::curve::Path;
use super::geometry::PrimitiveMesh;
use super::nodes::{NodeTransform, Nodes, rotation};
use super::reader::Reader;

/// The number of triangles that cost about as much computing time as one vertex. Most models have fewer: about two per vertex.
const TRIANGLES_FOR_A_VERTEX: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Moment {
    Rest,
    /// The pose at a time of an animation, in seconds.
    Animated {
        animation: usize,
        time: f64,
    },
    /// The pose in which a morph target has the weight 1, and all others have the weight 0.
    Target {
        /// The morph target; `None` sets all weights to 0.
        target: Option<usize>,
        /// The animation and the time that move the nodes; `None` for the rest pose.
        nodes: Option<(usize, f64)>,
    },
}

#[derive(Debug)]
pub(super) struct Instance {
    pub(super) node: usize,
    pub(super) mesh: usize,
    pub(super) skin: Option<usize>,
}

pub(super) type Skeleton = Vec<(usize, DMat4)>;

#[derive(Debug)]
pub(super) struct Baker<'a> {
    pub(super) gltf: &'a Gltf,
    pub(super) nodes: Nodes,
    /// The primitives of each mesh. The list of an invisible mesh is empty.
    pub(super) parts: Vec<Vec<PrimitiveMesh>>,
    pub(super) instances: Vec<Instance>,
    pub(super) skeletons: Vec<Skeleton>,
    pub(super) animations: Vec<ImportAnimation>,
    /// The nodes that are tags: points to which other models can be attached.
    pub(super) tags: Vec<usize>,
    /// Quake units per unit of the file.
    pub(super) scale: f64,
    /// The number of times that a morph target was added to a vertex so far; at most `most_added`.
    pub(super) added: Cell<u64>,
    pub(super) most_added: u64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Pose {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) tags: Vec<TagFrame>,
}

pub(super) fn read_skeleton(reader: &Reader<'_>, index: usize) -> Result<Skeleton, ImportError> {
    let skin = &reader.gltf.skins[index];
    let place = format!("skins[{index}]");
    let count = reader.gltf.nodes.len();
    for (nth, &joint) in skin.joints.iter().enumerate() {
        ImportError::check_index(format_args!("{place}.joints[{nth}]"), joint, "a node", count)?;
    }
    let mut skeleton: Skeleton = skin.joints.iter().map(|&joint| (joint, DMat4::IDENTITY)).collect();
    if let Some(matrices) = skin.inverse_bind_matrices {
        let place = format!("{place}.inverseBindMatrices");
        let numbers = reader.floats(matrices, AccessorKind::Mat4, &place)?;
        let (matrices, _) = numbers.as_chunks::<16>();
        if matrices.len() < skeleton.len() {
            let found = format!("{} matrices", matrices.len());
            let expected = format!("{}, one for each joint", skeleton.len());
            return Err(ImportError::invalid(place, found, expected));
        }
        for ((_, bind), matrix) in skeleton.iter_mut().zip(matrices) {
            *bind = DMat4::from_cols_array(&matrix.map(f64::from));
        }
    }
    Ok(skeleton)
}

impl Baker<'_> {
    pub(super) fn vertex_count(&self) -> usize {
        let parts = self.instances.iter().flat_map(|instance| &self.parts[instance.mesh]);
        parts.map(|part| part.positions.len()).sum()
    }

    pub(super) fn cost_of_frame(&self) -> u64 {
        let widths = |animation: &ImportAnimation| {
            animation.channels.iter().map(|moving| moving.curve.width() as u64 + 4).sum::<u64>()
        };
        let joints: u64 = self.skeletons.iter().map(|joints| joints.len() as u64).sum();
        let curves = self.animations.iter().map(widths).max().unwrap_or(0);
        let besides = self.nodes.rest.len() as u64 + joints + curves + self.instances.len() as u64;
        let parts = self.instances.iter().flat_map(|instance| &self.parts[instance.mesh]);
        let triangles: u64 = parts.map(|part| part.triangles.len() as u64).sum();
        besides.max(self.vertex_count() as u64).max(triangles / TRIANGLES_FOR_A_VERTEX)
    }

    pub(super) fn pose(&self, moment: Moment) -> Result<Pose, ImportError> {
        let mut places = self.nodes.rest.clone();
        let mut moved_weights: HashMap<usize, Vec<f64>> = HashMap::new();
        let moved = match moment {
            Moment::Rest => None,
            Moment::Animated { animation, time } => Some((animation, time)),
            Moment::Target { nodes, .. } => nodes,
        };
        if let Some((animation, time)) = moved {
            for moving in &self.animations[animation].channels {
                let value = moving.curve.value_at(time);
                move_place(&mut places[moving.node], moving.path, &value);
                if let Path::Weights(_) = moving.path {
                    moved_weights.insert(moving.node, value);
                }
            }
        }
        let worlds = self.nodes.worlds(&places);
        let matrices: Vec<Vec<DMat4>> = self
            .skeletons
            .iter()
            .map(|joints| joints.iter().map(|&(joint, bind)| worlds[joint] * bind).collect())
            .collect();
        let tags = self.tags.iter().map(|&tag| tag_frame(worlds[tag], self.scale)).collect();
        let mut pose = Pose { tags, ..Pose::default() };
        for instance in &self.instances {
            let targets = self.parts[instance.mesh].first().map_or(0, |part| part.targets.len());
            let own_weights = &self.gltf.nodes[instance.node].weights;
            let mesh_weights = &self.gltf.meshes[instance.mesh].weights;
            let rest_weights = if own_weights.is_empty() { mesh_weights } else { own_weights };
            // Reading a weight is assumed to take as long as adding a morph target to a vertex.
            self.count_added(targets as u64)?;
            let weights: Vec<f64> = match moment {
                Moment::Target { target: shown, .. } => {
                    (0..targets).map(|target| if shown == Some(target) { 1.0 } else { 0.0 }).collect()
                }
                _ => match moved_weights.remove(&instance.node) {
                    Some(weights) => weights,
                    None => rest_weights.iter().take(targets).map(|&weight| weight.into()).collect(),
                },
            };
            for part in &self.parts[instance.mesh] {
                let joints = instance.skin.filter(|_| part.joints_each > 0).map(|skin| &matrices[skin][..]);
                self.add_part(part, &weights, joints, worlds[instance.node], &mut pose)?;
            }
        }
        Ok(pose)
    }

    fn add_part(
        &self,
        part: &PrimitiveMesh,
        weights: &[f64],
        joints: Option<&[DMat4]>,
        world: DMat4,
        pose: &mut Pose,
    ) -> Result<(), ImportError> {
        let mut positions: Vec<DVec3> = part.positions.iter().map(|&v| vector(v)).collect();
        let mut normals: Vec<DVec3> = part.normals.iter().map(|&v| vector(v)).collect();
        for (target, &weight) in part.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            self.count_added(part.positions.len() as u64)?;
            add(&mut positions, &target.positions, weight);
            add(&mut normals, &target.normals, weight);
        }
        for (vertex, position) in positions.into_iter().enumerate() {
            let matrix = joints.map_or(world, |joints| blended(part, vertex, joints));
            pose.positions.push(axes(matrix.transform_point3(position) * self.scale));
            if let Some(normal) = normals.get(vertex) {
                let normal = (cofactors(matrix) * *normal).normalize_or_zero();
                pose.normals.push(axes(normal));
            }
        }
        Ok(())
    }

    fn count_added(&self, vertices: u64) -> Result<(), ImportError> {
        self.added.set(self.added.get().saturating_add(vertices));
        let what = "vertices moved by morph targets";
        ImportError::check_limit("the animations", what, self.added.get(), self.most_added)
    }
}

fn move_place(place: &mut NodeTransform, path: Path, value: &[f64]) {
    match (path, value) {
        (Path::Translation, &[x, y, z]) => place.translation = DVec3::new(x, y, z),
        (Path::Scale, &[x, y, z]) => place.scale = DVec3::new(x, y, z),
        (Path::Rotation, &[x, y, z, w]) => place.rotation = rotation([x, y, z, w]),
        _ => {}
    }
}

fn add(vectors: &mut [DVec3], deltas: &[[f32; 3]], weight: f64) {
    for (vector_, delta) in vectors.iter_mut().zip(deltas) {
        *vector_ += vector(*delta) * weight;
    }
}

fn blended(part: &PrimitiveMesh, vertex: usize, joints: &[DMat4]) -> DMat4 {
    let range = vertex * part.joints_each..(vertex + 1) * part.joints_each;
    let mut sum = DMat4::ZERO;
    for (&joint, &weight) in part.joints[range.clone()].iter().zip(&part.weights[range]) {
        if let Some(matrix) = joints.get(joint as usize).filter(|_| weight > 0.0) {
            sum += *matrix * f64::from(weight);
        }
    }
    sum
}

/// Returns the cofactor matrix, which transforms normals. It is the inverse transpose times the absolute value of the
/// determinant, and also exists for singular matrices.
fn cofactors(matrix: DMat4) -> DMat3 {
    let m = DMat3::from_mat4(matrix);
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(
        m.y_axis.cross(m.z_axis) * sign,
        m.z_axis.cross(m.x_axis) * sign,
        m.x_axis.cross(m.y_axis) * sign,
    )
}

fn vector(numbers: [f32; 3]) -> DVec3 {
    DVec3::from_array(numbers.map(f64::from))
}

/// Returns the pose of a tag. The axes of the attached model are Quake's: forward is +Z of the node, left +X, up +Y.
fn tag_frame(world: DMat4, scale: f64) -> TagFrame {
    let [left, up, forward] =
        [world.x_axis, world.y_axis, world.z_axis].map(|axis| axes(axis.truncate().normalize_or_zero()));
    TagFrame { origin: axes(world.w_axis.truncate() * scale), axes: [forward, left, up] }
}

fn axes(v: DVec3) -> [f32; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "infinite coordinates are rejected later")]
    let axes = [v.z, v.x, v.y].map(|c| c as f32);
    axes
}
