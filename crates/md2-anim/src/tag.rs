//! Where one model hangs on another, and how that place moves.

use md2_common::saturate;

use crate::rotation::{Square, Vector};

/// A place and three axes: a tag of an MD3, in its model's space, or a model, in the world's.
///
/// ```
/// use md2_anim::TagPose;
///
/// // A hand that turns a quarter to the left while it moves forward, seen halfway.
/// let before = TagPose::IDENTITY;
/// let after = TagPose { origin: [8.0, 0.0, 0.0], axes: [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] };
/// let hand = TagPose::interpolate(&before, &after, 0.5);
/// assert_eq!(hand.origin, [4.0, 0.0, 0.0]);
/// let eighth = core::f32::consts::FRAC_1_SQRT_2;
/// assert!((hand.axes[0][0] - eighth).abs() < 1e-6 && (hand.axes[0][1] - eighth).abs() < 1e-6);
///
/// // What it holds, on a body that stands elsewhere.
/// let body = TagPose { origin: [0.0, 0.0, 24.0], ..TagPose::IDENTITY };
/// assert_eq!(hand.attached_to(&body).origin, [4.0, 0.0, 24.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TagPose {
    /// Where it is.
    pub origin: [f32; 3],
    /// Forward, left and up as seen from outside: each the direction that +X, +Y and +Z of what hangs there point in.
    /// In files they may have any length.
    pub axes: [[f32; 3]; 3],
}

impl Default for TagPose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl TagPose {
    /// At the origin, not turned: what stands in for a tag that is missing.
    pub const IDENTITY: Self =
        Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// The pose between two keys, `blend` of the way from `a` to `b`: the origin on a straight line, the axes turned
    /// the shorter way at an even speed. [`rigid`](Self::rigid) always, at the keys too.
    ///
    /// Quake III blends each axis by itself; then models bend and, at half a turn, vanish.
    ///
    /// If both poses are mirrored, so is the result, turned as the poses would without the mirror. A mirrored and an
    /// unmirrored one have no turn between them: the axes are those of the nearer key, `b` from one half on. `blend` is
    /// clamped to 0..=1; NaN is 0.
    #[must_use]
    pub fn interpolate(a: &Self, b: &Self, blend: f32) -> Self {
        let blend = saturate(blend);
        let [from, to] = [a, b].map(Self::square);
        let axes = if from.is_mirrored == to.is_mirrored {
            from.turn().towards(to.turn(), f64::from(blend)).axes(from.is_mirrored)
        } else {
            if blend < 0.5 { from.axes } else { to.axes }
        };
        Self { origin: origin_between(a, b, blend), axes: axes.map(single) }
    }

    /// This pose with axes of length 1 at right angles to one another, which is what moves a model without changing its
    /// shape. The game draws tags so too: the scale that some exporters leave in them means nothing.
    ///
    /// Forward keeps its direction, left its side of it, up its side of both, so that a mirrored tag stays one. An axis
    /// that is zero, not finite or in line with another is found from the other two; if only one is left nothing is
    /// turned. Coordinates of the origin that are not finite become 0.
    #[must_use]
    pub fn rigid(&self) -> Self {
        Self { origin: self.origin.map(finite), axes: self.square().axes.map(single) }
    }

    /// Whether the axes are left-handed, so that what hangs there is a mirror image and the winding of its triangles
    /// turns around.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.square().is_mirrored
    }

    fn square(&self) -> Square {
        Square::spanned_by(self.axes.map(double))
    }

    /// The place of what hangs on this tag of a model that is at `parent`: where the torso is, given a tag of the legs
    /// and the legs' place.
    ///
    /// The origin is the parent's and this one's along the parent's axes; the axes are these times the parent's.
    #[must_use]
    pub fn attached_to(&self, parent: &Self) -> Self {
        let along = |v: [f32; 3]| -> Vector {
            let [f, l, u] = parent.axes.map(double);
            let [x, y, z] = double(v);
            core::array::from_fn(|i| x * f[i] + y * l[i] + z * u[i])
        };
        let (from, way) = (double(parent.origin), along(self.origin));
        Self {
            origin: single([from[0] + way[0], from[1] + way[1], from[2] + way[2]]),
            axes: self.axes.map(|axis| single(along(axis))),
        }
    }

    /// The matrix, in columns, that takes a point of what hangs here to where it is: forward, left, up, origin.
    #[must_use]
    pub const fn to_matrix(&self) -> [[f32; 4]; 4] {
        let [f, l, u] = self.axes;
        let o = self.origin;
        [[f[0], f[1], f[2], 0.0], [l[0], l[1], l[2], 0.0], [u[0], u[1], u[2], 0.0], [o[0], o[1], o[2], 1.0]]
    }
}

fn origin_between(a: &TagPose, b: &TagPose, blend: f32) -> [f32; 3] {
    single(lerp(a.origin.map(finite), b.origin.map(finite), blend))
}

fn lerp(a: [f32; 3], b: [f32; 3], blend: f32) -> Vector {
    let (a, b, blend) = (double(a), double(b), f64::from(blend));
    core::array::from_fn(|i| a[i] * (1.0 - blend) + b[i] * blend)
}

fn double(v: [f32; 3]) -> Vector {
    v.map(f64::from)
}

/// Rounded to the precision of a pose.
fn single(v: Vector) -> [f32; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "poses are of single precision")]
    v.map(|x| x as f32)
}

fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}
