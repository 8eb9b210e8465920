//! Posing of a mesh on the CPU. Exporters use it, and shaders are tested against it.
//!
//! Between frames `a` and `b`, at `blend` in `0.0..=1.0` (0 = all `a`, 1 = all `b`):
//!
//! - a position is `(a.packed * a.scale + a.translate) * (1 - blend) + (b.packed * b.scale + b.translate) * blend`,
//!   per axis;
//! - a normal is `a`'s direction `* (1 - blend) +` `b`'s direction `* blend`, scaled to unit length, or +Z if the two
//!   cancel out.
//!
//! During a [cross-fade](Fade), positions and directions are weighted sums over four frames.
//!
//! At 0 and 1 the positions are exactly those of the frame. [`Pose`] defines how frames and blends out of range count.
//!
//! [`blend_vertex`] computes one vertex. The other functions compute several at once, with the widest vector instructions of
//! the machine. The results have the same bits on every machine, since the operations and their order are the same and none
//! are fused. Functions that write [`Columns`] are the fastest.

mod lanes;

use fearless_simd::{Level, dispatch};
use md2_common::Pose;

use crate::fade::Fade;
use crate::mesh::Mesh;
use crate::packing::{PackedVertex, Packing, Vertex8, Vertex16};
use crate::transform::FrameTransform;

/// A blended normal with a smaller squared length has no direction and becomes +Z.
pub(crate) const MIN_NORMAL_LENGTH_SQUARED: f32 = 1.0e-12;

/// A vertex of a posed mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendedVertex {
    /// Position in model space.
    pub position: [f32; 3],
    /// Unit vector away from the surface.
    pub normal: [f32; 3],
}

/// Output of one vector per vertex, with a slice for each axis. Vector instructions write it without shuffling.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields are named for their axes")]
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

/// Calls a function of [`lanes`] with the packed vertices of both frames, in the widest instruction set of the machine.
macro_rules! for_packing {
    ($mesh:expr, $pose:expr, |$simd:ident, $pair:ident, $a:ident, $b:ident| $call:expr) => {
        let $pair = Pair::new($mesh, $pose);
        match $mesh.packing() {
            Packing::Position8Normal8 => {
                let [$a, $b] = $pair.vertices::<Vertex8>($mesh);
                dispatch!(Level::new(), $simd => $call);
            }
            Packing::Position16Normal16 => {
                let [$a, $b] = $pair.vertices::<Vertex16>($mesh);
                dispatch!(Level::new(), $simd => $call);
            }
        }
    };
}

/// Computes one vertex of a pose.
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

/// Computes all vertices of a pose.
///
/// # Panics
/// If a slice is not [`Mesh::vertex_count`] long.
pub fn blend_frames(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    blend_positions(mesh, pose, positions);
    for_packing!(mesh, pose, |simd, pair, a, b| lanes::normals(simd, &pair, a, b, normals));
}

/// Computes the positions of all vertices of a pose.
///
/// # Panics
/// If the slice is not [`Mesh::vertex_count`] long.
pub fn blend_positions(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    for_packing!(mesh, pose, |_simd, pair, a, b| lanes::positions(&pair, a, b, positions));
}

/// Computes all vertices of a pose into one slice per axis, which is the fastest.
///
/// # Panics
/// If a column is not [`Mesh::vertex_count`] long.
pub fn blend_columns(mesh: &Mesh, pose: Pose, positions: Columns<'_>, normals: Columns<'_>) {
    normals.assert_len(mesh.vertex_count());
    blend_position_columns(mesh, pose, positions);
    for_packing!(mesh, pose, |simd, pair, a, b| lanes::normal_columns(simd, &pair, a, b, normals));
}

/// Computes the positions of all vertices of a pose into one slice per axis.
///
/// # Panics
/// If a column is not [`Mesh::vertex_count`] long.
pub fn blend_position_columns(mesh: &Mesh, pose: Pose, positions: Columns<'_>) {
    positions.assert_len(mesh.vertex_count());
    for_packing!(mesh, pose, |_simd, pair, a, b| lanes::position_columns(&pair, a, b, positions));
}

/// Computes one vertex during a cross-fade to `to`.
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn fade_vertex(mesh: &Mesh, vertex: usize, fade: Fade, to: Pose) -> BlendedVertex {
    FourFrames::new(mesh, fade, to).vertex(vertex)
}

/// Computes all vertices during a cross-fade to `to`.
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

/// The four frames of a cross-fade.
struct FourFrames<'a> {
    mesh: &'a Mesh,
    /// The frames and their weights.
    frames: [(usize, f32); 4],
    /// The scale of each frame times its weight, and the weighted sum of all translations, as in [`Pair`].
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

/// The two frames of a pose and their weights.
struct Pair {
    /// The pose, clamped to the frames of the mesh.
    pose: Pose,
    /// The scale of frame a times its weight.
    ///
    /// Multiplying the weights into scale and translation saves work per vertex. At blend 0 and 1 the result is exact,
    /// since the other frame adds zero.
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

    /// Returns the packed vertices of both frames.
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

/// Scales a vector to unit length; returns +Z if it has no direction.
fn unit([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length_squared = x * x + y * y + z * z;
    if length_squared < MIN_NORMAL_LENGTH_SQUARED {
        return [0.0, 0.0, 1.0];
    }
    let factor = 1.0 / length_squared.sqrt();
    [x * factor, y * factor, z * factor]
}
