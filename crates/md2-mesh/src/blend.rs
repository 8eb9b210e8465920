//! Posing of a mesh on the CPU. Exporters use it, and shaders are tested against it.
//!
//! The pose between frame `a` (`blend` = 0) and frame `b` (`blend` = 1) is computed as follows:
//!
//! - a position is `(a.packed * a.scale + a.translate) * (1 - blend) + (b.packed * b.scale + b.translate) * blend`,
//!   per axis;
//! - a normal is `a`'s direction `* (1 - blend) +` `b`'s direction `* blend`, scaled to unit length. If the two directions cancel out,
//!   the normal is +Z.
//!
//! During a [cross-fade](Fade), positions and directions are weighted sums over four frames.
//!
//! At blend 0 and 1, the positions are exactly the positions of frame `a` or `b`. [`Pose`] states how values out of range are clamped.
//!
//! [`blend_vertex`] computes one vertex. The other functions compute several vertices at once, with the widest vector instructions that
//! the processor supports. The results have the same bits on every processor,
//! because the operations and their order are the same and no multiplication is fused with an addition.

mod lanes;

use fearless_simd::{Level, dispatch};
use md2_common::Pose;

use crate::fade::Fade;
use crate::mesh::Mesh;
use crate::packing::{PackedVertex, Packing, Vertex8, Vertex16};
use crate::transform::FrameTransform;

/// The squared length below which a blended normal has no usable direction and becomes +Z.
pub(crate) const MIN_NORMAL_LENGTH_SQUARED: f32 = 1.0e-12;

/// A vertex of a posed mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendedVertex {
    /// Position in model space.
    pub position: [f32; 3],
    /// Unit vector that points away from the surface.
    pub normal: [f32; 3],
}

/// Runs an expression that calls a function of [`lanes`], compiled for the widest SIMD instruction set of the
/// processor. In the expression, `$a` and `$b` are the quantized vertices of the two frames.
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
/// If `vertex` is not below [`Mesh::vertex_count`].
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
/// If the length of a slice is not [`Mesh::vertex_count`].
pub fn blend_frames(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    blend_positions(mesh, pose, positions);
    for_packing!(mesh, pose, |simd, pair, a, b| lanes::normals(simd, &pair, a, b, normals));
}

/// Computes the positions of all vertices of a pose.
///
/// # Panics
/// If the length of the slice is not [`Mesh::vertex_count`].
pub fn blend_positions(mesh: &Mesh, pose: Pose, positions: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    for_packing!(mesh, pose, |_simd, pair, a, b| lanes::positions(&pair, a, b, positions));
}

/// Computes one vertex during a cross-fade to the pose `to`.
///
/// # Panics
/// If `vertex` is not below [`Mesh::vertex_count`].
pub fn fade_vertex(mesh: &Mesh, vertex: usize, fade: Fade, to: Pose) -> BlendedVertex {
    FourFrames::new(mesh, fade, to).vertex(vertex)
}

/// Computes all vertices during a cross-fade to the pose `to`.
///
/// # Panics
/// If the length of a slice is not [`Mesh::vertex_count`].
pub fn fade_frames(mesh: &Mesh, fade: Fade, to: Pose, positions: &mut [[f32; 3]], normals: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    let four = FourFrames::new(mesh, fade, to);
    for (vertex, (position, normal)) in positions.iter_mut().zip(normals).enumerate() {
        let posed = four.vertex(vertex);
        (*position, *normal) = (posed.position, posed.normal);
    }
}

struct FourFrames<'a> {
    mesh: &'a Mesh,
    frames: [(usize, f32); 4],
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

struct Pair {
    pose: Pose,
    /// The scale of the pose's first frame (frame a), multiplied by the weight of this frame.
    ///
    /// Multiplying scale and translation by the weights in advance saves work per vertex. At blend 0 and 1 the result is exact, because
    /// the other frame adds zero.
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

fn unit([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length_squared = x * x + y * y + z * z;
    if length_squared < MIN_NORMAL_LENGTH_SQUARED {
        return [0.0, 0.0, 1.0];
    }
    let factor = 1.0 / length_squared.sqrt();
    [x * factor, y * factor, z * factor]
}
