//! Sums of the triangle normals around each source vertex.

use crate::packing::{PackedVertex, Packing, Vertex8, Vertex16};
use crate::parts::MeshParts;
use crate::transform::FrameTransform;

/// The maximum number of triangles that are summed for each source vertex of the mesh, on average.
///
/// Each vertex of a real model has few triangles. A crafted file can use a few vertices in millions of triangles, in many frames. The
/// limit keeps the time from growing with the product of triangles and frames.
pub(crate) const MAX_TRIANGLES_PER_VERTEX: usize = 64;

/// Number of frames that are processed at the same time, because every processor has SIMD vectors of this width.
pub(crate) const LANES: usize = 4;

type Vectors = [[f32; LANES]; 3];

/// Sums the triangle normals of [`LANES`] frames at the same time. Each sum has the same bits as if its frame were summed alone.
#[derive(Debug)]
pub(crate) struct SmoothNormals {
    triangles: Vec<[SmoothCorner; 3]>,
    positions: Vec<Vectors>,
    sums: Vec<Vectors>,
}

#[derive(Clone, Copy, Debug)]
struct SmoothCorner {
    vertex: u32,
    source: u32,
}

impl SmoothNormals {
    pub(crate) fn new(parts: &MeshParts) -> Self {
        let sources = parts.source_vertices.iter().map(|source| source.xyz as usize + 1).max().unwrap_or(0);
        let (triangles, _) = parts.indices.as_chunks::<3>();
        let counting = triangles.iter().take(sources.saturating_mul(MAX_TRIANGLES_PER_VERTEX));
        let corner =
            |vertex: u32| SmoothCorner { vertex, source: parts.source_vertices[vertex as usize].xyz };
        Self {
            triangles: counting.map(|triangle| triangle.map(corner)).collect(),
            positions: vec![[[0.0; LANES]; 3]; parts.uvs.len()],
            sums: vec![[[0.0; LANES]; 3]; sources],
        }
    }

    /// Sums the triangle normals of at most [`LANES`] frames, beginning with frame `first`.
    ///
    /// # Panics
    /// If there is no frame `first`, or if the parts contradict each other.
    pub(crate) fn sum(&mut self, parts: &MeshParts, first: usize) {
        match parts.packing {
            Packing::Position8Normal8 => self.place::<Vertex8>(parts, first),
            Packing::Position16Normal16 => self.place::<Vertex16>(parts, first),
        }
        self.sums.fill([[0.0; LANES]; 3]);
        for triangle in &self.triangles {
            let area = front(triangle.map(|corner| &self.positions[corner.vertex as usize]));
            for corner in triangle {
                let sum = &mut self.sums[corner.source as usize];
                *sum = [0, 1, 2].map(|axis| lanes(&sum[axis], &area[axis], |sum, area| sum + area));
            }
        }
    }

    /// Returns the sum of the triangle normals around a source vertex, in frame `first + lane` of the last call of [`sum`](Self::sum).
    pub(crate) fn direction(&self, source: u32, lane: usize) -> [f32; 3] {
        self.sums[source as usize].map(|axis| axis[lane])
    }

    fn place<V: PackedVertex>(&mut self, parts: &MeshParts, first: usize) {
        let (count, last) = (parts.uvs.len(), parts.frames.len() - 1);
        // If fewer frames remain, the last frame fills the remaining lanes.
        let frames: [(FrameTransform, &[V]); LANES] = std::array::from_fn(|lane| {
            let frame = (first + lane).min(last);
            (parts.frames[frame], &V::all(&parts.packed)[frame * count..][..count])
        });
        for (vertex, position) in self.positions.iter_mut().enumerate() {
            for (lane, (transform, vertices)) in frames.iter().enumerate() {
                let [x, y, z] = transform.position(vertices[vertex].coordinates());
                (position[0][lane], position[1][lane], position[2][lane]) = (x, y, z);
            }
        }
    }
}

fn front([a, b, c]: [&Vectors; 3]) -> Vectors {
    let [u, v] =
        [c, b].map(|corner| [0, 1, 2].map(|axis| lanes(&corner[axis], &a[axis], |to, from| to - from)));
    let cross = |i: usize, j: usize| {
        let (left, right) = (lanes(&u[i], &v[j], |u, v| u * v), lanes(&u[j], &v[i], |u, v| u * v));
        lanes(&left, &right, |left, right| left - right)
    };
    [cross(1, 2), cross(2, 0), cross(0, 1)]
}

fn lanes(a: &[f32; LANES], b: &[f32; LANES], operation: impl Fn(f32, f32) -> f32) -> [f32; LANES] {
    std::array::from_fn(|lane| operation(a[lane], b[lane]))
}
