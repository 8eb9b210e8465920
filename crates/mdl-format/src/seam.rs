//! Texture coordinates of triangle corners.
//!
//! The left half of a skin shows the model's front, and the right half its back. A vertex on the seam between them has
//! one stored coordinate, in the left half. Triangles on the back add half the skin width to this coordinate.

use md2_common::skin_uv;

use crate::raw::{St, Triangle};
use crate::view::Mdl;

impl Mdl<'_> {
    /// Whether `triangle` adds half the skin width to the coordinate of `vertex`, because the triangle is on the back
    /// and the vertex on the seam.
    ///
    /// A mesh with one texture coordinate per vertex needs two copies of a vertex if only some of its triangles shift
    /// the coordinate.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn is_shifted(&self, triangle: Triangle, vertex: usize) -> bool {
        !triangle.is_front() && self.st().record(vertex).is_on_seam()
    }

    /// Returns the texture coordinate of `vertex`: u from 0 at the left edge of the skin to 1 at its right edge, v from
    /// 0 at the top to 1 at the bottom. This point is the center of the texel that [`st`](Mdl::st) gives. If `shifted`,
    /// half the skin width is added to that texel.
    ///
    /// The skin repeats outside 0..1. On a skin without texels, u and v are in texels. GLQuake's `gl_mesh.c` and all
    /// later engines compute the same, except that DarkPlaces omits the half texel.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn uv(&self, vertex: usize, shifted: bool) -> [f32; 2] {
        self.st().record(vertex).uv([self.skin_width(), self.skin_height()], shifted)
    }

    /// Returns the texture coordinate of corner 0, 1 or 2 of `triangle`, which must belong to this model. Calls
    /// [`uv`](Self::uv), with the result of [`is_shifted`](Self::is_shifted).
    ///
    /// # Panics
    /// If there is no such corner.
    #[must_use]
    pub fn corner_uv(&self, triangle: Triangle, corner: usize) -> [f32; 2] {
        let vertex = triangle.vertices()[corner] as usize;
        self.uv(vertex, self.is_shifted(triangle, vertex))
    }
}

impl St {
    /// Returns the same texture coordinate as [`Mdl::uv`], for a skin with the given width and height.
    #[must_use]
    pub fn uv(&self, skin_size: [u32; 2], shifted: bool) -> [f32; 2] {
        skin_uv(texel(self, skin_size[0], shifted), skin_size.map(i64::from))
    }
}

/// Returns a skin coordinate in texels. If `shifted`, adds half the skin `width` to `s`, rounded down.
pub(crate) fn texel(st: &St, width: u32, shifted: bool) -> [i64; 2] {
    let shift = if shifted { width / 2 } else { 0 };
    [i64::from(st.s) + i64::from(shift), i64::from(st.t)]
}
