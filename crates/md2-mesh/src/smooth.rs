//! What the triangles around each source vertex face, summed.

use crate::packing::{PackedVertex, Packing, Vertex8, Vertex16};
use crate::parts::MeshParts;
use crate::transform::FrameTransform;

/// How many triangles for each source vertex count when normals are computed.
///
/// A closed surface has two. A file can name a few vertices in millions of triangles, and have as many frames; without
/// a limit the time would grow with the product of both.
pub(crate) const MAX_TRIANGLES_PER_VERTEX: usize = 64;

/// Frames that are summed at once: as many numbers as one operation of every processor works on.
pub(crate) const LANES: usize = 4;

/// A direction or position in each of [`LANES`] frames, axis by axis.
type Vectors = [[f32; LANES]; 3];

/// Sums the directions of triangles, [`LANES`] frames at once: what is looked up for a corner serves all of them, and their
/// numbers are computed side by side. Each frame's sum is what it would be alone, bit by bit.
#[derive(Debug)]
pub(crate) struct SmoothNormals {
    /// For each triangle that counts, its vertices and their sources.
    triangles: Vec<[SmoothCorner; 3]>,
    /// Where the vertices are.
    positions: Vec<Vectors>,
    /// What was summed, by source vertex.
    sums: Vec<Vectors>,
}

#[derive(Clone, Copy, Debug)]
struct SmoothCorner {
    vertex: u32,
    source: u32,
}

impl SmoothNormals {
    /// # Panics
    /// If an index of the parts names no vertex.
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

    /// Sums the directions in the frames from `first` on, [`LANES`] of them or as many as there are.
    ///
    /// # Panics
    /// If there is no such frame, or the parts do not fit together.
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

    /// What the triangles around a source vertex face in frame `lane` of those that were summed last.
    pub(crate) fn direction(&self, source: u32, lane: usize) -> [f32; 3] {
        self.sums[source as usize].map(|axis| axis[lane])
    }

    fn place<V: PackedVertex>(&mut self, parts: &MeshParts, first: usize) {
        let (count, last) = (parts.uvs.len(), parts.frames.len() - 1);
        // Where fewer frames are left, the last one is computed again.
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

/// The directions a triangle faces, twice as long as its area: its corners go clockwise seen from there.
fn front([a, b, c]: [&Vectors; 3]) -> Vectors {
    let [u, v] =
        [c, b].map(|corner| [0, 1, 2].map(|axis| lanes(&corner[axis], &a[axis], |to, from| to - from)));
    let cross = |i: usize, j: usize| {
        let (left, right) = (lanes(&u[i], &v[j], |u, v| u * v), lanes(&u[j], &v[i], |u, v| u * v));
        lanes(&left, &right, |left, right| left - right)
    };
    [cross(1, 2), cross(2, 0), cross(0, 1)]
}

/// One operation in all frames.
fn lanes(a: &[f32; LANES], b: &[f32; LANES], operation: impl Fn(f32, f32) -> f32) -> [f32; LANES] {
    std::array::from_fn(|lane| operation(a[lane], b[lane]))
}
