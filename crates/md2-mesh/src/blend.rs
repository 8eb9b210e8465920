//! Posing a mesh on the CPU: the reference that shaders are compared with, and what exporters use.
//!
//! Between frames `a` and `b`, at `blend` in `0.0..=1.0` (0 = all `a`, 1 = all `b`):
//!
//! - a position is `(a.packed * a.scale + a.translate) * (1 - blend) + (b.packed * b.scale + b.translate) * blend`,
//!   per axis;
//! - a normal is `a`'s direction `* (1 - blend) +` `b`'s direction `* blend`, scaled to unit length. Where
//!   the two cancel out it is +Z.
//!
//! While one pose [fades](Fade) into another, four frames are added up by their shares: positions as they are, and directions,
//! whose sum is then scaled to unit length.
//!
//! At 0 and 1 the positions are those of the frame, bit by bit. Frames that are not there and blends outside
//! the range count as [`Pose`] says.
//!
//! [`blend_vertex`] computes one vertex, as it is written above. The others compute several at once, with the widest
//! instructions of the machine they run on, and give the same bits on every machine: each vertex goes through the same
//! operations in the same order, and no two of them are fused. Those that write [`Columns`] are the fastest.

mod lanes;

use fearless_simd::{Level, dispatch};
use md2_common::Pose;

use crate::fade::Fade;
use crate::mesh::Mesh;
use crate::packing::{PackedVertex, Packing, Vertex8, Vertex16};
use crate::transform::FrameTransform;

/// Below this square of its length a blended normal has no direction, and +Z takes its place.
pub(crate) const MIN_NORMAL_LENGTH_SQUARED: f32 = 1.0e-12;

/// A vertex of a posed mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendedVertex {
    /// Position in model space.
    pub position: [f32; 3],
    /// Unit vector away from the surface.
    pub normal: [f32; 3],
}

/// Room for one vector of each vertex, a slice for each axis. Vector instructions write these without shuffling.
#[derive(Debug)]
#[allow(missing_docs, reason = "each is the axis of its name")]
pub struct Columns<'a> {
    pub x: &'a mut [f32],
    pub y: &'a mut [f32],
    pub z: &'a mut [f32],
}

impl Columns<'_> {
    fn assert_len(&self, count: usize) {
        let lengths = [self.x.len(), self.y.len(), self.z.len()];
        assert_eq!(lengths, [count; 3], "one number per vertex in each column");
    }
}

/// One vertex of a pose.
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn blend_vertex(mesh: &Mesh, vertex: usize, pose: Pose) -> BlendedVertex {
    let pair = Pair::new(mesh, pose);
    let [a, b] = pair.pose.frames().map(|frame| mesh.vertex_bytes(frame, vertex));
    match mesh.packing() {
        Packing::Position8Normal8 => pair.vertex(Vertex8::all(a)[0], Vertex8::all(b)[0]),
        Packing::Position16Normal16 => pair.vertex(Vertex16::all(a)[0], Vertex16::all(b)[0]),
    }
}

/// All vertices of a pose.
///
/// # Panics
/// If a slice is not [`Mesh::vertex_count`] long.
pub fn blend_frames(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    blend_positions(mesh, pose, positions);
    let pair = Pair::new(mesh, pose);
    match mesh.packing() {
        Packing::Position8Normal8 => {
            let [a, b] = pair.vertices::<Vertex8>(mesh);
            dispatch!(Level::new(), simd => lanes::normals(simd, &pair, a, b, normals));
        }
        Packing::Position16Normal16 => {
            let [a, b] = pair.vertices::<Vertex16>(mesh);
            dispatch!(Level::new(), simd => lanes::normals(simd, &pair, a, b, normals));
        }
    }
}

/// The positions of all vertices of a pose, for callers that need no normals.
///
/// # Panics
/// If the slice is not [`Mesh::vertex_count`] long.
pub fn blend_positions(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    let pair = Pair::new(mesh, pose);
    match mesh.packing() {
        Packing::Position8Normal8 => {
            let [a, b] = pair.vertices::<Vertex8>(mesh);
            dispatch!(Level::new(), _simd => lanes::positions(&pair, a, b, positions));
        }
        Packing::Position16Normal16 => {
            let [a, b] = pair.vertices::<Vertex16>(mesh);
            dispatch!(Level::new(), _simd => lanes::positions(&pair, a, b, positions));
        }
    }
}

/// All vertices of a pose, the axes apart: the fastest way to have them.
///
/// # Panics
/// If a column is not [`Mesh::vertex_count`] long.
pub fn blend_columns(mesh: &Mesh, pose: Pose, positions: Columns<'_>, normals: Columns<'_>) {
    normals.assert_len(mesh.vertex_count());
    blend_position_columns(mesh, pose, positions);
    let pair = Pair::new(mesh, pose);
    match mesh.packing() {
        Packing::Position8Normal8 => {
            let [a, b] = pair.vertices::<Vertex8>(mesh);
            dispatch!(Level::new(), simd => lanes::normal_columns(simd, &pair, a, b, normals));
        }
        Packing::Position16Normal16 => {
            let [a, b] = pair.vertices::<Vertex16>(mesh);
            dispatch!(Level::new(), simd => lanes::normal_columns(simd, &pair, a, b, normals));
        }
    }
}

/// The positions of all vertices of a pose, the axes apart.
///
/// # Panics
/// If a column is not [`Mesh::vertex_count`] long.
pub fn blend_position_columns(mesh: &Mesh, pose: Pose, positions: Columns<'_>) {
    positions.assert_len(mesh.vertex_count());
    let pair = Pair::new(mesh, pose);
    match mesh.packing() {
        Packing::Position8Normal8 => {
            let [a, b] = pair.vertices::<Vertex8>(mesh);
            dispatch!(Level::new(), _simd => lanes::position_columns(&pair, a, b, positions));
        }
        Packing::Position16Normal16 => {
            let [a, b] = pair.vertices::<Vertex16>(mesh);
            dispatch!(Level::new(), _simd => lanes::position_columns(&pair, a, b, positions));
        }
    }
}

/// One vertex while a pose fades into `to`.
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn fade_vertex(mesh: &Mesh, vertex: usize, fade: Fade, to: Pose) -> BlendedVertex {
    FourFrames::new(mesh, fade, to).vertex(vertex)
}

/// All vertices while a pose fades into `to`.
///
/// # Panics
/// If a slice is not [`Mesh::vertex_count`] long.
pub fn fade_frames(mesh: &Mesh, fade: Fade, to: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    let four = FourFrames::new(mesh, fade, to);
    for (vertex, (position, normal)) in positions.iter_mut().zip(normals).enumerate() {
        let posed = four.vertex(vertex);
        (*position, *normal) = (posed.position, posed.normal);
    }
}

/// The four frames of a fade.
struct FourFrames<'a> {
    mesh: &'a Mesh,
    /// With their shares.
    frames: [(usize, f32); 4],
    /// The factor per axis of each frame's packed coordinates, its share included, and what all add up to; as in [`Pair`].
    scales: [[f32; 3]; 4],
    translate: [f32; 3],
}

impl<'a> FourFrames<'a> {
    fn new(mesh: &'a Mesh, fade: Fade, to: Pose) -> Self {
        let frames = fade.shares(to, mesh.frame_count());
        let transform = |frame: usize| -> FrameTransform { mesh.frames()[frame].transform };
        let scales = frames.map(|(frame, share)| transform(frame).scale.map(|scale| scale * share));
        let moved = frames.map(|(frame, share)| transform(frame).translate.map(|axis| axis * share));
        Self { mesh, frames, scales, translate: moved.into_iter().fold([0.0; 3], sum) }
    }

    fn vertex(&self, vertex: usize) -> BlendedVertex {
        let packing = self.mesh.packing();
        let (mut position, mut normal) = ([0.0; 3], [0.0; 3]);
        for (&(frame, share), scale) in self.frames.iter().zip(&self.scales) {
            let bytes = self.mesh.vertex_bytes(frame, vertex);
            let coordinates = packing.coordinates(bytes);
            position = sum(position, [0, 1, 2].map(|axis| coordinates[axis] * scale[axis]));
            normal = sum(normal, packing.direction(bytes).map(|axis| axis * share));
        }
        BlendedVertex { position: sum(position, self.translate), normal: unit(normal) }
    }
}

fn sum(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Two frames, and how much each of them counts.
struct Pair {
    /// Its frames are the mesh's.
    pose: Pose,
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
        let pose = pose.clamped_to(mesh.frame_count());
        let transform = |frame: usize| -> FrameTransform { mesh.frames()[frame].transform };
        let [a, b] = pose.frames().map(transform);
        let (weight_a, weight_b) = (1.0 - pose.blend, pose.blend);
        Self {
            pose,
            scale_a: a.scale.map(|scale| scale * weight_a),
            scale_b: b.scale.map(|scale| scale * weight_b),
            translate: [0, 1, 2].map(|i| a.translate[i] * weight_a + b.translate[i] * weight_b),
        }
    }

    /// The packed vertices of both frames.
    fn vertices<'a, V: PackedVertex>(&self, mesh: &'a Mesh) -> [&'a [V]; 2] {
        self.pose.frames().map(|frame| V::all(mesh.frame_bytes(frame)))
    }

    fn vertex<V: PackedVertex>(&self, a: V, b: V) -> BlendedVertex {
        BlendedVertex { position: self.position(a, b), normal: self.normal(a, b) }
    }

    #[inline(always)]
    fn position<V: PackedVertex>(&self, a: V, b: V) -> [f32; 3] {
        let Self { scale_a, scale_b, translate, .. } = self;
        let (a, b) = (a.coordinates(), b.coordinates());
        [
            a[0] * scale_a[0] + b[0] * scale_b[0] + translate[0],
            a[1] * scale_a[1] + b[1] * scale_b[1] + translate[1],
            a[2] * scale_a[2] + b[2] * scale_b[2] + translate[2],
        ]
    }

    #[inline(always)]
    fn normal<V: PackedVertex>(&self, a: V, b: V) -> [f32; 3] {
        let [weight_a, weight_b] = self.weights();
        let (a, b) = (a.direction(), b.direction());
        unit([
            a[0] * weight_a + b[0] * weight_b,
            a[1] * weight_a + b[1] * weight_b,
            a[2] * weight_a + b[2] * weight_b,
        ])
    }

    #[inline(always)]
    fn weights(&self) -> [f32; 2] {
        [1.0 - self.pose.blend, self.pose.blend]
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
