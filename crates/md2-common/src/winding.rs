//! Which way triangles turn.

use core::fmt;

/// Which way the corners of a model's triangles go, seen from outside, and the volumes that tell it.
///
/// Each triangle spans a tetrahedron with the middle of the model. Taken as negative where the corners go clockwise
/// seen from outside, as they should in all three formats, and as positive where they do not, these add up to the volume
/// that the triangles enclose; without their signs, to what they span. Normals have no part in it: those of many files
/// point inwards.
///
/// ```
/// use md2_common::{TriangleOrder, Winding};
///
/// let [a, b, c, d] = [[0.0; 3], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
/// let solid = Winding::from_triangles([[a, b, c], [a, d, b], [a, c, d], [b, d, c]].into_iter());
/// assert_eq!((solid.order(), solid.enclosed), (TriangleOrder::Clockwise, -36.0));
/// // A sheet encloses nothing.
/// assert_eq!(Winding::from_triangles([[a, b, c]].into_iter()).order(), TriangleOrder::OpenOrFlat);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Winding {
    /// The volume that the triangles enclose, in cubic units; negative where they go clockwise.
    pub enclosed: f64,
    /// The volume that the triangles span with the middle of the model, in cubic units.
    pub spanned: f64,
}

/// Which way the corners of triangles go, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TriangleOrder {
    /// As they should.
    Clockwise,
    /// The model is inside out.
    Counterclockwise,
    /// The triangles enclose too little of what they span to tell an outside.
    OpenOrFlat,
}

impl Winding {
    /// Less than this part of what the triangles span is no volume that they enclose.
    ///
    /// Bodies enclose much of it, also with holes and parts that stick into each other: a third and more in the real
    /// models at hand. A sheet that bends to one side has its hollow side inside. What is flat but for rounding, bends both
    /// ways, or shows both sides encloses a small part, whose sign means nothing.
    const ENCLOSED: f64 = 0.1;

    /// The winding of triangles, given by the positions of their corners. They are gone through twice.
    ///
    /// Axes are those of the formats: X forward, Y left, Z up. A position that is not finite makes it open or flat.
    #[must_use]
    pub fn from_triangles(triangles: impl Iterator<Item = [[f64; 3]; 3]> + Clone) -> Self {
        // Seen from the middle, so that what a flat model spans with a far origin does not count.
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for corner in triangles.clone().flatten() {
            sum = [0, 1, 2].map(|axis| sum[axis] + corner[axis]);
            count += 1.0;
        }
        let middle = sum.map(|sum| sum / count);
        let mut winding = Self::default();
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| [0, 1, 2].map(|axis| corner[axis] - middle[axis]));
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            let volume = (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0;
            winding.enclosed += volume;
            winding.spanned += volume.abs();
        }
        winding
    }

    /// The verdict: open or flat where no more than a tenth of what the triangles span is enclosed.
    #[must_use]
    pub fn order(&self) -> TriangleOrder {
        // False for what is not a number, too.
        let encloses = self.enclosed.abs() > Self::ENCLOSED * self.spanned;
        match self.enclosed < 0.0 {
            _ if !encloses => TriangleOrder::OpenOrFlat,
            true => TriangleOrder::Clockwise,
            false => TriangleOrder::Counterclockwise,
        }
    }
}

/// As in `counterclockwise: 35.9 of 36.0 cubic units enclosed`.
impl fmt::Display for Winding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, enclosed, spanned) = (self.order(), self.enclosed.abs(), self.spanned);
        write!(f, "{turn}: {enclosed:.1} of {spanned:.1} cubic units enclosed")
    }
}

impl fmt::Display for TriangleOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Clockwise => "clockwise",
            Self::Counterclockwise => "counterclockwise",
            Self::OpenOrFlat => "open or flat",
        })
    }
}
