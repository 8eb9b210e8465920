//! Comparison of the texture coordinates of the commands with the skin coordinates of the triangles.

use alloc::vec::Vec;

use md2_common::TEXEL_POINT;

use super::command::GlVertex;
use super::list::GlCommands;
use crate::raw::{St, Triangle};

/// The result of comparing the texture coordinates of the commands with the skin coordinates of the triangle list.
///
/// id Software's tools write the center of the texel, as [`skin_uv`](crate::skin_uv) does. Other tools omit the half
/// texel, or write coordinates that are not rounded to texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UvAgreement {
    /// Number of vertices at texel centers: their coordinates are the [`skin_uv`](crate::skin_uv) of a skin
    /// coordinate that a triangle uses at the same position.
    pub centered: usize,
    /// Number of vertices at texel corners: their coordinates are `st / size` for a skin coordinate that a triangle
    /// uses at the same position.
    pub cornered: usize,
    /// Number of vertices neither at texel centers nor at texel corners.
    pub other: usize,
}

impl UvAgreement {
    /// The largest distance in texels between coordinates that count as equal. It is far above the rounding errors in
    /// files and far below half a texel.
    pub(crate) const TOLERANCE_TEXELS: f64 = 1.0 / 64.0;

    /// Whether all texture coordinates refer to texel centers, as in files of id Software's tools.
    pub const fn is_exact(&self) -> bool {
        self.cornered == 0 && self.other == 0
    }
}

impl GlCommands<'_> {
    /// Compares the texture coordinates of the valid commands with the skin coordinates that `triangles` and `st`
    /// have at the same positions. `skin_size` is the width and height of the skin in texels.
    pub fn compare_uvs(
        &self,
        triangles: impl IntoIterator<Item = Triangle>,
        st: impl IntoIterator<Item = St>,
        skin_size: [i32; 2],
    ) -> UvAgreement {
        let expected = coordinates_by_position(triangles, &st.into_iter().collect::<Vec<_>>());
        let mut agreement = UvAgreement::default();
        for vertex in self.iter().flat_map(|command| command.vertices.iter()) {
            let is_expected = |shift| {
                texel(&vertex, skin_size, shift)
                    .is_some_and(|[s, t]| expected.binary_search(&(vertex.xyz, s, t)).is_ok())
            };
            let count = if is_expected(f64::from(TEXEL_POINT)) {
                &mut agreement.centered
            } else if is_expected(0.0) {
                &mut agreement.cornered
            } else {
                &mut agreement.other
            };
            *count += 1;
        }
        agreement
    }
}

/// Returns the position index and skin coordinate (s, t) of each triangle corner, sorted and without duplicates.
fn coordinates_by_position(triangles: impl IntoIterator<Item = Triangle>, st: &[St]) -> Vec<(u32, i16, i16)> {
    let mut coordinates: Vec<_> = triangles
        .into_iter()
        .flat_map(|triangle| triangle.xyz.into_iter().zip(triangle.st))
        .filter_map(|(xyz, index)| st.get(usize::from(index)).map(|st| (u32::from(xyz), st.s, st.t)))
        .collect();
    coordinates.sort_unstable();
    coordinates.dedup();
    coordinates
}

/// Returns the texel whose upper left corner is `shift` texels to the left of and above the texture coordinates of a
/// vertex; `None` if no texel has its corner there.
fn texel(vertex: &GlVertex, skin_size: [i32; 2], shift: f64) -> Option<[i16; 2]> {
    let whole = |coordinate: f32, size: i32| {
        let texels = f64::from(coordinate) * f64::from(size) - shift;
        #[expect(clippy::cast_possible_truncation, reason = "a saturated value differs from `texels`")]
        let nearest = (texels + if texels < 0.0 { -0.5 } else { 0.5 }) as i16;
        let is_whole = (texels - f64::from(nearest)).abs() <= UvAgreement::TOLERANCE_TEXELS;
        (size > 0 && is_whole).then_some(nearest)
    };
    Some([whole(vertex.s, skin_size[0])?, whole(vertex.t, skin_size[1])?])
}
