//! Posing a mesh on the CPU: the reference that shaders are compared with, and what exporters use.
//!
//! Between frames `a` and `b`, at `blend` in `0.0..=1.0` (0 = all `a`, 1 = all `b`):
//!
//! - a position is `(a.packed * a.scale + a.translate) * (1 - blend) + (b.packed * b.scale + b.translate) * blend`,
//!   per axis;
//! - a normal is `a`'s direction `* (1 - blend) +` `b`'s direction `* blend`, scaled to unit length. Where
//!   the two cancel out it is +Z.
//!
//! At 0 and 1 the positions are those of the frame, bit by bit. A blend outside the range counts as its
//! nearest end, one that is not a number as 0.

use md2_format::NORMALS;

use crate::{Mesh, MeshFrame};

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

/// One vertex between two frames.
///
/// # Panics
/// If the vertex or a frame does not exist.
#[must_use]
pub fn blend_vertex(mesh: &Mesh, vertex: usize, frame_a: usize, frame_b: usize, blend: f32) -> BlendedVertex {
    let mut position = [[0.0; 3]];
    let mut normal = [[0.0; 3]];
    let bytes = |frame| &mesh.frame_bytes(frame)[4 * vertex..][..4];
    let (a, b) = (bytes(frame_a), bytes(frame_b));
    let weights = Weights::new(blend);
    weights.positions(a, &mesh.frames()[frame_a], b, &mesh.frames()[frame_b], &mut position);
    weights.normals(a, b, &mut normal);
    BlendedVertex { position: position[0], normal: normal[0] }
}

/// All vertices between two frames.
///
/// # Panics
/// If a frame does not exist, or a slice is not [`Mesh::vertex_count`] long.
pub fn blend_frames(
    mesh: &Mesh,
    frame_a: usize,
    frame_b: usize,
    blend: f32,
    positions: &mut [[f32; 3]],
    normals: &mut [[f32; 3]],
) {
    assert_eq!(normals.len(), mesh.vertex_count(), "one normal per vertex");
    blend_positions(mesh, frame_a, frame_b, blend, positions);
    Weights::new(blend).normals(mesh.frame_bytes(frame_a), mesh.frame_bytes(frame_b), normals);
}

/// The positions of all vertices between two frames, for callers that need no normals.
///
/// # Panics
/// If a frame does not exist, or the slice is not [`Mesh::vertex_count`] long.
pub fn blend_positions(mesh: &Mesh, frame_a: usize, frame_b: usize, blend: f32, positions: &mut [[f32; 3]]) {
    assert_eq!(positions.len(), mesh.vertex_count(), "one position per vertex");
    Weights::new(blend).positions(
        mesh.frame_bytes(frame_a),
        &mesh.frames()[frame_a],
        mesh.frame_bytes(frame_b),
        &mesh.frames()[frame_b],
        positions,
    );
}

/// How much each of the two frames counts.
#[derive(Clone, Copy)]
struct Weights {
    a: f32,
    b: f32,
}

impl Weights {
    fn new(blend: f32) -> Self {
        let b = if blend.is_nan() { 0.0 } else { blend.clamp(0.0, 1.0) };
        Self { a: 1.0 - b, b }
    }

    fn positions(
        self,
        a: &[u8],
        frame_a: &MeshFrame,
        b: &[u8],
        frame_b: &MeshFrame,
        positions: &mut [[f32; 3]],
    ) {
        // The weights go into scale and translation once instead of into every vertex. At blend 0 and 1
        // this leaves exactly the frame's own sum, as the other frame adds a zero.
        let scale_a = frame_a.scale.map(|s| s * self.a);
        let scale_b = frame_b.scale.map(|s| s * self.b);
        let translate = [0, 1, 2].map(|i| frame_a.translate[i] * self.a + frame_b.translate[i] * self.b);
        for ((position, a), b) in positions.iter_mut().zip(vertices(a)).zip(vertices(b)) {
            let (a, b) = (coordinates(*a), coordinates(*b));
            *position = [
                a[0] * scale_a[0] + b[0] * scale_b[0] + translate[0],
                a[1] * scale_a[1] + b[1] * scale_b[1] + translate[1],
                a[2] * scale_a[2] + b[2] * scale_b[2] + translate[2],
            ];
        }
    }

    fn normals(self, a: &[u8], b: &[u8], normals: &mut [[f32; 3]]) {
        for ((normal, a), b) in normals.iter_mut().zip(vertices(a)).zip(vertices(b)) {
            let (a, b) = (direction(*a), direction(*b));
            *normal = unit([
                a[0] * self.a + b[0] * self.b,
                a[1] * self.a + b[1] * self.b,
                a[2] * self.a + b[2] * self.b,
            ]);
        }
    }
}

/// The packed vertices of a frame.
fn vertices(bytes: &[u8]) -> &[[u8; 4]] {
    bytes.as_chunks().0
}

/// The packed position of a vertex.
///
/// Shifted out of one word: compilers then load several vertices at once and work on them side by side, which
/// makes posing twice as fast as byte by byte.
fn coordinates(vertex: [u8; 4]) -> [f32; 3] {
    let word = u32::from_le_bytes(vertex).cast_signed();
    [(word & 0xff) as f32, ((word >> 8) & 0xff) as f32, ((word >> 16) & 0xff) as f32]
}

/// The direction of a vertex's normal. A mesh holds no index outside the table.
fn direction([_, _, _, normal]: [u8; 4]) -> [f32; 3] {
    NORMALS[usize::from(normal)]
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
