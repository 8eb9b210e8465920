//! Where on the skin a corner of a triangle lies.
//!
//! A skin shows the model's front in its left half and the back in its right half. A vertex between the two is stored
//! once, with the coordinate on the left; triangles of the back find theirs half a skin further right.

use md2_common::skin_uv;

use crate::raw::{St, Triangle};
use crate::view::Mdl;

impl Mdl<'_> {
    /// Whether `triangle` draws `vertex` half a skin further right than its coordinate says: the triangle is on the
    /// back, and the vertex on the seam.
    ///
    /// The vertices of a mesh with one coordinate each are thus the pairs of a vertex and this.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn is_shifted(&self, triangle: &Triangle, vertex: usize) -> bool {
        !triangle.is_front() && self.st()[vertex].is_on_seam()
    }

    /// Texture coordinate of `vertex`, shifted or not: u from 0 at the left edge of the skin to 1 at its right, v from
    /// 0 at the top to 1 at the bottom. It is the [`skin_uv`] of the texel that [`st`](Mdl::st) names, its middle.
    ///
    /// Coordinates outside 0..1 repeat the skin. On a skin without texels, u and v are texels. Source: GLQuake's
    /// `gl_mesh.c`; all later engines but DarkPlaces, which leaves out the half texel, do the same.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn uv(&self, vertex: usize, shifted: bool) -> [f32; 2] {
        let [width, height] = [self.skin_width(), self.skin_height()];
        let [s, t] = texel(&self.st()[vertex], width, shifted);
        skin_uv([s, t], [width.into(), height.into()])
    }

    /// Texture coordinate of corner 0, 1 or 2 of `triangle`, which is one of this model's: [`uv`](Self::uv) with the
    /// seam taken into account.
    ///
    /// # Panics
    /// If there is no such corner.
    #[must_use]
    pub fn corner_uv(&self, triangle: &Triangle, corner: usize) -> [f32; 2] {
        let vertex = triangle.vertices()[corner] as usize;
        self.uv(vertex, self.is_shifted(triangle, vertex))
    }
}

/// The texel that a coordinate names on a skin of `width`. The shift is half the width, rounded down.
pub(crate) fn texel(st: &St, width: u32, shifted: bool) -> [i64; 2] {
    let shift = if shifted { width / 2 } else { 0 };
    [i64::from(st.s()) + i64::from(shift), i64::from(st.t())]
}
