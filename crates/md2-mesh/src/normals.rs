//! Computation of normals from the triangles.

use md2_common::{TriangleOrder, Winding};

use crate::parts::MeshParts;
use crate::smooth::smooth_normals;

impl MeshParts {
    /// Whether every vertex of every frame has the same normal, as some exporters write. Recomputing these normals loses no information,
    /// even for a flat model.
    pub fn has_one_normal(&self) -> bool {
        let vertices = self.packed.chunks_exact(self.packing.vertex_bytes());
        let mut normals = vertices.map(|vertex| &vertex[self.packing.normal_bytes()]);
        let first = normals.next();
        normals.all(|normal| first == Some(normal))
    }

    /// Compares the normals of a frame with normals that are computed from its clockwise triangles. Returns the mean dot
    /// product: 1 = equal, 0 = unrelated, -1 = opposite. `None` if there is no such frame, or if no triangle has an area.
    ///
    /// # Panics
    /// If [`Mesh::from_parts`](crate::Mesh::from_parts) would return an error for these parts.
    pub fn normal_agreement(&self, frame: usize) -> Option<f32> {
        let stride = self.uvs.len() * self.packing.vertex_bytes();
        if frame >= self.frames.len() {
            return None;
        }
        let bytes = self.packed.get(frame * stride..)?.get(..stride)?;
        let smooth = smooth_normals(self, frame);
        let (mut total, mut count) = (0.0_f64, 0_u32);
        for (vertex, source) in bytes.chunks_exact(self.packing.vertex_bytes()).zip(&self.source_vertices) {
            let [x, y, z] = smooth[source.xyz as usize];
            let length = (x * x + y * y + z * z).sqrt();
            if length > 0.0 && length.is_finite() {
                let [nx, ny, nz] = self.packing.direction(vertex);
                total += f64::from((x * nx + y * ny + z * nz) / length);
                count += 1;
            }
        }
        #[allow(clippy::cast_possible_truncation, reason = "a mean for comparison with a threshold")]
        let mean = (total / f64::from(count)) as f32;
        (count > 0).then_some(mean)
    }

    /// Derives the winding of the triangles of a frame from the volume that the triangles enclose.
    ///
    /// # Panics
    /// If there is no such frame, or if the parts contradict each other.
    pub fn winding(&self, frame: usize) -> Winding {
        let positions = self.positions(frame);
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| positions[vertex as usize].map(f64::from));
        Winding::from_triangles(self.indices.as_chunks().0.iter().map(corners))
    }

    pub(crate) fn positions(&self, frame: usize) -> Vec<[f32; 3]> {
        let stride = self.uvs.len() * self.packing.vertex_bytes();
        let vertices = self.packed[frame * stride..][..stride].chunks_exact(self.packing.vertex_bytes());
        let transform = self.frames[frame];
        vertices.map(|vertex| transform.position(self.packing.coordinates(vertex))).collect()
    }

    /// Computes the normals of every frame as the mean of the triangles around each vertex, weighted by area.
    ///
    /// The normals point outwards, even if the triangles of the first frame have the opposite winding. Vertices with the same source
    /// vertex get the same normal, so no edge is visible at seams of the skin. The normal is +Z if a vertex has no triangles, or only
    /// triangles without area. To bound the time, only the first `64 * n` triangles are used, where `n` is the number of source vertices.
    ///
    /// # Panics
    /// If [`Mesh::from_parts`](crate::Mesh::from_parts) would return an error for these parts.
    pub fn recompute_normals(&mut self) {
        let (size, normal) = (self.packing.vertex_bytes(), self.packing.normal_bytes());
        let stride = self.uvs.len() * size;
        let outward = if self.is_inside_out() { -1.0 } else { 1.0 };
        let firsts = self.first_of_each_source();
        for frame in 0..self.frames.len() {
            let smooth = smooth_normals(self, frame);
            let bytes = &mut self.packed[frame * stride..][..stride];
            for (vertex, (source, &first)) in self.source_vertices.iter().zip(&firsts).enumerate() {
                let (done, rest) = bytes.split_at_mut(vertex * size);
                // Encoding a normal is the slowest step, so it is done once per source vertex.
                if first == vertex {
                    let direction = smooth[source.xyz as usize].map(|c| c * outward);
                    self.packing.set_direction(&mut rest[..size], direction);
                } else {
                    rest[normal.clone()].copy_from_slice(&done[first * size..][normal.clone()]);
                }
            }
        }
    }

    fn is_inside_out(&self) -> bool {
        !self.frames.is_empty() && self.winding(0).order() == TriangleOrder::Counterclockwise
    }

    fn first_of_each_source(&self) -> Vec<usize> {
        let sources = self.source_vertices.iter().map(|source| source.xyz as usize);
        let mut first_of = vec![None; sources.clone().max().map_or(0, |last| last + 1)];
        sources.enumerate().map(|(vertex, source)| *first_of[source].get_or_insert(vertex)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{FrameTransform, MeshParts, Packing};

    #[test]
    fn clockwise_triangles_face_the_viewer() {
        // Clockwise as seen from above, where X is up and Y is to the left.
        let bytes = [[0, 9, 0, 77], [9, 9, 0, 77], [0, 0, 0, 77]].concat();
        let words =
            [[0, 0, 9, 0, 0, 0, 90, 90], [9, 0, 9, 0, 0, 0, 90, 90], [0, 0, 0, 0, 0, 0, 90, 90]].concat();
        for (packing, packed) in [(Packing::Position8Normal8, bytes), (Packing::Position16Normal16, words)] {
            let mut parts = MeshParts::whole(packing, vec![FrameTransform::IDENTITY], packed, vec![0, 1, 2]);
            assert!(parts.has_one_normal());
            assert!(parts.normal_agreement(0).expect("it has an area") < 0.9);
            parts.recompute_normals();
            for vertex in parts.packed.chunks_exact(packing.vertex_bytes()) {
                assert_eq!(packing.direction(vertex), [0.0, 0.0, 1.0]);
            }
            assert_eq!(parts.normal_agreement(0), Some(1.0));
            assert_eq!(parts.normal_agreement(1), None);
        }
    }
}
