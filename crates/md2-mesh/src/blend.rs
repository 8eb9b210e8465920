//! Posing a mesh on the CPU: the reference that shaders are compared with, and what exporters use.
//!
//! Between frames `a` and `b`, at `blend` in `0.0..=1.0` (0 = all `a`, 1 = all `b`):
//!
//! - a position is `(a.packed * a.scale + a.translate) * (1 - blend) + (b.packed * b.scale + b.translate) * blend`,
//!   per axis;
//! - a normal is `a`'s direction `* (1 - blend) +` `b`'s direction `* blend`, scaled to unit length. Where
//!   the two cancel out it is +Z.
//!
//! At 0 and 1 the positions are those of the frame, bit by bit. Frames that are not there and blends outside
//! the range count as [`Pose`] says.

use crate::mesh::Mesh;
use crate::packing::Packing;
use crate::packing::{PackedVertex, Vertex8, Vertex16};
use crate::pose::Pose;
use crate::pose::PoseWithin;
use crate::transform::FrameTransform;

/// Below this square of its length a blended normal has no direction, and +Z takes its place.
pub const MIN_NORMAL_LENGTH_SQUARED: f32 = 1.0e-12;

/// A vertex of a posed mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendedVertex {
    /// Position in model space.
    pub position: [f32; 3],
    /// Unit vector away from the surface.
    pub normal: [f32; 3],
}

/// One vertex of a pose.
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn blend_vertex(mesh: &Mesh, vertex: usize, pose: Pose) -> BlendedVertex {
    let mut position = [[0.0; 3]];
    let mut normal = [[0.0; 3]];
    let pair = Pair::new(mesh, pose);
    let [a, b] = [pair.pose.frame_a, pair.pose.frame_b].map(|frame| mesh.vertex_bytes(frame, vertex));
    match mesh.packing() {
        Packing::Position8Normal8 => {
            pair.positions::<Vertex8>(a, b, &mut position);
            pair.normals::<Vertex8>(a, b, &mut normal);
        }
        Packing::Position16Normal16 => {
            pair.positions::<Vertex16>(a, b, &mut position);
            pair.normals::<Vertex16>(a, b, &mut normal);
        }
    }
    BlendedVertex { position: position[0], normal: normal[0] }
}

/// All vertices of a pose.
///
/// # Panics
/// If a slice is not [`Mesh::vertex_count`] long.
pub fn blend_frames(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    blend_positions(mesh, pose, positions);
    let pair = Pair::new(mesh, pose);
    let [a, b] = pair.bytes(mesh);
    match mesh.packing() {
        Packing::Position8Normal8 => pair.normals::<Vertex8>(a, b, normals),
        Packing::Position16Normal16 => pair.normals::<Vertex16>(a, b, normals),
    }
}

/// The positions of all vertices of a pose, for callers that need no normals.
///
/// # Panics
/// If the slice is not [`Mesh::vertex_count`] long.
pub fn blend_positions(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    let pair = Pair::new(mesh, pose);
    let [a, b] = pair.bytes(mesh);
    match mesh.packing() {
        Packing::Position8Normal8 => pair.positions::<Vertex8>(a, b, positions),
        Packing::Position16Normal16 => pair.positions::<Vertex16>(a, b, positions),
    }
}

/// Two frames, and how much each of them counts.
struct Pair {
    pose: PoseWithin,
    /// The factor per axis of each frame's packed coordinates, its weight included, and what both add up to.
    ///
    /// The weights go into scale and translation once instead of into every vertex. At blend 0 and 1 this leaves
    /// exactly the frame's own sum, as the other frame adds a zero.
    scale_a: [f32; 3],
    scale_b: [f32; 3],
    translate: [f32; 3],
}

impl Pair {
    fn new(mesh: &Mesh, pose: Pose) -> Self {
        let pose = pose.within(mesh.frame_count());
        let transform = |frame: usize| -> FrameTransform { mesh.frames()[frame].transform };
        let (a, b) = (transform(pose.frame_a), transform(pose.frame_b));
        let (weight_a, weight_b) = (1.0 - pose.blend, pose.blend);
        Self {
            pose,
            scale_a: a.scale.map(|scale| scale * weight_a),
            scale_b: b.scale.map(|scale| scale * weight_b),
            translate: [0, 1, 2].map(|i| a.translate[i] * weight_a + b.translate[i] * weight_b),
        }
    }

    /// The packed vertices of both frames.
    fn bytes<'a>(&self, mesh: &'a Mesh) -> [&'a [u8]; 2] {
        [self.pose.frame_a, self.pose.frame_b].map(|frame| mesh.frame_bytes(frame))
    }

    fn positions<V: PackedVertex>(&self, a: &[u8], b: &[u8], positions: &mut [[f32; 3]]) {
        let Self { scale_a, scale_b, translate, .. } = *self;
        for ((position, a), b) in positions.iter_mut().zip(V::all(a)).zip(V::all(b)) {
            let (a, b) = (a.coordinates(), b.coordinates());
            *position = [
                a[0] * scale_a[0] + b[0] * scale_b[0] + translate[0],
                a[1] * scale_a[1] + b[1] * scale_b[1] + translate[1],
                a[2] * scale_a[2] + b[2] * scale_b[2] + translate[2],
            ];
        }
    }

    fn normals<V: PackedVertex>(&self, a: &[u8], b: &[u8], normals: &mut [[f32; 3]]) {
        let (weight_a, weight_b) = (1.0 - self.pose.blend, self.pose.blend);
        for ((normal, a), b) in normals.iter_mut().zip(V::all(a)).zip(V::all(b)) {
            let (a, b) = (a.direction(), b.direction());
            *normal = unit([
                a[0] * weight_a + b[0] * weight_b,
                a[1] * weight_a + b[1] * weight_b,
                a[2] * weight_a + b[2] * weight_b,
            ]);
        }
    }
}

/// The vector scaled to unit length; +Z if it has no direction.
fn unit([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length_squared = x * x + y * y + z * z;
    if length_squared < MIN_NORMAL_LENGTH_SQUARED {
        return [0.0, 0.0, 1.0];
    }
    let factor = 1.0 / length_squared.sqrt();
    [x * factor, y * factor, z * factor]
}
