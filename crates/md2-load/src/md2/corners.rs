//! The corners of an MD2's triangles and their texture coordinates.

use md2_format::glcmds::{GlCommand, GlCommands};
use md2_format::{Md2, raw};
use md2_mesh::weld::Corner;

use crate::options::UvSource;

pub(crate) fn corners(md2: &Md2<'_>, triangles: &[raw::Triangle], source: UvSource) -> Vec<Corner> {
    let skin_size = md2.skin_size();
    let uvs: Vec<_> = md2.st().iter().map(|st| st.uv(skin_size)).collect();
    let mut corners = Vec::with_capacity(3 * triangles.len());
    for triangle in triangles {
        let (xyz, st) = (triangle.xyz, triangle.st);
        corners.extend([0, 1, 2].map(|i| Corner { xyz: xyz[i].into(), uv: uvs[usize::from(st[i])] }));
    }
    if source == UvSource::GlCommands {
        let mut drawn = DrawnTriangles::new(md2.gl_commands(), |command, i| {
            let vertex = command.vertices.record(i);
            [vertex.s, vertex.t]
        });
        for triangle in corners.chunks_exact_mut(3) {
            if let Some(uvs) = drawn.take([triangle[0].xyz, triangle[1].xyz, triangle[2].xyz]) {
                triangle.iter_mut().zip(uvs).for_each(|(corner, uv)| corner.uv = uv);
            }
        }
    }
    corners
}

/// The triangles that OpenGL commands draw. [`take`](Self::take) finds them by their vertices.
pub(super) struct DrawnTriangles<T> {
    /// The triangles, sorted by their rotated vertex indices. Triangles with the same vertices are in the order of the commands.
    triangles: Vec<DrawnTriangle<T>>,
    /// For each group of triangles with the same vertices and winding, the number of its triangles that
    /// [`take`](Self::take) has returned, not counting the last. It is at the index of the group's first triangle.
    passed: Vec<u32>,
}

/// A triangle that the commands draw. Its corners are rotated so that the smallest vertex index comes first.
struct DrawnTriangle<T> {
    vertices: [u32; 3],
    order: u32,
    corners: [T; 3],
}

impl<T: Copy> DrawnTriangles<T> {
    /// Collects the triangles that the commands draw. `value` returns the value to store for a vertex of a command, such as its texture
    /// coordinate.
    pub(super) fn new<'a>(commands: GlCommands<'a>, value: impl Fn(&GlCommand<'a>, usize) -> T) -> Self {
        let corners_of = |command: GlCommand<'a>| command.corners().map(move |corners| (command, corners));
        let drawn = || commands.iter().flat_map(corners_of);
        // A list that grows would need up to three times its memory.
        let mut triangles = Vec::with_capacity(drawn().count());
        triangles.extend((0..).zip(drawn()).map(|(order, (command, triangle))| {
            let (vertices, turn) = key(triangle.map(|i| command.vertices.record(i).xyz));
            let mut corners = triangle.map(|i| value(&command, i));
            corners.rotate_left(turn);
            DrawnTriangle { vertices, order, corners }
        }));
        triangles.sort_unstable_by_key(|triangle| (triangle.vertices, triangle.order));
        Self { passed: vec![0; triangles.len()], triangles }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the corners of the next drawn triangle with the vertices `xyz` in this winding or, if there is none, in
    /// the opposite winding. In some files, the commands and the triangle list have different windings.
    pub(super) fn take(&mut self, xyz: [u32; 3]) -> Option<[T; 3]> {
        let [a, b, c] = xyz;
        self.take_wound(xyz).or_else(|| {
            let [a, c, b] = self.take_wound([a, c, b])?;
            Some([a, b, c])
        })
    }

    fn take_wound(&mut self, xyz: [u32; 3]) -> Option<[T; 3]> {
        let (key, turn) = key(xyz);
        let first = self.triangles.partition_point(|triangle| triangle.vertices < key);
        let passed = self.passed.get_mut(first)?;
        let mut alike = self.triangles[first..].iter().skip(*passed as usize);
        let mut corners = alike.next().filter(|triangle| triangle.vertices == key)?.corners;
        // The last of the equal triangles can be returned repeatedly, because the triangle list may contain a triangle more often than
        // the commands.
        *passed += u32::from(alike.next().is_some_and(|triangle| triangle.vertices == key));
        corners.rotate_right(turn);
        Some(corners)
    }
}

/// Rotates the vertices so that the smallest index comes first. Also returns the number of positions by which it rotated them.
fn key(mut xyz: [u32; 3]) -> ([u32; 3], usize) {
    let turn = (0..3).min_by_key(|&i| xyz[i]).unwrap_or(0);
    xyz.rotate_left(turn);
    (xyz, turn)
}
