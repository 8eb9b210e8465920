//! The order of triangle corners: clockwise or counterclockwise.

use core::fmt;

/// Two volumes that determine whether a model's triangles are clockwise or counterclockwise, seen from outside.
///
/// Each triangle and the center of the model form a tetrahedron. Its volume is negative if the corners of the
/// triangle are clockwise seen from outside, as all three formats require. The sum of the volumes is the volume that
/// the triangles enclose; the sum of their absolute values is the spanned volume. Normals are not used, because in
/// many files they point inward.
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
pub struct Winding {
    /// The volume that the triangles enclose, in cubic units; negative if they are clockwise.
    pub enclosed: f64,
    /// The sum of the absolute volumes of the tetrahedra, in cubic units.
    pub spanned: f64,
}

/// The order of triangle corners, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriangleOrder {
    /// Clockwise, as the formats require.
    Clockwise,
    /// Counterclockwise: the model is inside out.
    Counterclockwise,
    /// The triangles enclose too little volume to define an outside.
    OpenOrFlat,
}

impl Winding {
    /// The least ratio of enclosed to spanned volume at which the sign of the enclosed volume is reliable.
    ///
    /// For closed bodies in real models the ratio is at least a third, even with holes or with parts inside each other.
    /// For flat, wavy or two-sided surfaces the ratio is small, and the sign is random.
    const MIN_ENCLOSED: f64 = 0.1;

    /// Computes the volumes from the positions of the corners of all triangles. Iterates over the triangles twice.
    ///
    /// X is forward, Y left, Z up. If a position is not finite, the order is [`TriangleOrder::OpenOrFlat`].
    pub fn from_triangles(triangles: impl Iterator<Item = [[f64; 3]; 3]> + Clone) -> Self {
        // Volumes are relative to the center, because a flat model spans a large volume with a distant origin.
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for corner in triangles.clone().flatten() {
            sum = [0, 1, 2].map(|axis| sum[axis] + corner[axis]);
            count += 1.0;
        }
        let center = sum.map(|sum| sum / count);
        let mut winding = Self::default();
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| [0, 1, 2].map(|axis| corner[axis] - center[axis]));
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            let volume = (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0;
            winding.enclosed += volume;
            winding.spanned += volume.abs();
        }
        winding
    }

    /// The order of the corners; [`TriangleOrder::OpenOrFlat`] if at most a tenth of the spanned volume is enclosed.
    pub fn order(&self) -> TriangleOrder {
        // False if a volume is NaN.
        let encloses = self.enclosed.abs() > Self::MIN_ENCLOSED * self.spanned;
        match self.enclosed < 0.0 {
            _ if !encloses => TriangleOrder::OpenOrFlat,
            true => TriangleOrder::Clockwise,
            false => TriangleOrder::Counterclockwise,
        }
    }
}

/// Writes, for example, `counterclockwise: 35.9 of 36.0 cubic units enclosed`.
impl fmt::Display for Winding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (order, enclosed, spanned) = (self.order(), self.enclosed.abs(), self.spanned);
        write!(f, "{order}: {enclosed:.1} of {spanned:.1} cubic units enclosed")
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
