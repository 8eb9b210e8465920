//! Texture coordinates of triangle corners.
//!
//! A skin shows the model's front in its left half and the back in its right half. A vertex on the seam is stored
//! once, with the coordinate in the left half; triangles of the back use the coordinate half a skin further right.

use md2_common::skin_uv;

use crate::raw::{St, Triangle};
use crate::view::Mdl;

impl Mdl<'_> {
    /// Whether `triangle` draws `vertex` half a skin further right than its coordinate: the triangle is on the back,
    /// and the vertex on the seam.
    ///
    /// A mesh with one coordinate per vertex thus needs a vertex for each pair of a vertex and this value.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn is_shifted(&self, triangle: &Triangle, vertex: usize) -> bool {
        !triangle.is_front() && self.st()[vertex].is_on_seam()
    }

    /// Returns the texture coordinate of `vertex`, shifted or not: u from 0 at the left edge of the skin to 1 at its
    /// right, v from 0 at the top to 1 at the bottom. It is the [`skin_uv`] of the texel of [`st`](Mdl::st), its
    /// center.
    ///
    /// Coordinates outside 0..1 repeat the skin. On a skin without texels, u and v are texels. Source: GLQuake's
    /// `gl_mesh.c`; all later engines do the same, but DarkPlaces omits the half texel.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn uv(&self, vertex: usize, shifted: bool) -> [f32; 2] {
        let [width, height] = [self.skin_width(), self.skin_height()];
        let [s, t] = texel(&self.st()[vertex], width, shifted);
        skin_uv([s, t], [width.into(), height.into()])
    }

    /// Returns the texture coordinate of corner 0, 1 or 2 of `triangle`, which must be one of this model's:
    /// [`uv`](Self::uv) with the seam taken into account.
    ///
    /// # Panics
    /// If there is no such corner.
    #[must_use]
    pub fn corner_uv(&self, triangle: &Triangle, corner: usize) -> [f32; 2] {
        let vertex = triangle.vertices()[corner] as usize;
        self.uv(vertex, self.is_shifted(triangle, vertex))
    }
}

/// Returns the texel of a coordinate on a skin of `width`. The shift is half the width, rounded down.
pub(crate) fn texel(st: &St, width: u32, shifted: bool) -> [i64; 2] {
    let shift = if shifted { width / 2 } else { 0 };
    [i64::from(st.s()) + i64::from(shift), i64::from(st.t())]
}
