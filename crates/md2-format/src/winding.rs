//! The winding of a model's triangles.

use md2_common::Winding;

use crate::frame::Frame;
use crate::raw::{Records, Triangle};
use crate::view::Md2;

/// Returns the winding of `triangles` in `frame`. Triangles with invalid vertex indices are ignored.
pub(crate) fn winding(triangles: Records<'_, Triangle>, frame: &Frame<'_>) -> Winding {
    let (scale, translate) = (frame.scale(), frame.translate());
    let corner = |index: u16| {
        let vertex = frame.vertices().get(usize::from(index))?;
        Some(vertex.dequantize(scale, translate).map(f64::from))
    };
    Winding::from_triangles(triangles.iter().filter_map(|triangle| {
        let [a, b, c] = triangle.xyz.map(corner);
        Some([a?, b?, c?])
    }))
}

impl Md2<'_> {
    /// Returns the winding of the triangles in frame `i`.
    ///
    /// ```
    /// # let file = md2_testdata::seamed_quad().build().into_bytes();
    /// use md2_format::{Md2, TriangleOrder};
    ///
    /// // A square encloses nothing.
    /// let winding = Md2::parse(&file)?.winding(0);
    /// assert_eq!((winding.order(), winding.enclosed), (TriangleOrder::OpenOrFlat, 0.0));
    /// # Ok::<(), md2_format::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    pub fn winding(&self, i: usize) -> Winding {
        winding(self.triangles(), &self.frame(i))
    }
}
