//! Which way the triangles of a model turn.

use core::fmt;

use crate::frame::Frame;
use crate::raw::Triangle;
use crate::view::Md2;

/// Which way the corners of a model's triangles go, seen from outside, and the volumes that tell it.
///
/// Each triangle spans a tetrahedron with the middle of the model. Taken as negative where the corners go clockwise
/// seen from outside, as they should, and as positive where they do not, these add up to the volume that the triangles
/// enclose; without their signs, to what they span. Normals have no part in it: those of many files point inwards.
///
/// ```
/// # let file = md2_testdata::seamed_quad().build().into_bytes();
/// use md2_format::{Md2, Turn};
///
/// // A square encloses nothing.
/// let winding = Md2::parse(&file)?.winding(0);
/// assert_eq!((winding.turn(), winding.enclosed), (Turn::OpenOrFlat, 0.0));
/// # Ok::<(), md2_format::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Winding {
    /// The volume that the triangles enclose, in cubic Quake units; negative where they go clockwise.
    pub enclosed: f64,
    /// The volume that the triangles span with the middle of the model, in cubic Quake units.
    pub spanned: f64,
}

/// Which way the corners of triangles go, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Turn {
    /// As they should.
    Clockwise,
    /// The model is inside out.
    Counterclockwise,
    /// The triangles enclose too little of what they span to tell an outside.
    OpenOrFlat,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Clockwise => "clockwise",
            Self::Counterclockwise => "counterclockwise",
            Self::OpenOrFlat => "open or flat",
        })
    }
}

impl Winding {
    /// Less than this part of what the triangles span is no volume that they enclose.
    const ENCLOSED: f64 = 0.1;

    /// The verdict: open or flat where less than a tenth of what the triangles span is enclosed.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.enclosed.abs() <= Self::ENCLOSED * self.spanned {
            Turn::OpenOrFlat
        } else if self.enclosed < 0.0 {
            Turn::Clockwise
        } else {
            Turn::Counterclockwise
        }
    }

    /// The winding of those of `triangles` whose corners `frame` has.
    pub(crate) fn of(triangles: &[Triangle], frame: &Frame<'_>) -> Self {
        let (scale, translate) = (frame.scale(), frame.translate());
        let corner = |index: u16| {
            let vertex = frame.vertices().get(usize::from(index))?;
            Some(vertex.dequantize(scale, translate).map(f64::from))
        };
        let corners = |triangle: &Triangle| {
            let [a, b, c] = triangle.xyz().map(corner);
            Some([a?, b?, c?])
        };
        // Seen from the middle, so that what a flat model encloses with a far origin does not count.
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for corner in triangles.iter().filter_map(corners).flatten() {
            sum = [0, 1, 2].map(|axis| sum[axis] + corner[axis]);
            count += 1.0;
        }
        let middle = sum.map(|sum| sum / count);
        let mut winding = Self::default();
        for triangle in triangles.iter().filter_map(corners) {
            let [a, b, c] = triangle.map(|corner| [0, 1, 2].map(|axis| corner[axis] - middle[axis]));
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            let volume = (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0;
            winding.enclosed += volume;
            winding.spanned += volume.abs();
        }
        winding
    }
}

impl Md2<'_> {
    /// Which way the triangles turn in frame `i`.
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    #[must_use]
    pub fn winding(&self, i: usize) -> Winding {
        Winding::of(self.triangles(), &self.frame(i))
    }
}
