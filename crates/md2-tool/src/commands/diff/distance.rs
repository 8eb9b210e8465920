//! Distances between the vertices of two models.

use md2_mesh::{Mesh, NearestPoints};
use serde::Serialize;

/// The largest and the mean distance between vertices of two models in one or several frames, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Distances {
    pub(crate) largest: f32,
    pub(crate) mean: f64,
    #[serde(skip)]
    count: usize,
}

impl Distances {
    pub(crate) fn measured(self) -> Option<Self> {
        (self.count > 0).then_some(self)
    }

    pub(crate) fn add(&mut self, distance: f32) {
        self.largest = self.largest.max(distance);
        self.count += 1;
        let count = self.count as f64;
        self.mean += (f64::from(distance) - self.mean) / count;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum VertexMatching {
    /// Vertices with the same number are matched, because the models have the same triangles.
    Number,
    /// Each vertex is matched with the nearest vertex of the other model.
    Nearest,
}

/// The vertices that the triangles of a model use. The index of a vertex is its number in the file.
#[derive(Debug)]
pub(super) struct UsedVertices<'a> {
    mesh: &'a Mesh,
    /// For each vertex of the file, the index of a mesh vertex at the same position; `None` if no triangle uses the vertex.
    vertices: Vec<Option<usize>>,
}

impl<'a> UsedVertices<'a> {
    pub(super) fn new(mesh: &'a Mesh, file_vertices: usize) -> Self {
        let mut vertices = vec![None; file_vertices];
        for (index, source) in
            mesh.source_vertices().iter().enumerate().filter(|(_, source)| source.st.is_some())
        {
            if let Some(vertex) = usize::try_from(source.xyz).ok().and_then(|xyz| vertices.get_mut(xyz)) {
                let _ = vertex.get_or_insert(index);
            }
        }
        Self { mesh, vertices }
    }

    fn positions(&self, frame: usize) -> Vec<[f32; 3]> {
        self.vertices.iter().flatten().map(|&vertex| self.mesh.position(frame, vertex)).collect()
    }

    pub(super) fn add_distances(
        &self,
        frame: usize,
        other: &UsedVertices<'_>,
        other_frame: usize,
        matched: VertexMatching,
        to: &mut Distances,
    ) {
        match matched {
            VertexMatching::Number => {
                for (a, b) in self.vertices.iter().zip(&other.vertices) {
                    if let (Some(a), Some(b)) = (*a, *b) {
                        to.add(distance(self.mesh.position(frame, a), other.mesh.position(other_frame, b)));
                    }
                }
            }
            VertexMatching::Nearest => {
                let (a, b) = (self.positions(frame), other.positions(other_frame));
                let mut sorted = NearestPoints::default();
                for (points, others) in [(&a, &b), (&b, &a)] {
                    sorted.rebuild(others.iter().copied());
                    let nearest = points.iter().filter_map(|point| sorted.nearest(*point));
                    nearest.for_each(|(_, distance)| to.add(distance));
                }
            }
        }
    }

    pub(super) fn changed_normals(&self, other: &UsedVertices<'_>, frame: usize) -> usize {
        let direction = |used: &UsedVertices<'_>, vertex| {
            used.mesh.packing().direction(used.mesh.vertex_bytes(frame, vertex))
        };
        let differ = |(a, b): &(&Option<usize>, &Option<usize>)| match (**a, **b) {
            (Some(a), Some(b)) => distance(direction(self, a), direction(other, b)) > 1e-3,
            _ => false,
        };
        self.vertices.iter().zip(&other.vertices).filter(differ).count()
    }
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    let squares = (0..3).map(|axis| (a[axis] - b[axis]).powi(2));
    squares.sum::<f32>().sqrt()
}
