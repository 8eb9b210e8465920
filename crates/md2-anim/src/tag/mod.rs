//! The poses of tags, which attach one model to another.

mod rotation;

use md2_common::saturate;

use crate::tag::rotation::{OrthogonalAxes, Vector};

/// An origin and three axes: the pose of an MD3 tag in model space, or the pose of a model in world space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TagPose {
    /// The position of the origin, in Quake units.
    pub origin: [f32; 3],
    /// The directions of +X (forward), +Y (left) and +Z (up) of the attached model. In files they may have any length.
    pub axes: [[f32; 3]; 3],
}

impl Default for TagPose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl TagPose {
    /// The pose without translation and rotation, which is used instead of a missing tag.
    pub const IDENTITY: Self =
        Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// Interpolates from `a` to `b`. The origin moves in a straight line; the axes rotate by the smaller angle at constant speed. The
    /// result is always [rigid](Self::rigid). `blend` is clamped to 0..=1; NaN counts as 0.
    ///
    /// Quake III blends each axis separately, which distorts models and collapses them in a half turn.
    ///
    /// If both poses are mirrored, the result is mirrored too. If only one of them is mirrored, no rotation leads from one to the other.
    /// The result then has the axes of the nearer pose: of `b` if `blend` is at least one half.
    pub fn interpolate(a: &Self, b: &Self, blend: f32) -> Self {
        let blend = saturate(blend);
        let [from, to] = [a, b].map(Self::orthogonal_axes);
        let axes = if from.is_mirrored == to.is_mirrored {
            from.rotation().interpolate(to.rotation(), f64::from(blend)).axes(from.is_mirrored)
        } else {
            if blend < 0.5 { from.axes } else { to.axes }
        };
        Self { origin: origin_between(a, b, blend), axes: axes.map(single) }
    }

    /// Returns this pose with orthogonal axes of length 1, so that it does not scale or distort the attached model. The game ignores the
    /// scale of tags too.
    ///
    /// The forward axis keeps its direction, and a mirrored tag stays mirrored. An axis that is zero, not finite or parallel to another
    /// is computed from the other two. If only one axis is valid, the result is not rotated. Coordinates of the origin that are not
    /// finite become 0.
    pub fn rigid(&self) -> Self {
        Self { origin: self.origin.map(finite), axes: self.orthogonal_axes().axes.map(single) }
    }

    /// Whether the axes are left-handed. The attached model is then mirrored, and the vertex order of its triangles must be reversed.
    pub fn is_mirrored(&self) -> bool {
        self.orthogonal_axes().is_mirrored
    }

    fn orthogonal_axes(&self) -> OrthogonalAxes {
        OrthogonalAxes::from_vectors(self.axes.map(double))
    }

    /// Converts the pose of a tag from the space of its model to world space. `parent` is the pose of that model in world space. For
    /// example, the result is the world pose of a torso that is attached to the tag of the legs.
    pub fn attached_to(&self, parent: &Self) -> Self {
        let along = |v: [f32; 3]| -> Vector {
            let [f, l, u] = parent.axes.map(double);
            let [x, y, z] = double(v);
            core::array::from_fn(|i| x * f[i] + y * l[i] + z * u[i])
        };
        let (from, offset) = (double(parent.origin), along(self.origin));
        Self {
            origin: single([from[0] + offset[0], from[1] + offset[1], from[2] + offset[2]]),
            axes: self.axes.map(|axis| single(along(axis))),
        }
    }

    /// The transformation matrix of the attached model as four columns: forward, left, up, origin.
    pub const fn to_matrix(&self) -> [[f32; 4]; 4] {
        let [f, l, u] = self.axes;
        let o = self.origin;
        [[f[0], f[1], f[2], 0.0], [l[0], l[1], l[2], 0.0], [u[0], u[1], u[2], 0.0], [o[0], o[1], o[2], 1.0]]
    }
}

fn origin_between(a: &TagPose, b: &TagPose, blend: f32) -> [f32; 3] {
    let ([a, b], blend) = ([a, b].map(|pose| double(pose.origin.map(finite))), f64::from(blend));
    single(core::array::from_fn(|i| a[i] * (1.0 - blend) + b[i] * blend))
}

fn double(v: [f32; 3]) -> Vector {
    v.map(f64::from)
}

fn single(v: Vector) -> [f32; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the precision of a pose")]
    v.map(|x| x as f32)
}

fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}
