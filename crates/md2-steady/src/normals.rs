//! Restoring of normals, see `docs/method.md`. It is unknown how the exporter computed them (weighted by area or by angle, by hand, with hard
//! edges), but the exporter used the same method in all frames.

use md2_common::{NORMALS, nearest_normal};
use md2_mesh::{Mesh, MeshParts, Packing, Vertex8, Vertex16};

use crate::cells::Cells;

type Vector = [f32; 3];

/// If a vertex's mean unit normal over all frames is shorter than this, its normals do not follow the surface and are not restored.
const MIN_AGREEMENT: f32 = 0.7;

/// If the cosine of the angle between a normal and a direction of the table is greater than this, the direction is
/// surely the nearest. Different directions are at least 13.7 degrees apart.
const SURELY_NEAREST: f32 = 0.993_2;

fn copy(mesh: &Mesh, packed: &mut [u8]) {
    let angles = NORMALS.map(|direction| {
        let mut vertex = Vertex16::default();
        Packing::Position16Normal16.set_direction(&mut vertex, direction);
        [vertex[6], vertex[7]]
    });
    let (from, _): (&[Vertex8], _) = mesh.packed_bytes().as_chunks();
    let (to, _): (&mut [Vertex16], _) = packed.as_chunks_mut();
    for (to, from) in to.iter_mut().zip(from) {
        to[6..].copy_from_slice(&angles[usize::from(from[3])]);
    }
}

/// Restores the normals of a mesh. The positions in `parts` must already be restored. For each restored normal, the direction in the file
/// remains the nearest direction of the table. With a single frame, the normals are those of the file.
pub(crate) fn restore(cells: &Cells<'_>, parts: &mut MeshParts) {
    copy(cells.mesh, &mut parts.packed);
    if parts.frames.len() == 1 {
        return;
    }
    let Some(mut surface) = Surface::new(cells, parts) else { return };

    let frames = parts.frames.len();
    let mut means = vec![[0.0; 3]; cells.tracks().len()];
    let mut counts = vec![0.0_f32; means.len()];
    for frame in 0..frames {
        surface.pose(cells, parts, frame);
        for (vertex, (mean, count)) in means.iter_mut().zip(&mut counts).enumerate() {
            if let Some(axes) = surface.axes(cells.tracks()[vertex]) {
                let normal = named(cells.mesh, frame, vertex);
                *mean = [0, 1, 2].map(|i| mean[i] + dot(axes[i], normal));
                *count += 1.0;
            }
        }
    }
    for (mean, count) in means.iter_mut().zip(&counts) {
        let agree = dot(*mean, *mean).sqrt() > MIN_AGREEMENT * count;
        *mean = if agree { unit(*mean) } else { [0.0; 3] };
    }
    for frame in 0..frames {
        surface.pose(cells, parts, frame);
        let (vertices, _): (&mut [Vertex16], _) = parts.packed.as_chunks_mut();
        let vertices = &mut vertices[frame * means.len()..][..means.len()];
        for (vertex, (bytes, mean)) in vertices.iter_mut().zip(&means).enumerate() {
            let Some(axes) = surface.axes(cells.tracks()[vertex]).filter(|_| *mean != [0.0; 3]) else {
                continue;
            };
            let restored = [0, 1, 2].map(|i| (0..3).map(|axis| axes[axis][i] * mean[axis]).sum());
            let number = cells.mesh.vertex_bytes(frame, vertex)[3];
            go_towards(bytes, number, restored);
        }
    }
}

/// Rotates the normal of a vertex from direction `number` of the table towards `to`, but not so far that another direction is nearer.
fn go_towards(vertex: &mut Vertex16, number: u8, to: Vector) {
    let from = NORMALS[usize::from(number)];
    for part in [1.0, 0.75, 0.5, 0.25] {
        let direction = [0, 1, 2].map(|i| from[i] + part * (to[i] - from[i]));
        let mut turned = *vertex;
        Packing::Position16Normal16.set_direction(&mut turned, direction);
        let found = Packing::Position16Normal16.direction(&turned);
        if dot(found, from) > SURELY_NEAREST || nearest_normal(found) == number {
            *vertex = turned;
            return;
        }
    }
}

fn named(mesh: &Mesh, frame: usize, vertex: usize) -> Vector {
    NORMALS[usize::from(mesh.vertex_bytes(frame, vertex)[3])]
}

/// The positions and surface normals at all vertex tracks in one frame. [`pose`](Self::pose) selects the frame.
struct Surface {
    /// For each vertex track, its partner: the farthest other track of its triangles. The direction from the track to
    /// its partner defines how far the surface has rotated around its normal.
    partners: Vec<u32>,
    positions: Vec<Vector>,
    facing: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
}

impl Surface {
    fn new(cells: &Cells<'_>, parts: &MeshParts) -> Option<Self> {
        let triangles = cells.triangles();
        let count = cells.track_count();
        let mut surface = Self {
            // A track without triangles is its own partner.
            partners: (0_u32..).take(count).collect(),
            positions: vec![[0.0; 3]; count],
            facing: vec![[0.0; 3]; count],
            triangles,
        };
        surface.pose(cells, parts, 0);
        let far = |a: u32, b: u32| {
            let way = sub(surface.positions[a as usize], surface.positions[b as usize]);
            dot(way, way)
        };
        // The farthest partner is best, because rounding changes the direction to it least.
        for &[a, b, c] in &surface.triangles {
            for (here, other) in [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)] {
                let partner = &mut surface.partners[here as usize];
                if far(here, other) > far(here, *partner) {
                    *partner = other;
                }
            }
        }
        (!surface.triangles.is_empty()).then_some(surface)
    }

    fn pose(&mut self, cells: &Cells<'_>, parts: &MeshParts, frame: usize) {
        let transform = parts.frames[frame];
        let (vertices, _): (&[Vertex16], _) = parts.packed.as_chunks();
        let vertices = &vertices[frame * cells.tracks().len()..];
        for (position, &vertex) in self.positions.iter_mut().zip(cells.vertices()) {
            *position = transform.position(parts.packing.coordinates(&vertices[vertex as usize]));
        }
        self.facing.fill([0.0; 3]);
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|track| self.positions[track as usize]);
            let area = cross(sub(c, a), sub(b, a));
            for &track in corners {
                let sum = &mut self.facing[track as usize];
                *sum = [0, 1, 2].map(|i| sum[i] + area[i]);
            }
        }
    }

    /// Returns three orthogonal axes that rotate with the surface around a vertex track. Returns `None` if the surface has no area or the
    /// partner is nearly in the direction of the normal.
    fn axes(&self, track: u32) -> Option<[Vector; 3]> {
        let up = unit(self.facing[track as usize]);
        let partner = self.partners[track as usize];
        let way = unit(sub(self.positions[partner as usize], self.positions[track as usize]));
        let lift = dot(way, up);
        let ahead = [0, 1, 2].map(|i| way[i] - lift * up[i]);
        // If the partner is nearly in the direction of the normal, it defines no rotation.
        let is_defined = up != [0.0; 3] && dot(ahead, ahead) > 0.01;
        let ahead = unit(ahead);
        is_defined.then(|| [ahead, cross(up, ahead), up])
    }
}

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn sub(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Scales a vector to unit length. Returns zero for a zero vector and for numbers that are not finite.
fn unit(vector: Vector) -> Vector {
    let greatest = vector.iter().fold(0.0_f32, |greatest, c| greatest.max(c.abs()));
    if greatest == 0.0 || !vector.iter().all(|c| c.is_finite()) {
        return [0.0; 3];
    }
    let vector = vector.map(|c| c / greatest);
    let length = dot(vector, vector).sqrt();
    vector.map(|c| c / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_normals_are_closer_than_assumed() {
        let pairs =
            NORMALS.iter().enumerate().flat_map(|(i, a)| NORMALS[..i].iter().map(move |b| dot(*a, *b)));
        let nearest = pairs.fold(f32::MIN, f32::max);
        assert!((nearest.acos() / 2.0).cos() < SURELY_NEAREST, "{nearest}");
    }

    #[test]
    fn the_direction_of_the_file_stays_nearest() {
        for (number, from) in (0_u8..).zip(NORMALS) {
            for to in NORMALS {
                let mut vertex = Vertex16::default();
                Packing::Position16Normal16.set_direction(&mut vertex, from);
                go_towards(&mut vertex, number, to);
                assert_eq!(nearest_normal(Packing::Position16Normal16.direction(&vertex)), number);
            }
        }
    }
}
