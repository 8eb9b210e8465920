//! The corners of an MD2's triangles and their texture coordinates.

use std::collections::HashMap;

use md2_format::glcmds::{GlCommand, GlCommands, GlVertex};
use md2_format::{Md2, raw};
use md2_mesh::weld::Corner;

use crate::options::UvSource;

/// Returns the corners of the triangles in order, three per triangle.
pub(crate) fn corners(md2: &Md2<'_>, triangles: &[&raw::Triangle], source: UvSource) -> Vec<Corner> {
    let skin_size = md2.skin_size();
    let uvs: Vec<_> = md2.st().iter().map(|st| st.uv(skin_size)).collect();
    let mut corners = Vec::with_capacity(3 * triangles.len());
    for triangle in triangles {
        let (xyz, st) = (triangle.xyz(), triangle.st());
        corners.extend([0, 1, 2].map(|i| Corner { xyz: xyz[i].into(), uv: uvs[usize::from(st[i])] }));
    }
    if source == UvSource::GlCommands {
        let mut drawn = DrawnTriangles::new(md2.gl_commands(), |vertex| [vertex.s(), vertex.t()]);
        for triangle in corners.chunks_exact_mut(3) {
            if let Some(uvs) = drawn.take([triangle[0].xyz, triangle[1].xyz, triangle[2].xyz]) {
                triangle.iter_mut().zip(uvs).for_each(|(corner, uv)| corner.uv = uv);
            }
        }
    }
    corners
}

/// The triangles that OpenGL commands draw, indexed by their vertices.
pub(super) struct DrawnTriangles<T> {
    /// The corners of all triangles that have the same vertices and winding, in reverse drawing order. Keys and corners begin with the
    /// smallest vertex index.
    by_vertices: HashMap<[u32; 3], Vec<[T; 3]>>,
}

impl<T: Copy> DrawnTriangles<T> {
    /// Collects the triangles. `of` reads a value of a corner, such as its texture coordinate.
    pub(super) fn new<'a>(commands: GlCommands<'a>, value: impl Fn(&'a GlVertex) -> T) -> Self {
        let triangles: Vec<[&GlVertex; 3]> = commands.iter().flat_map(GlCommand::corners).collect();
        let mut by_vertices: HashMap<_, Vec<_>> = HashMap::with_capacity(triangles.len());
        for triangle in triangles.into_iter().rev() {
            let (key, turn) = key(triangle.map(|vertex| vertex.xyz()));
            let mut corners = triangle.map(&value);
            corners.rotate_left(turn);
            by_vertices.entry(key).or_default().push(corners);
        }
        Self { by_vertices }
    }

    /// Removes and returns the corners of the next triangle with these vertices. In some files the two lists have different windings, so
    /// a triangle with the opposite winding is accepted if none has the same winding.
    pub(super) fn take(&mut self, xyz: [u32; 3]) -> Option<[T; 3]> {
        let [a, b, c] = xyz;
        self.take_wound(xyz).or_else(|| {
            let [a, c, b] = self.take_wound([a, c, b])?;
            Some([a, b, c])
        })
    }

    fn take_wound(&mut self, xyz: [u32; 3]) -> Option<[T; 3]> {
        let (key, turn) = key(xyz);
        let alike = self.by_vertices.get_mut(&key)?;
        // The last one remains, because the triangle list may contain a triangle more often than the commands.
        let mut corners = if alike.len() > 1 { alike.pop()? } else { *alike.first()? };
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
