//! Merging of vertices that have the same position.
//!
//! glTF repeats a vertex at seams and hard edges, once for each texture coordinate and normal. MD2 stores texture coordinates
//! separately and needs one vertex only. Vertices are merged if their positions are equal in every frame.

use std::collections::HashMap;
use std::ops::Range;

use md2_mesh::Bounds;

use super::mesh::AnimatedMesh;

/// The cosine of 60 degrees. Vertices are not merged at a hard edge, where their normals differ by a larger angle.
const COSINE_OF_HARD: f32 = 0.5;

/// The maximum number of nearby vertices that a vertex is compared with. Only models in which many separate vertices meet in one frame
/// reach this limit. Vertices that are not compared stay unmerged, which is valid.
const MOST_COMPARED: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    /// The merged vertex of each vertex; `None` if no triangle uses the vertex.
    pub(crate) merged: Vec<Option<u32>>,
    /// For each merged vertex, the first of the vertices that it replaces. The merged vertex gets the positions of this vertex.
    pub(crate) first: Vec<u32>,
}

/// The condition under which vertices with equal positions stay separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    Nothing,
    /// On average over the frames, the normals of the vertices differ by more than 60 degrees.
    HardEdges,
    /// The normals differ in at least one frame. In files that this toolkit exported, copies of a vertex have equal normals.
    AnyNormal,
    /// The normals differ in the first frame. Programs that save an exported file keep these normals, and compute those of morph targets.
    FirstNormal,
}

/// Merges vertices whose positions differ in each frame by at most `tolerance`, unless `apart` separates them. `tolerance` has an entry
/// for each frame, with a distance for each axis.
pub(crate) fn merge(mesh: &AnimatedMesh, tolerance: &[[f32; 3]], apart: Apart) -> Merge {
    let used = mesh.used_vertices();
    let mut merged = vec![None; mesh.vertex_count()];
    let mut first: Vec<u32> = Vec::new();
    if mesh.frame_count() == 0 {
        return Merge { merged, first };
    }
    let grid = Grid::new(mesh, tolerance);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    for (vertex, number) in (0_u32..).take(mesh.vertex_count()).enumerate().filter(|(v, _)| used[*v]) {
        let cell = grid.cell(mesh.frame(grid.frame)[vertex]);
        let candidates = neighbors(cell).filter_map(|near| cells.get(&near)).flatten().copied();
        let equal = candidates.take(MOST_COMPARED).find(|&group| {
            let other = first[group as usize] as usize;
            meet(mesh, tolerance, vertex, other)
                && match apart {
                    Apart::Nothing => true,
                    Apart::HardEdges => !is_hard(mesh, vertex, other),
                    Apart::AnyNormal => have_equal_normals(mesh, 0..mesh.frame_count(), vertex, other),
                    Apart::FirstNormal => have_equal_normals(mesh, 0..1, vertex, other),
                }
        });
        merged[vertex] = Some(equal.unwrap_or_else(|| {
            let group = u32::try_from(first.len()).unwrap_or(u32::MAX);
            first.push(number);
            cells.entry(cell).or_default().push(group);
            group
        }));
    }
    Merge { merged, first }
}

/// A grid for finding nearby vertices in the frame in which the model is largest. The cells are at least as large as the distance within
/// which vertices are merged.
struct Grid {
    frame: usize,
    origin: [f64; 3],
    cell: [f64; 3],
}

/// The maximum number of cells of the search grid along each axis.
const PARTS: f64 = 4096.0;

impl Grid {
    fn new(mesh: &AnimatedMesh, tolerance: &[[f32; 3]]) -> Self {
        let mut largest = Self { frame: 0, origin: [0.0; 3], cell: [1.0; 3] };
        let mut most = -1.0;
        for (frame, tolerance) in tolerance.iter().enumerate().take(mesh.frame_count()) {
            let Bounds { min, max } = Bounds::around(mesh.frame(frame).iter().copied());
            let size: f64 = (0..3).map(|axis| f64::from(max[axis]) - f64::from(min[axis])).sum();
            if size > most {
                most = size;
                let part = size / PARTS;
                let cell = tolerance.map(|c| f64::from(c).max(part).max(f64::MIN_POSITIVE));
                largest = Self { frame, origin: min.map(f64::from), cell };
            }
        }
        largest
    }

    #[expect(clippy::cast_possible_truncation, reason = "positions outside the range get the outermost cell")]
    fn cell(&self, position: [f32; 3]) -> [i64; 3] {
        [0, 1, 2].map(|axis| {
            let step = (f64::from(position[axis]) - self.origin[axis]) / self.cell[axis];
            // The limits prevent overflow when adjacent cells are computed.
            (step.floor() as i64).clamp(i64::MIN / 2, i64::MAX / 2)
        })
    }
}

fn neighbors([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let steps = [0, -1, 1];
    steps.into_iter().flat_map(move |dx| {
        steps.into_iter().flat_map(move |dy| steps.into_iter().map(move |dz| [x + dx, y + dy, z + dz]))
    })
}

fn meet(mesh: &AnimatedMesh, tolerance: &[[f32; 3]], a: usize, b: usize) -> bool {
    (0..mesh.frame_count()).zip(tolerance).all(|(frame, tolerance)| {
        let positions = mesh.frame(frame);
        (0..3).all(|axis| (positions[a][axis] - positions[b][axis]).abs() <= tolerance[axis])
    })
}

fn have_equal_normals(mesh: &AnimatedMesh, mut frames: Range<usize>, a: usize, b: usize) -> bool {
    /// The greatest difference of equal normals on each axis. Blender rounds normals to 16 bits. Two of the 162 normals of an MD2 differ by
    /// more on at least one axis.
    const ROUNDING: f32 = 1e-2;
    !mesh.has_normals
        || frames.all(|frame| {
            let normals = mesh.frame_normals(frame);
            (0..3).all(|axis| (normals[a][axis] - normals[b][axis]).abs() <= ROUNDING)
        })
}

fn is_hard(mesh: &AnimatedMesh, a: usize, b: usize) -> bool {
    if !mesh.has_normals {
        return false;
    }
    let dot = |frame| {
        let normals = mesh.frame_normals(frame);
        (0..3).map(|axis| normals[a][axis] * normals[b][axis]).sum::<f32>()
    };
    let total: f32 = (0..mesh.frame_count()).map(dot).sum();
    let frames = mesh.frame_count() as f32;
    total < COSINE_OF_HARD * frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::mesh::Clip;

    const TOLERANCE: [f32; 3] = [0.1; 3];

    fn mesh(vertices: &[([f32; 3], [f32; 3], [f32; 3])]) -> AnimatedMesh {
        let count = vertices.len();
        AnimatedMesh {
            uvs: vec![[0.0; 2]; count],
            material_of: vec![0; count],
            triangles: (0..u32::try_from(count).expect("few")).map(|i| [i, 0, 0]).collect(),
            positions: vertices.iter().map(|v| v.0).chain(vertices.iter().map(|v| v.1)).collect(),
            normals: vertices.iter().map(|v| v.2).chain(vertices.iter().map(|v| v.2)).collect(),
            has_normals: true,
            clips: vec![Clip { name: String::new(), source: String::new(), frames: 0..2, fps: 10.0 }],
            ..AnimatedMesh::default()
        }
    }

    fn check(mesh: &AnimatedMesh, apart: Apart, expected: &[u32]) {
        let found: Vec<u32> = merge(mesh, &[TOLERANCE; 2], apart).merged.into_iter().flatten().collect();
        assert_eq!(found, expected, "{apart:?}");
    }

    const UP: [f32; 3] = [0.0, 0.0, 1.0];
    const SIDE: [f32; 3] = [1.0, 0.0, 0.0];
    const NEARLY_UP: [f32; 3] = [0.6, 0.0, 0.8];

    #[test]
    fn merges_positions_that_are_equal_in_every_frame() {
        let (here, near, far) = ([1.0, 2.0, 3.0], [1.09, 1.91, 3.0], [1.3, 2.0, 3.0]);
        let vertices =
            [(here, here, UP), (near, near, UP), (here, far, UP), (far, here, UP), (near, far, UP)];
        check(&mesh(&vertices), Apart::Nothing, &[0, 0, 1, 2, 1]);
    }

    #[test]
    fn keeps_hard_edges() {
        let here = [1.0, 2.0, 3.0];
        let mesh = mesh(&[(here, here, UP), (here, here, SIDE), (here, here, NEARLY_UP), (here, here, UP)]);
        check(&mesh, Apart::Nothing, &[0, 0, 0, 0]);
        check(&mesh, Apart::HardEdges, &[0, 1, 0, 0]);
        check(&mesh, Apart::AnyNormal, &[0, 1, 2, 0]);
    }

    #[test]
    fn merges_equal_positions_without_a_tolerance() {
        let at = |i: u16| [f32::from(i), f32::from(i % 7), 0.0];
        let vertices: Vec<_> = (0..3000).map(|i| (at(i % 1000), at(i % 1000), UP)).collect();
        assert_eq!(merge(&mesh(&vertices), &[[0.0; 3]; 2], Apart::AnyNormal).first.len(), 1000);
    }

    #[test]
    fn vertices_that_meet_in_one_frame_take_linear_time() {
        let together = |i: u16| ([0.0; 3], [f32::from(i), 0.0, 0.0], UP);
        let mesh = mesh(&(0..20_000).map(together).collect::<Vec<_>>());
        assert_eq!(merge(&mesh, &[TOLERANCE; 2], Apart::Nothing).first.len(), 20_000);
    }
}
