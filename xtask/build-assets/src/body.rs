//! The figure's mesh: its shape in the rest pose, its joints, and its texture coordinates.
//!
//! The figure is a wanderer in a long coat. The trunk, the skirt of the coat with its lining, the limbs and the head are one
//! closed surface. The scarf and the satchel are separate shells. Only the scarf has open edges, which are inside the body.

mod arm;
pub mod extras;
mod head;
pub mod islands;
mod leg;
pub mod soup;
mod torso;

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};

use crate::motion::rig::FLOOR;
use crate::skeleton::{JOINT_COUNT, Joint, SkeletonPose};
use crate::trig::acos;
use islands::{Island, Sheet};
use soup::{Binding, Soup};

/// A triangle of a [`SkinnedMesh`]. Its corners are clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub xyz: [u16; 3],
    pub st: [u16; 3],
    pub island: Island,
}

#[derive(Clone, Debug, Default)]
pub struct SkinnedMesh {
    pub positions: Vec<DVec3>,
    pub bindings: Vec<Binding>,
    /// Skin coordinates in texels from the top left.
    pub st: Vec<[i16; 2]>,
    pub triangles: Vec<Triangle>,
}

pub fn build() -> SkinnedMesh {
    let mut soup = Soup::default();
    let trunk = torso::build(&mut soup);
    head::build(&mut soup, &trunk.collar);
    let first = soup.triangles.len();
    arm::build(&mut soup, &trunk.armhole);
    leg::build(&mut soup, &trunk.hip);
    soup.mirror_from(first);
    extras::build(&mut soup);
    SkinnedMesh::weld(&soup)
}

pub fn build_head() -> SkinnedMesh {
    let mut soup = Soup::default();
    head::build(&mut soup, &torso::build(&mut Soup::default()).collar);
    SkinnedMesh::weld(&soup)
}

impl SkinnedMesh {
    /// Builds a mesh from separate triangles. Corners become one vertex if they have the same position and group, and
    /// are on the same side of a crease (sharp edge).
    pub fn weld(soup: &Soup) -> Self {
        let mut mesh = Self::default();
        let mut vertices = BTreeMap::new();
        let mut coordinates = BTreeMap::new();
        for triangle in &soup.triangles {
            let xyz = triangle.corners.map(|corner| {
                let place = (corner.at * 1000.0).round().as_i64vec3().to_array();
                *vertices.entry((triangle.group, corner.creased, place)).or_insert_with(|| {
                    mesh.positions.push(corner.at);
                    mesh.bindings.push(corner.binding);
                    index(mesh.positions.len() - 1)
                })
            });
            let st = triangle.corners.map(|corner| {
                let texel = triangle.island.texel(corner.uv.x, corner.uv.y);
                *coordinates.entry(texel).or_insert_with(|| {
                    mesh.st.push(texel);
                    index(mesh.st.len() - 1)
                })
            });
            if xyz[0] != xyz[1] && xyz[1] != xyz[2] && xyz[2] != xyz[0] {
                mesh.triangles.push(Triangle { xyz, st, island: triangle.island });
            }
        }
        mesh
    }

    pub fn sheet(&self) -> Sheet {
        self.triangles.first().map_or(Sheet::Figure, |triangle| triangle.island.sheet())
    }

    /// Returns the positions of the vertices after the skeleton was moved to a pose.
    ///
    /// Vertices below the floor are raised to the floor: poses keep the body above the floor, but not the
    /// coat and the satchel of a figure that lies on the ground.
    pub fn posed(&self, pose: &SkeletonPose) -> Vec<DVec3> {
        let maps: [DAffine3; JOINT_COUNT] = pose.skinning();
        let carried = self.positions.iter().zip(&self.bindings);
        carried
            .map(|(&at, binding)| {
                let at = |&(joint, weight): &(Joint, f64)| maps[joint as usize].transform_point3(at) * weight;
                let at: DVec3 = binding.iter().map(at).sum();
                at.with_z(at.z.max(FLOOR))
            })
            .collect()
    }

    /// Returns smooth normals for the posed vertices `positions`. Each is the mean of the normals of the faces around the vertex,
    /// weighted by their angles at the vertex.
    pub fn normals(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; positions.len()];
        for triangle in &self.triangles {
            let corners = triangle.xyz.map(|i| positions[usize::from(i)]);
            let face = face_normal(corners);
            for k in 0..3 {
                let (here, next, previous) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
                let (a, b) = ((next - here).normalize_or_zero(), (previous - here).normalize_or_zero());
                normals[usize::from(triangle.xyz[k])] += face * acos(a.dot(b));
            }
        }
        normals.iter().map(|normal| normal.normalize_or(DVec3::Z)).collect()
    }
}

/// Returns the outward unit normal of a triangle whose corners are clockwise seen from outside. Returns zero if the triangle has no area.
pub fn face_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    (c - a).cross(b - a).normalize_or_zero()
}

fn index(i: usize) -> u16 {
    u16::try_from(i).expect("a generated figure has a few hundred vertices")
}
