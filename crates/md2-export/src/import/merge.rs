//! Merging vertices that files repeat at seams and edges.
//!
//! glTF stores a vertex once for each texture coordinate and each normal it is used with. MD2 keeps texture coordinates apart,
//! so that one vertex can serve them all. Two are one if they lie at the same place in every frame: that they meet
//! in one frame alone means nothing.

use std::collections::HashMap;

use super::mesh::AnimatedMesh;

/// Vertices whose normals differ by more than 60 degrees stay two, so that a hard edge stays hard.
const COSINE_OF_HARD: f32 = 0.5;

/// How many vertices of one place a vertex is compared with. More come together only where many meet in the frame that is looked
/// at first and part in others; they are left unmerged then, which is no error.
const MOST_COMPARED: usize = 64;

/// Which vertices became one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    /// For each vertex of the mesh, the merged one it is part of; `None` for one that no triangle uses.
    pub(crate) merged: Vec<Option<u32>>,
    /// For each merged vertex, the first that is part of it. Its positions stand for all.
    pub(crate) first: Vec<u32>,
}

/// Merges the vertices of `mesh` whose positions differ by no more than `tolerance` (for each frame, per axis) in any frame.
///
/// With `keep_hard`, those stay apart whose normals differ by more than 60 degrees, averaged over the frames.
pub(crate) fn merge(mesh: &AnimatedMesh, tolerance: &[[f32; 3]], keep_hard: bool) -> Merge {
    let used = used(mesh);
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
            meet(mesh, tolerance, vertex, other) && !(keep_hard && is_hard(mesh, vertex, other))
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

/// Whether a triangle uses each vertex.
fn used(mesh: &AnimatedMesh) -> Vec<bool> {
    let mut used = vec![false; mesh.vertex_count()];
    for &vertex in mesh.triangles.as_flattened() {
        used[vertex as usize] = true;
    }
    used
}

/// Cells as large as the tolerance, in the frame where the model is largest: in another all vertices may be one point.
struct Grid {
    frame: usize,
    origin: [f64; 3],
    cell: [f64; 3],
}

impl Grid {
    fn new(mesh: &AnimatedMesh, tolerance: &[[f32; 3]]) -> Self {
        let mut largest = Self { frame: 0, origin: [0.0; 3], cell: [1.0; 3] };
        let mut most = -1.0;
        for (frame, tolerance) in tolerance.iter().enumerate().take(mesh.frame_count()) {
            let (least, greatest) = bounds(mesh.frame(frame));
            let size: f64 = (0..3).map(|axis| f64::from(greatest[axis]) - f64::from(least[axis])).sum();
            if size > most {
                most = size;
                let cell = tolerance.map(|c| f64::from(c).max(f64::MIN_POSITIVE));
                largest = Self { frame, origin: least.map(f64::from), cell };
            }
        }
        largest
    }

    #[expect(clippy::cast_possible_truncation, reason = "saturates, and then cells are only larger")]
    fn cell(&self, position: [f32; 3]) -> [i64; 3] {
        [0, 1, 2].map(|axis| {
            let step = (f64::from(position[axis]) - self.origin[axis]) / self.cell[axis];
            // Neighbors are computed without overflow.
            (step.floor() as i64).clamp(i64::MIN / 2, i64::MAX / 2)
        })
    }
}

/// The least and greatest coordinates; zeros without positions.
pub(crate) fn bounds(positions: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let Some(&start) = positions.first() else { return ([0.0; 3], [0.0; 3]) };
    positions.iter().fold((start, start), |(least, greatest), position| {
        let pick = |which: fn(f32, f32) -> f32, so_far: [f32; 3]| {
            [0, 1, 2].map(|axis| which(so_far[axis], position[axis]))
        };
        (pick(f32::min, least), pick(f32::max, greatest))
    })
}

/// A cell and the 26 around it, itself first.
fn neighbors([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let steps = [0, -1, 1];
    steps.into_iter().flat_map(move |dx| {
        steps.into_iter().flat_map(move |dy| steps.into_iter().map(move |dz| [x + dx, y + dy, z + dz]))
    })
}

/// Whether two vertices lie at the same place in every frame.
fn meet(mesh: &AnimatedMesh, tolerance: &[[f32; 3]], a: usize, b: usize) -> bool {
    (0..mesh.frame_count()).zip(tolerance).all(|(frame, tolerance)| {
        let positions = mesh.frame(frame);
        (0..3).all(|axis| (positions[a][axis] - positions[b][axis]).abs() <= tolerance[axis])
    })
}

/// Whether the normals of two vertices are those of a hard edge.
fn is_hard(mesh: &AnimatedMesh, a: usize, b: usize) -> bool {
    if mesh.normals.is_empty() {
        return false;
    }
    let dot = |frame| {
        let normals = mesh.frame_normals(frame);
        (0..3).map(|axis| normals[a][axis] * normals[b][axis]).sum::<f32>()
    };
    let total: f32 = (0..mesh.frame_count()).map(dot).sum();
    #[expect(clippy::cast_precision_loss, reason = "frames are far fewer than 2²⁴")]
    let frames = mesh.frame_count() as f32;
    total < COSINE_OF_HARD * frames
}
