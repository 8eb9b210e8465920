//! Texture coordinates of triangle corners.
//!
//! The left half of a skin shows the model's front, and the right half its back. A vertex on the seam between them has
//! one stored coordinate, in the left half. Triangles on the back add half the skin width to this coordinate.

use md2_common::skin_uv;

use crate::raw::{St, Triangle};
use crate::view::Mdl;

impl Mdl<'_> {
    /// Returns the texture coordinate of corner 0, 1 or 2 of `triangle`, which must belong to this model: u from 0 at the left edge of the
    /// skin to 1 at its right edge, v from 0 at the top to 1 at the bottom. This point is the center of the texel that [`st`](Mdl::st)
    /// gives. If the triangle is on the back and the vertex on the seam, half the skin width is added to that texel.
    ///
    /// The skin repeats outside 0..1. On a skin without texels, u and v are in texels. GLQuake's `gl_mesh.c` and all
    /// later engines compute the same, except that DarkPlaces omits the half texel.
    ///
    /// # Panics
    /// If there is no such corner.
    pub fn corner_uv(&self, triangle: Triangle, corner: usize) -> [f32; 2] {
        let st = self.st().record(triangle.vertices()[corner] as usize);
        st.uv([self.skin_width(), self.skin_height()], !triangle.is_front() && st.is_on_seam())
    }
}

impl St {
    /// Returns the texture coordinate as [`Mdl::corner_uv`] does, for a skin with the given width and height. If `shifted`, half the width
    /// is added.
    pub fn uv(&self, skin_size: [u32; 2], shifted: bool) -> [f32; 2] {
        skin_uv(texel(self, skin_size[0], shifted), skin_size.map(i64::from))
    }
}

/// Returns a skin coordinate in texels. If `shifted`, adds half the skin `width` to `s`, rounded down.
pub(crate) fn texel(st: &St, width: u32, shifted: bool) -> [i64; 2] {
    let shift = if shifted { width / 2 } else { 0 };
    [i64::from(st.s) + i64::from(shift), i64::from(st.t)]
}
